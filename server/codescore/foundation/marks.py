"""The marks of what is said of a program, and its words where neither yes nor no: one table for all interfaces.

The marks mean the same without colour.

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
#: What running showed where that is neither the same nor another thing.
CONDITIONALLY, TOO_LITTLE = "the same under a condition", "not enough evidence"
#: Of a submission, in words.
NAMES = {
    "behaves": "behaves like the reference",
    "alike": "like a reference",
    "unlike": "unlike the references",
    "differs": "behaves differently",
    "conditional": CONDITIONALLY,
    "insufficient": TOO_LITTLE,
    "missing": "something missing",
    "broken": "does not compile",
    "untouched": "as handed out",
    "unknown": "could not be judged",
}
