"""How fast a collector takes events: many participants over HTTP, SQLite and a real PostgreSQL behind it.

    python tests/bench/bench_collector.py [--participants 2000] [--events 100] [--batch 100] [--json FILE]

A collector process, as a lab runs it, on this machine's loopback; participants send from four processes, each batch
waiting for its confirmation, so that client, collector and database share the cores.  A study's day is 1,000 events of
each of 2,000 participants; here each sends `--events`, and everything is counted afterwards.  `rate` is events
confirmed in a second, `batch` the time of one request in milliseconds, `day_seconds` how long the whole day's 2,000,000
events take at that rate.
"""

from __future__ import annotations

import argparse
import http.client
import json
import multiprocessing
import os
import platform
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

REPOSITORY = Path(__file__).parents[2]
sys.path[:0] = [str(REPOSITORY), str(REPOSITORY / "server")]

from codescore.experiments import events  # noqa: E402  found through the line above
from codescore.experiments.collector.batches import body_of  # noqa: E402
from codescore.experiments.collector.database import Database  # noqa: E402
from tests.bench.bench_lsp import summary  # noqa: E402
from tests.experiments.collector.postgres import Cluster, programs  # noqa: E402
from tests.experiments.collector.samples import shown  # noqa: E402

DAY = 2_000 * 1_000
SENDERS = 4
KIND = {"Content-Type": "application/x-ndjson"}


def send(job: tuple[str, list[tuple[int, str]], int, int]) -> tuple[int, list[float]]:
    """Some participants' days, one after the other in small turns; new events, and seconds of each request."""
    url, participants, count, batch = job
    parts = urlsplit(url)
    connection = http.client.HTTPConnection(parts.hostname or "", parts.port)
    new, took = 0, []
    for start in range(0, count, batch):
        for number, token in participants:
            numbers = range(start, min(start + batch, count))
            lines = [events.encode(shown(n, f"p{number}", study="bench", session=f"s{number}")) for n in numbers]
            name, body = body_of(lines)
            headers = {
                "Authorization": f"Bearer {token}",
                "Content-Type": "application/x-ndjson",
                "Idempotency-Key": name,
            }
            begun = time.perf_counter()
            connection.request("POST", "/v1/events", body, headers)
            response = connection.getresponse()
            said = json.loads(response.read())
            took.append(time.perf_counter() - begun)
            if response.status != 200:
                raise SystemExit(f"{response.status}: {said}")
            new += said["new"]
    return new, took


def measure(database: str, participants: int, count: int, batch: int) -> dict[str, Any]:
    """One backend."""
    opened = Database(database)
    tokens = [(number, opened.invite(f"P{number}")) for number in range(participants)]
    command = [
        sys.executable,
        "-m",
        "codescore",
        "experiment",
        "collect",
        "serve",
        "--port",
        "0",
        "--database",
        database,
    ]
    environment = {**os.environ, "PYTHONPATH": str(REPOSITORY / "server")}
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environment) as process:
        assert process.stderr is not None
        found = re.search(r"collecting on (\S+) into", process.stderr.readline())
        assert found, process.stderr.read()
        jobs = [(found[1], tokens[k::SENDERS], count, batch) for k in range(SENDERS)]
        begun = time.perf_counter()
        with multiprocessing.get_context("spawn").Pool(SENDERS) as pool:
            done = pool.map(send, jobs, chunksize=1)
        seconds = time.perf_counter() - begun
        process.terminate()
    kept = sum(1 for _ in opened.documents())
    opened.close()
    total = sum(new for new, _ in done)
    assert total == kept == participants * count, f"{total} confirmed, {kept} kept, {participants * count} sent"
    rate = total / seconds
    return {
        "events": total,
        "seconds": round(seconds, 1),
        "rate": round(rate),
        "batch": summary([t for _, took in done for t in took]),
        "day_seconds": round(DAY / rate),
    }


def main() -> None:
    """Measure and print, or write, one JSON document."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--participants", type=int, default=2_000)
    parser.add_argument("--events", type=int, default=100)
    parser.add_argument("--batch", type=int, default=100)
    parser.add_argument("--json", type=Path)
    arguments = parser.parse_args()
    load = os.getloadavg()[0]
    size = (arguments.participants, arguments.events, arguments.batch)
    made: dict[str, Any] = {
        "machine": {"cpus": os.cpu_count(), "platform": platform.platform(), "python": platform.python_version()},
        "load": round(load, 1),
        "participants": arguments.participants,
        "events_each": arguments.events,
        "batch_events": arguments.batch,
    }
    with tempfile.TemporaryDirectory() as folder:
        made["sqlite"] = measure(f"sqlite:///{folder}/events.db", *size)
    if programs() is None:
        print("NO POSTGRESQL: apt-get install postgresql; only SQLite was measured", file=sys.stderr)
    else:
        cluster = Cluster()
        try:
            made["postgresql"] = measure(cluster.url, *size)
        finally:
            cluster.close()
    made["load_after"] = round(os.getloadavg()[0], 1)
    text = json.dumps(made, indent=2)
    if arguments.json is not None:
        arguments.json.write_text(text + "\n", encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()
