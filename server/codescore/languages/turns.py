"""Where a program keeps something under a name at one word of a line and takes it out again at another.

`if action == "login": since[user] = now`, `else: total += now - since.pop(user)`.  Who does not ask at the first if it
is there takes the two for coming in turn, and nothing but the text says so.  Branches are told apart by how far their
lines are indented, whatever the language.  Pure.  Neighbours: `evidence.in_turn` (the promise that comes of it).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice, permutations

_HEAD = re.compile(r"\b(?:else[ \t]{1,4}if|elif|if|else|case|default)\b")
_MOST_TEXT, _MOST_HEADS, _MOST_PUT = 40_000, 200, 8  # that are looked at
_LONGEST_TEST = 300
_VALUE = r"[A-Za-z_][\w.]{0,60}(?:\[\d{1,2}\])?"
_WORD = r"""(['"])([^'"\\\s]{1,30})"""
_IS = (
    re.compile(rf"(?<![\w.])({_VALUE})\s{{0,4}}={{2,3}}\s{{0,4}}{_WORD}\2"),
    re.compile(rf"(?<![\w.])({_VALUE})\.equals(?:IgnoreCase)?\(\s{{0,4}}{_WORD}\2"),
)
_IS_TURNED = re.compile(rf"{_WORD}\1(?:\s{{0,4}}={{2,3}}\s{{0,4}}|\.equals(?:IgnoreCase)?\()({_VALUE})")
_CASE = re.compile(rf"\s{{0,4}}{_WORD}\1\s{{0,4}}(?::|->)")
#: A table and what something is kept under in it.
_KEPT = rf"(?<![\w.])(?P<table>[A-Za-z_][\w.]{{0,60}})(?:\[\s{{0,4}}(?P<at>{_VALUE})\s{{0,4}}\]\s{{0,4}}=(?!=)|"
_PUT = re.compile(rf"{_KEPT}\.(?:put|set|add|insert|emplace)\(\s{{0,4}}\{{?\s{{0,4}}(?P<name>{_VALUE})\s{{0,4}}[,)])")
_DELETED = re.compile(
    rf"\bdel(?:ete)?\s{{1,4}}(?P<table>[A-Za-z_][\w.]{{0,60}})\[\s{{0,4}}(?P<name>{_VALUE})\s{{0,4}}\]"
)
#: No `discard(x)` or `pop(x, 0)`: these ask whether it is there.
_TAKEN = re.compile(
    rf"(?<![\w.])(?P<table>[A-Za-z_][\w.]{{0,60}})\.(?P<how>pop|remove|delete|erase)\(\s{{0,4}}(?P<name>{_VALUE})"
    r"\s{0,4}\)(?P<end>\s{0,4};)?"
)
#: What was there is needed.
_NEEDED = r"{0}(?:\.(?:get|at|find)\(\s{{0,4}}{1}\b|\[\s{{0,4}}{1}\s{{0,4}}\](?!\s{{0,4}}=(?!=)))"
_OPENS = tuple("{;:)>")
_HOW_MANY = r"len\(\s{{0,4}}{0}\b|\b{0}\s{{0,4}}\.(?:size|length)\b"


@dataclass(frozen=True, slots=True)
class Turn:
    """The words at which a program puts something in and takes it out, "" for all others; what they are compared with,
    and under what it is kept, as the program calls these.
    """

    puts: str
    takes: str
    word: str
    name: str


@dataclass(frozen=True, slots=True)
class _Branch:
    """What is done at a word, or (`others`) at all others; `asked` is what is compared with it, "" in a `case`."""

    asked: str
    word: str
    others: bool
    body: str


def turns(source: str) -> list[Turn]:
    """All such pairs of words in a program, in the order of its text."""
    found: dict[Turn, None] = {}
    branches = [(one, set(_put(one.body)), _taken(one.body)) for one in _branches(source)]
    for (one, put, _), (other, _, taken) in permutations(branches, 2):
        same = one.asked == other.asked or not (one.asked and other.asked)
        two = (one.word == other.word) == (one.others != other.others) and not (one.others and other.others)
        for _, name in sorted(put & taken) if same and two else ():
            words = ("" if one.others else one.word, "" if other.others else other.word)
            found[Turn(*words, one.asked or other.asked, name)] = None
    return list(found)


def compared_words(source: str) -> set[str]:
    """The words at which a program does something else."""
    return {one.word for one in _branches(source)}


def _branches(source: str) -> Iterator[_Branch]:
    source = source[:_MOST_TEXT]
    heads = list(islice(_HEAD.finditer(source), _MOST_HEADS))
    chains: dict[int, list[tuple[str, str]]] = {}  # the tests of which all have failed at an `else`, by their indent
    for head in heads:
        indent = _indent(source, head.start())
        if head[0] in ("else", "default"):
            chain = chains.pop(indent, [])
            tests = chain if len(chain) == 1 else []
        else:
            rest = source[head.end() : head.end() + _LONGEST_TEST]
            tests = [_tested(rest.split("\n", 1)[0], case=head[0] == "case")]
            chains[indent] = tests if head[0] == "if" else [*chains.get(indent, []), *tests]
        for asked, word in tests:
            if word:
                yield _Branch(asked, word, head[0] in ("else", "default"), _body(source, head, heads, indent))


def _indent(source: str, at: int) -> int:
    """How far the line is indented on which something stands; what closes a block before it counts for nothing."""
    line = source[source.rfind("\n", 0, at) + 1 : at]
    return len(line) - len(line.lstrip())


def _tested(line: str, *, case: bool) -> tuple[str, str]:
    """What is compared with which word."""
    if case:
        found = _CASE.match(line)
        return ("", found[2]) if found is not None else ("", "")
    for form in _IS:
        found = form.search(line)
        if found is not None:
            return found[1], found[3]
    found = _IS_TURNED.search(line)
    return (found[3], found[2]) if found is not None else ("", "")


def _body(source: str, head: re.Match[str], heads: list[re.Match[str]], indent: int) -> str:
    """From a test up to the next that is no part of what is done there, or a line that is indented as little."""
    later = (one for one in heads if one.start() > head.start() and _indent(source, one.start()) <= indent)
    end = next((one.start() for one in later), len(source))
    body = source[head.end() : end]
    lines = body.split("\n")
    for number, line in enumerate(lines[1:], 1):
        inner = line.strip()
        if inner and not inner.startswith("{") and len(line) - len(line.lstrip()) <= indent:
            return "\n".join(lines[:number])
    return body


def _put(body: str) -> Iterator[tuple[str, str]]:
    """The tables into which something is put, whatever was there, and under what."""
    for put in islice(_PUT.finditer(body), _MOST_PUT):
        table, before = put["table"], body[: put.start()]
        mentions = len(re.findall(rf"(?<![\w.]){re.escape(table)}\b", body))
        counted = len(re.findall(_HOW_MANY.format(re.escape(table)), body))
        begun = before.rstrip()
        alone = "\n" in before[len(begun) :] or not begun or begun.endswith((*_OPENS, "else"))
        used = put["at"] is None and body[put.end() :].lstrip().startswith((".", ")."))
        if mentions - counted == 1 and alone and not used:
            yield table, put["at"] or put["name"]


def _taken(body: str) -> set[tuple[str, str]]:
    """The tables out of which something is taken, and under what it was there."""
    found = {(one["table"], one["name"]) for one in _DELETED.finditer(body) if _is_needed(one, body)}
    for one in _TAKEN.finditer(body):
        before = body[: one.start()].rpartition("\n")[2].strip(" \t{}")
        fails = one["how"] in ("pop", "remove") and (before or not one["end"])  # it goes somewhere, or Python fails
        if fails or _is_needed(one, body):
            found.add((one["table"], one["name"]))
    return found


def _is_needed(taken: re.Match[str], body: str) -> bool:
    """Whether nothing would be to hand if it were not there: Python's `del` fails, others look it up before."""
    if taken[0].startswith("del ") and not body[taken.end() :].lstrip(" \t").startswith(";"):
        return True
    return re.search(_NEEDED.format(re.escape(taken["table"]), re.escape(taken["name"])), body) is not None
