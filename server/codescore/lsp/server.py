"""Wiring: a server made of its parts, and the three ways to reach it.

`serve_stdio`, `serve_tcp` and `connect` run until the client leaves and give the exit code: 0 after an orderly
`shutdown` and `exit`, else 1.  What is answered is in `handlers/`, what is known in `state`, what is done when in
`live` and `judge`.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import socket
import sys
from collections.abc import Callable
from typing import Any

from lsprotocol import types
from pygls.lsp.server import LanguageServer
from pygls.protocol import default_converter

from codescore import __version__
from codescore.languages import all_languages
from codescore.lsp import capture, transport
from codescore.lsp.handlers import (
    badges,
    code_actions,
    commands,
    comparison,
    diagnostics,
    event,
    health,
    hover,
    lifecycle,
    references,
    score,
    suggestion,
    sync,
    units,
    workspace,
)
from codescore.lsp.protocol import Protocol
from codescore.lsp.register import Handler, guarded
from codescore.lsp.schedule import Schedule
from codescore.lsp.state import State
from codescore.lsp.transport import Read, Writer

_FAMILIES = (lifecycle, sync, workspace, diagnostics, hover, badges, code_actions)
_OURS = (references, comparison, score, suggestion, event, units, health)  # requests that the protocol does not know
_SWITCH_SECONDS = 0.0005  # how long a worker may keep the interpreter while a keystroke waits
_LAST_SECONDS = 0.3  # for workers to finish, at the end
_LOG_FORMAT = "%(asctime)s %(levelname)s %(name)s: %(message)s"

log = logging.getLogger(__name__)


def build() -> State:
    """A server for one connection, ready to receive."""
    cells = [types.NotebookCellLanguage(language=i) for one in all_languages() for i in one.lsp_ids]
    notebooks = types.NotebookDocumentSyncOptions(
        notebook_selector=[types.NotebookDocumentFilterWithCells(cells=cells, notebook="*")]
    )
    server = LanguageServer(
        "codescore-r",
        __version__,
        protocol_cls=Protocol,
        converter_factory=default_converter,
        notebook_document_sync=notebooks,
    )
    protocol = server.protocol
    assert isinstance(protocol, Protocol)
    state = State(protocol, Schedule())
    protocol.on_close = lambda: _close(state)
    protocol.on_announce = lambda capabilities: lifecycle.announce(state, capabilities)

    def on(method: str, handler: Handler, options: Any = None) -> None:  # noqa: ANN401  JSON
        server.feature(method, options)(guarded(state, method, handler))

    def on_command(name: str, handler: Handler, _options: Any = None) -> None:  # noqa: ANN401  JSON
        server.command(name)(_first_argument(guarded(state, name, handler)))

    for family in (*_FAMILIES, *_OURS):
        family.register(state, on)
    commands.register(state, on_command)
    return state


def serve_stdio() -> int:
    """Serve the process that started this one, over standard input and output."""
    read, writer = transport.claim_stdio()
    return _serve(read, writer)


def serve_tcp(host: str, port: int) -> int:
    """Listen, serve the first client, and end with it.  No host means this machine only; no port, any that is free."""

    def announce(name: str, number: int) -> None:
        print(f"codescore: listening on {name}:{number}", file=sys.stderr, flush=True)

    return _serve(*transport.accept_one(host or "127.0.0.1", port, announce))


def connect(host: str, port: int) -> int:
    """Serve a client that listens for us."""
    return _serve(*transport.over_socket(socket.create_connection((host or "127.0.0.1", port))))


def _serve(read: Read, writer: Writer) -> int:
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING, format=_LOG_FORMAT)
    sys.setswitchinterval(_SWITCH_SECONDS)
    gc.set_threshold(20_000, 20, 50)  # collections between keystrokes, rarely of everything

    states: list[State] = []

    async def run() -> int:
        states.append(build())
        protocol = states[0].protocol
        protocol.set_writer(writer)
        return await transport.serve(protocol, read)

    try:
        code = asyncio.run(run())
    except KeyboardInterrupt:
        code = 130
    if not all(state.schedule.ended(_LAST_SECONDS) for state in states):
        # A worker is inside native code (loading a model); unwinding the process under it would end in an abort.
        logging.shutdown()
        os._exit(code)
    return code


def _close(state: State) -> None:
    """End what runs; compilers must not outlive us."""
    state.schedule.runs.last(state.runs.close)
    if state.capture is not None:
        capture.finish(state, state.capture)
    state.schedule.close()
    if state.session is not None:
        try:
            state.session.close()
        except Exception:
            log.exception("the session could not be closed")


def _first_argument(answer: Callable[[Any], Any]) -> Any:  # noqa: ANN401  pygls looks at the signature
    """A command as pygls wants it, for a handler that takes one argument."""
    if asyncio.iscoroutinefunction(answer):

        async def command_later(*arguments: Any) -> Any:  # noqa: ANN401  JSON
            return await answer(arguments[0] if arguments else None)

        return command_later

    def command(*arguments: Any) -> Any:  # noqa: ANN401  JSON
        return answer(arguments[0] if arguments else None)

    return command
