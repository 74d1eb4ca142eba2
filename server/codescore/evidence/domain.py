"""The model of what a reference accepts: shapes of its parameters and what is assumed of them, each with its weight.

Everything that is known of an input meets here: what a person says, what the documentation and the code say, what all
examples have in common, what is usual.  An input is as likely as the assumptions that it breaks are doubtful; inputs
are made to fulfil them all, and some to break one.  Pure.  Neighbours: `evidence.assumptions` (what is assumed),
`evidence.profile` (examples), `evidence.properties` (checks and mends), `evidence.cases` (asks).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from codescore.evidence.assumptions import Conditions, shaped
from codescore.evidence.calls import sequence, steps_of
from codescore.evidence.contract import Outcome
from codescore.evidence.declared import as_declared
from codescore.evidence.entered import WEIGHT as ENTERED
from codescore.evidence.entered import Called, Entered, entered, missing, put_first
from codescore.evidence.following import follows
from codescore.evidence.generate import draw
from codescore.evidence.given_twice import SAME, unusual
from codescore.evidence.pool import Pool, fresh
from codescore.evidence.profile import COINCIDENCES, LIGHT, SIGNS, SIZES, Profile, profile_of
from codescore.evidence.properties import keeps, mended
from codescore.evidence.sized import fits, sized
from codescore.evidence.times import clocks, goes_back, going_on, times
from codescore.evidence.token_texts import counted
from codescore.evidence.written import near_each_other
from codescore.languages.anchored import refers_back
from codescore.languages.assumed import Assumption, Property
from codescore.languages.commands import of_commands
from codescore.languages.execution import Entry, Input, sequence_of
from codescore.languages.ordinary import USUAL
from codescore.languages.shapes import (
    CharShape,
    GroupShape,
    LinesShape,
    OneOf,
    SequenceShape,
    Shape,
    StandardShape,
    TakenShape,
    TextShape,
    TupleShape,
    of_several_kinds,
)
from codescore.languages.standard import NUMBERS
from codescore.languages.values import Call, Text, Value

#: An input decides if it is at least so likely to be one of the task; a difference below the other is none of its own.
DECIDES, MATTERS = 0.81, 0.3
SAID = 0.65  # weight of an assumption that is worth telling with every verdict; lighter ones are merely usual
_SHOWN = 0.85  # weight of what all examples have in common
_SHOWN_ONCE = 0.6  # where there is one example alone, of what may happen to be so
_AS_SHOWN = 0.5  # of inputs: with numbers of the sign that all examples have
_UNSHOWN = 0.5  # but of sign and size: few contracts refuse a negative or a large one because no example has one
_FORM, _LOOSE, _UNSIGNED = 0.9, 0.6, 0.65  # weights of the form that is read, where others are passed over, of no sign
_READ = {1 - _LOOSE: "all lines have the form that it reads", 1 - _UNSIGNED: "no number of a list is negative"}
_OF_SIGN = ("at least", "positive", "non-negative")
_OF_NUMBERS = (*_OF_SIGN, "at most", "decimals", "within", "place")
_CUSTOMS = ("whole minutes", "placed")  # who keeps to one does so everywhere, as who has no negative numbers
_BOUNDING = 0.6  # weight from which on a bound is one of the shape
_BOUNDS = ("at least", "at most", "size at least", "square")
_CLOCKED = 0.6  # how surely what is called a time goes on from call to call
_REMEMBERED = 20_000  # inputs and calls of which it is known how likely they are
_BROKEN = 0.12  # share of inputs that are left as they are drawn, whatever they break


@dataclass(frozen=True, slots=True)
class Domain:
    """What is assumed of one entry's input."""

    entry: Entry
    conditions: Conditions
    profile: Profile
    members: tuple[Domain, ...] = ()  # of a class: the models of its members
    entered: tuple[Entered, ...] = ()  # what one of these is told of before others are asked about it
    #: How likely what was asked about is: calls of sequences come again and again.
    _found: dict[Input, float] = field(init=False, default_factory=dict, compare=False, repr=False)

    def _each(self, given: Input) -> Iterator[tuple[Domain | None, Call, Input]]:
        """The calls of a sequence, each with the model of what is called and what it gets."""
        known = {member.entry.name: member for member in self.members}
        make = self.members[0]
        for number, step in enumerate(steps_of(given)):
            model = make if not number or step.name == self.entry.name else known.get(step.name)
            yield model, step, Input(step.arguments)

    def _calls(self, given: Input) -> list[Called]:
        """The calls of a sequence, each with the names of its parameters and what it gets."""
        return [_called(model, step, one) for model, step, one in self._each(given)]

    def _news(self) -> set[str]:
        return {
            of_member(model.entry, one.parameter)
            for model in self.members
            for one in model.conditions.likely
            if one.property == "new"
        }

    def _times(self, given: Input) -> list[Value]:
        """What a sequence says of the time, call by call."""
        said_by = self._clocks()
        if not said_by:
            return []
        return [time for model, _, one in self._each(given) if model for time in times(model.entry, one, said_by)]

    def _clocks(self) -> frozenset[str]:
        return clocks(model.entry for model in self.members[1:])

    def keeps(self, some: Iterable[Assumption], given: Input) -> bool:
        """Whether an input is as assumed; of a class `add(kind)` names a parameter of a member, in all of its calls."""
        if not self.members:
            return all(keeps(one, self.named(given)) for one in some)
        some = list(some)
        news = {one.parameter for one in some if one.property == "new"}
        if news and not all(self._new(given, news)):
            return False
        own: dict[str, list[Assumption]] = {}  # by member, which is called again and again
        for model, _, one in self._each(given):
            if model and model.entry.name not in own:
                own[model.entry.name] = _of_member(model, some)
            if model and own[model.entry.name] and not model.keeps(own[model.entry.name], one):
                return False
        return True

    def _new(self, given: Input, news: set[str]) -> list[bool]:
        """Of each call of a sequence whether what is to be `news` was given to none before it."""
        seen, found = set[tuple[str, Value]](), list[bool]()
        for model, _, one in self._each(given):
            named = model.named(one).items() if model and news else ()
            told = {(name, value) for key, value in named if (name := of_member(model.entry, key)) in news}  # type: ignore[union-attr]
            found.append(told.isdisjoint(seen))
            seen |= told
        return found

    def narrowed(self, some: Iterable[Assumption]) -> Domain:
        """The same, where more is assumed of inputs."""
        if self.members:
            return replace(self, members=tuple(one.narrowed(_of_member(one, some)) for one in self.members))
        return replace(self, conditions=replace(self.conditions, likely=(*self.conditions.likely, *some)))

    def as_entered(self, tried: Iterable[tuple[Input, Outcome]]) -> Domain:
        """The same, with what a class is told of before it is asked about it, as outcomes show that."""
        methods = {one.entry.name: one.entry for one in self.members[1:]}
        return replace(self, entered=entered(self.entry.name, methods, tried))

    def named(self, given: Input) -> dict[str, Value]:
        return dict(zip((p.name for p in self.entry.parameters), given.arguments, strict=False))

    def allows(self, given: Input) -> bool:
        """Whether an input has all that is certain: what is assumed, and the values that declared types list."""
        named = self.named(given)
        kept = all(keeps(assumption, named) for assumption in self.conditions.certain)
        return kept and as_declared(self.entry, given) and refers_back(given.arguments)

    def likelihood(self, given: Input) -> float:
        """How likely it is, 0 to 1, that an input is one of the task.

        Assumptions on one parameter are not independent, so the heaviest that is broken counts for it; nor is a custom
        of several, where one number may be negative, two may be, nor what one sentence says of several.
        """
        if given not in self._found:
            if len(self._found) >= _REMEMBERED:
                self._found.clear()
            self._found[given] = self._likelihood(given)
        return self._found[given]

    def _likelihood(self, given: Input) -> float:
        twice = SAME if unusual(self.entry, given) else 1.0
        if self.members:
            likely = min((model.likelihood(one) for model, _, one in self._each(given) if model), default=1.0)
            likely *= 1 - ENTERED * (bool(self.entered) and any(missing(self.entered, self._calls(given))))
            return likely * twice * (1 - _CLOCKED * goes_back(self._times(given)))
        if self.entry.kind == "script":
            return self._form(given.stdin)
        if not all(fits(p.shape, value) for p, value in zip(self.entry.parameters, given.arguments, strict=False)):
            return 0.0
        likely = twice
        for weight in _apart(self._assumed(given)):
            likely *= 1 - weight
        return likely * (1 - max(map(self._shown_weight, self._unlike(given)), default=0.0))

    def _assumed(self, given: Input) -> list[Assumption]:
        """The assumptions that an input breaks."""
        named = self.named(given)
        return [assumption for assumption in self.conditions.all() if not keeps(assumption, named)]

    def _unlike(self, given: Input) -> list[str]:
        """What all examples are and an input is not, but for a sign of which an assumption that it breaks speaks."""
        unlike = self.profile.broken(given)
        spoken = [one for one in self._assumed(given) if one.property in _OF_SIGN] if unlike else []
        signed = {f"{one.parameter} {sign}" for one in spoken for sign in SIGNS}
        return [name for name in unlike if name not in signed]

    def broken(self, given: Input) -> tuple[str, ...]:
        """What an input breaks, in words."""
        own = [strange] if (strange := unusual(self.entry, given)) else []
        if self.members:
            said = (words for model, _, one in self._each(given) if model for words in model.broken(one))
            back = ["time goes on from call to call"] if goes_back(self._times(given)) else []
            first = [one.words() for one in missing(self.entered, self._calls(given))]
            return tuple(dict.fromkeys((*said, *first, *back, *own)))
        own += [a.words() for a in _widest(self._assumed(given))]
        own += [_READ[likely]] if self.entry.kind == "script" and (likely := self.likelihood(given)) in _READ else []
        return (*dict.fromkeys(own), *self._unlike(given))

    def usual(self) -> list[Assumption | str]:
        """What is merely usual: light assumptions, and how large the examples are."""
        light = [one for one in self.conditions.likely if one.weight < SAID]
        return [*light, *(name for name, _ in self.profile.checks if name.endswith(SIZES))]

    def only_larger(self, given: Input) -> bool:
        """Whether all that an input breaks is the size of what examples show."""
        return all(said.endswith(SIZES) for said in self.broken(given))

    def _form(self, text: str) -> float:
        match self.entry.parameters[0].shape if self.entry.parameters else None:
            case LinesShape() as shape:
                weight = _UNSIGNED if follows(shape, text, signed=True) else _LOOSE if shape.loose else _FORM
                return 1.0 if follows(shape, text) else 1 - weight
            case OneOf(options) if all(map(of_commands, options)):
                return 1.0 if any(isinstance(one, LinesShape) and follows(one, text) for one in options) else 1 - _FORM
            case TakenShape(_, widths):
                return 1.0 if counted(text, widths) else 1 - _FORM
        return 1.0

    def fulfilled(self, given: Input, pool: Pool) -> Input:
        """The input, changed where it breaks what is assumed (a few are left as they are)."""
        if self.members:
            kept = pool.chance.random() >= _BROKEN
            each = list(self._each(given))
            made = _alike([model.mended(one, pool, all_=kept) if model else one for model, _, one in each], each)
            if kept:
                calls = [_called(model, step, one) for (model, step, _), one in zip(each, made, strict=True)]
                made = put_first(self.entered, calls, pool.chance)
                made = going_on([model.entry if model else None for model, _, _ in each], made, self._clocks())
            both = zip(each, made, strict=True)
            whole = sequence(tuple(replace(step, arguments=one.arguments) for (_, step, _), one in both))
            kept_new = zip(steps_of(whole), self._new(whole, self._news()), strict=True)
            return sequence(tuple(step for step, new in kept_new if new)) if self._news() else whole
        if self.entry.kind == "script" or not given.arguments:
            return given
        known = zip((p.shape for p in self.entry.parameters), given.arguments, strict=False)
        given = Input(tuple(sized(shape, value, pool) for shape, value in known), given.stdin)
        if self.profile.checks and pool.chance.random() < _AS_SHOWN:
            given = self.profile.as_shown(given, tuple(one.name for one in self.entry.parameters))
        if not self.conditions.all():
            return given
        return self.mended(given, pool, all_=pool.chance.random() >= _BROKEN)

    def mended(self, given: Input, pool: Pool, *, all_: bool) -> Input:
        """The input with all that is assumed of it, or only with what is certain."""
        assumed = self.conditions.all() if all_ else self.conditions.certain
        shapes = {parameter.name: parameter.shape for parameter in self.entry.parameters}
        named = self.named(given)
        once = fresh(pool)
        for assumption in (*assumed, *assumed):  # twice: mending one may break another
            mended(assumption, named, pool, lambda name: draw(shapes[name], once))
        near_each_other(assumed, named, pool.chance)
        return Input(tuple(named.values()), given.stdin)

    def _shown_weight(self, shown: str) -> float:
        """How likely it is that all inputs are as all examples are shown to be."""
        if shown.endswith(LIGHT):
            return _UNSHOWN
        return _SHOWN_ONCE if self.profile.examples == 1 and shown.endswith(COINCIDENCES) else _SHOWN

    def dropped(self, guess: Assumption | str) -> Domain:
        """The same, without one thing that is assumed, or that its examples have in common."""
        if isinstance(guess, str):
            return replace(self, profile=self.profile.without(guess))
        return replace(self, conditions=self.conditions.only(lambda one: one != guess))

    def without(self, property_: Property) -> Domain:
        """The same, without what is only concluded to have this property."""
        conditions = self.conditions.only(lambda one: one.certain or one.property != property_)
        return replace(self, conditions=conditions, members=tuple(one.without(property_) for one in self.members))

    def words(self) -> tuple[str, ...]:
        """What is assumed and worth saying, for a person."""
        inside = (f"{member.entry.name}: {said}" for member in self.members for said in member.words())
        signs = (f"{name}: all its examples are so" for name, _ in self.profile.checks if name.endswith(SIGNS))
        return (*self.conditions.words(), *signs, *inside)

    def explained(self) -> tuple[tuple[str, str, float], ...]:
        """Each assumption in words, where it comes from, and its weight."""
        own = [(a.words(), a.because, a.weight) for a in self.conditions.all()]
        for member in self.members:
            own += [(f"{member.entry.name}: {said}", why, weight) for said, why, weight in member.explained()]
        own += [(one.words(), "others fail on what it was not given", ENTERED) for one in self.entered]
        shown = [(name, "all its examples are so", self._shown_weight(name)) for name, _ in self.profile.checks]
        given = [(text, "given", 1.0) for text in (self.conditions.expression,) if text]
        return (*own, *shown, *given)


def _called(model: Domain | None, step: Call, given: Input) -> Called:
    names = tuple(parameter.name for parameter in model.entry.parameters) if model else ()
    return step.name, names, given


def _of_member(model: Domain, some: Iterable[Assumption]) -> list[Assumption]:
    """What is assumed of parameters of one member."""
    own = {of_member(model.entry, p.name): p.name for p in model.entry.parameters}
    return [replace(one, parameter=own[one.parameter]) for one in some if one.parameter in own]


def of_member(member: Entry, parameter: str) -> str:
    """What a parameter of a member of a class is called."""
    return f"{member.name}({parameter})"


def _alike(made: list[Input], each: list[tuple[Domain | None, Call, Input]]) -> list[Input]:
    """What was mended, where texts that were one are one again: the first that any of them became."""
    became: dict[Value, Value] = {}
    for new, (_, _, old) in zip(made, each, strict=True):
        for one, other in zip(new.arguments, old.arguments, strict=False):
            if isinstance(one, Text) and one != other:
                became.setdefault(other, one)
    if not became:
        return made
    both = zip(made, (old for _, _, old in each), strict=True)
    pairs = ((new, zip(new.arguments, old.arguments, strict=True)) for new, old in both)
    return [
        replace(new, arguments=tuple(became.get(old, one) if isinstance(one, Text) else one for one, old in arguments))
        for new, arguments in pairs
    ]


def _apt(assumption: Assumption, shape: Shape | None) -> bool:
    """Whether it can be said of values of this shape: a date that is called a day is no number from 1 to 31."""
    if assumption.property == "up to" and isinstance(shape, (TupleShape, SequenceShape, GroupShape)):
        return False
    if assumption.property == "numbers up to" and isinstance(shape, (TextShape, CharShape)):
        return False
    while isinstance(shape, (SequenceShape, GroupShape)):
        shape = shape.element
    number = not isinstance(shape, StandardShape) or shape.type in NUMBERS
    return number or assumption.property not in _OF_NUMBERS


def _denied(assumption: Assumption, entry: Entry) -> bool:
    """Whether it is only concluded that a number is not below 0, of which the words say that it may be."""
    of_sign = assumption.property in _OF_SIGN and assumption.bound >= 0 and not assumption.part
    return of_sign and not assumption.certain and assumption.parameter in entry.negative


def _widest(broken: list[Assumption]) -> list[Assumption]:
    """Without lower bounds that a lower one implies: what is not at least 0 need not be said not to be at least 1."""
    lowest: dict[tuple[str, str], int] = {}
    for one in broken:
        if one.property == "at least":
            of = (one.parameter, one.part)
            lowest[of] = min(one.bound, lowest.get(of, one.bound))
    return [one for one in broken if one.property != "at least" or one.bound == lowest[one.parameter, one.part]]


def domain_of(entry: Entry, conditions: Conditions, constants: tuple[Value, ...]) -> Domain:
    """The model of an entry: what examples contradict is not assumed."""
    if entry.members:
        pairs = zip(entry.members, conditions.members, strict=True)
        members = tuple(domain_of(member, assumed, constants) for member, assumed in pairs)
        whole = sequence_of(entry.name, tuple(member.entry for member in members))
        return Domain(whole, conditions, profile_of((), (), constants), members)
    ended = {one.parameter for one in conditions.all() if one.property == "own places" and one.bound < 0}  # by -1
    conditions = conditions.only(lambda one: one.property != "at least" or one.parameter not in ended)
    bounds = (a for a in conditions.likely if a.weight >= _BOUNDING and a.property in _BOUNDS and not a.part)
    entry = shaped(entry, (*conditions.certain, *(a for a in bounds if not _denied(a, entry))))
    told = {one.parameter for one in conditions.all() if one.property in _OF_SIGN and "text says" in one.because}
    profile = profile_of(entry.examples, tuple(p.name for p in entry.parameters), constants)
    profile = profile.signed((*entry.negative, *told))  # a bound that is told says more than examples
    filled = {one.parameter for one in entry.assumptions if one.property == "non-empty"}  # it speaks of the rest
    profile = profile.emptied({one.name for one in entry.parameters if isinstance(one.shape, TextShape)} - filled)
    profile = profile.declared({one.name for one in entry.parameters if one.plain and of_several_kinds(one.plain)})
    bare = Domain(entry, conditions, profile)
    shown = [bare.named(example) for example in entry.examples]
    shapes = {parameter.name: parameter.shape for parameter in entry.parameters}

    def stands(assumption: Assumption) -> bool:
        apt = _apt(assumption, shapes.get(assumption.parameter)) and not _denied(assumption, entry)
        return assumption.because == "given" or (apt and all(keeps(assumption, named) for named in shown))

    return Domain(entry, conditions.only(stands), profile)


def _apart(broken: Iterable[Assumption]) -> list[float]:
    """The heaviest of each that are not independent: of one parameter, of one custom, of what one sentence says."""
    found: list[tuple[set[str], float]] = []
    for one in broken:
        names, weight = {one.parameter}, one.weight
        if one.property in _CUSTOMS:
            names.add(one.property)
        elif one.because == USUAL or one.because.startswith(("its text says '", 'its text says "')):
            names.add(one.because)
        for other in [other for other in found if other[0] & names]:
            found.remove(other)
            names, weight = names | other[0], max(weight, other[1])
        found.append((names, weight))
    return [weight for _, weight in found]
