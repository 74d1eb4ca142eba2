"""Analysers' reports, friendly and hostile."""

from __future__ import annotations

import json
from typing import Any

import pytest

from codescore.foundation.errors import InputError
from codescore.translate.security.findings import read_csv, read_report, read_sarif
from tests.translate.security.samples import PATH_RULE, row


def sarif(*results: dict[str, Any], rules: tuple[dict[str, Any], ...] = (), **more: Any) -> bytes:
    run = {"tool": {"driver": {"name": "Any", "version": "1", "rules": list(rules)}}, "results": list(results), **more}
    return json.dumps({"version": "2.1.0", "runs": [run]}).encode()


def result(rule: str, path: str = "a%20b/App.java", line: int = 3, **more: Any) -> dict[str, Any]:
    place = {"physicalLocation": {"artifactLocation": {"uri": path}, "region": {"startLine": line}}}
    return {"ruleId": rule, "message": {"text": "m"}, "locations": [place], **more}


def test_a_row_of_codeql_is_a_finding_of_the_weakness_that_its_rule_is_about() -> None:
    """Nine columns; the table names rules only."""
    (found,) = read_csv(row(PATH_RULE, "/App.java", 7).encode(), "x").findings
    assert (found.rule, found.path, found.line, found.cwes) == (PATH_RULE, "/App.java", 7, {22})


def test_a_message_may_hold_line_breaks_and_an_empty_table_has_no_findings() -> None:
    """As CodeQL writes them."""
    two = row(PATH_RULE, "/App.java", 7).replace("A [[", "first\nA [[")
    assert len(read_csv(two.encode(), "x").findings) == 1
    assert read_csv(b"", "x").findings == ()


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b'"a","b"\n', "2 columns"),
        (row("r", "/a", 1).replace('"1","1"', '"one","1"').encode(), "whole number"),
        (b"\xff\xfe", "not UTF-8"),
        (b'"unclosed', "line 1"),
        (b'"' + b"x" * 200_000 + b'",1', "line 1"),
    ],
)
def test_a_broken_table_is_refused_in_one_line(data: bytes, said: str) -> None:
    """With its place."""
    with pytest.raises(InputError, match=said) as raised:
        read_csv(data, "some.csv")
    assert "some.csv" in str(raised.value)
    assert "\n" not in str(raised.value)


def test_weaknesses_are_read_off_tags_relationships_and_names() -> None:
    """CodeQL tags `external/cwe/cwe-089`, others relate to a taxonomy, and what has neither is in the table."""
    tagged = {"id": "a", "properties": {"tags": ["security", "external/cwe/cwe-089", "CWE-564: x", "cwe-like"]}}
    related = {"id": "b", "relationships": [{"target": {"id": "79", "toolComponent": {"name": "CWE"}}}]}
    data = sarif(result("a"), result("b"), result("XPATH_INJECTION"), result("z"), rules=(tagged, related))
    assert [one.cwes for one in read_sarif(data, "x").findings] == [{89, 564}, {79}, {643}, set()]


def test_paths_are_decoded_and_suppressed_results_do_not_count() -> None:
    """A person who suppressed a result has judged it."""
    data = sarif(result("a", "file:///src/a%20b.java"), result("b", suppressions=[{"kind": "inSource"}]))
    (found,) = read_sarif(data, "x").findings
    assert found.path == "/src/a b.java"


def test_a_file_that_could_not_be_read_is_a_failure_and_not_silence() -> None:
    """Errors of the invocation, by their place."""
    note = {"level": "error", "message": {"text": "syntax error"}, "locations": result("", "bad.java")["locations"]}
    data = sarif(invocations=[{"toolExecutionNotifications": [note]}])
    assert read_sarif(data, "x").failures == (("bad.java", "syntax error"),)


@pytest.mark.parametrize(
    "data",
    [
        b"{}",
        b'{"version": "2.1.0", "runs": 5}',
        b'{"version": "2.0.0", "runs": []}',
        b'{"version": "2.1.0", "runs": ' + b"[" * 100_000,
        b'{"version": "2.1.0", "runs": [{"tool": {"driver": {"rules": [{"id": 5}]}}}]}',
        b'{"version": "2.1.0", "runs": [{"tool": {"driver": {}}, "results": [{"ruleIndex": "x"}]}]}',
    ],
)
def test_what_is_no_sarif_is_refused_in_one_line(data: bytes) -> None:
    """Wrong types, wrong versions, endless nesting."""
    with pytest.raises(InputError, match=r"some\.sarif"):
        read_report(data, "some.sarif")


def test_an_odd_but_valid_log_is_read() -> None:
    """No results, no locations, an index into no rule, properties of any kind."""
    log = sarif(
        {"message": {}, "ruleIndex": 9},
        result("a"),
        rules=({"id": "a", "properties": {"tags": {"no": "list"}, "cwe": 5}},),
    )
    assert [one.cwes for one in read_sarif(log, "x").findings] == [set(), set()]
    assert read_sarif(b'{"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "A"}}}]}', "x").findings == ()
