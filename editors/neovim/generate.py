"""Write `lua/codescore/settings.lua` from the server's schema: settings with types and bounds, file types, endings.

Usage: python editors/neovim/generate.py [--check].  With --check nothing is written; exit code 1 if the file is old.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from codescore import __version__
from codescore.languages import known_languages
from codescore.lsp.settings import TRUSTED, schema

TARGET = Path(__file__).parent / "lua" / "codescore" / "settings.lua"
_LUA_TYPES = {"string": "string", "number": "number", "integer": "integer", "boolean": "boolean"}


def main(arguments: list[str]) -> int:
    """Write the file, or tell whether it is up to date."""
    made = lua()
    if "--check" in arguments:
        fresh = TARGET.is_file() and TARGET.read_text(encoding="utf-8") == made
        if not fresh:
            print(f"{TARGET} is out of date; run: python {Path(__file__).name}", file=sys.stderr)
        return 0 if fresh else 1
    TARGET.write_text(made, encoding="utf-8")
    return 0


def lua() -> str:
    """The whole file."""
    options = {name: _flat(option) for name, option in schema().items()}
    languages = [one for one in known_languages() if one.shipped]
    filetypes = sorted({i for one in languages for i in one.lsp_ids})
    endings = sorted({e for one in languages for e in one.extensions})
    lines = [
        "-- Generated from the server's settings by generate.py; do not edit.",
        "",
        "--- What the server is told (section `codescore`). What is left out is as the server says.",
        "---@class codescore.Settings",
        *[_field(name, option) for name, option in options.items()],
        "",
        "local M = {}",
        "",
        f"M.version = {_text(__version__)}",
        f"M.filetypes = {_list(filetypes)}",
        f"M.endings = {_list(endings)}",
        "",
        "---@class codescore.Option",
        "---@field type 'string'|'number'|'integer'|'boolean'",
        "---@field minimum? number",
        "---@field maximum? number",
        "---@field values? string[]",
        "---@field default? string|number|boolean",
        "---@field about string",
        "",
        "---@type table<string, codescore.Option>",
        "M.options = {",
        *[_entry(name, option) for name, option in options.items()],
        "}",
        "",
        "return M",
    ]
    return "\n".join(lines) + "\n"


def _flat(option: dict[str, Any]) -> dict[str, Any]:
    """An option without the alternative that it is not set."""
    one = next((o for o in option.get("anyOf", []) if o.get("type") != "null"), {})
    return {**one, **option}


def _field(name: str, option: dict[str, Any]) -> str:
    kind = "|".join(f"'{v}'" for v in option["enum"]) if "enum" in option else _LUA_TYPES[option["type"]]
    mine = " Yours only: no workspace may set it." if name in TRUSTED else ""
    return f"---@field {name}? {kind} {option['description']}{mine}"


def _entry(name: str, option: dict[str, Any]) -> str:
    parts = [f"type = {_text('string' if 'enum' in option else option['type'])}"]
    parts += [f"{bound} = {option[bound]}" for bound in ("minimum", "maximum") if bound in option]
    parts += [f"values = {_list(option['enum'])}"] if "enum" in option else []
    if option.get("default") is not None:
        default = option["default"]
        parts.append(f"default = {_text(default) if isinstance(default, str) else json.dumps(default)}")
    parts.append(f"about = {_text(option['description'])}")
    return f"  {name} = {{\n    " + ",\n    ".join(parts) + ",\n  },"


def _list(values: list[str]) -> str:
    return "{ " + ", ".join(_text(v) for v in values) + " }"


def _text(value: str) -> str:
    escaped = value.replace("\\", "\\\\")
    if "'" in value and '"' not in value:
        return f'"{escaped}"'
    single = escaped.replace("'", "\\'")
    return f"'{single}'"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
