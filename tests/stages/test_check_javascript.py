"""JavaScript judged by Node's own parser: files, modules, fragments, and what must not be taken for any of them."""

from __future__ import annotations

import shutil
from collections.abc import Iterator

import pytest

from codescore.check import Checkers
from codescore.languages import Checker, by_id
from codescore.languages.daemon import Daemon
from codescore.languages.javascript.check.checker import NO_NODE, JavaScriptChecker, tool

needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="NO NODE: JavaScript was not compiled")


@pytest.fixture(scope="module")
def node() -> Iterator[Checker]:
    made = JavaScriptChecker()
    yield made
    made.close()


@needs_node
@pytest.mark.parametrize(
    "source",
    [
        "function f(a) { return a?.b ?? 1 }",
        "return require('fs')",  # the body of a CommonJS module
        "import x from 'y'; export const z = await x;",
        "#!/usr/bin/env node\nrun()",
        "",
        "process.exit(1); while (true);",  # compiled, never run
        'const text = `${`a`}`, pattern = /[/"]/u;',
    ],
)
def test_files_that_compile(node: Checker, source: str) -> None:
    """Scripts and modules, as Node itself reads them."""
    found = node.check(source.encode(), fragment=False)
    assert found is not None
    assert (found.compiles, found.problems) == (True, ())
    assert found.checker.startswith("node ")


@needs_node
@pytest.mark.parametrize(
    ("source", "marked", "said"),
    [
        ("function f(a { }", "{", "Unexpected token '{'"),
        ("let é = 1;\nlet é = 2;", "é", "Identifier 'é' has already been declared"),
        (
            "import 'x';\nexport function f() { with (a) {} }",
            "with",
            "Strict mode code may not include a with statement",
        ),
        ("get x() { return 1 }", "x", "Unexpected identifier 'x'"),
        ("const a = <b/>; }", "<", "Unexpected token '<'"),
    ],
)
def test_errors_say_what_and_where(node: Checker, source: str, marked: str, said: str) -> None:
    """In bytes of the source; what a tree cannot know (two declarations of a name) too."""
    found = node.check(source.encode(), fragment=False)
    assert found is not None
    (problem,) = found.problems
    assert found.compiles is False
    assert problem.message == said
    assert source.encode()[problem.start : problem.end].decode().startswith(marked)


@needs_node
@pytest.mark.parametrize(
    ("fragment", "compiles"),
    [
        ("get x() { return super.x }", True),
        ("await later(); yield 1; continue;", True),
        ("return 1", True),
        ("init: function (a) { return a }", True),
        ("{ a: 1, b() {} }", True),
        ("} function g() {", False),  # breaks out of whatever is put around it
        ("} } function g() { {", False),
        (") + (", False),
    ],
)
def test_fragments_may_lack_what_was_around_them(node: Checker, fragment: str, compiles: bool) -> None:
    """A member of a class, statements of a loop or an asynchronous function; not what closes what it never opened."""
    found = node.check(fragment.encode(), fragment=True)
    assert found is not None
    assert found.compiles is compiles


@needs_node
def test_what_is_nested_too_deeply_is_an_error_and_the_next_is_judged(node: Checker) -> None:
    """The parser's stack is no limit of ours."""
    found = node.check(b"(" * 100_000, fragment=False)
    assert found is not None
    assert found.problems[0].message == "nested too deeply for the compiler"
    again = node.check(b"let a = 1", fragment=False)
    assert again is not None
    assert again.compiles


@needs_node
def test_elements_are_left_to_the_tree(node: Checker) -> None:
    """Node cannot read JSX: nothing is said, rather than something wrong."""
    assert node.check(b"const a = <b>{c}</b>;", fragment=False) is None


def test_without_node_the_tree_judges_and_it_is_said() -> None:
    """Once, with the remedy."""
    language = by_id("javascript")
    assert language is not None
    checker = JavaScriptChecker(Daemon(tool(), list))
    assert checker.check(b"let a = 1", fragment=False) is None
    assert checker.notices() == (NO_NODE,)
    with Checkers() as checkers:
        checkers._checkers[language.id] = checker
        assert checkers.check(language, b"let a = 1", fragment=False).checker == "tree-sitter"
