"""The questions of a class in a terminal: `codescore grade --ask`.  What follows from answers is `codescore.grade`."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from codescore.grade.record import ClassRecord, Question
    from codescore.grade.run import Grader

_WORDS = {
    "y": "matters",
    "yes": "matters",
    "n": "aside",
    "no": "aside",
    "s": "skip",
    "": "skip",
    "u": "undo",
    "q": "quit",
}
_HELP = "y: it matters, n: it does not count, s: ask later, u: undo the last answer, q: no more questions"


def ask(grader: Grader, record: ClassRecord) -> ClassRecord:
    """Ask what is open, on stderr and stdin, and give the class as it is graded then; the end of input ends it."""
    from codescore.cli import terminal
    from codescore.grade.answers import Answer

    skipped: set[str] = set()
    if not any(one.answer == "open" for one in record.questions):
        terminal.say("there is no open question")
    while (one := next((q for q in record.questions if q.answer == "open" and q.id not in skipped), None)) is not None:
        said = _answer(one)
        if said == "quit":
            break
        if said == "skip":
            skipped.add(one.id)
            continue
        grader.decide(None if said == "undo" else Answer(one.id, said == "matters"))
        if said == "undo":
            skipped.clear()
        record = grader.grade()
    return record


def _answer(one: Question) -> str:
    """What a person says to a question, asked again until it is understood."""
    from codescore.cli import terminal

    terminal.say(f"[{one.id}] {terminal.visible(one.text)}")
    if one.example is not None:
        shown = one.example
        terminal.say(f"    for example {terminal.visible(shown.input)}")
        terminal.say(f"    reference   {terminal.visible(shown.expected)}")
        terminal.say(f"    {'this one' if len(one.ids) == 1 else 'most often':<12}{terminal.visible(shown.got)}")
    while True:
        terminal.say(f"    {_HELP}")
        try:
            said = input().strip().lower()
        except EOFError:
            return "quit"
        if said in _WORDS:
            return _WORDS[said]
