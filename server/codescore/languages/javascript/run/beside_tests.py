"""A test as a file beside the program that it tests: with what it calls imported, as the program gives it.

A file with `import` and `export` is tested in the same way, any other by `require`.  Neighbours: `writing` (the test),
`modules` (what a file gives), `cli.evidence_text` (shows it).
"""

from __future__ import annotations

import re
from pathlib import PurePath

from tree_sitter import Language, Parser

from codescore.languages.javascript.run.modules import DEFAULT, WHOLE, exports_of, is_module

_REQUIRED = re.compile(r"^const (\w+) = require\('([\w:]+)'\);$", re.MULTILINE)


def in_file(grammar: Language, test: str, file: str, source: str) -> str:
    """The test with what it calls of the file; as it is where the file gives nothing of it."""
    root = Parser(grammar).parse(source.encode("utf-8", "replace")).root_node
    given = {name: one for name, one in exports_of(root).items() if not one.named}
    modular = is_module(root)
    path = f"./{PurePath(file).name}"
    head = _REQUIRED.sub(r"import \1 from '\2';", test) if modular else test
    named = [name for name in given if name not in (DEFAULT, WHOLE) and _called(name, test)]
    whole = [given[name].there for name in (DEFAULT, WHOLE) if name in given and _called(given[name].there, test)]
    lines = [
        _line(one, path, modular=modular) for one in (*whole, *(["{ " + ", ".join(named) + " }"] if named else []))
    ]
    before, blank, rest = head.partition("\n\n")
    return "\n".join([before, *lines, ""]) + blank[1:] + rest if lines else head


def _line(what: str, path: str, *, modular: bool) -> str:
    return f"import {what} from '{path}';" if modular else f"const {what} = require('{path}');"


def _called(name: str, test: str) -> bool:
    return bool(name) and re.search(rf"(?<![\w.$'\"]){re.escape(name)}\b", test) is not None
