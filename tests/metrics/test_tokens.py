"""Tokenisations: what each makes of code, and that a signature always names the one that was used."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codescore.foundation.errors import InputError
from codescore.metrics import Context, Pair, make, names
from codescore.metrics.prepared import prepare
from codescore.metrics.tokens import TOKENISATIONS, check_name, used

PYTHON = 'def f(aB):\n    """What."""\n    # why\n    return f"x{aB}" + \'é\'  # so\n'
JAVA = 'int f(int a) { /* why */ return a+++"s"; } // so\n'

EXPECTED = {
    ("python", "code"): ["def", "f", "(", "aB", ")", ":", "return", 'f"x{aB}"', "+", "'é'"],
    ("java", "code"): ["int", "f", "(", "int", "a", ")", "{", "return", "a", "++", "+", '"s"', ";", "}"],
    ("java", "regex"): [
        "int",
        "f",
        "(",
        "int",
        "a",
        ")",
        "{",
        "/",
        "*",
        "why",
        "*",
        "/",
        "return",
        "a",
        "+",
        "+",
        "+",
        '"',
        "s",
        '"',
        ";",
        "}",
        "/",
        "/",
        "so",
    ],
    ("java", "whitespace"): ["int", "f(int", "a)", "{", "/*", "why", "*/", "return", 'a+++"s";', "}", "//", "so"],
    ("python", "conala"): [
        "def",
        "f",
        "(",
        "a",
        "B",
        ")",
        ":",
        "`",
        "`",
        "`",
        "What",
        ".",
        "`",
        "`",
        "`",
        "#",
        "why",
        "return",
        "f",
        "`",
        "x",
        "{",
        "a",
        "B",
        "}",
        "`",
        "+",
        "`",
        "é",
        "`",
        "#",
        "so",
    ],
}


@pytest.mark.parametrize(("language", "tokens"), EXPECTED)
def test_each_tokenisation_splits_as_it_says(language: str, tokens: str) -> None:
    """Trees know operators and strings; comments and docstrings are no code; the others read raw text."""
    text = PYTHON if language == "python" else JAVA
    assert list(prepare(text, language).tokens(tokens)) == EXPECTED[language, tokens]


def test_metrics_on_characters_leave_comments_out_with_code_tokens() -> None:
    """Comments, docstrings and the lines they leave blank are gone; indentation stays."""
    assert prepare(PYTHON, "python").without_comments == "def f(aB):\n    return f\"x{aB}\" + 'é'"
    assert prepare(JAVA, "java").without_comments == 'int f(int a) {  return a+++"s"; }'
    assert prepare(PYTHON, "python").characters("regex") == PYTHON


def test_a_fragment_that_is_completed_for_parsing_has_no_foreign_tokens() -> None:
    """A constructor by itself is parsed inside a class; the class is not part of it."""
    tokens = prepare("Point(int x) { this.x = x; // set\n }", "java").tokens("code")
    assert tokens == ("Point", "(", "int", "x", ")", "{", "this", ".", "x", "=", "x", ";", "}")


def test_broken_code_has_tokens() -> None:
    """What does not parse is split all the same, to the last character."""
    assert prepare("def f(:\n  x = = 3 ¤", "python").tokens("code") == ("def", "f", "(", ":", "x", "=", "=", "3", "¤")


@given(st.text(alphabet="ab1 ='\"#\n\t(){}/*\\é日", max_size=60), st.sampled_from(["python", "java"]))
def test_no_token_is_made_up(text: str, language: str) -> None:
    """Every tree token stands in the source, in order."""
    position = 0
    for token in prepare(text, language).tokens("code"):
        position = text.index(token, position) + len(token)


def test_without_a_grammar_code_tokens_are_words_and_the_signature_says_so() -> None:
    """Nothing is guessed: a language without a grammar is split by `regex`, named so."""
    (bleu,) = make(["bleu"], Context("code"))
    assert used("code", "cobol") == "regex"
    assert bleu.settings("cobol")["tok"] == "regex"
    assert bleu.settings("python")["tok"] == "code"
    assert prepare("MOVE A TO B.", "cobol").tokens("code") == ("MOVE", "A", "TO", "B", ".")


def test_whoever_depends_on_tokens_or_text_names_them() -> None:
    """Two tokenisations give a metric two signatures, or none of them matters to it."""
    cheap = [name for name in names() if make([name], Context())[0].cost == "cheap"]
    for name in cheap:
        told = {tuple(make([name], Context(tokens))[0].settings("python").items()) for tokens in ("code", "regex")}
        one, other = (make([name], Context(tokens))[0] for tokens in ("code", "regex"))
        if len(told) == 1:
            pair = [Pair("def f(aBc):\n    return aBc  # one\n", ("def f(aBc): return aBc",), "python")]
            assert one.scores(pair) == other.scores(pair), name


def test_an_unknown_tokenisation_is_refused_with_the_nearest_name() -> None:
    """A typing error is one line."""
    with pytest.raises(InputError, match=r"unknown tokenisation 'witespace'.*did you mean whitespace"):
        check_name("witespace")
    assert next(iter(TOKENISATIONS)) == "code"
