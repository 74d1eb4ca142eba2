"""Verdicts in words: findings, badges and hovers.  Pure; the only place that words them for an editor.

Neighbour: `compilers` has the words of compilers.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from codescore.foundation.marks import CONDITIONALLY, MARKS, TOO_LITTLE
from codescore.foundation.text import line_at
from codescore.lsp.analysis import Judged, Record
from codescore.lsp.findings import Finding, Place
from codescore.references import NotFound
from codescore.syntax import Unit

if TYPE_CHECKING:
    from codescore.engine import Source, UnitVerdict
    from codescore.evidence.contract import Evidence

_HOW = {"set": "set by you", "comment": "by the comment", "rule": "by codescore.toml"}
_IN_SHORT = {
    "equivalent": "same on {} input{}",
    "differs": "differs",
    "timeout": "no answer in time",
    "crash": "crashes",
    "conditional": CONDITIONALLY,
}
_MOST_REASONS = 4
_MOST_NAMES = 5
_MATCHED = {
    "given": "named",
    "name": "same name",
    "position": "same position",
    "similarity": "most similar",
}


def of_record(record: Record, severity: str) -> Finding | None:
    """A function that compiles and is too unlike its reference, where running it decided nothing."""
    verdict, shown = record.verdict, record.standing
    if shown.answer != "wrong" or shown.by != "similarity" or verdict.similarity is None:
        return None
    unit = record.unit
    message = (
        f"{unit.qualified}: similarity {_shown(verdict.similarity)} to {reference_name(record)}, "
        f"not above {verdict.threshold:g}"
    )
    if verdict.suspect is not None and verdict.suspect.decides:
        message += f"; what decides: {_foremost(record)}"
    elif verdict.reasons:
        message += f"; first difference: {_located(record, 0)}"
        message += f" and {verdict.reason_count - 1} more" if verdict.reason_count > 1 else ""
    return Finding(unit.name_start, unit.name_end, "below-threshold", message, severity, (unit.start, unit.end))


def of_behaviour(record: Record, severity: str) -> Finding | None:
    """A function that, run beside its reference, did something else; None where that was not seen."""
    shown, unit = record.standing, record.unit
    if shown.by != "execution" or shown.answer == "right" or shown.found is None:
        return None
    level = severity if shown.answer == "wrong" else "information"
    message = f"{unit.qualified}: {_observed(shown.found, reference_name(record))}"
    return Finding(unit.name_start, unit.name_end, "behaviour-differs", message, level, (unit.start, unit.end))


def _observed(found: Evidence, reference: str) -> str:
    """What running showed, in a line: on what the two differ, or on how much they do the same."""
    from codescore.evidence.saying import does  # noqa: PLC0415  as in `_located`

    example = found.counterexample
    where = "".join(f"; it {one.words()}" for one in found.when)
    if example is None:
        return found.reason + where
    return f"{example.input} {does(example.got)}, but {reference} {does(example.expected)}{where}"


def behaviour(found: Evidence, reference: str) -> str:
    """What running showed, and how much of both programs it reached."""
    if not found.inputs and found.counterexample is None:
        return f"not tested: {found.reason}"
    reached = f"branches reached: {found.coverage.reference:.0%} of the reference, {found.coverage.candidate:.0%} here"
    return f"{_observed(found, reference)} ({reached})"


def first_of_reference(record: Record) -> tuple[int, int, str] | None:
    """The bytes of the reference that the first difference is about, or that stand in its place; and what to say."""
    verdict = record.verdict
    if not verdict.reasons or verdict.difference_places is None:
        return None
    there = verdict.reasons[0].reference
    if there is not None:
        start = record.pair.reference_unit.start + there.start
        return start, start + there.end - there.start, f"the reference has `{_short(there.text)}`"
    start_of_line = verdict.difference_places[1]
    if start_of_line is None:
        return None
    line = line_at(record.pair.reference.syntax.source, start_of_line)
    return start_of_line, start_of_line + len(line.encode()), f"the reference has `{_short(line)}`"


def of_missing(missing: NotFound) -> Finding:
    """A reference that cannot be had, where it was asked for: in the text, or at its top."""
    start, end = missing.origin.start or 0, missing.origin.end or 0
    where = f" (rule in line {missing.origin.line + 1} of codescore.toml)" if missing.origin.line is not None else ""
    return Finding(start, end, "reference-not-found", f"{missing.reason}{where}; {missing.remedy}", "warning")


def of_reference(judged: Judged) -> list[Finding]:
    """A reference that does not compile is a problem of the reference: said of functions whose counterpart is broken,
    or of the first one.
    """
    if judged.file.reference_compiles:
        return []
    records = judged.records
    return [
        Finding(
            record.unit.name_start,
            record.unit.name_end,
            "reference-not-found",
            judged.file.notes[0],
            "information",
            (record.unit.start, record.unit.end),
        )
        for record in ([r for r in records if not r.verdict.reference_compiles] or records[:1])
    ]


def of_lacking(judged: Judged, severity: str) -> list[tuple[Finding, list[Unit]]]:
    """What the document lacks of its reference, with these units: said at the class they belong in, or at the top."""
    from codescore.engine import class_name_place  # noqa: PLC0415  as in `_located`

    places: dict[Place, list[Unit]] = {}
    for unit in judged.file.matching.missing if judged.whole else ():
        owner = unit.qualified.rpartition(".")[0]
        place = class_name_place(judged.file.candidate, owner) if owner else None
        places.setdefault(place or (0, 0), []).append(unit)
    label = judged.said.label
    return [
        (Finding(*place, "missing-function", f"this file lacks {_names(units)} of {label}", severity), units)
        for place, units in places.items()
    ]


def _names(units: Sequence[Unit]) -> str:
    names = [unit.qualified for unit in units]
    shown = ", ".join(names[:_MOST_NAMES])
    return shown if len(names) <= _MOST_NAMES else f"{shown} and {len(names) - _MOST_NAMES} more"


def too_large(size: int, limit: int) -> Finding:
    """A file that is left alone, and how to change that."""
    message = (
        f"this file has {size:,} bytes and is neither checked nor scored: "
        f"the limit, codescore.maxFileBytes, is {limit:,}"
    )
    return Finding(0, 0, "configuration", message, "information")


def reference_name(record: Record) -> str:
    """`solution.py#total`."""
    other = record.pair.reference_unit
    return record.said.label if other.kind == "snippet" else f"{record.said.label}#{other.qualified}"


def badge(record: Record, *, current: bool) -> str:
    """What is shown of a function in a few characters; `…` says that the text has changed since, `running` that a run
    of this very text may change it.
    """
    verdict, shown = record.verdict, record.standing
    mark = MARKS[shown.answer]
    value = "" if verdict.similarity is None else f" {_shown(verdict.similarity)}"
    running = record.running and current
    silent = "" if running else " not run" if record.pair.foreign else " no model"
    what = " does not compile" if not verdict.compiles else value or silent
    if shown.by == "execution" and shown.found is not None:
        inputs = shown.found.inputs
        what = f" {_IN_SHORT[shown.found.verdict].format(inputs, 's' * (inputs != 1))}"
    elif verdict.score == 1 and shown.answer == "unknown":
        what += " · likelier not" if shown.by == "similarity" else f" · {TOO_LITTLE}"
    elif shown.answer == "wrong" and shown.thin:
        what += f" · run: {TOO_LITTLE}"
    near = _another_way(record)
    what += f" · same task {_shown(near)}" if near is not None else ""
    what += f"{' ·' * bool(what)} running" if running else ""
    return f"{mark}{what}{'' if current else ' …'}"


def lens(record: Record, *, current: bool) -> str:
    """A badge with the name of the reference."""
    return f"{badge(record, current=current)} · {reference_name(record)}"


def reason(record: Record) -> str | None:
    """Why a function is what it is said to be, in one line; None where that is not known."""
    verdict, shown = record.verdict, record.standing
    if shown.by == "execution" and shown.found is not None:
        return _observed(shown.found, reference_name(record))
    if not verdict.compiles:
        return verdict.problems[0].message if verdict.problems else "does not compile"
    return _foremost(record)


def verdict_line(record: Record, label: str) -> str:
    """A verdict in one line, to be pasted somewhere."""
    verdict, shown = record.verdict, record.standing
    similarity = "unknown" if verdict.similarity is None else f"{verdict.similarity:.4f}"
    score = "unknown" if shown.score is None else shown.score
    run = f"{shown.found.verdict} when run ({shown.found.signature}), " if shown.found is not None else ""
    return (
        f"{label}#{record.unit.qualified} against {reference_name(record)}: {run}score {score}, "
        f"similarity {similarity}, "
        f"threshold {verdict.threshold:g}, {'compiles' if verdict.compiles else 'does not compile'} "
        f"({verdict.checker}) [{verdict.signature}]"
    )


def hover(record: Record, *, current: bool, markdown: bool) -> str:
    """Everything that is known of a verdict; what decides first, what it was computed from last."""
    from codescore.engine import likely, notes_told  # noqa: PLC0415  as in `_located`

    verdict, shown = record.verdict, record.standing
    bold, code = ("**", "`") if markdown else ("", "")
    lines = [f"{bold}{_headline(record)}{bold}" + ("" if current else " (of the text before the last edit)"), ""]
    rows = []
    if shown.found is not None:
        ran = behaviour(shown.found, "the reference")
        rows.append(("when run", _quiet(ran) if markdown else ran))
    if record.running and current:
        rows.append(("running", "both programs, on the same inputs; that may change what is said here"))
    rows.append(("reference", f"{code}{reference_name(record)}{code}, {_HOW[record.said.how]}"))
    if verdict.similarity is not None:
        reading = f"threshold {verdict.threshold:g}" if verdict.calibrated else "not calibrated"
        rows.append(("similarity", f"{verdict.similarity:.3f}, {reading}"))
    near = _another_way(record)
    if near is not None:
        rows.append(("same task", f"{_shown(near)}: another way to do the same, probably; not whether it is right"))
    estimated = shown.by != "execution" and verdict.estimate is not None
    sure = likely(verdict, shown)
    if sure is not None:
        rows.append(("probability of being right", sure))
    if verdict.matched_by is not None:
        rows.append(("matched by", _MATCHED[verdict.matched_by]))
    rows.append(("compiles", f"{'yes' if verdict.compiles else 'no'}, says {verdict.checker}"))
    lines += [f"{'- ' if markdown else ''}{name}: {value}" for name, value in rows]
    if estimated and verdict.estimate is not None and verdict.estimate.why:
        why = verdict.estimate.reasons()
        lines.append(f"- {_quiet(why)}" if markdown else why)
    lines += _why(record, markdown=markdown)
    notes = notes_told(verdict, shown)
    lines += ["", *notes] if notes else []
    if verdict.cosine is not None:
        lines += ["", f"similarity before calibration: {verdict.cosine:.4f}, {_made_of(verdict)}"]
    return "\n".join([*lines, "", f"{code}{verdict.signature}{code}"])


def _made_of(verdict: UnitVerdict) -> str:
    """What the number before calibration is."""
    parts = verdict.parts
    if parts is None:
        return f"cosine, pooling {verdict.pooling}"
    suspicion = f", suspicion {parts.suspicion:.3f}" if parts.suspicion else ""
    said = f"recall {parts.recall:.3f}, mismatch {parts.mismatch:.3f}, operators {parts.operators}{suspicion}"
    return f"{verdict.pooling}: {said}"


def _headline(record: Record) -> str:
    verdict, shown = record.verdict, record.standing
    if not verdict.compiles:
        return "CodeScore-R 0: does not compile"
    if shown.by == "execution":
        words = {"right": "does what its reference does", "wrong": "does something else than its reference"}
        return f"CodeScore-R: {words.get(shown.answer, CONDITIONALLY)}"
    if verdict.score is None and verdict.calibrated:
        return "CodeScore-R: no score"
    if verdict.score is None:
        return "CodeScore-R: no verdict, the similarity is not calibrated for this language"
    if verdict.score == 1 and shown.answer == "unknown":
        but = "more likely it does something else" if shown.by == "similarity" else f"{TOO_LITTLE} came of running both"
        return f"CodeScore-R: like its reference, but {but}"
    what = "like its reference" if verdict.score else "unlike its reference"
    return f"CodeScore-R {verdict.score}: {what}"


def _why(record: Record, *, markdown: bool) -> list[str]:
    """The first differences, and the lines of the first one as their authors wrote them."""
    from codescore.engine import out_of_place  # noqa: PLC0415  as in `_located`

    verdict = record.verdict
    places = verdict.difference_places
    if places is None:
        return []
    shown = range(min(len(verdict.reasons), _MOST_REASONS))
    dash = "- " if markdown else ""
    lines = [f"{dash}{'first difference: ' if i == 0 else ''}{_located(record, i)}" for i in shown]
    more = verdict.reason_count - len(lines)
    lines += [f"{dash}and {more} more"] if more else []
    if verdict.suspect is not None:
        decides = ", which decides the score" if verdict.suspect.decides else ""
        lines.append(f"{dash}{out_of_place(verdict, record.pair.candidate)}{decides}")
    if not lines:
        lines = ["nothing differs but ways of writing that mean the same; the first one:"]
    body = [f"- {_own_line(record.pair.reference, places[1])}", f"+ {_own_line(record.pair.candidate, places[0])}"]
    fence = "`" * 4
    return ["", *lines, "", *([f"{fence}diff", *body, fence] if markdown else body)]


def _foremost(record: Record) -> str | None:
    """What decides, with its line as it is today."""
    from codescore.engine import foremost  # noqa: PLC0415  as in `_located`

    return foremost(record.verdict, record.pair.candidate)


def _located(record: Record, index: int) -> str:
    """A difference with its line as it is today."""
    from codescore.engine import located  # noqa: PLC0415  heavy, and needed only once there are verdicts

    verdict = record.verdict
    return located(verdict.reasons[index], verdict, record.pair.candidate)


def _own_line(source: Source, offset: int | None) -> str:
    """A line as its author wrote it; an offset of None means that the other side has a line more."""
    return "(nothing)" if offset is None else _short(line_at(source.syntax.source, offset))


# What Markdown would read as more than text: signs inside a word, and brackets that begin no link, it leaves alone, and
# editors that show Markdown as it is would show every backslash.
_LOUD = re.compile(r"(?<!\w)_|_(?!\w)|[\\*<>#|~!]|\](?=[(\[:])")


def _quiet(text: str) -> str:
    """Text that Markdown leaves as it is, outside of backticks."""
    parts = text.split("`")
    return "`".join(_LOUD.sub(r"\\\g<0>", part) if k % 2 == 0 else part for k, part in enumerate(parts))


def _short(line: str) -> str:
    return line if len(line) <= 60 else line[:59] + "…"


def _another_way(record: Record) -> float | None:
    from codescore.engine import another_way  # noqa: PLC0415  as in `_located`

    return another_way(record.verdict, record.standing)


def _shown(similarity: float) -> str:
    from codescore.score import shown  # noqa: PLC0415  heavy, and needed only once there are verdicts

    return shown(similarity)
