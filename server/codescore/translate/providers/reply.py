"""The bytes of a chat server → a reply: whatever they are, a `Reply` or the reason why there is none.  Pure, total.

A server is not trusted: encoding, shape, types and sizes may be anything.  Neighbours: `chat` brings the bytes.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from codescore.translate.providers.provider import MAX_ANSWER, Later, NoAnswer, Reply, cut

_MOST_TOKENS = 1 << 31
_LENGTH = "length"  # why an answer ended: no tokens were left
_DONE = "[DONE]"


def of_body(data: bytes) -> Reply:
    """The reply of a whole body."""
    said = _document(_text(data))
    _check_error(said)
    choice = _choice(said)
    if choice is None:
        raise NoAnswer("the server's answer holds no choice")
    message = choice.get("message")
    content = message.get("content") if isinstance(message, dict) else None
    finish = choice.get("finish_reason")
    text = _joined(content)
    if text is None and not isinstance(finish, str):
        raise NoAnswer("the server's answer holds no text")
    refusal = message.get("refusal") if isinstance(message, dict) else None
    return _reply(text or (refusal if isinstance(refusal, str) else ""), finish, said)


def of_stream(lines: Iterable[bytes]) -> Reply:
    """The reply of a stream of events, a line each.  Later: it ended before the answer did."""
    parts: list[str] = []
    last: dict[str, Any] = {}
    finish: object = None
    length, ended = 0, False
    for line in lines:
        if not line.startswith(b"data:"):
            continue
        data = _text(line[5:]).strip()
        if ended := data == _DONE:
            break
        said = _document(data)
        _check_error(said)
        last |= {name: said[name] for name in ("usage", "model") if said.get(name)}
        choice = _choice(said)
        if choice is None:
            continue
        delta = choice.get("delta")
        part = _joined(delta.get("content") if isinstance(delta, dict) else None) or ""
        parts.append(part)
        length += len(part)
        finish = choice.get("finish_reason") or finish
        if length > MAX_ANSWER:
            break
    if not ended and length <= MAX_ANSWER and finish is None:
        raise Later("the stream ended before the answer did")
    if not parts:
        raise NoAnswer("the server's stream holds no choice")
    return _reply("".join(parts), finish, last)


def reason(data: bytes) -> str:
    """What a server says of a failure, in one short line."""
    text = data.decode("utf-8", "replace")
    try:
        said = json.loads(text)
    except (ValueError, RecursionError):
        return _line(text)
    return _message(said.get("error") if isinstance(said, dict) else None) or _line(text)


def _message(error: object) -> str:
    """What an error says, where it says it in words."""
    message = error.get("message") if isinstance(error, dict) else error
    return _line(message) if isinstance(message, str) else ""


def _reply(text: str, finish: object, said: dict[str, Any]) -> Reply:
    notes = {_LENGTH: "stopped at max_tokens", "content_filter": "withheld by the server's filter"}
    # A character outside the basic plane may come in two halves; a half alone is none.
    whole = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    kept, note = cut(whole, notes.get(finish, "") if isinstance(finish, str) else "")
    used = said.get("usage")
    counts = used if isinstance(used, dict) else {}
    model = said.get("model")
    return Reply(
        kept,
        _count(counts.get("prompt_tokens")),
        _count(counts.get("completion_tokens")),
        _line(model, 100) if isinstance(model, str) else "",
        note,
    )


def _text(data: bytes) -> str:
    try:
        return data.decode(json.detect_encoding(data))
    except UnicodeDecodeError as error:
        raise NoAnswer(
            f"the server's answer is not UTF-8 (byte 0x{data[error.start]:02x} at {error.start:,})"
        ) from None


def _document(text: str) -> dict[str, Any]:
    try:
        said = json.loads(text)
    except (ValueError, RecursionError) as error:
        why = "nested too deeply" if isinstance(error, RecursionError) else _line(str(error))
        raise NoAnswer(f"the server's answer is no JSON: {why}") from None
    if not isinstance(said, dict):
        raise NoAnswer("the server's answer is no JSON object")
    return said


def _check_error(said: dict[str, Any]) -> None:
    """An error that came with a status of success: overload, mostly."""
    if said.get("error"):
        raise Later(f"the server reports: {_message(said['error']) or 'an error without words'}")


def _choice(said: dict[str, Any]) -> dict[str, Any] | None:
    choices = said.get("choices")
    if not isinstance(choices, list) or not choices or not isinstance(choices[0], dict):
        return None
    return choices[0]


def _joined(content: object) -> str | None:
    """A text, or parts of one as some servers send them; None for what is neither."""
    if isinstance(content, str):
        return content
    if not isinstance(content, list):
        return None
    parts = [part.get("text") for part in content if isinstance(part, dict)]
    return "".join(part for part in parts if isinstance(part, str))


def _count(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < _MOST_TOKENS else None


def _line(text: str, most: int = 300) -> str:
    short = " ".join(text[: 4 * most].split())
    plain = "".join(sign if sign.isprintable() else "?" for sign in short)
    return plain if len(plain) <= most else f"{plain[:most]}…"
