"""What a text says of each parameter that it describes, and of the texts and tables that a function takes.

`stock: dictionary from item to number of pieces (1 or more)` speaks of the numbers in `stock`; `the words are separated
by single spaces` of whatever text there is.  What is said of the result is of nobody's input.  Pure.
Neighbours: `languages.wording` (asks; sentences that say a property by its name).
"""

from __future__ import annotations

import re
import string
from collections.abc import Iterator, Sequence
from itertools import islice

from codescore.languages.assumed import Assumption, Property
from codescore.languages.pictures import pictures

_SURE = 0.9  # how surely what is said of some text or table is said of the one that a function takes
_DESCRIBED, _LONG, _NEAR = 40, 4000, 400  # descriptions that are read; signs of each, and before one
_COUNTS = {"one": 1, "two": 2, "three": 3}
_THINGS = (
    r"(?:elements?|items?|numbers?|entries|rows?|names?|words?|values?|letters?|characters?|digits?|signs?|points?|"
    r"columns?)"
)
#: Where a parameter is listed with its description: `stock: …`, `@param stock …`, `:param int stock: …`.
_LISTS = (
    r"(?:@param\s+(?:\{{[^}}]*\}}\s*)?[`'\"]?{0}[`'\"]?[ \t]*[:-]?|:param\s+(?:[\w\[\], ]{{1,40}}\s)?{0}\s*:|"
    r"^[ \t*#/-]*[`'\"]?{0}[`'\"]?(?:\s*\([^)\n]*\))?\s*(?::|--?|–|—))"
)
#: Where its description begins, `stock is …` too; it goes on to an empty line.
_BEGINS = rf"(?:{_LISTS}|\b{{0}}\s+(?:is|are|has|have|maps?)\b)"
_ENDS = re.compile(
    r"\n[ \t*#/]*\n|\n[ \t*#/]*(?:@|:\w|[Rr]eturns?\b)|(?<=[.;])\s+(?:[Rr]eturns?|[Tt]he result|[Rr]esult)\b"
)
#: What a program gives, where it is listed: `@return …`, `:return: …`, `Returns: …`, or under such a heading.
_GIVEN_BACK = re.compile(
    r"(?:^|\n)[ \t*#/]*(?:[@:]returns?\b|(?:returns?|yields|raises)[ \t]*(?::|\n)).*?"
    r"(?=\n[ \t*#/]*\n|\n[ \t*#/]*[@:]\w|\Z)",
    re.IGNORECASE | re.DOTALL,
)
CASE = re.compile(r"\b(?:if|when|where|whenever|while|unless|until|whether|that)\b[^.;\n]*$", re.IGNORECASE)
_OF_SOME = r"\b(?! of (?:them|these|which|the)\b)"
_LEAST = re.compile(
    rf"\b(-?\d+) or (?:more|greater|larger|higher|above){_OF_SOME}|\bat least (-?\d+)\b(?!\s*{_THINGS}|[.,]\d)|"
    r"(?:>=|≥)\s*(-?\d+)\b(?!\.\d)"
)
_MOST = re.compile(
    rf"\b(-?\d+) or (?:less|fewer|lower|smaller|below){_OF_SOME}|\bat most (-?\d+)\b(?!\s*{_THINGS}|[.,]\d)|"
    r"(?:<=|≤)\s*(-?\d+)\b(?!\.\d)"
)
_ABOVE = re.compile(r"\b(?:greater|more|larger|higher) than (-?\d+)\b(?!\.\d)")
_BETWEEN = re.compile(r"\b(?:from|between) (-?\d+) (?:to|and) (-?\d+)\b(?!\.\d)(?:,? or (-?\d+)\b(?!\.\d))?")
_SIZE = re.compile(
    rf"\b(?:(?:at least|no fewer than) (\d+|one|two|three)|(\d+|one|two|three) or more) "
    rf"(?:(?:\w+ )?{_THINGS}\b|of them(?=\s*[.,;)]|\s*$))"
)
_LATIN = r"(?:(?:English|Latin) )?letters"
_LOWER, _UPPER = rf"(?:small|lower[- ]?case) {_LATIN}", rf"(?:capital|upper[- ]?case) {_LATIN}"
_A_TO_Z = r"letters (?:from )?['\"`]?{0}['\"`]? ?(?:to|-|–) ?['\"`]?{1}\b"
_NOTHING_BUT = r"(?:only|made (?:up )?of|consists? (?:only )?of|nothing but) (?:the )?"
_BLANKS = r" and (?:blanks?|spaces?)"
_ALIKE = r"(?: that are)?(?:,? all| are| have| with|,)? (?:all )?(?:of )?(?:the same|equal|one) length"
#: What is said of the texts and tables that there are.
_OF_ALL: tuple[tuple[str, Property, str], ...] = (
    (r"(?:separated|divided|parted) by (?:exactly )?(?:single|one) (?:spaces?|blanks?)", "spaced", ""),
    (r"(?:single|one) (?:spaces?|blanks?) between (?:the |two )?words", "spaced", ""),
    (r"at least one row", "non-empty", ""),
    (r"at least (?:one row and (?:at least )?)?one column|1 ?x ?1", "no empty item", ""),
    (rf"(?<![Tt]wo )(?<![Bb]oth )(?:rows|lines|lists){_ALIKE}", "rows alike", ""),
    (r"rectangular (?:matrix|matrices|grid|board|table|array)", "rows alike", ""),
    (r"square (?:matrix|matrices|grid|board|table|array)", "square", ""),
    (r"(?:strings?|texts?) (?:of|with) (?:one or more |only )?digits", "digits", ""),
    (r"(?<!to )(?<!to a )(?<!into )(?<!as )(?<!as a )binary strings?", "made of", "01"),
    (r"(?:strings?|texts?) (?:of|with) (?:one or more |only )?letters", "letters", ""),
    (r"consists? (?:only of|of(?: only)?) (?:(?:English|Latin) )letters(?: and spaces)?", "letters", ""),
    *(
        (rf"{_NOTHING_BUT}(?:{case}|{letters}){more}|{letters}{more} only", "made of", alphabet)
        for case, letters, known in (
            (_LOWER, _A_TO_Z.format("a", "z"), string.ascii_lowercase),
            (_UPPER, _A_TO_Z.format("A", "Z"), string.ascii_uppercase),
        )
        for more, alphabet in ((r"(?! and\b| or\b)", known), (_BLANKS, f"{known} "))
    ),
)
_BOUNDS: tuple[tuple[re.Pattern[str], Property], ...] = ((_LEAST, "at least"), (_MOST, "at most"))
SENTENCES = re.compile(r"(?<=[^.][.!?;])\s+|\n\s*\n")  # not behind the dots of `0 .. n`
RESULT = re.compile(r"\b(?:returns?|outputs?|result|gives?|prints?|should|whether|if|when|breaks?|makes?)\b")


#: What says that something may be otherwise, to its end: `need not be sorted`, `don't have to add up to 1`.
_OPEN = re.compile(
    r"\b(?:needn['’]?t|needs? not|(?:do|does|did|must|should)(?: not|n['’]t) (?:have|need) to|"
    r"(?:may|can|must|should|do)(?: not|n['’]t|not) (?:assume|rely|expect)|"
    r"(?:is|are|be)(?: not|n['’]t) (?:necessarily|required|guaranteed|supposed|always|assumed|expected)|"
    r"not (?:necessarily|required|guaranteed)|(?:no|without|never) (?:need|guarantee|assum\w+|rel(?:y|ies|ying)))\b"
    r"[^.;!?]*",
    re.IGNORECASE,
)

#: What is so of most: `usually between 30 and 130`.
_MOSTLY = re.compile(r"\b(?:usually|typically|mostly|normally|generally|often|commonly)\b[^.;,()\n]*", re.IGNORECASE)
#: What is so of some of several: `at least one above 0`.
_SOME = re.compile(
    r"\b(?:at least one|one or more|some|not all|not every\w*)(?: of (?:them|which|these|the \w+))?(?: \w+)? "
    r"(?:(?:is|are|being|has|have|must be) )?(?:above|over|(?:greater|more|larger|bigger) than|below|under|less than|"
    r"positive|negative|non-?zero|nonempty|non-empty|[<>]=?|!=|≠)(?![\w])[^.;,()\n]*",
    re.IGNORECASE,
)


def _called(name: str) -> re.Pattern[str]:
    """What names a parameter, or begins with several such: `Names of waiting jobs are unique` speaks of a `name`."""
    several = rf"|\A\W*{re.escape(name.capitalize())}s\b" if len(name) >= _LONG_NAME else ""
    return re.compile(rf"(?<![\w.]){re.escape(name)}(?![\w(]){several}")


_OF_KIND = re.compile(
    r"\b(?:non-?negative|positive|natural) (?:whole |integer )?(?:numbers|integers|ints|values)\b|\bdigits only\b|"
    r"\b(?:no|without) leading zeros?\b|\b(?:lower|upper)[- ]case (?:letters|words|strings|texts) only\b",
    re.IGNORECASE,
)
_LONG_NAME = 3  # letters of a name that has a plural


def about(words: str, names: Sequence[str]) -> str:
    """The sentences of what stands around a function (its class, its module) that name one of its parameters, or show
    how times and dates are written (`Times are 'HH:MM'`), or what numbers or texts are, all of them (`Gray code for
    non-negative numbers`)."""
    sentences = SENTENCES.split(words)
    called = [*map(_called, names), _OF_KIND]
    return "\n".join(one for one in sentences if any(name.search(one) for name in called) or any(pictures(one)))


_PROMISES, _PROMISED = 20, 400  # that are read of a text, and signs of one
#: What a promise begins with: `you may assume that`, `it is guaranteed that`.
_ASSUMED = re.compile(
    r"\b(?:(?:(?:you|we|one|it) )?(?:may|can|could|should|is|are|be) (?:safely |always )?)?"
    r"(?:assum(?:e|es|ed|ing)|guaranteed?|guarantees|promised|ensured|known|note|suppose)(?: here)?,? that\b",
    re.IGNORECASE,
)


def asserted(words: str) -> str:
    """A text without what it says need not be so, or is so mostly, or of some alone: nobody takes that for granted.

    And without what a promise begins with: `assume that n is above 0` says that it is.
    """
    return _ASSUMED.sub(" ", _MOSTLY.sub(" ", _SOME.sub(" ", _OPEN.sub(" ", words))))


def promises(words: str) -> list[str]:
    """What a text says that may be assumed, or is guaranteed, each in small letters and in one line."""
    found = islice(_ASSUMED.finditer(words), _PROMISES)
    return [
        " ".join(re.split(r"[.;](?!\w)|\n\s*\n", words[one.end() : one.end() + _PROMISED])[0].lower().split())
        for one in found
    ]


#: What words promise of a text: `a valid Roman numeral`, `one well-formed line`, `assumed to be valid`.
_PROMISE = re.compile(
    r"\b(?:an?|one|the|each|any|every|only|always|assume[sd]?|guaranteed)\s(?:(?!is\b|are\b)\w+\s){0,2}?"
    r"(?:valid|well[- ]?formed|correct)\b(?!\s*(?:,|or\b|if\b))",
    re.IGNORECASE,
)


def unpromised(words: str) -> str:
    """A text without what it promises to be well-formed: the program is not there to find out about that."""
    return _PROMISE.sub(" ", words)


def described(words: str, names: Sequence[str]) -> Iterator[Assumption]:
    """What is said of parameters where they are described, and of all that are texts or tables."""
    prose = re.sub(r">>>[^\n]*", " ", words)
    for name in names:
        for part in descriptions(prose, name, names):
            yield from _of_one(name, " ".join(part.split()))
    for sentence in SENTENCES.split(prose):
        plain = re.sub(r"[\s*#/]*\n[\s*#/]*", " ", sentence)
        for pattern, property_, other in _OF_ALL:
            found = re.search(rf"\b(?:{pattern})\b", plain)
            if found is not None and not RESULT.search(plain[: found.start()].lower()):
                because = f"its text says {found[0].strip()!r}"
                for name in _named(plain, names):
                    yield Assumption(name, property_, because, weight=_SURE, other=other)


def _named(sentence: str, names: Sequence[str]) -> Sequence[str]:
    """The parameters that a sentence names; all where it names none."""
    return [name for name in names if re.search(rf"\b{re.escape(name)}\b", sentence)] or names


def parts(words: str, names: Sequence[str]) -> Iterator[tuple[str, str]]:
    """A text in parts: what it says of each parameter that it lists, with its name, and the rest, with "".

    What it says of what the program gives stands in none.
    """
    listed: list[tuple[int, int]] = []
    any_of_them = "|".join(_LISTS.format(re.escape(name)) for name in names if name in words)
    for name in (one for one in names if one in words):
        for found in islice(re.finditer(_LISTS.format(re.escape(name)), words, re.MULTILINE), _DESCRIBED):
            text = _up_to_the_next(words[found.end() : found.end() + _LONG], any_of_them)
            listed.append((found.start(), found.end() + len(text)))
            yield name, text
    left, at = "", 0
    for start, end in sorted(listed):
        left, at = left + words[at:start] + "\n\n", max(at, end)
    yield "", _GIVEN_BACK.sub("\n", left + words[at:])


def descriptions(prose: str, name: str, names: Sequence[str]) -> Iterator[str]:
    """What stands behind a name, up to the next one that is described."""
    if name not in prose:
        return
    others = "|".join(_BEGINS.format(re.escape(other)) for other in names if other != name and other in prose)
    for found in islice(re.finditer(_BEGINS.format(re.escape(name)), prose, re.MULTILINE), _DESCRIBED):
        if not CASE.search(prose[max(0, found.start() - _NEAR) : found.start()]):
            yield _up_to_the_next(prose[found.end() : found.end() + _LONG], others)


def _up_to_the_next(text: str, begins: str) -> str:
    """A text up to where a description ends, or the next of these begins."""
    ends = [_ENDS.search(text), re.search(begins, text, re.MULTILINE) if begins else None]
    return text[: min((end.start() for end in ends if end is not None), default=len(text))]


def _of_one(name: str, text: str) -> Iterator[Assumption]:
    """What the description of one parameter says of the numbers in it, and of how many things there are."""
    sizes = _SIZE.search(text)
    if sizes is not None and not CASE.search(text[: sizes.start()]):
        because = f"its text says {sizes[0]!r}"
        number = sizes[1] or sizes[2]
        bound = _COUNTS.get(number) or int(number)
        yield Assumption(name, "size at least", because, certain=True, weight=1.0, bound=bound)
    if re.search(r"\b(?:if|when|otherwise|else|default)\b", text):
        return  # it speaks of cases
    for pattern, property_ in _BOUNDS:
        numbers = [next(filter(None, groups)) for groups in pattern.findall(text)]
        for number in {*numbers} if len({*numbers}) == 1 else ():
            because = f"its text says {pattern.search(text)[0]!r}"  # type: ignore[index]
            yield Assumption(name, property_, because, certain=True, weight=1.0, bound=int(number))
    above = {*_ABOVE.findall(text)}
    for number in above if len(above) == 1 else ():
        yield Assumption(
            name, "at least", f"its text says more than {number}", certain=True, weight=1.0, bound=int(number) + 1
        )
    spans = {*_BETWEEN.findall(text)}
    for low, high, beside in spans if len(spans) == 1 else ():
        numbers = [int(one) for one in (low, high, beside) if one]
        because = f"its text says 'from {low} to {high}'"
        yield Assumption(name, "at least", because, certain=True, weight=1.0, bound=min(numbers))
        yield Assumption(name, "at most", because, certain=True, weight=1.0, bound=max(numbers))


# `a` before a word is no parameter.
_ARTICLE = re.compile(r"a\s+(?!(?:and|or|is|are|has|must)\b)\w")
_PARTS = re.compile(r"\(\s*\w+(?:\s*,\s*\w+)+\s*\)")
_JOINED, _LISTED = ("and", "or"), 2  # `a and b`: the next of a list is two words on


# `the second list`, `the first of the two`; not `the last position of an element in a sorted array`.
_ONE_OF = re.compile(
    r"\bthe (first|second|third|last|other|longer|shorter|former|latter|larger|smaller)\b"
    r"(?= of the (?:two|three|given)\b| (?:is|are|must|has|have)\b|\W*$"
    r"|(?: \w+)? (?:lists?|arrays?|sequences?|strings?|texts?|words?|arguments?|parameters?|inputs?|ones?)\b"
    r"(?! (?:of|in|from|at)\b))"
)
_PLACES = {"first": 0, "former": 0, "second": 1, "latter": 1, "last": -1}


def _by_number(before: str, names: Sequence[str]) -> Sequence[str]:
    """The parameters where none is named: all of them, or of two the one that is called `the second list`.

    None where it is one of them and nobody can tell which.
    """
    one = _ONE_OF.search(before)
    if one is None or len(names) == 1:
        return names
    place = _PLACES.get(one[1], len(names))
    return [names[place]] if len(names) == 2 and place < 2 else []


def meant(sentence: str, span: tuple[int, int], names: Sequence[str]) -> Sequence[str]:
    """The parameters that a property in a sentence is said of: the one named nearest and those listed with it.

    All of them where the sentence names none.
    """
    parts = _PARTS.sub(lambda row: "." * len(row[0]), sentence)  # `pairs (minute, level)`: no parameter called so
    words = [(found.start(), found[0]) for found in re.finditer(r"\w+", parts)]
    lower = {name.lower(): name for name in names}
    named = [k for k, (start, word) in enumerate(words) if word in lower and not _ARTICLE.match(sentence, start)]
    if not named:
        return _by_number(sentence[: span[1]], names)
    at = [k for k, (start, _) in enumerate(words) if span[0] <= start < span[1]] or [0]
    first = last = min(named, key=lambda k: min(abs(k - one) for one in at))
    while first >= _LISTED and first - _LISTED in named and words[first - 1][1] in _JOINED:
        first -= _LISTED
    while last + _LISTED in named and words[last + 1][1] in _JOINED:
        last += _LISTED
    return list(dict.fromkeys(lower[words[k][1]] for k in range(first, last + 1) if k in named))
