"""Objects that come twice in an input, as a person reads them.  Pure.

A `Ref` says "the object from before".  Neighbours: each language's `run/` writes calls.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import count

from codescore.languages.execution import CALLS, EMPTIED
from codescore.languages.standard import is_function
from codescore.languages.values import Call, Int, Null, Record, Ref, Sequence, Text, Value, rebuilt, walk

#: What a collection is called that a call is given, or gives, and that is emptied then.
GIVEN, GOT = "given", "got"


def anchored(values: tuple[Value, ...]) -> tuple[Value, ...]:
    """The values with anchors only where something refers to them."""
    return tuple(_written(value, {}, _referred(values)) for value in values)


def spelled_out(values: tuple[Value, ...]) -> tuple[Value, ...]:
    """The same with plain objects written again where they come again, for languages that copy them anyway.

    Plain is what holds no null and no other object: what might be behind a pointer is left as it is.
    """
    records = [part for value in values for part in walk(value) if isinstance(part, Record) and part.anchor]
    inside = {one.anchor: [part for _, item in one.fields for part in walk(item)] for one in records}
    plain = {one.anchor: one for one in records if not any(map(_linking, inside[one.anchor]))}
    return tuple(_written(value, plain, _referred(values) - plain.keys()) for value in values)


def named(values: tuple[Value, ...]) -> tuple[list[tuple[str, Value]], tuple[Value, ...]]:
    """Objects and functions that come again or that something is put into, and collections that are emptied later, by
    the names that they get, and the values with these names for them; those that lead back to themselves stay."""
    given, values = _given(values)
    wanted, known = _referred(values), dict[int, tuple[str, Value]]()
    values = _numbered(values)
    filled = {part.anchor for value in values for part in walk(value) if isinstance(part, Call) and part.then}
    for part in (part for value in values for part in walk(value)):
        if isinstance(part, (Call, Record)) and part.anchor in (wanted | filled) - known.keys() - _referred((part,)):
            name = "f" if is_function(part) else (part.name if isinstance(part, Call) else part.type).lower()
            taken = {each for each, _ in known.values()}
            number = next(n for n in count(1) if (name if n == 1 else f"{name}{n}") not in taken)
            known[part.anchor] = (name if number == 1 else f"{name}{number}", replace(part, anchor=0))
    made: dict[str, Value] = {}

    def make(anchor: int) -> None:
        name, value = known[anchor]
        for part in walk(value):
            if isinstance(part, (Call, Record)) and part.anchor in known:
                make(part.anchor)
        made.setdefault(name, _called(value, known))

    for anchor in known:
        make(anchor)
    return [*made.items(), *given], tuple(_called(value, known) for value in values) if known else values


def steps_in(values: tuple[Value, ...]) -> list[Call]:
    """The calls of a sequence."""
    (steps,) = values
    return [step for step in getattr(steps, "items", ()) if isinstance(step, Call)]


def _given(values: tuple[Value, ...]) -> tuple[list[tuple[str, Value]], tuple[Value, ...]]:
    """The argument of a call that is emptied after it, by its name."""
    if not (len(values) == 1 and isinstance(values[0], Sequence) and values[0].kind == CALLS):
        return [], values
    steps = list(values[0].items)
    for number, step in enumerate(steps):
        match step:
            case Call(name, (Int(place), *_)) if name == EMPTIED and place >= 0 and number:
                before = steps[number - 1]
                assert isinstance(before, Call)
                arguments = list(before.arguments)
                value, arguments[place] = arguments[place], Ref(-1, GIVEN)
                steps[number - 1] = replace(before, arguments=tuple(arguments))
                return [(GIVEN, value)], (Sequence(CALLS, tuple(steps)),)
    return [], values


def emptied(step: Call, lines: list[str], declares: str = "") -> tuple[str, str, tuple[Value, ...]]:
    """What a collection is called that a step empties, its kind and where it is inside of that; what the last line
    gives gets a name."""
    place, kind, *path = step.arguments
    name = GIVEN
    if isinstance(place, Int) and place.value < 0 and lines:
        name = GOT
        lines[-1] = f"{declares}{GOT} = {lines[-1]}"
    return name, kind.value if isinstance(kind, Text) else "", tuple(path)


def _numbered(values: tuple[Value, ...]) -> tuple[Value, ...]:
    """The values, with an anchor for each object that something is put into."""
    used = (part.anchor for value in values for part in walk(value) if isinstance(part, (Record, Call)))
    free = count(max(used, default=0) + 1)

    def numbered(value: Value) -> Value:
        made = rebuilt(value, numbered)
        return replace(made, anchor=made.anchor or next(free)) if isinstance(made, Call) and made.then else made

    return tuple(map(numbered, values))


def _called(value: Value, known: dict[int, tuple[str, Value]]) -> Value:
    if isinstance(value, (Ref, Call, Record)) and value.anchor in known:
        return Ref(value.anchor, known[value.anchor][0])
    return rebuilt(value, lambda inner: _called(inner, known))


def refers_back(values: tuple[Value, ...]) -> bool:
    """Whether each `Ref` comes after or inside of the object that it is: changed inputs may have lost it."""
    seen: set[int] = set()
    for part in (part for value in values for part in walk(value)):
        if isinstance(part, Ref) and part.anchor not in seen:
            return False
        if isinstance(part, (Record, Call)):
            seen.add(part.anchor)
    return True


def _referred(values: tuple[Value, ...]) -> set[int]:
    return {part.anchor for value in values for part in walk(value) if isinstance(part, Ref)}


def _linking(value: Value) -> bool:
    return isinstance(value, (Null, Record, Ref))


def _written(value: Value, plain: dict[int, Record], wanted: set[int]) -> Value:
    if isinstance(value, Ref) and value.anchor in plain:
        return replace(plain[value.anchor], anchor=0)
    made = rebuilt(value, lambda inner: _written(inner, plain, wanted))
    return replace(made, anchor=0) if isinstance(made, (Call, Record)) and made.anchor not in wanted else made
