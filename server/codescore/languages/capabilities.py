"""What each language can and cannot, read off its folder: the one table that every interface and page shows.

A part that a folder lacks is a capability that its language lacks.  Knows no stage and no model: which languages a
bundle was trained on is asked of the bundle.
"""

from __future__ import annotations

from dataclasses import dataclass

from codescore.languages.registry import Language, known_languages

TREE_SITTER = "tree-sitter"


@dataclass(frozen=True, slots=True)
class Capabilities:
    """One language: `installed` says whether its grammar is there; without it nothing else is, but text metrics.

    `check` names what judges whether code compiles: a compiler, or the parser `tree-sitter`.  `rewrites` are the
    equivalences and mutations of tables 1 and 2 (renaming every language has), `evidence` that programs can be run,
    `data_flow` what CodeBLEU needs, `shared_ngrams` what CrystalBLEU needs.
    """

    id: str
    name: str
    endings: tuple[str, ...]
    module: str
    installed: bool
    check: str
    rewrites: bool
    evidence: bool
    data_flow: bool
    shared_ngrams: bool

    def lacks(self) -> tuple[str, ...]:
        """What it cannot, in words; empty where it can all."""
        parts = {
            "compiler": self.check != TREE_SITTER,
            "rewrites of tables 1 and 2": self.rewrites,
            "evidence": self.evidence,
            "data flow": self.data_flow,
            "CrystalBLEU": self.shared_ngrams,
        }
        return tuple(name for name, has in parts.items() if not has)


def capabilities() -> tuple[Capabilities, ...]:
    """Every language with a folder, in order of its name."""
    return tuple(sorted((_of(one) for one in known_languages()), key=lambda one: one.name.lower()))


def _of(language: Language) -> Capabilities:
    return Capabilities(
        id=language.id,
        name=language.name,
        endings=language.extensions,
        module=language.parser.partition(":")[0],
        installed=language.installed,
        check=language.compiler if language.offers("check") else TREE_SITTER,
        rewrites=language.offers("rewrite"),
        evidence=language.offers("run"),
        data_flow=language.file("flow.toml") is not None,
        shared_ngrams=language.folders[0].joinpath("shared_ngrams.json").is_file(),
    )
