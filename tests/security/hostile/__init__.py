"""Hostile programs, in one place: what each tries, against which reference, and what may come out.

All are wrong or want something that is not theirs, so none may be called `equivalent`; after each an honest program
must be judged as ever.  `python_lies`, `python_limits`, `python_classes` and `java` hold programs that are judged
beside a reference, `python_escapes` and `java_escapes` programs that are run by themselves.  Data;
`tests.security.table` runs them.
"""

from __future__ import annotations

import textwrap
from dataclasses import dataclass

#: What may come of a wrong program that claims to be right.
CAUGHT = frozenset({"differs", "crash", "timeout"})
#: The same where it manages to withhold what would show that it is wrong.
NOT_TOLD = CAUGHT | {"insufficient", "untested"}


@dataclass(frozen=True, slots=True)
class Hostile:
    """One program: `tries` in a line, the reference's key, the verdicts that may come out."""

    name: str
    tries: str
    against: str
    source: str
    may: frozenset[str] = CAUGHT


def hostile(name: str, tries: str, against: str, source: str, may: frozenset[str] = CAUGHT) -> Hostile:
    """One program, its text dedented."""
    return Hostile(name, tries, against, textwrap.dedent(source).lstrip("\n"), may)
