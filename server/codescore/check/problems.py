"""What keeps code from compiling: the syntax tree's errors in plain words, and the compilers of all languages.

tree-sitter repairs what it parses: it marks a token that it had to add as MISSING and wraps what it could not use in
an ERROR node, often with much that was right before it.  `syntax_problems` looks for the token at which it got stuck;
it is pure and total, visits only what has errors, and knows no language by name, only the tokens of its grammar.
What a compiler holds against code is its language's business (`languages/<lang>/check/`); what it costs to ask, and
whether to ask, the caller's.  `Checkers` gives the tree's verdict where a compiler cannot answer.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator, Mapping

from tree_sitter import Node, Tree, TreeCursor

from codescore.languages import Checker, CheckResult, Language, Problem

TREE_SITTER = "tree-sitter"
_CLOSES = {")": "(", "]": "[", "}": "{"}
_OPENS = frozenset(_CLOSES.values())
_TOKEN = re.compile(rb"[\w\x80-\xff]+|[^\w\s]")  # characters beyond ASCII stay whole
_MAX_QUOTED = 20  # characters of code in a message
_MAX_CHILDREN = 2_000  # of an ERROR node, which can hold a whole broken file
_NO_STATE = (0, 0xFFFF)  # a token that error recovery swallowed; a subtree that several states share


def syntax_problems(
    language: Language,
    source: bytes,
    tree: Tree,
    prefix: int = 0,
    *,
    limit: int = 50,
    within: tuple[int, int] | None = None,
) -> tuple[Problem, ...]:
    """The syntax errors of a source, in its order, at most `limit`.

    `prefix` is by how many bytes the tree's offsets exceed those of `source` (a wrapped fragment); `within` keeps to
    errors that touch a byte range of `source`.
    """
    low, high = within if within is not None else (0, len(source))
    problems: dict[Problem, None] = {}
    for node in _broken(tree, low + prefix, high + prefix, language.layout.quotes):
        at, end, message = _missing(node) if node.is_missing else _stuck(language, node, source, prefix)
        start = min(max(at - prefix, 0), len(source))
        problems[Problem(start, min(max(end - prefix, start), len(source)), message, TREE_SITTER)] = None
        if len(problems) >= limit:
            break
    return tuple(sorted(problems, key=lambda p: (p.start, p.end)))


def _broken(tree: Tree, low: int, high: int, quotes: Mapping[str, str]) -> Iterator[Node]:
    """MISSING and ERROR nodes that touch a range, the inner ones where an outer one has nothing to say itself."""
    cursor = tree.walk()
    while True:
        node = cursor.node
        assert node is not None
        if node.start_byte > high:
            return
        found = node.is_missing or (node.is_error and _speaks(node, quotes))
        touches = node.end_byte >= low
        if touches and found:
            yield node
        enter = touches and node.has_error and not found
        # One byte before: what is missing right at the start of the range has no width.
        if not (enter and cursor.goto_first_child_for_byte(max(0, low - 1)) is not None) and not _advance(cursor):
            return


def _advance(cursor: TreeCursor) -> bool:
    """To the next node after this subtree, in source order."""
    while not cursor.goto_next_sibling():
        if not cursor.goto_parent():
            return False
    return True


def _speaks(node: Node, quotes: Mapping[str, str]) -> bool:
    """Whether an ERROR node is best reported itself: it holds no other error, or an open bracket or string."""
    children = _children(node)
    return not any(child.has_error or child.is_missing for child in children) or _unpaired(children, quotes) is not None


def _missing(node: Node) -> tuple[int, int, str]:
    return node.start_byte, node.end_byte, f"expected {_human(node)}"


def _stuck(language: Language, node: Node, source: bytes, prefix: int) -> tuple[int, int, str]:
    """Where parsing got stuck in an ERROR node, and what to say about it."""
    children = _children(node)
    quotes = language.layout.quotes
    alone = _unpaired(children, quotes)
    if alone is not None and alone.type not in _CLOSES:
        what = "string" if alone.type in quotes else f"`{alone.type}`"
        return alone.start_byte, alone.end_byte, f"{what} was never closed"
    if alone is not None:
        return alone.start_byte, alone.end_byte, f"unexpected `{alone.type}`"
    token = next((leaf for leaf in map(_first_leaf, children) if not _fits(language, leaf)), None)
    if token is not None and token.end_byte > token.start_byte:
        return _unexpected(source, token.start_byte, token.end_byte, prefix)
    if not children:
        return _unexpected(source, node.start_byte, node.end_byte, prefix)
    # Everything in it was right so far: what follows it is not.
    found = _TOKEN.search(source, max(0, node.end_byte - prefix))
    if found is None:
        return node.end_byte, node.end_byte, "unexpected end of the code"
    return _unexpected(source, found.start() + prefix, found.end() + prefix, prefix)


def _unexpected(source: bytes, start: int, end: int, prefix: int) -> tuple[int, int, str]:
    """The first word or sign in a range, named."""
    found = _TOKEN.search(source, max(0, start - prefix), max(0, end - prefix))
    text = found[0] if found else source[max(0, start - prefix) : max(0, end - prefix)]
    if found:
        start, end = found.start() + prefix, found.end() + prefix
    shown = text.decode("utf-8", errors="replace").strip()
    if not shown.isprintable():
        return start, end, f"unexpected character U+{ord(next(c for c in shown if not c.isprintable())):04X}"
    return start, end, f"unexpected `{shown if len(shown) <= _MAX_QUOTED else shown[:_MAX_QUOTED] + '…'}`"


def _unpaired(children: list[Node], quotes: Mapping[str, str]) -> Node | None:
    """A closing bracket that nothing opened, else the innermost bracket or quote that nothing closes."""
    stack: list[Node] = []
    for child in children:
        kind = child.type
        if stack and (_CLOSES.get(kind) == stack[-1].type or quotes.get(stack[-1].type) == kind):
            stack.pop()
        elif kind in _OPENS or kind in quotes:
            stack.append(child)
        elif kind in _CLOSES and not stack:
            return child
    return stack[-1] if stack else None


def _children(node: Node) -> list[Node]:
    cursor = node.walk()
    children: list[Node] = []
    more = cursor.goto_first_child()
    while more and len(children) < _MAX_CHILDREN:
        assert cursor.node is not None
        children.append(cursor.node)
        more = cursor.goto_next_sibling()
    return children


def _first_leaf(node: Node) -> Node:
    while node.child_count:
        child = node.child(0)
        assert child is not None
        node = child
    return node


def _fits(language: Language, leaf: Node) -> bool:
    """Whether a token was allowed where the parser met it."""
    if leaf.parse_state == 0:
        return False
    if leaf.parse_state in _NO_STATE:
        return True
    allowed = language.grammar.lookahead_iterator(leaf.parse_state)
    # Not `allowed.symbols()`: py-tree-sitter 0.26 never lets go of what it gives.
    return allowed is None or any(symbol == leaf.grammar_id for symbol, _ in allowed)


def _human(node: Node) -> str:
    """A token in the user's words."""
    if not node.is_named:
        return f"`{node.type}`"
    words = node.type.strip("_").replace("_", " ")
    if words.endswith("identifier"):
        return "a type" if words.startswith("type") else "a name"
    return {"newline": "the end of the line", "indent": "an indented block"}.get(words, words)


# -- the compilers


class Checkers:
    """One lazily made compiler per language, for the lifetime of a server or command.  Thread-safe.

    It blocks for as long as a compiler takes (seconds at worst), so it belongs on worker threads.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._checkers: dict[str, Checker | None] = {}
        self._told: set[str] = set()
        self._closed = False

    def check(
        self, language: Language, source: bytes, *, fragment: bool, fallback: tuple[Problem, ...] = ()
    ) -> CheckResult:
        """The verdict on a whole file, or (`fragment`) on code cut out of one; offsets are bytes of `source`.

        `fallback` are the problems of the syntax tree, which decide (as checker `tree-sitter`) where the language has
        no compiler, the compiler is not installed, or it could not judge this source.
        """
        checker = self._checker(language)
        result = checker.check(source, fragment=fragment) if checker else None
        return result or CheckResult(not fallback, TREE_SITTER, fallback)

    def where(self, language: Language) -> str | None:
        """The program behind a language's compiler; None where it has none or has not answered yet."""
        checker = self._checker(language)
        return checker.where if checker else None

    def notices(self) -> tuple[str, ...]:
        """What compilers have to say about themselves (missing, too slow) and no earlier call has returned."""
        with self._lock:
            said = [notice for checker in self._checkers.values() if checker for notice in checker.notices()]
            new = tuple(dict.fromkeys(notice for notice in said if notice not in self._told))
            self._told.update(new)
        return new

    def close(self) -> None:
        """End every compiler's process; from now on the syntax tree decides."""
        with self._lock:
            self._closed = True
            checkers = [checker for checker in self._checkers.values() if checker]
        for checker in checkers:
            checker.close()

    def __enter__(self) -> Checkers:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _checker(self, language: Language) -> Checker | None:
        with self._lock:
            if self._closed:
                return None
            if language.id not in self._checkers:
                self._checkers[language.id] = language.new_checker()
            return self._checkers[language.id]
