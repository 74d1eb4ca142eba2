"""A place of -1 that a text is cut at, and order by locale: neither accuses anybody."""

from __future__ import annotations

import shutil

import pytest

from codescore.evidence.session import EvidenceSession
from codescore.languages import by_id
from tests.evidence.judging import judged

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="NO NODE: nothing of JavaScript was run")
PAIR = """function pair(text) {
  const eq = text.indexOf("=");
  return [text.slice(0, eq).trim(), text.slice(eq + 1)];
}
"""
SPLIT = """function pair(text) {
  const [key, ...rest] = text.split("=");
  return [key.trim(), rest.join("=")];
}
"""
NAMES = """function names(users) {
  return users.map((u) => u.name).sort((a, b) => a.localeCompare(b));
}
"""
SIGNS = """function names(users) {
  return [...users].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)).map((u) => u.name);
}
"""


@pytest.fixture(scope="module")
def session():
    with EvidenceSession() as made:
        yield made


def test_a_text_that_is_cut_at_a_sign_has_it(session: EvidenceSession) -> None:
    """The texts that are drawn are pairs; a fault in either part shows, and where the sign lacks nobody is accused."""
    found = judged(session, "javascript", SPLIT, PAIR)
    assert found.verdict in ("equivalent", "conditional"), found.reason
    assert judged(session, "javascript", SPLIT.replace('rest.join("=")', "rest[0]"), PAIR).verdict == "differs"
    asked = PAIR.replace("  return", '  if (eq === -1) return [text, ""];\n  return')
    assert judged(session, "javascript", SPLIT.replace("key.trim()", "key"), asked).verdict == "differs"
    written = {}
    for name, source in (("cut", PAIR), ("asked", asked)):
        language = by_id("javascript")
        assert language is not None
        (entry,) = language.runner().survey(source).entries
        written[name] = entry.parameters[0].shape.written
    assert written["cut"].separator == "="
    assert written["cut"].fixed
    assert not written["asked"].fixed


SETTINGS = """function read(text) {
  const found = {};
  for (const line of text.split("\\n")) {
    if (line.startsWith("[")) { found[line.slice(1, -1)] = true; continue; }
    const at = line.indexOf("=");
    found[line.slice(0, at)] = line.slice(at + 1);
  }
  return found;
}
"""
PARTS = """function read(text) {
  const found = {};
  text.split("\\n").forEach((line) => {
    if (line[0] === "[") { found[line.substring(1, line.length - 1)] = true; return; }
    const parts = line.split("=");
    found[parts[0]] = parts.slice(1).join("=");
  });
  return found;
}
"""


def test_the_last_sign_is_meant_where_it_is_written_so(session: EvidenceSession) -> None:
    """`slice(1, -1)` takes off brackets, and a place of -1 that was sought is still a doubt; lines have the sign."""
    found = judged(session, "javascript", PARTS, SETTINGS)
    assert found.verdict in ("equivalent", "conditional"), found.reason
    wrong = PARTS.replace('parts.slice(1).join("=")', "parts[1]")
    assert judged(session, "javascript", wrong, SETTINGS).verdict == "differs"
    language = by_id("javascript")
    assert language is not None
    for source, words in (
        (SETTINGS, ["text has '=' in each line"]),
        (SETTINGS.replace("    found[line.slice(0", "    if (at < 0) continue;\n    found[line.slice(0"), []),
    ):
        (entry,) = language.runner().survey(source).entries
        assert [one.words() for one in entry.assumptions if one.property == "marked"] == words


DATES = """function days(start, count) {
  const found = [];
  for (let i = 0; i < count; i++) found.push(new Date(Date.UTC(start + i, 0, 1)).toISOString().slice(0, 10));
  return found;
}
"""
PADDED = """function days(start, count) {
  return Array.from({ length: count }, (_, i) => `${String(start + i).padStart(4, "0")}-01-01`);
}
"""


def test_a_day_beyond_the_year_9999_is_a_condition(session: EvidenceSession) -> None:
    """It is written with a sign and two more digits; nobody is accused for that."""
    reference = DATES.replace("start + i, 0", "2000 + start + i, 0")
    right = PADDED.replace("String(start + i)", "String(2000 + start + i)")
    found = judged(session, "javascript", right, reference)
    assert found.verdict in ("conditional", "equivalent"), found.reason
    assert judged(session, "javascript", right.replace("-01-01", "-01-02"), reference).verdict == "differs"


def test_order_by_locale_is_a_condition(session: EvidenceSession) -> None:
    """What is not in order at all is different."""
    found = judged(session, "javascript", SIGNS, NAMES)
    assert found.verdict == "conditional", found.reason
    assert "by locale" in found.reason
    assert judged(session, "javascript", NAMES, NAMES).verdict == "equivalent"
    assert judged(session, "javascript", NAMES.replace("a.localeCompare(b)", "0"), NAMES).verdict == "differs"
