"""Bring what the extension takes from the server up to date: settings, languages, the README's tables.

The schema is `codescore.lsp.settings`; languages are those with a folder of their own.  Usage: python generate.py
[--check]; `--check` writes nothing and fails on what has drifted.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent
sys.path.insert(0, str(FOLDER.parents[1] / "server"))

from codescore import __version__  # noqa: E402  found through the line above
from codescore.languages import Language, known_languages  # noqa: E402
from codescore.lsp.settings import SECTION, TRUSTED, schema  # noqa: E402

#: In this editor a badge is drawn only where somebody named a reference, dimly and at the end of the line.
DEFAULTS = {"badges": "line"}

CHOICES = {
    "badges": {
        "off": "No badges.",
        "lens": "Above the function.",
        "hints": "Beside the function, as an inlay hint.",
        "both": "Above and beside.",
        "line": "At the end of the function's first line.",
    },
    "badgeDetail": {
        "full": "On every function with a reference.",
        "quiet": "Only on functions that do not score 1.",
    },
    "problems": {
        "all": "In every function.",
        "referenced": "In functions with a reference.",
        "off": "Nowhere.",
    },
}

#: What is the extension's own.
OWN: dict[str, dict[str, Any]] = {
    "server.path": {
        "type": "string",
        "default": "",
        "scope": "machine",
        "markdownDescription": "The `codescore` to start. Empty: looked for in the active Python environment, on the "
        "`PATH`, and where this extension installs one. Yours only: no workspace may set it.",
    },
    "experimentProvider": {
        "type": "string",
        "default": "",
        "scope": "machine",
        "markdownDescription": "Where an experiment's own suggestions come from: `replay:FILE`, "
        "`http://127.0.0.1:PORT/PATH` or `command:PROGRAM ARGUMENTS`; only with "
        "`codescore.experiment`. Yours only: no workspace may set it.",
    },
    "server.package": {
        "type": "string",
        "default": "",
        "scope": "machine",
        "markdownDescription": "What *Install Server* installs: a requirement for pip, or the full path of a wheel. "
        "Empty: the server that came with this extension. Yours only: no workspace may set it.",
    },
}

_README = re.compile(r"(<!-- settings: [^\n]*-->\n).*?(<!-- end of settings -->)", re.DOTALL)


def properties() -> dict[str, Any]:
    """`contributes.configuration.properties`."""
    found = {f"{SECTION}.{name}": _property(name, option) for name, option in schema().items()}
    return found | {f"{SECTION}.{name}": option for name, option in OWN.items()}


def _property(name: str, option: dict[str, Any]) -> dict[str, Any]:
    variants = option.get("anyOf", [option])
    one = next(v for v in variants if v.get("type") != "null")
    description = option.get("description") or one.get("description", "")
    result: dict[str, Any] = {"type": one.get("type", "string")}
    if len(variants) > 1:
        result["type"] = [result["type"], "null"]
    if name in CHOICES:
        assert set(CHOICES[name]) == set(option["enum"]), f"CHOICES does not have the values of {name}"
        result |= {"enum": list(CHOICES[name]), "enumDescriptions": list(CHOICES[name].values())}
    elif "enum" in option:
        result["enum"] = option["enum"]
    result |= {key: one[key] for key in ("minimum", "maximum") if key in one}
    result["default"] = DEFAULTS.get(name, option.get("default"))
    result["scope"] = "machine" if name in TRUSTED else "resource"
    result["markdownDescription"] = description + (" Yours only: no workspace may set it." if name in TRUSTED else "")
    return result


def _languages() -> list[Language]:
    """Ours, also those whose grammar is not installed here."""
    return [language for language in known_languages() if language.shipped]


def package() -> str:
    """package.json with everything that is not written by hand."""
    held = json.loads((FOLDER / "package.json").read_text(encoding="utf-8"))
    ids = [i for language in _languages() for i in language.lsp_ids]
    held["version"] = __version__.split("+")[0]
    held["activationEvents"] = [f"onLanguage:{i}" for i in ids]
    held["capabilities"]["untrustedWorkspaces"]["restrictedConfigurations"] = [
        name for name, option in properties().items() if option["scope"] == "machine"
    ]
    held["contributes"]["configuration"] = {"title": "CodeScore-R", "properties": properties()}
    return json.dumps(held, indent=2, ensure_ascii=False) + "\n"


def constants() -> str:
    """src/generated.ts."""
    ids = [i for language in _languages() for i in language.lsp_ids]
    endings = sorted({e.removeprefix(".") for language in _languages() for e in language.extensions})
    rows = [
        "/** Made by generate.py from the server's own tables; not written by hand. */",
        "",
        f"export const LANGUAGE_IDS: readonly string[] = {json.dumps(ids)};",
        f"export const EXTENSIONS: string[] = {json.dumps(endings)};",
        f"export const SOURCE_FILES = {json.dumps('**/*.{' + ','.join(endings) + '}')};",
        f"export const OPTION_NAMES: readonly string[] = {json.dumps(list(schema()))};",
        f"export const VERSION = {json.dumps(__version__.split('+')[0])};",
    ]
    return "\n".join(rows) + "\n"


def readme() -> str:
    """README.md with its table of settings."""
    rows = ["| setting | values | default | what it does |", "|---|---|---|---|"]
    rows += [_row(name, option) for name, option in properties().items()]
    text = (FOLDER / "README.md").read_text(encoding="utf-8")
    assert _README.search(text), "README.md has no place for the settings"
    return _README.sub(lambda m: m[1] + "\n" + "\n".join(rows) + "\n\n" + m[2], text)


def _row(name: str, option: dict[str, Any]) -> str:
    kinds = option["type"] if isinstance(option["type"], list) else [option["type"]]
    values = ", ".join(f"`{v}`" for v in option["enum"]) if "enum" in option else next(k for k in kinds if k != "null")
    if "maximum" in option:
        values += f" {option['minimum']:,} to {option['maximum']:,}"
    default = option["default"]
    shown = "unset" if default in (None, "") else f"`{json.dumps(default).strip(chr(34))}`"
    return f"| `{name}` | {values} | {shown} | {option['markdownDescription']} |"


def drifted(*, write: bool) -> list[str]:
    """Files that are not as they would be generated; with `write` they are afterwards."""
    made = {"package.json": package(), "src/generated.ts": constants(), "README.md": readme()}
    wrong = []
    for name, text in made.items():
        path = FOLDER / name
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            wrong.append(name)
            if write:
                path.write_text(text, encoding="utf-8")
    return wrong


if __name__ == "__main__":
    check = "--check" in sys.argv[1:]
    names = drifted(write=not check)
    if names:
        print(("drifted: " if check else "written: ") + ", ".join(names))
    sys.exit(bool(names) and check)
