"""What sentences state of parameters in plain words: `the list is never empty`, `b is not zero`, `x occurs in xs`.

What is said of the result, of what is looked for or counted, or makes the case of a branch, is no promise.  Pure.
Neighbours: `languages.wording` (asks), `languages.sizes_said` (sizes), `languages.clauses` (whether it is promised).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from codescore.languages.assumed import Assumption, Property
from codescore.languages.clauses import PLURALS, SINGULARS, in_front, picked, promised, sentences
from codescore.languages.described import meant

#: How surely what is said of some list is said of the one that a function takes, and is a promise: where the sentence
#: says that it is one, where it only describes (`two lists of the same length`).
PROMISED, DESCRIBED = 0.9, 0.7
_SURELY = re.compile(r"\b(?:assum|guarant|promis)")
_PROMISE = re.compile(
    r"\b(?:assum\w{1,6}|suppos\w{1,4}|guarante\w{1,4}|promis\w{1,4}|must|always|never|will|shall|should|"
    r"ha(?:s|ve) to|sure|known to|requir\w{1,8}|constraints?|preconditions?|cannot|neither)\b|n['’]t\b|[<>≤≥]|!="
)
_NUMBERS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
A_NUMBER = rf"(?:\d{{1,4}}|{'|'.join(_NUMBERS[1:])})"
ITEMS = (
    r"(?:elements?|items?|entries|entry|numbers?|integers?|ints?|floats?|values?|strings?|words?|columns?|cells?|"
    r"letters?|characters?|chars?|digits?|points?)"
)
KIND = r"(?:positive|negative|non-negative|distinct|unique|sorted|real|whole|integer|numeric)"
LISTS = r"(?:lists?|arrays?|vectors?|sequences?|tuples?|strings?|texts?|words?|matrices|dictionaries)"
_BE = (
    r"(?:is|are|be|will be|must be|should be|being|has to be|have to be)"
    r"(?: (?:always|all|both|strictly|guaranteed to be|sure to be)){0,3}"
)
_NEVER = (
    r"(?:(?:is|are|will|must|can|may|should)(?: be)? (?:not|never)(?: be)?|cannot be|can't be|won't be|isn't|aren't)"
)
_TAKES = r"(?:^|[-:–] |\b(?:given|takes?|receives?|expects?|is|from|in|of) )(?:an? |the )?"
_ONE_SIGN = rf"\b{_BE} (?:a single|one|just one) (?:character|letter|char|digit)\b"
_OF_ONE_SIZE = rf"(?:have|are of|of) the same (?:length|size|width|number of {ITEMS})"
_ONLY = r"\b(?:contains?|has|have) (?:only|nothing but)"

_SPANS = r"(?:intervals?|ranges?|spans?|periods?|slots?|segments?|bookings?|meetings?|appointments?)"
#: What is hardly said of anything but what is given, whatever else a sentence is about; not of what a program makes.
_PLAINLY: tuple[tuple[re.Pattern[str], Property], ...] = (
    (re.compile(r"\b(?:no|without) leading zeros?\b"), "plain numbers"),
    (re.compile(r"\bdigits only\b"), "digits"),
    (
        re.compile(
            rf"\b(?:non-?overlapping|disjoint) (?:\w+ )?{_SPANS}\b|\b{_SPANS}(?: \w+){{0,3}}?,? "
            r"(?:(?:that|which|they) )?"
            r"(?:(?:do not|don't|never) (?:overlap|touch|intersect)|(?:are|is) (?:all |always )?(?:non-?overlapping|"
            r"disjoint|apart(?: from each other)?))\b"
        ),
        "pairs apart",
    ),
)
_MAKES = re.compile(r"\b(?:results?|outputs?|returns?|returned|gives?|yields?|prints?|writes?|whether|if|removes?)\b")

#: What is said so of whatever parameters a sentence names, of all where it names none.
_STATED: tuple[tuple[str, Property, int], ...] = (
    (rf"\b{_NEVER} empty\b|\bneither \w+ is empty\b|\bnone of (?:them|the \w+) is empty\b", "non-empty", 0),
    (rf"\b{_BE} positive(?=\s*(?:[.;)]|$))", "positive", 0),
    (r"\b(?:a|two|three|both) positive (?:floats?|lengths?|amounts?|sides?)\b|^positive floats?\b", "positive", 0),
    (rf"\b{_NEVER} negative\b", "non-negative", 0),
    (rf"\b{_NEVER} (?:equal to )?(?:zero|0)\b(?!\.\d)|\b{_BE} non-?zero\b", "nonzero", 0),
    (r"(?<![\w.*/+-])(?<![*/+-] )\w+ ?(?:!=|≠) ?0\b(?!\.\d)", "nonzero", 0),
    (rf"\bno two (?:of the )?(?:\w+ )?{ITEMS} are (?:equal|the same|alike|identical)\b", "distinct", 0),
    (rf"\b{ITEMS} are (?:all )?pairwise (?:distinct|different)\b", "distinct", 0),
    (rf"\bpairwise (?:distinct|different) {ITEMS}\b", "distinct", 0),
    (rf"\b(?:(?:has|have|contains?|with) no|without(?: any)?) (?:repeated|duplicated?|equal) {ITEMS}\b", "distinct", 0),
    (rf"{_ONLY} (?:decimal )?digits\b(?! and| or|,)|{_TAKES}numeric (?:strings?|texts?)", "digits", 0),
    (
        (
            rf"{_ONLY} (?:english |latin |alphabetic )?(?:letters|characters from a to z)\b(?: and (?:spaces|blanks))?"
            r"(?! and| or|,)|\b(?:contains?|has|have) (?:english |latin |alphabetic )?letters? only\b"
        ),
        "letters",
        0,
    ),
    (rf"{_TAKES}(?:non-?empty )?lower-?case (?:{LISTS}|letter)\b|\b{_BE} (?:in )?lower-?case\b", "lower case", 0),
    (rf"{_TAKES}(?:non-?empty )?upper-?case (?:{LISTS}|letter)\b|\b{_BE} (?:in )?upper-?case\b", "upper case", 0),
    (rf"\ball (?:the )?(?:\w+ )?(?:rows|lines|words|strings) {_OF_ONE_SIZE}\b", "rows alike", 0),
    (_ONE_SIGN, "size at least", 1),
    (_ONE_SIGN, "size at most", 1),
)  # fmt: skip
_AMONG = re.compile(
    r"\b(\w+) (?:(?:is|are|will be|must be) (?:always )?(?:(?:guaranteed|known|sure|assumed) to be )?"
    rf"(?:(?:an? |one of the )?{ITEMS} of |(?:present |contained )?in )|(?:always )?(?:occurs|exists|appears) in )"
    r"(?:the )?(?:given |input )?(\w+)\b"
)
_PLACE = re.compile(
    r"\b(\w+) (?:is|are|will be|must be) (?:always )?(?:an? )?(?:(?:valid|zero-based|0-based) )?"
    r"(?:index|position|place)\b(?: (?:in|into|of|within) (?:the )?(?:given |input )?(\w+)\b)?"
)
_ALL = rf"\b(?:all|the|each|every)(?: of)?(?: the)? (?:\w+ )?{ITEMS} (?:is|are|lies?|must be) (?:all |always )?"
_WITHIN = re.compile(
    rf"(?:{_ALL}|\b(?:a|an|the) {LISTS} of (?:{KIND} )?{ITEMS} )(?:between|from|in the range(?: from)?) "
    r"(-?\d{1,9}) (?:to|and) (-?\d{1,9})\b(?!\.\d)"
)
_BOUNDED = re.compile(
    rf"{_ALL}(at most|at least|less than|smaller than|greater than|larger than|above|below) (-?\d{{1,9}})\b(?!\.\d)"
)
_BOUNDS: dict[str, tuple[Property, int]] = {
    "at most": ("at most", 0), "less than": ("at most", -1), "smaller than": ("at most", -1), "below": ("at most", -1),
    "at least": ("at least", 0), "greater than": ("at least", 1), "larger than": ("at least", 1),
    "above": ("at least", 1),
}  # fmt: skip
_MANY = re.compile(rf"\b(?:has|have|contains?|are|is|with) at (least|most) ({A_NUMBER}) (?:{KIND} )?{ITEMS}\b")


def assumed_by(found: re.Match[str], name: str, property_: Property, *, bound: int = 0, other: str = "") -> Assumption:
    """What a sentence states so: what differs where a mere description is not kept is told, as it may be misread."""
    named = re.search(rf"\b{re.escape(name.lower())}\b", found.string)
    weight = PROMISED if (named and _PROMISE.search(found.string)) or _SURELY.search(found.string) else DESCRIBED
    return Assumption(name, property_, f"its text says {found[0].strip()!r}", weight=weight, bound=bound, other=other)


def number(word: str) -> int | None:
    """The number that digits or a word say; None for others."""
    return int(word) if word.isdigit() else _NUMBERS.index(word) if word in _NUMBERS else None


def stated(words: str, names: Sequence[str]) -> Iterator[Assumption]:
    """Properties of parameters that sentences state; not of what the text says that is made, as `into words`."""
    made = {*re.findall(r"\b(?:into|to|as) (?:\w+ )??(\w+)\b", words.lower())} - {name.lower() for name in names}
    for sentence in sentences(words):
        for pattern, property_, bound in _PATTERNS:
            for found in promised(pattern, sentence, names):
                subject = re.findall(r"\w+", in_front(sentence, found))[-1:]
                aside = picked(sentence, found) or made & {*subject}
                for name in () if aside else _of(sentence, found, names, property_):
                    yield assumed_by(found, name, property_, bound=bound)
        for pattern, property_ in _PLAINLY:
            for found in pattern.finditer(sentence):
                of = () if _MAKES.search(sentence[: found.start()]) else meant(sentence, found.span(), names)
                yield from (assumed_by(found, name, property_) for name in of)
        for found in promised(_AMONG, sentence, names):
            yield from _beside(found, "held", names)
        for found in promised(_PLACE, sentence, names):
            yield from _beside(found, "place", names)
        yield from _numbers(sentence, names)


def _of(sentence: str, found: re.Match[str], names: Sequence[str], property_: Property) -> Sequence[str]:
    """Of whom something is said: of what stands before it, a parameter or such a word as `the numbers`.

    `the list` is any of them, `the number` only a single one; what any other word means is no parameter.
    """
    if re.search("!=|≠", found[0]):
        return [name for name in names if re.match(rf"{re.escape(name.lower())}\b", found[0])]
    if _VERB.match(found[0]):
        subject = (re.findall(r"\w+", in_front(sentence, found)) or [""])[-1]
        named = subject in (name.lower() for name in names)
        one = len(names) == 1 or property_ not in ("positive", "non-negative", "nonzero")
        if not (named or re.fullmatch(PLURALS, subject) or (one and re.fullmatch(SINGULARS, subject))):
            return ()
    return meant(sentence, found.span(), names)


_VERB = re.compile(
    r"\W*(?:is|are|be|will|must|can|may|should|being|has|have|cannot|can't|won't|isn't|aren't|contains?)"
)
_PATTERNS = [(re.compile(pattern), property_, bound) for pattern, property_, bound in _STATED]


def _beside(found: re.Match[str], property_: Property, names: Sequence[str]) -> Iterator[Assumption]:
    """What is in, or a place in, another parameter: the one that is named, or the only other one for `the list`."""
    lower = {name.lower(): name for name in names}
    one, called = lower.get(found[1]), found[2] or "list"
    others = [name for name in names if name != one]
    other = lower.get(called) or (others[0] if len(others) == 1 and re.fullmatch(LISTS, called) else None)
    if one and other and one != other:
        yield assumed_by(found, one, property_, other=other)


def _numbers(sentence: str, names: Sequence[str]) -> Iterator[Assumption]:
    """Where numbers lie, and how many items there are at most or at least."""
    for found in promised(_WITHIN, sentence, names):
        for name in meant(sentence, found.span(), names):
            yield assumed_by(found, name, "at least", bound=int(found[1]))
            yield assumed_by(found, name, "at most", bound=int(found[2]))
    for found in promised(_BOUNDED, sentence, names):
        property_, more = _BOUNDS[found[1]]
        for name in meant(sentence, found.span(), names):
            yield assumed_by(found, name, property_, bound=int(found[2]) + more)
    for found in promised(_MANY, sentence, names):
        size: Property = "size at least" if found[1] == "least" else "size at most"
        for name in _of(sentence, found, names, size):
            yield assumed_by(found, name, size, bound=number(found[2]) or 0)
