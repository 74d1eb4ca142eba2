"""Whether a method sets anew all that its object holds before it looks at it: no call changes what the next one gives.

By regular expressions over text without comments, for languages that write `f = …`, `f[i]`, `f.clear()`; where it
cannot tell, it does not.  Pure; neighbours: the surveys of Java and C++, `execution.Entry.keeps`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable

_ITSELF = r"(?:\bthis\s*(?:\.|->)\s*)?"
_KNOWN = r"\.\s*(?:length\b|(?:size|empty|isEmpty|get|at|count|find|contains|containsKey|charAt)\()"
#: How a constant is read: what is in it and not set, what it says of itself, all of it in a loop.
_READ = (
    rf"(?<!\+\+)(?<!--)\b{{0}}\b(?:(?:\s{{{{0,9}}}}\[[^\]]{{{{0,200}}}}\])+(?!\s*(?:\[|(?:[-+*/%&|^]|<<|>>)?=(?!=)|\+\+|--|\.(?!\s*size)))"
    rf"|\s{{{{0,9}}}}{_KNOWN})|(?<=:)\s{{{{0,9}}}}{{0}}\s{{{{0,9}}}}\)"
)
_SET = r"\s*(?:=(?!=)|\.\s*clear\(\)|\.\s*assign\()"


def sets_anew(fields: Iterable[str], body: str, others: Iterable[str], own: Collection[str]) -> bool:
    """Whether a method does; `body` is its text, `others` are those of the other functions, with their names `own`."""
    return all(_reset(one, body, own) or _constant(one, (body, *others)) for one in fields)


def _reset(field: str, body: str, own: Collection[str]) -> bool:
    """Whether it is set before anything else comes of it, at whatever turn."""
    first = re.search(rf"(?<![\w.>]){_ITSELF}\b{re.escape(field)}\b", body)
    if first is None or not re.match(_SET, body[first.end() :]):
        return False
    before = body[: first.start()]
    called = any(re.search(rf"\b{re.escape(name)}\s*\(", before) for name in own)
    right = re.split(r";", body[first.end() :], maxsplit=1)[0]
    again = re.search(rf"\b{re.escape(field)}\b", right) or any(re.search(rf"\b{name}\s*\(", right) for name in own)
    return not called and not again and before.count("{") - before.count("}") == 1 and _begins(before)


def _begins(before: str) -> bool:
    """Whether a statement begins here that is part of no other one."""
    return before.rstrip()[-1:] in ("{", "}", ";")


def _constant(field: str, bodies: Iterable[str]) -> bool:
    """Whether it is only read, element by element."""
    name = re.escape(field)
    return all(len(re.findall(rf"\b{name}\b", b)) == len(re.findall(_READ.format(name), b)) for b in bodies)
