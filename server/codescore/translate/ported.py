"""A translation run beside the program that it was made from: evidence across languages, without a task's cases.

Both stand with the usual imports and structures around them, as when cases are run.  Neighbours: `program` (templates),
`evidence.session` (runs), `working` (records).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from codescore.evidence.options import Options
from codescore.evidence.session import EvidenceSession
from codescore.foundation.errors import InputError
from codescore.languages import Language, by_id
from codescore.languages.translating import Template, template_of
from codescore.translate.program import fragment_of
from codescore.translate.records import Direction, Extraction, Measure, Task

#: The measure's name: the probability that a translation does what its source does, by running both.
NAME = "source-evidence"
#: What a value was made with, besides the package's version.
HOW = "budget:1"
_OPTIONS = Options(budget=1.0)


def ported(rows: Iterable[Extraction], tasks: Mapping[str, Task]) -> Iterator[Measure]:
    """The measure of each translation; None with the reason where nothing could be compared.

    Raises EnvironmentProblem where there is no sandbox.
    """
    with EvidenceSession() as session:
        for row in rows:
            value, note = _judged(session, row, tasks.get(row.key.task))
            yield Measure(row.key, NAME, value, note)


def _judged(session: EvidenceSession, row: Extraction, task: Task | None) -> tuple[float | None, str]:
    direction = Direction.parse(row.key.direction)
    source, target = _spoken(direction.source), _spoken(direction.target)
    if task is None or source is None or target is None or not task.gold.get(direction.source):
        return None, f"there is no program in {direction.source} to run it beside"
    if row.entry is None:
        return None, "there is nothing to call"
    ours, theirs = fragment_of(row.code, row.owner, target[1]), fragment_of(task.gold[direction.source], "", source[1])
    names = _named(row.entry, row.owner, target[1]), _named(task.entry_point, "", source[1])
    options = Options(budget=_OPTIONS.budget, units=names, spoken=target[0])
    try:
        found = session.judge(ours, theirs, source[0], options)
    except InputError as problem:
        return None, str(problem)
    return found.probability, f"{found.verdict}: {found.reason}"


def _spoken(id_: str) -> tuple[Language, Template] | None:
    language = by_id(id_)
    template = template_of(language) if language is not None else None
    return (language, template) if language is not None and template is not None and language.runner() else None


def _named(entry: str, owner: str, template: Template) -> str:
    """A function's qualified name in the program that `fragment_of` makes."""
    owner = owner or template.unowned
    return f"{owner}.{entry}" if owner else entry
