"""How text becomes tokens: one explicit choice, named in every signature.

    code        tokens of the syntax tree; comments and docstrings dropped, a string literal is one token
    13a         sacrebleu's default (mteval-v13a), on the text as it is
    regex       words and single punctuation marks, on the text as it is
    conala      CoNaLa's evaluation script: as regex, camelCase split, both kinds of quotes made one
    whitespace  split at white space
    char        every character but white space

Metrics on characters follow the same choice: with `code` they read the source without comments and docstrings
(signature `text:no-comments`), else the text as it is (`text:raw`).  A language without a grammar has no `code`
tokens; `regex` is used in its place and the signature says so.

Pure.  Metrics do not call this module but `prepared`, which does every text once.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from typing import TYPE_CHECKING

from tree_sitter import Query, QueryCursor

from codescore.foundation.errors import InputError
from codescore.languages import Language, by_id
from codescore.syntax import Syntax

if TYPE_CHECKING:
    from codescore.metrics.flat_tree import FlatTree

CODE = "code"
WITHOUT_GRAMMAR = "regex"

_WORD = re.compile(r"\w+|[^\w\s]")
_NOT_A_WORD = re.compile(r"([^A-Za-z0-9_])")
_CAMEL = re.compile(r"([a-z])([A-Z])")


@dataclass(frozen=True, slots=True)
class Tokenisation:
    """One way to tokens: `split` is None where the syntax tree is needed."""

    name: str
    summary: str
    source: str
    split: Callable[[str], list[str]] | None


def check_name(name: str) -> str:
    """The name, if there is such a tokenisation.  Raises InputError with the nearest one."""
    if name in TOKENISATIONS:
        return name
    close = get_close_matches(name, TOKENISATIONS, n=1)
    hint = f"; did you mean {close[0]}?" if close else ""
    raise InputError(f"unknown tokenisation {name!r}; known are {', '.join(TOKENISATIONS)}{hint}")


@cache
def used(name: str, language: str) -> str:
    """The tokenisation that code of a language really gets: `code` needs a grammar."""
    return WITHOUT_GRAMMAR if name == CODE and by_id(language) is None else name


def characters_used(name: str, language: str) -> str:
    """What a metric on characters reads, for the signature: `no-comments`, or the `raw` text."""
    return "no-comments" if used(name, language) == CODE else "raw"


def split(text: str, name: str) -> tuple[str, ...]:
    """Tokens of text by any tokenisation but `code`."""
    splitter = TOKENISATIONS[name].split
    assert splitter is not None, "code tokens are made from a tree, see code_tokens"
    return tuple(splitter(text))


def code_tokens(tree: FlatTree, documented: Collection[tuple[int, int]]) -> tuple[str, ...]:
    """The leaves of a tree in source order; a string literal is one token, documentation (byte ranges) none."""
    source, strings = tree.source, tree.grammar.strings
    kinds, starts, ends, after = tree.kinds, tree.starts, tree.ends, tree.after
    text = source.decode("ascii") if source.isascii() else None
    skipped = {start for start, _ in documented}
    found: list[str] = []
    index, size = 1, len(kinds)  # the root is no token, also where comments leave nothing else
    while index < size:
        behind = after[index]
        if behind != index + 1 and kinds[index] not in strings:
            index += 1
            continue
        start, end = starts[index], ends[index]
        if start < end and start not in skipped:
            token = text[start:end] if text is not None else source[start:end].decode("utf-8", "replace")
            if not token.isspace():
                found.append(token)
        index = behind
    return tuple(found)


def without_comments(syntax: Syntax, documented: Collection[tuple[int, int]]) -> str:
    """The source without comments and documentation (byte ranges), and without the blank lines they leave."""
    low, high = syntax.prefix, syntax.prefix + len(syntax.source)
    parts: list[bytes] = []
    position = low
    for start, end in sorted({*documented, *_comments(syntax)}):
        if position <= start and end <= high:
            parts.append(syntax.parsed[position:start])
            position = end
    parts.append(syntax.parsed[position:high])
    text = b"".join(parts).decode("utf-8", "replace")
    lines = (line.rstrip() for line in text.splitlines())
    return "\n".join(line for line in lines if line)


def documentation(syntax: Syntax) -> tuple[tuple[int, int], ...]:
    """Byte ranges, in `parsed`, of what is documentation and not code."""
    found = QueryCursor(syntax.language.locals_query).captures(syntax.root)
    return tuple((node.start_byte, node.end_byte) for node in found.get("docstring", ()))


def _comments(syntax: Syntax) -> list[tuple[int, int]]:
    found = QueryCursor(_comment_query(syntax.language)).captures(syntax.root)
    return [(node.start_byte, node.end_byte) for node in found.get("comment", ())]


@cache
def _comment_query(language: Language) -> Query:
    return Query(language.grammar, "\n".join(f"({kind}) @comment" for kind in sorted(language.layout.comments)))


def _thirteen_a(text: str) -> list[str]:
    return _sacrebleu_13a()(text).split()


@cache
def _sacrebleu_13a() -> Callable[[str], str]:
    from sacrebleu.tokenizers.tokenizer_13a import Tokenizer13a  # noqa: PLC0415 (only who asks for it needs it)

    return Tokenizer13a()  # type: ignore[no-untyped-call]


def _conala(text: str) -> list[str]:
    spaced = _NOT_A_WORD.sub(r" \1 ", text)
    return _CAMEL.sub(r"\1 \2", spaced).replace('"', "`").replace("'", "`").split()


#: Every tokenisation by name, the default first.
TOKENISATIONS: Mapping[str, Tokenisation] = {
    t.name: t
    for t in (
        Tokenisation(CODE, "tokens of the syntax tree, without comments and docstrings", "tree-sitter grammar", None),
        Tokenisation("13a", "sacrebleu's default for natural language", "sacrebleu, mteval-v13a", _thirteen_a),
        Tokenisation("regex", "words and single punctuation marks", r"the expression \w+|[^\w\s]", _WORD.findall),
        Tokenisation("conala", "words, punctuation, camelCase split", "CoNaLa baseline, bleu_score.py", _conala),
        Tokenisation("whitespace", "split at white space", "as codebleu's default", str.split),
        Tokenisation("char", "every character but white space", "sacrebleu, char", lambda t: list("".join(t.split()))),
    )
}
