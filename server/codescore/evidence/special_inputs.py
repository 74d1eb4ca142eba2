"""Inputs that chance hardly draws, in the order in which they are added: each may lead to the next.

Neighbours: `evidence.session` (asks, before inputs grow by what they reach).
"""

from __future__ import annotations

from codescore.evidence.accepted_rows import grow_rows
from codescore.evidence.all_below import all_below
from codescore.evidence.blanks_around import with_blanks
from codescore.evidence.boundaries import at_boundaries
from codescore.evidence.calendars import with_dates
from codescore.evidence.cases import Cases
from codescore.evidence.channel import Room
from codescore.evidence.check_signs import with_check_signs
from codescore.evidence.endings import with_endings
from codescore.evidence.failing_inside import with_failures
from codescore.evidence.fed_back import feed_back
from codescore.evidence.few_signs import of_few_signs
from codescore.evidence.inner_signs import with_signs_inside
from codescore.evidence.kinds_of_answers import of_each_kind
from codescore.evidence.nearly import nearly_alike
from codescore.evidence.nesting import with_nesting
from codescore.evidence.runs import with_runs
from codescore.evidence.worded import known_words


def add_special(cases: Cases, room: Room) -> None:
    """Add texts that a reference knows or looks for, or that grow, what it gives itself, what stands at its boundaries,
    and runs as long as its numbers say."""
    for add in (
        known_words,
        grow_rows,
        of_few_signs,
        with_nesting,
        with_dates,
        with_blanks,
        with_signs_inside,
        with_endings,
        with_check_signs,
        feed_back,
        at_boundaries,
        of_each_kind,
        with_runs,
        nearly_alike,
        with_failures,
        all_below,
    ):
        add(cases, room)
