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


def test_order_by_locale_is_a_condition(session: EvidenceSession) -> None:
    """What is not in order at all is different."""
    found = judged(session, "javascript", SIGNS, NAMES)
    assert found.verdict == "conditional", found.reason
    assert "by locale" in found.reason
    assert judged(session, "javascript", NAMES, NAMES).verdict == "equivalent"
    assert judged(session, "javascript", NAMES.replace("a.localeCompare(b)", "0"), NAMES).verdict == "differs"
