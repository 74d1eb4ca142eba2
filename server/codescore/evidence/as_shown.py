"""Whether a program that reads its input takes the lines that its words show, and more of it is reached by them.

What a program reads is guessed from its text, and text is read in many ways; a line that a comment shows is taken, or
not.  So each that could be one is tried on the reference.  Knows no language.  Neighbours: `evidence.cases` (asks, once
a reference), `evidence.refine` (forms that are read from the text), `languages.example_lines` (which lines).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from codescore.evidence.contract import Outcome
from codescore.evidence.generate import random_input
from codescore.evidence.pool import pool_of
from codescore.evidence.refine import Run, refined
from codescore.languages.example_lines import (
    PLACEHOLDER,
    SEVERAL,
    instead_of_numbers,
    lines_in,
    lines_like,
    tables_in,
    templates_in,
    texts_in,
)
from codescore.languages.execution import Entry, Input
from codescore.languages.quoting import comments_of, in_parts
from codescore.languages.shapes import LinesShape, OneOf, RowShape, Samples
from codescore.languages.values import Char, Int, Text, Value

_DRAWN, _SEED = 16, 950  # inputs of the form that was guessed
_NONSENSE = ("zq\n", "zq zq zq\n")  # what is no line of any task
_PASSED = ("", "# zq")  # lines that many programs pass over
_ONE_LETTER = re.compile(r"(?<=\w )[a-z]\b(?! )")  # what stands for a number: `PUSH n`
_ITEM = re.compile(r"(?m)^\W*(\w+) {2,}\S")  # a word and, apart from it, what it does
_WORDS = 40  # words of a program that it may stop at
_NUMBER, _ZEROS = re.compile(r"-?\d+"), 3  # of so many texts the numbers are 0
_EMPTY = ("", " ")  # lines in which nobody sees anything
_LIKE, _HEADS, _FIRST = 40, 6, 2  # lines like one, texts for a first line, first lines
#: How many names lines have, where these are few, and how many lines a text has.
_TEXTS = ((None, (1, 2, 3, 4, 6, 9)), (3, (2, 4, 6, 9, 14, 20)))


def form_read(
    source: str, entry: Entry, constants: Sequence[Value], run: Run
) -> tuple[Entry, list[Input], frozenset[int]]:
    """The entry with the form of input that the reference is found to take: guessed from its text and mended, or that
    of the lines which its words show, where these reach more that is new; inputs that are meant beside it; and the
    branches that only lines reach which it passes over.
    """
    guessed = refined(entry, (*constants,), run, in_parts(source))
    shown = _as_shown(source, guessed, constants, run)
    drawn = _drawn(guessed)
    reached = _reached(run(drawn))
    if shown is not None:
        others = _drawn(shown)
        more = _reached(run(others))
        if len(more - reached) > len(reached - more):
            guessed, drawn, reached = shown, others, more
    parted, passed = _parted(run, drawn, reached)
    return guessed, _without_lines(run, drawn, reached) + parted, passed - reached


def _without_lines(run: Run, drawn: Sequence[Input], reached: frozenset[int]) -> list[Input]:
    """The input without anything, where a reference has an answer of its own for it: it prints something, and reaches
    what inputs of its form do not.  Who only gives up there (`if not data: return`) says nothing of it, nor who asks
    for 0, which a number is that is not there in some languages."""
    empty = Input((), stdin="")
    outcome, *others = run([empty, *(Input((), stdin=_NUMBER.sub("0", one.stdin)) for one in drawn[:_ZEROS])])
    reached |= _reached(others)
    return [empty] if _taken(outcome) and outcome.stdout.strip() and not outcome.covered <= reached else []


def _parted(run: Run, drawn: Sequence[Input], reached: frozenset[int]) -> tuple[list[Input], frozenset[int]]:
    """Inputs with an empty line between two, or before the last line, or with a line of a blank, where that tells a
    reference something: it prints something else than without that line, and reaches what inputs of its form do not, or
    these have empty lines of their own.  Who passes over it only does not mind: the branches by which it does are what
    comes second.
    """
    own = any("\n\n" in one.stdin for one in drawn)
    pairs = [(one.stdin.strip("\n"), other.stdin.strip("\n")) for one, other in pairwise(drawn)]
    pairs += [(before, last) for one in drawn for before, _, last in (one.stdin.strip("\n").rpartition("\n"),)]
    pairs = [(one, other) for one, other in pairs if one and other]
    parted = [Input((), stdin=f"{one}\n{empty}\n{other}\n") for one, other in pairs for empty in _EMPTY]
    plain = run([Input((), stdin=f"{one}\n{other}\n") for one, other in pairs]) if pairs else []
    without = [outcome for outcome in plain for _ in _EMPTY]
    outcomes = zip(parted, run(parted), without, strict=False) if parted else ()
    taken = [(given, one, other) for given, one, other in outcomes if _taken(one) and _taken(other)]
    told = [
        given
        for given, one, other in taken
        if one.stdout != other.stdout and (not one.covered <= reached or (own and "\n \n" in given.stdin))
    ]
    return told, frozenset(n for _, one, other in taken if one.stdout == other.stdout for n in one.covered)


def _as_shown(source: str, entry: Entry, constants: Sequence[Value], run: Run) -> Entry | None:
    """The entry with the lines that the words of a `source` show; None where the reference takes none.

    A line of several words that the program knows lists lines: `DUP SWAP POP   copy, exchange, drop`.
    """
    words = comments_of(source)
    shown = [line for line in lines_in(words) if not PLACEHOLDER.search(line)]
    if not shown:
        return None
    texts = {one.value for one in constants if isinstance(one, Text)}
    lists = [line for line in shown if " " in line and texts.issuperset(line.split())]
    items = [word for word in _ITEM.findall(words) if lists and word in texts]
    named = [*dict.fromkeys([*(word for line in lists for word in line.split()), *items])]
    single = (_ONE_LETTER.sub(number, line) for line in shown if line not in lists for number in ("3", "-3"))
    shown = [*dict.fromkeys(single)]
    nonsense = _reached(run([Input((), stdin=text) for text in _NONSENSE]))
    alone = _telling(run, [*shown, *templates_in(words)], nonsense)
    lines = [line for line in alone if not {*line.split(SEVERAL)} <= alone.keys() - {line}]
    lines += [line for line, outcome in _each(run, named if lines else []) if _taken(outcome)]
    tables = tables_in(words)
    heads, below = _headed(run, [*texts_in(words)], tables, alone, nonsense)
    lines = below or lines
    if not lines:
        return None
    known = {one.value for one in constants if isinstance(one, (Text, Char))}
    known |= {str(one.value + n) for one in constants if isinstance(one, Int) for n in (-1, 0, 1)}
    others = (*instead_of_numbers(words), *([""] if {*heads} & dict(tables).keys() else []))
    skipped = _skipped(run, "\n".join((*heads, lines[0])))
    alike = ((lines_like(lines, known, _LIKE, names, others), times) for names, times in _TEXTS)
    drawn = [(_samples((*some, *skipped)), times) for some, times in alike]
    last = _last(run, sorted(known), lines)
    end = (RowShape((_samples([last]),), separator="\n"),) if last else ()
    first = [[one] if one in dict(tables) else lines_like([one], known, _HEADS) for one in heads]
    head = [RowShape((_samples(some),), separator="\n") for some in first]
    rows = (RowShape((some,), separator="\n", times=number) for some, times in drawn for number in times)
    form = OneOf(tuple(LinesShape((*head, row, *end)) for row in rows))
    return replace(entry, parameters=(replace(entry.parameters[0], shape=form),))


def _skipped(run: Run, text: str) -> list[str]:
    """A line without anything and a comment, where a reference passes over it."""
    plain, *others = run([Input((), stdin=f"{text}\n{more}") for more in ("", *(f"{line}\n" for line in _PASSED))])
    same = [_taken(one) and one.stdout == plain.stdout for one in others]
    return [line for line, passed in zip(_PASSED, same, strict=False) if passed]


def _last(run: Run, words: Sequence[str], lines: Sequence[str]) -> str:
    """The word at which a reference stops to read: alone on a line, it lets no line after it have an answer; "" where
    none is such a word."""
    telling = next((line for line, outcome in _each(run, lines) if outcome.stdout.strip()), "")
    words = [word for word in words if word.isalpha()][:_WORDS] if telling else []
    ends = zip(_each(run, words), _each(run, [f"{word}\n{telling}" for word in words]), strict=False)
    return next(
        (word for (word, one), (_, two) in ends if _taken(one) and _taken(two) and one.stdout == two.stdout), ""
    )


def _headed(
    run: Run,
    shown: Sequence[Sequence[str]],
    tables: Sequence[tuple[str, str]],
    alone: Mapping[str, frozenset[int]],
    nonsense: frozenset[int],
) -> tuple[tuple[str, ...], list[str]]:
    """The first line, or two, and the lines that a reference takes below them and not `alone`."""
    known = nonsense.union(*alone.values())
    best: tuple[tuple[str, ...], list[str]] = (), [""]
    found = frozenset[int]()
    for many in range(1, _FIRST + 1):
        blocks = [block[n : n + many + 1] for block in shown for n in range(len(block) - many)]
        blocks = [block for block in blocks if block[-1] not in alone]
        texts = {"\n".join(block): ((*block[:-1],), block[-1]) for block in blocks}
        texts |= {f"{head}\n{line}": ((head,), line) for head, line in tables} if many == 1 else {}
        for text, reached in _telling(run, [*texts], known | found).items():
            if len(reached) > len(found):
                best, found = (texts[text][0], [texts[text][1]]), reached
    heads, lines = best
    beside: Sequence[str] = next((block for block in shown if lines[0] in block), [])
    more = _telling(run, ["\n".join((*heads, line)) for line in beside if line not in {*heads, *alone}], known)
    return heads, list(dict.fromkeys([*lines, *(text.split("\n")[-1] for text in more)])) if heads else []


def _telling(run: Run, lines: Sequence[str], known: frozenset[int]) -> dict[str, frozenset[int]]:
    """Those of some lines that the reference takes and that reach more than is `known`, with what they reach."""
    taken = ((line, outcome) for line, outcome in _each(run, lines) if _taken(outcome))
    return {line: outcome.covered for line, outcome in taken if not outcome.covered <= known}


def _each(run: Run, lines: Sequence[str]) -> list[tuple[str, Outcome]]:
    """Lines with what comes of each alone."""
    outcomes = run([Input((), stdin=f"{line}\n") for line in lines]) if lines else []
    return [*zip(lines, outcomes, strict=False)]


def _samples(lines: Iterable[str]) -> Samples:
    return Samples(tuple(map(Text, lines)))


def _drawn(entry: Entry) -> list[Input]:
    pool = pool_of((), _SEED)
    return [random_input(entry, pool) for _ in range(_DRAWN)]


def _taken(outcome: Outcome) -> bool:
    return outcome.how == "return" and not outcome.doubt


def _reached(outcomes: Iterable[Outcome]) -> frozenset[int]:
    return frozenset(branch for one in outcomes if _taken(one) for branch in one.covered)
