"""The README's pictures of Neovim: real screens, from its grid events, as SVG.

    python tests/editors/neovim/picture.py [-o FOLDER]

Opens functions of the demo's that are compared with their originals in the real editor with the real server, waits for
the badges (`badges.svg`), compares (`compare.svg`), and paints every cell as a terminal would.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from itertools import groupby
from pathlib import Path
from typing import Any

REPOSITORY = Path(__file__).parents[3]
sys.path[:0] = [str(REPOSITORY), str(REPOSITORY / "server")]

from tests.editors.neovim.conftest import INIT  # noqa: E402  found through the line above
from tests.editors.neovim.screen import Editor, Screen  # noqa: E402
from tests.lsp.conftest import isolated  # noqa: E402

CELL_WIDTH, CELL_HEIGHT, BASELINE, MARGIN = 8.4, 18, 13.5, 14  # pixels, for a font of 14
COLUMNS, ROWS = 104, 25
_FONT = 'font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="14" xml:space="preserve"'

LOOKS = """
vim.o.termguicolors, vim.o.number, vim.o.laststatus, vim.o.ruler, vim.o.signcolumn = true, true, 2, false, 'no'
vim.o.shortmess = vim.o.shortmess .. 'FIc'
vim.o.statusline = " %t %m%=%{%v:lua.require'codescore'.statusline()%} "
vim.o.fillchars = 'eob: '
vim.g.codescore = vim.tbl_extend('force', vim.g.codescore, { details = true })
"""

SAMPLES = REPOSITORY / "server" / "codescore" / "cli" / "samples"


@dataclass(frozen=True)
class Style:
    """How a run of cells looks; colours as `#rrggbb`, None for the screen's own background."""

    foreground: str
    background: str | None
    bold: bool
    italic: bool
    underline: bool


def sources() -> tuple[str, str]:
    """A candidate file and its reference, both of the demo's samples: renamed, mutated, and broken functions."""
    read = {p.stem: p.read_text(encoding="utf-8") for p in sorted((SAMPLES / "binary_search").glob("*.py"))}
    other = {p.stem: p.read_text(encoding="utf-8") for p in sorted((SAMPLES / "run_length").glob("*.py"))}
    head = "# codescore: reference=original.py\n\n"
    candidate = head + read["mutated"].strip() + "\n\n\n" + other["rewritten"].strip() + "\n"
    return candidate, read["reference"].strip() + "\n\n\n" + other["reference"].strip() + "\n"


def colour(value: int) -> str:
    """`#rrggbb`."""
    return f"#{value:06x}"


def style_of(screen: Screen, highlight: int) -> Style:
    """The look of a highlight number."""
    attributes: dict[str, Any] = screen.highlights.get(highlight, {})
    foreground = colour(attributes.get("foreground", screen.colours["foreground"]))
    background = colour(attributes["background"]) if "background" in attributes else None
    if attributes.get("reverse"):
        foreground, background = background or colour(screen.colours["background"]), foreground
    return Style(
        foreground,
        background,
        bold=bool(attributes.get("bold")),
        italic=bool(attributes.get("italic")),
        underline=bool(attributes.get("underline") or attributes.get("undercurl")),
    )


def runs(screen: Screen, row: int) -> Iterator[tuple[int, str, Style]]:
    """Neighbouring cells of one look: column, text, style."""
    column = 0
    for highlight, cells in groupby(screen.grid[row], key=lambda cell: cell.highlight):
        texts = [cell.text for cell in cells]
        yield column, "".join(texts), style_of(screen, highlight)
        column += len(texts)


def paint(screen: Screen, title: str) -> str:
    """The screen as SVG."""
    width = screen.columns * CELL_WIDTH + 2 * MARGIN
    height = screen.rows * CELL_HEIGHT + 2 * MARGIN
    background = colour(screen.colours["background"])
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" role="img" {_FONT}>',
        f"<title>{escape(title)}</title>",
        f'<rect width="{width:g}" height="{height:g}" rx="8" fill="{background}"/>',
    ]
    for row in range(screen.rows):
        for column, text, style in runs(screen, row):
            parts += list(_run(row, column, text, style))
    parts.append("</svg>")
    return "\n".join(parts) + "\n"


def _run(row: int, column: int, text: str, style: Style) -> Iterator[str]:
    x, y = MARGIN + column * CELL_WIDTH, MARGIN + row * CELL_HEIGHT
    wide = len(text) * CELL_WIDTH
    if style.background is not None:
        yield f'<rect x="{x:.1f}" y="{y}" width="{wide:.1f}" height="{CELL_HEIGHT}" fill="{style.background}"/>'
    if not text.strip():
        return
    look = f' fill="{style.foreground}"'
    look += ' font-weight="bold"' if style.bold else ""
    look += ' font-style="italic"' if style.italic else ""
    look += ' text-decoration="underline"' if style.underline else ""
    lead = len(text) - len(text.lstrip())
    shown = text.strip()
    place = f'x="{x + lead * CELL_WIDTH:.1f}" y="{y + BASELINE}" textLength="{len(shown) * CELL_WIDTH:.1f}"'
    yield f"<text {place}{look}>{escape(shown)}</text>"


def photograph(folder: Path) -> Iterator[tuple[str, str, Screen]]:
    """Neovim's screens, each with its name and what it shows: badges, then a comparison."""
    work = folder / "work"
    (work / ".git").mkdir(parents=True)
    candidate, reference = sources()
    (work / "mine.py").write_text(candidate, encoding="utf-8")
    (work / "original.py").write_text(reference, encoding="utf-8")
    environment = isolated(folder) | {"COLORTERM": "truecolor"}
    editor = Editor(folder, INIT + LOOKS, environment, columns=COLUMNS, rows=ROWS)
    try:
        editor.call("nvim_command", f"cd {work}")
        editor.keys(":edit mine.py<CR>")
        editor.sees("✗ 0.")
        editor.sees("✓ ")
        editor.keys("/def<CR>:nohlsearch<CR>:echo ''<CR>")
        editor.sees("mine.py", "CodeScore ✗ 0.")
        editor.until(lambda s: not s.lines()[-1], "an empty command line")
        yield "badges", "Neovim: a badge behind each compared function, the verdict at the cursor below", editor.screen
        editor.keys(":CodeScore compare<CR>:echo ''<CR>")
        editor.sees("reference original.py", "candidate mine.py")
        editor.until(lambda s: not s.lines()[-1], "an empty command line")
        yield "compare", "Neovim: :CodeScore compare, a function beside its reference", editor.screen
    finally:
        editor.close()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    default = REPOSITORY / "editors" / "neovim" / "pictures"
    parser.add_argument("-o", "--output", type=Path, default=default, metavar="FOLDER")
    arguments = parser.parse_args()
    arguments.output.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="nvim-picture-") as folder:
        for name, title, screen in photograph(Path(folder).resolve()):
            target = arguments.output / f"{name}.svg"
            target.write_text(paint(screen, title), encoding="utf-8")
            print(target)
    return 0


if __name__ == "__main__":
    sys.exit(main())
