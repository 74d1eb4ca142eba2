"""C's compiler as a checker: gcc behind the same wall, asked in the same way as g++ (`languages/cpp/check`).

What gcc takes with a warning compiles, but for a function that is called and stands nowhere: neither in the text nor in
the headers of the standard library and of POSIX, which are guessed.  It would not link.  A function that is declared
by its first call and defined further down runs.  Nothing of the code is ever run.
"""

from __future__ import annotations

import re

import tree_sitter
import tree_sitter_c

from codescore.languages.cpp.check.checker import CppChecker
from codescore.languages.cpp.check.compiler import ALL, Compiler, Dialect, Error

NO_COMPILER = "no gcc found: C is judged by tree-sitter only; install it (e.g. Debian package gcc)"
_HEADERS = """
assert.h complex.h ctype.h errno.h fenv.h float.h inttypes.h iso646.h limits.h locale.h math.h setjmp.h signal.h
stdarg.h stdbool.h stddef.h stdint.h stdio.h stdlib.h string.h time.h uchar.h wchar.h wctype.h
fcntl.h pthread.h strings.h sys/stat.h sys/time.h sys/types.h sys/wait.h unistd.h
"""  # of the standard library, then of POSIX
C = Dialect(
    program="gcc",
    kind="c",
    language="C",
    options=("-std=gnu17", "-Werror=implicit-function-declaration"),
    headers={ALL: "".join(f"#include <{name}>\n" for name in _HEADERS.split())},
    absent=NO_COMPILER,
)
_IMPLICIT = re.compile(r"implicit declaration of function `(\w+)`")
_GRAMMAR = tree_sitter.Language(tree_sitter_c.language())
_DEFINED = tree_sitter.Query(
    _GRAMMAR, "(function_definition declarator: (_ declarator: (identifier) @name))"
)  # what gives a number: one that gives a pointer cannot be declared by its call


class CChecker(CppChecker):
    """`Checker` by gcc; judges nothing where there is none, or no wall to run it behind."""

    def __init__(self, compiler: Compiler | None = None) -> None:
        super().__init__(compiler or Compiler(dialect=C), _GRAMMAR, (("void __codescore__(void) {\n", "\n}"),))

    def _errors(self, text: str, headers: tuple[str, ...]) -> list[Error] | None:
        found = super()._errors(text, headers)
        if not found or not any(_IMPLICIT.search(error.message) for error in found):
            return found
        later = _defined(text)
        return [error for error in found if not ((name := _IMPLICIT.search(error.message)) and name[1] in later)]


def new_checker() -> CChecker:
    """A checker whose compiler is looked for with the first check."""
    return CChecker()


def _defined(text: str) -> frozenset[str]:
    """The functions that a text defines."""
    root = tree_sitter.Parser(_GRAMMAR).parse(text.encode()).root_node
    names = tree_sitter.QueryCursor(_DEFINED).captures(root).get("name", ())
    return frozenset(node.text.decode() for node in names if node.text)
