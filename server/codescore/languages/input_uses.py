"""What numbers and texts that a program reads are used for: places in lists, and how far loops go over them.

`g[u - 1]` or `u--; g[u]`: u is from 1 to how many g has; `g[u]` with a g of n: from 0 to n - 1, of n + 1: from 1 to n.
Elements of a list count like the list.  Read from the text of a program in a language with braces, without comments: a
guess, and never an error.  Pure.  Neighbours: `languages.input_rows` (asks), Python's `run/ranging` (its own).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain

from codescore.languages.shapes import IntShape, UpTo

_TEN = 10  # an array of 101 is made so that it has a place 100, one of 100 that it has places from 0
_LARGE = 200  # an array of more says nothing of what is looked up in it but that it is there
#: A subscript, or what stands for one: the name looked into, what stood between, and the place.
_INSIDE = r"(?:[^\[\]()]|\[[^\[\]]*\]|\([^()]*\))*"
_LOOKED = re.compile(rf"\b(\w+)((?:\s*\[{_INSIDE}\]|\s*\.\s*(?:get|at|set|charAt)\({_INSIDE}\))+)")
_STEP = re.compile(rf"\[({_INSIDE})\]|\.\s*(get|at|set|charAt)\(({_INSIDE})\)")
_PLACE = re.compile(rf"(?:--\s*)?(\w+)\s*(?:\[{_INSIDE}\]|\.\s*(?:get|at)\({_INSIDE}\))*\s*(-\s*1|--)?")
_MAPPED = re.compile(r"\b(?:\w*[mM]ap|unordered_map|map)\s*<[^;(){}]*>+\s*&?\s*(\w+)")
_MADE = re.compile(r"\b(\w+)\s*=\s*new\s+\w+(?:<[^;()]*>)?((?:\s*\[[^\]\[]*\])+)")
_DECLARED = re.compile(r"\b(?!return\b|new\b|else\b)\w+[>*&]?\s+(\w+)((?:\s*\[[^\]\[]*\])+)\s*(?=[;,={])")
_VECTOR = re.compile(r"\bvector\s*<[^;(){}]*>\s*(\w+)\s*\(\s*([\w+\- ]+?)\s*[,)]")
_SIZED = re.compile(r"\b(\w+)\s*\.\s*(?:resize|assign)\(\s*([\w+\- ]+?)\s*[,)]")
_FILLED = re.compile(
    r"\bfor\s*\([^;]*=\s*(\d)\s*;\s*\w+\s*(<=?)\s*(\w+)\s*;[^)]*\)\s*\{?\s*(\w+)\s*\.\s*(?:add|push_back)\("
)
_FOR = re.compile(r"\bfor\s*\([^;{}]*?\b(\w+)\s*=\s*[^;]*;\s*\1\s*(?:<=?|!=)\s*([\w.]+)\s*;[^{};]*?\)(?=\s*[\w{])")
_EACH = re.compile(r"\bfor\s*\(\s*(?:const\s+)?[\w<>:]+\s*&?\s*(\w+)\s*:\s*(\w+)\s*\)")
_LOWERED = re.compile(r"\b(\w+)\s*(?:--|-=\s*1\b)|--\s*(\w+)|\b(\w+)\s*=[^;=]*\bnext\w*\(\)\s*-\s*1\b")
#: What a condition compares, by name: a place that is asked whether it is there may not be.
_CONDITION = re.compile(r"\bif\s*\(([^;{}]*)")
_WITHIN = re.compile(r"\b([A-Za-z_]\w*)\s*[<>]=?\s*([A-Za-z_]\w*)(?![\w\[(])(\s*\.\s*(?:length|size)\b)?")
_SUM = re.compile(r"(\w+)\s*(?:([+-])\s*(\d+))?")
_ASKED = re.compile(r"\b([A-Za-z_]\w*)\s*==\s*[01]\b")
#: A name, and the word or sign that it is compared with.
_WORDS = re.compile(
    r"""\b([A-Za-z_]\w*)(?:\.charAt\(0\)|\[0\])?(?:\s*==\s*|\.\s*equals\(\s*)["']([^"'\\\s]{1,12})["']"""
)
#: A text that is read as a number.
_PARSED = re.compile(
    r"\b(?:parse(?:Int|Long|Double|Float)|valueOf|sto(?:i|l|ll|ul|ull|d|f|ld)|ato(?:i|l|ll|f)|new\s+Big(?:Decimal|Integer))"
    r"\(\s*([A-Za-z_]\w*)\s*(?:\.c_str\(\)\s*)?[,)]"
)
_NEAR = 500  # signs behind the head of a loop in which its variable is looked for
_COMPARED = re.compile(
    r"(?:equals|contains|indexOf|find|startsWith|endsWith|starts_with|asList|of|==|!=|replace(?:All|First)?)\s*\(?\s*"
    r'((?:"[A-Za-z]{2,}"\s*,?\s*)+)'
)


@dataclass(slots=True)  # mutable: filled while the program is read
class Uses:
    """What is known of names: `one` are places counted from 1, `zero` from 0, by what they are looked up in.

    `sizes`: how many items a list has, or a dimension of a table (`g[1]`: the second), as (name of a number, how many
    more), or a number; `loops`: a list or text, and
    the number that a loop over its places counts to; `rows`: a table, and that number for each of its rows; `bounds`:
    all numbers that loops count to, or that say how many items a list has; `kinds`: a name, and the few numbers one by
    one that it is compared with; `words`: a name, and the words that it is compared with; `letters`: of words that
    something is compared with; `spoken`: how often each name stands there.
    """

    one: dict[str, str] = field(default_factory=dict)
    zero: dict[str, str] = field(default_factory=dict)
    lowered: set[str] = field(default_factory=set)
    sizes: dict[str, tuple[str, int] | int] = field(default_factory=dict)
    loops: dict[str, str] = field(default_factory=dict)
    rows: dict[str, str] = field(default_factory=dict)
    bounds: set[str] = field(default_factory=set)
    kinds: dict[str, tuple[int, ...]] = field(default_factory=dict)
    words: dict[str, tuple[str, ...]] = field(default_factory=dict)
    parsed: frozenset[str] = frozenset()
    letters: str = ""
    spoken: Counter[str] = field(default_factory=Counter)

    def of(self, name: str, counts: list[str]) -> UpTo | IntShape | None:
        """The reach of a name, where it is a place; `counts` are the numbers read before it, the first one first.

        What has no name and is lowered by one is called "-1".
        """
        if name == "-1" and counts:
            return UpTo(1, counts[0])
        if not (name in self.one or name in self.zero) or name in self.bounds:
            return None
        held = self.one.get(name) or self.zero.get(name, "")
        size = self.sizes.get(held, self.sizes.get(_whole(held), 0))
        if isinstance(size, int) and 1 < size <= _LARGE:
            least = 0 if name in self.zero and name not in self.one and (size < _TEN or size % _TEN == 0) else 1
            return IntShape(least, size - (name not in self.one))
        if not counts:
            return None
        known, more = size if isinstance(size, tuple) and size[0] in counts else (counts[0], 1)  # else large enough
        from_one = name in self.one or name in self.lowered or more > 0
        return UpTo(1, known) if from_one else UpTo(0, known, -1)

    def wide(self, name: str, before: tuple[str, ...]) -> str | None:
        """The number that says how long a text is: one that a loop over it counts to, or the first of `before`, the
        numbers read just before it, where it is called so, or is the only one and not looked at again."""
        if self.loops.get(name) or not before:
            return self.loops.get(name)
        first = before[0].lower()
        alone = len(before) == 1 and (first == "l" or self.spoken[before[0]] == 1)
        return before[0] if first in ("n", "len", "length") or alone else None


def uses_in(program: str) -> Uses:
    """What a program's text says of what it reads."""
    found = Uses()
    mapped = set(_MAPPED.findall(program))
    for name, dimensions in (*_MADE.findall(program), *_DECLARED.findall(program)):
        for number, size in enumerate(re.findall(r"\[([^\[\]]*)\]", dimensions)):
            _sized(found, _part(name, number), size)
    for name, size in (*_VECTOR.findall(program), *_SIZED.findall(program)):
        _sized(found, name, size)
    for first, sign, bound, name in _FILLED.findall(program):
        found.sizes.setdefault(name, (bound, (sign == "<=") + (first == "0") - 1))
    found.lowered |= _lowered(program)
    found.bounds = {loop[2] for loop in _FOR.finditer(program)} | {
        s[0] for s in found.sizes.values() if isinstance(s, tuple)
    }
    guarded = _guarded(program, found.bounds)
    for held, name, less in _looked_up(program):
        if _whole(held) not in mapped and name not in guarded:
            (found.one if less else found.zero).setdefault(name, held)
    for loop in _EACH.finditer(program):  # what is done with an element is done with the list
        each, over, body = loop[1], loop[2], program[loop.end() : loop.end() + _NEAR]
        found.lowered |= {over} if each in _lowered(body) else set()
        for held, name, less in _looked_up(body):
            if name == each and _whole(held) not in mapped and name not in guarded:
                (found.one if less else found.zero).setdefault(over, held)
    _loops(program, found)
    found.kinds = {name: kinds for name in set(_ASKED.findall(program)) if len(kinds := _kinds(name, program)) > 1}
    for name, word in _WORDS.findall(program):
        found.words[name] = tuple(dict.fromkeys((*found.words.get(name, ()), word)))
    found.parsed = frozenset(_PARSED.findall(program))
    words = "".join(word for some in _COMPARED.findall(program) for word in re.findall(r'"(\w+)"', some))
    found.letters = "".join(dict.fromkeys(words))
    found.spoken = Counter(re.findall(r"\b[A-Za-z_]\w*\b", program))
    return found


def _lowered(program: str) -> set[str]:
    """Names of which one is taken away."""
    return set(chain.from_iterable(_LOWERED.findall(program))) - {""}


def _guarded(program: str, bounds: set[str]) -> set[str]:
    """Names that a condition holds against how many of something there are: `if (a <= n) seen[a] = true;`; not with 0,
    too, as is asked of neighbours.
    """
    return {
        name
        for condition in _CONDITION.findall(program)
        for one, other, length in _WITHIN.findall(condition)
        for name, bound, long in ((one, other, length), (other, one, ""))
        if (bound in bounds or long)
        and name not in bounds
        and not re.search(rf"\b{name}\s*(?:<|>=)\s*0\b|\b0\s*(?:>|<=)\s*{name}\b", condition)
    }


def _kinds(name: str, program: str) -> tuple[int, ...]:
    """The numbers one by one from 0 or 1 on that something is compared with; after 1 and an `else` also 2."""
    asked = rf"\b{re.escape(name)}\s*==\s*"
    values = sorted({int(number) for number in re.findall(rf"{asked}(\d)\b", program)})
    if values == [1] and re.search(rf"{asked}1\s*\).{{0,{_NEAR}}}?\belse\b", program, re.DOTALL):
        values = [1, 2]
    return tuple(values) if values == list(range(values[0], values[0] + len(values))) else ()


def _sized(found: Uses, name: str, text: str) -> None:
    size = _SUM.fullmatch(text.strip())
    if size is None:
        return
    more = int(f"{size[2] or '+'}{size[3] or 0}")
    found.sizes.setdefault(name, int(size[1]) + more if size[1].isdigit() else (size[1], more))


def _looked_up(program: str) -> Iterator[tuple[str, str, bool]]:
    """Where something is looked up: in what (`g`, or `g[1]` for the rows of it), by which name, and whether by one less
    than that."""
    for looked in _LOOKED.finditer(program):
        for number, step in enumerate(_STEP.finditer(looked[2])):
            inner = (step[1] if step[1] is not None else step[3]).partition(",")[0].strip()
            place = _PLACE.fullmatch(inner)
            if place is not None and not place[1].isdigit():
                yield _part(looked[1], number), place[1], bool(place[2]) or inner.startswith("--")


def _part(name: str, number: int) -> str:
    """What a dimension of a table is called: the first one like the table."""
    return f"{name}[{number}]" if number else name


def _whole(held: str) -> str:
    return held.partition("[")[0]


def _loops(program: str, found: Uses) -> None:
    for loop in _FOR.finditer(program):
        variable, bound = re.escape(loop[1]), loop[2]
        if not re.fullmatch(r"[A-Za-z_]\w*", bound):
            continue
        behind = program[loop.end() : loop.end() + _NEAR]
        place = rf"(?:\[\s*{variable}\s*\]|\.\s*(?:charAt|get|at)\(\s*{variable}\s*\))"
        inside = r"\s*(?:\[[^\[\]]*\]|\.\s*(?:get|at)\([^()]*\))"
        for inner in re.finditer(rf"\b(\w+)({inside})?\s*{place}", behind):
            (found.rows if inner[2] else found.loops).setdefault(inner[1], bound)
