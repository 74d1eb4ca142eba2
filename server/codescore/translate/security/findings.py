"""Analysers' reports → findings: SARIF 2.1.0, and the comma-separated tables of CodeQL.  Pure, strict, bounded.

A report is a stranger's file: what is too large, nested too deeply or not of its format is refused in one line that
names the place.  Which rule is about which weakness is read off the report's own tags; where it has none, the table
`weaknesses.toml` says so by the rule's name.  Knows no sample.  Neighbour: `analysers` makes and finds reports.

Sources: OASIS, Static Analysis Results Interchange Format 2.1.0, sections 3.27 (result), 3.49 (reporting descriptor);
CodeQL's manual, "CSV output".
"""

from __future__ import annotations

import csv
import io
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any
from urllib.parse import unquote

import msgspec

from codescore.foundation import shapes
from codescore.foundation.errors import InputError
from codescore.translate.security.model import Finding, cwe_number

#: Bytes of a report at most, and findings in it.
MAX_BYTES = 32 << 20
MAX_FINDINGS = 100_000
_MAX_MESSAGE = 2_000
_CSV_COLUMNS = 9  # name, description, severity, message, path, start line and column, end line and column
_TAG = re.compile(r"(?:^|[^a-z])cwe[-_ /:]*0*(\d{1,5})(?!\d)", re.IGNORECASE)


class _Region(msgspec.Struct):
    startLine: int = 1  # noqa: N815  (SARIF's names)
    endLine: int | None = None  # noqa: N815


class _Artifact(msgspec.Struct):
    uri: str = ""


class _Physical(msgspec.Struct):
    artifactLocation: _Artifact = msgspec.field(default_factory=_Artifact)  # noqa: N815
    region: _Region = msgspec.field(default_factory=_Region)


class _Location(msgspec.Struct):
    physicalLocation: _Physical | None = None  # noqa: N815


class _Message(msgspec.Struct):
    text: str = ""


class _RuleRef(msgspec.Struct):
    id: str = ""
    index: int = -1


class _Result(msgspec.Struct):
    ruleId: str = ""  # noqa: N815
    ruleIndex: int = -1  # noqa: N815
    rule: _RuleRef | None = None
    level: str = "warning"
    message: _Message = msgspec.field(default_factory=_Message)
    locations: list[_Location] = []
    suppressions: list[dict[str, Any]] | None = None
    taxa: list[_RuleRef] = []


class _Rule(msgspec.Struct):
    id: str
    name: str = ""
    properties: dict[str, Any] = {}
    relationships: list[dict[str, Any]] = []


class _Component(msgspec.Struct):
    name: str = ""
    semanticVersion: str = ""  # noqa: N815
    version: str = ""
    rules: list[_Rule] = []


class _Tool(msgspec.Struct):
    driver: _Component
    extensions: list[_Component] = []


class _Notification(msgspec.Struct):
    level: str = "warning"
    message: _Message = msgspec.field(default_factory=_Message)
    locations: list[_Location] = []


class _Invocation(msgspec.Struct):
    toolExecutionNotifications: list[_Notification] = []  # noqa: N815


class _Run(msgspec.Struct):
    tool: _Tool
    results: list[_Result] | None = None
    invocations: list[_Invocation] = []


class _Log(msgspec.Struct):
    version: str
    runs: list[_Run]


@dataclass(frozen=True, slots=True)
class Report:
    """What an analyser reported: its name and version, findings in its order, what it could not read (path, why)."""

    tool: str
    findings: tuple[Finding, ...]
    failures: tuple[tuple[str, str], ...] = ()


def read_report(data: bytes, label: str) -> Report:
    """A report in either format, told apart by its beginning.  Raises InputError that names `label`."""
    if len(data) > MAX_BYTES:
        raise InputError(f"{label} is larger than {MAX_BYTES >> 20} MB; have the analyser report on less")
    return read_sarif(data, label) if data.lstrip()[:1] == b"{" else read_csv(data, label)


def read_sarif(data: bytes, label: str) -> Report:
    """A SARIF log.  Suppressed results do not count.  Raises InputError."""
    try:
        log = shapes.from_json(data, _Log)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise InputError(f"{label} is not SARIF 2.1.0: {str(error)[:200]}; export it again") from None
    if log.version != "2.1.0":
        raise InputError(f"{label} is SARIF {log.version[:20]!r}; export version 2.1.0")
    if sum(len(run.results or ()) for run in log.runs) > MAX_FINDINGS:
        raise InputError(f"{label} holds more than {MAX_FINDINGS:,} findings; have the analyser report on less")
    found = [one for run in log.runs for one in _results(run)]
    failed = [
        (_path(place), note.message.text[:_MAX_MESSAGE])
        for run in log.runs
        for invocation in run.invocations
        for note in invocation.toolExecutionNotifications
        if note.level == "error"
        for place in note.locations or [_Location()]
    ]
    names = [f"{driver.name} {driver.semanticVersion or driver.version}".strip() for driver in _drivers(log)]
    return Report(", ".join(dict.fromkeys(names)) or "unnamed analyser", tuple(found), tuple(failed))


def read_csv(data: bytes, label: str) -> Report:
    """CodeQL's table: nine columns, no heading; an empty file is a report without findings.  Raises InputError."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        raise InputError(f"{label} is not UTF-8; export it again") from None
    rows = csv.reader(io.StringIO(text, newline=""), strict=True)
    found: list[Finding] = []
    try:
        for row in rows:
            if len(found) >= MAX_FINDINGS:
                raise InputError(f"{label} holds more than {MAX_FINDINGS:,} findings; have the analyser report on less")
            if row:
                found.append(_row(row, f"{label}, line {rows.line_num}"))
    except csv.Error as error:
        raise InputError(f"{label}, line {rows.line_num}: {error}; export it again") from None
    return Report("CodeQL", tuple(found))


def _row(row: Sequence[str], place: str) -> Finding:
    if len(row) != _CSV_COLUMNS:
        raise InputError(f"{place}: {len(row)} columns where CodeQL writes {_CSV_COLUMNS}; export it again")
    name, _, severity, message, path, line, _, end, _ = row
    if not all(number.isascii() and number.isdigit() and len(number) < 10 for number in row[5:]):
        raise InputError(f"{place}: a line or column is not a whole number; export it again")
    return Finding(name, message[:_MAX_MESSAGE], severity, path, int(line), int(end), named(name))


def _results(run: _Run) -> Iterator[Finding]:
    rules = {rule.id: rule for part in (run.tool.driver, *run.tool.extensions) for rule in part.rules}
    order = run.tool.driver.rules
    for result in run.results or ():
        if result.suppressions:
            continue
        index = result.rule.index if result.rule is not None and result.ruleIndex < 0 else result.ruleIndex
        id_ = result.ruleId or (result.rule.id if result.rule else "")
        id_ = id_ or (order[index].id if 0 <= index < len(order) else "")
        rule = rules.get(id_)
        place = result.locations[0] if result.locations else _Location()
        region = place.physicalLocation.region if place.physicalLocation else _Region()
        yield Finding(
            id_, result.message.text[:_MAX_MESSAGE], result.level, _path(place), region.startLine,
            region.endLine or region.startLine, _weaknesses(id_, rule, result),
        )  # fmt: skip


def _weaknesses(id_: str, rule: _Rule | None, result: _Result) -> frozenset[int]:
    """CWE numbers of a rule: of its tags and relationships, of the result's taxa, else of the table."""
    words: list[str] = [taxon.id for taxon in result.taxa if "cwe" in taxon.id.lower()]
    if rule is not None:
        tags = rule.properties.get("tags", [])
        cwe = rule.properties.get("cwe", [])
        words += [str(tag) for tag in (tags if isinstance(tags, list) else [tags])]
        words += [str(one) for one in (cwe if isinstance(cwe, list) else [cwe])]
        words += [
            f"CWE-{target.get('id', '')}"
            for one in rule.relationships
            if isinstance(target := one.get("target", {}), dict)
            and isinstance(part := target.get("toolComponent", {}), dict)
            and str(part.get("name", "")).upper() == "CWE"
        ]
    numbers = {int(match[1]) for word in words for match in _TAG.finditer(word)}
    return frozenset(numbers) or named(id_) or (named(rule.name) if rule is not None else frozenset())


def _path(place: _Location) -> str:
    uri = place.physicalLocation.artifactLocation.uri if place.physicalLocation else ""
    return unquote(re.sub(r"^file:(?://[^/]*)?", "", uri))


def _drivers(log: _Log) -> list[_Component]:
    return [run.tool.driver for run in log.runs]


@cache
def _table() -> Mapping[str, frozenset[int]]:
    text = files(__package__).joinpath("weaknesses.toml").read_text(encoding="utf-8")
    table = tomllib.loads(text)["rules"]
    return {
        rule: frozenset(number for one in cwes if (number := cwe_number(one)) is not None)
        for rules in table.values()
        for rule, cwes in rules.items()
    }


def named(rule: str) -> frozenset[int]:
    """The weaknesses that a rule of this name or id is about, by the table; none where it is not in it."""
    return _table().get(rule, frozenset())
