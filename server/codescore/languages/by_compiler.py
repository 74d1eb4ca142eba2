"""What checkers that ask a compiler have in common: which sources they take, and what they say of themselves.

Knows no language.  Neighbours: `daemon` (a compiler's warm process), the `check` folders of the languages.
"""

from __future__ import annotations

from collections.abc import Iterable

from codescore.languages.daemon import Daemon
from codescore.languages.protocols import CheckResult, Problem


class ByCompiler:
    """`Checker` but for `judged`; `compiler` is what messages call it, `most` how many bytes it is given."""

    def __init__(self, compiler: str, most: int) -> None:
        self._most = most
        self._too_large = f"sources over {most // 1_000_000} MB are judged by tree-sitter, not by {compiler}"
        self._notices: dict[str, None] = {}

    @property
    def name(self) -> str:
        """The compiler and its release, as reports call it."""
        raise NotImplementedError

    def check(self, source: bytes, *, fragment: bool) -> CheckResult | None:
        """Compile a file or a fragment; None where the compiler cannot answer."""
        if len(source) > self._most:
            self._notices[self._too_large] = None
            return None
        try:
            text = source.decode("utf-8")
        except UnicodeDecodeError as error:
            problem = Problem(error.start, error.end, "not valid UTF-8", self.name)
            return CheckResult(False, self.name, (problem,))
        return self.judged(text, source, fragment=fragment)

    def judged(self, text: str, source: bytes, *, fragment: bool) -> CheckResult | None:
        """What the compiler says of a source that is text."""
        raise NotImplementedError

    def told(self) -> Iterable[str]:
        """What the compiler's own process had to say."""
        return ()

    def notices(self) -> tuple[str, ...]:
        """What is missing or went wrong so far, each thing once."""
        return (*self._notices, *self.told())

    def close(self) -> None:
        """Release what is held; the next `check` gets it again."""


class ByDaemon(ByCompiler):
    """One that a warm process answers.  Thread-safe: requests queue up."""

    def __init__(self, compiler: str, most: int, daemon: Daemon) -> None:
        super().__init__(compiler, most)
        self._compiler = compiler
        self._daemon = daemon

    @property
    def name(self) -> str:
        """`node 20`; without the release before the first answer."""
        return f"{self._compiler} {self._daemon.feature}" if self._daemon.feature else self._compiler

    @property
    def where(self) -> str | None:
        """What runs the compiler; None before the first answer."""
        return self._daemon.runtime

    def told(self) -> Iterable[str]:
        return self._daemon.notices()

    def close(self) -> None:
        self._daemon.close()
