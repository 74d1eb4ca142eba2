"""workspace/executeCommand: what code actions and lenses lead to.

What a command returns is for a client that has a view for it; any other shows the message that is sent beside it.
"""

from __future__ import annotations

from typing import Any

from codescore.lsp.handlers import comparison, references
from codescore.lsp.protocol import Refusal
from codescore.lsp.register import On
from codescore.lsp.state import State

_INFORMATION = 3


def register(state: State, on: On) -> None:  # noqa: ARG001  every family registers alike
    """Attach the commands."""
    on("codescore.compare", compare)
    on("codescore.copyVerdict", copy_verdict)
    on("codescore.compareOnInput", compare_on_input)
    on("codescore.copyTest", copy_test)
    on("codescore.useAsReference", references.use_as_reference)
    on("codescore.scoreAgainstSelection", references.score_against_selection)
    on("codescore.setReference", references.set_reference)
    on("codescore.clearReference", references.clear_reference)


async def compare(state: State, params: object) -> dict[str, Any]:
    """Both sides of a verdict; the person is shown the verdict in a line."""
    both = await comparison.compare(state, params)
    _say(state, comparison.verdict(state, params))
    return both


def copy_verdict(state: State, params: object) -> str:
    """A verdict in one line with its signature; the client puts it where it wants."""
    line = comparison.verdict(state, params)
    _say(state, line)
    return line


async def compare_on_input(state: State, params: object) -> dict[str, Any]:
    """Both sides of a verdict with the input on which they differ; the person is told that input."""
    found = comparison.counterexample(state, params)
    both = await comparison.compare(state, params)
    _say(state, f"{found['input']}: {found['got']}, the reference: {found['expected']}")
    return both | {"counterexample": found}


def copy_test(state: State, params: object) -> str:
    """The input on which a function differs from its reference, as a test; the client puts it where it wants."""
    test: str = comparison.counterexample(state, params)["test"]
    if not test:
        raise Refusal("this difference cannot be written as a test")
    _say(state, f"as a test:\n{test}")
    return test


def _say(state: State, line: str) -> None:
    """Show a line to the person; a server cannot reach their clipboard or open a view."""
    state.protocol.tell("window/showMessage", {"type": _INFORMATION, "message": f"CodeScore-R: {line}"})
