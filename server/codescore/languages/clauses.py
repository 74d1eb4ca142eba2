"""Whether a sentence promises something of what is given, or says it of something else.

A clause promises only where its subject is given: `the list is never empty`, not `the buffer is never empty`, `a
perfect number is positive`, `where x occurs in xs`.  Nor is it a promise where it asks, denies, speaks of the result,
of what is counted or looked for, of earlier times, or of a case that others stand beside (`others are ignored`).  Pure.
Neighbours: `languages.stating`, `languages.sizes_said` (ask), `languages.contrary` (what the rest of a text says).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from codescore.languages.described import CASE, RESULT, SENTENCES

_MOST, _NEAR = 20, 400  # that are read of a kind in a sentence; signs before one that may say it is of something else
_GIVEN_BACK = re.compile(
    rf"{RESULT.pattern}|\b(?:finds?|makes?|creates?|builds?|generates?|converts?|into|as)\b"
    r"(?: (?!of\b|in\b|from\b|for\b)\w{1,20}){0,3} ?$"
)
_IN_WHICH = re.compile(r"\b(?:where|in which|such that|of which|with) ?$")  # `a list where each row has two items`
#: What stands behind the case of a branch.
OUTCOME = re.compile(
    r"[\s,]*(?::|->|→|=>|then\b|raises?\b|returns?\b|gives?\b|yields?\b|throws?\b|is (?:an? )?(?:error|invalid))|"
    # what it does then: `every > 0 repeats a task`, not what it stands for
    r"\s+(?!is|has|was|contains|holds|denotes|specifies|represents|describes|tells|says|states|sets|limits|bounds)"
    r"[a-z]{2,}s (?:an?|the|its?|that|them|all|each|every|nothing)\b"
)
_DO = r"(?:is|are|gives?|stays?|counts?|returns?|do|does|has|have|never|will)"
#: What stands behind what is not always so.
_THEN = re.compile(
    r"[^.;,:]{0,30}?\b(?:in (?:the (?:result|output|answer)|common)|after(?:wards)?|unless|most|mostly|when|if|while|"
    r"mode|version|at the same time|more than once|or never)\b|"
    r"[\s,(–-]*(?:or (?!equal|larger than)|(?:first|then|here|internally|now|more|in most cases)\b)|"
    r"(?:(?!\b(?:if|when|whether|where)\b)[^.]){0,200}?"
    rf"(?:\b(?:otherwise|else|except|but for|ignored|skipped|dropped)\b|(?<!the )\bothers? {_DO}\b|\bthen(?=\W*$|\)))"
)
_HEADING = re.compile(r"[\s*#/]*(\w+(?: \w+)?)\s*:?\s*$")  # of a section: a line of a word or two
_OF_OTHERS = re.compile(r"returns?|yields|raises|notes?|references|see also|warnings|examples", re.IGNORECASE)
_GIVEN = re.compile(r"\W*(?:given|for|with|takes?|receives?|expects?)\b")  # `given a list of 3 numbers, return …`
_CHOSEN = re.compile(
    r"\b(?:which|who|whose|once|else|otherwise|how many|counts?|counting|sums?|sign|answer|output|keys|prints?|"
    r"selects?|filters?|keeps?|removes?|drops?|extracts?|checks?|tests?|verif(?:y|ies)|ensures?|validates?|raises?|"
    r"throws?|errors?|unless|until|so|before|after|earlier|formerly|historically|previously|in the past|"
    r"true|false)\b[^.;:]*$|"
    r"\b(?:number|amount|frequency) of (?:\w+ )?$|"
    r"\b(?:true|false|yes|no|none|null|\d+)(?: ?:| ->| =| means)[^.;:]{0,60}$|"
    r"(?:^|[,;:(] ?)(?:(?:out )?of|among|between|in case of) $"
)
_PICKED = re.compile(r"\b(?:longest|shortest|largest|smallest|first|last|next|number of|valid)\b")
_DENIED = re.compile(
    r"(?:\b(?:not|never|neither|nor|no|unlike|instead of|rather than|(?:may|might|can|could) be)|n['’]t)"
    r"(?: (?:an?|the|of|be|both|all)){0,2} ?$"
)
_VERB = re.compile(
    r"(?:\b(?:is|are|be|being|has|have|cannot|can't|won't|isn't|aren't|contains?|consists?|lies?|means?|"
    r"(?:will|must|can|may|should)(?! not be an?\b)|occurs?|exists?|appears?|!=|≠)(?!\w))"
)
#: `a list of two numbers is a point`: that speaks of such lists; `an n x n matrix is given`.
_SPOKEN_OF = re.compile(
    r" (?:is|are|has|have|means|stays?|becomes?|counts?)\b"
    r"(?! (?:given|passed|expected|taken|provided|assumed|sorted|to be))|,? the (?:first|former)\b"
)
_SPLIT = re.compile(r"[,;()–—]|(?<= )-+(?= )|\b(?:but|because|since|as|where|in which|such that|of which)\b")
#: Words for whatever is given, of which sentences say something; of several, and of one.
PLURALS = (
    r"they|both|these|there|all|lists|arrays|vectors|sequences|tuples|strings|texts|words|matrices|grids|tables|dicts|"
    r"dictionaries|maps|sets|elements|items|entries|numbers|integers|ints|floats|values|points|characters|letters|"
    r"digits|arguments|parameters|inputs|sides|lengths|divisors"
)
SINGULARS = (
    r"list|array|vector|sequence|tuple|string|text|word|matrix|grid|table|dictionary|dict|map|set|number|integer|float|"
    r"value|argument|parameter|input|divisor"
)
_PLAIN = re.compile(
    rf"{PLURALS}|{SINGULARS}|an?|the|each|every|any|of|in|those|this|that|its?|their|your|given|takes?|receives?|expects?|"
    r"and|is|are|be|must|will|should|always|sorted|ascending|order|ordered|distinct|unique|positive|non|empty|two|three|"
    r"also|moreover|additionally|note|please|here|guaranteed|known|sure|assumed|to|such|row|rows|integral|numeric|x|"
    r"params?|args?|we|you|assume|suppose|let|int|str|zero|for|pre|preconditions?|requires?|constraints?|assumptions?"
)


def sentences(words: str) -> Iterator[str]:
    """The sentences of a text in small letters, each in one line, without what begins a comment; no questions.

    What begins with `otherwise` belongs to the one before.
    """
    text = re.sub(r">>>[^\n]*", " ", _without_sections(words))
    text = re.sub(r"\b([Ee])\.g\.", r"\1g", text)
    for sentence in SENTENCES.split(re.sub(r"[.;](?=\s{1,20}(?i:otherwise|else|or else)\b)", ",", text)):
        plain = re.sub(r"[\s*#/]*\n[\s*#/]*|\s+", " ", sentence).strip().lower()
        if not plain.endswith("?"):
            yield plain


def _without_sections(words: str) -> str:
    """A text without the sections that speak of others than parameters, from their heading to the next."""
    kept, left_out = [], False
    for line in words.split("\n"):
        heading = _HEADING.match(line)
        left_out = _OF_OTHERS.fullmatch(heading[1]) is not None if heading is not None else left_out
        kept += [] if left_out else [line]
    return "\n".join(kept)


def in_front(sentence: str, found: re.Match[str]) -> str:
    """What stands before what was found, as far as it may say of what that is said."""
    return sentence[max(0, found.start() - _NEAR) : found.start()]


def promised(pattern: re.Pattern[str], sentence: str, names: Sequence[str]) -> Iterator[re.Match[str]]:
    """What a sentence promises so, the first of it."""
    found = islice(pattern.finditer(sentence), _MOST)
    return (one for one in found if not _aside(sentence, one) and _of_given(sentence, one, names))


def picked(sentence: str, found: re.Match[str]) -> bool:
    """Whether what has a property is a part that is picked, `the longest run`, or of a kind, `a valid name`."""
    return _PICKED.search(in_front(sentence, found)) is not None


#: What denies what stands some words behind it.
_NOT_SO = re.compile(
    r"(?:\b(?:not|never|neither|nor|no|unlike|(?:only )?one of|either|instead of|rather than|without)|n['’]t)\b"
    r"(?: (?!in\b|from\b|to\b|into\b|modif|chang|us(?:e|ing)\b)\w+){0,3} ?$|"
    r"\b(?:(?:not|n['’]t) (?:true|sure|certain|known|clear|said|need)|nobody|no one|for which)\b[^.;,]*$|"
    r"\b(?:for (?:example|instance)|eg|e\.g\.|such as|say|may(?! assume)|might|perhaps|possibly|any order)\b[^.;]*$"
)
_PICK = re.compile(
    r"\b(?:(?:the|all|only|each|every|counts?|counting|number of|joins?|(?<!contains )only|(?<!are )all) )+$"
)
_TOP = re.compile(r"\b(?:\w+est|next|first|last|[nk]-?th|\d+th|missing)(?: missing)? $")


def denied(sentence: str, found: re.Match[str]) -> bool:
    """Whether a sentence asks for what it names, or says that it is not so, or so only by way of example."""
    before = in_front(sentence, found)
    return sentence.endswith("?") or _NOT_SO.search(before) is not None


#: What stands behind what a program does itself, or behind another order or a definition.
_DONE = re.compile(
    r",? (?:in[- ]place|first|internally|here|then|before|after|when|if|so|using|with|by (?:length|size|its|their|the)|"
    r"and (?:then )?(?!rotated|shifted)\w+ed)\b"
)
_TURNED_INTO = re.compile(
    r"\b(?:whether|how many|(?:true|false|yes|\d) for|filters?|picks?|drops?|parses?|detects?|(?:says|tells) \w+ for)"
    r"(?: \w+){0,3} $|\b(?:to|into|as|becomes?) (?:an? )?$"
)


_NUMBERED = re.compile(r"\b(?:first|second|third|last|other|former|latter)\b")


def done(sentence: str, found: re.Match[str], names: Sequence[str]) -> bool:
    """Whether a sentence says what is done, or made: `the list is sorted in place`, `text to a positive integer`."""
    before = in_front(sentence, found)
    if not found[0].startswith("the ") and _TURNED_INTO.search(before):
        return True
    says = re.match(r"(?:is|are|being|be)\b", found[0]) is not None
    clause = _NUMBERED.sub(" ", _SPLIT.split(before)[-1])
    return says and (_DONE.match(sentence, found.end()) is not None or not _plain(clause, names))


#: What a program gives, just before what is said of it; not what that is made of: `the sum of two positive numbers`.
_GIVES = re.compile(
    r"\b(?:returns?|yields?|gives?|prints?|outputs?|computes?|calculates?|produces?)\b:?"
    r"(?:,? (?!(?:of|in|from|for|with|to|between|than|given)\b)\w{1,20}){0,4},? ?$|"
    r"\b(?:outputs?|results?|answers?|return(?:ed)? (?!by\b)\w{1,20}|difference|distance|remainder|quotient|sum|"
    r"product)"
    r"(?: (?:is|are|will|must|should|can|always|never|only|be|has|have|to|an?|the)){1,4} ?$"
)


def given_back(sentence: str, found: re.Match[str], heading: str = "") -> bool:
    """Whether a sentence says it of what a program gives: `returns a positive number`, `the output is non-negative`,
    under the `heading` Returns: too."""
    return _GIVES.search(f"{heading} {in_front(sentence, found)}") is not None


_CLOSE = 80  # signs before what is said in which a parameter is named


def attached(name: str, sentence: str, found: re.Match[str], *, alone: bool) -> bool:
    """Whether it is said of a parameter just where that is named: `a non-empty list xs`, `n is a positive integer`; of
    the only one also in `given a non-empty list`."""
    if alone and _GIVEN.match(sentence):
        return True
    own = rf"\b{re.escape(name)}\b[`'\"]?"
    verb = r"(?: and \w+)? ?(?::|\(|\b(?:is|are|must be|should be|will be|contains|has|have)\b)[^.;,]*$"
    before, behind = sentence[max(0, found.start() - _CLOSE) : found.start()], sentence[found.end() :]
    return bool(
        re.search(own + verb, before) or re.match(rf"(?: (?!(?:of|in|from|among)\b)\w+){{0,3}}?,? [`'\"]?{own}", behind)
    )


def by_another(sentence: str, found: re.Match[str]) -> bool:
    """Whether rows are in the order of another part than their first: `list of (name, price), sorted by price`."""
    by = re.match(r" by (?:the |their |its )?(\w+)", sentence[found.end() :])
    first = re.search(r"\(\s*(\w+)\s*,", sentence)
    return by is not None and first is not None and by[1] != first[1]


def picked_out(sentence: str, found: re.Match[str], names: Sequence[str]) -> bool:
    """Whether those with a property are picked out: `the positive numbers of xs`, `the smallest positive number`."""
    before, behind = in_front(sentence, found), sentence[found.end() :]
    if _TOP.search(before):
        return True
    whole = re.match(r" ?(?:\w+ )??\w+s\b", behind) if found[0].endswith("empty") else None
    if not (whole or found[0].endswith("s")):
        return False
    rest = behind[whole.end() :] if whole else behind
    own = "|".join(re.escape(name.lower()) for name in names)
    if re.match(rf" (?:{own}|up to|below|less than|smaller than|until)\b", rest):
        return False
    among = rf" (?:\w+ )?(?:in|from|of|among|within|inside) (?:(?:the|an?|this|given|input) )*(?:{own}|{SINGULARS})\b"
    return bool(_PICK.search(before) or re.match(among, rest))


def _aside(sentence: str, found: re.Match[str]) -> bool:
    before = _IN_WHICH.sub("", in_front(sentence, found))
    own = re.search(r"\b(?:results?|outputs?|return(?:s|ed)?|answers?)\b", found[0])
    outcome = _GIVEN.match(sentence) is None and OUTCOME.match(sentence, found.end())
    case = CASE.search(before) or _CHOSEN.search(before) or _THEN.match(sentence, found.end()) or outcome
    return bool(own or case or _GIVEN_BACK.search(before) or _DENIED.search(before))


def _of_given(sentence: str, found: re.Match[str], names: Sequence[str]) -> bool:
    """Whether the clause that this stands in, if it is one, has nothing but what is given for its subject."""
    before = in_front(sentence, found)
    clause = "" if _IN_WHICH.search(before) else _SPLIT.split(before)[-1]
    if _VERB.search(clause + found[0]):
        return _plain(clause, names) and "number of" not in clause
    return not (_SPOKEN_OF.match(sentence, found.end()) and _plain(clause.rpartition(":")[2], names))


def _plain(clause: str, names: Sequence[str]) -> bool:
    """Whether words name nothing but what is given."""
    own = {name.lower() for name in names}
    return all(word in own or _PLAIN.fullmatch(word) for word in re.findall(r"[^\W_]\w*", clause))
