"""Standard input for whole programs: rows of tokens whose numbers say how many more there are."""

from __future__ import annotations

import re
import string
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from random import Random
from typing import TypeAlias

from codescore.evidence.edge_lists import tree
from codescore.evidence.following import (
    LONGEST,
    MOST_ROWS,
    Rows,
    counting,
    follows,
    joins,
    many,
    reached,
    visible,
    word_of,
)
from codescore.evidence.opened import opened
from codescore.evidence.pool import SMALL, Pool, few_names
from codescore.evidence.rising import ascending
from codescore.evidence.row_forms import (
    FAR,
    graph_of,
    is_free,
    is_map,
    is_moment,
    is_picture,
    is_words,
    lists_names,
    rows_in,
)
from codescore.languages.moments import after, beginning
from codescore.languages.shapes import (
    TO_THE_END,
    BlockShape,
    IntShape,
    LinesShape,
    RowShape,
    Shape,
    TextShape,
    UpTo,
)
from codescore.languages.values import Int, Text, Value

Drawer: TypeAlias = Callable[[Shape, Pool], Value]

_LONGEST_TEXT = 1000
_EVEN = 0.7  # share of texts whose lines of signs are as long as each other
_BLOCKS = 4  # that come until a line ends them
_AS_LONG, _SAID_AGAIN = 0.8, 0.35  # shares of words
_NAMED = 0.7  # share of texts whose lists of words are of a few names
_ALIKE, _FEW = 0.1, 3  # share of texts whose numbers are a few large ones: some programs compare these otherwise
_RUNNING, _SOON = 0.7, 0.25  # share of texts whose times go forward, and of these in which they hardly do
_LARGE, _LARGE_SHARE = 10**9, 0.5  # inputs whose numbers lie so far apart have some as large as contests go
_LONG = 0.3  # share of texts with far numbers whose counts are near `MOST_ROWS`
_TWO, _TIES = "\0two", 0.3  # share of these in which they are 1 or 2, so that sums of some are like those of others
_CAPPED = 0.4  # share of texts in which numbers go up to one that was read before
_BITS = 0.2  # share of these in which they are 0 or 1
_EACH = 0.5  # share of these in which a list need not have each of them
_KNOWN = 0.15  # share of texts that end in a word that the programs know
_UPWARDS = 0.4  # share of texts whose edges name the lower place first
_EDGES, _OF_MANY = 6, 60  # draws for one, and of two places where these were all joined
_DENSE, _NODES = 0.6, (3, 4, 5, 5, 6, 6, 7)  # share of graphs that are small and have more edges than a tree has
_FREE_COSTS = 0.3  # share of those that may be below 0 which are any numbers
_COSTS = (2, 6, 20)  # what an edge of these costs at most: a way of several is often cheaper than the direct one
_MAPS, _SIDES, _GROUND = 0.5, (2, 3, 4, 5, 6), 0.6  # share of maps that are small, most of one sign; sides; its share
_AGAIN = 3  # draws for a token that must be unlike the others of its line
_TABLES, _SHORTER, _WIDTHS = 0.25, 0.1, (1, 2, 2, 3, 4)  # share of texts of words; of lines with a cell less; columns
_NUMBER = re.compile(r"[-+]?\d+(?:\.\d+)?")
_SOME = (0, 1, 2, 2, 3, 4)  # how often a token comes that may come any number of times


def draw_lines(shape: LinesShape, pool: Pool, draw: Drawer) -> str:
    """A text in the form that a shape says; `draw` makes a token's value."""
    text = _drawn(shape, pool, draw)
    for _ in range(_EDGES if any(map(joins, rows_in(shape.rows))) else 0):
        if follows(shape, text, signed=True):  # else it has more edges than there can be
            break
        text = _drawn(shape, pool, draw)
    return text


def _drawn(shape: LinesShape, pool: Pool, draw: Drawer) -> str:
    lines: list[str] = []
    caps: dict[int, str] | None = {} if pool.chance.random() < _CAPPED else None
    long = pool.near >= FAR and pool.chance.random() < _LONG
    size = IntShape(1, SMALL) if pool.near <= SMALL else IntShape(MOST_ROWS - SMALL, MOST_ROWS) if long else None
    words = tuple(text for text in pool.texts if 1 < len(text) <= LONGEST and text.isalnum() and text.isascii())
    edges = next((row for row in rows_in(shape.rows) if joins(row)), None)
    upwards = edges is not None and pool.chance.random() < _UPWARDS
    moments = any(is_moment(token) for row in rows_in(shape.rows) for token in row.tokens)
    runs = moments and pool.chance.random() < _RUNNING
    soon = runs and pool.chance.random() < _SOON
    free = any(is_free(token, row) for row in rows_in(shape.rows) for token in row.tokens)
    few = _few(pool) if free and pool.chance.random() < _ALIKE else ()
    size = IntShape(SMALL, LONGEST) if few else size
    made = _Drawing(pool, draw, {}, counting(shape.rows), caps, size, words, upwards, runs, soon, few)
    if edges is not None and not (long or few) and pool.chance.random() < _DENSE:
        made.graph, made.cost = graph_of(edges), pool.chance.choice(_COSTS)
    maps = [row for row in rows_in(shape.rows) if is_map(row)]
    if maps and not (long or few) and pool.chance.random() < _MAPS:
        made.sides = frozenset(str(name) for row in maps for name in (row.times, row.wide))
    if any(map(lists_names, rows_in(shape.rows))) and pool.chance.random() < _NAMED:
        made.names = few_names(pool.chance)
    if any(map(is_picture, rows_in(shape.rows))) and pool.chance.random() < _EVEN:
        made.even = pool.chance.randint(1, LONGEST)
    _draw(shape.rows, made, lines)
    return "".join(f"{line}\n" for line in lines)


@dataclass(slots=True)  # mutable: what is known grows with every token
class _Drawing:
    """What lines are drawn with: `known` are the numbers of tokens so far, `counts` the names of those that count.

    `caps`: in some texts the number that those of a row do not exceed, as where they are places or kinds.
    `size`: what counts are in this text, where it is a small or a long one.
    """

    pool: Pool
    draw: Drawer
    known: dict[str, int]
    counts: frozenset[str]
    caps: dict[int, str] | None
    size: IntShape | None
    words: tuple[str, ...] = ()  # those that the programs know
    upwards: bool = False  # edges name the lower place first
    runs: bool = False  # the times in the lines of this text go forward, as what happens one after the other
    soon: bool = False  # one soon after the other
    few: tuple[Int, ...] = ()  # what numbers of any size are
    names: tuple[str, ...] = ()  # of which lists of words are
    even: int = 0  # how long all lines of signs are; 0 for any length
    graph: tuple[str, str] | None = None  # the names of how many nodes and edges there are, of a dense graph
    cost: int = 0  # and what its edges cost at most
    sides: frozenset[str] = frozenset()  # what the sides of a small map are called, most of which is of one sign
    ground: dict[int, str] = field(default_factory=dict)  # that sign, by row
    said: dict[tuple[int, int], list[Value]] = field(default_factory=dict)  # words so far, by row and place
    last: dict[tuple[int, int], str] = field(default_factory=dict)  # the last of these, by row and place

    def counted(self, name: str) -> IntShape:
        """A number that says how many of something there are."""
        if name in self.sides:
            side = self.pool.chance.choice(_SIDES)
            return IntShape(side, side)
        nodes, edges = self.graph or ("", "")
        if name and name == nodes:
            few = self.pool.chance.choice(_NODES)
            return IntShape(few, few)
        if name and name == edges:
            few = self.known.get(nodes, _NODES[0])
            most = max(1, few * (few - 1) // 2)
            ways = self.pool.chance.randint(min(few, most), min(2 * few, most))
            return IntShape(ways, ways)
        return self.size or IntShape(1, self.pool.chance.choice((2, 3, 4, 6, LONGEST)))

    def of_map(self, row: RowShape, wide: int) -> Value:
        """A line of a small map."""
        token, chance = row.tokens[0], self.pool.chance
        signs = [sign for sign in (token.alphabet if isinstance(token, TextShape) else "") if sign not in row.once]
        ground = self.ground.setdefault(id(row), chance.choice(signs))
        return Text("".join(ground if chance.random() < _GROUND else chance.choice(signs) for _ in range(wide)))

    def of_edge(self, shape: Shape) -> Value:
        """A node of a dense graph or what an edge of it costs, each as likely as the others."""
        free = isinstance(shape, IntShape) and shape.low is None and self.pool.chance.random() < _FREE_COSTS
        if not isinstance(shape, IntShape) or free or (shape.low or 0) > 1:
            return self.draw(shape, self.pool)
        low = 1 if shape.low is None else shape.low
        return Int(self.pool.chance.randint(low, max(low, self.cost if shape.high is None else shape.high)))

    def moved_on(self, row: RowShape, place: int, word: Text) -> Text:
        """The word, which is a time or date or begins with one, or with one a little after that of the line before."""
        begins, before = beginning(word.value), self.last.get((id(row), place), "")
        if not begins:
            return word
        later = after(before, self.pool.chance, self.pool.whole, soon=self.soon) if before else ""
        self.last[id(row), place] = later or begins
        return Text(later + word.value[len(begins) :]) if later else word

    def again(self, row: RowShape, place: int, word: Value) -> Value:
        """The word, or now and then one that stood at this place of such a line before: lines are about something."""
        before = self.said.setdefault((id(row), place), [])
        if before and self.pool.chance.random() < _SAID_AGAIN:
            return self.pool.chance.choice(before)
        before.append(word)
        return word

    def capped(self, shape: Shape, row: RowShape) -> Shape:
        """In some texts numbers of which nothing is known are from 1 to one that was read before, or all 0 and 1."""
        digits = isinstance(shape, TextShape) and shape.alphabet == string.digits
        if self.caps is None or not (digits or (isinstance(shape, IntShape) and shape.high is None)):
            return shape
        if id(row) not in self.caps:
            bits = digits or (row.count is not None and self.pool.chance.random() < _BITS) or not self.known
            ties = row.count is None and self.pool.chance.random() < _TIES
            named = [_TWO] if ties else list(self.known)
            self.caps[id(row)] = "" if bits else self.pool.chance.choice(named)
        cap = 2 if self.caps[id(row)] == _TWO else self.known.get(self.caps[id(row)])
        if isinstance(shape, TextShape):
            return replace(shape, alphabet=string.digits[:2])
        if cap is None:
            return IntShape(0, 1) if row.count is not None and shape == IntShape() else shape
        return IntShape(1, max(1, cap))

    def covered(self, values: list[Value], row: RowShape) -> list[Value]:
        """In half of the texts with limited numbers a list has each of them: where it is no longer, a permutation."""
        token = row.tokens[0] if row.tokens else None
        place = token.name if isinstance(token, UpTo) and token.low == 1 and not token.more else ""
        cap = self.known.get(place or (self.caps or {}).get(id(row), ""), 0)
        if self.caps is None or row.count is None or not 0 < cap <= len(values) or self.pool.chance.random() < _EACH:
            return values
        each: list[Value] = [*map(Int, range(1, cap + 1)), *values[cap:]]
        self.pool.chance.shuffle(each)
        return each


def _draw(rows: Rows, drawing: _Drawing, lines: list[str]) -> None:
    for row in rows:
        end, chance = row.until, drawing.pool.chance
        times = (
            max(0, many(row.times, drawing.known, 1) + row.more)
            if end is None
            else chance.randint(0, LONGEST if isinstance(row, RowShape) else _BLOCKS)
        )
        if isinstance(row, RowShape) and row.tree:
            lines += tree(times, drawing.pool.chance)
            continue
        numbers = _numbers(drawing.pool) if isinstance(row, RowShape) and is_words(row) else ()
        if isinstance(row, RowShape) and numbers and chance.random() < _TABLES:
            lines += _columns(row, drawing, times, numbers)
            continue
        first = len(lines)
        joined = set[frozenset[str]]()  # the places that lines join
        for _ in range(times):
            before = len(lines)
            if isinstance(row, BlockShape):
                _draw(row.rows, drawing, lines)
                if end is not None and len(lines) >= MOST_ROWS:  # it was cut off
                    del lines[before:]
                    break
            else:
                lines.append(_edge(row, drawing, joined) if joins(row) else _line(row, drawing))
            if len(lines) >= MOST_ROWS:
                break
        if isinstance(row, RowShape):
            lines[first:] = opened(lines[first:], row, chance)
        if isinstance(row, RowShape) and row.once:
            lines[first:] = _each_once(lines[first:], row, chance)
        lines += [] if end in (None, TO_THE_END) else [end]


def _numbers(pool: Pool) -> tuple[str, ...]:
    """Numbers among the texts that a program knows, or that a pattern in it matches; none where these are no others
    than whole ones: it does not ask whether a word is a number.
    """
    known = tuple(text for text in pool.texts if _NUMBER.fullmatch(text))
    return known if any(not text.isdigit() for text in known) else ()


def _columns(row: RowShape, drawing: _Drawing, times: int, numbers: tuple[str, ...]) -> list[str]:
    """Lines of a table: each column is of words or of numbers, mostly below a line of what the columns are called."""
    chance = drawing.pool.chance
    numeric = [chance.random() < 0.5 for _ in range(chance.choice(_WIDTHS))]
    head = chance.random() < 0.5

    def cell(line: int, column: int) -> str:
        if numeric[column] and not (head and line == 0):
            return chance.choice(numbers)
        return word_of(drawing.draw(visible(row.tokens[0], drawing.pool), drawing.pool), row.separator)

    short = [chance.random() < _SHORTER for _ in range(times)]
    widths = [max(1, len(numeric) - less) for less in short]
    return [row.separator.join(cell(line, n) for n in range(width)) for line, width in enumerate(widths)]


def _each_once(lines: list[str], row: RowShape, chance: Random) -> list[str]:
    """The lines with each of the signs that are to stand once at one place, and others where they stood."""
    others = [
        sign for token in row.tokens if isinstance(token, TextShape) for sign in token.alphabet if sign not in row.once
    ]
    places = [(n, at) for n, line in enumerate(lines) for at in range(len(line))]
    if not others or len(places) < len(row.once):
        return lines
    signs = [[chance.choice(others) if sign in row.once else sign for sign in line] for line in lines]
    for sign, (n, at) in zip(row.once, chance.sample(places, len(row.once)), strict=True):
        signs[n][at] = sign
    return ["".join(line) for line in signs]


def _few(pool: Pool) -> tuple[Int, ...]:
    return tuple(Int(pool.chance.randint(FAR, 10 * FAR)) for _ in range(_FEW))


def _edge(row: RowShape, drawing: _Drawing, joined: set[frozenset[str]]) -> str:
    """A line that joins two places which no other does, if there are such places still."""
    line = ""
    for _ in range(_EDGES):
        line = _line(row, drawing)
        words = line.split(row.separator)
        ends = frozenset(words[:2])
        if drawing.upwards:
            line = row.separator.join([*sorted(words[:2], key=int), *words[2:]])
        if len(ends) > 1 and ends not in joined:
            joined.add(ends)
            return line
    return _unjoined(row, drawing, joined, line)


def _unjoined(row: RowShape, drawing: _Drawing, joined: set[frozenset[str]], line: str) -> str:
    """The line between two places that are not joined yet, where such are found among all that there are."""
    node, chance = row.tokens[0], drawing.pool.chance
    last = drawing.known.get(node.name, 0) + node.more if isinstance(node, UpTo) else 0
    places = range(node.low, last + 1) if isinstance(node, UpTo) else range(0)
    for _ in range(_OF_MANY if len(places) > 1 else 0):
        pair = [str(place) for place in chance.sample(places, 2)]
        if frozenset(pair) not in joined:
            joined.add(frozenset(pair))
            pair = sorted(pair, key=int) if drawing.upwards else pair
            return row.separator.join([*pair, *line.split(row.separator)[2:]])
    return line


def _line(row: RowShape, drawing: _Drawing) -> str:
    pool, known, draw, counts = drawing.pool, drawing.known, drawing.draw, drawing.counts
    shapes = list(row.tokens)
    if row.count is not None and shapes:
        more = many(row.count, known, len(shapes)) - len(shapes)
        shapes = shapes[: len(shapes) + more] if more < 0 else [*shapes, *([shapes[-1]] * more)]
    elif row.some:
        shapes = [*shapes[:-1], *([shapes[-1]] * pool.chance.choice(_SOME))]
    values: list[Value] = []
    for place, shape in enumerate(shapes):
        name = row.names[place] if place < len(row.names) else ""
        counting = drawing.counted(name)
        shape = drawing.capped(reached(shape, known), row)  # noqa: PLW2901  now that the tokens before it are known
        alike = drawing.few if name not in counts and is_free(shape, row) and not row.distinct else ()
        if isinstance(shape, IntShape) and shape.low is None and (row.count is not None or row.times is not None):
            large = pool.near >= FAR and pool.chance.random() < _LARGE_SHARE
            shape = IntShape(pool.chance.randint(1, _LARGE), _LARGE) if large else shape  # noqa: PLW2901
        if drawing.sides and is_map(row):
            values.append(drawing.of_map(row, known.get(str(row.wide), 1)))
            continue
        if is_picture(row) and isinstance(shape, TextShape):
            wide = drawing.even or pool.chance.randint(1, LONGEST)
            values.append(Text("".join(pool.chance.choices(shape.alphabet, k=wide))))
            continue
        if drawing.names and lists_names(row) and shape == row.tokens[-1]:
            values.append(Text(pool.chance.choice(drawing.names)))
            continue
        limited = isinstance(shape, IntShape) and ((shape.low or 0) > 1 or shape.high is not None)  # that is kept to
        counts = drawing.counts.union(() if limited else drawing.graph or ())
        wanted = counting if name in counts else _sized(visible(shape, pool), row, known, pool)
        value = drawing.of_edge(shape) if drawing.graph and joins(row) else draw(wanted, pool)
        value = pool.chance.choice(alike) if alike else value
        free = isinstance(shape, TextShape) and shape.max_size is None and row.wide is None
        if free and isinstance(value, Text) and drawing.words and pool.chance.random() < _KNOWN:
            value = Text(value.value + pool.chance.choice(drawing.words))
        if drawing.runs and isinstance(value, Text) and is_moment(shape):
            value = drawing.moved_on(row, place, value)
        value = drawing.again(row, place, value) if free and isinstance(value, Text) and not row.distinct else value
        for _ in range(_AGAIN if row.distinct else 0):
            value = draw(shape, pool) if value in values else value
        values.append(value)
        if name and isinstance(value, Int):
            known[name] = value.value
    values = ascending(values) if row.ascending else drawing.covered(values, row)
    for place, value in enumerate(values):
        if place < len(row.names) and row.names[place] and isinstance(value, Int):
            known[row.names[place]] = value.value
    return row.separator.join(word_of(value, row.separator) for value in values)


def _sized(shape: Shape, row: RowShape, known: dict[str, int], pool: Pool) -> Shape:
    """A word is often as long as a number said that was read before."""
    if isinstance(shape, TextShape) and row.wide is not None and row.wide in known:
        size = min(known[row.wide], _LONGEST_TEXT)
        return TextShape(shape.alphabet, (), size, size)
    sizes = [number for number in known.values() if 0 < number <= LONGEST]
    if isinstance(shape, TextShape) and sizes and pool.chance.random() < _AS_LONG:
        return TextShape(shape.alphabet, (), sizes[0], sizes[0])
    return shape
