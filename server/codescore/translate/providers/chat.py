"""A server that speaks the OpenAI-compatible chat protocol: one connection and one POST for each question.

The one module of `translate` that opens a connection; what may not send must not import it.  The standard library's
client is used on purpose: it reads no environment (no proxies, no keys), follows no redirect, and lets every byte be
counted.  Knows nothing of runs.  Neighbours: `endpoint` (where, and whether that is allowed), `reply` (what came back).
"""

from __future__ import annotations

import http.client
import json
import os
import socket
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from codescore.foundation.errors import EnvironmentProblem, InputError
from codescore.translate.providers import reply
from codescore.translate.providers.endpoint import Endpoint
from codescore.translate.providers.provider import Later, NoAnswer, Refused, Reply, Request

#: Bytes of a body, of a line of a stream, and of what a server says of a failure.
MAX_BODY, _MAX_LINE, _MAX_FAILURE = 32 << 20, 1 << 20, 1 << 16
_CONNECT_SECONDS = 30.0
_AGAIN = frozenset({408, 409, 425, 429})
_WRONG = {401: "the key is missing or wrong", 403: "the key may not do that", 404: "no such address or model"}


def key_from(variable: str | None) -> str | None:
    """The key in the environment's variable that the user named, and in no other.  Raises EnvironmentProblem."""
    if variable is None:
        return None
    if "=" in variable or not variable or "\0" in variable:
        raise InputError("a key is named by the variable that holds it, such as OPENAI_API_KEY; never given itself")
    key = os.environ.get(variable, "").strip()
    if not key:
        raise EnvironmentProblem(f"the variable {variable} is not set; put the key there (export {variable}=…)")
    if not key.isascii() or not key.isprintable() or " " in key:
        raise EnvironmentProblem(f"the variable {variable} holds no key: it has signs that no key has")
    return key


class Chat:
    """A provider that asks a server; `seconds` are for the whole of one answer."""

    paid = True

    def __init__(
        self, endpoint: Endpoint, key: str | None = None, *, seconds: float = 300.0, stream: bool = False
    ) -> None:
        """Opens nothing yet.  Raises InputError where the key would travel in the clear."""
        if key is not None and endpoint.scheme == "http" and not endpoint.local:
            raise InputError(f"{endpoint.url} would show the key to the network; use https")
        self.name = endpoint.url
        self._endpoint, self._key, self._seconds, self._stream = endpoint, key, seconds, stream
        self._turn, self._open = threading.Lock(), set[socket.socket]()
        self._closed = False

    def ask(self, request: Request) -> Reply:
        """One question."""
        try:
            return self._hidden(self._answered(request))
        except (Later, NoAnswer, Refused) as error:
            error.args = (self._without_key(str(error)),)
            raise

    def close(self) -> None:
        """Hang up wherever somebody listens."""
        with self._turn:
            self._closed = True
            for held in self._open:
                _hang_up(held)

    def _answered(self, request: Request) -> Reply:
        try:
            with self._connected() as connection:
                path = f"{self._endpoint.path}/chat/completions"
                connection.request("POST", path, self._body(request), self._headers())
                with connection.getresponse() as response:
                    return self._read(response)
        except ssl.SSLCertVerificationError as error:
            raise Refused(
                f"{self.name} shows a certificate that is not trusted here ({error.verify_message}); nothing was sent; "
                "SSL_CERT_FILE names a file of certificates to trust"
            ) from None
        except TimeoutError:
            raise Later(f"{self.name} gave no answer within {self._seconds:g} s") from None
        except (OSError, http.client.HTTPException, ValueError) as error:
            # What a broken connection looks like: reset, too short, no HTTP, a bad certificate.
            raise Later(f"{self.name} does not answer ({_reason(error)})") from None

    def _body(self, request: Request) -> bytes:
        body: dict[str, object] = {
            "model": request.key.model,
            "messages": [{"role": "user", "content": request.prompt}],
            "temperature": request.temperature,
            "top_p": request.top_p,
            "max_tokens": request.max_tokens,
            "seed": request.seed,
        }
        body |= request.parameters or {}
        if self._stream:
            body |= {"stream": True, "stream_options": {"include_usage": True}}
        return json.dumps({name: value for name, value in body.items() if value is not None}).encode()

    def _headers(self) -> dict[str, str]:
        headers = {"Content-Type": "application/json", "Accept-Encoding": "identity", "User-Agent": "codescore"}
        return headers | ({} if self._key is None else {"Authorization": f"Bearer {self._key}"})

    def _read(self, response: http.client.HTTPResponse) -> Reply:
        if response.status != http.client.OK:
            raise self._failure(response)
        if response.getheader("Content-Encoding", "identity").lower() != "identity":
            raise NoAnswer("the server's answer is compressed, which was not asked for")
        if self._stream and response.getheader("Content-Type", "").startswith("text/event-stream"):
            return reply.of_stream(_lines(response))
        data = response.read(MAX_BODY + 1)
        if len(data) > MAX_BODY:
            raise NoAnswer(f"the server's answer is larger than {MAX_BODY >> 20} MB")
        missing = response.length
        if missing:
            raise Later(f"the answer broke off {missing:,} bytes before its end")
        return reply.of_body(data)

    def _failure(self, response: http.client.HTTPResponse) -> Exception:
        status = response.status
        line = f"{self.name}: {status}, {reply.reason(response.read(_MAX_FAILURE))}"
        if status in _AGAIN or status >= http.client.INTERNAL_SERVER_ERROR:
            return Later(line, _wait(response.getheader("Retry-After")))
        if status in _WRONG:
            return Refused(f"{line} ({_WRONG[status]}); nothing more was sent")
        if status < http.client.BAD_REQUEST:
            return Refused(f"{line}; redirects are not followed: give the address itself")
        return NoAnswer(line)

    @contextmanager
    def _connected(self) -> Iterator[http.client.HTTPConnection]:
        """A connection that ends after so many seconds, whatever the other side does."""
        place = (self._endpoint.host, self._endpoint.port)
        seconds = min(_CONNECT_SECONDS, self._seconds)
        if self._endpoint.scheme == "https":
            connection: http.client.HTTPConnection = http.client.HTTPSConnection(
                *place, timeout=seconds, context=ssl.create_default_context()
            )
        else:
            connection = http.client.HTTPConnection(*place, timeout=seconds)
        connection.connect()
        held: socket.socket = connection.sock
        held.settimeout(self._seconds)
        late = threading.Event()
        watch = threading.Timer(self._seconds, _too_late, (late, held))
        watch.daemon = True
        try:
            self._hold(held)
            watch.start()
            yield connection
        except (OSError, http.client.HTTPException, ValueError, Later):
            if late.is_set():
                raise TimeoutError from None
            raise
        finally:
            watch.cancel()
            with self._turn:
                self._open.discard(held)
            connection.close()

    def _hold(self, held: socket.socket) -> None:
        with self._turn:
            if self._closed:
                raise Later("stopped")
            self._open.add(held)

    def _hidden(self, answer: Reply) -> Reply:
        """The reply without the key, should a server say it."""
        text, model = self._without_key(answer.text), self._without_key(answer.model)
        return Reply(text, answer.tokens_in, answer.tokens_out, model, answer.note)

    def _without_key(self, text: str) -> str:
        return text if self._key is None else text.replace(self._key, "[key]")


def _lines(response: http.client.HTTPResponse) -> Iterator[bytes]:
    while line := response.readline(_MAX_LINE + 1):
        if len(line) > _MAX_LINE:
            raise NoAnswer(f"a line of the server's stream is longer than {_MAX_LINE >> 20} MB")
        yield line


def _too_late(late: threading.Event, held: socket.socket) -> None:
    late.set()
    _hang_up(held)


def _hang_up(held: socket.socket) -> None:
    """End a connection from another thread; that of TLS as well, whose own way would change what is being read."""
    with suppress(OSError):
        socket.socket.shutdown(held, socket.SHUT_RDWR)


def _wait(header: str | None) -> float | None:
    """`Retry-After`: seconds, or a date."""
    if header is None:
        return None
    if header.strip().isdigit():
        return float(header.strip()[:9])
    try:
        date = parsedate_to_datetime(header)
    except ValueError:
        return None
    now = datetime.now(UTC)
    return max(0.0, ((date if date.tzinfo else date.replace(tzinfo=UTC)) - now).total_seconds())


def _reason(error: Exception) -> str:
    if isinstance(error, socket.gaierror):
        return "no such host"
    if isinstance(error, http.client.IncompleteRead):
        return "the answer broke off"
    return " ".join(str(getattr(error, "strerror", None) or error or type(error).__name__).split())[:200]
