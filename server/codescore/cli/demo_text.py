"""The demo as a person reads it: the code, a table per sample, and in plain words what came out.

The words follow the results: what the model recognised, what it missed, and what that means for whoever uses it.
"""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Group
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from codescore.cli import terminal
from codescore.cli.cases import FOLDER
from codescore.cli.demo_results import CaseResults, Outcome, Ran, Results
from codescore.engine import standing_of_file
from codescore.foundation.errors import EnvironmentProblem
from codescore.score import shown

if TYPE_CHECKING:
    from rich.console import Console

_PICTURE_WIDTH = 100

# What a kind of variant teaches, by whether all its verdicts are right; `values` are the similarities of the wrong.
_WHEN_RIGHT = {
    "renamed": "Its own names are replaced before the model looks: renaming changes no score.",
    "rewritten": "Loops, conditions and branches may be written another way.",
    "different": "Recognised although hardly a line is shared.",
    "mutated": "One changed operator was enough to be noticed.",
    "broken": "What does not compile scores 0, whatever it looks like ({checkers}).",
}
_WHEN_MISSED = {
    "rewritten": "An equivalent way to write it was taken for another behaviour ({values}).",
    "different": "The same result by other steps looks foreign to it ({values}): ✗ means unlike, not wrong.",
    "mutated": "A slip of one operator passed as the same ({values}): ✓ is no proof of correctness.",
    "broken": "Not noticed without a compiler: `codescore doctor` says what is missing.",
}


def print_results(console: Console, results: Results) -> None:
    """The first reference's code, a table per sample, and what it all means."""
    console.print(Text("Does this code do what that code does?", "bold"))
    console.print(_introduction(console, results))
    console.print()
    console.print(Padding(_code(results.cases[0]), (0, 2)))
    for number, case in enumerate(results.cases):
        console.print()
        _print_case(console, case, heading=number == 0)
    console.print()
    for notice in results.notices:
        console.print(Text.assemble(terminal.sign(console, "warn"), f" {notice}"))
    console.print(what_came_out(results))
    console.print()
    _print_runs(console, results)
    console.print(Text(f"Judged by {results.bundle} in {results.seconds:.1f} s on this machine.", "dim"))


def print_next_steps(console: Console, results: Results) -> None:
    """How to score the samples by hand, in lines that can be copied."""
    case = results.cases[0].case
    suffix = case.reference.suffix
    console.print()
    console.print(Text.assemble("Try one yourself:  ", (f"cd {FOLDER / case.name}", "cyan")), soft_wrap=True)
    command = f"codescore score mutated{suffix} reference{suffix}"
    console.print(Text.assemble("                   ", (command, "cyan")), soft_wrap=True)


def save_picture(results: Results, path: Path) -> None:
    """The same as an SVG picture that loads no font.  Raises EnvironmentProblem where it cannot be written."""
    from rich._export_format import CONSOLE_SVG_FORMAT
    from rich.console import Console

    console = Console(record=True, width=_PICTURE_WIDTH, file=io.StringIO(), force_terminal=True, highlight=False,
                      markup=False, emoji=False, color_system="truecolor")  # fmt: skip
    print_results(console, results)
    plain = re.sub(r"@font-face \{\{.*?\}\}\s*", "", CONSOLE_SVG_FORMAT, flags=re.DOTALL)
    plain = plain.replace("<svg ", '<svg xml:space="preserve" ', 1)  # some viewers drop the space that indents code
    try:
        console.save_svg(str(path), title="codescore demo", code_format=plain, unique_id="codescore")
    except OSError as error:
        raise EnvironmentProblem(f"cannot write {path}: {error.strerror or error}; name a writable place") from None


def what_came_out(results: Results) -> Group:
    """What the verdicts show, kind by kind, in sentences that follow from the counts."""
    outcomes = results.outcomes
    right = sum(outcome.right for outcome in outcomes)
    by_kind: dict[str, list[Outcome]] = {}
    for outcome in outcomes:
        by_kind.setdefault(outcome.variant.kind, []).append(outcome)
    table = Table.grid(padding=(0, 1))
    for kind, group in by_kind.items():
        good = sum(outcome.right for outcome in group)
        score = Text(f"{good} of {len(group)}", "green" if good == len(group) else "yellow")
        table.add_row(group[0].variant.title, score, _meaning(kind, group))
    return Group(
        Text(f"What came out: {right} of {len(outcomes)} verdicts are right.", "bold"),
        Padding(table, (0, 2)),
        Text("Similarity is a trained estimate and no code was run for it."),
    )


def _print_runs(console: Console, results: Results) -> None:
    """What running shows of what similarity called unlike, or why nothing was run."""
    command = ("codescore score --evidence", "cyan")
    if not results.runs:
        why = f": {results.not_run}" if results.not_run else ""
        console.print(Text.assemble("Nothing was run beside its reference, as ", command, f" does{why}."))
        return
    right = sum(one.right for one in results.runs)
    console.print(
        Text.assemble(
            ("What is unlike, run beside its reference (", "bold"), command,
            (f"): {right} of {len(results.runs)} verdicts are right.", "bold"),
        )
    )  # fmt: skip
    table = Table.grid(padding=(0, 1), expand=True)
    for fixed in (1, 18, 13):
        table.add_column(width=fixed, no_wrap=True)
    table.add_column(ratio=1)
    for one in results.runs:
        mark = terminal.badge(console, one.standing.answer)
        table.add_row(mark, one.outcome.variant.title, Text(one.case.replace("_", " "), "dim"), _seen(one))
    console.print(Padding(table, (0, 0, 0, 2)))
    console.print(
        Text("The same on all inputs that were tried is strong, and no proof: let tests decide what matters.")
    )


def _seen(one: Ran) -> str:
    """What a run showed, in a line."""
    found = one.standing.found
    example = found.counterexample if found is not None else None
    if example is not None:
        return terminal.visible(f"{example.input}: {example.got}, not {example.expected}")
    return terminal.visible(found.reason) if found is not None else ""


def _introduction(console: Console, results: Results) -> Text:
    threshold = results.outcomes[0].verdict.threshold
    return Text.assemble(
        "Each sample is a reference and five variants of it. ", terminal.sign(console, "yes"),
        f" says: judged to do what the reference does (similarity above {threshold:g}); ",
        terminal.sign(console, "no"), " says: not. Which verdicts are right is known from running both. ",
        "The first reference:",
    )  # fmt: skip


def _meaning(kind: str, group: Sequence[Outcome]) -> str:
    """What a user should conclude from how one kind of variant fared."""
    missed = [outcome for outcome in group if not outcome.right]
    values = ", ".join(shown(o.verdict.similarity) for o in missed if o.verdict.similarity is not None)
    checkers = ", ".join(sorted({checker_of(outcome) for outcome in group}))
    sentence = (_WHEN_MISSED if missed else _WHEN_RIGHT).get(kind, "Not as it should be ({values}).")
    if kind == "different" and missed:
        sentence += _same_task(missed)
    return sentence.format(values=values, checkers=checkers)


def _same_task(missed: Sequence[Outcome]) -> str:
    """What is said of whether they do the same task, beside their similarity."""
    near = sum(outcome.same_task is not None for outcome in missed)
    said = f" {near} of {len(missed)} are taken for another way to do the same task, probably." if near else ""
    rest = [o.verdict.same_task for o in missed if o.same_task is None]
    values = ", ".join(shown(number.value) for number in rest if number is not None)
    if not values:
        return said
    others = "the others" if near else "they"
    return f"{said} Whether {others} do the same task it puts at {values}: not enough to say so."


def checker_of(outcome: Outcome) -> str:
    """Who judged whether a variant compiles."""
    return outcome.verdict.problems[0].source if outcome.verdict.problems else outcome.verdict.units[0].checker


def _code(results: CaseResults) -> Group:
    """The reference's source, coloured where there are colours."""
    from rich.syntax import Syntax

    language = results.reference.syntax.language
    code = results.reference.syntax.source.decode("utf-8").strip("\n")
    return Group(Syntax(code, language.id, theme="ansi_dark", background_color="default"))


def _print_case(console: Console, results: CaseResults, *, heading: bool) -> None:
    language = results.reference.syntax.language
    console.print(Text.assemble((results.case.task, "bold"), (f"  ({language.name})", "dim")))
    table = Table.grid(padding=(0, 1), expand=True)
    for fixed in (1, 15, 7, 18):
        table.add_column(width=fixed, no_wrap=True)
    table.add_column(ratio=1)
    if heading:
        table.add_row(
            *(Text(title, "dim") for title in ("", "similarity", "verdict", "variant", "what was done to it"))
        )
    for outcome in results.outcomes:
        table.add_row(*_row(console, outcome))
    console.print(Padding(table, (0, 0, 0, 2)))


def _row(console: Console, outcome: Outcome) -> tuple[Text, ...]:
    verdict, variant = outcome.verdict, outcome.variant
    bar = terminal.bar(console, verdict.similarity) if verdict.compiles else Text("doesn't compile", "dim")
    change = Text(variant.change)
    near = outcome.same_task
    if near is not None:
        change.append(f" · same task {shown(near)}", "cyan")
    if verdict.problems:
        change.append(f" ({verdict.problems[0].message.splitlines()[0]})", "dim")
    right = Text("right", "green") if outcome.right else Text("wrong", "bold yellow")
    return terminal.badge(console, standing_of_file(verdict, None).answer), bar, right, Text(variant.title), change
