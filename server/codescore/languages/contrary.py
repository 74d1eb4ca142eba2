"""What a text says of inputs that a promise in it would exclude: then it is no promise.

`The list should not be empty; 0 is given for an empty one.`, `equal length, -1 for strings of different lengths`.  Who
only refuses them keeps the promise.  Pure.  Neighbours: `languages.wording` (asks), `languages.clauses`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from codescore.languages.assumed import Assumption, Property
from codescore.languages.described import SENTENCES

REFUSED = re.compile(r"\b(?:rais|throw|error|exception|undefined|assert|panic)", re.IGNORECASE)
_DO = r"(?:is|are|gives?|yields?|stays?|counts?|returns?|means?|will|do|does)"
_ZERO = (
    r"(?:(?<![!<>])==?|(?<!result )(?<!answer )(?<!remainder )\bis|\bequals) ?(?:equal to )?"
    r"(?:0|zero)(?!\.?\w|-| or\b)|"
    r"\bor (?:0|zero)\b|\b(?:may|can|could) (?:also )?be (?:0|zero)\b|"
    rf"\bfor (?:an? )?(?:0|zero)\b|\b(?:0|zeros?) (?:and negative \w+ )?{_DO}\b(?! returned| given)"
)
_NEGATIVE = (
    rf"\bnegative \w+ (?:{_DO}|dropped|ignored|skipped|removed)\b|\b(?:for|if|when) (?:\w+ ){{0,3}}?negative|< ?0\b"
)
_EMPTY = (
    r"(?:\b(?:for|if|when|on|handles?|skips?|allow(?:s|ed)?|ignores?|the|an?|or)\b|[,;(:]|^) "
    r"?(?:an? |the |\w+ is |\w+ are )?empty\b"
)
_OTHERS = (
    rf"\b(?:others?|the rest|(?:every|any)thing else|any other \w+) {_DO}\b|"
    r"\bfor (?:all |any )?(?:others\b|other \w+|(?:any|every)thing else\b)|\b(?:clip|clamp|cap)s?(?:ped|ed)?\b|"
    rf"\b(?:larger|smaller|greater|bigger|higher|lower) (?:ones?|values?|numbers?) (?:{_DO}|become)|"
    r"^(?:(?!\b(?:if|when|whether|where|while|returns?)\b).){0,300}?\b(?:otherwise|else)\b|"
    r"\b(?:ignor|skip|drop|remov|discard)\w*(?: \w+){0,2} (?:others?|rest|ones?)\b"
)
#: A text that asks whether something is right may say later what is.
_ASKED = re.compile(
    r"\bvalidat\w+|\b(?:if|whether)\b[^.]{0,60}\bis valid\b|\bvalid (?:if|when)\b|"
    r"\b[aA] valid (?!index\b|position\b|place\b)\w+ (?:has|contains?|is|must)\b|\brejects?\b|"
    r"\bpasswords?\b|\bcriteri|\bdetects?\b|\brecogni[sz]es?\b|\b(?:is|are) (?:this|these|it)\b[^.]{0,80}\?",
    re.IGNORECASE,
)
_LENGTHS = r"\b(?:longer|shorter|longest|shortest|unequal|uneven)\b|\bdifferent (?:lengths?|sizes?)\b|\blengths? differ"
_FEWER = r"\b(?:or|of|with|for|has|have) (?:more|fewer)\b|\btoo (?:few|many|short|long)\b"
_MISSING = r"(?:\bnot|n['’]t) (?:in|found|there|present|contained)\b|\bmissing\b|\babsent\b"
_BEYOND = r"\bout of (?:range|bounds)\b|\boutside\b|\bbeyond\b|\btoo (?:large|big|small)\b|\bnegative\b"
#: What says of a property that something without it is given, too.
_AGAINST: dict[Property, str] = {
    "non-empty": rf"{_EMPTY}|\b(?:no|without) (?:items|elements|numbers|words)\b",
    "nonzero": _ZERO,
    "positive": f"{_ZERO}|{_NEGATIVE}",
    "non-negative": _NEGATIVE,
    "as long as": _LENGTHS,
    "held": _MISSING,
    "place": _BEYOND,
    "within": _BEYOND,
    "distinct": rf"\b(?:duplicates?|repetitions?|repeated \w+|equal ones) {_DO}\b|\btwice\b|\bdedup|"
    r"\bmak\w+ (?:\w+ ){0,2}(?:unique|distinct)\b|\bremov\w+ (?:\w+ ){0,2}(?:duplicates|repetitions)\b",
    "ordered": r"\bunsorted\b|\bnot (?:a )?sorted\b|^(?:\w+ )?sorts?\b",
    "even": r"\bodd (?:length|number|size)",
    "square": r"\bnot square\b",
    "rows alike": r"\bragged\b|\brows (?:may|can) be (?:longer|shorter)\b",
    "at least": _NEGATIVE,
    "lower case": r"\bcapitals?\b|\bupper-?case\b", "upper case": r"\blower-?case\b",
    "size at least": _FEWER, "size at most": _FEWER,
    "row size": f"{_FEWER}|{_LENGTHS}",
}  # fmt: skip
_COMPILED = {property_: re.compile(f"{pattern}|{_OTHERS}", re.IGNORECASE) for property_, pattern in _AGAINST.items()}
_OTHER = re.compile(_OTHERS, re.IGNORECASE)
_EVEN = re.compile(rf"\beven (?:length|number|size)|{_OTHERS}", re.IGNORECASE)  # against an odd number
_RESULTS = re.compile(
    r"\b(?:return(?:s|ing)?|gives?|yields?|result is|answer is|else|otherwise) (?:an? |the )?(?:new )?"
    r"(?:negative|empty)\b[^.;,]{0,20}|"
    r"\bempty (?:\w+ )?(?:is|are) (?:returned|given back)",
    re.IGNORECASE,
)


_NEAR = 40  # signs before what is said in which it is said of whom
_BESIDE = re.compile(r"[.;](?=\s{1,20}(?:otherwise|or else)\b)", re.IGNORECASE)


def not_against(
    found: Iterable[Assumption], words: str, names: Sequence[str], *, near: bool = False
) -> Iterator[Assumption]:
    """What is promised, but for what the text speaks against: it says what comes of others, and refuses them not.

    `near`: in a sentence that names the parameter.
    """
    prose = _BESIDE.sub(",", re.sub(r">>>[^\n]*", " ", words))
    ends = re.compile(r"(?<=[.!?])\s+|\n\s*\n") if near else SENTENCES
    parts = [" ".join(one.split()) for one in ends.split(prose) if not REFUSED.search(one)]
    parts = [_RESULTS.sub(lambda result: result[0].split()[0], one) for one in parts]
    asked = not near and _ASKED.search(prose) is not None
    known: dict[tuple[Property, str, str], bool] = {}
    for one in found:
        of = one.property, one.parameter, one.other
        if of not in known:
            others = [name for name in names if name not in of[1:]]
            own = [part for part in parts if not near or re.search(rf"\b{re.escape(one.parameter)}\b", part)]
            least_one = one.property == "at least" and one.bound == 1
            against = _COMPILED.get("positive" if least_one else one.property, _OTHER)
            against = _EVEN if one.property == "even" and one.bound else against
            known[of] = any(_speaks(against, part, one.parameter, others) for part in own)
        if not (known[of] or asked):
            yield one


def _speaks(against: re.Pattern[str], sentence: str, name: str, others: Sequence[str]) -> bool:
    """Whether a sentence speaks so of this parameter, or of none by its name."""
    for found in against.finditer(sentence):
        near = re.findall(r"\w+", sentence[max(0, found.start() - _NEAR) : found.end()])
        if next((word for word in reversed(near) if word in others or word == name), name) == name:
            return True
    return False
