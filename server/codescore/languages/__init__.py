"""Languages as data: `registry` finds and loads them, `protocols` says what an adapter may offer."""

from __future__ import annotations

from codescore.languages.protocols import Checker, CheckResult, Formatter, Problem, Replacement, Site
from codescore.languages.registry import Language, all_languages, by_id, by_lsp_id, by_name, by_path, known_languages

__all__ = [
    "CheckResult",
    "Checker",
    "Formatter",
    "Language",
    "Problem",
    "Replacement",
    "Site",
    "all_languages",
    "by_id",
    "by_lsp_id",
    "by_name",
    "by_path",
    "known_languages",
]
