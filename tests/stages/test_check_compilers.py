"""All compilers behind one door: who judged, what they say of themselves, and their end."""

from __future__ import annotations

import threading

import pytest

from codescore.check import TREE_SITTER, Checkers
from codescore.languages import CheckResult, Language, Problem, by_id

PROBLEM = Problem(0, 1, "unexpected `=`", TREE_SITTER)


def python() -> Language:
    found = by_id("python")
    assert found is not None
    return found


def test_the_real_compiler_overrules_the_tree() -> None:
    """Where the compiler answers, its verdict and problems count, whatever the tree thought."""
    with Checkers() as checkers:
        good = checkers.check(python(), b"x = 1", fragment=False, fallback=(PROBLEM,))
        bad = checkers.check(python(), b"return 1", fragment=False)
    assert good.compiles
    assert good.checker.startswith("python 3.")
    assert [p.message for p in bad.problems] == ["'return' outside function"]


def test_a_language_without_a_compiler_is_judged_by_its_tree() -> None:
    """The tree's problems decide, under the tree's name."""
    other = by_id("rust")
    assert other is not None
    with Checkers() as checkers:
        assert checkers.check(other, b"", fragment=False) == CheckResult(True, TREE_SITTER)
        assert checkers.check(other, b"=", fragment=False, fallback=(PROBLEM,)) == CheckResult(
            False, TREE_SITTER, (PROBLEM,)
        )


def test_what_a_compiler_declines_is_judged_by_the_tree() -> None:
    """A 10 MB source is not compiled, which is said once."""
    huge = b"x = 1\n" * 1_700_000
    with Checkers() as checkers:
        assert checkers.check(python(), huge, fragment=False) == CheckResult(True, TREE_SITTER)
        assert not checkers.check(python(), huge, fragment=True, fallback=(PROBLEM,)).compiles
        (notice,) = checkers.notices()
        assert "over 2 MB" in notice
        checkers.check(python(), huge, fragment=False)
        assert checkers.notices() == ()


def test_after_closing_the_tree_decides() -> None:
    """Work that comes late starts no process any more."""
    checkers = Checkers()
    checkers.close()
    assert checkers.check(python(), b"return 1", fragment=False) == CheckResult(True, TREE_SITTER)
    checkers.close()


def test_one_compiler_per_language_whatever_the_threads() -> None:
    """Many threads at once make one compiler."""
    made = []

    class Counting(Checkers):
        def _checker(self, language: Language) -> object:  # type: ignore[override]
            checker = super()._checker(language)
            made.append(id(checker))
            return checker

    with Counting() as checkers:
        work = [threading.Thread(target=lambda: checkers.check(python(), b"x", fragment=False)) for _ in range(16)]
        for thread in work:
            thread.start()
        for thread in work:
            thread.join()
    assert len(made) == 16
    assert len(set(made)) == 1


@pytest.mark.jdk
def test_closing_ends_the_processes() -> None:
    """The javac process is gone when the server is."""
    java = by_id("java")
    assert java is not None
    checkers = Checkers()
    result = checkers.check(java, b"class A { int x = y; }", fragment=False)
    if result.checker == TREE_SITTER:
        pytest.skip(f"no javac to test: {'; '.join(checkers.notices())}")
    daemon = checkers._checkers["java"]._daemon  # type: ignore[union-attr]
    assert daemon.pid is not None
    checkers.close()
    assert daemon.pid is None
    assert checkers.check(java, b"class A { int x = y; }", fragment=False).checker == TREE_SITTER
    assert daemon.pid is None
