"""codescore/compare and codescore/verdict: one verdict with everything behind it, and in one line.

For clients with views of their own; the commands of the same purpose also show a message.
"""

from __future__ import annotations

from typing import Any

from codescore.foundation.text import Text
from codescore.lsp import analysis, behaviour, describe, units, verdicts
from codescore.lsp.messages import UnitAddress, decode
from codescore.lsp.protocol import Refusal, range_of
from codescore.lsp.register import On
from codescore.lsp.schedule import Priority
from codescore.lsp.state import State


def register(state: State, on: On) -> None:  # noqa: ARG001  every family registers alike
    """Attach the handlers."""
    on("codescore/compare", compare)
    on("codescore/verdict", verdict)
    on("codescore/counterexample", counterexample)


async def compare(state: State, params: object) -> dict[str, Any]:
    """Both sides of a verdict, as sources and as sketches, for a view that shows them side by side."""
    address = decode(params, UnitAddress)
    document = units.document_at(state, address.uri)
    record, _ = units.record_at(state, document, address)
    unit, parsed = units.unit_at(state, document, address), document.snapshot()
    if parsed is None or unit is None:
        raise Refusal("this file is too large to be compared")
    from codescore.engine import Source  # noqa: PLC0415  heavy, and needed only once there are verdicts

    reference, other, path = record.pair.reference, record.pair.reference_unit, record.said.path
    run = state.schedule.checks.run
    ours = await run(Priority.ASKED, analysis.side, Source("", parsed.syntax, parsed.units), unit)
    theirs = await run(Priority.ASKED, analysis.side, reference, other)
    encoding = state.client.encoding
    there = Text.of(reference.syntax.source)
    return {
        "candidate": {
            "uri": document.uri,
            "label": state.label_of(document),
            "unit": unit.qualified,
            "range": range_of(parsed.text, unit.start, unit.end, encoding),
            **ours,
        },
        "reference": {
            "uri": path.as_uri() if path is not None else None,
            "label": record.said.label,
            "unit": other.qualified,
            "range": range_of(there, other.start, other.end, encoding),
            **theirs,
        },
        "verdict": verdicts.unit_json(document.text, record.verdict, encoding),
    }


def verdict(state: State, params: object) -> str:
    """A verdict in one line with its signature."""
    address = decode(params, UnitAddress)
    document = units.document_at(state, address.uri)
    record, _ = units.record_at(state, document, address)
    return describe.verdict_line(record, state.label_of(document))


def counterexample(state: State, params: object) -> dict[str, Any]:
    """The input on which a unit was seen to differ from its reference; refused where there is none."""
    address = decode(params, UnitAddress)
    document = units.document_at(state, address.uri)
    unit = units.unit_at(state, document, address)
    found = behaviour.of_unit(state, document, unit) if unit is not None else None
    if unit is None or found is None or found.counterexample is None:
        what = unit.qualified if unit is not None else state.label_of(document)
        raise Refusal(f"no input is known on which {what} differs from its reference")
    from codescore.evidence.as_test import runnable  # noqa: PLC0415  needed only once something was run

    shown, source = found.counterexample, document.text.data.decode("utf-8", "replace")
    return {
        "unit": unit.qualified,
        "input": shown.input,
        "expected": shown.expected,
        "got": shown.got,
        "aspect": shown.aspect,
        "test": runnable(found, document.language, str(document.path or ""), source),
        "signature": found.signature,
    }
