"""The seven steps between a text and a verdict, and the session that keeps their parts warm.

For programs: `make_source` twice, then `compare`; or `match_units` and `score_pairs` for single units.  Speaks byte
offsets, strings and frozen dataclasses; knows no protocol, touches no file of the user's.
"""

from __future__ import annotations

from codescore.engine.calls import helpers_of
from codescore.engine.checking import (
    broken_reference,
    check_file,
    check_parts,
    check_units,
    is_fragment,
    tree_problems,
    unchecked,
    with_check,
)
from codescore.engine.compare import (
    Estimated,
    Standing,
    another_way,
    compare,
    conclude,
    decide,
    evidence_of,
    file_another_way,
    first_right,
    preference,
    rank,
    ranked,
    same_program,
    standing,
    standing_of_all,
    standing_of_file,
    standing_of_unit,
    weakest,
)
from codescore.engine.estimate import undefined_names
from codescore.engine.explain import doubted, foremost, in_words, located, out_of_place
from codescore.engine.match import match_asked, match_files, match_part, match_units, pairs_to_run
from codescore.engine.model import (
    Excerpt,
    FileVerdict,
    MatchedBy,
    Matching,
    Pair,
    Reason,
    ScoreOptions,
    Source,
    Suspect,
    UnitVerdict,
)
from codescore.engine.pipeline import Comparison, pipeline, score_pairs
from codescore.engine.session import Session
from codescore.engine.source import around_of, class_name_place, make_source
from codescore.engine.told import likely, notes_told

__all__ = [
    "Comparison",
    "Estimated",
    "Excerpt",
    "FileVerdict",
    "MatchedBy",
    "Matching",
    "Pair",
    "Reason",
    "ScoreOptions",
    "Session",
    "Source",
    "Standing",
    "Suspect",
    "UnitVerdict",
    "another_way",
    "around_of",
    "broken_reference",
    "check_file",
    "check_parts",
    "check_units",
    "class_name_place",
    "compare",
    "conclude",
    "decide",
    "doubted",
    "evidence_of",
    "file_another_way",
    "first_right",
    "foremost",
    "helpers_of",
    "in_words",
    "is_fragment",
    "likely",
    "located",
    "make_source",
    "match_asked",
    "match_files",
    "match_part",
    "match_units",
    "notes_told",
    "out_of_place",
    "pairs_to_run",
    "pipeline",
    "preference",
    "rank",
    "ranked",
    "same_program",
    "score_pairs",
    "standing",
    "standing_of_all",
    "standing_of_file",
    "standing_of_unit",
    "tree_problems",
    "unchecked",
    "undefined_names",
    "weakest",
    "with_check",
]
