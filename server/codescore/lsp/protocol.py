"""JSON-RPC that survives its clients: what pygls's protocol leaves open is settled here.

Malformed messages are answered with the error that the specification names; requests before `initialize`, twice
`initialize`, and requests after `shutdown` are refused; utf-8 positions are preferred where offered; the text of
documents is kept by `state`, not by pygls; messages that go out often are encoded without detours.
Places of a text are written here as messages have them (`position_of`, `range_of`).
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable, Generator
from concurrent.futures import Future, InvalidStateError
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.protocol import (
    JsonRPCNotification,
    JsonRPCRequestMessage,
    LanguageServerProtocol,
    lsp_method,
)

from codescore.foundation.text import Encoding, Text

Range = dict[str, dict[str, int]]

log = logging.getLogger(__name__)

PARSE_ERROR, INVALID_REQUEST, METHOD_NOT_FOUND, INVALID_PARAMS, INTERNAL_ERROR = -32700, -32600, -32601, -32602, -32603
NOT_INITIALIZED, CANCELLED, REQUEST_FAILED = -32002, -32800, -32803

#: Notifications that keep documents in step: decoded leniently by `messages`, so that an edit is never lost.
SYNC_METHODS = frozenset(
    {
        types.TEXT_DOCUMENT_DID_OPEN,
        types.TEXT_DOCUMENT_DID_CHANGE,
        types.TEXT_DOCUMENT_DID_CLOSE,
        types.TEXT_DOCUMENT_DID_SAVE,
        types.NOTEBOOK_DOCUMENT_DID_OPEN,
        types.NOTEBOOK_DOCUMENT_DID_CHANGE,
        types.NOTEBOOK_DOCUMENT_DID_CLOSE,
        types.NOTEBOOK_DOCUMENT_DID_SAVE,
    }
)


class Refusal(JsonRpcException):
    """An answer to a request that is an error, in one line."""

    def __init__(self, message: str, code: int = INVALID_PARAMS) -> None:
        super().__init__(message, code)


class Protocol(LanguageServerProtocol):
    """One connection's messages; a `transport.Peer`."""

    exit_code: int | None = None
    parent: int | None = None
    on_close: Callable[[], None] | None = None
    on_announce: Callable[[types.ServerCapabilities], None] | None = None
    _initialized = False
    _asked = 0

    def receive(self, body: bytes) -> None:
        """Handle one message; nothing that a client sends raises."""
        try:
            raw = json.loads(body)
        except (ValueError, RecursionError) as error:
            log.warning("a message is no JSON: %s", error)
            self._refuse(None, PARSE_ERROR, f"the message is no JSON: {error}")
            return
        try:
            self._dispatch(raw)
        except Exception as error:  # the last guard: a message that breaks us must not end the server
            log.exception("a message could not be handled")
            if isinstance(raw, dict) and "method" in raw and "id" in raw:
                self._refuse(raw["id"], INTERNAL_ERROR, f"internal error: {error}")

    def close(self) -> None:
        """Let go of what the server holds."""
        if self.on_close is not None:
            self.on_close()

    def send(self, message: dict[str, Any]) -> None:
        """Send a message made of plain values."""
        if self.writer is None:
            return
        body = json.dumps(message, separators=(",", ":"), default=self._serialize_message).encode("ascii")
        self.writer.write(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))

    def tell(self, method: str, params: dict[str, Any]) -> None:
        """Send a notification made of plain values."""
        self.send({"jsonrpc": "2.0", "method": method, "params": params})

    async def ask(self, method: str, params: Any, seconds: float = 10.0) -> Any:  # noqa: ANN401  JSON
        """A client's answer to a request of ours; None where it refuses or stays silent.

        The question itself is shielded: an answer that comes after the asker was cancelled hurts nobody.
        """
        self._asked += 1
        id_ = f"codescore-{self._asked}"
        question: Future[Any] = Future()
        self._request_futures[id_] = question
        self.send({"jsonrpc": "2.0", "id": id_, "method": method, "params": params})
        answer = asyncio.wrap_future(question)
        answer.add_done_callback(lambda done: done.cancelled() or done.exception())
        try:
            return await asyncio.wait_for(asyncio.shield(answer), seconds)
        except TimeoutError:
            log.warning("the client did not answer %s", method)
        except Refusal as refusal:
            log.info("the client refused %s: %s", method, refusal)
        return None

    def _dispatch(self, raw: Any) -> None:  # noqa: ANN401  whatever JSON holds
        if not isinstance(raw, dict) or raw.get("jsonrpc") != "2.0":
            self._refuse(None, INVALID_REQUEST, "a message is one JSON-RPC 2.0 object")
            return
        method, id_ = raw.get("method"), raw.get("id")
        if method is None and ("result" in raw or "error" in raw):
            self._answered(raw)
            return
        if not isinstance(method, str) or isinstance(id_, bool) or not isinstance(id_, str | int | None):
            self._refuse(None, INVALID_REQUEST, "a message has a method, and its id is a string or a whole number")
            return
        refusal = self._out_of_turn(method)
        if refusal is not None:
            if "id" in raw:
                self._refuse(id_, *refusal)
            return
        if not (method in self.fm.builtin_features or method in self.fm.features or method == types.CANCEL_REQUEST):
            if "id" in raw:
                self._refuse(id_, METHOD_NOT_FOUND, f"there is no method {method:.100} here")
            return
        if "id" in raw and _is_notification(method):
            self._refuse(id_, INVALID_REQUEST, f"{method} is a notification; send it without an id")
            return
        if method in SYNC_METHODS:
            self._synchronise(method, raw.get("params"))
            return
        try:
            if "id" in raw:
                _check_text(raw.get("params"))
            message = self._structure(raw, method)
        except Exception as error:  # noqa: BLE001  a converter raises whatever the fields' validators raise
            log.warning("the parameters of %s are wrong: %.300r", method, error)
            if "id" in raw:
                self._refuse(id_, INVALID_PARAMS, f"the parameters of {method} are not what the protocol says")
            return
        self.handle_message(message)

    def _out_of_turn(self, method: str) -> tuple[int, str] | None:
        """Why a message may not come now."""
        if method == types.EXIT:
            return None
        if self._shutdown:
            return INVALID_REQUEST, "the server was told to shut down"
        if method == types.INITIALIZE:
            return (INVALID_REQUEST, "initialize was sent already") if self._initialized else None
        return None if self._initialized else (NOT_INITIALIZED, "initialize comes first")

    def _synchronise(self, method: str, params: object) -> None:
        """Hand a change of a document to its handler at once, past pygls's own documents and their tasks."""
        try:
            self.fm.features[method](params)
        except JsonRpcException as error:
            log.warning("a notification was ignored: %s", error)

    def _structure(self, raw: dict[str, Any], method: str) -> Any:  # noqa: ANN401  one of lsprotocol's many types
        known = self.get_message_type(method)
        if known is not None:
            return self._converter.structure(raw, known)
        if "id" in raw:
            return JsonRPCRequestMessage(id=raw["id"], method=method, jsonrpc="2.0", params=raw.get("params"))
        return JsonRPCNotification(method=method, jsonrpc="2.0", params=raw.get("params"))

    def _answered(self, raw: dict[str, Any]) -> None:
        """A client's answer to a request of ours; one that nobody waits for any more is dropped."""
        future = self._request_futures.pop(raw.get("id", ""), None)
        self._result_types.pop(raw.get("id", ""), None)
        if future is None:
            return
        try:
            if raw.get("error") is not None:
                future.set_exception(Refusal(str(raw["error"]), INTERNAL_ERROR))
            else:
                future.set_result(raw.get("result"))
        except InvalidStateError:
            log.debug("an answer came after its question was withdrawn")

    def _refuse(self, id_: Any, code: int, message: str) -> None:  # noqa: ANN401  an id may be anything here
        answerable = id_ if isinstance(id_, str | int) and not isinstance(id_, bool) else None
        self.send({"jsonrpc": "2.0", "id": answerable, "error": {"code": code, "message": message}})

    def _execute_handler(
        self,
        msg_id: Any,  # noqa: ANN401  overrides pygls
        handler: Any,  # noqa: ANN401
        callback: Callable[[Any], None],
        args: tuple[Any, ...] | None = None,
        kwargs: dict[str, Any] | None = None,
    ) -> None:
        """As pygls does, but every task is forgotten once done: pygls 2.1 keeps those that answer no request."""

        def done(future: Any) -> None:  # noqa: ANN401  pygls has futures of two kinds
            if self._request_futures.get(msg_id) is future:
                del self._request_futures[msg_id]
            callback(future)

        super()._execute_handler(msg_id, handler, done, args, kwargs)

    def _send_data(self, data: Any) -> None:  # noqa: ANN401  overrides pygls
        self.send(self._serialize_message(data))

    def _send_handler_result(self, future: Any, *, msg_id: Any) -> None:  # noqa: ANN401  overrides pygls
        if future.cancelled():
            self._refuse(msg_id, CANCELLED, "the request was withdrawn")
            return
        error = future.exception()
        if error is None:
            self._send_response(msg_id, future.result())
        elif isinstance(error, JsonRpcException):
            self._refuse(msg_id, error.code, error.message)
        else:
            log.error("request %r failed", msg_id, exc_info=error)
            self._refuse(msg_id, INTERNAL_ERROR, f"internal error: {error}")

    def _check_handler_result(self, future: Any) -> None:  # noqa: ANN401  overrides pygls
        error = None if future.cancelled() else future.exception()
        if error is not None:
            log.warning("a notification was ignored: %s", error)

    def _send_response(self, msg_id: Any, result: Any = None, error: types.ResponseError | None = None) -> None:  # noqa: ANN401  JSON
        if error is not None:
            self._refuse(msg_id, error.code, error.message)
        else:
            self.send({"jsonrpc": "2.0", "id": msg_id, "result": result})

    # What follows replaces features that pygls has built in.

    @lsp_method(types.INITIALIZE)
    def lsp_initialize(self, params: types.InitializeParams) -> Generator[Any, Any, types.InitializeResult]:
        """Prefer utf-8 positions, which are ours, where the client offers them."""
        self._initialized = True
        self.parent = params.process_id
        general = params.capabilities.general
        if general is not None and general.position_encodings:
            offered = list(general.position_encodings)
            general.position_encodings = sorted(offered, key=lambda e: e != types.PositionEncodingKind.Utf8)
        result: types.InitializeResult = yield from super().lsp_initialize(params)
        if self.on_announce is not None:
            self.on_announce(result.capabilities)
        return result

    @lsp_method(types.EXIT)
    def lsp_exit(self, *_: object) -> None:  # type: ignore[override]  # pygls ends the process here
        """The transport ends when it sees the code: 0 after a `shutdown`, else 1."""
        self.exit_code = 0 if self._shutdown else 1


def _is_notification(method: str) -> bool:
    """Whether the protocol has a method as a notification; requests have a response beside them there."""
    return method in types.METHOD_TO_TYPES and types.METHOD_TO_TYPES[method][1] is None


def _check_text(params: object) -> None:
    """Raises UnicodeEncodeError where a text in a request holds half a surrogate pair, which no text can."""
    json.dumps(params, ensure_ascii=False).encode("utf-8")


# -- places in a text


def position_of(text: Text, offset: int, encoding: Encoding) -> dict[str, int]:
    """`{"line", "character"}` of an offset."""
    place = text.position(offset, encoding)
    return {"line": place.line, "character": place.column}


def range_of(text: Text, start: int, end: int, encoding: Encoding) -> Range:
    """`{"start", "end"}` of bytes [start, end)."""
    low, high = text.position(start, encoding), text.position(end, encoding)
    return {
        "start": {"line": low.line, "character": low.column},
        "end": {"line": high.line, "character": high.column},
    }
