"""Whether what is left of two programs makes them different: numbers of a remainder, and what they weigh.  Pure."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from rapidfuzz.distance import Indel

from codescore.languages import Language
from codescore.program import Program, Term
from codescore.score.difference import DifferenceKind
from codescore.score.remainder import Left, Remainder, remainder

#: Numbers of a remainder in the order of a model's file; counts are at most `_MOST`.
NAMES = (
    "constant", "text", "operator", "variable", "call", "arguments", "order",
    "structure", "structure_small", "structure_large",
    "extra_guard", "missing_guard", "extra_loop", "missing_loop", "extra_branch", "missing_branch",
    "extra_exit", "missing_exit", "extra_plain", "missing_plain", "otherwise", "moved", "type",
    "apart", "share_apart", "size", "rows", "alone",
)  # fmt: skip
_MOST = 3
#: What decides by itself where it is all that is left, however small the functions are, and the chance that it matters:
#: of 914 such edits, labelled by running both sides, 867 differ on some input.
_SLIPS = frozenset(("constant", "operator", "variable", "call"))
_SMALL: tuple[set[str], ...] = ({"sum", "negative", "literal"}, {"not"})  # `n - 1` for `n`, `not a` for `a`
_SLIP_CHANCE = 0.95
_SLIP_SHARED = 0.5
# Words in which a row of another structure differs where that is neither little nor much.
_MIDDLING = range(3, 6)


def numbers(of: Remainder) -> dict[str, float]:
    """The numbers of a remainder."""
    counts: Counter[str] = Counter()
    alone_ours = {one.candidate for one in of.left if one.reference is None}
    alone_theirs = {one.reference for one in of.left if one.candidate is None}
    for one in of.left:
        i, j = one.candidate, one.reference
        if one.type_ is not None:
            counts["type"] += 1
        elif one.moved:
            counts["moved"] += 1
        elif i is not None and j is not None:
            kind = changed(of.mapped[i], of.against[j])
            if kind == "structure" and one.distance not in _MIDDLING:
                kind += "_small" if one.distance < _MIDDLING.start else "_large"
            counts[kind] += 1
        else:
            side, rows, at, alone = (
                ("extra", of.ours, i, alone_ours) if i is not None else ("missing", of.theirs, j, alone_theirs)
            )
            assert at is not None
            sort = rows[at].sort
            if sort == "otherwise":
                counts["otherwise"] += 1
            elif sort == "branch" and at + 1 < len(rows) and rows[at + 1].sort == "exit" and at + 1 in alone:
                counts[f"{side}_guard"] += 1
            elif sort == "exit" and at > 0 and rows[at - 1].sort == "branch" and at - 1 in alone:
                continue
            else:
                counts[f"{side}_{sort}"] += 1
    found = {name: float(min(_MOST, counts[name])) for name in NAMES}
    found["apart"] = math.log1p(of.apart)
    found["share_apart"] = math.log(max(1e-4, 1 - of.shared))
    found["size"] = math.log1p(of.size)
    found["rows"] = math.log1p(len(of.left))
    found["alone"] = float(len(of.left) == 1)
    return found


def changed(ours: Term, theirs: Term) -> str:
    """In what two rows that answer each other differ, in one word; `structure` where that is more than one thing."""
    kinds = _kinds_apart(ours, theirs)
    if not kinds:
        return "arguments" if narrowed(ours, theirs)[0].kind in ("call", "new") else "order"
    for name, allowed in _WITHIN:
        if kinds <= allowed:
            return name
    return "structure"


_WITHIN = (
    ("constant", frozenset(("literal", "truth", "negative"))),
    ("text", frozenset(("text", "format"))),
    ("operator", frozenset(("operator",))),
    ("variable", frozenset(("name",))),
    ("call", frozenset(("called", "call", "attribute", "new"))),
)


def _kinds_apart(ours: Term, theirs: Term) -> set[str]:
    """The kinds of the words in which two rows differ; none where only their order does."""
    a, b = _kinds(ours), _kinds(theirs)
    kinds: set[str] = set()
    for code in Indel.opcodes(a, b) if Counter(a) != Counter(b) else ():
        if code.tag != "equal":
            kinds |= {kind for kind, _ in (*a[code.src_start : code.src_end], *b[code.dest_start : code.dest_end])}
    return kinds


def _kinds(term: Term) -> list[tuple[str, str]]:
    """The words of a term with their kinds."""
    found: list[tuple[str, str]] = []
    stack: list[tuple[Term, bool]] = [(term, False)]
    while stack:
        t, called = stack.pop()
        kind = "called" if called else "operator" if t.kind in ("binary", "assign", "and", "or") else t.kind
        found.append((kind, t.value if t.kind not in ("and", "or") else t.kind))
        children = [(c, t.kind == "call" and i == 0) for i, c in enumerate(t.children)]
        stack.extend(reversed(children))
    return found


@dataclass(frozen=True, slots=True)
class Weights:
    """A logistic model over the numbers of a remainder: `means` and `scales` put each number on one scale.

    `least_shared` is the share of both programs that must be the same for a remainder to decide anything at all,
    `thresholds` the chance of being different from which on it does, by language, "" for any other.
    """

    intercept: float
    weights: tuple[float, ...]
    means: tuple[float, ...]
    scales: tuple[float, ...]
    least_shared: float
    thresholds: Mapping[str, float]

    def chance(self, of: Mapping[str, float]) -> float:
        """The chance that programs with such a remainder differ on some input."""
        rows = zip(NAMES, self.weights, self.means, self.scales, strict=True)
        odds = self.intercept + sum(w * (of[name] - mean) / scale for name, w, mean, scale in rows)
        return 1 / (1 + math.exp(-max(-50.0, min(50.0, odds))))


@cache
def shipped() -> Weights:
    """The model of `remainder.json`, which also says what it was fitted on."""
    read = json.loads(files("codescore.score").joinpath("remainder.json").read_text("utf-8"))
    assert tuple(read["numbers"]) == NAMES  # both are made by one command
    return Weights(
        read["intercept"],
        tuple(read["weights"]),
        tuple(read["means"]),
        tuple(read["scales"]),
        read["least_shared"],
        read["thresholds"],
    )


@dataclass(frozen=True, slots=True)
class Found:
    """One thing that is left: places are bytes of the units, None on a side that lacks it."""

    kind: DifferenceKind
    candidate: tuple[int, int] | None
    reference: tuple[int, int] | None
    candidate_at: tuple[int, int] | None
    reference_at: tuple[int, int] | None


@dataclass(frozen=True, slots=True)
class Decision:
    """What is left of two aligned programs, and the chance that it makes them different."""

    chance: float
    found: tuple[Found, ...]


def decide(ours: Program, theirs: Program, language: Language) -> Decision | None:
    """Whether two programs are the same but for a remainder that makes them different; None where nothing says so."""
    left = remainder(ours, theirs, language)
    weights = shipped()
    if not left.left:
        return None
    chance = weights.chance(numbers(left))
    slip = _is_slip(left, language)
    known = left.shared >= weights.least_shared and chance >= weights.thresholds.get(
        language.id, weights.thresholds[""]
    )
    if not (slip or known):
        return None
    return Decision(max(chance, _SLIP_CHANCE) if slip else chance, tuple(_in_order(left, ours, theirs)))


def same_program(ours: Program, theirs: Program, language: Language) -> bool:
    """Whether nothing is left of two programs: they are two ways of writing one."""
    if sorted(row.words for row in ours.oriented) != sorted(row.words for row in theirs.oriented):
        return False  # rows that say the same have the same words, and this is cheap
    return not remainder(ours, theirs, language).left


def _is_slip(of: Remainder, language: Language) -> bool:
    """Whether one small place of one row is all that is left of programs that are more than that row."""
    place = _alone(of)
    if place is None or len(of.ours) < 2:
        return False
    ours, theirs = of.mapped[place[0]], of.against[place[1]]
    small = changed(ours, theirs) in _SLIPS or _kinds_apart(ours, theirs) in _SMALL
    small = small or _opposite(ours.children[:1], theirs.children[:1], language)
    return small and of.shared >= _SLIP_SHARED


def _opposite(ours: Sequence[Term], theirs: Sequence[Term], language: Language) -> bool:
    """Whether two conditions compare the same two things, and each holds just where the other does not."""
    if [one.kind for one in (*ours, *theirs)] != ["binary", "binary"]:
        return False
    (a,), (b,) = ours, theirs
    turned = language.operators.opposite.get(b.value, "")
    return (a.value, a.children) == (turned, b.children) or (
        (a.value, a.children) == (language.operators.mirror.get(turned, ""), b.children[::-1])
    )


def _alone(of: Remainder) -> tuple[int, int] | None:
    """The rows, here and there, of the only place that is left; two branches at one place answer each other."""
    one, other = of.left[0], of.left[-1]
    if one.moved or other.moved or len(of.left) > 2:
        return None
    here = one.candidate if one.candidate is not None else other.candidate
    there = other.reference if other.reference is not None else one.reference
    if here is None or there is None:
        return None
    if len(of.left) == 2 and (here != there or {of.ours[here].sort, of.theirs[there].sort} != {"branch"}):
        return None
    return here, there


def _in_order(left: Remainder, ours: Program, theirs: Program) -> list[Found]:
    """What is left, as the candidate is read; what is missing stays behind what stands before it."""
    found = []
    for one in left.left:
        i, j = one.candidate, one.reference
        if i is None and j is not None and left.theirs[j].sort == "otherwise":
            continue
        if i is not None and j is None and left.ours[i].sort == "otherwise":
            continue
        found.append(((i if i is not None else -1, j if j is not None else -1), _found(left, one, (ours, theirs))))
    return [one for _, one in sorted(found, key=lambda pair: max(pair[0]))]


def _found(left: Remainder, one: Left, programs: tuple[Program, Program]) -> Found:
    ours, theirs = programs
    i, j = one.candidate, one.reference
    if one.type_ is not None and one.other_type is not None:
        here, there = ours.place(ours.types[one.type_]), theirs.place(theirs.types[one.other_type])
        return Found("type", here, there, here, there)
    at = None if i is None else ours.place(left.ours[i].term)
    other = None if j is None else theirs.place(left.theirs[j].term)
    if i is None or j is None:
        return Found("missing-statement" if i is None else "extra-statement", at, other, at, other)
    if one.moved:
        return Found("order", at, other, at, other)
    a, b = narrowed(left.mapped[i], left.against[j])
    told = a.end > a.start and b.end > b.start
    kind = _KINDS[changed(left.mapped[i], left.against[j])]
    return Found(kind, ours.place(a) if told else at, theirs.place(b) if told else other, at, other)


_KINDS: dict[str, DifferenceKind] = {
    "constant": "literal",
    "text": "literal",
    "operator": "operator",
    "variable": "name",
    "call": "call",
    "arguments": "order",
    "order": "order",
    "structure": "expression",
}


def narrowed(ours: Term, theirs: Term) -> tuple[Term, Term]:
    """The smallest parts in which two terms differ."""
    while (ours.kind, ours.value) == (theirs.kind, theirs.value):
        here = list((Counter(ours.children) - Counter(theirs.children)).elements())
        there = list((Counter(theirs.children) - Counter(ours.children)).elements())
        if len(here) != 1 or len(there) != 1:
            break
        if not (here[0].end > here[0].start and there[0].end > there[0].start):
            break
        ours, theirs = here[0], there[0]
    return ours, theirs
