"""Verdicts to what is shown of a document: findings, badges, the list of its functions.  On the event loop.

Neighbours: `judge` and `behaviour` bring verdicts, `describe` words them, `show` tells the client.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from codescore.foundation.text import Text
from codescore.lsp import describe, show, status, unit_list
from codescore.lsp.analysis import Judged, Record
from codescore.lsp.documents import Open
from codescore.lsp.findings import Finding, Related
from codescore.lsp.places import range_of
from codescore.lsp.state import State


def take(state: State, document: Open, judged: list[Judged]) -> None:
    """Take in verdicts and show them."""
    view, settings = state.view_of(document), state.settings_of(state.root_of(document.path))
    records = [record for one in judged for record in one.records]
    view.judged, view.fresh = judged, True
    view.records = {}
    for record in records:
        view.records.setdefault(record.unit.qualified, []).append(record)
    view.compared = [(r.unit.start, r.unit.end) for r in records]
    said = _unlike(state, records, settings.severity)
    said += [finding for one in judged for finding in describe.of_reference(one)]
    said += [finding for one in judged for finding in _lacking(state, one, settings.severity)]
    if settings.problems != "off":
        told = {f.within for f in view.compiler}
        alone = [r for r in records if (r.unit.start, r.unit.end) not in told]
        said += [f for r in alone for f in describe.of_verdict_problems(r)]
    view.scores = said
    unit_list.tell(state, document)  # first: a badge is what a person looks at
    show.refresh(state, document)
    status.tell(state)


def _unlike(state: State, records: list[Record], severity: str) -> list[Finding]:
    """Findings on functions that are unlike their references, with the places of these."""
    texts: dict[int, Text] = {}
    said: list[Finding] = []
    for record in records:
        finding = describe.of_record(record, severity) or describe.of_behaviour(record, severity)
        if finding is not None and record.said.path is not None:
            reference = record.pair.reference
            text = texts.setdefault(id(reference), Text.of(reference.syntax.source))
            other = record.pair.reference_unit
            places = [(other.name_start, other.name_end, f"the reference, {other.qualified}")]
            there = describe.first_of_reference(record)
            places += [there] if there is not None else []
            finding = replace(finding, related=_related(state, record.said.path, text, places))
        if finding is not None:
            said.append(finding)
    return said


def _lacking(state: State, one: Judged, severity: str) -> list[Finding]:
    """Findings on what a document lacks, with the places of it in the reference."""
    text = Text.of(one.file.reference.syntax.source)
    return [
        finding
        if one.said.path is None
        else replace(
            finding,
            related=_related(
                state,
                one.said.path,
                text,
                [(unit.name_start, unit.name_end, f"the reference, {unit.qualified}") for unit in units],
            ),
        )
        for finding, units in describe.of_lacking(one, severity)
    ]


def _related(state: State, path: Path, text: Text, places: list[tuple[int, int, str]]) -> tuple[Related, ...]:
    """Places in a reference, for whoever wants to go there."""
    opened = next((d.uri for d in state.documents if d.real == path), None)
    uri, encoding = opened or path.as_uri(), state.client.encoding
    return tuple(Related(uri, range_of(text, start, end, encoding), message) for start, end, message in places)
