"""Java objects that no constructor makes: a static method where constructors are private, and the constants of an
enumeration."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from codescore.evidence.options import Options
from codescore.evidence.session import EvidenceSession
from codescore.languages import by_id
from tests.evidence.answers import answers
from tests.evidence.java.run import needs_java

pytestmark = needs_java
MONEY = """\
public final class Money {
    private final long cents;
    private final String currency;

    private Money(long cents, String currency) {
        this.cents = cents;
        this.currency = currency;
    }

    public static Money of(long units, int cents, String currency) {
        return new Money(units < 0 ? units * 100 - cents : units * 100 + cents, currency);
    }

    public Money plus(Money other) {
        if (!currency.equals(other.currency)) {
            throw new IllegalArgumentException("currencies differ");
        }
        return new Money(cents + other.cents, currency);
    }

    @Override
    public String toString() {
        return cents + " " + currency;
    }
}
"""
TURNED = (
    MONEY.replace("private Money(long cents, String currency)", "private Money(String currency, long cents)")
    .replace(": units * 100 + cents, currency)", ": units * 100 + cents)")
    .replace("new Money(units", "new Money(currency, units")
    .replace("new Money(cents + other.cents, currency)", "new Money(currency, cents + other.cents)")
)
LIGHT = """\
public enum Light {
    RED(30), GREEN(25), YELLOW(5);

    private final int seconds;

    Light(int seconds) {
        this.seconds = seconds;
    }

    public Light next() {
        return values()[(ordinal() + 1) % values().length];
    }

    public int secondsFor(int rounds) {
        return rounds * seconds;
    }
}
"""


@pytest.fixture(scope="module")
def session() -> Iterator[EvidenceSession]:
    with EvidenceSession() as made:
        yield made


@pytest.mark.sandbox
@pytest.mark.parametrize(
    ("reference", "candidate", "verdict", "text"),
    [
        (MONEY, TURNED, "equivalent", ""),
        (MONEY, MONEY.replace("units * 100 - cents", "units * 100 + cents"), "differs", "Money a = Money.of("),
        (MONEY, MONEY.replace("cents + other.cents", "cents"), "differs", "a.plus(Money.of("),
        (LIGHT, LIGHT.replace("rounds * seconds", "seconds * rounds"), "equivalent", ""),
        (LIGHT, LIGHT.replace("YELLOW(5)", "YELLOW(6)"), "differs", "Light a = Light.YELLOW; a.secondsFor("),
    ],
)
def test_what_makes_an_object_need_be_no_constructor(
    session: EvidenceSession, reference: str, candidate: str, verdict: str, text: str
) -> None:
    """Nothing was run of such classes, and of an enumeration only its first constant."""
    options = Options(budget=2.0, pairs=answers("java", candidate, reference))
    found = session.judge(candidate, reference, by_id("java"), options)
    assert found.verdict == verdict, found.reason
    assert found.counterexample is None or text in found.counterexample.input
