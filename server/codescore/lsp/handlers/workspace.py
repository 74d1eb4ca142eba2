"""Changes around the documents: folders, settings, files on disk."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from lsprotocol import types

from codescore.lsp import configuration, live
from codescore.lsp.paths import real_path, to_path
from codescore.lsp.register import On
from codescore.lsp.settings import SECTION
from codescore.lsp.state import State
from codescore.references import CONFIG_FILE


def register(state: State, on: On) -> None:  # noqa: ARG001  every family registers alike
    """Attach the handlers."""
    on(types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS, folders_changed)
    on(types.WORKSPACE_DID_CHANGE_CONFIGURATION, configuration_changed)
    on(types.WORKSPACE_DID_CHANGE_WATCHED_FILES, files_changed)


def folders_changed(state: State, params: types.DidChangeWorkspaceFoldersParams) -> None:
    """Folders came or went: their settings and configurations with them."""
    gone = {to_path(f.uri) for f in params.event.removed}
    new = [path for f in params.event.added if (path := to_path(f.uri)) is not None]
    state.roots = tuple(dict.fromkeys([*(r for r in state.roots if r not in gone), *new]))
    state.schedule.start(lambda: configuration.fetch(state))
    state.schedule.start(lambda: configuration.read_projects(state))


def configuration_changed(state: State, params: types.DidChangeConfigurationParams) -> None:
    """Settings changed: clients that can be asked are asked, of others they are in the message."""
    sent = params.settings
    if state.client.configures:
        state.schedule.start(lambda: configuration.fetch(state))
    elif isinstance(sent, Mapping):
        configuration.take(state, {None: sent.get(SECTION, sent if SECTION not in sent else None)})


def files_changed(state: State, params: types.DidChangeWatchedFilesParams) -> None:
    """Files were written, made or removed outside the editor."""
    changed = [path for event in params.changes if (path := to_path(event.uri)) is not None]
    if any(path.name == CONFIG_FILE for path in changed):
        state.schedule.start(lambda: configuration.read_projects(state))
        live.judge_all(state)
        return
    files: list[Path | None] = [real_path(path) for path in changed]
    live.touched(state, files)
    # A reference that was missing may be there now.
    for document in state.documents:
        if any(f.code == "reference-not-found" for f in state.view_of(document).other):
            live.start(state, document)
