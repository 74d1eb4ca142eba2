"""Writes the languages into the snippets of this folder, from the languages' own data (`[editors]`).

`python generate.py` rewrites them, `python generate.py --check` says with exit code 1 that one is out of date.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2] / "server"))

from codescore.languages import known_languages

FOLDER = Path(__file__).parent


def main() -> int:
    """Rewrite, or compare."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 where a snippet is out of date")
    arguments = parser.parse_args()
    stale = [name for name, text in written().items() if (FOLDER / name).read_text(encoding="utf-8") != text]
    if arguments.check:
        print("".join(f"{name} is out of date; run: python editors/other/generate.py\n" for name in stale), end="")
        return 1 if stale else 0
    for name in stale:
        (FOLDER / name).write_text(written()[name], encoding="utf-8")
    return 0


def written() -> dict[str, str]:
    """Every snippet as it should be."""
    return {
        "helix-languages.toml": _put("helix-languages.toml", r"(?s)(?<=Helix's own\.\n).*", "\n".join(_helix())),
        "kak-lsp.toml": _put("kak-lsp.toml", r"(?<=filetypes = )\[.*?\]", json.dumps(_all("kakoune"))),
        "kakrc": _put("kakrc", r"(?<=filetype=\(\?:).*?(?=\))", "|".join(_all("kakoune"))),
        "zed-settings.json": _put("zed-settings.json", r'(?s)(?<="languages": \{\n).*?(?=\n  \}\n)', _zed()),
        "eglot.el": _put("eglot.el", r"(?<='\(\()[^()]*(?=\))", "\n                  ".join(_all("emacs"))),
    }


def _put(name: str, where: str, what: str) -> str:
    """A snippet with its languages; only the names change."""
    text = (FOLDER / name).read_text(encoding="utf-8")
    if re.search(where, text) is None:
        raise SystemExit(f"{name}: the place of the languages is gone; put it back as {where}")
    return re.sub(where, lambda _: what, text)


def _tables() -> list[dict[str, Any]]:
    return [dict(language.editors) for language in known_languages() if language.shipped]


def _all(editor: str) -> list[str]:
    """What an editor calls all languages."""
    return list(dict.fromkeys(name for table in _tables() for name in table.get(editor, ())))


def _helix() -> list[str]:
    blocks = []
    for table in _tables():
        for name, server in table.get("helix", {}).items():
            blocks.append(f'[[language]]\nname = "{name}"\nlanguage-servers = ["{server}", "codescore"]\n')
    return blocks


def _zed() -> str:
    lines = [f'    {json.dumps(name)}: {{ "language_servers": ["codescore", "..."] }}' for name in _all("zed")]
    return ",\n".join(lines)


if __name__ == "__main__":
    raise SystemExit(main())
