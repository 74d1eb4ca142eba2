"""Functions beside each other whose texts have one name: each is taken apart in its own form."""

from __future__ import annotations

import pytest

from codescore.evidence.session import EvidenceSession
from codescore.languages import by_id
from codescore.languages.shapes import Shape, TextShape
from tests.evidence.judging import judged

PYTHON = """
import re

def query(text):
    found = {}
    for pair in text.split("&"):
        key, value = pair.split("=")
        found[key] = value
    return found

def seconds(text):
    match = re.fullmatch(r"(\\\\d+)h(\\\\d+)m", text)
    return int(match.group(1)) * 3600 + int(match.group(2)) * 60 if match else None

def shortened(text, most):
    return text if len(text) <= most else text[:most] + "..."
""".replace("\\\\", "\\")
JAVASCRIPT = """
function query(text) {
  const found = {};
  for (const pair of text.split("&")) {
    const [key, value] = pair.split("=");
    found[key] = value;
  }
  return found;
}
function seconds(text) {
  const match = /^(\\d+)h(\\d+)m$/.exec(text);
  return match ? Number(match[1]) * 3600 + Number(match[2]) * 60 : null;
}
function shortened(text, most) {
  return text.length <= most ? text : text.slice(0, most) + "...";
}
"""
VERSIONS = """
def parts(version):
    return [int(part) for part in version.split(".")]

def is_stable(version):
    return "-" not in version
"""


def shapes(language: str, source: str) -> dict[str, Shape]:
    """The shape of each function's first parameter."""
    found = by_id(language)
    runner = found.runner() if found is not None else None
    assert runner is not None
    return {entry.name: entry.parameters[0].shape for entry in runner.survey(source).entries}


@pytest.mark.parametrize(("language", "source"), [("python", PYTHON), ("javascript", JAVASCRIPT)])
def test_what_is_only_called_text_has_no_form_of_another(language: str, source: str) -> None:
    found = shapes(language, source)
    query, shortened = found["query"], found["shortened"]
    assert isinstance(query, TextShape)
    assert query.written is not None
    assert query.written.separator == "&"
    assert isinstance(shortened, TextShape)
    assert shortened.written is None
    assert found["seconds"] != query


def test_a_telling_name_has() -> None:
    """A version is written like one wherever it is taken."""
    found = shapes("python", VERSIONS)
    for shape in found.values():
        assert isinstance(shape, TextShape)
        assert shape.written is not None
        assert shape.written.separator == "."


@pytest.mark.sandbox
@pytest.mark.parametrize(("language", "source"), [("python", PYTHON), ("javascript", JAVASCRIPT)])
def test_each_of_them_is_run_on_its_own_form(session: EvidenceSession, language: str, source: str) -> None:
    """A slip in one that only its own form shows."""
    assert judged(session, language, source, source).verdict == "equivalent"
    wrong = source.replace("* 3600", "* 360")
    assert judged(session, language, wrong, source).verdict == "differs"
