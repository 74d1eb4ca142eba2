"""Well-known classes with state beside twins that are right and twins that are wrong, in three languages.

    python -m tests.bench.state_twins [--only lru ring] [--languages python java cpp] [--record FILE]

`tests/bench/twins/` holds six classes: of each a reference, a right one written in another way, and three faults of
that.  They were written before anybody looked how they come out.  What is counted: wrong ones called the same, right
ones called the same.  Not a test: it measures.
"""

from __future__ import annotations

import argparse
import json
import tomllib
from collections import Counter
from pathlib import Path

from codescore.evidence.options import Options
from codescore.evidence.session import EvidenceSession
from codescore.languages import by_id
from tests.evidence.answers import answers

TWINS = Path(__file__).parent / "twins"


def pairs(only: list[str] | None, languages: list[str]) -> list[tuple[str, str, str, str, str]]:
    """Class, language, what is wrong ("" with a right one), candidate, reference."""
    found = []
    for path in sorted(TWINS.glob("*.toml")):
        known = tomllib.loads(path.read_text("utf-8"))
        for language in languages if not only or path.stem in only else ():
            one = known[language]
            found.append((path.stem, language, "", one["right"], one["reference"]))
            for says, old, new in one["wrong"]:
                assert one["right"].count(old) == 1, (path.stem, language, says)
                found.append((path.stem, language, says, one["right"].replace(old, new), one["reference"]))
    return found


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--only", nargs="*")
    parser.add_argument("--languages", nargs="*", default=["python", "java", "cpp"])
    parser.add_argument("--record", type=Path)
    given = parser.parse_args()
    records = []
    with EvidenceSession() as session:
        for name, spoken, says, candidate, reference in pairs(given.only, given.languages):
            language = by_id(spoken)
            assert language is not None
            options = Options(pairs=answers(spoken, candidate, reference))
            found = session.judge(candidate, reference, language, options)
            record = {
                "class": name, "language": spoken, "fault": says, "verdict": found.verdict, "reason": found.reason,
                "inputs": found.inputs, "exposed": found.mutants.exposed, "mutants": found.mutants.total,
                "seconds": round(found.seconds, 1),
            }  # fmt: skip
            records.append(record)
            print(json.dumps(record), flush=True)
    kinds = Counter((r["language"], "wrong" if r["fault"] else "right", r["verdict"]) for r in records)
    said = {f"{a} {b} {c}": number for (a, b, c), number in sorted(kinds.items())}
    print(json.dumps(said, indent=1))
    if given.record:
        given.record.write_text(json.dumps({"summary": said, "records": records}, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
