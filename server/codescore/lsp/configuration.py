"""The client's settings and the workspace's `codescore.toml`: fetched, taken in, complained about."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

from codescore.languages import all_languages
from codescore.lsp import live, model, recording, show
from codescore.lsp.findings import SEVERITIES, SOURCE
from codescore.lsp.schedule import Priority
from codescore.lsp.settings import SECTION
from codescore.lsp.state import State
from codescore.references import CONFIG_FILE, Configuration

_ANSWER_SECONDS = 2.0  # then it goes on without

log = logging.getLogger(__name__)


async def fetch(state: State) -> None:
    """Ask the client for its settings, for every workspace folder, and take them in."""
    if state.client.configures:
        items: list[dict[str, str]] = [{"section": SECTION}]
        items += [{"section": SECTION, "scopeUri": root.as_uri()} for root in state.roots]
        roots = state.roots
        answer = await state.protocol.ask("workspace/configuration", {"items": items}, _ANSWER_SECONDS)
        if isinstance(answer, list) and len(answer) == len(items):
            take(state, dict(zip((None, *roots), answer, strict=True)))
            return
    take(state, state.options)


def take(state: State, options: dict[Path | None, object]) -> None:
    """Take in settings; what is wrong with them is told once, and stays in the status."""
    before, badges = state.health.complaints, _badges(state)
    state.configure(options)
    state.configured = True
    if _badges(state) != badges:
        show.refresh_badges(state)
    new = [c for c in state.health.complaints if c not in before]
    if new:
        state.protocol.tell("window/showMessage", {"type": 2, "message": "CodeScore-R: " + "; ".join(new)})
    recording.configure(state)
    model.load(state)
    live.judge_all(state)
    show.tell_status(state)


def _badges(state: State) -> list[tuple[str, str]]:
    settings = [state.settings_of(root) for root in (None, *state.roots)]
    return [(one.badges, one.badge_detail) for one in settings]


async def watch(state: State) -> None:
    """Ask to be told of changes: of settings, of `codescore.toml`, of files that may be references."""
    registrations: list[dict[str, Any]] = []
    if state.client.registers_configuration:
        options = {"section": SECTION}
        method = "workspace/didChangeConfiguration"
        registrations.append({"id": "codescore-settings", "method": method, "registerOptions": options})
    if state.client.registers_watchers:
        endings = sorted({e.removeprefix(".") for language in all_languages() for e in language.extensions})
        globs = [f"**/{CONFIG_FILE}", f"**/*.{{{','.join(endings)}}}"]
        options_ = {"watchers": [{"globPattern": glob} for glob in globs]}
        method = "workspace/didChangeWatchedFiles"
        registrations.append({"id": "codescore-files", "method": method, "registerOptions": options_})
    if registrations:
        await state.protocol.ask("client/registerCapability", {"registrations": registrations})


async def read_projects(state: State) -> None:
    """Read the `codescore.toml` of every workspace folder and show what is wrong with it."""
    for root in state.roots:
        read = await state.schedule.checks.run(Priority.BACKGROUND, state.memory.configuration, root)
        _show(state, root, read)
    for root in [r for r in state.configuration_errors if r not in state.roots]:
        _show(state, root, None)


def _show(state: State, root: Path, read: Configuration | None) -> None:
    errors = read.errors if read is not None else ()
    if errors == state.configuration_errors.get(root, ()):
        return
    state.configuration_errors[root] = errors
    diagnostics = [
        {
            "range": {"start": {"line": e.line, "character": 0}, "end": {"line": e.line + 1, "character": 0}},
            "severity": SEVERITIES["error"],
            "code": "configuration",
            "source": SOURCE,
            "message": f"{CONFIG_FILE}: {e.message}",
        }
        for e in errors
    ]
    uri = (root / CONFIG_FILE).as_uri()
    state.protocol.tell("textDocument/publishDiagnostics", {"uri": uri, "diagnostics": diagnostics})
