"""Sequences of calls on one class as inputs: drawn, changed, made smaller.

A sequence is one argument, `Sequence("calls", (Call, ...))`, so that inputs with state are inputs like any other: the
first call makes an object, the others are made on the newest one.  Methods meet in small groups (a sequence with two or
three of them goes deeper than one with all), and a sequence ends by asking what shows the state.  Pure.  Neighbours:
`evidence.generate`, `evidence.mutate` (values inside), `evidence.sequences` (what two programs did with them).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from codescore.evidence.contract import Outcome
from codescore.evidence.pool import Pool
from codescore.evidence.swarm import swarm_calls
from codescore.languages.execution import BACK, CALLS, Input
from codescore.languages.shapes import CallShape, CallsShape, IntShape, Samples, Shape
from codescore.languages.values import Call, Int, Sequence, Text, Value, rebuilt, walk

_LENGTHS = (1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 18, 24)
_GROUPS = (1, 2, 2, 3, 4)  # methods of one sequence, where it does not take all of them
_ANOTHER, _BACK, _ASKED = 0.05, 0.06, 0.25  # share of calls that make another object, go back, ask in between
_SILENT = 0.7  # share of calls of what gives nothing, where an object is filled: what it does shows at the end
_SWARM, _APART = 0.4, (2, 4, 10, 20)  # share of sequences about few things that are there first; how far from 0 those
_NEAR = (1, 2, 3, 4)  # how far from 0 most numbers of a sequence are
_AGAIN = 0.5  # share of arguments that are those of an earlier call: calls meet where they are about one thing
#: Share of sequences that fill what was made small: how far from 0 the numbers are that the one object is made with,
#: how much further those that it is asked about (and where they rise), of how many things of a kind, in how many calls.
_FULL, _SMALL, _MORE, _FEW, _MANY = 0.6, (2, 3, 4), (2, 10), (3, 4, 5, 6), (12, 16, 24)
_FILLED, _FILLINGS = 0.7, (1, 2, 3, 5, 8, 12)  # share of objects that something is put into, how many times
_RISING = 0.25  # share of these in which numbers go up from call to call, and further, as a clock's
_INSIDE, _ROOMS = 0.3, (3, 4, 5, 8)  # share of sequences that are about places of an object alone; how many it has
_SHOWN_AGAIN = 10
_LISTED = (0, 1, 1, 2, 3)  # things in a list of names or numbers, where a sequence is about few
_SHOWN, _ALL_SHOWN = 4, 10  # calls at the end that show the state; where a sequence is about few things, all of them
Drawer = Callable[[Shape, Pool], Value]


def steps_of(given: Input) -> tuple[Call, ...]:
    """The calls of an input, none where it is no sequence."""
    match given.arguments:
        case (Sequence(kind, items),) if kind == CALLS:
            return tuple(item for item in items if isinstance(item, Call))
    return ()


def sequence(steps: tuple[Call, ...]) -> Input:
    """The input that makes these calls."""
    return Input((Sequence(CALLS, steps),))


def accepted(given: Input, outcome: Outcome) -> Input | None:
    """The sequence without the calls that the reference refuses; None where there are none, or nothing is left."""
    steps = steps_of(given)
    kept = tuple(step for step, one in zip(steps, outcome.steps, strict=False) if one.how != "raise")
    return sequence(kept) if 1 < len(kept) < len(steps) else None


def once_more(given: Input, outcome: Outcome) -> Input | None:
    """The sequence with the calls that the reference refuses made again at the end of it, then the last answers asked
    for again: what was refused for want of something may go now.  None where nothing was refused, or all."""
    steps = steps_of(given)
    pairs = list(zip(steps, outcome.steps, strict=False))
    kept = [step for step, one in pairs if one.how != "raise"]
    refused = dict.fromkeys(step for step, one in pairs if one.how == "raise")
    if not refused or len(kept) < 2:
        return None
    return sequence((*kept, *refused, *kept[1:][-_SHOWN_AGAIN:]))


def says(outcome: Outcome) -> bool:
    """Whether at least one call after the first was answered."""
    return any(step.how == "return" for step in outcome.steps[1:])


def renamed(given: Input, names: dict[str, str]) -> Input:
    """The same input with what another program calls these things."""
    return Input(tuple(_renamed(argument, names) for argument in given.arguments), given.stdin) if names else given


def _renamed(value: Value, names: dict[str, str]) -> Value:
    made = rebuilt(value, lambda inner: _renamed(inner, names))
    return replace(made, name=names.get(made.name, made.name)) if isinstance(made, Call) else made


def draw_call(shape: CallShape, pool: Pool, draw: Drawer) -> Call:
    """A call; what has a default is sometimes left out."""
    taken = len(shape.parameters)
    if shape.optional and pool.chance.random() < 0.4:
        taken -= pool.chance.randint(1, shape.optional)
    made = Call(shape.name, tuple(draw(parameter, pool) for parameter in shape.parameters[:taken]))
    if not shape.filling or pool.chance.random() >= _FILLED:
        return made
    few = pool.chance.choice(_FEW) if pool.chance.random() < _FULL else 0
    then = [made]
    for _ in range(pool.chance.choice(_FILLINGS)):
        then.append(_met(draw_call(pool.chance.choice(shape.filling), pool, draw), then, pool, few))
    return replace(made, then=tuple(then[1:]))


def beside(values: list[Value], pool: Pool) -> list[Value]:
    """The arguments of a function, some of them something that was put into an object among them."""
    inside = [Call("", one.arguments) for value in values for part in walk(value) if isinstance(part, Call)
              for one in part.then]  # fmt: skip
    if not inside or pool.chance.random() >= _FULL:
        return values
    return list(_met(Call("", tuple(values)), [Call(""), *inside], pool, 1).arguments)


def draw_calls(shape: CallsShape, pool: Pool, draw: Drawer) -> Sequence:
    """A random sequence; in most of them numbers are so near to each other that calls are about the same things.

    What has room for a few shows what it does with more only if there are more of them, again and again.
    """
    chance = pool.chance
    if chance.random() < _SWARM:
        return _swarm(shape, pool, draw)
    full = chance.random() < _FULL
    rising = full and chance.random() < _RISING
    few, lengths = (chance.choice(_FEW), _MANY) if full else (0, _LENGTHS)
    few = _MANY[-1] if rising else few
    pool = replace(pool, near=chance.choice(_SMALL if full else _NEAR)) if full or chance.random() < 0.5 else pool
    some = shape.methods
    if len(some) > 2 and chance.random() < 0.6 and not full:
        some = tuple(chance.sample(some, min(len(some), chance.choice(_GROUPS))))
    silent = tuple(one for one in some if one not in shape.tells)
    made = draw_call(shape.make, pool, draw)
    steps = [_counting(made, shape.make) if full else made]
    pool.near += _MORE[rising] if full else 0
    for _ in range(chance.choice(lengths) if some else 0):
        kind = chance.uniform(_ANOTHER + _BACK, 1) if full else chance.random()
        if kind < _ANOTHER:
            steps.append(draw_call(shape.make, pool, draw))
        elif kind < _ANOTHER + _BACK:
            steps.append(Call(BACK))
        else:
            asked = shape.tells if shape.tells and kind > 1 - _ASKED else some
            asked = silent if full and silent and chance.random() < _SILENT else asked
            one = chance.choice(asked)
            steps.append(_met(draw_call(one, pool, draw), steps, pool, few, one.parameters))
    if rising:
        steps[1:] = _rising(steps[1:])
    size = _room(steps, shape.make, pool) if not rising and chance.random() < _INSIDE else 0
    steps[1:] = [_inside(step, size) for step in steps[1:]] if size else steps[1:]
    pool.steps.extend(step for step in steps[1:] if step.name not in (BACK, shape.make.name))
    shown = [_met(one, steps, pool, few) for one in _asked(shape, pool, draw, _ALL_SHOWN if full else _SHOWN)]
    shown = [_inside(one, size) for one in shown] if size else shown
    return Sequence(CALLS, (*steps, *(dict.fromkeys(shown) if full else shown)))


def _swarm(shape: CallsShape, pool: Pool, draw: Drawer) -> Sequence:
    """A sequence about a few things that fill one object first."""
    pool = replace(pool, near=pool.chance.choice(_APART))
    steps = [*swarm_calls(shape, pool, draw, _counting(draw_call(shape.make, pool, draw), shape.make))]
    pool.steps.extend(steps[1:])
    shown = [_met(one, steps, pool, _SHOWN) for one in _asked(shape, pool, draw, _ALL_SHOWN)]
    return Sequence(CALLS, (*steps, *dict.fromkeys(shown)))


def _rising(steps: list[Call]) -> list[Call]:
    """The calls with their whole numbers in ascending order."""
    numbers = iter(sorted(a.value for step in steps for a in step.arguments if isinstance(a, Int)))
    given = (tuple(Int(next(numbers)) if isinstance(a, Int) else a for a in step.arguments) for step in steps)
    return [replace(step, arguments=arguments) for step, arguments in zip(steps, given, strict=True)]


def _room(steps: list[Call], shape: CallShape, pool: Pool) -> int:
    """How many places an object has, if it is made with a number that may be that: more than one or two."""
    made = _counting(steps[0], shape)
    numbers = [(place, one.value) for place, one in enumerate(made.arguments) if isinstance(one, Int)]
    if not numbers:
        return 0
    place, size = pool.chance.choice(numbers)
    size = size if size not in (1, 2) else pool.chance.choice(_ROOMS)
    steps[0] = replace(made, arguments=(*made.arguments[:place], Int(size), *made.arguments[place + 1 :]))
    return max(size, 0)


def _inside(call: Call, size: int) -> Call:
    """The call with whole numbers that are places of so many, from 0: others are refused, or alter nothing."""
    return replace(call, arguments=tuple(Int(a.value % size) if isinstance(a, Int) else a for a in call.arguments))


def _counting(made: Call, shape: CallShape) -> Call:
    """The call that makes an object with numbers that count something, where it takes them."""

    def counts(argument: Value, taken: Shape) -> Value:
        if not isinstance(argument, Int) or argument.value > 0 or not isinstance(taken, IntShape):
            return argument
        return Int(max(1, -argument.value)) if taken.high is None or taken.high > -argument.value else argument

    return replace(made, arguments=tuple(map(counts, made.arguments, shape.parameters)))


def _met(call: Call, before: list[Call], pool: Pool, few: int, taken: Iterable[Shape] = ()) -> Call:
    """The call, about what calls before it were about, or about what is in that (the name of a product).

    `few`: about no more things of a kind than that, 0 for any.  What is one of a few words (`taken` has the shapes) is
    no thing that calls are about.
    """
    words = {number for number, one in enumerate(taken) if isinstance(getattr(one, "options", (one,))[0], Samples)}
    known = [part for step in before[1:] for argument in step.arguments for part in walk(argument)]
    known += [part for argument in before[0].arguments for part in walk(argument) if isinstance(part, Text)]

    def met(argument: Value) -> Value:
        if few and isinstance(argument, Sequence) and all(isinstance(one, (Int, Text)) for one in argument.items):
            return replace(argument, items=tuple(map(met, argument.items[: pool.chance.choice(_LISTED)])))
        alike = [one for one in known if type(one) is type(argument) and not isinstance(one, Call)]
        alike = list(dict.fromkeys(alike)) if few else alike
        again = len(alike) / few if few else _AGAIN
        return pool.chance.choice(alike) if alike and pool.chance.random() < again else argument

    given = enumerate(call.arguments)
    return replace(call, arguments=tuple(one if number in words else met(one) for number, one in given))


def _asked(shape: CallsShape, pool: Pool, draw: Drawer, most: int = _SHOWN) -> list[Call]:
    """What shows the state at the end; with arguments more than once."""
    chance = pool.chance
    plain = [one for one in shape.tells if not one.parameters]
    others = [one for one in shape.tells if one.parameters]
    asked = plain if len(plain) <= _SHOWN else chance.sample(plain, _SHOWN)
    asked += [chance.choice(others) for _ in range(most - len(asked) if others else 0)]
    return [draw_call(one, pool, draw) for one in asked]


def first_calls(shape: CallsShape, pool: Pool, draw: Drawer) -> list[Value]:
    """The plainest sequences: each method once, then two together, what shows the state behind them."""
    found: list[Value] = []
    for number, method in enumerate(shape.methods):
        other = shape.methods[(number + 1) % len(shape.methods)]
        for methods in ((method,), (method, method, other)):
            made = draw_call(shape.make, pool, draw)
            calls = (draw_call(one, pool, draw) for one in methods)
            found.append(Sequence(CALLS, (made, *calls, *_asked(shape, pool, draw))))
    return found[::2] + found[1::2]


def changed_calls(items: tuple[Value, ...], pool: Pool, change: Callable[[Value, Pool], Value]) -> tuple[Value, ...]:
    """One small change to a sequence, which still begins by making an object."""
    chance = pool.chance
    make, rest = items[0], list(items[1:])
    action = chance.random()
    place = chance.randrange(len(rest) + 1)
    if action < 0.35 or not rest:
        place = chance.randrange(len(items))
        return tuple(change(item, pool) if number == place else item for number, item in enumerate(items))
    if action < 0.7 and pool.steps:
        rest[place:place] = [chance.choice(pool.steps) for _ in range(chance.choice((1, 1, 2, 3)))]
    elif action < 0.8:
        del rest[chance.randrange(len(rest))]
    elif action < 0.9:
        start = chance.randrange(len(rest))
        rest[place:place] = rest[start : start + 3]
    else:
        one, other = chance.randrange(len(rest)), chance.randrange(len(rest))
        rest[one], rest[other] = rest[other], rest[one]
    return (make, *rest)


def smaller_calls(items: tuple[Value, ...], smaller: Callable[[Value], Iterator[Value]]) -> Iterator[Sequence]:
    """Sequences with fewer calls, or a simpler one, the boldest first."""
    make, rest = items[0], items[1:]
    half = len(rest) // 2
    if half > 1:
        yield Sequence(CALLS, (make, *rest[half:]))
        yield Sequence(CALLS, (make, *rest[:half]))
    for size in (2, 1):
        for start in range(len(rest) - size + 1):
            if len(rest) > size:
                yield Sequence(CALLS, (make, *rest[:start], *rest[start + size :]))
    for number, item in enumerate(items):
        yield from (Sequence(CALLS, (*items[:number], less, *items[number + 1 :])) for less in smaller(item))
