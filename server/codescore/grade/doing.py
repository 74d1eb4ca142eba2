"""What programs do where they differ, and whose differences an answer is about.

Where the answer itself is the matter (another value, another order) programs do the same if they give the same on every
input that all of the class met.  Only a digest of what was given is kept: nothing that a student wrote.  An answer
speaks of what those gave that were asked about; of another program's differences only where it gives the same.
Pure.  Neighbours: `questions` (asks), `answers` (what was said), `evidence.rulings` (what follows).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from hashlib import blake2b

from codescore.evidence.contract import Differing
from codescore.evidence.rulings import Compared, Ruling, Says, Scope

#: Inputs with a digest of what is given there.
Gives = Mapping[str, str]
#: Classes of differences in which it says little that two programs differ: what they give is the matter.
BY_ANSWER = ("value", "order")
_TOKEN = re.compile(r"\w+")
#: Words of values that are nobody's, and those in which it is said what a program did.
_OF_VALUES = frozenset(
    _TOKEN.findall(
        "None True False null true false undefined nil nan NaN inf Infinity raises prints no answer in time "
        "the process died out of memory too much output ends the program"
    )
)
_KEPT = 40  # inputs of an answer that is written down


def mark(got: str) -> str:
    """A digest of what a program did; of a refusal the kind alone, as its words say nothing of the task."""
    said = got.split(":", 1)[0] if got.startswith("raises ") else got
    return blake2b(said.encode(), digest_size=4).hexdigest()


def in_known_words(one: Differing) -> str:
    """What a program gives, where nothing in it can be its author's word: all stand in the input, in the reference's
    answer or in every language's values; of a refusal the kind.  "" where one may be.
    """
    known = {*_TOKEN.findall(one.input), *_TOKEN.findall(one.expected), *_OF_VALUES}
    said = one.got
    if said.startswith("raises "):
        said = said.split(":", 1)[0]
        return said if known.issuperset(_TOKEN.findall(said)) else "raises an error"
    quoted = any(sign in said for sign in "\"'`")
    words = [word for word in _TOKEN.findall(said) if quoted or not word[0].isdigit()]
    return said if known.issuperset(words) else ""


def gives(differing: Iterable[Differing]) -> dict[str, str]:
    """What a program gives where it differs, on inputs that all of the class met if there are any."""
    those = list(differing)
    known = [one for one in those if one.shared] or those
    return {one.input: mark(one.got) for one in known}


def together(programs: Mapping[int, list[Differing]]) -> list[tuple[list[int], dict[str, str]]]:
    """Programs that do the same, the largest group first, with what they give."""
    found: dict[frozenset[tuple[str, str]], list[int]] = {}
    for k, differing in programs.items():
        found.setdefault(frozenset(gives(differing).items()), []).append(k)
    return sorted(((members, dict(given)) for given, members in found.items()), key=lambda one: -len(one[0]))


def smallest(given: Gives) -> dict[str, str]:
    """As much of it as is written down."""
    return {one: given[one] for one in sorted(given, key=lambda one: (len(one), one))[:_KEPT]}


def alike(one: Gives, other: Gives) -> bool:
    """Whether nothing says that these are not the same; where nothing is known, nothing does."""
    return all(other[each] == given for each, given in one.items() if each in other)


def speaking(kept: Iterable[Compared], scope: Scope) -> list[Differing]:
    """The differences of a program that say anything against it, of the function and the class of a scope."""
    return [
        each
        for one in kept
        if one.unit == scope.unit
        for each in one.differing
        if scope.kind in ("", each.kind) and (each.decides or each.doubted)
    ]


def does_so(kept: Sequence[Compared], scope: Scope, known: Gives) -> bool:
    """Whether a program differs only where a scope holds, and gives there what is known."""
    mine = speaking(kept, scope)
    here = gives(mine)
    seen = not known or any(each in known for each in here)
    return bool(mine) and seen and alike(here, known) and all(scope.covers(scope.unit, each) for each in mine)


def about(kept: Sequence[Compared], scope: Scope, known: Gives, says: Says) -> list[Ruling]:
    """What an answer says of a program that was not asked about: of all that it does, or of inputs on which it gives
    what those gave.
    """
    if does_so(kept, scope, known):
        return [Ruling(scope, says)]
    same = [each for each in speaking(kept, scope) if known.get(each.input) == mark(each.got)]
    return [Ruling(replace(scope, input=each.input), says) for each in same if scope.covers(scope.unit, each)]


def narrower(one: Scope, other: Scope) -> bool:
    """Whether a condition is another one and more."""
    if other.where is None:
        return True
    return one.where is not None and set(other.where.literals) <= set(one.where.literals)


def units(kept: Iterable[Compared]) -> Collection[str]:
    """The functions of the reference that a program was compared with."""
    return dict.fromkeys(one.unit for one in kept)
