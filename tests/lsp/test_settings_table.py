"""The settings table of the documentation is generated from the schema."""

from __future__ import annotations

import os
import re
from pathlib import Path

from codescore.lsp.settings import TRUSTED, schema

DOCUMENT = Path(__file__).parents[2] / "server" / "EDITORS.md"
_BLOCK = re.compile(r"(<!-- settings: [^\n]*-->\n).*?(<!-- end of settings -->)", re.DOTALL)


def words(value: object) -> str:
    return {True: "`true`", False: "`false`", None: "unset"}.get(value, f"`{value}`")  # type: ignore[call-overload]


def values(option: dict) -> str:
    if "enum" in option:
        return ", ".join(f"`{v}`" for v in option["enum"])
    one = next((o for o in option.get("anyOf", [option]) if o.get("type") != "null"), option)
    # Whether it is 0 or 0.0 depends on who wrote an equal type first: Python keeps one of both.
    bounds = [f"{bound:,.0f}" if bound == int(bound) else f"{bound:g}" for bound in _bounds(one)]
    return f"{one.get('type', '')} {' to '.join(bounds)}".strip()


def _bounds(option: dict) -> list[float]:
    return [option[which] for which in ("minimum", "maximum") if which in option]


def table() -> str:
    rows = ["| setting | values | default | what it does |", "|---|---|---|---|"]
    for name, option in schema().items():
        description = option.get("description") or next(
            (o["description"] for o in option.get("anyOf", []) if "description" in o), ""
        )
        mine = " Yours only: no workspace may set it." if name in TRUSTED else ""
        rows.append(f"| `{name}` | {values(option)} | {words(option.get('default'))} | {description}{mine} |")
    return "\n".join(rows) + "\n"


def test_the_documented_settings_are_the_schema() -> None:
    """Every option stands in the table with its values, default and description; CODESCORE_ACCEPT=1 rewrites it."""
    text = DOCUMENT.read_text(encoding="utf-8")
    expected = _BLOCK.sub(lambda m: m[1] + "\n" + table() + "\n" + m[2], text)
    if os.environ.get("CODESCORE_ACCEPT"):
        DOCUMENT.write_text(expected, encoding="utf-8")
        text = expected
    assert text == expected
    assert table().count("\n") == len(schema()) + 2
