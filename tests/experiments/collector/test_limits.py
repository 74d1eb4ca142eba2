"""Allowances over time, with a clock that the tests turn."""

from __future__ import annotations

from codescore.experiments.collector.limits import Limiter, Rate


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_a_burst_passes_and_then_the_rate_holds():
    """What was saved up passes at once; after that each second gives what the rate says."""
    clock = Clock()
    limiter = Limiter(Rate(each_second=2, burst=10), clock)
    assert [limiter.wait("a") for _ in range(10)] == [0] * 10
    assert limiter.wait("a") == 0.5
    clock.now += 0.5
    assert limiter.wait("a") == 0
    assert limiter.wait("a") > 0
    assert limiter.wait("b") == 0  # each sender for themselves
    clock.now += 3600
    assert [limiter.wait("a") for _ in range(11)].count(0) == 10


def test_a_refusal_takes_nothing():
    """Asking too early does not push the moment back."""
    clock = Clock()
    limiter = Limiter(Rate(1, 5), clock)
    limiter.wait("a", 5)
    assert [limiter.wait("a", 2) for _ in range(100)] == [2.0] * 100
    clock.now += 2
    assert limiter.wait("a", 2) == 0


def test_more_than_a_bucket_holds_passes_when_it_is_full():
    """A batch larger than the allowance is late, not impossible."""
    clock = Clock()
    limiter = Limiter(Rate(1, 5), clock)
    assert limiter.wait("a", 500) == 0
    assert limiter.wait("a", 500) == 5


def test_strangers_do_not_fill_the_memory():
    """A hundred thousand addresses leave at most ten thousand behind."""
    clock = Clock()
    limiter = Limiter(Rate(1, 5), clock)
    for number in range(100_000):
        limiter.wait(str(number))
    assert len(limiter._held) <= 10_000
