"""What a student is told, as Markdown: from the record alone, without a name and without the reference's code.

A model's estimate is no proof, and the words say so.
"""

from __future__ import annotations

from codescore.evidence.saying import does
from codescore.foundation.marks import CONDITIONALLY, TOO_LITTLE
from codescore.grade.record import Function, Graded, Verdict

_MOST_REMARKS = 5

_HEADS: dict[Verdict, str] = {
    "behaves": "Your code behaved like the reference in every test that was run.",
    "alike": "Your code is close in function to a reference solution.",
    "unlike": "Your code differs from the reference solutions. It may still be right, if its idea is another one.",
    "differs": "Your code behaved differently from the reference.",
    "conditional": f"Your code does {CONDITIONALLY} as the reference. Whether that is enough is not decided yet.",
    "insufficient": f"Your code was run, but there is {TOO_LITTLE} to say whether it behaves like the reference.",
    "missing": "Something that was asked for is missing.",
    "broken": "Your code does not compile.",
    "untouched": "The code is as it was handed out.",
    "unknown": "Your code could not be judged.",
}
_ASIDE = "Your code behaved like the reference in every test that counts."


def feedback(graded: Graded) -> str:
    """Feedback on one submission."""
    aside = graded.verdict == "behaves" and graded.tested is not None and graded.tested.aside
    lines = [_ASIDE if aside else _HEADS[graded.verdict], ""]
    if graded.verdict == "broken":
        lines += [f"- line {one.line}, column {one.column}: {one.message}" for one in graded.problems[:_MOST_REMARKS]]
    elif graded.missing:  # of code that does not compile nobody knows what is there
        lines.append(f"- missing: {', '.join(f'`{name}`' for name in graded.missing)}")
    if graded.verdict == "unknown":
        lines.append(f"- {graded.reason}")
    if graded.tested is not None and graded.tested.verdict == "differs" and graded.tested.input is not None:
        lines += ["- for the input", "", *_fenced(graded.tested.input), ""]
        expected, got = graded.tested.expected or "", graded.tested.got or ""
        lines += ["  expected that it" if expected == does(expected) else "  expected", "", *_fenced(expected), ""]
        lines += ["  but it" if got == does(got) else "  but got", "", *_fenced(got)]
    if graded.tested is not None and graded.verdict in ("differs", "conditional"):
        lines += [f"- it {text}" for text in graded.tested.when]
    if graded.verdict in ("unlike", "differs", "missing", "untouched"):
        for one in graded.functions:
            if one.counts and one.score != 1 and not _innocent(one, graded):
                lines += _of_function(one)
    return "\n".join(lines).rstrip() + "\n"


def in_a_line(text: str) -> str:
    """Feedback as one line of plain text, for the cell of a table."""
    kept = [line.strip() for line in text.splitlines() if line.strip() and not set(line.strip()) <= {"`"}]
    return " ".join(f"• {line[2:]}" if line.startswith("- ") else line for line in kept)


def _innocent(one: Function, graded: Graded) -> bool:
    """Whether a function was run and is not what is wrong, whatever a model finds unlike in it."""
    return graded.tested is not None and one.reference_name in graded.tested.innocent


def _of_function(one: Function) -> list[str]:
    if one.untouched:
        return [f"- `{one.name}` is as it was handed out"]
    mine = [remark for remark in one.remarks if remark.line is not None][:_MOST_REMARKS]
    if not mine:
        return [f"- `{one.name}` differs from the reference"]
    return [f"- `{one.name}`, line {remark.line}: look again here" for remark in mine[:1]]


def _fenced(text: str) -> list[str]:
    """Text as a block that nothing in it can end."""
    longest = max((len(run) for run in text.replace("\n", " ").split() if set(run) == {"`"}), default=0)
    fence = "`" * max(3, longest + 1)
    return [f"  {fence}", *(f"  {line}" for line in text.splitlines()), f"  {fence}"]
