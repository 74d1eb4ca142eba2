"""A server of models may answer anything: a reply, another try, or one line that says what was wrong."""

from __future__ import annotations

import json
import shutil
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from codescore.foundation.errors import EnvironmentProblem, InputError
from codescore.translate.providers import reply
from codescore.translate.providers.chat import Chat, key_from
from codescore.translate.providers.endpoint import check_leave, parse
from codescore.translate.providers.provider import MAX_ANSWER, Later, NoAnswer, Refused, Reply, Request
from codescore.translate.records import Key
from tests.translate.tiny_server import GOOD, Tiny, serving

KEY = "sk-0123456789abcdef"
_NAMES = st.sampled_from(["choices", "message", "delta", "content", "text", "usage", "error", "model", "finish_reason"])


@pytest.fixture(scope="module")
def server() -> Iterator[Tiny]:
    with serving() as running:
        yield running


def ask(server: Tiny, model: str, *, stream: bool = False, seconds: float = 60.0) -> Reply:
    chat = Chat(parse(server.url), KEY, seconds=seconds, stream=stream)
    return chat.ask(Request(Key(model, "java_python", "1"), "translate this", 0.1, 0.7, 50, 3))


def failure(server: Tiny, model: str, kind: type[Exception], **more: bool | float) -> str:
    with pytest.raises(kind) as raised:
        ask(server, model, **more)  # type: ignore[arg-type]
    line = str(raised.value)
    assert "\n" not in line
    assert "\x1b" not in line
    assert KEY not in line
    return line


def test_what_is_sent(server: Tiny) -> None:
    """The protocol's fields with the settings that were asked for, and the key in the header alone."""
    ask(server, "good")
    assert server.asked[-1] == {
        "model": "good", "messages": [{"role": "user", "content": "translate this"}],
        "temperature": 0.1, "top_p": 0.7, "max_tokens": 50, "seed": 3,
    }  # fmt: skip
    assert server.headers[-1]["Authorization"] == f"Bearer {KEY}"


@pytest.mark.parametrize(
    ("model", "text", "note"),
    [
        ("good", GOOD, ""),
        ("null-content", "", "stopped at max_tokens"),
        ("parts", "ab", ""),
        ("bom", "ok", ""),
        ("utf-16", "ok", ""),
        ("half-characters", "\ufffd y \U0001f600 \0", ""),
        ("huge", "x" * MAX_ANSWER, "cut after 1,048,576 of 10,000,000 characters"),
    ],
)
def test_an_answer_is_kept(server: Tiny, model: str, text: str, note: str) -> None:
    """What a model said is kept as it is, and a note says where something is missing."""
    got = ask(server, model)
    assert (got.text, got.note) == (text, note)
    got.text.encode("utf-8")


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters(exclude_categories=())),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_NAMES | st.text(max_size=2), inner, max_size=4),
    max_leaves=12,
)
_NEARLY = st.tuples(_JSON, _JSON, _JSON, _JSON).map(
    lambda odd: {
        "choices": [
            {"message": {"content": odd[0], "refusal": odd[1]}, "delta": {"content": odd[0]}, "finish_reason": odd[2]}
        ],
        "usage": {"prompt_tokens": odd[3]},
        "model": odd[1],
    }
)
_BODIES = st.binary(max_size=60) | (_JSON | _NEARLY).map(lambda value: json.dumps(value).encode())


@settings(max_examples=150, deadline=None)
@given(st.lists(_BODIES, max_size=4))
def test_no_bytes_are_too_odd(bodies: list[bytes]) -> None:
    """Whatever a server sends, whole or as a stream, is a reply that can be stored, or one line that says why not."""
    for read in (
        lambda: reply.of_body(b"".join(bodies[:1])),
        lambda: reply.of_stream([b"data: " + body + b"\n" for body in bodies]),
    ):
        said = ""
        try:
            found = read()
            (found.text + found.model + found.note).encode("utf-8")
        except (Later, NoAnswer) as error:
            said = str(error)
        assert "\n" not in said
        said.encode("utf-8")
    reply.reason(b"".join(bodies)).encode("utf-8")


def test_counts_of_tokens(server: Tiny) -> None:
    """They are the server's own, and none where it says nonsense."""
    good, odd = ask(server, "good"), ask(server, "odd-usage")
    assert (good.tokens_in, good.tokens_out) == (100, 20)
    assert (odd.tokens_in, odd.tokens_out) == (None, None)


@pytest.mark.parametrize(
    ("model", "said"),
    [
        ("latin-1", "is not UTF-8 (byte 0xe9 at"),
        ("not-json", "is no JSON"),
        ("cut-json", "is no JSON"),
        ("deep", "is no JSON: nested too deeply"),
        ("a-list", "is no JSON object"),
        ("no-choices", "holds no choice"),
        ("odd-choices", "holds no choice"),
        ("no-message", "holds no text"),
        ("gigantic", "larger than 32 MB"),
        ("compressed", "compressed"),
        ("too-long", "400, the prompt is too long"),
    ],
)
def test_no_answer_is_one_line(server: Tiny, model: str, said: str) -> None:
    """What is no answer is said in one line, and is not tried again: it would cost again."""
    assert said in failure(server, model, NoAnswer)


@pytest.mark.parametrize(
    ("model", "said"),
    [
        ("always-500", "500, no"),
        ("short", "bytes before its end"),
        ("hang-up", "does not answer"),
        ("error-inside", "the server reports: overloaded"),
    ],
)
def test_trouble_that_may_pass(server: Tiny, model: str, said: str) -> None:
    """Overload and broken connections may be tried again."""
    assert said in failure(server, model, Later)


@pytest.mark.parametrize(
    ("model", "wait"), [("limited:a", 0.0), ("limited-by-date:a", 0.0), ("wait-an-hour", 3600.0), ("always-500", None)]
)
def test_how_long_a_server_wants_to_be_left_alone(server: Tiny, model: str, wait: float | None) -> None:
    """`Retry-After` is read as seconds and as a date."""
    with pytest.raises(Later) as raised:
        ask(server, model)
    assert raised.value.wait == wait


@pytest.mark.parametrize(
    ("model", "said"), [("unauthorized", "the key is"), ("unknown-model", "no such"), ("redirect", "not followed")]
)
def test_what_no_question_can_mend(server: Tiny, model: str, said: str) -> None:
    """A wrong key, address or model ends all; a redirect is never followed, so the key goes nowhere else."""
    assert said in failure(server, model, Refused)


def test_a_stream_is_put_together(server: Tiny) -> None:
    """Pieces, a character in two halves, and counts at the end."""
    got = ask(server, "stream", stream=True)
    assert (got.text, got.tokens_in, got.tokens_out) == ("def f", 7, 2)
    assert ask(server, "stream-halves", stream=True).text == "\U0001f600"
    assert server.asked[-1]["stream"] is True


@pytest.mark.parametrize(
    ("model", "kind", "said"),
    [
        ("stream-breaks", Later, "ended before the answer did"),
        ("stream-garbage", NoAnswer, "is no JSON"),
        ("stream-nothing", NoAnswer, "no choice"),
        ("stream-long-line", NoAnswer, "longer than 1 MB"),
    ],
)
def test_a_stream_that_breaks(server: Tiny, model: str, kind: type[Exception], said: str) -> None:
    """Half an answer is none."""
    assert said in failure(server, model, kind, stream=True)


def test_a_stream_without_end_is_cut(server: Tiny) -> None:
    """Reading stops where more is not kept."""
    got = ask(server, "stream-endless", stream=True)
    assert len(got.text) == MAX_ANSWER
    assert got.note.startswith("cut after")


def test_a_server_that_drips_is_left(server: Tiny) -> None:
    """Who sends headers and then nothing is left when the time is over."""
    assert "no answer within 0.3 s" in failure(server, "drip", Later, seconds=0.3)


def test_closing_ends_what_is_under_way(server: Tiny) -> None:
    """A question in another thread ends as soon as the provider is closed, however long the server would take."""
    server.gate.clear()
    chat = Chat(parse(server.url))
    ended: list[str] = []

    def asking() -> None:
        try:
            chat.ask(Request(Key("gated", "java_python", "1"), "p"))
        except Later as error:
            ended.append(str(error))

    before = server.seen["gated"]
    thread = threading.Thread(target=asking)
    thread.start()
    while server.seen["gated"] == before:
        threading.Event().wait(0.005)
    chat.close()
    thread.join()
    server.gate.set()
    assert ended
    with pytest.raises(Later, match="stopped"):
        chat.ask(Request(Key("good", "java_python", "1"), "p"))


@pytest.mark.parametrize("model", ["echo-key", "echo-refusal"])
def test_a_server_that_says_the_key(server: Tiny, model: str) -> None:
    """The key is taken out of answers, names and errors."""
    if model == "echo-key":
        got = ask(server, model)
        assert got.text == "your key is Bearer [key]"
        assert KEY not in got.model
    else:
        assert "Bearer [key]" in failure(server, model, NoAnswer)


def test_a_certificate_that_nobody_vouches_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Over TLS the server's certificate is checked before anything is said; one that the user trusts is good."""
    if shutil.which("openssl") is None:
        pytest.skip("NO OPENSSL: apt-get install openssl; TLS was not tested")
    chain, key = tmp_path / "chain.pem", tmp_path / "key.pem"
    kind = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"]
    subject = ["-subj", "/CN=tiny", "-addext", "subjectAltName=IP:127.0.0.1"]
    command = ["openssl", "req", "-x509", *kind, *subject, "-keyout", str(key), "-out", str(chain)]
    subprocess.run(command, check=True, capture_output=True)
    with serving((chain, key)) as server:
        monkeypatch.delenv("SSL_CERT_FILE", raising=False)
        assert "is not trusted here" in failure(server, "good", Refused)
        assert server.asked == []
        monkeypatch.setenv("SSL_CERT_FILE", str(chain))
        assert ask(server, "good").text == GOOD
        assert "no answer within 0.5 s" in failure(server, "drip", Later, seconds=0.5)


def test_nobody_listens() -> None:
    """A closed port is trouble that may pass."""
    with serving() as gone:
        address = gone.url
    with pytest.raises(Later, match="does not answer"):
        Chat(parse(address)).ask(Request(Key("m", "java_python", "1"), "p"))


@pytest.mark.parametrize(
    ("text", "url", "local"),
    [
        ("http://127.0.0.1:8080/v1", "http://127.0.0.1:8080/v1", True),
        ("http://localhost:80/v1/", "http://localhost/v1", True),
        ("http://[::1]:99", "http://[::1]:99", True),
        ("https://Host.example/v1/chat/completions", "https://host.example/v1", False),
        ("http://127.0.0.1.example/v1", "http://127.0.0.1.example/v1", False),
        ("http://0.0.0.0:1/v1", "http://0.0.0.0:1/v1", False),
    ],
)
def test_an_address(text: str, url: str, local: bool) -> None:
    """What is this machine is said by the address itself, nothing is looked up."""
    found = parse(text)
    assert (found.url, found.local) == (url, local)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "host/v1",
        "ftp://host",
        "http://",
        "http://user:secret@host",
        "http://h?key=secret",
        "http://h:x",
        "http://h/a b",
    ],
)
def test_no_address(text: str) -> None:
    """What is none is refused in one line that repeats no secret."""
    with pytest.raises(InputError) as raised:
        parse(text)
    assert "secret" not in str(raised.value)


def test_leave_comes_from_the_command_line() -> None:
    """Another machine needs `--allow-network`; this one is allowed where the command line names it, never by a file."""
    near, far = parse("http://127.0.0.1:8080"), parse("https://host.example")
    check_leave(near, named=True, allowed=False)
    check_leave(near, named=False, allowed=True)
    check_leave(far, named=False, allowed=True)
    for endpoint, named in ((far, True), (far, False), (near, False)):
        with pytest.raises(InputError, match="--allow-network"):
            check_leave(endpoint, named=named, allowed=False)


def test_a_key_comes_from_its_variable_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """No variable that was not named is read, and a key never travels in the clear."""
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    assert key_from(None) is None
    assert key_from("OPENAI_API_KEY") == KEY
    monkeypatch.setenv("EMPTY", "")
    monkeypatch.setenv("SPLIT", "a\r\nHost: elsewhere")
    for name in ("EMPTY", "SPLIT", "NOT_THERE"):
        with pytest.raises(EnvironmentProblem, match=name):
            key_from(name)
    with pytest.raises(InputError, match="https"):
        Chat(parse("http://host.example/v1"), KEY)
