"""The questions of a class in a terminal: `codescore grade --ask`.  What follows from answers is `codescore.grade`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codescore.cli import terminal

if TYPE_CHECKING:
    from collections.abc import Mapping

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
_AT_THE_END = {"u": "undo", "": "quit", "q": "quit"}
_HELP_AT_THE_END = "Enter: end here, u: undo the last decision"


def ask(grader: Grader, record: ClassRecord) -> ClassRecord:
    """Ask what is open, on stderr and stdin, and give the class as it is graded then; the end of input ends it.

    After the last question the last answer can still be undone, also one that was given earlier.
    """
    from codescore.grade.answers import Answer

    skipped: set[str] = set()
    while True:
        one = next((q for q in record.questions if q.answer == "open" and q.id not in skipped), None)
        if one is None and not record.decided:
            break
        said = _answer(one) if one is not None else _end(record)
        if said == "quit":
            break
        if said == "undo" and not record.decided:
            terminal.say("    there is no answer to undo")
        elif said == "undo":
            grader.decide(None)
            skipped.clear()
            record = grader.grade()
        elif one is not None and said == "skip":
            skipped.add(one.id)
        elif one is not None:
            grader.decide(Answer(one.id, said == "matters"))
            record = grader.grade()
    terminal.say(f"end of the questions; {_left_open(record)}")
    return record


def _answer(one: Question) -> str:
    """What a person says to a question."""
    terminal.say(f"[{one.id}] {terminal.visible(one.text)}")
    if one.example is not None:
        shown = one.example
        terminal.say(f"    for example {terminal.visible(shown.input)}")
        terminal.say(f"    reference   {terminal.visible(shown.expected)}")
        terminal.say(f"    {'this one' if len(one.ids) == 1 else 'most often':<12}{terminal.visible(shown.got)}")
    return _understood(_WORDS, _HELP)


def _end(record: ClassRecord) -> str:
    """What a person says once nothing is left to ask."""
    terminal.say(_left_open(record))
    return _understood(_AT_THE_END, _HELP_AT_THE_END)


def _left_open(record: ClassRecord) -> str:
    count = sum(one.answer == "open" for one in record.questions)
    return f"{terminal.counted(count, 'question')} left open" if count else "there is no open question"


def _understood(words: Mapping[str, str], help_: str) -> str:
    """What a person says, asked again until it is understood."""
    while True:
        terminal.say(f"    {help_}")
        try:
            said = input().strip().lower()
        except EOFError:
            return "quit"
        if said in words:
            return words[said]
