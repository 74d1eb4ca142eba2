"""The normal form of expressions: negations inwards, comparisons in one direction, sums and products flat.

Every rule keeps the value for numbers, texts and collections as programs use them; what it cannot know (operators that
a class defines anew, rounding of floating point) it takes to be ordinary.  Pure.  Neighbour: `normal` does statements.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import prod

from codescore.languages import Language
from codescore.program.term import NOTHING, Term

_MOST_DIGITS = 40
_NUMBER = frozenset("0123456789")
#: How what a search gives is compared with where nothing was found: whether it was.
_SEARCHES: dict[tuple[str | None, int | None], bool] = {
    ("!=", -1): True, (">", -1): True, (">=", 0): True, ("==", -1): False, ("<=", -1): False, ("<", 0): False,
}  # fmt: skip
_LOCAL = "each_"
_TEXTS = frozenset(("text", "format"))
_STABLE = frozenset(("name", "literal", "text", "truth"))


class Expressions:
    """Rules for expressions whose parts are in normal form already; `numbers` are names that only hold numbers."""

    def __init__(self, language: Language, numbers: frozenset[str], *, oriented: bool) -> None:
        self.language = language
        self.words = language.program
        self.operators = language.operators
        self.numbers = numbers
        self.oriented = oriented
        relational = language.operators.families.get("relational", frozenset())
        self.relations = relational | frozenset(self.operators.opposite)

    def rule(self, term: Term) -> Term:  # noqa: PLR0911  one answer per kind
        """The normal form of a term whose children are in theirs."""
        match term.kind:
            case "binary":
                return self.binary(term)
            case "not":
                return self.negated(term.children[0])
            case "negative":
                return self.negative(term)
            case "sum":
                return self.sum(term, [inner for c in term.children for inner in _operands(c)])
            case "product":
                return self.product(term, [inner for c in term.children for inner in _factors(c)])
            case "choice":
                return self.choice(term)
            case "new" if term.value in self.words.copies and len(term.children) == 1:
                inner = term.children[0]
                fresh = inner.kind == "call" and inner.children[0].value in self.words.fresh
                return inner if fresh else term
            case "and" | "or":
                return self.joined(term.kind, term, term.children)
            case "call":
                return self.call(term)
            case "gather" | "gather_list" | "gather_set":
                return _renamed(term)
            case "format" if all(c.kind == "text" for c in term.children):
                return term.of("text", '"' + "".join(c.value[1:-1] for c in term.children) + '"')
            case _:
                return term

    def binary(self, term: Term) -> Term:
        found = self.searched(term)
        if found is not None:
            return found
        left, right = term.children
        sign = term.value
        if sign in (self.words.both, self.words.either):
            return self.joined("and" if sign == self.words.both else "or", term, (left, right))
        mirror = self.operators.mirror.get(sign)
        if mirror is not None:
            if mirror < sign:
                left, right, sign = right, left, mirror
            return arranged_pair(term.of("binary", sign, left, right), self.operators.mirror)
        if sign in ("+", "-"):
            return self.sum(
                term, [*_operands(left), *(_operands(right) if sign == "+" else map(_minus, _operands(right)))]
            )
        if sign == "*":
            return self.product(term, [*_factors(left), *_factors(right)])
        return arranged_pair(term, {"&": "&", "|": "|", "^": "^"})

    def searched(self, term: Term) -> Term | None:
        """`s.find(t) != -1` and its like: whether one is in the other."""
        word = self.words.words.get("contains", "")
        for call, bound, sign in zip(
            term.children, reversed(term.children), (term.value, self.operators.mirror.get(term.value)), strict=True
        ):
            if call.kind != "call" or len(call.children) != 2 or (sign, _integer(bound)) not in _SEARCHES:
                continue
            callee, wanted = call.children
            if callee.kind != "attribute" or callee.value not in self.words.searches:
                continue
            (whole,) = callee.children
            if word in self.relations:
                found = call.of("binary", word, wanted, whole)
            else:
                found = call.of("call", "", callee.of("attribute", word, whole), wanted)
            return found if _SEARCHES[sign, _integer(bound)] else self.negated(found)
        return None

    def sum(self, term: Term, operands: list[Term]) -> Term:
        """A sum without brackets; in order of its operands' form where these are numbers, with its integers added."""
        texts = any(t.kind in _TEXTS for t in operands)
        if texts or not any(map(self.numeric, operands)):
            return term.of("sum", "", *operands)
        plain = [t for t in operands if _integer(t) is None]
        constant = sum(n for t in operands if (n := _integer(t)) is not None)
        if constant:
            literal = term.of("literal", str(abs(constant)))
            at = next((t for t in operands if _integer(t) is not None), term)
            literal = Term(literal.kind, literal.value, (), at.start, at.end)
            plain.append(literal if constant > 0 else at.of("negative", "", literal))
        if not plain:
            return term.of("literal", "0")
        return plain[0] if len(plain) == 1 else term.of("sum", "numbers", *sorted(plain, key=order))

    def product(self, term: Term, factors: list[Term]) -> Term:
        """A product without brackets, in order of its factors' form, with its integers multiplied."""
        whole = [t for t in factors if _integer(t) is not None]
        number = prod(_integer(t) or 0 for t in whole)
        if len(whole) > 1 and abs(number) < 10**_MOST_DIGITS:
            literal = Term("literal", str(abs(number)), (), whole[0].start, whole[-1].end)
            factors = [t for t in factors if t not in whole]
            factors.append(literal if number >= 0 else literal.of("negative", "", literal))
        return factors[0] if len(factors) == 1 else term.of("product", "", *sorted(factors, key=order))

    def numeric(self, term: Term) -> bool:
        """Whether a term is surely a number."""
        if term.kind == "name":
            return term.value in self.numbers
        if term.kind == "literal":
            return term.value[:1] in _NUMBER or (term.value[:1] == "." and term.value[1:2] in _NUMBER)
        if term.kind == "call" and term.children[0].kind in ("name", "attribute"):
            return term.children[0].value in self.words.numeric
        if term.kind == "attribute":
            return term.value in self.words.numeric
        if term.kind == "product":
            return all(map(self.numeric, term.children))
        return (
            (term.kind == "sum" and term.value == "numbers")
            or (term.kind == "binary" and term.value in ("//", "**", "<<", ">>", "/"))
            or (term.kind == "binary" and term.value == "%" and term.children[0].kind not in _TEXTS)
            or term.kind == "negative"
        )

    def negative(self, term: Term) -> Term:
        inner = term.children[0]
        if inner.kind == "negative":
            return inner.children[0]
        if inner.kind == "sum":
            return self.sum(term, [_minus(t) for t in inner.children])
        return term

    def negated(self, term: Term) -> Term:
        """What holds where a term does not."""
        match term.kind:
            case "not":
                return term.children[0]
            case "truth":
                return term.of("truth", "no" if term.value == "yes" else "yes")
            case "and" | "or":
                other = "or" if term.kind == "and" else "and"
                return self.joined(other, term, [self.negated(t) for t in term.children])
            case "binary" if term.value in self.operators.opposite:
                return self.binary(term.of("binary", self.operators.opposite[term.value], *term.children))
            case _:
                return term.of("not", "", term)

    def joined(self, kind: str, term: Term, parts: Iterable[Term]) -> Term:
        """Conditions in a row, without brackets; in order of their form where none can fail or do anything."""
        flat = [inner for part in parts for inner in (part.children if part.kind == kind else (part,))]
        whole = "no" if kind == "and" else "yes"
        flat = [t for t in flat if not (t.kind == "truth" and t.value != whole)]
        if len(flat) < 2:
            return flat[0] if flat else term.of("truth", "yes" if kind == "and" else "no")
        if all(self.harmless(t) for t in flat):
            return term.of(kind, "any order", *sorted(dict.fromkeys(flat), key=order))
        return term.of(kind, "", *flat)

    def harmless(self, term: Term) -> bool:
        """Whether evaluating a condition can neither fail nor do anything."""
        return all(
            t.kind in _STABLE
            or t.kind in ("not", "and", "or", "sum", "product", "negative", "tuple", "list")
            or (t.kind == "binary" and (t.value in self.relations or t.value in ("&", "|", "^")))
            or (t.kind == "binary" and t.value in ("%", "//") and t.children[1].kind == "literal")
            for t in term.walk()
        )

    def pure(self, term: Term) -> bool:
        """Whether evaluating a term does nothing else."""
        return not any(
            t.kind in ("assign", "step") or (t.kind == "call" and t.children[0].value not in self.words.pure)
            for t in term.walk()
        )

    def strict(self, test: Term, sides: tuple[Term, ...]) -> Term:
        """A condition under which one of two values becomes the other, which is no matter where they are equal.

        `if x >= m: m = x` is `if x > m: m = x`.
        """
        if test.kind == "and":
            return self.joined("and", test, [self.strict(t, sides) for t in test.children])
        same = test.kind == "binary" and test.value == "<=" and set(test.children) == set(sides)
        return test.of("binary", "<", *test.children) if same and self.pure(test) else test

    def boolean(self, term: Term) -> bool:
        """Whether a term is surely one of the two truths."""
        if term.kind == "call":
            return term.children[0].value in self.words.booleans
        return (
            term.kind in ("truth", "not")
            or (term.kind == "binary" and term.value in self.relations)
            or (term.kind in ("and", "or") and all(map(self.boolean, term.children)))
        )

    def choice(self, term: Term) -> Term:
        test, yes, no = term.children
        if yes == no and self.harmless(test):
            return yes
        if test.kind == "not":
            test, yes, no = test.children[0], no, yes
        test = self.strict(test, (yes, no))
        if self.boolean(test) and (yes.kind, no.kind) == ("truth", "truth"):
            return test if yes.value == "yes" else self.negated(test)
        if self.oriented and self.turns(test):
            test, yes, no = self.negated(test), no, yes
        return term.of("choice", "", test, yes, no)

    def turns(self, test: Term) -> bool:
        """Whether a condition is to be asked the other way round, its branches exchanged."""
        other = self.negated(test)
        mine, theirs = _cost(test), _cost(other)
        return (theirs, order(other)) < (mine, order(test))

    def call(self, term: Term) -> Term:
        callee, *arguments = term.children
        if callee.kind == "name" and callee.value == self.words.words.get("range"):
            if len(arguments) == 3 and arguments[2].value == "1":
                arguments.pop()
            if len(arguments) == 2 and arguments[0].value == "0":
                del arguments[0]
            return term.having((callee, *arguments))
        if callee.kind in ("name", "attribute") and callee.value in self.words.consumers and arguments:
            word = self.words.words.get("list")
            plain = [i for i, argument in enumerate(arguments) if argument.kind not in self.words.named]
            if plain and (len(plain) == 1 or callee.value not in self.words.symmetric):
                first = _unlisted(arguments[plain[0]], word)
                if callee.kind == "name" and callee.value == word and first.kind == "gather" and len(arguments) == 1:
                    return first.of("gather_list", "", *first.children)
                arguments[plain[0]] = first
                term = term.having((callee, *arguments))
        if callee.kind in ("name", "attribute") and callee.value in self.words.symmetric and len(arguments) > 1:
            return term.of("call", "any order", callee, *sorted(arguments, key=order))
        if (
            callee.kind == "attribute"
            and _named(callee, self.words.words.get("format"))
            and callee.children[0].kind == "text"
        ):
            return _formatted(term, callee.children[0], arguments)
        return term


def _unlisted(term: Term, word: str | None) -> Term:
    """A collection without the list that is made of it."""
    if term.kind == "gather_list":
        return term.of("gather", "", *term.children)
    if term.kind == "call" and len(term.children) == 2 and term.children[0].kind == "name":
        return term.children[1] if _named(term.children[0], word) else term
    return term


def _named(term: Term, word: str | None) -> bool:
    return word is not None and term.value == word


def _renamed(term: Term) -> Term:
    """A comprehension with names for its variables that say only which of its clauses binds them."""
    bound = [t.value for c in term.children if c.kind == "each_of" for t in c.children[0].walk() if t.kind == "name"]
    local = {name: f"{_LOCAL}{i}" for i, name in enumerate(dict.fromkeys(bound)) if name[:4] == "var_"}
    return _with_names(term, local) if local else term


def _with_names(term: Term, names: dict[str, str]) -> Term:
    if term.kind == "name":
        return term.of("name", names[term.value]) if term.value in names else term
    return term.having(tuple(_with_names(c, names) for c in term.children)) if term.children else term


def _formatted(term: Term, pattern: Term, arguments: list[Term]) -> Term:
    """`"{} and {}".format(a, b)` as text with its parts in it; as it is where there is more to it."""
    pieces = pattern.value[1:-1].split("{}")
    if len(pieces) != len(arguments) + 1 or any("{" in p or "}" in p for p in pieces) or pattern.value[0] != '"':
        return term
    parts: list[Term] = []
    for i, piece in enumerate(pieces):
        if piece:
            parts.append(pattern.of("text", f'"{piece}"'))
        if i < len(arguments):
            parts.append(arguments[i])
    return term.of("format", "", *parts)


def arranged_pair(term: Term, symmetric: dict[str, str]) -> Term:
    """Operands of an operator that does not care which comes first, in order of their form."""
    if symmetric.get(term.value) != term.value:
        return term
    return term.having(tuple(sorted(term.children, key=order)))


def order(term: Term) -> tuple[str, str]:
    """What operands are sorted by: their form first, as the numbers of variables differ between equivalents."""
    return spelled(term, blind=True), spelled(term, blind=False)


def spelled(term: Term, *, blind: bool) -> str:
    """A term as a row of words; variables all alike if `blind`."""
    parts: list[str] = []
    stack: list[Term | str] = [term]
    while stack:
        one = stack.pop()
        if isinstance(one, str):
            parts.append(one)
            continue
        value = "var" if blind and one.kind == "name" and one.value[:4] == "var_" else one.value
        parts.append(f"{one.kind}:{value}" if one.children or not value else value)
        if one.children:
            parts.append("(")
            stack.append(")")
            stack.extend(reversed(one.children))
    return " ".join(parts)


def _cost(test: Term) -> int:
    """How far a condition is from the way round that is preferred: no negations, `==` before `!=`, `<` before `<=`."""
    cost = 0
    for term in test.walk():
        if term.kind == "not" or (term.kind == "binary" and term.value in ("!=", "is not", "not in")):
            cost += 2
        elif term.kind == "or" or (term.kind == "binary" and term.value == "<="):
            cost += 1
    return cost


def _operands(term: Term) -> list[Term]:
    return list(term.children) if term.kind == "sum" else [term]


def _factors(term: Term) -> tuple[Term, ...]:
    return term.children if term.kind == "product" else (term,)


def _minus(term: Term) -> Term:
    return term.children[0] if term.kind == "negative" else term.of("negative", "", term)


def _integer(term: Term) -> int | None:
    if term.kind == "negative":
        inner = _integer(term.children[0])
        return None if inner is None else -inner
    return int(term.value) if term.kind == "literal" and is_whole(term.value) else None


def is_whole(text: str) -> bool:
    """Whether a literal is a plain integer of a size that a person writes; `010` is another number elsewhere."""
    return text.isascii() and text.isdecimal() and len(text) <= _MOST_DIGITS and (text == "0" or text[0] != "0")


__all__ = ["NOTHING", "Expressions", "arranged_pair", "order", "spelled"]
