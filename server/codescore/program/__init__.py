"""A tree → a program with meaning: its terms, their normal form, and its statements as rows.

Between `syntax` and all that compares.  Knows no score and no file; what nodes mean is the language's data.
"""

from __future__ import annotations

from codescore.program.expressions import order
from codescore.program.program import Program, program_of
from codescore.program.rows import StatementRow, words_of
from codescore.program.term import Term

#: Changes whenever a normal form, or what decides on one, may change; it enters signatures.
VERSION = "3"

__all__ = ["VERSION", "Program", "StatementRow", "Term", "order", "program_of", "words_of"]
