"""How handlers are attached: each behind a guard that logs and keeps the server alive."""

from __future__ import annotations

import asyncio
import inspect
import logging
from collections.abc import Callable
from typing import Any

from codescore.foundation.errors import CodescoreError
from codescore.lsp.protocol import INTERNAL_ERROR, REQUEST_FAILED, Refusal
from codescore.lsp.state import State

log = logging.getLogger(__name__)

Handler = Callable[[State, Any], Any]


#: Attach a handler to a method or to a command's name, with the options that announce it.
On = Callable[..., None]


def guarded(state: State, name: str, handler: Handler) -> Callable[[Any], Any]:
    """The handler with its state, whose failures are logged and answered in one line."""
    if inspect.iscoroutinefunction(handler):

        async def answer_later(params: Any) -> Any:  # noqa: ANN401  JSON
            try:
                return await handler(state, params)
            except asyncio.CancelledError:
                raise
            except Exception as error:  # noqa: BLE001  the guard: see _refusal
                raise _refusal(name, error) from None

        return answer_later

    def answer(params: Any) -> Any:  # noqa: ANN401  JSON
        try:
            return handler(state, params)
        except Exception as error:  # noqa: BLE001  the guard: see _refusal
            raise _refusal(name, error) from None

    return answer


def _refusal(name: str, error: Exception) -> Refusal:
    """What the client is answered; a failure that is not on purpose is logged with all we know."""
    if isinstance(error, Refusal):
        return error
    if isinstance(error, CodescoreError):
        return Refusal(str(error), REQUEST_FAILED)
    log.error("%s failed", name, exc_info=error)
    return Refusal(f"internal error in {name}: {type(error).__name__}: {error}", INTERNAL_ERROR)
