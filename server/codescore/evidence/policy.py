"""What kind of difference one is, and which of them decide.

A difference has a *class*: another `value` (or none), the same items in another `order`, the same items in a list for a
tuple (`form`), floats that are nearly the same (`precision`), a refusal that only one of the two has (`exception`),
what is left in the arguments (`effect`), printed text beside an answer (`output`), white space in printed text
(`layout`), collections in a result that are one and the same (`sharing`), no answer in time (`time`).

What decides by itself is in `DECIDES`, what does not count at all in `IGNORED`; the rest makes a verdict conditional.
A person says otherwise with `--count`.

A refusal is deliberate where a `raise`, `assert` or `throw` of the program's own gives it.  One that the candidate
dropped, or added to inputs that the reference answers, makes a verdict conditional: whether it is part of the task, the
programs do not say.  Unless both refuse elsewhere, in the same words: they mean the same, and one of them begins too
early or too late.  An error that just happens on an input of the wrong kind is no refusal.

Pure.  Neighbours: `evidence.compare` (what differs), `evidence.verdicts` (counts and words).
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from collections.abc import Sequence as Items
from dataclasses import dataclass, replace
from itertools import chain
from typing import Literal, TypeAlias, get_args

from codescore.evidence.calls import steps_of
from codescore.evidence.compare import KEYS, OPAQUE, SHARED, Near, changes, difference, nearly
from codescore.evidence.contract import FLOOR, Outcome
from codescore.evidence.domain import MATTERS
from codescore.evidence.generate import MACHINE
from codescore.evidence.left_open import plain
from codescore.evidence.shrink import Difference, weight
from codescore.foundation.errors import InputError
from codescore.languages.execution import Input
from codescore.languages.standard import DATE, DATETIME, fails, numbers
from codescore.languages.values import Call, Float, Int, Record, Sequence, Text, Value, nothing, walk

Class: TypeAlias = Literal[
    "value", "exception", "effect", "order", "form", "precision", "sharing", "layout", "output", "time"
]
CLASSES: tuple[str, ...] = get_args(Class)
#: What decides, and what does not count, unless a person says otherwise.  What is left in the arguments always decides
#: where the reference returns nothing.
DECIDES = frozenset({"value", "order", "output", "time"})
IGNORED = frozenset({"form", "layout"})
#: The class of differences between floats that are nearly the same.
PRECISION: Literal["precision"] = "precision"
#: What is said of inputs on which 32 bits, or the time there is, may be too little.
LARGE_NUMBER, LARGE_INPUT = "a number is large", "the input is large"
_DATE, _DECADE = re.compile(r"\b(\d{4})-\d\d-\d\d"), 10  # years between dates
_LONG_DIGITS = re.compile(r"(?<![0-9])[0-9]{5,19}(?![0-9])")  # in a text: more than a year has
_LARGE, _MUCH = 1000, 100_000  # numbers above this make programs slow that are right; several, multiplied


@dataclass(frozen=True, slots=True)
class Policy:
    """Which classes of differences decide, and which do not count; the others make a verdict conditional.

    `told`: the errors of which the reference's words say that it raises them: who answers there does something else.
    `everywhere`: what differs on inputs that are hardly meant is in doubt, too.
    """

    decides: frozenset[str] = DECIDES
    ignored: frozenset[str] = IGNORED
    told: frozenset[str] = frozenset()
    everywhere: bool = False


def policy_of(words: Items[str]) -> Policy:
    """What a person says: `form` decides, `no-order` does not count.  Raises InputError on anything else."""
    policy = Policy()
    for word in words:
        name = word.removeprefix("no-")
        name = name if name in CLASSES else name.removesuffix("s")
        if name not in CLASSES or (name == "value" and word.startswith("no-")):
            raise InputError(f"--count does not know {word!r}; it takes {', '.join(CLASSES)}, or no-order and the like")
        if word.startswith("no-"):
            policy = Policy(policy.decides - {name}, policy.ignored | {name})
        else:
            policy = Policy(policy.decides | {name}, policy.ignored - {name})
    return policy


def aspect_of(expected: Outcome, got: Outcome, *, unordered: bool, effects: bool, near: Near) -> str:
    """What differs, as `compare.difference` says it; or `order`, `form`, `precision` or `layout` where it is nothing
    else."""
    found = difference(expected, got, unordered=unordered, effects=effects, near=near)
    if found in ("value", "arguments") and not difference(
        expected, got, unordered=unordered, effects=effects, near=nearly(near)
    ):
        return PRECISION
    lists = isinstance(expected.value, Sequence) and isinstance(got.value, Sequence)
    if found == "stdout":
        name, sides, loose = (
            "layout",
            [replace(o, stdout=" ".join(o.stdout.split())) for o in (expected, got)],
            unordered,
        )
    elif found == "value" and lists:
        name, sides, loose = "order", [expected, got], True
    elif found == "type":
        name, sides, loose = "form", [replace(o, value=o.value and plain(o.value)) for o in (expected, got)], unordered
    else:
        return found
    rest = difference(sides[0], sides[1], unordered=loose, effects=effects, near=near)
    if rest == "arguments" and name == "form":  # which does not count, and that may
        return rest
    return found if rest else name


_OUTSIDE = "outside of what is surely meant"
_APART = {
    "exception": "where one of the two refuses",
    "effect": "beside the answer",
    "time": "in how long they take",
    PRECISION: "by less than a millionth",
    SHARED: "in what is one and the same",
}


def apart(kind: str) -> str:
    """Where a difference lies that does not decide, in words."""
    return _APART.get(kind, _OUTSIDE)


def class_of(found: Difference) -> Class:
    """The class of a difference."""
    case, outcome, aspect = found
    if aspect == "arguments" and _both_refuse(found):
        return "effect"
    if dropped(found) or added(found):
        return "exception"
    if aspect == "timeout" or outcome.how == "timeout":
        return "time"
    if aspect == "arguments":
        return "effect"
    if aspect in ("order", "form", PRECISION, "layout", SHARED):
        return aspect  # type: ignore[return-value]
    if aspect == KEYS:
        return "order"
    return "output" if aspect == "stdout" and not nothing(case.expected.value) else "value"


def dropped(found: Difference) -> bool:
    """Whether the candidate goes on where the reference refuses deliberately, or lets through that a function which it
    is given fails."""
    case, outcome, aspect = found
    told = case.place == "rejected" and aspect not in ("", OPAQUE) and outcome.how != "input"
    return told and (case.expected.deliberate or any(map(fails, _parts(case.given))))


def added(found: Difference) -> bool:
    """Whether the candidate refuses deliberately what the reference answers, and does not show as an example: by an
    error of its own or by the type that it declares; or just fails, where nothing tells that such an input is one of
    the task."""
    case, outcome, aspect = found
    meant = case.place == "inside" or (case.place == "outside" and case.likely >= MATTERS)
    answers = meant and case.expected.how in ("return", "exit") and not case.shown and not case.unmeant
    refuses = outcome.how == "raise" and (outcome.deliberate or case.guessed)
    return answers and aspect != OPAQUE and (refuses or outcome.how == "input")


def counts(found: Difference, policy: Policy) -> bool:
    """Whether two outcomes differ in what counts at all."""
    return found[2] not in ("", OPAQUE) and class_of(found) not in policy.ignored


def beside(found: Difference, policy: Policy = Policy()) -> bool:
    """Whether what differs may not be meant: what does not count, floats that are nearly the same, what is left in the
    arguments beside an answer that is the same, time on large numbers, and any difference on an input that was found by
    trying alone or may not be meant."""
    if found[2] in ("", OPAQUE) or not counts(found, policy):
        return found[2] not in ("", OPAQUE)
    if (found[0].grown and not found[0].shown) or found[0].unmeant:
        return True
    if found[2] in (PRECISION, SHARED):
        return class_of(found) not in policy.decides
    if found[2] == KEYS:
        return True
    if found[2] == "timeout":
        return large(found[0].given) or laborious(found[0].given) or spanning(found[0].given)
    return found[2] == "arguments" and not nothing(found[0].expected.value) and "effect" not in policy.decides


def large(given: Input) -> bool:
    """Whether an input has a number that makes programs slow, or overflow, that are right."""
    numbers = [part.value for part in _parts(given) if isinstance(part, Int)]
    numbers += [int(word) for word in given.stdin.split() if word.isascii() and word.isdigit() and len(word) < 20]
    texts = " ".join(part.value for part in _parts(given) if isinstance(part, Text))
    numbers += [int(run) for run in _LONG_DIGITS.findall(texts)]
    return any(abs(number) > _LARGE for number in numbers)


def laborious(given: Input) -> bool:
    """Whether the numbers of one call ask for much work: a table of 700 by 700 is as large as one number is."""
    calls = [given.arguments, *(step.arguments for step in steps_of(given))]
    numbers = ([abs(value.value) for value in call if isinstance(value, Int) and value.value] for call in calls)
    return any(math.prod(some) > _MUCH for some in numbers)


def spanning(given: Input) -> bool:
    """Whether its dates are so far apart that who goes from one to the other step by step needs many."""
    parts = [*_parts(given)]
    years = [numbers(part)[0] for part in parts if isinstance(part, Record) and part.type in (DATE, DATETIME)]
    years += [int(year) for part in parts if isinstance(part, Text) for year in _DATE.findall(part.value)]
    return bool(years) and max(years) - min(years) > _DECADE


def wide(given: Input) -> bool:
    """Whether an input has a number that the machine's usual whole number does not hold."""
    numbers = [part for part in _parts(given) if isinstance(part, (Int, Float))]
    return any(abs(n.value) > MACHINE or not float(n.value).is_integer() for n in numbers)


def makes(given: Input) -> bool:
    """Whether a function, or a call of a sequence, is given objects of the program's own classes."""
    calls = [step.arguments for step in steps_of(given)] or [given.arguments]
    parts = (part for arguments in calls for value in arguments for part in walk(value))
    return any(isinstance(part, Call) and not part.name.endswith("=") for part in parts)


def deciding(pairs: list[Difference], policy: Policy = Policy()) -> list[Difference]:
    """The differences that make a candidate another program; refusals that it added do if nothing else can be said of
    it: they are more than what it answers."""
    inside = [pair for pair in pairs if pair[0].place == "inside"]
    found = [pair for pair in inside if pair[2] not in ("", OPAQUE) and not beside(pair, policy)]
    if "exception" in policy.decides:
        return found + [pair for pair in pairs if dropped(pair)]
    grave = [pair for pair in found if not added(pair)] + _told(pairs, policy) + moved(pairs, policy)
    same = sum(not pair[2] for pair in inside)
    told = [pair for pair in found if same < FLOOR or not pair[0].guessed]
    return grave or (found if len(told) > same else [])


def _told(pairs: list[Difference], policy: Policy) -> list[Difference]:
    """Refusals of which the reference's words speak and that the candidate dropped, of functions of nothing but texts,
    of the signs that others which are answered have: of others nobody can tell whether the words mean them."""
    missing = [pair for pair in pairs if dropped(pair) and pair[0].expected.error.rpartition(".")[2] in policy.told]
    if not missing or "exception" in policy.ignored:
        return []
    known = {sign for case, _, _ in pairs if case.place == "inside" for sign in _signs(case.given)}
    return [pair for pair in missing if _of_texts(pair[0].given) and known.issuperset(_signs(pair[0].given))]


def moved(pairs: list[Difference], policy: Policy = Policy()) -> list[Difference]:
    """Refusals of one of the two in words that both have for others (`insufficient funds`), of objects and of functions
    without texts: what a badly written text is two programs may see otherwise."""
    if "exception" in policy.ignored:
        return []
    ends = ((case.expected, outcome) for case, outcome, _ in pairs)
    each = chain.from_iterable(zip((one, *one.steps), (other, *other.steps), strict=False) for one, other in ends)
    both = ((_in_words(one), _in_words(other)) for one, other in each if one.deliberate and other.deliberate)
    known = {one for one, other in both if one == other} - {("", "")}
    found: list[Difference] = []
    for pair in pairs if known else ():
        refusal = pair[0].expected if dropped(pair) else pair[1] if added(pair) and pair[0].place == "inside" else None
        plain = steps_of(pair[0].given) or not any(isinstance(part, Text) for part in _parts(pair[0].given))
        found += [pair] * (refusal is not None and plain and _in_words(refusal) in known)
    return found


def _in_words(refusal: Outcome) -> tuple[str, str]:
    """An error with what it says, but for numbers and names in it; nothing where it says nothing."""
    said = re.sub(r"\d+|'[^']*'|\"[^\"]*\"", "#", refusal.message)
    return (refusal.error.rpartition(".")[2], said) if re.search(r"\w\w", said) else ("", "")


def _parts(given: Input) -> Iterator[Value]:
    return (part for value in given.arguments for part in walk(value))


def _of_texts(given: Input) -> bool:
    return bool(given.arguments) and all(isinstance(value, Text) for value in given.arguments)


def _signs(given: Input) -> set[str]:
    return {sign for part in _parts(given) if isinstance(part, Text) for sign in part.value}


def refusals(pairs: list[Difference]) -> tuple[list[Difference], ...]:
    """What the candidate dropped and added; where both refuse, what it prints otherwise, and what it alone has changed.

    The smallest input first; those outside of what is surely meant only where there are no others.
    """
    printed = [(case, outcome, "stdout") for case, outcome, _ in filter(_told_otherwise, pairs)]
    left = [(case, outcome, "arguments") for case, outcome, _ in filter(_half_done, pairs)]
    parts = (list(filter(dropped, pairs)), list(filter(added, pairs)), printed, left)
    return tuple(sorted([pair for pair in part if pair[0].place != "outside"] or part, key=_size) for part in parts)


def _both_refuse(found: Difference) -> bool:
    one, other = found[0].expected, found[1]
    return one.how == other.how == "raise" and one.deliberate and other.deliberate


def _told_otherwise(found: Difference) -> bool:
    """Whether both refuse deliberately, and what they, or the functions that they are given, printed before differs."""
    one, other = found[0].expected, found[1]
    return _both_refuse(found) and bool(one.stdout.strip()) and one.stdout.split() != other.stdout.split()


def _half_done(found: Difference) -> bool:
    """Whether both refuse deliberately, and the candidate alone leaves something else in its arguments."""
    given = found[0].given.arguments
    return _both_refuse(found) and changes(given, found[1]) and not changes(given, found[0].expected)


def _size(pair: Difference) -> float:
    return weight(pair[0].given)
