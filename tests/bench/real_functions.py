"""Rewrites and one-operator mutants of real functions: which score 1, and whether a rewrite behaves otherwise when run.

    PYTHONPATH=server:model_export:. python -m tests.bench.real_functions gather javascript FOLDER… --out FILE
    PYTHONPATH=server:model_export:. python -m tests.bench.real_functions score FILE --record RESULT.json
    PYTHONPATH=server:model_export:. python -m tests.bench.real_functions run FILE --seconds 600 --record RESULT.json

FOLDERs hold one package each, as `npm pack` or a source package gives it, of a permissive licence; nothing of them is
kept here.  `gather` takes functions of 3 to 60 lines, each text once, so many of a package at most, by a fixed order.
`score` compares each with one rewrite (table 1, as many sites as the seed says) and one mutant (table 2, one operator).
"Above" is the similarity's threshold, in a language that the model was not trained on, too; "said 1" is what a verdict
says there, where it says something.
With `--by-tree` no compiler is asked: most functions of C++ name what only their file declares, and g++ is slow.
`run` runs a rewrite beside its function on the inputs that evidence makes; what cannot be run alone is counted apart.
Only functions with an odd hash of their text are run where `--half odd` says so, so that what was mended on one half is
checked on the other.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from codescore.engine import ScoreOptions, Session, compare, make_source
from codescore.evidence.options import Options
from codescore.evidence.session import EvidenceSession
from codescore.languages import by_id
from codescore.study.conditions import drawing, rewritten
from codescore_train.corpus.functions import extract

Row = dict[str, Any]
_ASIDE = (
    "test",
    "tests",
    "__tests__",
    "dist",
    "build",
    "umd",
    "bundle",
    "bundles",
    "min",
    "fp",
    "locale",
    "node_modules",
)


def digest(text: str) -> int:
    """The order of functions, and their half."""
    return int(hashlib.sha256(text.encode()).hexdigest(), 16)


def gather(language_id: str, folders: Sequence[Path], most: int, each: int) -> list[Row]:
    """Functions of packages, at most so many and so many of each, in an order that says nothing of them."""
    language = by_id(language_id)
    assert language is not None
    found: dict[str, Row] = {}
    for folder in sorted(folders):
        mine: dict[str, Row] = {}
        for path in sorted(p for p in folder.rglob("*") if p.suffix in language.extensions and p.is_file()):
            if set(path.relative_to(folder).parts) & set(_ASIDE) or ".min." in path.name or path.name.endswith(".d.ts"):
                continue
            for function in extract(path.read_bytes(), language):
                mine.setdefault(function.code, {"package": folder.name, "lang": language_id, "code": function.code})
        chosen = sorted((r for r in mine.values() if r["code"] not in found), key=lambda r: digest(r["code"]))
        found |= {row["code"]: row for row in chosen[:each]}
    return sorted(found.values(), key=lambda row: digest(row["code"]))[:most]


def variant(row: Row, kind: str) -> str | None:
    """The rewrite or the mutant of a function, always the same; None where no rule applies."""
    condition, edits = ("syntax", None) if kind == "rewrite" else ("semantic", 1)
    made = rewritten(row["lang"], row["code"], condition, drawing(0, "real", condition, row["code"]), edits)
    return None if made == row["code"] else made


def judged(session: Session, lang: str, candidate: str, reference: str) -> tuple[int | None, bool]:
    """The score that a verdict says, and whether the similarity is above its threshold."""
    language = by_id(lang)
    assert language is not None
    ours, theirs = (make_source(language, text.encode(), "a program") for text in (candidate, reference))
    found = compare(session, ours, [theirs], ScoreOptions())
    similarity = found.similarity if found.compiles else 0.0
    return found.score, similarity is not None and similarity > found.threshold


def scored(rows: Sequence[Row], *, by_tree: bool) -> tuple[Row, list[Row]]:
    """How many rewrites and mutants score 1, and those that do not do as they should."""
    session = Session(disk_cache=False, threads=1)
    if by_tree:
        session.checkers.close()
    counts: Counter[str] = Counter(functions=len(rows))
    wrong = []
    for row in rows:
        for kind in ("rewrite", "mutant"):
            made = variant(row, kind)
            if made is None:
                counts[f"without a {kind}"] += 1
                continue
            score, above = judged(session, row["lang"], made, row["code"])
            counts[f"{kind}s"] += 1
            counts[f"{kind}s above"] += above
            counts[f"{kind}s said 1"] += score == 1
            counts[f"{kind}s said 0"] += score == 0
            if above != (kind == "rewrite"):
                wrong.append(
                    {"kind": kind, "package": row["package"], "code": row["code"], "made": made, "said": score}
                )
    session.close()
    shares = {
        f"share of {k} above": round(counts[f"{k} above"] / max(1, counts[k]), 4) for k in ("rewrites", "mutants")
    }
    return {**counts, **shares}, wrong


def ran(rows: Sequence[Row], seconds: float, budget: float) -> tuple[Row, list[Row]]:
    """What running rewrites beside their functions showed, until the time is over."""
    begun, counts, wrong = time.monotonic(), Counter[str](), list[Row]()
    with EvidenceSession() as session:
        for row, made in _with_rewrites(rows):
            if time.monotonic() - begun > seconds:
                break
            language = by_id(row["lang"])
            assert language is not None
            found = session.judge(made, row["code"], language, Options(budget=budget))
            counts["rewrites"] += 1
            counts[found.verdict] += 1
            if found.verdict in ("differs", "timeout", "crash"):
                example = found.counterexample
                shown = example and [example.input, example.expected, example.got]
                wrong.append(
                    {"package": row["package"], "code": row["code"], "made": made, "why": found.reason, "on": shown}
                )
    return {**counts, "seconds": round(time.monotonic() - begun)}, wrong


def _with_rewrites(rows: Sequence[Row]) -> Iterator[tuple[Row, str]]:
    for row in rows:
        made = variant(row, "rewrite")
        if made is not None:
            yield row, made


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0] if __doc__ else "")
    parser.add_argument("do", choices=("gather", "score", "run"))
    parser.add_argument("what", nargs="+", help="gather: a language and folders; else a file that gather wrote")
    parser.add_argument("--out", type=Path, help="gather: where to; else all that came out wrong, with texts")
    parser.add_argument("--most", type=int, default=2000)
    parser.add_argument("--each", type=int, default=120, help="functions of a package at most")
    parser.add_argument("--seconds", type=float, default=600.0)
    parser.add_argument("--budget", type=float, default=0.5)
    parser.add_argument("--by-tree", action="store_true", help="score: no compiler is asked, only the syntax tree")
    parser.add_argument("--half", choices=("even", "odd"))
    parser.add_argument("--from", type=int, default=0, dest="first", help="the number of the function to begin with")
    parser.add_argument("--record", type=Path, help="where the counts go, beside those of other languages")
    given = parser.parse_args()
    if given.do == "gather":
        rows = gather(given.what[0], [Path(folder) for folder in given.what[1:]], given.most, given.each)
        given.out.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
        print(len(rows), "functions of", len({row["package"] for row in rows}), "packages")
        return
    rows = [json.loads(line) for line in Path(given.what[0]).read_text(encoding="utf-8").splitlines()]
    rows = [row for row in rows if given.half is None or digest(row["code"]) % 2 == (given.half == "odd")]
    rows = rows[given.first :]
    counts, wrong = (
        scored(rows[: given.most], by_tree=given.by_tree)
        if given.do == "score"
        else ran(rows, given.seconds, given.budget)
    )
    print(json.dumps(counts, indent=1))
    if given.out:
        given.out.write_text(json.dumps(wrong, indent=1) + "\n", encoding="utf-8")
    if given.record:
        known = json.loads(given.record.read_text(encoding="utf-8")) if given.record.exists() else {}
        known.setdefault(rows[0]["lang"], {})[f"{given.do} {given.half or ''}".strip()] = counts
        given.record.write_text(json.dumps(known, indent=1, sort_keys=True) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
