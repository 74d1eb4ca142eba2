"""Evidence as a person reads it in a terminal: the verdict, the counterexample, what was tried, what was assumed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from rich.padding import Padding
from rich.syntax import Syntax
from rich.table import Table
from rich.text import Text

from codescore.cli import terminal
from codescore.engine import decide, likely
from codescore.evidence.contract import Counterexample, Evidence, Said
from codescore.evidence.policy import apart
from codescore.foundation.marks import CONDITIONALLY, TOO_LITTLE

if TYPE_CHECKING:
    from rich.console import Console


_SEVERAL, _SHORT = 2, 4  # functions, each of which is named then; of which so many have a reason
_WORDS = {
    "equivalent": "does the same",
    "differs": "does something else",
    "timeout": "gives no answer in time",
    "crash": "crashes",
    "conditional": f"does {CONDITIONALLY}",
    "insufficient": f"may do the same: {TOO_LITTLE}",
    "untested": "could not be tested",
    "environment-failure": "could not be run here",
}


def print_evidence(
    console: Console, found: Evidence, candidate: str, reference: str, lexer: str, *, test: str, alone: bool = True
) -> None:
    """One candidate against one reference; `lexer` is the language of the `test` that is shown.

    Not `alone`: a verdict stands above, with the probability.
    """
    ours, theirs = terminal.visible(candidate), terminal.visible(reference)
    shown = decide(None, found)
    sign = terminal.badge(console, shown.answer)
    said = f" {_WORDS[_verdict(found)]} "
    console.print(Text.assemble(sign, " ", (ours, "bold"), said, ("(against ", "dim"), (theirs, "dim"), (")", "dim")))
    console.print(Text(f"  {_sentence(terminal.visible(found.reason))}"))
    for one in found.when:
        said = f"  {_sentence('it ' + terminal.visible(one.words()))[:-1]} ({one.proof()})."
        console.print(Text(said, "yellow"))
    if found.counterexample is not None:
        console.print(Padding(_example(found.counterexample), (1, 0, 1, 2)))
        if found.verdict == "differs" and _may_be_told(found):
            console.print(Text("  Is such an input not meant? Then say what is: --assume 'CONDITION'", "dim"))
    elif found.outside is not None:
        console.print(Text(f"  {apart(found.outside.kind)} they differ:", "yellow"))
        console.print(Padding(_example(found.outside), (0, 0, 1, 2)))
    console.print(_facts(found, likely(None, shown) if alone else None))
    if len(found.units) > 1:
        console.print(Padding(_units(console, found), (0, 0, 0, 2)))
        for unit in [unit for unit in found.units if unit.verdict == "insufficient" and unit.inputs][:_SHORT]:
            name = terminal.visible((unit.pair or ("", unit.reference_unit))[1])
            console.print(Text(f"  {name}: {terminal.visible(unit.reason)}", "dim"))
    for said in _assumed(found):
        console.print(Text.assemble(terminal.sign(console, "warn"), (f" assumed{terminal.visible(said)}", "dim")))
    if test:
        console.print(Text("as a test:", "dim"))
        code = Syntax(terminal.visible(test).rstrip(), lexer, theme="ansi_dark", background_color="default")
        console.print(Padding(code, (0, 0, 0, 2)))


def print_model(console: Console, found: Evidence) -> None:
    """What inputs of each function are taken to be, line by line, with where that comes from."""
    models = {one.model: one.reference_unit for one in reversed(found.units) if one.model}
    if len(models) < _SEVERAL:
        _print_model(console, found.model, "the reference")
        return
    for model, name in reversed(models.items()):
        _print_model(console, model, f"{terminal.visible(name)} of the reference")


def _print_model(console: Console, model: Iterable[Said], what: str) -> None:
    console.print(Text(f"what {what} is taken to accept:", "dim"))
    for line in model:
        said = f"{line.parameter}: {line.words}" if line.parameter else line.words
        sure = "" if line.weight >= 1 else f", {line.weight:.0%} sure"
        console.print(
            Text.assemble("  ", terminal.visible(said), (f"  ({terminal.visible(line.because)}{sure})", "dim"))
        )


def _verdict(found: Evidence) -> str:
    """The verdict that is told: what is the same and hardly says so is not enough evidence."""
    return "insufficient" if decide(None, found).thin else found.verdict


def _may_be_told(found: Evidence) -> bool:
    """Whether a person may still say what is meant of one call; not of what is read, nor of a sequence of calls."""
    shown = found.counterexample.input if found.counterexample is not None else ""
    return "|assume:as-read|" in found.signature and not shown.startswith("standard input") and "; " not in shown


def _sentence(reason: str) -> str:
    return reason[:1].upper() + reason[1:] + "." if reason else ""


def _example(shown: Counterexample) -> Table:
    table = Table.grid(padding=(0, 2))
    table.add_column(style="dim", justify="right")
    table.add_column(overflow="fold")
    table.add_row("input", Text(terminal.visible(shown.input), "bold"))
    table.add_row("reference", Text(terminal.visible(shown.expected), "green"))
    table.add_row("candidate", Text(terminal.visible(shown.got), "red"))
    return table


def _units(console: Console, found: Evidence) -> Table:
    """Every function that was asked about, the ones that could not be run with the reason."""
    table = Table.grid(padding=(0, 2))
    for one in found.units:
        ours, theirs = one.pair or (one.unit, one.reference_unit)
        name = terminal.visible(ours or f"no {theirs}")
        said = terminal.visible(one.reason if not one.inputs else _WORDS[_verdict(one)])
        sign = terminal.badge(console, decide(None, one).answer)
        table.add_row(sign, Text(name, "bold"), Text(said), *(Text(each, "dim") for each in _measured(one)))
    return table


def _assumed(found: Evidence) -> Iterator[str]:
    """What was assumed of the function that decides, then of the others by their names, each once."""
    yield from (f": {assumption}" for assumption in found.assumptions)
    told = {*found.assumptions}
    for one in found.units:
        for assumption in one.assumptions if one.assumptions != found.assumptions else ():
            if assumption not in told:
                told.add(assumption)
                yield f" of {one.reference_unit}: {assumption}"


def _measured(one: Evidence) -> tuple[str, str, str]:
    """What was tried on one function: inputs, branches reached in the reference, mutants exposed."""
    reached = f"branches {one.coverage.reference:.0%}" if one.inputs else ""
    mutants = f"mutants {one.mutants.exposed} of {one.mutants.total}" if one.mutants.total else ""
    return terminal.counted(one.inputs, "input"), reached, mutants


def _facts(found: Evidence, probability: str | None) -> Text:
    parts = [terminal.counted(found.inputs, "input")]
    if found.inputs:
        parts.append(
            f"branches reached: reference {found.coverage.reference:.0%}, candidate {found.coverage.candidate:.0%}"
        )
    if found.mutants.total:
        parts.append(f"they expose {found.mutants.exposed} of {found.mutants.total} mutants")
    if probability is not None:
        parts.append(f"probability of being right {probability}")
    parts.append(f"{found.seconds:.1f}\u00a0s")
    return Text("  " + " · ".join(parts), "dim")
