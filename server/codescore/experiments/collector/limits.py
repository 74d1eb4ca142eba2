"""How much may come from whom: a bucket of allowance for each sender, refilled over time.

Knows seconds and amounts, no requests.  The clock is given, so that tests turn it.  The senders of longest ago are
forgotten: strangers cannot fill the memory with addresses.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

_MOST_SENDERS = 10_000


@dataclass(frozen=True, slots=True)
class Rate:
    """`each_second` on average, and up to `burst` at once."""

    each_second: float
    burst: float


class Limiter:
    """Allowances by sender under one rate."""

    def __init__(self, rate: Rate, clock: Callable[[], float]) -> None:
        self.rate = rate
        self._clock = clock
        self._held: OrderedDict[str, tuple[float, float]] = OrderedDict()  # what was left, and when

    def wait(self, sender: str, amount: float = 1.0) -> float:
        """Take an amount: 0 where it may pass, else the seconds after which it may (nothing is taken then).

        More than a full bucket holds passes when the bucket is full, and leaves it empty.
        """
        now = self._clock()
        left = self._left(sender, now)
        needed = min(amount, self.rate.burst)
        if left < needed:
            return (needed - left) / self.rate.each_second
        self._held[sender] = (left - needed, now)
        self._held.move_to_end(sender)
        if len(self._held) > _MOST_SENDERS:
            self._held.popitem(last=False)
        return 0.0

    def _left(self, sender: str, now: float) -> float:
        left, since = self._held.get(sender, (self.rate.burst, now))
        return min(self.rate.burst, left + (now - since) * self.rate.each_second)
