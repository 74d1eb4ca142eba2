"""Which methods are at fault where two classes differ: one method at a time, put into the reference's class, and run.

Whose fault a difference is cannot be read off the call in which it shows: `balance()` shows what `withdraw()` did.  But
the reference with one method as the candidate has it shows what that method does by itself.  Where such a class does
what the candidate does, the method is at fault; where it does the same as the reference, and another method is at
fault, nothing is said against it.  Where neither holds, the methods belong together (a candidate that keeps cents
instead of euros), and what was seen of the class stands for each.  Neighbours: `evidence.session` (asks, and runs).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple

from codescore.evidence.boundaries import told
from codescore.evidence.cases import Cases
from codescore.evidence.contract import Evidence, Outcome
from codescore.evidence.shrink import Difference, weight
from codescore.languages import Language
from codescore.syntax import Unit, parse, units_of

_MOST = 6  # methods that are put into the reference one by one; each is judged as a class of its own
_DIFFERENT, _OTHERS = 100, 300  # inputs that it is judged on: where the two differ, and where not
_DIFFER = ("differs", "timeout", "conditional")

#: Judges the reference's class with another source: what that shows, and every comparison.  None: it cannot be run.
Judge = Callable[[str], tuple[Evidence, list[Difference]] | None]


class Written(NamedTuple):
    """A class, and the program that it stands in."""

    language: Language
    source: str
    name: str


def fewest(cases: Cases, pairs: Iterable[Difference]) -> Cases:
    """The same with as many inputs as tell one method from another: the smallest where the two classes differ, and of
    the others some of each sort, as they lie."""
    apart = {case.given for case, _, aspect in pairs if aspect}
    differ = sorted((case for case in cases.cases if case.given in apart), key=lambda case: weight(case.given))
    same = [case for case in cases.cases if case.given not in apart]
    return replace(cases, cases=differ[:_DIFFERENT] + same[:: len(same) // _OTHERS + 1])


def attributed(
    whole: Evidence, pairs: list[Difference], reference: Written, candidate: Written, judge: Judge
) -> dict[str, Evidence]:
    """What is said of methods of the reference, by their qualified names, where that is not what is said of the class.

    `whole` is what was seen of the class, with these `pairs`.
    """
    if whole.verdict not in _DIFFER:
        return {}
    ours, theirs, sources = _methods(reference), _methods(candidate), (reference.source, candidate.source)
    helpers = [unit for name, unit in theirs.items() if name not in ours]
    beside = _functions(reference, candidate)
    changed = {
        name: _exchanged(sources, unit, theirs[name], helpers, beside)
        for name, unit in ours.items()
        if name in theirs and _exchanged(sources, unit, theirs[name]) != sources[0]
    }
    if not changed or len(changed) > _MOST:
        return {}
    seen = {
        name: judge(made) if made.strip() != sources[1].strip() else (whole, pairs)  # that is the candidate: it was run
        for name, made in changed.items()
        if made is not None
    }
    seen = {name: one for name, one in seen.items() if one is not None and not _foreign(one[1], pairs)}
    guilty = {name for name, one in seen.items() if one is not None and _at_fault(*one, pairs)}
    if not guilty:
        return {}
    names = " and ".join(sorted(guilty))
    found: dict[str, Evidence] = {}
    for name, unit in ours.items():
        alone = seen.get(name)
        if name in theirs and name not in changed:
            found[unit.qualified] = _unchanged(whole, names)
        elif alone is not None and name in guilty and alone[0].verdict == whole.verdict:
            found[unit.qualified] = alone[0]
        elif alone is not None and name not in guilty and alone[0].verdict not in _DIFFER:
            reason = f"{alone[0].reason}, put into the reference's class; what differs comes of {names}"
            found[unit.qualified] = replace(alone[0], reason=reason)
    return found


def applied(found: list[Evidence], methods: dict[str, Evidence]) -> list[Evidence]:
    """The evidence on what was asked, of methods by themselves; of a class as a whole where all that is at fault was
    not asked about, such as its constructor: it is no better than its weakest part.
    """
    told: list[Evidence] = []
    for one in found:
        name = one.pair[1] if one.pair is not None else ""
        class_ = name.rpartition(".")[0]
        mine = [each for each in found if each.pair is not None and each.pair[1].rpartition(".")[0] == class_]
        shown = any(methods.get(each.pair[1], each).verdict == one.verdict for each in mine if each.pair is not None)
        told.append(replace(methods[name], pair=one.pair) if name in methods and shown else one)
    return told


def _methods(of: Written) -> dict[str, Unit]:
    """The methods of a class by their names, without those of which several have one name."""
    units = [unit for unit in units_of(parse(of.language, of.source.encode())) if not unit.nested]
    mine = [unit for unit in units if unit.qualified.rpartition(".")[0] == of.name]
    known = Counter(unit.name for unit in mine)
    return {unit.name: unit for unit in mine if known[unit.name] == 1}


def _functions(reference: Written, candidate: Written) -> str:
    """The functions beside its classes that the candidate alone has."""
    sides = [units_of(parse(of.language, of.source.encode())) for of in (reference, candidate)]
    known = {unit.qualified for unit in sides[0]}
    alone = [u for u in sides[1] if u.kind == "function" and not u.nested and u.qualified not in known]
    raw = candidate.source.encode()
    return "".join(f"\n\n{raw[unit.start : unit.end].decode(errors='replace')}\n" for unit in alone)


def _exchanged(
    sources: tuple[str, str], ours: Unit, theirs: Unit, helpers: Iterable[Unit] = (), beside: str = ""
) -> str | None:
    """The reference with this method of the candidate, behind those that it alone has, and what stands `beside` them;
    None where it stands at another depth, which may be its form."""
    raw, other = (source.encode() for source in sources)
    depth = _depth(raw, ours)
    if _depth(other, theirs) != depth:
        return None
    methods = [other[unit.start : unit.end] for unit in (*helpers, theirs) if _depth(other, unit) == depth]
    made = raw[: ours.start] + (b"\n\n" + depth).join(methods) + raw[ours.end :]
    return made.decode(errors="replace") + beside


def _depth(raw: bytes, unit: Unit) -> bytes:
    """What stands before a unit on its line."""
    return raw[raw.rfind(b"\n", 0, unit.start) + 1 : unit.start]


def _at_fault(alone: Evidence, pairs: Iterable[Difference], whole: Iterable[Difference]) -> bool:
    """Whether the reference with one method exchanged does on some input what the candidate does, and not the same."""
    if alone.verdict not in _DIFFER:
        return False
    did = {case.given: told(outcome) for case, outcome, aspect in whole if aspect}
    return any(did.get(case.given) == told(outcome) for case, outcome, aspect in pairs if aspect)


def _foreign(pairs: Iterable[Difference], whole: Iterable[Difference]) -> bool:
    """Whether the reference with one method exchanged fails as the candidate never does: it lacks what stands elsewhere
    in that, and what it shows is none of the method's."""
    ours, theirs = ({error for _, outcome, _ in some for error in _errors(outcome)} for some in (pairs, whole))
    return bool(ours - theirs)


def _errors(outcome: Outcome) -> Iterator[str]:
    for one in (outcome, *outcome.steps):
        if one.how == "raise":
            yield one.error


def _unchanged(whole: Evidence, names: str) -> Evidence:
    """What is said of a method that is written as the reference's."""
    reason = f"it is written as the reference's; what differs comes of {names}"
    tally = replace(whole.tally, equal=whole.inputs, different=0)
    plain = replace(whole, counterexample=None, outside=None, when=(), differing=(), tally=tally)
    return replace(plain, verdict="equivalent", reason=reason)
