"""`codescore doctor`: what is installed here, and what to do about what is missing.

The examinations are in `examinations`; this file shows them.
"""

from __future__ import annotations

import argparse

from codescore.cli import terminal
from codescore.cli.arguments import Commands, Parser, add_command, add_json

_SUMMARY = "What is installed, and what to do about what is missing."

_DETAILS = """\
Each line is ok, a warning (something works less well) or a failure, with the remedy. The exit code is 3 where the
main job, scoring one function against another, cannot be done, and 0 otherwise."""


def configure(commands: Commands[Parser]) -> None:
    """The arguments of `doctor`."""
    example = "  codescore doctor\n  codescore doctor --json"
    parser = add_command(commands, "doctor", _SUMMARY, _DETAILS, example)
    add_json(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Examine and print."""
    from codescore.cli.examinations import FAIL, WARN, examine

    with terminal.progress("examining"):
        findings = examine()
    failed = any(finding.status == FAIL for finding in findings)
    if arguments.json:
        listed = [{"name": f.name, "status": f.status, "message": f.message, "remedy": f.remedy} for f in findings]
        terminal.print_json({"ok": not failed, "checks": listed})
        return 3 if failed else 0
    from rich.table import Table
    from rich.text import Text

    console = terminal.stdout()
    table = Table.grid(padding=(0, 1))
    for overflow in ("ignore", "fold", "fold"):
        table.add_column(overflow=overflow)
    signs = {FAIL: "no", WARN: "warn"}
    for finding in findings:
        message = Text(terminal.visible(finding.message))
        if finding.remedy:
            message.append(f"\nto do: {terminal.visible(finding.remedy)}", "yellow")
        table.add_row(terminal.sign(console, signs.get(finding.status, "yes")), Text(finding.name, "bold"), message)
    console.print(table)
    warned = sum(finding.status == WARN for finding in findings)
    if failed:
        console.print("The main job cannot be done here; see the lines marked above.", style="bold")
    else:
        console.print("Ready to score." if not warned else f"Ready to score; warnings: {warned}.", style="bold")
    return 3 if failed else 0
