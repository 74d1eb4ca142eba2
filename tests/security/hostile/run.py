"""Runs hostile programs: beside their reference, an honest program after each, or by themselves; and orders of them."""

from __future__ import annotations

import random
from collections.abc import Sequence

from codescore.evidence.contract import Verdict
from codescore.evidence.options import Options
from codescore.evidence.session import EvidenceSession
from codescore.foundation.errors import InputError
from codescore.languages import by_id
from tests.evidence.answers import answers
from tests.security.hostile import Hostile, java, python_references
from tests.security.hostile.python_classes import CLASSES
from tests.security.hostile.python_lies import LIES
from tests.security.hostile.python_limits import LIMITS
from tests.security.hostile.python_spoofs import SPOOFS

BUDGET = 0.3  # seconds for finding inputs
PROGRAMS: dict[str, tuple[Hostile, ...]] = {"python": (*LIES, *LIMITS, *SPOOFS, *CLASSES), "java": java.PROGRAMS}
REFERENCES = {"python": python_references.REFERENCES, "java": java.REFERENCES}
HONEST = {"python": python_references.HONEST, "java": java.HONEST}
#: Programs that take seconds to be ended; left out where order is what matters.
_SECONDS = frozenset(
    [
        "sleeps",
        "drips",
        "waits",
        "catches",
        "storm",
        "memory",
        "loops",
        "slow",
        "deep",
        "range",
        "tree",
        "iterator",
        "stack",
        "own",
        "power",
        "regular",
        "keys",
    ]
)


def verdict(session: EvidenceSession, language: str, source: str, against: str) -> Verdict:
    """What comes of a program beside a reference."""
    found = by_id(language)
    assert found is not None
    reference = REFERENCES[language][against]
    try:
        pairs = answers(language, source, reference)
    except InputError:  # it is refused before anybody matches it
        pairs = None
    return session.judge(source, reference, found, Options(budget=BUDGET, pairs=pairs)).verdict


def in_order(order: Sequence[tuple[str, str]]) -> list[Verdict]:
    """The verdicts on Python programs (source, reference) of one class, judged one after the other."""
    with EvidenceSession() as session:
        return [verdict(session, "python", source, against) for source, against in order]


def honest(count: int) -> list[tuple[str, str]]:
    """So many honest submissions (source, reference), each a text of its own."""
    known = [(source, against) for against, sources in HONEST["python"].items() for source in sources]
    quick = [(source, against) for source, against in known if against not in ("large", "text", "endless")]
    return [(f"{quick[n % len(quick)][0]}# {n}\n", quick[n % len(quick)][1]) for n in range(count)]


def quick(count: int, seed: int) -> list[tuple[str, str]]:
    """So many hostile programs that are ended soon, drawn from all."""
    chance = random.Random(seed)
    slow = ("large", "text", "endless")
    usable = [p for p in PROGRAMS["python"] if p.against not in slow and not _SECONDS & set(p.name.split())]
    return [(program.source, program.against) for program in chance.sample(usable, count)]
