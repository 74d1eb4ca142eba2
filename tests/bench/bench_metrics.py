"""How fast the metrics are, beside PyPI's `codebleu` and `code-bert-score`: one JSON document; asserts nothing.

    PYTHONPATH=server python tests/bench/bench_metrics.py --peers PEERS/bin/python [--rounds N] [--metrics LIST]

Scores the HumanEval Python and Java dev pairs (3,160; --data for others) on one core, in processes that alternate:
ours, codebleu, code-bert-score, ours, ...  Seconds are CPU time, which others at work on the machine disturb least.
Ours is all metrics of cost `cheap` together, each process new, so that nothing is remembered from an earlier round;
modules and data that are shipped (synonyms) are loaded before the clock starts, as the peers' models are.  Our CodeBLEU
also runs alone, in a process of its own: like against like.  The ratio of a round is taken within it.
`peer_metrics.py` says how to make the peers' environment.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
DATA = HERE.parents[2] / "shared" / "data"
OUR_CODEBLEU = "our code-bleu alone"
SETS = [DATA / f"humaneval-{name}.dev.jsonl.gz" for name in ("python", "java")]


def main() -> None:
    """Run every round and print the result; with --ours, be one of our processes."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--peers", type=Path, help="the Python of an environment that has the peers")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--metrics", default="cheap")
    parser.add_argument("--data", type=Path, nargs="+", default=SETS)
    parser.add_argument("--limit", type=int, default=0, help="at most so many pairs of each file (0: all)")
    parser.add_argument("--ours", type=Path, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "TOKENIZERS_PARALLELISM"):
        os.environ[name] = "false" if name.startswith("TOKEN") else "1"
    if arguments.ours:
        print(json.dumps(ours(arguments.ours, arguments.metrics)))
        return
    with tempfile.TemporaryDirectory(prefix="bench-metrics-") as folder:
        pairs = Path(folder) / "pairs.json"
        pairs.write_text(json.dumps(rows(arguments.data, arguments.limit)), encoding="utf-8")
        rounds = [one_round(pairs, arguments) for _ in range(arguments.rounds)]
    what = {"machine": machine(), "command": command(), "data": [path.name for path in arguments.data]}
    print(json.dumps({**what, **summary(rounds)}, indent=1))


def rows(files: list[Path], limit: int) -> list[list[str]]:
    """Language, candidate and reference of each pair; of a limited number every n-th."""
    found = []
    for path in files:
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            own = [[row["lang"], row["candidate"], row["reference"]] for row in map(json.loads, lines)]
        found += own[:: max(1, len(own) // limit)][:limit] if limit else own
    return found


def one_round(pairs: Path, arguments: argparse.Namespace) -> dict[str, Any]:
    """Ours and each peer once, a process each."""
    here = [sys.executable, __file__, "--ours", str(pairs), "--metrics"]
    found = {"ours": answer([*here, arguments.metrics]), OUR_CODEBLEU: answer([*here, "code-bleu"])}
    for peer in ("codebleu", "code-bert-score") if arguments.peers else ():
        found[peer] = answer([str(arguments.peers), str(HERE / "peer_metrics.py"), str(pairs), peer])
    return found


def answer(command: list[str]) -> dict[str, Any]:
    """The last line a process printed, as the document it is."""
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    if run.returncode:
        raise SystemExit(f"{command[1:3]} failed: {run.stderr[-2000:]}")
    document: dict[str, Any] = json.loads(run.stdout.splitlines()[-1])
    return document


def ours(path: Path, metrics: str) -> dict[str, Any]:
    """Seconds of all metrics together, and of each."""
    from codescore.languages import all_languages
    from codescore.metrics import Pair, compute_pairs

    pairs = [Pair(candidate, (reference,), language) for language, candidate, reference in read(path)]
    for language in all_languages():  # shipped data, queries, modules: what a peer has loaded, too
        compute_pairs(
            [Pair("load = data", (other,), language.id) for other in ("heave = information", "load  = data")],
            metrics=metrics,
        )
    started = time.process_time()
    columns = compute_pairs(pairs, metrics=metrics)
    seconds = time.process_time() - started
    return {
        "pairs": len(pairs),
        "seconds": seconds,
        "metrics": {column.metric: round(column.seconds, 3) for column in columns},
        "without_value": sum(column.failed for column in columns),
    }


def read(path: Path) -> list[tuple[str, str, str]]:
    """The rows of `rows`, from their file."""
    return [(language, candidate, reference) for language, candidate, reference in json.loads(path.read_text("utf-8"))]


def summary(rounds: list[dict[str, Any]]) -> dict[str, Any]:
    """Medians over rounds, and the ratios of each round."""
    peers = [name for name in rounds[0] if name not in ("ours", OUR_CODEBLEU)]
    speed = {
        name: round(statistics.median(r[name]["pairs"] / r[name]["seconds"] for r in rounds), 1) for name in rounds[0]
    }
    ratios: dict[str, list[float]] = {}
    for found in rounds:
        for name in peers:
            ratios.setdefault(name, []).append(round(found[name]["seconds"] / found["ours"]["seconds"], 2))
        if peers:
            both = sum(found[name]["seconds"] for name in peers)
            ratios.setdefault("both peers together", []).append(round(both / found["ours"]["seconds"], 2))
            alone = found["codebleu"]["seconds"] / found[OUR_CODEBLEU]["seconds"]
            ratios.setdefault("codebleu, by our code-bleu alone", []).append(round(alone, 2))
    return {
        "pairs": rounds[0]["ours"]["pairs"],
        "pairs_per_second": speed,
        "times_as_fast_as": {name: {"median": statistics.median(v), "rounds": v} for name, v in ratios.items()},
        "our_metrics_seconds": rounds[-1]["ours"]["metrics"],
        "pair_metrics_without_value": rounds[-1]["ours"]["without_value"],
        "peers": {name: {k: v for k, v in rounds[-1][name].items() if k != "pairs"} for name in peers},
    }


def command() -> str:
    """How it was called, the peers' folder aside."""
    folders = [index + 1 for index, argument in enumerate(sys.argv) if argument == "--peers"]
    given = ["PEERS/bin/python" if i in folders else argument for i, argument in enumerate(sys.argv)][1:]
    return " ".join(["python tests/bench/bench_metrics.py", *given])


def machine() -> dict[str, str]:
    """What it ran on."""
    model = platform.processor() or platform.machine()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.is_file():
        lines = cpuinfo.read_text(encoding="utf-8").splitlines()
        model = next((line.partition(": ")[2] for line in lines if line.startswith("model name")), model)
    return {"python": platform.python_version(), "cpu": model, "cores": "1"}


if __name__ == "__main__":
    main()
