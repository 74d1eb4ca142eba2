"""The participant's side: what is queued, sent, confirmed; who is spoken to; and what is never sent."""

from __future__ import annotations

import json
import socket
import threading
from contextlib import closing
from pathlib import Path

import pytest

from codescore.experiments.collector import outbox
from codescore.experiments.collector.client import Connection, Impostor, Rejected, Unreachable
from codescore.experiments.collector.invitation import Invitation, address, pin_in, write
from codescore.experiments.collector.tokens import new_token
from codescore.experiments.store import Store
from codescore.foundation.errors import InputError
from tests.experiments.collector.conftest import codescore, needs_extra
from tests.experiments.collector.samples import ask, filled, lines, shown


def sent(store: Store, invited: Invitation) -> outbox.Sent:
    """One run of the sender."""
    with closing(Connection(invited)) as connection:
        return outbox.send(store, invited, connection, lambda _: None)


def ids(database: str) -> list[str]:
    said = codescore("experiment", "collect", "export", "--database", database).stdout
    return [json.loads(line)["id"] for line in said.splitlines()]


@needs_extra
def test_what_is_confirmed_is_not_sent_again(serve, tmp_path):
    """All is sent in batches, then only what is new; the cursor survives the store's closing."""
    running = serve()
    invited = running.invite("P01")
    with filled(tmp_path / "events.db", 1200) as store:
        first = sent(store, invited)
        assert (first.batches, first.new, first.known) == (3, 1200, 0)
    with Store.open(tmp_path / "events.db") as store:
        store.append([shown(5000)])
        assert outbox.waiting(store, invited) == 1
        second = sent(store, invited)
        assert (second.batches, second.new) == (1, 1)
    assert len(ids(running.database)) == len(set(ids(running.database))) == 1201


@needs_extra
def test_a_lost_answer_loses_and_doubles_nothing(serve, tmp_path):
    """The batch arrives, the answer does not: it is sent again, and counted once."""
    running = serve()
    invited = running.invite("P01")
    relay = Relay(running.port)
    through = Invitation(f"http://127.0.0.1:{relay.port}", invited.token)
    with filled(tmp_path / "events.db", 700) as store:
        relay.swallow_answers = 1
        with pytest.raises(Unreachable):
            sent(store, through)
        assert outbox.waiting(store, through) == 700
        again = sent(store, through)
        assert (again.batches, again.new, again.known) == (2, 200, 500)
    assert len(ids(running.database)) == 700
    relay.close()


@needs_extra
def test_nobody_answers_for_days(serve, tmp_path):
    """While nobody answers the pauses grow to an hour and no longer; then everything arrives."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    invited = Invitation(f"http://127.0.0.1:{port}", new_token())
    pauses: list[float] = []

    class Over(Exception):
        """The test has seen enough."""

    def sleep(seconds: float) -> None:
        pauses.append(seconds)
        if len(pauses) == 20:
            raise Over

    with filled(tmp_path / "events.db", 10) as store:
        with pytest.raises(Over):
            outbox.keep_sending(store, invited, Connection(invited), lambda _: None, every=300, sleep=sleep)
        assert pauses[:4] == [5, 10, 20, 40]
        assert max(pauses) == 3600
        running = serve()
        late = running.invite("P01")
        assert sent(store, late).new == 10


@needs_extra
def test_what_is_refused_for_good_says_why(serve, tmp_path):
    """A token that nobody knows: exit code 1 and the collector's own line, not an endless queue."""
    running = serve()
    invited = Invitation(running.url, new_token())
    with filled(tmp_path / "events.db", 10) as store, pytest.raises(Rejected, match="401"):
        sent(store, invited)


@needs_extra
def test_the_command_sends_and_withdraws(serve, tmp_path):
    """`experiment send`: dry run, sending, nothing left to send, withdrawal; JSON where it is asked for."""
    running = serve()
    running.invite("P01")
    invitation, store = str(tmp_path / "invitations/P01.json"), str(tmp_path / "events.db")
    assert (tmp_path / "invitations/P01.json").stat().st_mode & 0o077 == 0
    filled(Path(store), 30).close()
    send = ("experiment", "send", invitation, "--store", store)
    assert codescore(*send, "--dry-run").stdout == f"30 events would go to {running.url}\n"
    assert ids(running.database) == []
    assert json.loads(codescore(*send, "--json").stdout) == {"batches": 1, "new": 30, "known": 0}
    assert json.loads(codescore(*send, "--json").stdout) == {"batches": 0, "new": 0, "known": 0}
    assert codescore(*send, "--withdraw").stdout == "the collector erased 30 events\n"
    refused = codescore(*send[:3], "--store", str(tmp_path / "none.db"))
    assert (refused.code, refused.stderr.count("\n")) == (2, 1)


@needs_extra
def test_only_the_study_of_the_invitation_is_sent(serve, tmp_path):
    """A store may hold several studies; a lab gets its own."""
    running = serve()
    invited = running.invite("P01", "--study", "one")
    with Store.create(tmp_path / "events.db") as store:
        store.append([shown(1, study="one"), shown(2, study="two"), shown(3)])
        assert sent(store, invited).new == 1
    assert ids(running.database) == ["e1"]


@needs_extra
def test_with_tls_and_the_right_certificate(serve, certificates, tmp_path):
    """Over TLS everything works as without it, with the certificate that the invitation pins."""
    chain, key = certificates["lab"]
    running = serve(None, "--cert", str(chain), "--key", str(key))
    invited = running.invite("P01", "--cert", str(chain))
    assert running.url.startswith("https://")
    assert invited.pins == (codescore("experiment", "collect", "pin", str(chain)).stdout.strip(),)
    with filled(tmp_path / "events.db", 20) as store:
        assert sent(store, invited).new == 20
        with closing(Connection(invited)) as connection:
            assert connection.withdraw() == 20


@needs_extra
def test_an_impostor_hears_nothing(certificates, tmp_path):
    """Another certificate for the same name: the client hangs up before it says anything, the token least of all."""
    import ssl

    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(*certificates["impostor"])
    heard: list[bytes] = []
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def listen() -> None:
            end, _ = listening.accept()
            with context.wrap_socket(end, server_side=True) as secure:
                secure.settimeout(30)
                heard.append(secure.recv(65536))

        thread = threading.Thread(target=listen)
        thread.start()
        url = f"https://127.0.0.1:{listening.getsockname()[1]}"
        invited = Invitation(url, new_token(), pins=(pin_in(certificates["lab"][0]),))
        with filled(tmp_path / "events.db", 5) as store:
            with pytest.raises(Impostor, match="nothing was sent"):
                sent(store, invited)
            assert outbox.waiting(store, invited) == 5
        thread.join()
    assert heard == [b""]


@pytest.mark.parametrize(
    "url",
    ["http://lab.example:8765", "http://10.0.0.1", "https://lab.example", "ftp://localhost", "localhost:8765",
     "https://user:word@lab.example", "http://127.0.0.1.example.org", "http://[::2]", "https://h:x", ""],
)  # fmt: skip
def test_no_token_goes_in_the_clear_or_to_just_anybody(url, tmp_path):
    """Only loopback may do without TLS, and TLS needs a pin: refused when made and when used."""
    with pytest.raises(InputError):
        address(Invitation(url, new_token()))
    with pytest.raises(InputError):
        write(tmp_path / "i.json", Invitation(url, new_token()))
    path = tmp_path / "given.json"
    path.write_text(json.dumps({"url": url, "token": new_token()}))
    filled(tmp_path / "events.db", 1).close()
    said = codescore("experiment", "send", str(path), "--store", str(tmp_path / "events.db"))
    assert (said.code, said.stderr.count("\n")) == (2, 1)


@pytest.mark.parametrize("text", ["", "{", "[]", '{"url": 1}', '{"url": "http://127.0.0.1", "token": "x"}', "\ud800"])
def test_what_is_no_invitation_says_so(text, tmp_path):
    """A file that is none, or is damaged: one line, exit code 2."""
    path = tmp_path / "i.json"
    path.write_bytes(text.encode("utf-8", "surrogatepass"))
    said = codescore("experiment", "send", str(path), "--store", str(tmp_path / "events.db"))
    assert (said.code, said.stderr.count("\n")) == (2, 1)


@needs_extra
def test_the_collector_is_never_open_in_the_clear(certificates, tmp_path):
    """Another interface without TLS, half a pair, the wrong key, a foreign database: one line, exit code 2."""
    chain, key = map(str, certificates["lab"])
    other = str(certificates["impostor"][1])
    database = ("--database", f"sqlite:///{tmp_path / 'c.db'}")
    serve = ("experiment", "collect", "serve", *database, "--port", "0")
    for options in (["--host", "0.0.0.0"], ["--cert", chain], ["--cert", chain, "--key", other], ["--cert", key]):
        said = codescore(*serve, *options)
        assert (said.code, said.stderr.count("\n")) == (2, 1), said
    both = codescore(*serve, "--cert", chain, "--key", key, "--behind-proxy", "127.0.0.1")
    assert both.code == 2
    assert codescore("experiment", "collect", "status", "--database", "mysql://x/y").code == 2
    assert codescore("experiment", "collect", "status", "--database", "nonsense").code == 2
    assert codescore("experiment", "collect", "status").code == 2
    gone = codescore("experiment", "collect", "status", "--database", "postgresql://x@/y?host=/nowhere")
    assert (gone.code, gone.stderr.count("\n")) == (3, 1)


@needs_extra
def test_behind_a_proxy(serve):
    """Only the proxy may connect, and only for participants who came over https."""
    running = serve(None, "--behind-proxy", "127.0.0.1")
    invited = running.invite("P01")
    assert ask(invited, lines([1]), X_Forwarded_Proto="https", X_Forwarded_For="203.0.113.9")[0] == 200
    status, said, _ = ask(invited, lines([1]))
    assert (status, "X-Forwarded-Proto" in said["error"]) == (400, True)
    stranger = serve(None, "--behind-proxy", "203.0.113.1")
    assert ask(Invitation(stranger.url, invited.token), lines([1]), X_Forwarded_Proto="https")[0] == 403


class Relay:
    """Passes bytes on, and swallows as many answers as it is told."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = self._listening.getsockname()[1]
        self.swallow_answers = 0
        self._thread = threading.Thread(target=self._accept, daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()
        self._thread.join()

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._listening.accept()
            except OSError:
                return
            far = socket.create_connection(("127.0.0.1", self._port))
            threading.Thread(target=self._pass, args=(near, far, False), daemon=True).start()
            threading.Thread(target=self._pass, args=(far, near, True), daemon=True).start()

    def _pass(self, source: socket.socket, target: socket.socket, answers: bool) -> None:
        with source, target:
            try:
                while data := source.recv(65536):
                    if answers and self.swallow_answers > 0:
                        self.swallow_answers -= 1
                        break
                    target.sendall(data)
                target.shutdown(socket.SHUT_RDWR)
            except OSError:
                return
