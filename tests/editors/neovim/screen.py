"""A real Neovim with a screen: keys go in, grid events come out; waits end on events, never by time alone.

`Editor` runs `nvim --embed` as its user interface; `Screen` keeps the grid that the events draw, with highlights, so
that it can be read, waited for, and painted (`picture.py`).
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.editors.neovim.needs import PLUGIN, nvim
from tests.editors.neovim.rpc import Ended, Peer
from tests.lsp.client import LIMIT


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell; `text` is empty right of a wide character."""

    text: str = " "
    highlight: int = 0


@dataclass
class Screen:
    """The grid as a terminal would show it."""

    columns: int
    rows: int
    grid: list[list[Cell]] = field(default_factory=list)
    highlights: dict[int, dict[str, Any]] = field(default_factory=lambda: {0: {}})
    colours: dict[str, int] = field(default_factory=dict)
    cursor: tuple[int, int] = (0, 0)

    def __post_init__(self) -> None:
        self._clear()

    def lines(self) -> list[str]:
        """Each row as text."""
        return ["".join(cell.text for cell in row).rstrip() for row in self.grid]

    def line(self, piece: str) -> str:
        """The first row with a piece of text; empty where there is none."""
        return next((line for line in self.lines() if piece in line), "")

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def take(self, events: list[list[Any]]) -> None:
        """Redraw events, as the protocol of user interfaces has them."""
        for name, *calls in events:
            handler = getattr(self, f"_on_{name}", None)
            for call in calls if handler is not None else ():
                handler(*call)

    def _clear(self) -> None:
        self.grid = [[Cell()] * self.columns for _ in range(self.rows)]

    def _on_grid_resize(self, _grid: int, columns: int, rows: int) -> None:
        self.columns, self.rows = columns, rows
        self._clear()

    def _on_grid_clear(self, _grid: int) -> None:
        self._clear()

    def _on_grid_cursor_goto(self, _grid: int, row: int, column: int) -> None:
        self.cursor = (row, column)

    def _on_default_colors_set(self, foreground: int, background: int, special: int, *_: int) -> None:
        self.colours = {"foreground": foreground, "background": background, "special": special}

    def _on_hl_attr_define(self, number: int, rgb: dict[str, Any], *_: Any) -> None:
        self.highlights[number] = rgb

    def _on_grid_line(self, _grid: int, row: int, column: int, cells: list[list[Any]], *_: Any) -> None:
        highlight = 0
        for text, *rest in cells:
            highlight = rest[0] if rest else highlight
            for _ in range(rest[1] if len(rest) > 1 else 1):
                self.grid[row][column] = Cell(text, highlight)
                column += 1

    def _on_grid_scroll(self, _grid: int, top: int, bottom: int, left: int, right: int, rows: int, _: int) -> None:
        order = range(top, bottom - rows) if rows > 0 else range(bottom - 1, top - rows - 1, -1)
        for row in order:
            self.grid[row][left:right] = self.grid[row + rows][left:right]


class Editor:
    """One Neovim, as somebody at a keyboard has it."""

    def __init__(
        self, folder: Path, init: str, environment: Mapping[str, str], *, columns: int = 100, rows: int = 24
    ) -> None:
        configuration = folder / "init.lua"
        configuration.write_text(f"vim.opt.runtimepath:prepend({str(PLUGIN)!r})\n{init}", encoding="utf-8")
        program = nvim()
        assert program is not None
        argv = [program, "--embed", "-u", str(configuration), "-i", "NONE", "-n"]
        self.screen = Screen(columns, rows)
        self.peer = Peer(argv, {**os.environ, **environment})
        self.call("nvim_ui_attach", columns, rows, {"rgb": True, "ext_linegrid": True})

    def call(self, function: str, *arguments: Any) -> Any:
        """The answer of an API function."""
        return self.peer.call(function, *arguments)

    def keys(self, keys: str) -> None:
        """Type; special keys as `<Esc>`."""
        self.call("nvim_input", keys)

    def lua(self, code: str, *arguments: Any) -> Any:
        """The value of a piece of Lua."""
        return self.call("nvim_exec_lua", code, arguments)

    def messages(self) -> str:
        """What `:messages` shows."""
        return str(self.call("nvim_exec2", "messages", {"output": True})["output"])

    def step(self) -> None:
        """Take in the next thing that Neovim draws; waits for it."""
        name, arguments = self.peer.notification()
        if name == "redraw":
            self.screen.take(arguments)

    def until(self, true: Callable[[Screen], Any], what: str) -> Any:
        """What `true` says of the screen once it says something; asked again whenever something is drawn."""
        limit = time.monotonic() + LIMIT
        try:
            while not (found := true(self.screen)):
                if time.monotonic() > limit:
                    raise Ended("it drew other things")  # noqa: TRY301  one report for all ways to wait in vain
                self.step()
        except Ended as ended:
            raise AssertionError(f"waited in vain for {what} ({ended}); the screen:\n{self.screen}") from None
        return found

    def until_lua(self, code: str, what: str, *arguments: Any) -> Any:
        """What a Lua expression gives once it gives something; evaluated inside Neovim after each of its events."""
        waiting = f"local value; vim.wait(..., function() value = ({code}); return value end, 5); return value or nil"
        found = self.lua(waiting, int(LIMIT * 1000), *arguments)
        assert found, f"waited in vain for {what}; the screen:\n{self.screen}"
        return found

    def sees(self, *pieces: str) -> None:
        """Wait until one row of the screen holds all the pieces."""
        self.until(lambda s: any(all(p in line for p in pieces) for line in s.lines()), f"a row with {pieces}")

    def sees_none(self, piece: str) -> None:
        """Wait until no row of the screen holds a piece."""
        self.until(lambda s: not s.line(piece), f"no row with {piece!r}")

    def close(self) -> None:
        """End it."""
        self.peer.close()
