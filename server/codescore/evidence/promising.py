"""Whether two programs that read input part only where a usual promise is broken: searched, proven, and set aside.

What was compared says which promises could be the reason; fresh inputs that keep them, many of them near those that
differ, must then agree, or the next ones are tried.  What is set aside is no word for the candidate: its verdict is
conditional.  Neighbours: `evidence.promises` (which there are), `evidence.session` (asks, and runs both programs).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial

from codescore.evidence.agreed import Idle, accidents, leave_open
from codescore.evidence.asked_of import asks_for_empty, fits, signs_sought
from codescore.evidence.boundaries import told
from codescore.evidence.case import Case
from codescore.evidence.cases import Cases
from codescore.evidence.compare import OPAQUE
from codescore.evidence.generate import random_input
from codescore.evidence.in_turn import in_turn
from codescore.evidence.known_numbers import known_numbers
from codescore.evidence.known_signs import known_signs, known_words, letter_places, signs_put
from codescore.evidence.mutate import near
from codescore.evidence.natural import natural
from codescore.evidence.policy import added
from codescore.evidence.pool import Pool, pool_of
from codescore.evidence.promised import Promise
from codescore.evidence.promises import (
    ENOUGH,
    cheapest,
    compared_with,
    kept,
    mended,
    of_form,
    promises,
    read_by,
    sorting,
)
from codescore.evidence.read_lines import Line
from codescore.evidence.shrink import Difference
from codescore.evidence.usual import Usual, counting, ordinary, usual
from codescore.evidence.verdicts import Findings
from codescore.languages.execution import Entry, Input
from codescore.languages.sought import looks_for
from codescore.languages.values import Char, Int, Text, Value

#: Runs both programs on inputs: each input that the reference takes with what differs.
Try = Callable[[list[Input]], list[Difference]]

_ROUNDS = 4  # promises that are tried before two programs are said to differ
_MARKS = 12  # signs that are looked at
#: Where signs are told apart without being named.
_CLASSES = re.compile(
    r"\bis_?(?:alpha|alnum|alphanumeric|alphabetic|digit|letter|letterordigit|upper|lower|space|whitespace|punct)\w*\b|"
    r"\bascii_|\[\^|\\[wWsSdD]|\b(?:ord|char(?:Code|CodePoint)At)\(",
    re.IGNORECASE,
)
_FRESH, _DRAWN = (32, 16, 16), 12  # fresh inputs of each origin, and how many are drawn for one
_SECONDS = 1.0  # CPU seconds that the reference may take on them
_PROOF, _AS_LONG = 20, 0.7  # fresh inputs that must agree, half of them about as long as those that differ
_DIGITS = re.compile(r"\d+")
#: Who multiplies by a number to put two into one takes it for more than any: `solved * 10000 - penalty`.
_MULTIPLIED = r"\*\s{{0,3}}{0}\b|\b{0}\s{{0,3}}\*(?!\*)|%\s{{0,3}}{0}\b"
_KNOWN = 10**18  # numbers that are looked for in a program
#: What two parameters have in common.
_BETWEEN = ("sized", "rows sized", "up to", "up to size", "places of", "counted in")
#: What languages call it where something is looked for where it is not.
_BEYOND = re.compile(r"Index|Bound|Range|Key|Element|Stop|Type|Null|Reference")
_SHORT = 1000  # signs in an input that others are made from
_SEED = 5000
_BECAUSE = "the two part only on others"
_AS_LIKELY = 0.5  # how likely an input that breaks a usual promise is one of the task


def set_aside(findings: Findings, other: Entry, constants: Sequence[Value], attempt: Try, idle: Idle) -> None:
    """Move differences outside of the task where a usual promise explains them all; `findings.promised` says which.

    `other` is the candidate's entry, `constants` are what it names.  Not where the inputs that keep it leave a part of
    the reference `idle`: it would not have been written then.
    """
    cases = findings.cases
    if findings.differences and cases.entry.kind != "script" and not (cases.foreign and cases.entry.members):
        words = known_words(cases.entry, cases.source, findings.candidate, _BECAUSE)
        sources = (cases.source, findings.candidate)
        signs = known_signs(cases.entry, cases.constants, constants, sources, _BECAUSE)
        most = ordinary(cases.entry, _BECAUSE, cases.source, findings.candidate)
        if cases.foreign:
            relations = usual(cases.entry, cases.constants, _BECAUSE)
        else:
            letters = letter_places(cases.entry, sources, _BECAUSE)
            lists = [one.name for entry in (cases.entry, findings.entry) for one in entry.parameters]
            asked = any(asks_for_empty(source, "default", *lists) for source in sources)  # `if not best`: of a 0, too
            zero = {one.parameter for one in cases.domain.conditions.all() if one.property == "non-negative"}
            counted = [] if asked or zero & {*lists} else counting(cases.entry, _BECAUSE, "\n".join(sources))
            tables = known_numbers(findings, attempt, _BECAUSE)
            relations = [*most, *words, *signs, *letters, *tables, *counted, *_between(findings)]
        leave_open(findings, relations, attempt, idle)
        if findings.differences:
            answers = [case.expected.value for case in cases.inside() if case.expected.how == "return"]
            limits = natural(cases.entry, "\n".join(sources), _BECAUSE, answers)
            leave_open(findings, relations, attempt, partial(idle, halves=True), limits=limits)
        leave_unread(findings, idle)
    if not cases.guessing or not findings.differences:
        return
    pool = pool_of(cases.constants, _SEED, reads=cases.reads)
    tried: set[tuple[str, ...]] = set()
    left = _SECONDS
    for _ in range(_ROUNDS):
        if left <= 0:
            return
        differing, agreeing = _split(findings.pairs)
        # Of a candidate that was stopped too few inputs are known to ask for many that agree.
        found = _candidates(findings, other, constants, (differing, agreeing), 0 if findings.stopped else ENOUGH)
        chosen = next((some for some in found if _words(some) not in tried), None)
        if chosen is None:
            return
        tried.add(_words(chosen))
        least = _AS_LONG * min(map(_long, differing))
        known = {pair[0].given for pair in findings.pairs}
        fresh = [given for given in _fresh(cases, chosen, differing, agreeing, pool) if given not in known]
        found_out = attempt(fresh)
        left -= sum(pair[0].expected.seconds for pair in found_out)
        new = [pair for pair in found_out if pair[0].place == "inside"]
        findings.pairs += new
        wrong, right = _split(new)
        large = sum(_long(given) >= least for given in right)
        if not wrong and len(right) >= _PROOF and 2 * large >= _PROOF and not _idle(findings, chosen, idle):
            _move(findings, chosen)
            return


def _between(findings: Findings) -> list[Usual]:
    """What parameters have in common that a candidate mostly just fails without: what the reference does there may be
    as much of an accident."""
    beyond = [got for _, got, _ in findings.differences if got.how == "raise" and _BEYOND.search(got.error)]
    if 2 * min(accidents(findings), len(beyond)) < len(findings.differences):
        return []
    known = usual(findings.cases.entry, findings.cases.constants, _BECAUSE)
    between = (some for some in known if all(one.property in _BETWEEN for one in some))
    keeps, differing = findings.cases.domain.keeps, [pair[0].given for pair in findings.differences]
    each = [some for some in between if not any(keeps(some, given) for given in differing)]  # each by itself
    return [some for some in each if not any(fits(one.parameter, one.other, findings.cases.source) for one in some)]


def _long(given: Input) -> int:
    """How long an input is, whatever its numbers: smaller ones make it no less of one."""
    return len(_DIGITS.sub("0", given.stdin))


def _keeping(findings: Findings, chosen: tuple[Promise, ...]) -> list[Case]:
    """The cases that count and keep promises."""
    inside = (case for case, _, _ in findings.pairs if case.place == "inside")
    return [case for case in inside if kept(chosen, read_by(findings.cases.entry, case.given.stdin))]


def _idle(findings: Findings, chosen: tuple[Promise, ...], idle: Idle) -> bool:
    """Whether a part of the reference, none that guards against what is not so, does nothing where these are kept."""
    spared = [promise.spares for promise in chosen if promise.spares is not None]
    return bool(idle(_keeping(findings, chosen), spared=spared))


def _words(some: tuple[Promise, ...]) -> tuple[str, ...]:
    return tuple(promise.words for promise in some)


def _split(pairs: list[Difference]) -> tuple[list[Input], list[Input]]:
    """The inputs on which the two differ, and those on which they agree."""
    inside = [pair for pair in pairs if pair[0].place == "inside" and pair[2] != OPAQUE]
    grave = [pair[0].given for pair in inside if pair[2] and not added(pair)]
    return grave, [pair[0].given for pair in inside if not pair[2]]


def _candidates(
    findings: Findings, other: Entry, constants: Sequence[Value], inputs: tuple[list[Input], list[Input]], enough: int
) -> list[tuple[Promise, ...]]:
    """Promises that could be the reason and that `enough` inputs keep on which both agree; `inputs`: those on which
    they differ, and those on which they agree."""
    cases, (differing, agreeing) = findings.cases, inputs
    entry = cases.entry
    texts = [given.stdin for given in (*differing, *agreeing)]
    numbers = [c.value for c in cases.constants if isinstance(c, Int)]
    words = [c.value for c in cases.constants if isinstance(c, (Text, Char))]
    source = cases.source
    single, others = frozenset(word for word in words if len(word) == 1), signs_sought([findings.candidate])
    ours = signs_sought([source]) & single
    # What neither knows both leave to the rest: `else` is the last sign of a task for one, and the first for the next.
    alphabets = ours | others if ours & others else ours, ours, single - signs_put(source)
    others_numbers = {c.value for c in constants if isinstance(c, Int)} - {*numbers}
    believed = [n for n in others_numbers if n < _KNOWN and re.search(_MULTIPLIED.format(n), findings.candidate)]
    known = promises(
        entry, numbers, words, texts, compared_with(source),
        alphabets=alphabets, sorts=sorting(source), believed=believed, printed=_printed(single, source), source=source,
    )  # fmt: skip
    form = of_form(other)
    if form is not None:
        known.append(Promise("it has the form that the candidate reads", 0.5, lambda read: form(_text(read))))
    read = [read_by(entry, text) for text in texts]
    known += in_turn(read, source, findings.candidate)
    return cheapest(known, read, [True] * len(differing) + [False] * len(agreeing), enough)


def _printed(signs: Iterable[str], source: str) -> str:
    """Of the signs in a program's text those that it only writes."""
    if _CLASSES.search(source):  # it asks about each sign without naming one
        return ""
    marks = (sign for sign in signs if sign.isprintable() and not sign.isalnum() and not sign.isspace())
    return "".join(sorted(sign for sign in sorted(marks)[:_MARKS] if not looks_for(sign, source)))


def _text(read: list[Line]) -> str:
    return "".join(line.between.join(line.words) + "\n" for line in read)


def _fresh(
    cases: Cases, chosen: tuple[Promise, ...], differing: list[Input], agreeing: list[Input], pool: Pool
) -> list[Input]:
    """Inputs that keep the promises: near those that differ, near those that agree, and others."""
    entry, chance = cases.entry, pool.chance
    differing, agreeing = shorter(differing), shorter(agreeing)
    good = [given for given in agreeing if kept(chosen, read_by(entry, given.stdin))]
    makers: tuple[Callable[[], Input], ...] = (
        lambda: _mended(cases, chosen, near(near(chance.choice(differing), pool), pool)),
        lambda: near(chance.choice(good), pool) if good else random_input(entry, pool),
        lambda: _mended(cases, chosen, random_input(entry, pool)),
    )
    found: dict[Input, None] = {}
    for make, wanted in zip(makers, _FRESH, strict=True):
        some = 0
        for _ in range(wanted * _DRAWN):
            given = make()
            if (
                given not in found
                and cases.domain.likelihood(given) > _AS_LIKELY
                and kept(chosen, read_by(entry, given.stdin))
            ):
                found[given] = None
                some += 1
            if some >= wanted:
                break
    return list(found)


def shorter(some: list[Input]) -> list[Input]:
    """The inputs that are not much longer than the shortest of them: each is read again many times."""
    most = max(_SHORT, 2 * min((len(given.stdin) for given in some), default=0))
    return [given for given in some if len(given.stdin) <= most]


def _mended(cases: Cases, chosen: tuple[Promise, ...], given: Input) -> Input:
    return replace(given, stdin=mended(chosen, cases.entry, given.stdin))


def _move(findings: Findings, chosen: tuple[Promise, ...]) -> None:
    entry = findings.cases.entry
    findings.promised = tuple(promise.words for promise in chosen)
    if all(kind == "timeout" for case, _, kind in findings.pairs if kind and case.place == "inside"):
        findings.stopped, findings.unanswered = False, 0  # what stopped it was none of the task, nor seen again since
    findings.pairs = [
        (replace(case, place="outside", likely=min(case.likely, _AS_LIKELY)), outcome, aspect)
        if case.place == "inside" and not case.shown and not kept(chosen, read_by(entry, case.given.stdin))
        else (case, outcome, aspect)
        for case, outcome, aspect in findings.pairs
    ]


_SHARE, _ENOUGH = 0.05, 3  # of the inputs that both answer so many agree at least, with so many answers
_WHOLE = re.compile(r"\b(?:an?|each|every|is|are) (?:complete|well-formed|finished)\b", re.IGNORECASE)
_SAID = "it is not known whether {!r} holds"


def leave_unread(findings: Findings, idle: Callable[[list[Case]], int]) -> None:
    """Leave open what differs where the reference's text promises something in a sentence that nobody here can read.

    `exactly one pair exists`: inputs were not made to keep it, and may all break it. Where two programs agree on some
    of them the others may be those that do: what differs makes a verdict conditional, which quotes the sentence. Not
    where the inputs on which the two agree leave a part of the reference `idle`: who fails on all lists of two things
    agrees on those of one.
    """
    sentence = unread(findings.cases.entry)
    if not sentence or not findings.differences:
        return
    pairs = [pair for pair in findings.pairs if pair[0].place == "inside" and pair[2] != OPAQUE]
    agreed = [case for case, _, aspect in pairs if not aspect]
    same = {told(case.expected) for case in agreed if case.expected.how == "return"}
    if len(same) >= _ENOUGH and len(agreed) >= _SHARE * len(pairs):
        if not idle(agreed):
            findings.leave_open(sentence, _SAID)
    elif _WHOLE.search(sentence):
        findings.unknown = sentence  # chance hardly ever makes one


def unread(entry: Entry) -> str:
    """The first promise in the text of an entry, or of its methods, of which no assumption is a part; "" for none."""
    if entry.members:
        return next(filter(None, map(unread, entry.members)), "")
    quotes = [one.because.partition(" says ")[2].strip("'\"").lower() for one in entry.assumptions]
    for sentence in "".join(entry.left_open[3:]).splitlines():
        if not any(quote and quote in sentence.lower() for quote in quotes):
            return sentence
    return ""
