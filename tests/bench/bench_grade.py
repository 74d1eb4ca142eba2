"""How fast a class is graded, how much memory that takes, and how fast its page opens: prints one JSON document.

    PYTHONPATH=server python tests/bench/bench_grade.py [--data FILE] [--submissions N] [--references R]

The class is real: students' programs for one question of Refactory (dev half), as many as there are, and beyond that
rewrites of them (table 1, and table 2 for every other one), each text distinct.  References are the instructor's and
students' programs that passed.  Everything runs as a teacher's command does, in processes of its own, with nothing
remembered; memory is the sum of resident sizes over the whole process tree, sampled.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import platform
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

import numpy as np

from codescore.grade.clusters import covered, drawn
from codescore.languages import by_id
from codescore.rewrite import mutate, transform

ROOT = Path(__file__).parents[2]
DATA = ROOT.parent / "shared" / "data" / "refactory.dev.jsonl.gz"
TASK = "refactory/question_1"
_EVERY = 0.1  # seconds between two looks at memory


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--submissions", type=int, default=3000)
    parser.add_argument("--references", type=int, default=3)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        references = build(folder, options)
        arguments = [part for reference in references for part in ("-r", str(reference))]
        command = ["-m", "codescore", "grade", *arguments, str(folder / "class"), "-o", str(folder / "page.html")]
        command += [
            "--cache",
            str(folder / "cache"),
            "--json",
            str(folder / "class.json"),
            "--csv",
            str(folder / "a.csv"),
        ]
        cold = measured(command)
        warm = measured(command)
        for path in sorted((folder / "class").iterdir())[:10]:
            path.write_bytes(path.read_bytes() + b"\n# later\n")
        changed = measured(command)
        record = json.loads((folder / "class.json").read_bytes())
        result = {
            "machine": {
                "cpus": os.cpu_count(),
                "usable": len(os.sched_getaffinity(0)),
                "python": platform.python_version(),
                "load_before": os.getloadavg(),
            },
            "command": "codescore grade -r A -r B -r C class/ -o page.html --json F --csv F",
            "submissions": len(record["students"]),
            "distinct_texts": len({one["graded"]["code"] for one in record["students"]}),
            "references": len(references),
            "verdicts": {one["verdict"]: one["count"] for one in record["counts"]},
            "ideas": len(record["clusters"]),
            "pairs": len(record["duplicates"]),
            "cold": cold,
            "nothing_changed": warm,
            "ten_changed": changed,
            "page_mb": round((folder / "page.html").stat().st_size / 2**20, 2),
            "page": opened(folder / "page.html"),
            "clustering_s": {str(n): clustering(n) for n in (1000, 3000, 5000, 10_000)},
        }
    print(json.dumps(result, indent=1))


def build(folder: Path, options: argparse.Namespace) -> list[Path]:
    """Write the class; returns the paths of its references."""
    with gzip.open(options.data, "rt", encoding="utf-8") as file:
        rows = [json.loads(line) for line in file if TASK in line]
    language = by_id("python")
    texts = dict.fromkeys(row["candidate"].encode() for row in rows)
    seed = 0
    while len(texts) < options.submissions and seed < 100:
        for number, row in enumerate(rows):
            make = mutate if number % 2 else transform
            made = make(language, row["candidate"].encode(), seed=seed)
            if made is not None:
                texts.setdefault(made.code)
        seed += 1
    (folder / "class").mkdir()
    for number, text in enumerate(list(texts)[: options.submissions]):
        (folder / "class" / f"student_{number:05}.py").write_bytes(text)
    passed = [row["candidate"] for row in rows if row["passed"]]
    references = []
    for number, text in enumerate([rows[0]["reference"], *passed][: options.references]):
        references.append(folder / f"reference_{number}.py")
        references[-1].write_text(text)
    return references


def measured(command: list[str]) -> dict[str, float]:
    """Wall seconds, processor seconds and the most memory (MB) of a command with all its processes."""
    environment = os.environ | {"PYTHONPATH": str(ROOT / "server")}
    before = os.times()
    begun = time.perf_counter()
    process = subprocess.Popen([sys.executable, *command], env=environment, stderr=subprocess.DEVNULL)
    most = [0.0]
    done = threading.Event()

    def watch() -> None:
        while not done.wait(_EVERY):
            most[0] = max(most[0], _tree_mb(process.pid))

    thread = threading.Thread(target=watch)
    thread.start()
    code = process.wait()
    seconds = time.perf_counter() - begun
    done.set()
    thread.join()
    assert code == 0, f"the command ended with {code}"
    after = os.times()
    cpu = after.children_user + after.children_system - before.children_user - before.children_system
    return {"wall_s": round(seconds, 2), "cpu_s": round(cpu, 2), "memory_mb": round(most[0])}


def _tree_mb(root: int) -> float:
    """Resident megabytes of a process and all below it."""
    children: dict[int, list[int]] = {}
    sizes: dict[int, int] = {}
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            fields = (entry / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        children.setdefault(int(fields[1]), []).append(int(entry.name))
        sizes[int(entry.name)] = int(fields[21]) * os.sysconf("SC_PAGE_SIZE")
    total, left = 0, [root]
    while left:
        one = left.pop()
        total += sizes.get(one, 0)
        left += children.get(one, [])
    return total / 2**20


def opened(path: Path) -> dict[str, Any]:
    """Seconds until the page's table is there, to sort it, to search it, and to open a comparison; in a browser."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        return {"not measured": "playwright is not installed"}
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page()
        result: dict[str, Any] = {"browser": f"Chromium {browser.version}"}

        def timed(name: str, action: Any, wait: str) -> None:
            begun = time.perf_counter()
            action()
            page.wait_for_selector(wait)
            result[f"{name}_s"] = round(time.perf_counter() - begun, 3)

        timed("open", lambda: page.goto(path.as_uri()), "#map svg circle")
        timed("sort", lambda: page.click("th[data-key=similarity] button"), "th[data-key=similarity][aria-sort]")
        timed("search", lambda: page.fill("#query", "verdict:unlike similarity<0.2"), "#found:has-text(' of ')")
        timed("compare", lambda: page.click("#rows tbody tr button.name"), "#left .line")
        result["heap_mb"] = round(page.evaluate("performance.memory.usedJSHeapSize") / 2**20)
        browser.close()
    return result


def clustering(count: int) -> dict[str, float]:
    """Seconds for ideas and map of so many submissions; `apart` is the worst case, where nobody is like anybody."""
    random = np.random.default_rng(0)
    centres = random.normal(size=(40, 256))
    near = (centres[random.integers(0, 40, count)] * 3 + random.normal(size=(count, 256))).astype(np.float32)
    apart = random.normal(size=(count, 256)).astype(np.float32)
    seconds = {}
    for name, rows in (("classes", near), ("apart", apart)):
        unit = rows / np.linalg.norm(rows, axis=1, keepdims=True)
        begun = time.perf_counter()
        covered(unit)
        drawn(unit)
        seconds[name] = round(time.perf_counter() - begun, 2)
    return seconds


if __name__ == "__main__":
    main()
