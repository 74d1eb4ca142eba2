"""Byte offsets to the protocol's positions, and findings to its diagnostics: plain values, ready to be sent.  Pure."""

from __future__ import annotations

from typing import Any

from codescore.foundation.text import Encoding, Text
from codescore.lsp.findings import Finding

Range = dict[str, dict[str, int]]

SOURCE = "codescore-r"
SEVERITIES = {"error": 1, "warning": 2, "information": 3, "hint": 4}


def position_of(text: Text, offset: int, encoding: Encoding) -> dict[str, int]:
    """`{"line", "character"}` of an offset."""
    place = text.position(offset, encoding)
    return {"line": place.line, "character": place.column}


def range_of(text: Text, start: int, end: int, encoding: Encoding) -> Range:
    """`{"start", "end"}` of bytes [start, end)."""
    return {"start": position_of(text, start, encoding), "end": position_of(text, end, encoding)}


def diagnostic(finding: Finding, text: Text, encoding: Encoding, *, related: bool) -> dict[str, Any]:
    """A finding as a diagnostic; `related` says whether the client takes related information."""
    result: dict[str, Any] = {
        "range": range_of(text, finding.start, finding.end, encoding),
        "severity": SEVERITIES[finding.severity],
        "code": finding.code,
        "source": SOURCE,
        "message": finding.message,
    }
    if related and finding.related:
        result["relatedInformation"] = [
            {"location": {"uri": one.uri, "range": one.range}, "message": one.message} for one in finding.related
        ]
    return result
