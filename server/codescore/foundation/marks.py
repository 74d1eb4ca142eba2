"""The marks of what is said of a program, one table for all interfaces; they mean the same without colour.

Neighbours: `cli.terminal`, `lsp.describe` and `reports.class_page` show them.
"""

from __future__ import annotations

RIGHT, WRONG, CONDITIONAL, UNKNOWN = "✓", "✗", "~", "?"
#: Of a standing's answer: also where it is neither right nor wrong, and where nobody knows.
MARKS = {"right": RIGHT, "wrong": WRONG, "conditional": CONDITIONAL, "unknown": UNKNOWN}
#: Of a submission in a class, which is told more of.
OF_SUBMISSION = {
    "behaves": RIGHT,
    "alike": "≈",
    "unlike": "≠",
    "differs": WRONG,
    "conditional": CONDITIONAL,
    "insufficient": UNKNOWN,
    "missing": "∅",
    "broken": "!",
    "untouched": "○",
    "unknown": UNKNOWN,
}
