"""How many programs of a data set that passed their tests the compiler takes, and what it says of the others.

    python -m tests.bench.passing_compile humaneval-cpp [--language cpp] [--record FILE]

Every different text of a passing candidate is checked once.  Not a test: it measures.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from codescore.languages import by_id
from tests.bench.evidence_bars import load


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("set")
    parser.add_argument("--language", default="cpp")
    parser.add_argument("--record", type=Path)
    given = parser.parse_args()
    language = by_id(given.language)
    assert language is not None
    checker = language.new_checker()
    assert checker is not None, "there is no compiler"
    passing = [row["candidate"] for row in load(given.set) if row["passed"]]
    refused, silent = [], 0
    texts = list(dict.fromkeys(passing))
    for number, text in enumerate(texts, 1):
        found = checker.check(text.encode(), fragment=False)
        silent += found is None
        if found is not None and not found.compiles:
            refused.append({"text": text, "problems": [problem.message for problem in found.problems]})
        if number % 20 == 0 or number == len(texts):
            print(number, len(texts), len(refused), silent, flush=True)
    said = {"passing": len(passing), "texts": len(texts), "refused": len(refused), "not judged": silent}
    print(json.dumps(said))
    if given.record:
        given.record.write_text(json.dumps({**said, "wrong": refused}, indent=1) + "\n", "utf-8")
    checker.close()


if __name__ == "__main__":
    main()
