"""Loops in one form: `while` loops that count or ask an iterator become loops over what they walk.  Pure.

Also the way back from loops that collect: `xs = []` and a loop that appends are a comprehension.  The words (`range`,
`iter`, `append`) are the language's data; without them a loop stays as it is.
"""

from __future__ import annotations

from collections import Counter

from codescore.languages import Language
from codescore.program.expressions import Expressions, _integer, is_whole, order
from codescore.program.term import NOTHING, Term


class Loops:
    """Rules for loops; `uses` and `writes` count places of names in the unit."""

    def __init__(self, language: Language, uses: Counter[str], writes: Counter[str], expressions: Expressions) -> None:
        self.language, self.uses, self.writes, self.expressions = language, uses, writes, expressions
        # Of names where they stand, and whether they are given a value there.
        self.places: dict[str, list[tuple[int, bool]]] = {}
        self.words = language.program.words

    def loop(self, term: Term) -> Term:
        """A loop by itself: a condition that is asked first in an endless loop is the loop's own."""
        if term.kind == "each":
            over = term.children[1]
            endless = self.words.get("endless", "")
            asks = over.kind == "call" and _says(over.children[0], self.words.get("iterate", ""))
            if asks and [c.value for c in over.children[1:]] == [endless, "1"]:
                yes = Term("truth", "yes", (), term.start, term.start)
                return self.loop(term.of("while", "", yes, *term.children[2:]))
            return self.unpacked(term)
        test, body, rest = term.children
        if test.kind == "literal" and test.value == "1":
            test = test.of("truth", "yes")
        if body.children and not rest.children:
            first = body.children[0]
            leaves = first.kind == "if" and [(c.kind, c.children) for c in first.children[1].children] == [
                ("break", ())
            ]
            if leaves:
                both = self.expressions.joined("and", test, (test, self.expressions.negated(first.children[0])))
                inner = (*first.children[2].children, *body.children[1:])
                return self.loop(term.having((both, body.having(inner), rest)))
        return term.having((test, body, rest))

    def unpacked(self, term: Term) -> Term:
        """`for x in xs: a, b = x` is `for a, b in xs`."""
        target, over, body, rest = term.children
        if target.kind == "name" and body.children and self.uses[target.value] == 2:
            first = body.children[0]
            if first.kind == "assign" and first.value == "=" and first.children[1] == target:
                return term.having((_plain(first.children[0]), over, body.having(body.children[1:]), rest))
        return term

    def lifted(self, statements: list[Term]) -> list[Term]:
        """A block's statements, its counting and iterating loops as loops over what they walk."""
        found: list[Term] = []
        for statement in statements:
            found.append(statement)
            if statement.kind == "while" and len(found) > 1:
                self.lift(found)
        return found

    def lift(self, found: list[Term]) -> None:
        """Replace the loop at the end, and the statement that sets its counter, in place."""
        loop = found[-1]
        for back in range(2, min(4, len(found)) + 1):
            init = found[-back]
            if init.kind != "assign" or init.value != "=":
                return
            name = _plain(init.children[0])
            if name.kind != "name":
                return
            made = self.iterated(loop, name, init.children[1]) or self.counted(loop, name, init.children[1])
            if made is not None:
                found[-1] = self.unpacked(made)
                del found[-back]
                return

    def iterated(self, loop: Term, it: Term, value: Term) -> Term | None:
        """`it = iter(xs)` and a loop that asks `it` until it has no more."""
        test, body, rest = loop.children
        if rest.children or value.kind != "call" or not body.children:
            return None
        callee = value.children[0]
        first = body.children[0]
        if callee.kind == "attribute" and _says(callee, self.words.get("iterate", "")) and len(value.children) == 1:
            over = callee.children[0]
            more = (
                test.kind == "call" and test.children[0].kind == "attribute" and test.children[0].children[:1] == (it,)
            )
            if not more or test.children[0].value != self.words.get("more") or self.uses[it.value] != 3:
                return None
            if first.kind != "assign" or not _asks(first.children[1], it, self.words.get("next", "")):
                return self.nested(loop, it, over)
            target = _plain(first.children[0])
        elif callee.kind == "name" and _says(callee, self.words.get("iterate", "")) and len(value.children) == 2:
            over = value.children[1]
            if test.value != "yes" or self.uses[it.value] != 2 or first.kind != "try":
                return None
            asked = first.children[0].children
            stop = first.children[1] if len(first.children) == 2 else NOTHING
            if (
                len(asked) != 1
                or asked[0].kind != "assign"
                or not any(_says(t, self.words["stop"]) for t in stop.walk())
            ):
                return None
            call = asked[0].children[1]
            if call.kind != "call" or not _says(call.children[0], self.words["next"]) or call.children[1:] != (it,):
                return None
            target = _plain(asked[0].children[0])
        else:
            return None
        return loop.of("each", "", target, over, body.having(body.children[1:]), NOTHING)

    def nested(self, loop: Term, it: Term, over: Term) -> Term | None:
        """A loop that uses what its iterator gives without a name for it: the iterator's name does."""
        found: list[Term] = []
        body = _with(loop.children[1], it, self.words.get("next", ""), found)
        return loop.of("each", "", it, over, body, NOTHING) if len(found) == 1 else None

    def counted(self, loop: Term, name: Term, start: Term) -> Term | None:
        """`i = a`, a loop while `i < b`, and `i += s` at the end of its body or behind `x = xs[i]`."""
        test, body, rest = loop.children
        bounds = self.bound(test, name)
        if bounds is None or not body.children:
            return None
        sign, stop = bounds
        final, first = body.children[-1], body.children[0]
        if len(body.children) > 1 and self.step(body.children[1], name) is not None and _gives(first):
            made = self.indexed(loop, (name, start, stop), sign)
            if made is not None:
                return made
        by = self.step(final, name)
        if by is None or "range" not in self.words or (by > 0) != sign.startswith("<"):
            return None
        steps = sum(self.step(t, name) == by for t in body.walk())
        writes = sum(t.kind == "assign" and _plain(t.children[0]) == name for t in body.walk())
        if writes != steps or self.read_behind(loop, name):
            return None
        given = {t.children[0].value for t in body.walk() if t.kind == "assign"}
        if any(t.kind == "name" and (t.value == name.value or t.value in given) for t in stop.walk()):
            return None
        unstepped = self.without_steps(body, name)
        if unstepped is None:
            return None
        if sign in ("<=", ">="):
            stop = _plus(stop, 1 if by > 0 else -1)
        over = self.range(loop, (start, stop), by)
        return loop.of("each", "", name, over, unstepped, rest)

    def read_behind(self, loop: Term, name: Term) -> bool:
        """Whether a counter's last value is read behind its loop."""
        later = [at for at in self.places.get(name.value, ()) if at[0] >= loop.end]
        return bool(later) and not min(later)[1]

    def bound(self, test: Term, name: Term) -> tuple[str, Term] | None:
        """The sign and the bound of `i < b`, `i <= b` or, mirrored, `b < i`."""
        if test.kind != "binary" or test.value not in ("<", "<="):
            return None
        left, right = test.children
        if left == name:
            return test.value, right
        return (">" if test.value == "<" else ">=", left) if right == name else None

    def step(self, statement: Term, name: Term) -> int | None:
        """By how much a statement steps a counter."""
        if statement.kind != "assign" or statement.value != "+=" or _plain(statement.children[0]) != name:
            return None
        by = statement.children[1]
        sign = 1
        if by.kind == "negative":
            by, sign = by.children[0], -1
        return sign * int(by.value) if by.kind == "literal" and is_whole(by.value) else None

    def without_steps(self, body: Term, name: Term) -> Term | None:
        """A body without the step at its end and before what continues its loop; None where one continues without."""
        children = list(body.children)
        if self.step(children[-1], name) is not None:
            children.pop()
        found = self.continuing(Term("block", "", tuple(children), body.start, body.end), name)
        if found is None or any(self.step(t, name) is not None for t in found.walk()):
            return None
        return found

    def continuing(self, term: Term, name: Term) -> Term | None:
        if term.kind in ("while", "each", "do", "function"):
            return term
        if term.kind == "continue":
            return None
        children: list[Term] = []
        for child in term.children:
            if child.kind == "continue" and children and self.step(children[-1], name) is not None:
                children[-1] = child
                continue
            inner = self.continuing(child, name)
            if inner is None:
                return None
            children.append(inner)
        return term.having(tuple(children))

    def range(self, loop: Term, bounds: tuple[Term, Term], by: int) -> Term:
        """What a loop counts over."""
        start, stop = bounds
        plain = start.kind == "literal" and start.value == "0" and by == 1
        word = loop.of("name", self.words["range"])
        step = loop.of("literal", str(abs(by)))
        signed = step if by > 0 else loop.of("negative", "", step)
        return loop.of("call", "", word, *((stop,) if plain else (start, stop) if by == 1 else (start, stop, signed)))

    def indexed(self, loop: Term, counter: tuple[Term, Term, Term], sign: str) -> Term | None:
        """A loop whose body begins with `x = xs[i]; i += 1`, or with `x = i; i += 1`."""
        name, start, stop = counter
        _, body, rest = loop.children
        first, step = body.children[:2]
        by = self.step(step, name)
        value = first.children[1]
        if by is None or self.uses[name.value] != 4:
            return None
        inner = body.having(body.children[2:])
        target = _plain(first.children[0])
        if value == name and "range" in self.words and (by > 0) == sign.startswith("<"):
            if sign in ("<=", ">="):
                stop = _plus(stop, 1 if by > 0 else -1)
            return loop.of("each", "", target, self.range(loop, (start, stop), by), inner, rest)
        if by != 1 or start.value != "0" or value.kind != "index" or value.children[1] != name or sign != "<":
            return None
        asked = stop.children[0] if stop.kind == "call" and len(stop.children) == 1 else stop  # `xs.size()`
        measured = (
            asked.children[0]
            if asked.kind == "attribute" and asked.children
            else stop.children[1]
            if (stop.kind == "call" and len(stop.children) == 2)
            else NOTHING
        )
        length = stop.value if stop.kind == "attribute" else stop.children[0].value if stop.children else ""
        if length != self.words.get("length") or measured != value.children[0]:
            return None
        # The walked thing was named for the loop, or stands there twice: once in the new form.
        if measured.kind == "name":
            self.uses[measured.value] -= 1
        return loop.of("each", "", target, measured, inner, rest)

    # -- loops that collect

    def gathered(self, statements: list[Term]) -> list[Term]:
        """`xs = []` and a loop that only appends to it: a comprehension."""
        if "append" not in self.words:
            return statements
        found: list[Term] = []
        for statement in statements:
            made = self.gather(found[-1], statement) if found and statement.kind == "each" else None
            if made is None:
                found.append(statement)
            else:
                found[-1] = made
        return found

    def gather(self, init: Term, loop: Term) -> Term | None:
        if init.kind != "assign" or init.value != "=" or init.children[1].kind != "list" or init.children[1].children:
            return None
        name = init.children[0]
        clauses: list[Term] = []
        inner: Term = loop
        while True:
            if inner.kind == "each" and not inner.children[3].children:
                clauses.append(inner.of("each_of", "", inner.children[0], inner.children[1]))
                body = inner.children[2]
            elif inner.kind == "if" and not inner.children[2].children:
                clauses.append(inner.of("only_if", "if", inner.children[0]))
                body = inner.children[1]
            else:
                break
            if len(body.children) != 1:
                return None
            inner = body.children[0]
        if inner.kind != "call" or len(inner.children) != 2:
            return None
        callee = inner.children[0]
        if callee.kind != "attribute" or callee.value != self.words["append"] or callee.children != (name,):
            return None
        if any(t == name for clause in (*clauses, inner.children[1]) for t in clause.walk()):
            return None
        self.uses[name.value] -= 1
        return init.having((name, loop.of("gather_list", "", inner.children[1], *clauses)))


def _gives(statement: Term) -> bool:
    """Whether a statement gives something a value anew."""
    return statement.kind == "assign" and statement.value == "="


def _says(term: Term, word: str) -> bool:
    return bool(word) and term.kind in ("name", "attribute") and term.value == word


def _plain(target: Term) -> Term:
    return target


def _plus(term: Term, by: int) -> Term:
    """A bound one further on."""
    if term.kind == "literal" and is_whole(term.value):
        return term.of("literal", str(int(term.value) + by))
    operands = list(term.children) if term.kind == "sum" else [term]
    one = term.of("literal", "1")
    constant = by + sum(n for t in operands if (n := _integer(t)) is not None)
    plain = [t for t in operands if _integer(t) is None]
    if constant:
        literal = one.of("literal", str(abs(constant)))
        plain.append(literal if constant > 0 else literal.of("negative", "", literal))
    return plain[0] if len(plain) == 1 else term.of("sum", "numbers", *sorted(plain, key=order))


def _asks(term: Term, it: Term, word: str) -> bool:
    return (
        term.kind == "call"
        and term.children[0].kind == "attribute"
        and term.children[0].value == word
        and term.children[0].children == (it,)
    )


def _with(term: Term, it: Term, word: str, found: list[Term]) -> Term:
    """A term with the iterator's name for what it is asked for."""
    if _asks(term, it, word):
        found.append(term)
        return it
    return term.having(tuple(_with(c, it, word, found) for c in term.children)) if term.children else term
