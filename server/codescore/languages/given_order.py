"""Whether what a function in braces gives stands in an order that is nobody's promise: that of a hash table, where the
language gives these none, or that in which a search tries one thing after the other.

It goes through a `HashMap` or an `unordered_map`, or calls itself and puts a copy of what it has so far into a list;
and puts nothing in order that it gives back.  Not so where it goes down into what it was given (a tree, neighbours), as
that has an order, or where its text speaks of one.  Read from the text, by pattern.  Pure.
Neighbours: the surveys of Java, C++ and JavaScript (ask), `python.run.searching` (the same of Python's syntax tree),
`evidence.left_open` (what another order is then).
"""

from __future__ import annotations

import re
from itertools import islice

from codescore.languages.execution import Search

_NAMED = re.compile(
    r"\b(\w+)\s*=\s*new\s+Hash(?:Map|Set)\b|\bunordered_(?:multi)?(?:map|set)\s*<[^;(){}=]{1,200}>\s*&?\s*(\w+)\s*[;({=,)]"
)
_OTHERWISE_MADE = re.compile(r"\b(\w+)\s*=\s*new\s+(?!Hash)\w")
#: What speaks of an order.
SPOKEN = re.compile(
    r"\border|\bsort|\blexic|\balphabet|\bascend|\bdescend|\brising\b|\bfirst\b|\bbefore\b|\bnumerically\b|\bitertools\b|"
    r"\b(?:like|as in|of) (?:an?|the) dictionary\b|\bfrom \w+ up to\b",
    re.IGNORECASE,
)
_MOST = 20  # tables that are looked at
_VIEW = r"(?:\.(?:values|keySet|entrySet)\(\))?"
_LOOP = r"\bfor\s*\([^;()]{{1,200}}:\s*{0}{1}\s*\)\s*"
_LISTED = (
    r"\b(?:ArrayList|LinkedList|ArrayDeque)\s*<[^()]{{0,80}}>\(\s*{0}{1}\s*\)|\baddAll\(\s*{0}{1}\s*\)|"
    r"\b{0}{1}\.(?:stream|iterator|toArray|forEach)\(|\b{0}\.c?begin\(\)"
)
_PUTS = re.compile(
    r"(?<![\w).])(?:this(?:\.|->))?(\w+)(?:\.(?:add|addLast|addFirst|push_back|emplace_back|append)\(|\[\w+\+\+\]\s*=)"
)
#: What puts one thing at a place of its own, and what lets two change places.
_AT_A_PLACE = re.compile(r"\.add\(\s*[\w.]+(?:\([^()]*\))?\s*,|\.insert\([^;]*,")
_SWAPS = re.compile(
    r"\bswap\(|\b(\w+)\.set\(\s*[^,;]{1,40},\s*\1\.get\(|\b(\w+)\[\w+\]\s*=\s*\2\[|"
    r"\[\s*(\w+)\[[^][;]{1,40}\],\s*\3\[[^][;]{1,40}\]\s*\]\s*="
)
_LONGEST, _LONG = 4000, 200  # signs of a loop that are read; by which a function is known again
_IN_ORDER = re.compile(
    r"\bTree(?:Map|Set)\b|SkipList|\bSorted(?:Map|Set)\b|\bPriorityQueue\b|\bpriority_queue\b|\.sorted\(|"
    r"\b(?:multi)?(?:map|set)\s*<"
)
_SORTS = re.compile(
    r"\b(?:\w{1,20}_s|parallelS|s)ort(?:_heap)?\(\s*(\w+)|\b(?!Collections\b|Arrays\b|ranges\b)(\w+)\.sort\("
)
#: A text that is put in order is a key; any other name that the function makes may be what it gives, or be made of it.
_KEY, _MADE = r"\b(?:char\s*\[\]|string|String)\s*&?\s+{0}\b", r"[>\w\]&*]\s+{0}\s*[=;({{]|\breturn\s+{0}\b|\b{0}\.add"


def given_order(body: str, words: str, whole: str) -> Search:
    """`hashes` where what a function gives is in the order of a hash table, `tries` where it is in that of a search; ""
    where its `words` speak of an order.

    `body` is the function's, `whole` the program that it stands in, both without comments.
    """
    if SPOKEN.search(words) or _has_sorted(body, whole):
        return ""
    return _in_hash_order(body) or _in_search_order(body, whole)


def _has_sorted(body: str, whole: str) -> bool:
    """Whether a function calls another one of its program that puts more than a key in order."""
    for function in islice(_FUNCTION.finditer(whole), _MOST):
        name = function[1] or function[2] or function[3]
        block = _block(whole[function.end() - 1 : function.end() + _LONGEST])
        if block[1:_LONG].strip() in body or not re.search(rf"(?<![\w.])(?:this(?:\.|->))?{name}\(", body):
            continue  # it is the function itself, or within
        own = function[0] + block
        sorts = {one or two for one, two in _SORTS.findall(block)[:_MOST]}
        if any(re.search(_KEY.format(one), own) is None for one in sorts):
            return True
    return False


def _in_hash_order(body: str) -> Search:
    names = {one or two for one, two in _NAMED.findall(body)} - {*_OTHERWISE_MADE.findall(body)}
    walked = any(_goes_through(name, body) for name in sorted(names)[:_MOST])
    ordered = _IN_ORDER.search(body) or any(_made(one or two, body) for one, two in _SORTS.findall(body)[:_MOST])
    return "hashes" if walked and not ordered and not _SWAPS.search(body) else ""


def _made(name: str, body: str) -> bool:
    """Whether what is put in order is made by the function, and more than a key."""
    return re.search(_MADE.format(name), body) is not None and re.search(_KEY.format(name), body) is None


def _goes_through(name: str, body: str) -> bool:
    """Whether what is in a table is put in what is given back, in the table's order."""
    given = _given_back(body) - {name}
    for one in islice(re.finditer(_LISTED.format(name, _VIEW), body), _MOST):
        start = max(body.rfind(sign, 0, one.start()) for sign in ";{}") + 1
        words = {*re.findall(r"\w+", body[start : body.find(";", one.end())])}
        if not given or words & (given | {"return"}):
            return True
    loops = islice(re.finditer(_LOOP.format(name, _VIEW), body), _MOST)
    blocks = (_block(body[one.end() : one.end() + _LONGEST]) for one in loops)
    return any(_put_in(block, given) for block in blocks if not _AT_A_PLACE.search(block))


def _put_in(block: str, given: set[str]) -> bool:
    return any(not given or put[1] in given for put in islice(_PUTS.finditer(block), _MOST))


def _given_back(body: str) -> set[str]:
    """The names in what a function returns, and in what is put into these; none where it returns nothing."""
    given: set[str] = set()
    for told in islice(re.finditer(r"\breturn\b([^;]{1,300});", body), _MOST):
        given |= {*re.findall(r"(?<![.\w])[a-z_]\w*\b(?!\s*\()", told[1])}
    for name in sorted(given)[:_MOST]:
        for put in islice(re.finditer(rf"\b{name}(?:\.\w+\(|\s*=)([^;]{{1,200}});", body), _MOST):
            given |= {*re.findall(r"(?<![.\w])[a-z_]\w*\b(?!\s*\()", put[1])}
    return given - {"new"}


def _block(text: str) -> str:
    """The statement that a text begins with."""
    deep = 0
    for at, sign in enumerate(text):
        deep += (sign == "{") - (sign == "}")
        if deep <= 0 and sign in ";}":
            return text[: at + 1]
    return text


_FUNCTION = re.compile(
    r"\bfunction\s+(\w{1,60})\s*\([^(){}]{0,300}\)[^{};=()]{0,60}\{|"
    r"\b(?:const|let|var|auto|function<[^;={}]{1,100}>)\s+(\w{1,60})\s*=\s*[^;{}]{0,300}\{|"
    r"\b(?!if\b|for\b|while\b|switch\b|catch\b)(\w{1,60})\s*\([^(){};]{0,300}\)[^{};=()]{0,60}\{"
)
_COPY = (
    r"new\s+(?:ArrayList|LinkedList|String)\s*(?:<[^<>()]{0,60}>)?\(\s*(\w+)\s*\)|List\.copyOf\(\s*(\w+)\s*\)|"
    r"\[\s*\.\.\.\s*(\w+)\s*\]|Array\.from\(\s*(\w+)\s*\)|(\w+)\.(?:slice|toString|concat)\(\s*\)|"
    r"(\w+)\.join\([^()]*\)|(\w+)"
)
_PUT = re.compile(rf"\b(\w+)\.(?:add|push_back|emplace_back|push)\(\s*(?:{_COPY})\s*\)")
_BACK = r"\b{0}\.(?:remove|removeLast|pop|pop_back|deleteCharAt|setLength)\("
_LONGER = r"^(?:{0}\s*\+(?!\+)|\[\s*\.\.\.\s*{0}\s*,|{0}\.concat\()"
_PART = r"^(?:\w+(?:\.|->)\w+|\w+\s*\[[^\[\]]*\])$"
_EACH = re.compile(r"\bfor\s*\((?:const|let|var|final)?\s*[^;()]{0,80}?(\w+)\s*(?::|\bof\b)")


def _in_search_order(body: str, whole: str) -> Search:
    given = {*re.findall(r"\breturn\s+(?:this\.|this->)?(\w+)\s*;", body)}
    given -= {one or two for one, two in _SORTS.findall(body)[:_MOST]}
    given -= {moved for swap in islice(_SWAPS.finditer(body), _MOST) for moved in swap.groups()}
    for function in islice(_FUNCTION.finditer(whole), _MOST):
        name = function[1] or function[2] or function[3]
        block = _block(whole[function.end() - 1 : function.end() + _LONGEST])
        if given & _come_upon(name, block):
            return "tries"
    return ""


def _come_upon(name: str, block: str) -> set[str]:
    """The names of lists in which a function puts what it has so far, which it takes back, or has more of in a call."""
    calls = [_arguments(block[one.end() :]) for one in islice(re.finditer(rf"\b{name}\(", block), _MOST)]
    branches = len(calls) > 1 or (calls and re.search(r"\b(?:for|while)\b|\.forEach\(", block))
    each = {*_EACH.findall(block)}
    down = any(re.match(_PART, one) or one in each for call in calls for one in call)
    if not branches or down:
        return set()
    found = set()
    for put in islice(_PUT.finditer(block), _MOST):
        path = next(filter(None, put.groups()[1:]))
        back = re.search(_BACK.format(path), block)
        if path != put[1] and (back or any(re.match(_LONGER.format(path), one) for call in calls for one in call)):
            found.add(put[1])
    return found


def _arguments(text: str) -> list[str]:
    """What stands between the commas of a call, up to the bracket that ends it."""
    deep, start, found = 0, 0, []
    for at, sign in enumerate(text[:_LONGEST]):
        if deep == 0 and sign in ",)":
            found.append(text[start:at].strip())
            start = at + 1
        if deep == 0 and sign == ")":
            break
        deep += (sign in "([{") - (sign in ")]}")
    return found
