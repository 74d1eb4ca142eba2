"""Functions of gathered programs as a corpus: for languages of which no package archives are read.

Writes the rows that `corpus` writes, with the task in the project's place, so that the split into training and
validation is by task, and splits them.  Only the training part is read.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from codescore.languages import Language
from codescore_train.corpus import storage
from codescore_train.corpus.functions import extract
from codescore_train.corpus.gathered import Solution
from codescore_train.corpus.outcome import SplitSummary
from codescore_train.corpus.split import dedupe_and_split

_VALID = 0.05  # of the tasks


def write_corpus(
    solutions: Sequence[Solution], languages: Sequence[Language], corpus: Path, evaluation: Sequence[Path], jobs: int
) -> SplitSummary:
    """Write `<language>.jsonl.gz` into a folder and what training reads into its `split`.  Raises InputError."""
    corpus.mkdir(parents=True, exist_ok=True)
    for language in languages:
        with storage.gzip_lines(corpus / f"{language.id}.jsonl.gz") as stream:
            for row in _rows(solutions, language):
                stream.write(storage.line(row))
    return dedupe_and_split(corpus, corpus / "split", decontaminate=evaluation, valid_share=_VALID, jobs=jobs)


def _rows(solutions: Sequence[Solution], language: Language) -> Iterator[dict[str, str]]:
    for one in solutions:
        if one.part != "train" or one.lang != language.id:
            continue
        for function in extract(one.code.encode("utf-8", "replace"), language):
            yield {
                "lang": language.id, "project": one.task, "path": one.approach, "name": function.name,
                "code": function.code, "comment": function.comment,
            }  # fmt: skip
