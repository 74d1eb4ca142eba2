"""What became of the functions of a corpus: counts by reason, and what evaluation data was found in it.

Plain bookkeeping.  Neighbours: `split` fills an `Outcome` per language and writes the summary.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import asdict, dataclass, field
from typing import Any

from codescore.sketch import VERSION
from codescore_train.corpus import decontaminate, minhash, near

_EXAMPLES = 3  # per evaluation set and rule
_REASONS = ("duplicate", "evaluation data", "near-duplicate", "too short")

Counts = dict[str, int]


@dataclass(slots=True)
class Outcome:
    """One language's functions: read, dropped for each reason, kept per part, with a comment."""

    read: int = 0
    commented: int = 0
    dropped: Counter[str] = field(default_factory=Counter)
    kept: dict[str, int] = field(default_factory=dict)
    tainted: defaultdict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))  # set -> rule
    rules: Counter[str] = field(default_factory=Counter)
    examples: list[dict[str, Any]] = field(default_factory=list)
    across: int = 0  # near-duplicates that would have lain in the other part than their twin
    twins: list[dict[str, str]] = field(default_factory=list)

    def taint(self, rule: str, function: str, origins: dict[str, str], similarity: float) -> None:
        """Count a function that is evaluation data; one unit may stand in several sets."""
        self.dropped["evaluation data"] += 1
        self.rules[rule] += 1
        for name, item in origins.items():
            self.tainted[name][rule] += 1
            if self.tainted[name][rule] <= _EXAMPLES:
                self.examples.append(
                    {"set": name, "rule": rule, "function": function, "evaluation": item,
                     "jaccard": round(similarity, 3)}
                )  # fmt: skip

    def near_duplicate(self, function: str, twin: str, *, across: bool) -> None:
        """Count a function that nearly is another one which stays."""
        self.dropped["near-duplicate"] += 1
        self.across += across
        if self.dropped["near-duplicate"] <= _EXAMPLES:
            self.twins.append({"function": function, "of": twin})


@dataclass(frozen=True, slots=True)
class SplitSummary:
    """Counts per language: read, dropped for each reason, kept per part, with a comment; and the contamination.

    `contamination`: language -> {"by_rule", "by_set" (set -> rule -> count), "examples"}; a function that is in two
    sets counts for both.  `evaluation`: what was compared with.  `near_duplicates`: language -> {"across_parts": those
    whose twin lies in the other part, "examples"}.
    """

    sketch_version: str
    read: Counts
    dropped: dict[str, Counts]
    kept: dict[str, Counts]
    commented: Counts
    near_duplicates: dict[str, dict[str, Any]]
    evaluation: dict[str, Any]
    contamination: dict[str, dict[str, Any]]
    settings: dict[str, Any]

    def document(self) -> dict[str, Any]:
        """The summary as written to `split.json`."""
        return asdict(self)


def summary(outcomes: dict[str, Outcome], units: decontaminate.EvaluationUnits) -> SplitSummary:
    """The outcomes of all languages in one document."""
    return SplitSummary(
        sketch_version=VERSION,
        read={lang: o.read for lang, o in outcomes.items()},
        dropped={lang: {reason: o.dropped[reason] for reason in _REASONS} for lang, o in outcomes.items()},
        kept={lang: dict(o.kept) for lang, o in outcomes.items()},
        commented={lang: o.commented for lang, o in outcomes.items()},
        near_duplicates={lang: {"across_parts": o.across, "examples": o.twins} for lang, o in outcomes.items()},
        evaluation={"units": len(units), "programs": dict(units.programs), "languages_not_read": dict(units.unread)},
        contamination={
            lang: {
                "by_rule": dict(o.rules),
                "by_set": {name: dict(rules) for name, rules in sorted(o.tainted.items())},
                "examples": sorted(o.examples, key=lambda e: (e["set"], e["rule"])),
            }
            for lang, o in outcomes.items()
        },
        settings={
            "shingle_tokens": minhash.SHINGLE, "permutations": minhash.PERMUTATIONS, "seed": minhash.SEED,
            "near_duplicate_jaccard": near.THRESHOLD, "evaluation_jaccard": decontaminate.THRESHOLD,
        },
    )  # fmt: skip
