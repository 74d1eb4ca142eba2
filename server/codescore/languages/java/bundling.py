"""Classes in files beside a Java program that it names, put behind it: one text that compiles by itself.

Java has a file for each class, and a program is one text here.  What stands in the same folder is of the same package;
the lines of the program stay where they are.  Texts are read, nothing is run.  The contract is
`codescore.languages.execution.Bundling`.
"""

from __future__ import annotations

import re
from pathlib import Path

_MOST, _MOST_BYTES = 40, 1 << 18  # files that are put behind a program, and how large one is
_NAME = re.compile(r"\b[A-Z]\w*\b")
_APART = re.compile(r'"(?:\\.|[^"\\\n])*"|//[^\n]*|/\*.*?\*/', re.DOTALL)  # names in it are no names of classes
_PACKAGE = re.compile(r"^\s*package\s+[\w.]+\s*;", re.MULTILINE)
_IMPORT = re.compile(r"^[ \t]*import\s+(?:static\s+)?[\w.]+(?:\.\*)?\s*;", re.MULTILINE)
_PUBLIC = re.compile(
    r"^public\s+(?=(?:(?:abstract|final|sealed|non-sealed|strictfp)\s+)*(?:class|interface|enum|record|@interface)\b)",
    re.MULTILINE,
)
_DECLARED = r"\b(?:class|interface|enum|record)\s+{0}\b"


def bundled(source: str, path: Path, hidden: Path | None = None) -> str:
    """The program with the classes that it names, and those that they name; as it is where there are none.

    Never what lies at `hidden`, the program that it is compared with, nor what a link leads elsewhere to.
    """
    folder = path.resolve().parent
    texts: dict[str, str] = {}
    waiting, known = [source], {path.stem}
    while waiting and len(texts) < _MOST:
        for name in dict.fromkeys(_NAME.findall(_APART.sub(" ", waiting.pop()))):
            if name in known or re.search(_DECLARED.format(name), source):
                continue
            known.add(name)
            text = _read(folder / f"{name}.java", folder, hidden)
            if text is not None and re.search(_DECLARED.format(name), text):
                texts[name] = text
                waiting.append(text)
    if not texts:
        return source
    imports = dict.fromkeys(" ".join(one.split()) for text in texts.values() for one in _IMPORT.findall(text))
    here = {" ".join(one.split()) for one in _IMPORT.findall(source)}
    more = " ".join(one for one in imports if one not in here)
    begun = _PACKAGE.search(source)
    at = begun.end() if begun is not None else 0
    behind = "\n".join(_PUBLIC.sub("", _IMPORT.sub("", _PACKAGE.sub("", text))).strip() for text in texts.values())
    first = more and (f" {more}" if at else f"{more} ")
    return f"{source[:at]}{first}{source[at:].rstrip()}\n{behind}\n"


def _read(file: Path, folder: Path, hidden: Path | None) -> str | None:
    real = file.resolve()
    if real.parent != folder or real == hidden or not real.is_file() or real.stat().st_size > _MOST_BYTES:
        return None
    return real.read_text("utf-8", "replace")
