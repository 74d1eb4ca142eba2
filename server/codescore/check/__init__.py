"""What keeps code from compiling: the syntax tree's errors at once, the real compiler's behind them.

`syntax_problems` reads a tree that is there anyway; `Checkers` asks the language's own compiler where it has one.
The stage knows languages only through their contract, and nothing of editors, models or scores.
"""

from __future__ import annotations

from codescore.check.problems import TREE_SITTER, Checkers, syntax_problems

__all__ = ["TREE_SITTER", "Checkers", "syntax_problems"]
