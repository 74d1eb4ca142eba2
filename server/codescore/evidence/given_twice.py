"""One object or function given in two places of an input: who adds an item takes that very item off again.  Pure.

Values are drawn one by one, and equal ones are two objects.  Here some of an input become one, `Ref` for the second.
That an object goes to a second call is usual; that it is two arguments of one call, or a function twice the argument of
one method, is not, and such an input is outside unless the program asks whether two things are one.  Neighbours:
`evidence.generate` (draws), `evidence.domain` (how likely an input is).
"""

from __future__ import annotations

from dataclasses import replace
from random import Random

from codescore.evidence.calls import sequence, steps_of
from codescore.languages.execution import EMPTIED, Entry, Input
from codescore.languages.standard import is_function
from codescore.languages.values import Call, Record, Ref, Value, walk

#: What is usual of an input, and how likely it is of one that is otherwise.
APART, LEFT, SAME = "each object and function is given once", "what was given or got is left as it is", 0.5
#: Share of objects and of functions of a sequence, of functions for one that has it, and of the arguments of one call.
_OBJECT, _FUNCTION, _ONCE_MORE, _BESIDE = 0.6, 0.5, 0.15, 0.12
_ONE = 0.12  # share of sequences that are about one function, or object, alone


def given_twice(entry: Entry, given: Input, chance: Random) -> Input:
    """The input, some of whose objects come again where others would come."""
    if not entry.shares:
        return given
    used = {part.anchor for value in given.arguments for part in walk(value) if isinstance(part, Record)}
    first = max(used, default=0) + 1
    if entry.members:
        steps = steps_of(given)
        places = [(n, k) for n, step in enumerate(steps) for k in range(len(step.arguments)) if n]
        always = chance.random() < _ONE
        found = _again([(steps[n].name, steps[n].arguments[k]) for n, k in places], first, chance, always=always)
        changed = dict(zip(places, found, strict=True))
        return sequence(tuple(
            replace(step, arguments=tuple(changed.get((n, k), one) for k, one in enumerate(step.arguments)))
            for n, step in enumerate(steps)
        ))  # fmt: skip
    kinds = [kind for value in given.arguments if (kind := _kind(value)[0])]
    if len(set(kinds)) == len(kinds) or chance.random() >= _BESIDE:
        return given
    return replace(given, arguments=tuple(_again([("", one) for one in given.arguments], first, chance, always=True)))


def _again(values: list[tuple[str, Value]], first: int, chance: Random, *, always: bool = False) -> list[Value]:
    """The values, given to functions of these names, with some of them the same as one before that is of their kind;
    a function seldom for the same one."""
    found: list[Value] = []
    kinds: dict[str, list[int]] = {}
    for name, value in values:
        kind, share = _kind(value)
        before = kinds.setdefault(kind, []) if kind else []
        place = chance.choice(before) if before else -1
        seldom = _ONCE_MORE if before and is_function(value) and values[place][0] == name else 1
        if before and (always or chance.random() < share * seldom):
            made = found[place]
            if isinstance(made, (Call, Record)) and not made.anchor:
                found[place] = made = replace(made, anchor=first + place)
            found.append(Ref(made.anchor) if isinstance(made, (Call, Record)) else value)
            continue
        before.append(len(found))
        found.append(value)
    return found


def _kind(value: Value) -> tuple[str, float]:
    """What an argument is, and how often it is given again; "" for what is no object."""
    match value:
        case Call(name) if not name.endswith("="):
            return name, _OBJECT
        case Record(type_) if is_function(value):
            return type_, _FUNCTION
    return "", 0.0


def unusual(entry: Entry, given: Input) -> str:
    """What is usual of inputs and not so of this one, "" where nothing is: it has a thing twice where hardly anybody
    gives it twice, and the program does not ask for it; or a collection is emptied behind an object's back."""
    if any(step.name == EMPTIED for step in steps_of(given)):
        return LEFT
    return APART if _twice(entry, given) else ""


def _twice(entry: Entry, given: Input) -> bool:
    if not entry.shares:
        return False
    parts = [part for value in given.arguments for part in walk(value)]
    made = {part.anchor for part in parts if isinstance(part, Call) or is_function(part)} - {0}
    if not made:
        return False
    if not entry.members:
        return not entry.identifies and any(isinstance(part, Ref) and part.anchor in made for part in parts)
    functions = {part.anchor for part in parts if is_function(part)} - {0}
    asking = {member.name for member in entry.members if member.identifies}
    seen: set[tuple[str, int]] = set()
    for step in steps_of(given):
        for anchor in (one.anchor for one in step.arguments if isinstance(one, (Ref, Record))):
            if anchor in functions and step.name not in asking and (step.name, anchor) in seen:
                return True
            seen.add((step.name, anchor))
    return False
