"""OTLP as JSON lines, as a collector's file exporter writes logs: its records in the shape of the SDK's own.

Source: the OpenTelemetry protocol, JSON encoding of `LogsData` (64-bit numbers may be texts).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from codescore.experiments.importers.importer import shaped
from codescore.foundation.errors import InputError


class _Value(Struct):
    stringValue: str | None = None  # noqa: N815  (theirs, here and below)
    boolValue: bool | None = None  # noqa: N815
    intValue: int | str | None = None  # noqa: N815
    doubleValue: float | None = None  # noqa: N815


class _Attribute(Struct):
    key: str
    value: _Value


class _Record(Struct):
    timeUnixNano: int | str = 0  # noqa: N815
    observedTimeUnixNano: int | str = 0  # noqa: N815
    attributes: list[_Attribute] = []


class _Scope(Struct):
    logRecords: list[_Record] = []  # noqa: N815


class _Resource(Struct):
    scopeLogs: list[_Scope] = []  # noqa: N815


class _Logs(Struct):
    resourceLogs: list[_Resource]  # noqa: N815


def records(line: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The log records of a line as `{hrTime: [seconds, nanoseconds], attributes: {…}}`."""
    for resource in shaped(line, _Logs, "OTLP").resourceLogs:
        for scope in resource.scopeLogs:
            for record in scope.logRecords:
                moment = _whole(record.timeUnixNano) or _whole(record.observedTimeUnixNano)
                attributes = {one.key: _plain(one.value) for one in record.attributes}
                yield {"hrTime": list(divmod(moment, 1_000_000_000)), "attributes": attributes}


def _plain(value: _Value) -> object:
    if value.intValue is not None:
        return _whole(value.intValue)
    return next((found for found in (value.stringValue, value.boolValue, value.doubleValue) if found is not None), None)


def _whole(number: int | str) -> int:
    try:
        return int(str(number)[:20])
    except ValueError:
        raise InputError(f"OTLP: {str(number)[:20]!r} is not a whole number") from None
