"""initialize, initialized, shutdown: what the client can do, which folders it has, and the work that starts then."""

from __future__ import annotations

from lsprotocol import types

from codescore.lsp import configuration, show
from codescore.lsp.client import client_of
from codescore.lsp.paths import to_path
from codescore.lsp.register import On
from codescore.lsp.state import State


def register(state: State, on: On) -> None:  # noqa: ARG001  every family registers alike
    """Attach the handlers."""
    on(types.INITIALIZE, initialize)
    on(types.INITIALIZED, initialized)
    on(types.SHUTDOWN, shutdown)


def initialize(state: State, params: types.InitializeParams) -> None:
    """Read the client's abilities, folders and options; what we can do is put together after this."""
    state.client = client_of(params.capabilities, state.protocol.workspace.position_encoding)
    state.documents.encoding = state.client.encoding
    folders = [f.uri for f in params.workspace_folders or ()]
    if not folders and params.root_uri is not None:
        folders = [params.root_uri]
    state.roots = tuple(path for uri in folders if (path := to_path(uri)) is not None)
    state.initial_options = params.initialization_options


def announce(state: State, capabilities: types.ServerCapabilities) -> None:
    """What pygls announces, but for what this client could only use halfway.

    A client that pulls diagnostics but cannot be told to pull again would never see what a compiler says later.
    """
    if not state.client.pulls:
        capabilities.diagnostic_provider = None


def initialized(state: State, _params: object) -> None:
    """Start what may take long, now that the client listens."""
    show.tell_status(state)
    state.schedule.start(lambda: configuration.fetch(state))
    state.schedule.start(lambda: configuration.watch(state))
    state.schedule.start(lambda: configuration.read_projects(state))


def shutdown(state: State, _params: object) -> None:
    """Stop working; `exit` follows."""
    state.schedule.close()
