"""What a program asks of its inputs, read from its text: their sign, whether something is empty or there, into how many
parts it takes texts apart.

A guess by patterns, in any language: what a program asks about is meant.  Pure.  Neighbour: `evidence.usual` (asks).
"""

from __future__ import annotations

import re
from collections.abc import Iterable

#: What asks for the sign of a number.
SIGN = r"\b{0}\b(?:\[[^\]\n]{{1,40}}\])*[^\w\n]*[<>]=?\s*-?[01]\b|(?<![\w.])0\s*[<>]=?\s*{0}\b|\babs\([^()\n]*\b{0}\b"
#: What asks for its sign, or whether it is 0: `n != 0`, `nums.count(0)`, `0 in nums`.
SIGN_OR_ZERO = (
    SIGN + r"|\b{0}\b(?:\[[^\]\n]{{1,40}}\])*\s?[!=]==?\s?0(?![\w.])|(?<![\w.%])0\s?(?:[!=]==?|in)\s?{0}\b"
    r"|\b{0}\.\w*(?:count|index|contains|includes|find|remove)\w*\(0\)"
)
#: Two names in what makes one fit the other; of a length the parentheses or the property do not matter.
_FITTED = (
    r"\b(?:min|max|zip_longest|abs)\b[^\n;]{{0,40}}\b{0}\b[^\n;]{{0,40}}\b{1}\b|"
    r"\b{0}\b[\w.()]{{0,10}} ?(?:[<>]=?|[!=]=|%)=? ?(?:len\(|[\w:]{{1,9}}\()?{1}\b"
)
#: What a loop over it, or a function for each, calls an item: `for i, x in enumerate(xs)`, `x => x > 0`
_ITEM = (
    r"\bfor\b[^\n;:]{{0,60}}?\b(\w{{1,40}})\)? (?:in|of) (?:\w{{1,20}}\()*{0}\b|"
    r"\bfor ?\([^;:()\n]{{0,60}}?\b(\w{{1,40}}) ?: ?{0}\b|"
    r"\b{0}\.\w{{1,20}}\(\(?(\w{{1,40}})[^()\n]{{0,40}}\)? =>"
)


#: What is told from nothing: `value is None`, `item.price !== undefined`, `size ?? 10`.
_NOTHING = re.compile(
    r"\b(\w{1,40})(?:\[[^\]\n]{1,40}\])?\s{1,3}is\s{1,3}(?:not\s{1,3})?None\b|"
    r"\b(\w{1,40})(?:\[[^\]\n]{1,40}\])?\s{0,3}[!=]==?\s{0,3}(?:undefined|null|nullptr|None)\b|\b(\w{1,40})\s{0,3}\?\?"
)
#: That is a parameter, what is in it, or what was taken out of it.
_OUT_OF = (
    r"\b{0}\.{1}\b|\b{0}\[['\"]{1}['\"]\]|\b{1}\s{{0,3}}=(?!=)[^\n;]{{0,80}}\b{0}\b|"
    r"\b{1}\b[^\n;:]{{0,40}}\b(?:in|of)\s[^\n:]{{0,20}}\b{0}\b"
)


def told_from_nothing(name: str, source: str) -> bool:
    """Whether a program asks of a parameter, or of what it takes out of it, whether it is nothing: 0 is something."""
    asked = {one for found in _NOTHING.findall(source) for one in found if one}
    out_of = (_OUT_OF.format(re.escape(name), re.escape(one)) for one in sorted(asked))
    return name in asked or any(re.search(pattern, source) for pattern in out_of)


#: What a program does that thinks of fractions.
_FRACTIONS = re.compile(
    r"\d\.\d|\btoFixed\b|\bparseFloat\b|\bMath\.(?:floor|round|ceil|trunc|sqrt|hypot)\b|%\s*1\b|\bisInteger\b|"
    r"\bEPSILON\b|\|\s*0\b|~~|\bround\(|\bfloat\b|\bdouble\b"
)


def own_name(name: str) -> str:
    """What a parameter is called by itself, also one of a method: `add(kind)`."""
    return name.partition("(")[2].rstrip(")") or name


def deals_with_fractions(source: str) -> bool:
    """Whether a program rounds, or has a number with a fraction."""
    return _FRACTIONS.search(source) is not None


#: What a search for the largest begins with, who reckons with numbers below 0.
_BELOW_ALL = re.compile(
    r"\b(?:MIN_VALUE|NEGATIVE_INFINITY|INT_MIN|LONG_MIN|LLONG_MIN|minsize|lowest)\b|-\s*(?:math\.|np\.)?(?:inf\b|Infinity\b)|"
    r"-\s*float\(\s*['\"]inf|float\(\s*['\"]-inf|numeric_limits<[\w ]+>::min\b|-\s*(?:1e\d+|10\s*\*\*\s*\d|10{6,})\b|"
    r"-\s*(?:sys\.maxsize|Number\.MAX_VALUE|Number\.MAX_SAFE_INTEGER|Integer\.MAX_VALUE|INT_MAX)\b"
)


def begins_below_all(source: str) -> bool:
    """Whether a program begins a search with what is below all numbers: some of them may be below 0."""
    return _BELOW_ALL.search(source) is not None


def asks_for(name: str, source: str, what: str) -> bool:
    """Whether a program compares a parameter, or an item of it that it goes through, with 0; not where a loop ends."""
    asked = re.sub(r"\bwhile\b[^\n;{]*", " ", source)
    items = [one for found in re.findall(_ITEM.format(re.escape(name)), source) for one in found if one]
    return re.search(what.format(re.escape(name)), source) is not None or any(
        re.search(what.format(re.escape(one)), asked) for one in dict.fromkeys(items)
    )


def fits(one: str, other: str, source: str) -> bool:
    """Whether a program makes two parameters fit, or asks whether they do: `k = min(k, len(nums))`, `k %= len(nums)`,
    `if len(a) > len(b)`, `zip_longest(a, b)`."""
    (a, b) = (re.escape(own_name(name)) for name in (one, other))
    return any(re.search(_FITTED.format(*pair), source) is not None for pair in ((a, b), (b, a)))


#: `name, section = entry.split(":")`, `const [h, m] = ...`; `parts = entry.split(":")`, whose places are looked at.
_APART = re.compile(
    # Bounded, as a table of a thousand numbers on one line would take a minute.
    r"\[?\b(\w+(?:\s{0,9},\s{0,9}\w+){0,39})\s{0,9}\]?\s{0,9}=\s{0,9}[^=;\n][^;\n]{0,300}?\bsplit\(\s*(['\"`])([^\w\s\\])\2\s*\)"
)


#: A text is cut in two where a sign is: `line.partition("=")`, `line.indexOf("=")`.
_CUT = re.compile(r"\b(?:partition|rpartition|indexOf|find)\(\s*(['\"`])([^\w\s\\])\1\s*\)")


def taken_apart(source: str) -> set[tuple[str, int]]:
    """The signs between which a program takes just so many parts, and how many; 0 where it cuts a text in two."""
    found = set()
    for names, _, sign in _APART.findall(source):
        places = [int(place) for place in re.findall(rf"\b{names}\[(\d+)\]", source)] if "," not in names else []
        found.add((sign, max(places) + 1 if places else names.count(",") + 1))
    cut = {(sign, 0) for _, sign in _CUT.findall(source)}
    return {(sign, bound) for sign, bound in found if bound > 1} | cut


#: What asks whether something is empty.
_EMPTY = re.compile(
    r"\bif\s{1,3}(?:not\s{1,3})?(\w{1,40})\s{0,3}(?:[\])}:,]|and\b|or\b|else\b|$)|!(\w{1,40})\s{0,3}[)&|?]|"
    r"\b(?:len|size)\((\w{1,40})\)\s{0,3}(?:[=!]=\s{0,3}0|>\s{0,3}0|<\s{0,3}1|[\]):,]|and\b|or\b)|"
    r"\b(\w{1,40})\.(?:length|size)(?:\(\))?\s{0,3}(?:(?:[=!]==?|>)\s{0,3}0\b|[)&|?])|"
    r"\b(\w{1,40})(?:\.strip\(\)|\.trim\(\))?\s{0,3}[=!]==?\s{0,3}(?:''|\"\")|\b(\w{1,40})\.(?:is)?_?[eE]mpty\(\)|"
    r"\b(\w{1,40})\.isBlank\(\)|\bfilter\(\s{0,3}(None|Boolean|bool)\b|\b(default)=|\b(\w{1,40})\s{1,3}or\s|"
    r"\b(all|any)\(\w{1,40}\)|(''|\"\")\s{0,3}(?:\bin\b|\))",
    re.MULTILINE,
)


def asks_for_empty(source: str, *names: str) -> bool:
    """Whether a program asks whether anything but what is called so is empty, or 0."""
    return any(set(found) - {"", *names} for found in _EMPTY.findall(source))


_PUT = r"\[\s*{0}\s*\]\s*=(?!=)|\.(?:set|put)\(\s*{0}\s*,"
_ASKED = (
    r"\b{0}\s+(?:not\s+)?in\b|\.(?:has|contains\w*|get\w*|setdefault|pop|count|find)\(\s*{0}\b|"
    r"\[\s*{0}\s*\](?!\s*=(?!=))"
)
_NEXT = re.compile(r"\n\s*(?:(?:async\s+)?def\s|@\w|(?:[\w<>\[\],]+\s+)*\w+\([^;\n]*\)\s*(?:const\s*)?\{)")


def puts_in_its_place(source: str, method: str, name: str) -> bool:
    """Whether a method keeps something under what it is given, whatever was there, and does not ask what was."""
    begun = re.search(rf"\b{re.escape(method)}\s*\([^)]*\b{re.escape(name)}\b[^)]*\)[^\n;]*[:{{]", source)
    body = source[begun.end() :] if begun is not None else ""
    end = _NEXT.search(body)
    body = body[: end.start()] if end is not None else body
    put, asked = (re.search(pattern.format(re.escape(name)), body) for pattern in (_PUT, _ASKED))
    return put is not None and asked is None


#: A sign that is looked for in a text, or that a text is made of to look for it: `row[i] == "x"`, `".".repeat(k)`.
_SOUGHT = re.compile(
    r"(?:[=!]==?|\b(?:case|in)|\b(?:indexOf|index|find|startsWith|startswith|includes|contains|count|fill)\((?:\w+,)?)"
    r"\s*(['\"])([^\\])\1|(['\"])([^\\])\3\s*(?:[=!]==?|:|->|\.repeat\(|\*|in\b)"
)


def signs_sought(sources: Iterable[str]) -> frozenset[str]:
    """The signs that programs look for in a text, or make one of to look for it."""
    return frozenset(a or b for text in sources for _, a, _, b in _SOUGHT.findall(text))
