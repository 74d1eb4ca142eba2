"""Evidence as a person reads it in a terminal: the verdict, the counterexample, what was tried, what was assumed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.padding import Padding
from rich.syntax import Syntax
from rich.table import Table
from rich.text import Text

from codescore.cli import terminal
from codescore.evidence.contract import Counterexample, Evidence
from codescore.evidence.probability import combination

if TYPE_CHECKING:
    from rich.console import Console

    from codescore.engine import FileVerdict

_SIGN = {"equivalent": "yes", "differs": "no", "timeout": "no", "crash": "no"}
_WORDS = {
    "equivalent": "does the same",
    "differs": "does something else",
    "timeout": "gives no answer in time",
    "crash": "crashes",
    "conditional": "does the same under a condition",
    "insufficient": "may do the same: not enough evidence",
    "untested": "could not be tested",
    "environment-failure": "could not be run here",
}


def print_evidence(console: Console, found: Evidence, candidate: str, reference: str, lexer: str) -> None:
    """One candidate against one reference; `lexer` is the language of the test that is shown."""
    ours, theirs = terminal.visible(candidate), terminal.visible(reference)
    sign = terminal.sign(console, _SIGN.get(found.verdict, "warn"))
    console.print(
        Text.assemble(
            sign, " ", (ours, "bold"), f" {_WORDS[found.verdict]} ", ("(against ", "dim"), (theirs, "dim"), (")", "dim")
        )
    )
    console.print(Text(f"  {_sentence(terminal.visible(found.reason))}"))
    if found.counterexample is not None:
        console.print(Padding(_example(found.counterexample), (1, 0, 1, 2)))
    elif found.outside is not None:
        console.print(Text("  outside of what the reference seems to assume they differ:", "yellow"))
        console.print(Padding(_example(found.outside), (0, 0, 1, 2)))
    console.print(_facts(found))
    for assumption in found.assumptions:
        console.print(
            Text.assemble(terminal.sign(console, "warn"), (f" assumed: {terminal.visible(assumption)}", "dim"))
        )
    if found.counterexample is not None and found.counterexample.test:
        console.print(Text("as a test:", "dim"))
        code = Syntax(
            terminal.visible(found.counterexample.test).rstrip(), lexer, theme="ansi_dark", background_color="default"
        )
        console.print(Padding(code, (0, 0, 0, 2)))


_TOGETHER = {
    "same": ("yes", "does the same"),
    "different": ("no", "does something else"),
    "unsure": ("none", "cannot be told"),
}
_HEARD = {
    "both": "by execution and model",
    "evidence": "by execution",
    "model": "by the model alone",
    "neither": "nobody can say",
}


def print_combination(console: Console, found: Evidence, verdict: FileVerdict) -> None:
    """Below a score: what execution showed, and what the two say together."""
    console.print()
    labels = verdict.candidate.label, verdict.reference.label
    print_evidence(console, found, *labels, verdict.candidate.syntax.language.id)
    together = combination(found, verdict.probability)
    sign, words = _TOGETHER[together.answer]
    number = "" if together.probability is None else f", probability of being right {together.probability:.2f}"
    line = Text.assemble(
        terminal.sign(console, sign), " together: ", (words, "bold"), (f" ({_HEARD[together.because]}{number})", "dim")
    )
    console.print(line)


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


def _facts(found: Evidence) -> Text:
    parts = [terminal.counted(found.inputs, "input")]
    if found.inputs:
        parts.append(
            f"branches reached: reference {found.coverage.reference:.0%}, candidate {found.coverage.candidate:.0%}"
        )
    if found.probability is not None:
        parts.append(f"probability of being right {found.probability:.2f}")
    parts.append(f"{found.seconds:.1f}\u00a0s")
    return Text("  " + " · ".join(parts), "dim")
