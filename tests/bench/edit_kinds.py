"""Small edits of real functions by kind: how many of those that change what a function does are noticed, and how many
harmless ones are called different.  Both are found by running: each edited function beside the one it was made from.

    python -m tests.bench.edit_kinds --labelled edits.jsonl --seconds 1200 --out tests/bench/results/edits.json

An edit *differs* where the two gave different results on some input, inside or outside of what the task seems to
assume; it is *harmless* where as many inputs as evidence asks for gave the same.  What was run is kept in the file
given by `--labelled`, and not run again.  Noticed is what scores 0.  Functions are the references of the development
halves; those of `fit` are what the weights in `score/remainder.json` were fitted on, those of `check` were not seen.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from codescore.engine import ScoreOptions, Session, compare, make_source
from codescore.evidence.options import Options
from codescore.evidence.session import EvidenceSession
from codescore.languages import by_id
from tests.bench.edits import KINDS, edited
from tests.bench.evidence_bars import load

SETS = ("humaneval-python", "mbpp-python", "humaneval-java")
DIFFERENT = ("differs", "timeout", "crash")


def half(task: str) -> str:
    """Which half of the development tasks one belongs to."""
    digest = hashlib.sha256(f"codescore-remainder:{task}".encode()).hexdigest()
    return "fit" if int(digest, 16) % 2 == 0 else "check"


def run_all(path: Path, seconds: float) -> None:
    """Edit and run functions until the time is over, a line for each edit."""
    functions = {(row["lang"], row["task"]): row["reference"] for name in SETS for row in load(name)}
    items = sorted(functions.items())
    random.Random(4).shuffle(items)
    known = {(r["language"], r["task"]) for r in labelled(path)} if path.exists() else set()
    begun = time.monotonic()
    with EvidenceSession() as session, path.open("a", encoding="utf-8") as out:
        for (lang, task), reference in items:
            language = by_id(lang)
            if language is None or (lang, task) in known:
                continue
            if time.monotonic() - begun > seconds:
                return
            rng = random.Random(task + lang)
            for kind in KINDS:
                for text in edited(language, reference, kind, rng):
                    found = session.judge(text, reference, language, Options(budget=0.7))
                    if found.verdict not in (*DIFFERENT, "equivalent"):
                        continue
                    differs = found.verdict in DIFFERENT or found.outside is not None
                    record = {"language": lang, "task": task, "kind": kind, "differs": differs}
                    out.write(json.dumps({**record, "candidate": text, "reference": reference}) + "\n")
            out.flush()


def labelled(path: Path) -> Iterator[dict[str, Any]]:
    """What was run."""
    with path.open(encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def scored(session: Session, record: dict[str, Any]) -> int | None:
    """The score of an edited function against the one it was made from."""
    language = by_id(record["language"])
    assert language is not None
    ours, theirs = (make_source(language, record[side].encode(), side) for side in ("candidate", "reference"))
    return compare(session, ours, [theirs], ScoreOptions()).score


def table(records: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Counts by kind, for all edits and for those of functions that no weight was fitted on."""
    rows = []
    for kind in [*KINDS, "all"]:
        row: dict[str, Any] = {"kind": kind}
        for part in ("all", "check"):
            those = [r for r in records if kind in (r["kind"], "all") and part in (half(r["task"]), "all")]
            differ, harmless = ([r for r in those if r["differs"] is wanted] for wanted in (True, False))
            row[part] = {
                "differ": len(differ), "noticed": sum(r["score"] == 0 for r in differ),
                "harmless": len(harmless), "called_different": sum(r["score"] == 0 for r in harmless),
            }  # fmt: skip
        rows.append(row)
    return rows


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--labelled", type=Path, required=True)
    parser.add_argument("--seconds", type=float, default=1200)
    parser.add_argument("--out", type=Path)
    given = parser.parse_args()
    run_all(given.labelled, given.seconds)
    session = Session(disk_cache=False, threads=1)
    records = [{**r, "score": scored(session, r)} for r in labelled(given.labelled)]
    session.close()
    found = {lang: table([r for r in records if r["language"] == lang]) for lang in ("python", "java")}
    if given.out:
        given.out.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    for lang, rows in found.items():
        print(f"{lang:24} differ noticed  harmless called different")
        for row in rows:
            r = row["all"]
            print(f"{row['kind']:24} {r['differ']:6} {r['noticed']:7} {r['harmless']:9} {r['called_different']:6}")


if __name__ == "__main__":
    main()
