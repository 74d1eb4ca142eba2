"""How many events a second the store takes, one at a time and in batches, from one process and from two.

`python -m tests.bench.experiment_store` prints a table; EXPERIMENTS.md holds what was measured.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from pathlib import Path

from codescore.experiments.events import Content, Judgement, Shown
from codescore.experiments.store import Store

EVENTS = 20_000


def event(number: int, name: str) -> Shown:
    return Shown(
        id=f"{name}-{number:032}", suggestion=f"{name}-{number // 4:032}", at_ms=1_700_000_000_000 + number,
        session="w" * 32, mono_ms=number, study="bench", arm="badge", participant="p-01", provider="provider",
        model="a-model-1.5b", language="language", document="d" * 32, latency_ms=200, trigger="automatic", badge=True,
        offered=Content(chars=240, lines=6, hash="0" * 32), replaced=Content(chars=80, lines=2, hash="1" * 32),
        verdict=Judgement(against="replaced", score=1, similarity=0.91, probability=0.8, compiles=True, signature="s"),
    )  # fmt: skip


def fill(path: Path, name: str, batch: int) -> list[float]:
    """Append EVENTS events; gives the seconds of each append."""
    events = [event(number, name) for number in range(EVENTS)]
    seconds = []
    with Store.open(path) as store:
        for start in range(0, EVENTS, batch):
            begun = time.perf_counter()
            store.append(events[start : start + batch])
            seconds.append(time.perf_counter() - begun)
    return seconds


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        for batch in (1, 20, 1_000):
            path = Path(folder) / f"{batch}.db"
            Store.create(path).close()
            seconds = sorted(fill(path, "a", batch))
            rate, late = EVENTS / sum(seconds), 1_000 * seconds[int(0.99 * (len(seconds) - 1))]
            print(f"batches of {batch:5,}: {rate:9,.0f} events/s, p99 of an append {late:7.2f} ms, "
                  f"{path.stat().st_size / EVENTS:,.0f} bytes an event")  # fmt: skip
        path = Path(folder) / "two.db"
        Store.create(path).close()
        begun = time.perf_counter()
        command = [sys.executable, "-m", "tests.bench.experiment_store", str(path)]
        both = [subprocess.Popen([*command, name]) for name in "ab"]
        assert [process.wait() for process in both] == [0, 0]
        rate = 2 * EVENTS / (time.perf_counter() - begun)
        print(f"two writers, one at a time: {rate:9,.0f} events/s together, with their start")


if __name__ == "__main__":
    if len(sys.argv) > 2:
        fill(Path(sys.argv[1]), sys.argv[2], 1)
    else:
        main()
