"""What a reference's text promises of its inputs in a sentence that nobody here can read: `exactly one pair exists`.

Inputs were not made to keep it, and may all break it.  Where two programs agree on some of them the others may be those
that do: what differs makes a verdict conditional, which quotes the sentence.  Pure.  Neighbours: `languages.left_open`
(finds such sentences), `evidence.promising` (asks, after what can be read).
"""

from __future__ import annotations

import re
from collections.abc import Callable

from codescore.evidence.boundaries import told
from codescore.evidence.case import Case
from codescore.evidence.compare import OPAQUE
from codescore.evidence.verdicts import Findings
from codescore.languages.execution import Entry

_SHARE, _ENOUGH = 0.05, 3  # of the inputs that both answer so many agree at least, with so many answers
_WHOLE = re.compile(r"\b(?:an?|each|every|is|are) (?:complete|well-formed|finished)\b", re.IGNORECASE)
_SAID = "it is not known whether {!r} holds"


def leave_unread(findings: Findings, idle: Callable[[list[Case]], int]) -> None:
    """Leave open what differs where the reference's text promises something that was not read.

    Not where the inputs on which the two agree leave a part of the reference `idle`: who fails on all lists of two
    things agrees on those of one.
    """
    sentence = unread(findings.cases.entry)
    if not sentence or not findings.differences:
        return
    pairs = [pair for pair in findings.pairs if pair[0].place == "inside" and pair[2] != OPAQUE]
    agreed = [case for case, _, aspect in pairs if not aspect]
    same = {told(case.expected) for case in agreed if case.expected.how == "return"}
    if len(same) >= _ENOUGH and len(agreed) >= _SHARE * len(pairs):
        if not idle(agreed):
            findings.leave_open(sentence, _SAID)
    elif _WHOLE.search(sentence):
        findings.unknown = sentence  # chance hardly ever makes one


def unread(entry: Entry) -> str:
    """The first promise in the text of an entry, or of its methods, of which no assumption is a part; "" for none."""
    if entry.members:
        return next(filter(None, map(unread, entry.members)), "")
    quotes = [one.because.partition(" says ")[2].strip("'\"").lower() for one in entry.assumptions]
    for sentence in "".join(entry.left_open[3:]).splitlines():
        if not any(quote and quote in sentence.lower() for quote in quotes):
            return sentence
    return ""
