"""The compilers of all languages, each made when first needed; the syntax tree's verdict where one cannot answer.

What a compiler holds against code is its language's business (`languages/<lang>/check/`); what it costs to ask, and
whether to ask, the caller's.  Knows nothing of trees, units or documents.
"""

from __future__ import annotations

import threading

from codescore.languages import Checker, CheckResult, Language, Problem

TREE_SITTER = "tree-sitter"


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
