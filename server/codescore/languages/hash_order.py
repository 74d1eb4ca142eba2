"""Whether what a function gives stands in the order of a hash table, where the language gives these no order.

It goes through a `HashMap` or an `unordered_map`, and puts nothing in order that it gives back.  Pure.
Neighbours: the surveys of Java and C++ (ask), `evidence.left_open` (what another order is then).
"""

from __future__ import annotations

import re
from itertools import islice

from codescore.languages.execution import Search

_NAMED = re.compile(
    r"\b(\w+)\s*=\s*new\s+Hash(?:Map|Set)\b|\bunordered_(?:multi)?(?:map|set)\s*<[^;(){}=]{1,200}>\s*&?\s*(\w+)\s*[;({=,)]"
)
#: What speaks of an order.
SPOKEN = re.compile(r"\border|\bsort|\blexic|\balphabet|\bascend|\bdescend|\brising\b|\bfirst\b", re.IGNORECASE)
_MOST = 20  # tables that are looked at
_PART = r"(?:\.(?:values|keySet|entrySet)\(\))?"
_LOOP = r"\bfor\s*\([^;()]{{1,200}}:\s*{0}{1}\s*\)\s*"
_LISTED = (
    r"\b(?:ArrayList|LinkedList|ArrayDeque)\s*<[^()]{{0,80}}>\(\s*{0}{1}\s*\)|\baddAll\(\s*{0}{1}\s*\)|"
    r"\b{0}{1}\.(?:stream|iterator|toArray|forEach)\(|\b{0}\.c?begin\(\)"
)
_PUTS = re.compile(r"\.(?:add|addLast|addFirst|push_back|emplace_back|append)\(|\[\w+\+\+\]\s*=")
_LONGEST = 4000  # signs of a loop that are read
_IN_ORDER = re.compile(
    r"\bTree(?:Map|Set)\b|\bPriorityQueue\b|\bpriority_queue\b|\.sorted\(|\b(?:multi)?(?:map|set)\s*<"
)
_SORTS = re.compile(r"\bsort\(\s*(\w+)|\b(?!Collections\b|Arrays\b)(\w+)\.sort\(")
_FILLED = r"\breturn\s+{0}\b|\b{0}\.(?:add|addAll|addFirst|addLast|push_back|emplace_back|insert)\("


def in_hash_order(body: str, words: str) -> Search:
    """`hashes` where the order of what a function gives is that of a hash table, and its `words` speak of none.

    `body` is without comments.
    """
    if SPOKEN.search(words):
        return ""
    names = {one or two for one, two in _NAMED.findall(body)}
    walked = any(_goes_through(name, body) for name in sorted(names)[:_MOST])
    ordered = _IN_ORDER.search(body) or any(
        re.search(_FILLED.format(re.escape(one or two)), body) for one, two in _SORTS.findall(body)[:_MOST]
    )
    return "hashes" if walked and not ordered else ""


def _goes_through(name: str, body: str) -> bool:
    """Whether what is in a table is put somewhere in the table's order."""
    if re.search(_LISTED.format(name, _PART), body):
        return True
    loops = islice(re.finditer(_LOOP.format(name, _PART), body), _MOST)
    return any(_PUTS.search(_block(body[one.end() : one.end() + _LONGEST])) for one in loops)


def _block(text: str) -> str:
    """The statement that a text begins with."""
    deep = 0
    for at, sign in enumerate(text):
        deep += (sign == "{") - (sign == "}")
        if deep <= 0 and sign in ";}":
            return text[: at + 1]
    return text
