"""Where a program keeps something under a name at one word and takes it out at another, in four languages."""

from __future__ import annotations

import pytest

from codescore.languages.turns import Turn, compared_words, turns

PYTHON = """
for line in sys.stdin:
    clock, user, action = line.split()
    if action == "login":
        since[user] = int(clock)
        if user not in totals:
            totals[user] = 0
    else:
        totals[user] += int(clock) - since.pop(user)
"""
DELETED = """
for line in sys.stdin:
    parts = line.split()
    if parts[0] == "close":
        total += now - opened[parts[1]]
        del opened[parts[1]]
    elif parts[0] == "open":
        opened[parts[1]] = now
"""
JAVA = """
switch (what) {
    case "open":
        opened.put(door, time);
        break;
    case "close":
        int since = opened.remove(door);
        total.merge(door, time - since, Integer::sum);
        break;
}
"""
CPP = 'while (cin >> name >> sign) if (sign == "+") inside.insert(name); else inside.erase(name);'
ALLMAN = """
if (sign == "IN")
{
    inside.insert(name);
    most = max(most, (int)inside.size());
}
else if (sign == "OUT")
{
    inside.erase(name);
}
"""
SCRIPT = """
for (const line of lines) {
  const [sign, name] = line.split(" ");
  if (sign === "+") {
    inside.add(name);
  } else if (sign === "-") {
    inside.delete(name);
  }
}
"""


@pytest.mark.parametrize(("source", "found"), [
    (PYTHON, Turn("login", "", "action", "user")),
    (DELETED, Turn("open", "close", "parts[0]", "parts[1]")),
    (JAVA, Turn("open", "close", "", "door")),
    (JAVA.replace('case "close"', "default"), Turn("open", "", "", "door")),
    (CPP.replace("inside.erase", "{ total += inside.at(name); inside.erase").replace("name);'", "name); }'"),
     Turn("+", "", "sign", "name")),
    (ALLMAN.replace("inside.erase", "sum -= *inside.find(name); inside.erase"), Turn("IN", "OUT", "sign", "name")),
    (SCRIPT.replace("inside.delete", "sum += inside.get(name); inside.delete"), Turn("+", "-", "sign", "name")),
])  # fmt: skip
def test_what_is_put_in_at_one_word_and_taken_out_at_another(source: str, found: Turn) -> None:
    assert turns(source) == [found]


@pytest.mark.parametrize(
    "source",
    [
        PYTHON.replace("since[user] = int", "if user in since:\n            continue\n        since[user] = int"),
        PYTHON.replace("since[user] = int(clock)", "since[user] = since.get(user, 0) + int(clock)"),
        PYTHON.replace("since.pop(user)", "since[user]"),
        PYTHON.replace("since.pop(user)", "since.pop(clock)"),
        JAVA.replace("opened.put", "boolean known = opened.containsKey(door);\n        opened.put"),
        CPP.replace("inside.insert(name);", "count += inside.insert(name).second;"),
        CPP.replace("inside.insert(name);", "inside.insert(name).second ? ++count : count;"),
        SCRIPT.replace("inside.add(name)", "if (!inside.has(name)) inside.add(name)"),
        SCRIPT.replace('sign === "-"', "name > sign"),
        DELETED.replace('elif parts[0] == "open"', 'elif parts[2] == "open"'),
        'if a == "x":\n    s.add(n)\nelif a == "y":\n    t += 1\nelse:\n    s.remove(n)\n',
        "",
    ],
)
def test_who_asks_whether_it_is_there_means_something_else(source: str) -> None:
    """So do those who take nothing out, or something else, or at several words."""
    assert not turns(source)


def test_the_words_at_which_something_else_is_done() -> None:
    assert compared_words(PYTHON + DELETED) == {"login", "open", "close"}


@pytest.mark.parametrize("source", [
    "if " * 20_000, "if (a" * 20_000, 'if a == "x": s.add(' * 5_000, "if" + " " * 40_000, 'case "' * 9_000,
    "a." * 20_000,
    'if a == "x":\n' + " " * 30_000 + "s", 'if a == "x": ' + "s[a" * 10_000, 'if a == "x": ' + "s[a] = " * 5_000,
])  # fmt: skip
def test_texts_that_are_no_programs_have_none(source: str) -> None:
    """Nor do they take long: see the bounds of the patterns."""
    assert not turns(source)


@pytest.mark.parametrize("source", [
    CPP, ALLMAN, SCRIPT, PYTHON.replace("since.pop(user)", "since.pop(user, 0)"),
    PYTHON.replace("totals[user] += int(clock) - since.pop(user)", "since.discard(user)"),
    JAVA.replace("int since = opened.remove(door);", "opened.remove(door);"),
])  # fmt: skip
def test_who_does_not_need_what_was_there_asks_for_no_turn(source: str) -> None:
    """A set from which something is taken that may not be in it is no log."""
    assert turns(source) == []
