"""What a whole JavaScript program is seen to read: its lines or tokens, in the order of the text, for `input_rows`.

A program has its input as one text (`readFileSync(0)`, chunks of `process.stdin`), as lines (`split("\\n")`,
`readline`) or as tokens (`split(/\\s+/)`).  Which names hold these is found out first; then the places are listed where
a line or a token is taken (`lines[i]`, `tokens.shift()`, `for (const line of lines)`), with what becomes of it there or
under its name: a number, a row of them, words between separators.  A guess, and never an error.  Pure.

Neighbours: `surveying` (asks), `held` (which names hold what is read), `languages.input_rows` (makes lines of it).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from tree_sitter import Node

from codescore.languages.input_rows import Read
from codescore.languages.javascript.run.held import (
    NUMBERS,
    Holding,
    Taken,
    arguments_of,
    as_it_is,
    event_of,
    given_to,
    kind_of,
    method_of,
    name_of,
    parameter_of,
    sign_of,
)
from codescore.languages.javascript.run.nodes import FUNCTIONS, child, text, walk
from codescore.languages.pattern_lines import lines_for

_EACH = ("forEach", "map", "filter", "reduce", "some", "every", "flatMap", "find", "findIndex")
_LOOPS = ("for_statement", "for_in_statement", "while_statement", "do_statement")
_DEEP, _PARTS = 3, 8


def reads_of(root: Node) -> list[Read]:
    """The reads of a program, in order; none where none are seen."""
    return list(_Reads(root).all())


class _Reads:
    def __init__(self, root: Node) -> None:
        self._root, self._all = root, text(root)
        self._holding = Holding(root)
        self._entered: set[str] = set()
        self._places: set[str] = set()  # places of lines that were read
        self._numbers: list[str] = []  # numbers that were read

    def all(self) -> Iterator[Read]:
        """The reads, in order."""
        for node in self._root.named_children:
            yield from self._of(node, 0)

    def _of(self, node: Node, depth: int) -> Iterator[Read]:
        if node.type in FUNCTIONS and name_of(node) is not None:
            return  # where it is called
        name, value = given_to(node)
        if value is not None and name is not None:
            found = list(self._assigned(name, value))
            yield from found or self._of(value, depth)
        elif node.type in _LOOPS:
            yield from self._loop(node, depth)
        elif node.type == "call_expression":
            yield from self._call(node, depth)
        elif (taken := self._holding.taken(node)) is not None:
            yield from self._read(taken, "")
        else:
            for one in node.named_children:
                yield from self._of(one, depth)

    def _call(self, node: Node, depth: int) -> Iterator[Read]:
        on, event, callback = event_of(node)
        each = method_of(node)
        if callback is not None and event == "data":
            return
        if callback is not None and event == "line" and self._holding.holds(on) == "interface":
            yield from () if self._puts(parameter_of(callback), callback) else self._each(callback, "*", depth)
        elif self._holding.holds(node):
            return  # read under the name that it gets
        elif each is not None and each[1] in _EACH and self._holding.holds(each[0]) in ("lines", "tokens", "numbers"):
            yield from self._over(each[0], arguments_of(node)[0] if arguments_of(node) else None, depth)
        elif (taken := self._holding.taken(node)) is not None:
            yield from self._read(taken, "")
        else:
            for one in node.named_children:
                yield from self._of(one, depth)
            called = text(child(node, "function") or node)
            if called in self._holding.functions and called not in self._entered and depth < _DEEP:
                self._entered.add(called)
                body = child(self._holding.functions[called], "body")
                yield from self._of(body, depth + 1) if body is not None else ()

    def _again(self, taken: Taken) -> bool:
        """Whether what stands at this place was read before; it has been read now."""
        again = taken.place in self._places
        self._places |= {taken.place} - {""}
        return again

    def _over(self, lines: Node, callback: Node | None, depth: int) -> Iterator[Read]:
        """What is read where something is done for each line or token."""
        if callback is None:
            return
        if self._holding.holds(lines) == "lines":
            yield from self._each(callback, self._bound(lines), depth)
        else:
            kind = "int" if self._holding.holds(lines) == "numbers" else kind_of(callback) or "word"
            yield ["loop", self._bound(lines), [[kind, ""]]]

    def _each(self, callback: Node, bound: str, depth: int) -> Iterator[Read]:
        """The same line, again and again, as a function takes it."""
        if (kind := kind_of(callback)) and callback.type not in FUNCTIONS:
            yield ["loop", bound, [[kind, ""], ["newline"]]]
            return
        name, body = parameter_of(callback), child(callback, "body")
        if name in ("", "_") or body is None:
            return
        inner = list(self._line(name))
        inner += self._of(body, depth)
        yield ["loop", bound, inner]

    def _bound(self, lines: Node) -> str:
        """How many lines are gone through: all, or as many as was read before where the first ones are left out."""
        return self._numbers[0] if ".slice(" in text(lines) and len(self._numbers) == 1 else "*"

    def _loop(self, node: Node, depth: int) -> Iterator[Read]:
        right, body = child(node, "right"), child(node, "body")
        on = method_of(right) if right is not None else None
        if on is not None and on[1] == "entries":
            right = on[0]
        held = self._holding.holds(right)
        if held in ("tokens", "numbers") and right is not None:
            yield ["loop", self._bound(right), [["int" if held == "numbers" else "word", ""]]]
        elif held in ("lines", "interface") and right is not None and body is not None:
            name = re.sub(r"^\s*\[\s*\w+\s*,\s*|\W+$", "", text(child(node, "left") or node))
            inner = [*self._line(name), *self._of(body, depth)]
            yield ["loop", self._bound(right), [] if self._puts(name, body) else inner]
        else:
            yield from self._counted(node, depth)

    def _counted(self, node: Node, depth: int) -> Iterator[Read]:
        """`for (let i = 0; i < n; i++)`, `while (lines.length)`: what is read each time, and how often."""
        condition, start = child(node, "condition"), child(node, "initializer")
        first = list(self._of(start, depth)) if start is not None and node.type == "for_statement" else []
        before, self._places = self._places, set(self._places)
        inner = [read for one in node.named_children if one != start for read in self._of(one, depth)]
        self._places = before
        yield from first
        if inner:
            bound = re.search(r"(?:<=?|!==?)\s*\(?\s*([\w.]+)", text(condition) if condition is not None else "")
            named = bound[1] if bound is not None else "*"
            yield ["loop", named if re.fullmatch(r"\d+|[A-Za-z_]\w*", named) else "*", inner]

    def _puts(self, name: str, body: Node) -> bool:
        """Whether lines are only collected here."""
        return any(
            (on := method_of(node)) is not None and on[1] == "push" and text(on[0]) in self._holding.filled
            and any(as_it_is(one, name) for one in arguments_of(node))
            for node in walk(body)
        )  # fmt: skip

    def _assigned(self, name: Node, value: Node) -> Iterator[Read]:
        """What is read into a name, or into several."""
        if value.type == "call_expression" and text(child(value, "function") or value) in self._holding.functions:
            if (taken := self._holding.taken(value)) is None:
                return
        elif name.type == "array_pattern" and (held := self._holding.holds(value)) in ("lines", "tokens", "numbers"):
            yield from self._apart(name, held)
            return
        else:
            taken = self._holding.taken(value)
        if taken is None and name.type == "identifier" and self._whole(name, value):
            yield from self._line(text(name))
        elif taken is None:
            return
        elif name.type == "array_pattern":
            yield from () if self._again(taken) else self._words(name, taken)
        else:
            yield from self._read(taken, text(name))

    def _whole(self, name: Node, value: Node) -> bool:
        """Whether all that is read has this name, and is nothing but one line."""
        held = {*self._holding.names.values()} & {"lines", "tokens", "numbers"}
        if held or self._holding.holds(value) != "text":
            return False
        several = r"match|matchAll|split\(\s*(?:/[^)]*\\[ns]|['\"]\\n)"
        return re.search(rf"\b{re.escape(text(name))}[\w\s.()]*\.\s*(?:{several})", self._all) is None

    def _apart(self, name: Node, held: str) -> Iterator[Read]:
        """`const [first, ...rest] = lines`, `const [n, m, ...numbers] = tokens`."""
        for number, part in enumerate(name.named_children):
            if part.type == "rest_pattern":
                if held != "lines":
                    bound = self._numbers[0] if self._numbers else "*"
                    yield ["loop", bound, [["int" if held == "numbers" else "word", ""]]]
            elif held == "lines":
                self._places.add(str(number))
                yield from self._line(text(part))
            else:
                kind = "int" if held == "numbers" else self._kind(text(part)) or "word"
                self._numbers += [text(part)] if kind == "int" else []
                yield [kind, text(part)]

    def _read(self, taken: Taken, name: str) -> Iterator[Read]:
        """What is read where a line or token is taken under this name."""
        if self._again(taken):
            return
        if taken.token or (taken.kind and taken.separator is None):
            kind = taken.kind or self._kind(name) or "word"
            self._numbers += [name] if kind == "int" and name else []
            yield [kind, name]
            yield from () if taken.token else [["newline"]]
        elif taken.separator is not None:
            yield from self._parts(name, taken)
        else:
            yield from self._line(name)

    def _line(self, name: str) -> Iterator[Read]:
        """A line of this name, by what is done with it."""
        if not name:
            yield ["line", ""]
            return
        if kind := self._kind(name):
            self._numbers += [name] if kind == "int" else []
            yield from ([kind, name], ["newline"])
            return
        split = rf"\b{re.escape(name)}(?:\.trim\w*\(\))?\.split\("
        for node in walk(self._root):
            to, value = given_to(node)
            if to is None or value is None or not re.match(split, text(value)):
                continue
            call = next(one for one in walk(value) if (on := method_of(one)) is not None and on[1] == "split")
            kind = next((k for one in walk(value) if (on := method_of(one)) is not None and on[1] == "map"
                         and arguments_of(one) and (k := kind_of(arguments_of(one)[0]))), "")  # fmt: skip
            taken = Taken(kind=kind, separator=sign_of(call))
            yield from self._words(to, taken) if to.type == "array_pattern" else self._parts(text(to), taken)
            return
        texts = [one for pattern in self._patterns(name) for one in lines_for(pattern)]
        begins = (
            re.findall(rf"\b{re.escape(name)}\.startsWith\(\s*(['\"`])([^'\"`]+|```)\1", self._all) if texts else []
        )
        texts += [each for _, one in begins for each in (one, f"{one}a")]
        yield ["texts", texts] if texts else ["line", name]

    def _patterns(self, name: str) -> Iterator[str]:
        """The patterns that a line is held against: `line.match(/.../)`, `/.../.exec(line)`, by name, too."""
        said = rf"{re.escape(name)}(?:\.trim\w*\(\))?"
        for node in walk(self._root):
            on, given = method_of(node), arguments_of(node)
            if on is None or not given:
                continue
            pattern = given[0] if on[1] in ("match", "matchAll") and re.fullmatch(said, text(on[0])) else None
            pattern = on[0] if on[1] in ("exec", "test") and re.fullmatch(said, text(given[0])) else pattern
            if pattern is not None and pattern.type == "identifier":
                named = (value for one in walk(self._root) for to, value in (given_to(one),) if to is not None
                         and text(to) == text(pattern))  # fmt: skip
                pattern = next(named, None)
            if pattern is not None and pattern.type == "regex":
                yield text(child(pattern, "pattern") or pattern)

    def _words(self, name: Node, taken: Taken) -> Iterator[Read]:
        """The words of a line that each have a name: `const [name, ...marks] = line.split(",")`."""
        found: list[Read] = []
        for part in name.named_children:
            called = re.split(r"\W", text(part).removeprefix("..."))[0]
            kind = taken.kind or self._kind(called) or self._kind_inside(called)
            found.append([kind or "word", called])
            self._numbers += [called] if kind == "int" and part.type != "rest_pattern" else []
        some = any(part.type == "rest_pattern" for part in name.named_children)
        yield ["split", taken.separator or " ", found, *(["some"] if some else [])]

    def _parts(self, name: str, taken: Taken) -> Iterator[Read]:
        """The words of a line that are looked up by their places, or gone through."""
        places = [int(one) for one in re.findall(rf"\b{re.escape(name)}\[(\d)\]", self._all)] if name else []
        if places and max(places) < _PARTS:
            each = [[taken.kind or self._kind(f"{name}[{n}]") or "word", ""] for n in range(max(places) + 1)]
            yield ["split", taken.separator or " ", each]
        elif taken.kind == "int" and taken.separator == " ":
            yield ["row", name]
        elif taken.kind or taken.separator != " ":
            yield ["split", taken.separator or " ", [[taken.kind or "word", ""]], "some"]
        else:
            yield ["words", name]

    def _kind(self, name: str) -> str:
        """Whether a number is made of what has this name: "int" or "float", "" where not."""
        said = re.escape(name)
        made = re.search(rf"\b(parseInt|parseFloat|Number|BigInt)\(\s*{said}(?:\.trim\(\))?\s*[,)]", self._all)
        if made is None:
            return "int" if re.search(rf"(?<=[=(,:?\[{{&|<>+*/-])\s*\+{said}(?![\w\[(.])", self._all) else ""
        return NUMBERS[made[1]]

    def _kind_inside(self, name: str) -> str:
        """The same of each of several: `marks.map(Number)`."""
        made = re.search(rf"\b{re.escape(name)}\.map\(\s*(?:\w+\s*=>\s*)?(parseInt|parseFloat|Number)\b", self._all)
        return NUMBERS[made[1]] if made is not None else ""
