"""Build the synonym data of METEOR from WordNet 3.0's own files (Debian package `wordnet-base`).

    apt-get download wordnet-base && dpkg -x wordnet-base_*.deb wordnet
    python scripts/wordnet_synonyms.py wordnet/usr/share/wordnet server/codescore/metrics/wordnet/synonyms.txt.gz

The result is text: sections of irregular forms (`!noun`: form and base forms), words (`=noun`: words that only the
dictionary knows and that have no synonym are needed too, for a regular ending is only cut off if a word remains)
and synonym sets (`+noun`: words of one set).  Only single words are kept: METEOR matches word by word.  The file is
reproducible: sorted, and compressed without a time.
"""

from __future__ import annotations

import argparse
import gzip
from collections.abc import Iterator
from pathlib import Path

PARTS = ("noun", "verb", "adj", "adv")


def synonym_sets(data: Path) -> Iterator[list[str]]:
    """The single words of each synset, in its own order and spelling."""
    for line in data.read_text(encoding="utf-8").splitlines():
        if line.startswith(" "):
            continue  # the licence
        fields = line.split()
        count = int(fields[3], 16)
        words = [word.partition("(")[0] for word in fields[4 : 4 + 2 * count : 2]]
        yield [word for word in dict.fromkeys(words) if "_" not in word]


def sections(folder: Path) -> Iterator[str]:
    """The lines of the result."""
    for part in PARTS:
        yield f"!{part}"
        yield from sorted(
            line for line in (folder / f"{part}.exc").read_text(encoding="utf-8").splitlines() if "_" not in line
        )
        sets = list(synonym_sets(folder / f"data.{part}"))
        shared = {word.lower() for words in sets if len(words) > 1 for word in words}
        yield f"={part}"
        yield from sorted({word.lower() for words in sets for word in words} - shared)
        yield f"+{part}"
        yield from (" ".join(words) for words in sets if len(words) > 1)


def main() -> None:
    """Read, write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("wordnet", type=Path, help="folder of data.noun, noun.exc, ...")
    parser.add_argument("out", type=Path)
    arguments = parser.parse_args()
    text = "\n".join(sections(arguments.wordnet)) + "\n"
    arguments.out.parent.mkdir(parents=True, exist_ok=True)
    with arguments.out.open("wb") as raw, gzip.GzipFile(filename="", fileobj=raw, mode="wb", mtime=0) as file:
        file.write(text.encode("utf-8"))


if __name__ == "__main__":
    main()
