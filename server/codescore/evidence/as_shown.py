"""Whether a program that reads its input takes the lines that its words show, and more of it is reached by them.

What a program reads is guessed from its text, and text is read in many ways; a line that a comment shows is taken, or
not.  So each that could be one is tried on the reference.  Knows no language.  Neighbours: `evidence.cases` (asks, once
a reference), `evidence.refine` (forms that are read from the text), `languages.example_lines` (which lines).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import pairwise

from codescore.evidence.contract import Outcome
from codescore.evidence.generate import random_input
from codescore.evidence.pool import pool_of
from codescore.evidence.refine import refined
from codescore.languages.example_lines import (
    PLACEHOLDER,
    SEVERAL,
    instead_of_numbers,
    lines_in,
    lines_like,
    tables_in,
    templates_in,
)
from codescore.languages.execution import Entry, Input
from codescore.languages.quoting import in_parts, words_of
from codescore.languages.shapes import LinesShape, OneOf, RowShape, Samples
from codescore.languages.values import Char, Int, Text, Value

#: Runs the reference on inputs.
Run = Callable[[list[Input]], list[Outcome]]

_DRAWN, _SEED = 16, 950  # inputs of the form that was guessed
_NONSENSE = ("zq\n", "zq zq zq\n")  # what is no line of any task
_LIKE, _HEADS = 16, 4  # lines like one, and first lines
#: How many names lines have, where these are few, and how many lines a text has.
_TEXTS = ((None, (1, 2, 3, 4, 6, 9)), (3, (2, 4, 6, 9, 14, 20)))


def form_read(source: str, entry: Entry, constants: Sequence[Value], run: Run) -> Entry:
    """The entry with the form of input that the reference is found to take: guessed from its text and mended, or that
    of the lines which its words show, where these reach what the other does not.
    """
    guessed = refined(entry, (*constants,), run, in_parts(source))
    shown = _as_shown(source, guessed, constants, run)
    return guessed if shown is None or _reached(run(_drawn(shown))) <= _reached(run(_drawn(guessed))) else shown


def _as_shown(source: str, entry: Entry, constants: Sequence[Value], run: Run) -> Entry | None:
    """The entry with the lines that the words of a `source` show; None where the reference takes none."""
    words = words_of(source)
    shown = [line for line in lines_in(words) if not PLACEHOLDER.search(line)]
    if not shown:
        return None
    nonsense = _reached(run([Input((), stdin=text) for text in _NONSENSE]))
    alone = _telling(run, [*shown, *templates_in(words)], nonsense)
    first, lines = "", [line for line in alone if not {*line.split(SEVERAL)} <= alone.keys() - {line}]
    tables = tables_in(words)
    headed = [f"{head}\n{line}" for head, line in (*pairwise(shown), *tables)]
    more = _telling(run, headed, nonsense.union(*alone.values()))
    if more:
        first, lines = max(more, key=lambda one: len(more[one])).split("\n")[0], []
        lines = [text.split("\n")[1] for text in more if text.startswith(f"{first}\n")]
    if not lines:
        return None
    known = {one.value for one in constants if isinstance(one, (Text, Char))}
    known |= {str(one.value + n) for one in constants if isinstance(one, Int) for n in (-1, 0, 1)}
    others = instead_of_numbers(words)
    several = [(_samples(lines_like(lines, known, _LIKE, names, others)), times) for names, times in _TEXTS]
    heads = [first] if first in dict(tables) else lines_like([first], known, _HEADS)
    head = (RowShape((_samples(heads),), separator="\n"),) if first else ()
    rows = (RowShape((some,), separator="\n", times=number) for some, times in several for number in times)
    form = OneOf(tuple(LinesShape((*head, row)) for row in rows))
    return replace(entry, parameters=(replace(entry.parameters[0], shape=form),))


def _telling(run: Run, lines: Sequence[str], known: frozenset[int]) -> dict[str, frozenset[int]]:
    """Those of some lines that the reference takes and that reach more than is `known`, with what they reach."""
    outcomes = run([Input((), stdin=f"{line}\n") for line in lines]) if lines else []
    taken = ((line, outcome) for line, outcome in zip(lines, outcomes, strict=False) if _taken(outcome))
    return {line: outcome.covered for line, outcome in taken if not outcome.covered <= known}


def _samples(lines: Iterable[str]) -> Samples:
    return Samples(tuple(map(Text, lines)))


def _drawn(entry: Entry) -> list[Input]:
    pool = pool_of((), _SEED)
    return [random_input(entry, pool) for _ in range(_DRAWN)]


def formed(entry: Entry, form: OneOf) -> Entry:
    """The entry with another form of what it reads."""
    (parameter,) = entry.parameters
    return replace(entry, parameters=(replace(parameter, shape=form),))


def _taken(outcome: Outcome) -> bool:
    return outcome.how == "return" and not outcome.doubt


def _reached(outcomes: Iterable[Outcome]) -> frozenset[int]:
    return frozenset(branch for one in outcomes if _taken(one) for branch in one.covered)
