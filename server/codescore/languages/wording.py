"""What the words around a function say of its parameters: preconditions in a sentence, or in a parameter's name.

One reader for all languages, as people write comments alike in all of them.  Neighbours: `languages.execution`
(`Assumption`), each language's survey.
"""

from __future__ import annotations

import re
import string
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, islice

from codescore.languages.assumed import Assumption, Property
from codescore.languages.chains import CHAIN, said_by
from codescore.languages.clauses import OUTCOME, attached, by_another, denied, done, given_back, picked_out
from codescore.languages.contrary import REFUSED, not_against
from codescore.languages.described import SENTENCES, asserted, described, meant, parts, promises
from codescore.languages.listed import listed
from codescore.languages.numbered import numbered
from codescore.languages.or_else import below_zero, within
from codescore.languages.quantities import unit_of
from codescore.languages.shapes import AnyShape, SequenceShape, Shape, TextShape, TupleShape
from codescore.languages.sizes_said import in_signs, sizes
from codescore.languages.stating import DESCRIBED, PROMISED, stated
from codescore.languages.two_ends import in_words

_DISTINCT = (
    r"\b(?:guaranteed to|contains?|have|has|with|all|only)(?: only| have)? (?:unique|distinct) "
    r"(?:elements|integers|numbers|values|items)\b|\bno duplicates\b|\ball (?:are |of them )?(?:different|distinct)\b|"
    r"\ball (?:the )?(?:given )?\w+(?: \[[^\]]{1,40}\])?(?: of \w+)? are (?:different|distinct|unique)\b|"
    r"\b(?:lists?|arrays?|sequences?) without (?:repetitions?|duplicates|repeats)\b"
)
_WORDS: tuple[tuple[str, Property], ...] = (
    (r"\bnon[- ]?empty\b|\bat least one (?:element|item|number)", "non-empty"),
    (r"\bnon[- ]?negative\b|\bnatural numbers?\b", "non-negative"),
    (r"(?<!non-)(?<!non )\bpositive (?:\w+ )?(?:integers?|numbers?|int)\b|\bgreater than (?:0|zero)\b", "positive"),
    (_DISTINCT, "distinct"),
    (r"\brectangular\b", "rows alike"),
    (
        (
            r"(?:\b(?:is|are|be|being|already|given|an?|the|in|two|both|several|with|of) (?:a |rotated |strictly )?|"
            r"[\w)], )(?:sorted|ascending|(?:non-de|in)creasing)\b|\bstrictly increas(?:e|es|ing)\b"
        ),
        "ordered",
    ),
)
_STRICTLY = re.compile(r"\bstrictly (?:ascending|increas)")
_TURNED = re.compile(r"\b(?:rotated|shifted cyclically|cyclically shifted|circularly shifted)\b")
_FALLING = re.compile(r"\b(?:descending|decreasing|reverse|(?:largest|highest|biggest|greatest|last|latest) to)\b")
_RESULT = re.compile(
    r"\b(?:return|returns|so that|ensures?|output|result|sort(?:s)? |should be|must be in|obtain|check|whether|if )"
)
_OF_TEXTS = re.compile(
    r"\b(?:of|each|any|two|the|all) (?:\w+ ){0,2}?(?:strings|words|texts|names|characters)\b|\bstring (?:list|tuple)"
)
_OF_LISTS = re.compile(r"\b(?:sub-?lists?|lists? of (?:\w+ )?lists|nested lists?|2d|two[- ]dimensional|matrix)\b")
_OF_TUPLES = re.compile(r"\b(?:lists? of (?:\w+ )?tuples|tuples? lists?|tuples)\b")
_TUPLE, _LIST = re.compile(r"\btuples?\b"), re.compile(r"\b(?:lists?|arrays?|sequences?|lst|arr|nums)\d?\b")


def told(shape: Shape, words: str, name: str = "") -> Shape:
    """A shape with what the words say of its elements, as far as nothing else did; the sort of list that they name."""
    prose = " ".join(re.sub(r">>>.*", " ", words).lower().split())
    tuples, lists = bool(_OF_TUPLES.search(prose)), bool(_OF_LISTS.search(prose))
    leaf: Shape = TextShape(string.ascii_lowercase, min_size=1) if _OF_TEXTS.search(prose) else AnyShape()
    match shape:
        case SequenceShape(AnyShape(), "list") if tuples:
            return replace(shape, element=TupleShape((leaf, leaf)))
        case SequenceShape(AnyShape(), "list") if lists:
            return replace(shape, element=SequenceShape(leaf, min_size=1))
        case SequenceShape(SequenceShape(AnyShape()), "list") if isinstance(leaf, TextShape) and not (tuples or lists):
            return replace(shape, element=leaf)
        case SequenceShape(SequenceShape() as inner, "list") if _OF_TUPLES.search(prose) and not _OF_LISTS.search(
            prose
        ):
            shape = replace(shape, element=replace(inner, kind="tuple"))
        case SequenceShape(kind="list") if _TUPLE.search(prose) and not _LIST.search(f"{prose} {name}"):
            shape = replace(shape, kind="tuple")
    return _leaves(shape, leaf)


def _leaves(shape: Shape, leaf: Shape) -> Shape:
    match shape:
        case SequenceShape(AnyShape()):
            return replace(shape, element=leaf)
        case SequenceShape(element):
            return replace(shape, element=_leaves(element, leaf))
    return shape


_HELD = {"set": "set", "sets": "set", "list": "list", "lists": "list", "dict": "map", "dictionary": "map"}
_MAPS = r"(?:is )?(?:an? |the )?(?:dict|dictionary|mapping)?,? ?(?:that |which )?maps? [\w' ]+? to "
_ITS = r"(?:(?:an?|the|its|their|his|her) )?([\w\[(]\w*)"


def mapped_to(words: str, name: str) -> str | None:
    """What a text says that a parameter maps its keys to (`friends maps a name to the set of friends`).

    A vote of `languages.kinds`, "" where that is no collection; None where it does not say that it maps anything.
    """
    prose = " ".join(re.sub(r">>>.*", " ", words).lower().split())
    found = re.search(rf"\b{re.escape(name.lower())}\b[`'\":]* ?{_MAPS}{_ITS}", prose)
    return None if found is None else _HELD.get(found[1], "")


_ROW = re.compile(r"\blists? of (?:tuples |pairs |triples )?\(\s*([a-z_]\w*(?:\s*,\s*[a-z_]\w*){1,7})\s*\)")
_TEXTUAL = ("name", "title", "city", "country", "author", "surname")


def rows_of(words: str, names: Sequence[str]) -> Iterator[tuple[str, tuple[bool, ...]]]:
    """Parameters that a text calls lists of rows in brackets, each with whether its items are called as texts are.

    `results: list of (name, points)`, `timetable maps a day to a list of (start, end, course)`.
    """
    prose = " ".join(re.sub(r">>>.*", " ", words).split())
    for found in _ROW.finditer(prose.lower()):
        before = prose[: found.start()]
        subjects = [one for one in re.findall(r"(\w+)[`'\"]?(?:\s*[:=]| is\b| maps\b| -)", before) if one in names]
        if subjects and not re.search(r"\breturns?\b[^.]*$", before.lower()):
            yield subjects[-1], tuple(item.strip() in _TEXTUAL for item in found[1].split(","))


def said(words: str, names: Sequence[str]) -> Iterator[Assumption]:
    """Sentences that say a property, unless they speak of the result, or say that it need not be so."""
    whole, words = words, asserted(words)
    prose = re.sub(r">>>.*", " ", words)
    sure = promises(whole)
    signed = chain(compared(words, names), described(words, names), listed(words, names), numbered(words, names))
    yield from not_against((weighed(one, sure) for one in signed), whole, names, near=True)
    yield from (weighed(one, sure) for one in chain(_signs(words, names), in_words(prose, names)))
    yield from not_against(surest(raised(one, sure) for one in _plain(prose, names)), whole, names)


def _plain(prose: str, names: Sequence[str]) -> Iterator[Assumption]:
    """What is said in plain words: where a parameter is listed, of that one, unless others are named there."""
    for owner, text in parts(prose, names):
        other = any(re.search(rf"\b{re.escape(name)}\b", text) for name in names if name != owner)
        of = [owner] if owner and not other else names
        found = chain(sizes(text, of), stated(text, of), _named_so(text, of, owned=bool(owner)))
        yield from found if len(of) == len(names) else (replace(one, certain=False) for one in found)


def _named_so(prose: str, names: Sequence[str], *, owned: bool = False) -> Iterator[Assumption]:
    """What sentences say by the name of a property: `a non-empty list`, `two positive integers`, `xs is sorted`."""
    before = ""
    for sentence in re.split(r"(?<=[.!?:])\s+|\n\s*\n|\n\s*-", prose):
        lower = " ".join(sentence.lower().split())
        for pattern, property_ in _WORDS:
            found = re.search(pattern, lower)
            if found is None or (property_ in ("ordered", "distinct") and _RESULT.search(lower)):
                continue
            if property_ in ("positive", "non-negative", "non-empty") and given_back(
                lower, found, before * before.endswith(":")
            ):
                continue
            if denied(lower, found) or picked_out(lower, found, names) or done(lower, found, names):
                continue
            if property_ == "ordered" and (_FALLING.search(lower) or by_another(lower, found)):
                continue
            behind = _BEHIND.match(found[0]) and not owned
            of = _subject(before, lower, names) if behind else meant(lower, found.span(), names)
            said_of: Property = "rotated" if property_ == "ordered" and _TURNED.search(lower) else property_
            because = f"its text says {lower[_word_before(lower, found.start()) : found.end()].strip()!r}"
            if said_of == "ordered":  # `rows[i] is sorted` says nothing of the rows among each other
                of = [name for name in of if not re.search(rf"\b{re.escape(name.lower())}\[\w+\] (?:is|are)\b", lower)]
            apart = int(said_of == "ordered" and _STRICTLY.search(lower) is not None)
            sure = owned or any(attached(name.lower(), lower, found, alone=len(names) == 1) for name in of)
            weight = NAMED_SO if sure else DESCRIBED  # `the average of positive numbers` names no parameter
            for name in of:
                yield Assumption(name, said_of, because, certain=sure and len(names) == 1, weight=weight, bound=apart)
        before = lower


_BEHIND = re.compile(r"[\w)], ")  # `xs: numbers, sorted`; of what a function gives, `the names of a group, sorted`


def _subject(before: str, sentence: str, names: Sequence[str]) -> list[str]:
    """The parameter that a sentence describes: it begins with it, or the one before ends in `xs:`; none elsewhere."""
    called = "|".join(re.escape(name.lower()) for name in names)
    first = re.match(rf"\W*(?:@?param\s+)?(?:\{{[^}}]*\}}\s*)?({called})\b", sentence) if names else None
    found = first or (re.search(rf"\b({called})\b[^:]{{0,30}}:$", before) if names else None)
    return [name for name in names if found is not None and name.lower() == found[1]]


def _word_before(text: str, at: int) -> int:
    """Where the word begins that a place is in."""
    return at if at == 0 or not text[at].isalnum() else text.rfind(" ", 0, at) + 1


_SIGN = r"(?:(?:'[^']'|\"[^\"]\"|`[^`]`|\b[A-Z01]s?\b)(?: ?\([^()]{1,30}\))?|\b\d ?\([^()]{1,30}\))"
_MADE_OF = re.compile(
    r"\b(?:(?i:strings?|texts?|words?|lists?|grids?|mazes?|boards?|sequences?|rows?|characters?|letters?)"
    r"(?: \w+){0,4}? "
    r"(?:of|from|containing|contains|with)|(?:made|composed|consist(?:s|ing)) (?:up |only )?of) (?:only )?(?:the )?"
    rf"(?:\w+ )?({_SIGN}(?:(?:,| and| or|, and|, or) {_SIGN})+)"
)


_QUOTED = r"(?:'[^']'|\"[^\"]\"|`[^`]`)"
#: `s[i] is either '(' or ')'`, `a and b consist only of '0' or '1' characters`.
_EITHER = re.compile(
    r"\b(\w+)(?:\[\w+\])*(?: and (\w+))? (?:is|are|consists?|contains?) (?:either |only )?(?:of )?(?:only )?"
    rf"(?:the )?(?:characters? )?({_QUOTED}(?:(?:,| and| or|, and|, or) {_QUOTED})+)"
)


def _signs(words: str, names: Sequence[str]) -> Iterator[Assumption]:
    """What texts are made of, where each sign is listed: `a string of '(' and ')'`, `of P (present), A (absent)`."""
    parted = [" ".join(part.split()) for part in re.split(r"\n\s*\n", re.sub(r">>>.*", " ", words))]
    prose = " ".join(parted)
    for either in _EITHER.finditer(prose):
        alphabet = "".join(dict.fromkeys(sign[1] for sign in re.findall(_QUOTED, either[3])))
        of = [name for name in names if name in (either[1], either[2])]
        if not _BRANCH.search(prose[: either.start()][-_NEAR:]):
            because = f"its text says {either[0]!r}"
            yield from (Assumption(name, "made of", because, certain=True, other=alphabet) for name in of)
    for sentence in chain.from_iterable(re.split(r"(?<=[.!?:])\s+(?=[A-Z])", part) for part in parted):
        found = _MADE_OF.search(sentence)
        if found is None or _RESULT.search(sentence[: found.start()].lower()):
            continue
        signs = re.findall(r"['\"`](.)['\"`]|\b([A-Z\d])s?\b", re.sub(r"\([^()'\"`]{2,}\)", "", found[1]))
        alphabet = "".join(dict.fromkeys(one or other for one, other in signs))
        for name in meant(sentence.lower(), found.span(), names) if len(alphabet) > 1 else ():
            made = Assumption(name, "made of", f"its text says {found[0]!r}", certain=len(names) == 1, other=alphabet)
            yield made
            digits = sorted(map(int, alphabet)) if alphabet.isdecimal() else []
            if digits and digits == [*range(digits[0], digits[-1] + 1)]:  # of numbers: none is between two of them
                yield replace(made, property="at least", bound=digits[0], other="")
                yield replace(made, property="at most", bound=digits[-1], other="")


_NEGATIVE = re.compile(
    r"\b(?:(?:may|can|might|could) (?:also )?be (?:zero or |0 or |positive or |positive, zero or )?negative|"
    r"possibly negative|negative or positive|(?:positive|zero|0) (?:or|and) negative|also negative|including negative|"
    r"negative (?:\w+ )?(?:is|are) (?:allowed|fine|possible|ok|okay|welcome|valid)|"
    r"for (?:(?:an?|all|any) )?(?:negative \w+|\w+ ?< ?0))\b"
)


def may_be_negative(words: str, names: Sequence[str]) -> frozenset[str]:
    """The parameters of which a text says that they may be below 0 (`n may be negative`), whatever its examples are."""
    found: set[str] = set()
    for sentence in SENTENCES.split(" ".join(re.sub(r">>>.*", " ", words).split())):
        said_so = _NEGATIVE.search(sentence.lower())
        if (
            said_so is not None
            and not REFUSED.search(sentence)
            and not _OF_RESULT.search(sentence[: said_so.start()].lower())
        ):
            found |= {*meant(sentence.lower(), said_so.span(), names)}
    found |= {*below_zero(words, names)}
    return frozenset(found)


_OF_RESULT = re.compile(r"\b(?:returns?|outputs?|results?|difference|balance|whether|if|when)\b[^(]*$")
_GIVEN = (
    r"(?:arguments?|inputs?|originals?|given|parameters?|lists?|arrays?|objects?|dictionar(?:y|ies)|maps?|vectors?)"
)
_CHANGED = r"(?:chang|modif|mutat|alter|touch)"
_KEPT = (
    re.compile(rf"\b(?:without|not|never|don't|doesn't) (?:be )?{_CHANGED}\w*(?: \w+){{0,2}} {_GIVEN}\b"),
    re.compile(rf"\bneither (?:\w+ ){{0,4}}(?:is|are) {_CHANGED}\w*d\b"),
    re.compile(rf"\b{_GIVEN} (?:\w+ ){{0,3}}?(?:is|are|be|stays?|left|remains?) (?:not (?:be )?|un){_CHANGED}\w*d\b"),
    re.compile(rf"\b{_GIVEN} (?:must|may|should) not be {_CHANGED}\w*d\b"),
    re.compile(r"\b(?:into|returns?|gives?|creates?|makes?|as) an? (?:new|fresh|(?:\w+ )?copy)\b"),
)
_OWN_KEPT = rf"\b{{0}}\b[`'\"]? (?:itself )?(?:is|are|stays?|remains?) (?:not |un|never ){_CHANGED}\w*d\b"


def keeps_arguments(words: str, names: Iterable[str] = ()) -> bool:
    """Whether a text says that what the function is given, or a parameter of it, stays as it is."""
    sentences = (re.sub(r"\bif\b.*", "", one) for one in re.split(r"[.;!]", " ".join(words.lower().split())))
    own = [re.compile(_OWN_KEPT.format(re.escape(name.lower()))) for name in names]
    return any(pattern.search(sentence) for sentence in sentences for pattern in (*_KEPT, *own))


_EMPTY = re.compile(r"[ (](?:an? |the )?empty\b(?! (?:\w+ )?(?:is|are) returned)")
#: What stands before an empty thing that is given back, or must not be.
_GIVEN_BACK = re.compile(
    r"\b(?:return|give|yield|produce|become|not|non|never|to|result is|"
    r"(?<!may )(?<!can )(?<!might )(?<!could )be)[a-z]*$"
)


def speaks_of_empty(words: str) -> bool:
    """Whether a text says what is done with something empty, and not only that something empty is given back."""
    text = f" {' '.join(words.lower().split())}"
    return any(not _GIVEN_BACK.search(text[: found.start()]) for found in _EMPTY.finditer(text))


_NAMED_ROW = re.compile(r"\b(?:tuples?|pairs?|triples?|lists? of) ?\(([a-z_]\w*(?:\s*,\s*[a-z_]\w*)+)\)")
_LAST_WORD = re.compile(r"([a-z]+)[\s(:]*$")
_RUN = re.compile(r"(?<!\d)(-?\d{1,18})(?:\s{0,9}(?:\.\.\.?|…)\s{0,9}| \([^()\n]{1,20}\) to )(\d{1,18})")


_COMPARISONS, _NEAR = 200, 400  # that are read; signs before what is said


def compared(words: str, names: Sequence[str]) -> Iterator[Assumption]:
    """What is written as a comparison, `1 <= n <= 100`, `len(xs) >= 1`, `start <= end`, or as a span, `1..3999`.

    Not what stands behind a word that makes it the case of a branch, or says it of the result.
    """
    prose = in_signs(re.sub(r">>>.*", " ", words), names)
    rows = {tuple(re.split(r"\s*,\s*", one)) for one in _NAMED_ROW.findall(prose)}
    row = next(iter(rows)) if len(rows) == 1 else ()
    chains = []
    told = 0  # where what was said last ends: `for 0 <= n <= 60 and k >= 0`
    for found in islice(CHAIN.finditer(prose), _COMPARISONS):
        before = prose[: found.start()]
        goes_on = told and re.fullmatch(r",? (?:and )?", before[told:])
        span = _FOR.search(before) and len(re.findall(r"[<>≤≥]", found[0])) > 1
        about = _ABOUT.search(before)  # `the grade for points, 0 <= points <= 10`
        if about is not None and re.search(rf"\b{about[1]}\b", found[0]):
            before = before[: about.start()]
        if (goes_on or span or not _BRANCH.search(before)) and not OUTCOME.match(prose[found.end() :]):
            told = found.end()
            chains.append(found[0])
    yield from said_by(chains, names, row)
    yield from _reaching(prose, names)
    for found in _RUN.finditer(prose):
        before = prose[: found.start()].lower().rpartition("\n")[2]
        if len(names) == 1 and not _RESULT.search(before) and not _of_another(before, names[0]):
            because = f"its text says {found[0]!r}"
            yield Assumption(names[0], "at least", because, bound=int(found[1]))
            yield Assumption(names[0], "at most", because, bound=int(found[2]))


def _of_another(before: str, name: str) -> bool:
    """Whether a span is one of units that a parameter is not called after: `months 1..12` says nothing of a year."""
    unit = unit_of((_LAST_WORD.search(before) or ("", ""))[1])
    return unit not in ("", unit_of(name))


def _reaching(prose: str, names: Sequence[str]) -> Iterator[Assumption]:
    """A span behind a name, `base (2 to 16)`, `k between 1 and 9`; not where it makes the case of a branch."""
    for name in names:
        for found in re.finditer(rf"\b{re.escape(name)}\b[`'\"]? ?(?:is |must be )?{_REACH}", prose):
            if not _CASE.search(prose[: found.start()]):
                yield from within(name, found, prose, weight=1.0, certain=True)


_REACH = (
    r"(?:\((?:from |between )?|from |between )(-?\d{1,9}) ?(?:to|and|-|–|\.\.\.?|…) ?(-?\d{1,9})\b(?!\w|\.[\w.])\)?"
)
_CASE = re.compile(r"\b(?:if|when|where|whenever|while|unless|until|whether)\b[^.;,\n]*$", re.IGNORECASE)
_BRANCH = re.compile(
    r"\b(?:if|when|where|whenever|while|unless|until|once|else|otherwise|whether|returns?|that|such|for|result)\b[^.;\n]*$",
    re.IGNORECASE,
)
_FOR = re.compile(r"\bfor (?:all |any |every )?$")
_ABOUT = re.compile(r"\bfor (?:(?:the|an?|each|every) )?(\w{1,40}) ?[,(:] ?$")


NAMED_SO = 0.8  # of a parameter that is named: `a positive integer n`
# `1 <= n <= 100`, `the width (10 to 80)`, `1..3999`, `0 (Monday) to 6`; not the cases of `[x for x in row if x > 0]`.
_SIGNS = re.compile(
    r"^[^\[]*[<>≤≥=][^\[]*$|^\w+ \(-?\d+ (?:to|…|\.\.\.?|-|–) -?\d+\)?$|"
    r"^-?\d+ ?(?:\.\.\.?|…| \([^()]*\) to) ?-?\d+$"
)


def raised(one: Assumption, promised: Sequence[str]) -> Assumption:
    """What a text says, surer where it stands in what it says that may be assumed.

    A sentence can be misread, so that a description never settles a verdict. What a text promises ("you may assume
    that"), says in signs of a parameter (`1 <= n <= 100`, `n (1 to 100)`), or of one that it names, is sure; what it
    merely describes weighs DESCRIBED: what differs where that is not so makes a verdict `conditional`.
    """
    said = _said(one)
    return replace(one, weight=max(one.weight, PROMISED)) if said and any(said in p for p in promised) else one


def weighed(one: Assumption, promised: Sequence[str]) -> Assumption:
    """The same, and no surer than a description where it is neither promised nor said in signs."""
    said, sure = _said(one), raised(one, promised)
    if sure is not one or not said or _SIGNS.match(said):
        return sure
    return replace(one, weight=min(one.weight, DESCRIBED), certain=False)


def _said(one: Assumption) -> str:
    return one.because.partition(" says ")[2].strip("'\"")


def surest(some: Iterable[Assumption]) -> list[Assumption]:
    """Of what a text says more than once, as it says it most surely."""
    found: dict[Assumption, Assumption] = {}
    for one in sorted(some, key=lambda one: -one.weight):
        found.setdefault(replace(one, because="", weight=1.0, certain=True), one)
    return list(found.values())
