"""Pairs from what functions did: equal behaviour by another text, and equal looks with another behaviour.

Pure: nothing is run here.  Positives are members of one cluster of equal digests whose sketches differ in structure;
hard negatives are the nearest sketches of the same bucket in another cluster, with the share of inputs on which both
do the same.  Neighbours: `running` (outcomes, `equal`), `corpus.minhash` (shingles of sketches).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from codescore.evidence.compare import same
from codescore.evidence.contract import Outcome
from codescore.languages.execution import Input
from codescore_train.corpus.minhash import shingle_sets
from codescore_train.mining.functions import Source
from codescore_train.mining.running import equal

_COMMONEST = 0.75  # share of a function's outcomes that may be one and the same
_PER_CLUSTER = 20  # positives of one cluster, the least similar ones
_ALIKE = 0.2  # similarity from which on another function is a neighbour


@dataclass(frozen=True, slots=True)
class Ran:
    """A function that was run; `digests` and `outcomes` are by the bucket's inputs."""

    source: Source
    bucket: str
    inputs: tuple[Input, ...]
    digests: tuple[str, ...]
    outcomes: tuple[Outcome | None, ...]

    def cases(self) -> list[tuple[Input, Outcome]]:
        """The inputs that it took, with what it gave."""
        return [(given, got) for given, got in zip(self.inputs, self.outcomes, strict=True) if got is not None]


@dataclass(frozen=True, slots=True)
class Pair:
    """Two functions: on how many inputs they were compared, on what share they do the same, how alike they look."""

    one: Ran
    two: Ran
    inputs: int
    share: float
    similarity: float

    @property
    def key(self) -> str:
        """The pair's name in the journal."""
        return f"{self.one.source.id}-{self.two.source.id}"


@dataclass(frozen=True, slots=True)
class Pairs:
    """`alike`: pairs of equal behaviour whose sketches are too similar to teach anything."""

    positives: tuple[Pair, ...]
    negatives: tuple[Pair, ...]
    clusters: int
    alike: int


def uninformative(ran: Ran) -> str:
    """Why equal outcomes would say little of a function; empty where they say enough."""
    seen = Counter(name for name in ran.digests if name)
    if len(seen) == 1:
        return "gives always the same"
    if max(seen.values()) > _COMMONEST * sum(seen.values()):
        return "gives nearly always the same"
    cases = ran.cases()
    for place in range(max(len(given.arguments) for given, _ in cases)):
        if all(
            len(given.arguments) > place and got.value is not None and same(got.value, given.arguments[place])
            for given, got in cases
        ):
            return "gives an argument back"
    return ""


def pairs(found: Sequence[Ran], different: float, neighbours: int) -> Pairs:
    """Positives and hard negatives among informative functions; `different`: the similarity that positives stay below.

    Similarity is the Jaccard index of the sets of 5-token shingles of two sketches.
    """
    looks = _looks(found)
    clusters: dict[tuple[str, ...], list[Ran]] = defaultdict(list)
    for one in found:
        clusters[one.bucket, *one.digests].append(one)
    positives: list[Pair] = []
    alike = large = 0
    for members in clusters.values():
        if len(members) == 1:
            continue
        large += 1
        made = [compared(*two, looks) for two in combinations(members, 2)]
        equal_ = [pair for pair in made if pair.share == 1]
        far = sorted((p for p in equal_ if p.similarity < different), key=lambda p: (p.similarity, p.key))
        positives += far[:_PER_CLUSTER]
        alike += len(equal_) - len(far)
    return Pairs(tuple(positives), tuple(_negatives(found, looks, neighbours)), large, alike)


def compared(one: Ran, two: Ran, looks: dict[str, frozenset[int]]) -> Pair:
    """Two functions of a bucket beside each other; what both refuse is not counted."""
    one, two = sorted((one, two), key=lambda ran: ran.source.id)
    told = [
        verdict
        for given, a, b in zip(one.inputs, one.outcomes, two.outcomes, strict=True)
        if (verdict := equal(a, b, given)) is not None
    ]
    a, b = looks[one.source.id], looks[two.source.id]
    return Pair(one, two, len(told), sum(told) / max(1, len(told)), len(a & b) / max(1, len(a | b)))


def _looks(found: Sequence[Ran]) -> dict[str, frozenset[int]]:
    sets = shingle_sets([one.source.sketch for one in found])
    return {one.source.id: frozenset(sets[number].tolist()) for number, one in enumerate(found)}


def _negatives(found: Sequence[Ran], looks: dict[str, frozenset[int]], neighbours: int) -> Iterator[Pair]:
    buckets: dict[str, list[Ran]] = defaultdict(list)
    for one in found:
        buckets[one.bucket].append(one)
    seen: set[str] = set()
    for members in buckets.values():
        having: dict[int, list[int]] = defaultdict(list)
        for number, one in enumerate(members):
            for shingle in looks[one.source.id]:
                having[shingle].append(number)
        for number, one in enumerate(members):
            for other in _nearest(number, members, looks, having)[:neighbours]:
                pair = compared(one, members[other], looks)
                if pair.key not in seen and pair.share < 1:
                    yield pair
                seen.add(pair.key)


def _nearest(
    number: int, members: Sequence[Ran], looks: dict[str, frozenset[int]], having: dict[int, list[int]]
) -> list[int]:
    """The members that look most like one and have other digests, the nearest first."""
    own = looks[members[number].source.id]
    common = Counter(other for shingle in own for other in having[shingle])
    scored = [
        (count / (len(own) + len(looks[members[other].source.id]) - count), members[other].source.id, other)
        for other, count in common.items()
        if other != number and members[other].digests != members[number].digests
    ]
    return [other for share, _, other in sorted(scored, key=lambda s: (-s[0], s[1])) if share >= _ALIKE]
