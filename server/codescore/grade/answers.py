"""What a teacher decided for an assignment: a small JSON file beside the reference, for a person to read and edit.

    {"format": 1, "decisions": [
      {"is": "answer", "question": "4c1f09a2", "matters": false},
      {"is": "input", "unit": "top_k", "input": "top_k([], 0)", "counts": false},
      {"is": "must", "input": "top_k([3, 1], 1)"}]}

Decisions are in the order in which they were made; the last one that speaks of a difference holds, and undoing takes
the last one away.  An answer that was given on a page or in a terminal also holds what it is about, so that it applies
to later submissions even where the question does not come up.  Neighbours: `questions` (asks, and says whose
differences an answer is about), `doing`, `evidence.rulings`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated

import msgspec

from codescore.evidence.rulings import Ruling, Says, Scope
from codescore.foundation import shapes
from codescore.foundation.errors import InputError
from codescore.foundation.files import write_text
from codescore.grade.doing import Gives, alike

FORMAT = 1
_MOST_BYTES = 1_000_000
_Line = Annotated[str, msgspec.Meta(min_length=1, max_length=4000)]


class Answer(msgspec.Struct, frozen=True, tag="answer", tag_field="is", omit_defaults=True, forbid_unknown_fields=True):
    """Whether what a question is about matters; `scope` is that, `text` the question as it was asked, for a reader.

    `gives`: inputs with a digest of what those programs gave, where that is the matter.
    """

    question: _Line
    matters: bool
    text: str = ""
    scope: Scope | None = None
    gives: dict[str, str] = {}

    @property
    def says(self) -> Says:
        """As a ruling says it."""
        return "decides" if self.matters else "aside"


class InputDecision(msgspec.Struct, frozen=True, tag="input", tag_field="is", forbid_unknown_fields=True):
    """Whether an input, as the report shows it, counts for a function of the reference."""

    unit: str
    input: _Line
    counts: bool = False

    def ruling(self) -> Ruling:
        """As a ruling says it."""
        return Ruling(Scope(self.unit, input=self.input), "decides" if self.counts else "aside")


class Must(msgspec.Struct, frozen=True, tag="must", tag_field="is", forbid_unknown_fields=True):
    """An input that counts whatever else is assumed: a call of the reference's function."""

    input: _Line


Decision = Answer | InputDecision | Must


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    format: int
    decisions: list[Decision] = []


@dataclass(frozen=True, slots=True)
class Answers:
    """All decisions, in order, and the file that they stand in."""

    path: Path
    decisions: tuple[Decision, ...] = ()

    def must(self) -> tuple[str, ...]:
        """Inputs that must be among those that count."""
        return tuple(dict.fromkeys(one.input for one in self.decisions if isinstance(one, Must)))

    def of(self, question: str, given: Gives) -> bool | None:
        """What was answered to a question about those who give this: whether it matters; None where nothing was."""
        said = [
            one.matters
            for one in self.decisions
            if isinstance(one, Answer) and one.question == question and alike(one.gives, given)
        ]
        return said[-1] if said else None

    def with_one(self, decision: Decision) -> Answers:
        """With one more decision, written to the file."""
        return self._kept((*self.decisions, decision))

    def undone(self) -> Answers:
        """Without the last decision, written to the file."""
        return self._kept(self.decisions[:-1])

    def _kept(self, decisions: tuple[Decision, ...]) -> Answers:
        packed = msgspec.json.encode(_File(FORMAT, list(decisions)))
        write_text(self.path, msgspec.json.format(packed, indent=1).decode() + "\n")
        return replace(self, decisions=decisions)


def beside(reference: str) -> Path:
    """Where the answers for an assignment stand: beside its first reference, or in its folder of references."""
    path = Path(reference)
    return path / "codescore.answers.json" if path.is_dir() else path.with_name(f"{path.name}.answers.json")


def read_answers(path: Path) -> Answers:
    """What was decided so far; nothing where there is no file.  Raises InputError where the file is none of ours."""
    if not path.exists():
        return Answers(path)
    try:
        data = path.read_bytes()[: _MOST_BYTES + 1]
        read = shapes.from_json(data, _File)
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror}") from None
    except msgspec.DecodeError as error:
        raise InputError(f"{path} holds no answers: {error}; correct it or name another file with --answers") from None
    if read.format != FORMAT:
        raise InputError(f"{path} is of format {read.format}; this version reads format {FORMAT}")
    return Answers(path, tuple(read.decisions))


class _Undo(msgspec.Struct, frozen=True, tag="undo", tag_field="is", forbid_unknown_fields=True):
    """The last decision is none."""


def decision_of(data: bytes) -> Decision | None:
    """A decision as a page sends it, None to undo the last one.  Raises InputError.

    What an answer is about is the question's to say, not the page's.
    """
    try:
        found = shapes.from_json(data, Answer | InputDecision | Must | _Undo)
    except msgspec.DecodeError as error:
        raise InputError(f"this is no decision: {error}") from None
    if isinstance(found, _Undo):
        return None
    return Answer(found.question, found.matters) if isinstance(found, Answer) else found


def unknown(answers: Answers, known: Iterable[str]) -> list[str]:
    """Answers that name a question which does not come up, and do not say what it was about."""
    ids = set(known)
    return [
        one.question
        for one in answers.decisions
        if isinstance(one, Answer) and one.scope is None and one.question not in ids
    ]
