"""Record what PyPI `codebleu` 0.7.0 says of pairs of our own functions, into `codebleu-0.7.0.json`.

    python -m tests.metrics.record_codebleu pairs > pairs.json                 # with this project installed
    python tests/metrics/record_codebleu.py values pairs.json > tests/metrics/codebleu-0.7.0.json
                       # in a venv of its own: codebleu==0.7.0 tree-sitter-python==0.21.0 tree-sitter-java==0.21.0

The library keeps names in sets of strings, so that its data-flow match depends on PYTHONHASHSEED.  `values` are
recorded with those sets in order of insertion; `stock` are the data-flow matches of the library as it is, for the hash
seeds 0 to 3.
"""

from __future__ import annotations

import json
import logging
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
SEEDS = range(4)
SOURCES = {
    "python": ["server/codescore/text.py", "server/codescore/sketch/scopes.py", "server/codescore/syntax/document.py",
               "server/codescore/cli/samples/*/*.py"],
    "java": ["server/codescore/languages/java/CheckDaemon.java", "server/codescore/cli/samples/*/*.java",
             "tests/stages/RewriteChild.java"],
}  # fmt: skip


def units(language):
    """Functions of 3 to 40 lines, each once; none with the escape \\0, unknown to the library's older grammar."""
    from codescore.languages import by_id
    from codescore.syntax import parse, units_of

    found = {}
    for pattern in SOURCES[language]:
        for path in sorted(ROOT.glob(pattern)):
            source = path.read_bytes()
            for unit in units_of(parse(by_id(language), source)):
                text = source[unit.start : unit.end].decode()
                if 3 <= text.count("\n") <= 40 and "\\0" not in text:
                    found[text] = None
    return list(found)


def variants(language, text):
    """An equivalent variant, a mutant and a renamed one, where the rules give them."""
    from codescore.languages import by_id
    from codescore.rewrite import mutate, rename, transform

    for rewrite in (transform, mutate, rename):
        done = rewrite(by_id(language), text.encode(), seed=7)
        if done is not None and done.code != text.encode():
            yield done.code.decode()


def pairs():
    """Each function against its variants, and against the next two functions."""
    recorded = {}
    for language in SOURCES:
        texts = units(language)
        recorded[language] = [[new, text] for text in texts for new in variants(language, text)][:70]
        neighbours = [(texts[n], texts[(n + step) % len(texts)]) for n in range(len(texts)) for step in (1, 2)]
        recorded[language] += [list(pair) for pair in neighbours][: 130 - len(recorded[language])]
    json.dump(recorded, sys.stdout)


class InOrder:
    """A set that iterates in order of insertion."""

    def __init__(self, values=()):
        self.values = dict.fromkeys(values)

    def add(self, value):
        self.values[value] = None

    def __contains__(self, value):
        return value in self.values

    def __iter__(self):
        return iter(self.values)

    def __len__(self):
        return len(self.values)


def score(path, *, in_order):
    logging.disable(logging.CRITICAL)
    from codebleu import calc_codebleu, dataflow_match
    from codebleu.parser import DFG

    if in_order:
        dataflow_match.set = DFG.set = InOrder
    given = json.loads(Path(path).read_text())
    return {
        language: [list(calc_codebleu([reference], [candidate], language).values()) for candidate, reference in rows]
        for language, rows in given.items()
    }


def values(path):
    stock = []
    for seed in SEEDS:
        command = [sys.executable, __file__, "stock", path]
        environment = {**os.environ, "PYTHONHASHSEED": str(seed)}
        stock.append(json.loads(subprocess.run(command, env=environment, check=True, stdout=subprocess.PIPE).stdout))
    exact = score(path, in_order=True)
    recorded = {
        "origin": "PyPI codebleu 0.7.0, tree-sitter 0.22.3, tree-sitter-python 0.21.0, tree-sitter-java 0.21.0",
        "command": "python tests/metrics/record_codebleu.py values pairs.json",
        "columns": ["codebleu", "ngram_match", "weighted_ngram_match", "syntax_match", "dataflow_match"],
        "pairs": [
            {
                "language": language,
                "candidate": candidate,
                "reference": reference,
                "values": exact[language][n],
                "stock": sorted({run[language][n][4] for run in stock}),
            }
            for language, rows in json.loads(Path(path).read_text()).items()
            for n, (candidate, reference) in enumerate(rows)
        ],
    }
    json.dump(recorded, sys.stdout, indent=1)
    sys.stdout.write("\n")


if __name__ == "__main__":
    if sys.argv[1] == "pairs":
        pairs()
    elif sys.argv[1] == "values":
        values(sys.argv[2])
    else:
        json.dump(score(sys.argv[2], in_order=False), sys.stdout)
