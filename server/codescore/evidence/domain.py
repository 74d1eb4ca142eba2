"""The model of what a reference accepts: shapes of its parameters and what is assumed of them, each with its weight.

Everything that is known of an input meets here: what a person says, what the documentation and the code say, what all
examples have in common, what is usual.  An input is as likely as the assumptions that it breaks are doubtful; inputs
are made to fulfil them all, and some to break one.  Pure.  Neighbours: `evidence.assumptions` (what is assumed),
`evidence.profile` (examples), `evidence.properties` (checks and mends), `evidence.cases` (asks).
"""

from __future__ import annotations

from dataclasses import dataclass

from codescore.evidence.assumptions import Conditions
from codescore.evidence.generate import draw
from codescore.evidence.lines import follows
from codescore.evidence.pool import Pool, fresh
from codescore.evidence.profile import Profile, profile_of
from codescore.evidence.properties import keeps, mended
from codescore.languages.execution import Assumption, Entry, Input
from codescore.languages.shapes import LinesShape
from codescore.languages.values import Value

#: An input decides if it is at least so likely to be one of the task; a difference below the other is none of its own.
DECIDES, MATTERS = 0.81, 0.3
SAID = 0.65  # weight of an assumption that is worth telling with every verdict; lighter ones are merely usual
_SHOWN = 0.85  # weight of what all examples have in common
_FORM = 0.9  # weight of the form of what is read
_BROKEN = 0.12  # share of inputs that are left as they are drawn, whatever they break


@dataclass(frozen=True, slots=True)
class Domain:
    """What is assumed of one entry's input."""

    entry: Entry
    conditions: Conditions
    profile: Profile

    def named(self, given: Input) -> dict[str, Value]:
        return dict(zip((p.name for p in self.entry.parameters), given.arguments, strict=False))

    def likelihood(self, given: Input) -> float:
        """How likely it is, 0 to 1, that an input is one of the task.

        Assumptions on one parameter are not independent, so the heaviest that is broken counts for it.
        """
        if self.entry.kind == "script":
            return 1.0 if self._form(given.stdin) else 1 - _FORM
        named = self.named(given)
        broken: dict[str, float] = {}
        for assumption in self.conditions.all():
            if not keeps(assumption, named):
                name = assumption.parameter
                broken[name] = max(broken.get(name, 0.0), assumption.weight)
        likely = 1.0
        for weight in broken.values():
            likely *= 1 - weight
        return likely if self.profile.keeps(given) else likely * (1 - _SHOWN)

    def broken(self, given: Input) -> tuple[str, ...]:
        """What an input breaks, in words."""
        named = self.named(given)
        own = [a.words() for a in self.conditions.all() if not keeps(a, named)]
        return (*dict.fromkeys(own), *self.profile.broken(given))

    def _form(self, text: str) -> bool:
        shape = self.entry.parameters[0].shape if self.entry.parameters else None
        return not isinstance(shape, LinesShape) or follows(shape, text)

    def fulfilled(self, given: Input, pool: Pool) -> Input:
        """The input, changed where it breaks what is assumed (a few are left as they are)."""
        assumed = self.conditions.all()
        if self.entry.kind == "script" or not assumed or not given.arguments:
            return given
        if pool.chance.random() < _BROKEN:
            assumed = self.conditions.certain
        shapes = {parameter.name: parameter.shape for parameter in self.entry.parameters}
        named = self.named(given)
        once = fresh(pool)
        for assumption in (*assumed, *assumed):  # twice: mending one may break another
            mended(assumption, named, pool, lambda name: draw(shapes[name], once))
        return Input(tuple(named.values()), given.stdin)

    def explained(self) -> tuple[tuple[str, str, float], ...]:
        """Each assumption in words, where it comes from, and its weight."""
        own = [(a.words(), a.because, a.weight) for a in self.conditions.all()]
        shown = [(name, "all its examples are so", _SHOWN) for name, _ in self.profile.checks]
        given = [(text, "given", 1.0) for text in (self.conditions.expression,) if text]
        return (*own, *shown, *given)


def domain_of(entry: Entry, conditions: Conditions, constants: tuple[Value, ...]) -> Domain:
    """The model of an entry: what examples contradict is not assumed."""
    profile = profile_of(entry.examples, tuple(p.name for p in entry.parameters), constants)
    bare = Domain(entry, conditions, profile)
    shown = [bare.named(example) for example in entry.examples]

    def stands(assumption: Assumption) -> bool:
        return assumption.because == "given" or all(keeps(assumption, named) for named in shown)

    return Domain(entry, conditions.only(stands), profile)
