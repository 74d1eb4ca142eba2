"""What evidence says of two programs of one language, whose functions answer each other by name."""

from __future__ import annotations

from codescore.evidence.contract import Evidence
from codescore.evidence.options import Options
from codescore.evidence.session import EvidenceSession
from codescore.languages import by_id
from tests.evidence.answers import answers


def judged(session: EvidenceSession, language: str, candidate: str, reference: str) -> Evidence:
    options = Options(budget=2.0, pairs=answers(language, candidate, reference))
    return session.judge(candidate, reference, by_id(language), options)
