"""The normal form of a program: what is only another way of writing the same becomes the same.  Pure.

Loops that count or iterate by hand become loops over what they walk; branches lose an `else` behind a way out; early
returns, merged and nested conditions, temporaries, collecting loops and comprehensions have one form each.  Which way
round a condition is asked is settled only if `oriented`: an operator that was replaced shows best where it stands.
Neighbours: `expressions` does what stands within a statement, `rows` lists the statements.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection

from codescore.languages import Language
from codescore.program.expressions import Expressions, order
from codescore.program.loops import Loops
from codescore.program.names import apart, bound, names_in, number_names, places, reads_itself, written
from codescore.program.term import EXITS, NOTHING, Term

_PASSES = 2
_MOST_SORTED = 40  # statements in one block
_MOST_PASSED = 6  # statements between a value and the place that reads it


def normal(term: Term, language: Language, *, oriented: bool, declared: Collection[str] = ()) -> Term:
    """The normal form of a unit's term; `declared` are names that hold numbers by their type."""
    for _ in range(_PASSES):  # what a loop walks over tells what is a number, and frees names to be put elsewhere
        uses, writes = Counter(names_in(term)), Counter(written(term))
        once = _Normal(language, uses, writes, number_names(term, language, declared), oriented=oriented)
        once.loops.places = places(term)
        term = once.term(term, last=None)
    return term


class _Normal:
    """One pass over a unit; `uses` counts each name's places, `writes` those that give it a value."""

    def __init__(
        self,
        language: Language,
        uses: Counter[str],
        writes: Counter[str],
        numbers: frozenset[str],
        *,
        oriented: bool,
    ) -> None:
        self.language, self.uses, self.writes, self.oriented = language, uses, writes, oriented
        self.expressions = Expressions(language, numbers, oriented=oriented)
        self.loops = Loops(language, uses, writes, self.expressions)

    def term(self, term: Term, last: str | None) -> Term:
        """The normal form; `last` is the exit that follows anyway behind a block (`return`, `continue`)."""
        if not term.children:
            return term
        match term.kind:
            case "block":
                return self.block(term, last)
            case "function":
                name, parameters, body = term.children
                return term.having((name, self.term(parameters, None), self.term(body, "return")))
            case "while" | "each":
                *head, body, rest = term.children
                parts = [*(self.term(h, None) for h in head), self.term(body, "continue"), self.term(rest, None)]
                return self.loops.loop(term.having(tuple(parts)))
            case "if":
                test, then, other = term.children
                return term.having((self.term(test, None), self.term(then, last), self.term(other, last)))
            case "assign":
                return self.assign(term.having(tuple(self.term(c, None) for c in term.children)))
            case _:
                return self.expressions.rule(term.having(tuple(self.term(c, None) for c in term.children)))

    def assign(self, term: Term) -> Term:
        """`a = a + b` becomes `a += b`."""
        target, value = term.children
        if term.value != self.language.operators.assignment:
            if term.value == "-=":
                return term.of("assign", "+=", target, self.expressions.negative(value.of("negative", "", value)))
            return term
        name = target
        if value.kind == "sum" and name in value.children and (value.value or value.children[0] == name):
            rest = list(value.children)
            rest.remove(name)
            added = rest[0] if len(rest) == 1 else value.having(tuple(rest))
            return term.of("assign", "+=", target, added)
        if value.kind == "product" and name in value.children:
            rest = list(value.children)
            rest.remove(name)
            return term.of("assign", "*=", target, rest[0] if len(rest) == 1 else value.having(tuple(rest)))
        if value.kind == "binary" and value.value + "=" in self.language.operators.stems:
            left, right = value.children
            if right == name and value.value in ("&", "|", "^"):
                left, right = right, left
            if left == name:
                return term.of("assign", value.value + "=", target, right)
        return term

    # -- blocks

    def block(self, term: Term, last: str | None) -> Term:
        """A block whose statements are in normal form, each by itself and all together."""
        children = self.flat(
            [self.term(c, None if i < len(term.children) - 1 else last) for i, c in enumerate(term.children)]
        )
        children = [self.again(c) for c in self.loops.lifted(children)]
        children = self.inlined(children)
        children = self.branches(children, last)
        children = self.inlined(children)
        children = self.loops.gathered(children)
        children = self.ordered(self.inlined(children))
        if children and last is not None and children[-1].kind == last and not children[-1].children:
            children.pop()
        return term.having(tuple(children))

    def again(self, statement: Term) -> Term:
        """A loop whose body lost its steps, with its branches in their form."""
        if statement.kind != "each" or not statement.children[2].children:
            return statement
        target, over, body, rest = statement.children
        return statement.having(
            (target, over, body.having(tuple(self.branches(list(body.children), "continue"))), rest)
        )

    def flat(self, statements: list[Term]) -> list[Term]:
        """Statements without blocks among them, without what does nothing or is never reached."""
        found: list[Term] = []
        for statement in statements:
            found += self.flat(list(statement.children)) if statement.kind == "block" else self.apart(statement)
        found = [s for s in found if not self.idle(s)]
        again = [
            s for i, s in enumerate(found) if not (i and s == found[i - 1] and self.plain(s) and not reads_itself(s))
        ]
        return _reached(again)

    def apart(self, statement: Term) -> list[Term]:
        """Several values given at once, one by one where none depends on another."""
        if statement.kind != "assign" or statement.value != "=":
            return [statement]
        target, value = statement.children
        if value.kind == "assign" and value.children[1].kind in ("literal", "name", "truth"):
            return [*self.apart(value), statement.having((target, value.children[1]))]
        if target.kind == value.kind == "tuple" and len(target.children) == len(value.children):
            names = set(bound(target))
            plain = all(t.kind == "name" for t in target.children) and not any(
                t.kind == "star" or (t.kind == "name" and t.value in names) for t in value.walk()
            )
            if plain and len(names) == len(target.children):
                return [
                    Term("assign", "=", (t, v), statement.start, statement.end)
                    for t, v in zip(target.children, value.children, strict=True)
                ]
        return [statement]

    def idle(self, statement: Term) -> bool:
        """Whether a statement does nothing that counts: a value alone, a message to a log."""
        if statement.kind in ("nothing", "literal", "text", "name", "truth"):
            return True
        if statement.kind == "call":
            callee = statement.children[0]
            owner = callee.children[0] if callee.kind == "attribute" and callee.children else callee
            while owner.kind == "attribute" and owner.children:
                owner = owner.children[0]
            return owner.kind == "name" and owner.value in self.language.program.log
        if statement.kind != "assign":
            return False
        target, value = statement.children
        if (
            target.kind == "name"
            and target.value[:4] == "var_"
            and self.uses[target.value] == 1
            and self.plain(statement)
        ):
            return True  # nobody reads it
        return (statement.value == "=" and target == value) or (statement.value == "+=" and value.value == "0")

    def ordered(self, statements: list[Term]) -> list[Term]:
        """Neighbours that only give names values and have nothing to do with each other, in order of their form."""
        keys = [order(s)[0] if self.plain(s) else None for s in statements]
        for _ in range(min(len(statements), _MOST_SORTED)):
            swapped = False
            for i in range(len(statements) - 1):
                here, there = keys[i], keys[i + 1]
                if here is not None and there is not None and there < here and apart(statements[i], statements[i + 1]):
                    statements[i : i + 2] = statements[i + 1], statements[i]
                    keys[i : i + 2] = there, here
                    swapped = True
            if not swapped:
                break
        return statements

    def plain(self, statement: Term) -> bool:
        """Whether a statement gives a name a value and does nothing else."""
        if statement.kind != "assign" or statement.value != "=" or not bound(statement.children[0]):
            return False
        if statement.children[0].kind == "tuple":
            return False
        return self.expressions.pure(statement.children[1])

    # -- branches

    def branches(self, statements: list[Term], last: str | None) -> list[Term]:
        """Branches in one form: what leaves comes first and needs no `else`."""
        found: list[Term] = []  # from the last statement to the first
        for statement in reversed(statements):
            if statement.kind != "if":
                found.append(statement)
                continue
            found.reverse()
            found = list(reversed(self.branch(statement, found, last)))
        return _reached(list(reversed(found)))

    def branch(self, term: Term, rest: list[Term], last: str | None) -> list[Term]:
        """An `if` and the statements behind it."""
        test, then, other = term.children
        if test.kind == "truth":
            return [*(then if test.value == "yes" else other).children, *rest]
        if then.children == other.children:
            return [*then.children, *rest] if self.expressions.harmless(test) else [test, *then.children, *rest]
        if not then.children:
            test, then, other = self.expressions.negated(test), other, NOTHING
        if other.children and _leaves(then):
            rest, other = [*other.children, *rest], NOTHING
        elif other.children and _leaves(other):
            test, then, rest, other = self.expressions.negated(test), other, [*then.children, *rest], NOTHING
        if not other.children and _leaves(then):
            return self.guard(term, (test, then), rest, last)
        if not other.children and len(then.children) == 1 and then.children[0].kind == "if":
            inner = then.children[0]
            if not inner.children[2].children:
                both = self.expressions.joined("and", test, (test, inner.children[0]))
                return [term.having((both, inner.children[1], NOTHING)), *rest]
        if not other.children and len(then.children) == 1 and then.children[0].kind == "assign":
            test = self.expressions.strict(test, then.children[0].children)
        if other.children and (test.kind == "not" or (self.oriented and self.expressions.turns(test))):
            test, then, other = self.expressions.negated(test), other, then
        value = self.chosen(term, test, then, other)
        return [value, *rest] if value is not None else [term.having((test, then, other)), *rest]

    def chosen(self, term: Term, test: Term, then: Term, other: Term) -> Term | None:
        """One name given one value or another: a choice of values."""
        if len(then.children) != 1 or len(other.children) != 1:
            return None
        a, b = then.children[0], other.children[0]
        if a.kind != "assign" or b.kind != "assign" or a.value != b.value or a.children[0] != b.children[0]:
            return None
        if a.children[0].kind != "name":
            return None
        return term.of(
            "assign",
            a.value,
            a.children[0],
            self.expressions.choice(term.of("choice", "", test, a.children[1], b.children[1])),
        )

    def guard(self, term: Term, branch: tuple[Term, Term], rest: list[Term], last: str | None) -> list[Term]:
        """An `if` that leaves, and what runs where it does not."""
        test, then = branch
        final = then.children[-1]
        bare = len(then.children) == 1 and final.kind == last and not final.children
        if bare and rest and not (rest[-1].kind in EXITS and len(rest) == 1):
            return self.branch(term.having((self.expressions.negated(test), _block(rest, term), NOTHING)), [], last)
        steps = list(then.children[:-1])
        if steps and last == "continue" == final.kind and not final.children and rest[-len(steps) :] == steps:
            # What a loop does before it goes on, at the end of its body as well as before it continues.
            inner = _block(rest[: -len(steps)], term)
            return [*self.branch(term.having((self.expressions.negated(test), inner, NOTHING)), [], None), *steps]
        if (
            rest
            and rest[0].kind == "if"
            and rest[0].children[1].children == then.children
            and not rest[0].children[2].children
        ):
            either = self.expressions.joined("or", test, (test, rest[0].children[0]))
            return [term.having((either, then, NOTHING)), *rest[1:]]
        if rest and _leaves(_block(rest, term)):
            answer = self.answer(term, (test, then), rest)
            if answer is not None:
                return answer
            if self.oriented and self.expressions.turns(test):
                return [term.having((self.expressions.negated(test), _block(rest, term), NOTHING)), *then.children]
        return [term.having((test, then, NOTHING)), *rest]

    def answer(self, term: Term, branch: tuple[Term, Term], rest: list[Term]) -> list[Term] | None:
        """`if c: return a` before `return b`: `return a if c else b`."""
        test, then = branch
        if len(then.children) != 1 or len(rest) != 1 or then.children[0].kind != "return" or rest[0].kind != "return":
            return None
        yes, no = then.children[0].children, rest[0].children
        if len(yes) != 1 or len(no) != 1:
            return None
        return [term.of("return", "", self.expressions.choice(term.of("choice", "", test, yes[0], no[0])))]

    # -- temporaries

    def inlined(self, statements: list[Term]) -> list[Term]:
        """Names that are given a value once and read once, by the next statement that matters, become the value."""
        found: list[Term] = []
        for statement in reversed(statements):
            for back in range(1, len(found) + 1):
                put = self.put(statement, found[-back])
                if put is not None:
                    found[-back] = put
                    break
                if back == _MOST_PASSED or not self.passes(statement, found[-back]):
                    found.append(statement)
                    break
            else:
                found.append(statement)
        return list(reversed(found))

    def passes(self, statement: Term, other: Term) -> bool:
        """Whether an assignment may as well stand behind the next statement."""
        return self.plain(statement) and self.plain(other) and apart(statement, other)

    def put(self, statement: Term, following: Term) -> Term | None:
        """The following statement with the value of this one in it, None where it is not to be moved there."""
        if statement.kind != "assign" or statement.value != "=":
            return None
        target, value = statement.children
        if target.kind != "name" or not target.value.startswith("var_"):
            return None
        if self.uses[target.value] != 2 or self.writes[target.value] != 1:
            return None
        return self.substituted(following, target, value)

    def substituted(self, statement: Term, name: Term, value: Term) -> Term | None:
        """A statement with a value for the one place where it reads a name; None where that may be read again."""
        if statement.kind == "if" or (statement.kind == "while" and self.steady(value, statement)):
            heads = 1
        elif statement.kind == "each":
            heads = 2
        elif statement.kind in ("assign", "return", "call", "raise", "attribute", "index"):
            heads = len(statement.children)
        else:
            return None
        head = statement.children[:heads]
        if statement.kind == "each" and name in statement.children[0].walk():
            return None
        if not any(t == name for h in head for t in h.walk()):
            return None
        parts = tuple(self.replaced(h, name, value) for h in head)
        if any(part is None for part in parts):
            return None
        made = statement.having((*(p for p in parts if p is not None), *statement.children[heads:]))
        return self.assign(made) if made.kind == "assign" else self.expressions.rule(made)

    def steady(self, value: Term, loop: Term) -> bool:
        """Whether a value stays what it is while a loop runs."""
        pure = self.language.program.pure
        names = set(names_in(value))
        given = {name for t in loop.walk() if t.kind == "assign" for name in names_in(t.children[0])}
        calls = all(t.kind != "call" or t.children[0].value in pure for t in value.walk())
        return calls and not names & given

    def replaced(self, term: Term, name: Term, value: Term) -> Term | None:
        if term == name:
            return value
        if not any(t == name for t in term.walk()):
            return term
        if term.kind in ("function", "lambda", "gather_list", "gather_set", "gather"):
            return None
        parts = tuple(self.replaced(c, name, value) for c in term.children)
        if any(part is None for part in parts):
            return None
        return self.expressions.rule(term.having(tuple(p for p in parts if p is not None)))


def _block(statements: list[Term], at: Term) -> Term:
    start = statements[0].start if statements else at.start
    return Term("block", "", tuple(statements), start, statements[-1].end if statements else at.end)


def _leaves(block: Term) -> bool:
    """Whether nothing behind a block runs once it was entered."""
    if not block.children:
        return False
    final = block.children[-1]
    if final.kind == "if":
        return bool(final.children[2].children) and _leaves(final.children[1]) and _leaves(final.children[2])
    return final.kind in EXITS


def _reached(statements: list[Term]) -> list[Term]:
    """Statements up to the first that leaves; a function that is declared behind it is there all the same."""
    for i, statement in enumerate(statements):
        if statement.kind in EXITS:
            return [*statements[:i], *(s for s in statements[i + 1 :] if s.kind == "function"), statement]
    return statements
