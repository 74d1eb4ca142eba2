"""Classes in which calls lead to each other: what was refused goes later, lists name what is there."""

from __future__ import annotations

import shutil

import pytest

from codescore.evidence.calls import once_more, sequence, steps_of
from codescore.evidence.contract import Outcome
from codescore.evidence.sandbox import probe
from codescore.evidence.session import EvidenceSession
from codescore.languages import by_id
from codescore.languages.values import Call, Int, Text
from tests.evidence.judging import judged

ABLE = probe()
needs_sandbox = pytest.mark.skipif(not ABLE.works, reason=f"NO SANDBOX, NOTHING TESTED: {ABLE.detail}; {ABLE.remedy}")
needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="NO NODE: nothing of TypeScript was run")
GROUPS = """
class Group {
  members = new Set<string>();
  banned = new Set<string>();
  parents: string[] = [];
}
export class Groups {
  private groups = new Map<string, Group>();
  create(name: string, parents: string[] = []): void {
    if (this.groups.has(name)) throw new Error("there already");
    parents.forEach((one) => this.find(one));
    const made = new Group();
    made.parents = [...parents];
    this.groups.set(name, made);
  }
  add(group: string, member: string): void { this.find(group).members.add(member); }
  ban(group: string, member: string): void { this.find(group).banned.add(member); }
  has(group: string, member: string): boolean {
    let found = false;
    const left = [group];
    while (left.length > 0) {
      const one = this.find(left.pop()!);
      if (one.banned.has(member)) return false;
      if (one.members.has(member)) found = true;
      left.push(...one.parents);
    }
    return found;
  }
  private find(name: string): Group {
    const found = this.groups.get(name);
    if (!found) throw new Error("unknown");
    return found;
  }
}
"""


@needs_sandbox
@needs_node
@pytest.mark.parametrize(
    ("old", "new", "verdict"),
    [
        ("let found = false;", "let found: boolean = !true;", "equivalent"),
        ("one.members.has(member)) found = true;", "one.members.has(member)) return true;", "differs"),
        (
            "made.parents = [...parents];",
            "parents.forEach((p) => this.find(p).members.forEach((m) => made.members.add(m)));",
            "differs",
        ),
    ],
    ids=["same", "too early", "copied"],
)
def test_what_a_group_has_from_others_is_asked_for(old: str, new: str, verdict: str) -> None:
    """A parent bans whom a child takes in; who joins a parent later is in its children, too."""
    assert old in GROUPS
    with EvidenceSession() as session:
        found = judged(session, "typescript", GROUPS.replace(old, new), GROUPS)
    assert found.verdict == verdict, found.reason


def test_private_methods_are_called_by_nobody() -> None:
    """TypeScript says `private`; `#find` was left out before."""
    language = by_id("typescript")
    assert language is not None
    entries = language.runner().survey(GROUPS).entries
    (entry,) = (one for one in entries if one.name == "Groups")
    assert [one.name for one in entry.members] == ["constructor", "create", "add", "ban", "has"]


def test_what_was_refused_is_made_again_behind_the_rest() -> None:
    """Then the last answers are asked for again; nothing where nothing was refused, or nothing else is there."""
    new, add, has = Call("Groups", ()), Call("add", (Text("a"), Int(1))), Call("has", (Text("a"),))
    given = sequence((new, add, has))
    gave, refused = Outcome("return"), Outcome("raise")
    made = once_more(given, Outcome("return", steps=(gave, refused, gave)))
    assert made is not None
    assert steps_of(made) == (new, has, add, has)
    assert once_more(given, Outcome("return", steps=(gave, gave, gave))) is None
    assert once_more(given, Outcome("return", steps=(gave, refused, refused))) is None
