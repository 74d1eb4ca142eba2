"""What a collector takes and what it refuses, asked by bare requests."""

from __future__ import annotations

import contextlib
import http.client
import json
import socket

from codescore.experiments.collector.batches import MAX_BYTES, MAX_EVENTS
from tests.experiments.collector.conftest import codescore, needs_extra
from tests.experiments.collector.samples import ask, lines

pytestmark = needs_extra


def test_a_batch_counts_once_however_often_it_comes(serve, database):
    """The same batch again, and the same events in another batch, change nothing and are answered as success."""
    running = serve(database)
    invited = running.invite("P01")
    body = lines(range(50))
    assert ask(invited, body)[:2] == (200, {"batch": "batch-0001", "new": 50, "known": 0})
    assert ask(invited, body)[:2] == (200, {"batch": "batch-0001", "new": 0, "known": 50})
    other = ask(invited, lines(range(25, 75)), Idempotency_Key="batch-0002")
    assert other[:2] == (200, {"batch": "batch-0002", "new": 25, "known": 25})
    status, said, _ = ask(invited, lines(range(3)))
    assert (status, "batch-0001" in said["error"]) == (409, True)
    exported = codescore("experiment", "collect", "export", "--database", database).stdout.splitlines()
    assert {json.loads(line)["id"] for line in exported} == {f"e{n}" for n in range(75)}
    assert len(exported) == 75


def test_two_participants_may_have_events_of_one_id(serve, database):
    """Ids are a participant's own: nobody's event hides another's."""
    running = serve(database)
    for label in ("P01", "P02"):
        status, said, _ = ask(running.invite(label), lines(range(5), participant=label))
        assert (status, said["new"]) == (200, 5)


def test_a_token_stands_for_one_participant(serve):
    """Events of somebody else, or of nobody, are refused; so are those of a second pseudonym under the same token."""
    invited = serve().invite("P01")
    assert ask(invited, lines(range(3), "p1"))[0] == 200
    status, said, _ = ask(invited, lines(range(3), "p2"), Idempotency_Key="batch-0002")
    assert (status, "another participant" in said["error"]) == (409, True)
    mixed = lines([1], "p1") + b"\n" + lines([2], "p2")
    assert ask(invited, mixed, Idempotency_Key="batch-0003")[0] == 400
    nobody = b'{"kind": "rejected", "id": "e", "suggestion": "s", "at_ms": 1}'
    status, said, _ = ask(invited, nobody, Idempotency_Key="batch-0004")
    assert (status, said["error"]) == (400, "line 1: the event has no participant")


_NO_BATCH = [
    (b"", "1 to 5,000 events"),
    (b"\n\n\n", "1 to 5,000 events"),
    (b"{", "line 1: not JSON"),
    (b"\xff\xfe", "line 1: not JSON"),
    (b"[" * 100_000, "line 1: "),
    (b'{"kind": "stolen", "id": "e", "suggestion": "s", "at_ms": 1}', "line 1: not an event"),
    (b'{"kind": "rejected", "id": "\\u0000", "suggestion": "s", "at_ms": 1, "participant": "p"}', "line 1: "),
    (b'{"kind": "rejected", "id": "e", "suggestion": "s", "at_ms": 1, "schema": 999}', "newer than"),
    (b"\n".join([b"{}"] * (MAX_EVENTS + 1)), "this one holds 5,001"),
]


def test_what_is_no_batch_is_refused_in_one_line(serve):
    """400 with one line that names the line at fault; nothing of such a batch is kept."""
    running = serve()
    invited = running.invite("P01")
    for body, what in _NO_BATCH:
        status, said, _ = ask(invited, body)
        assert (status, what in said["error"], "\n" in said["error"]) == (400, True, False), said
    assert codescore("experiment", "collect", "export", "--database", running.database).stdout == ""


def test_a_bad_line_in_the_middle_refuses_the_whole_batch(serve):
    """All or nothing: what came before the bad line is not kept either, and the mended batch is taken."""
    invited = serve().invite("P01")
    good = lines(range(10))
    assert ask(invited, good + b"\n{}\n" + lines([11]))[0] == 400
    assert ask(invited, good)[1]["new"] == 10


def test_text_that_databases_stumble_over(serve, database):
    """Quotes, zero characters inside texts, other scripts and lone surrogates: kept as sent, or refused."""
    invited = serve(database).invite("P01")
    start = b'{"kind": "rejected", "suggestion": "s", "at_ms": 1, "participant": "p1", '
    odd = start + b'"id": "e1", "reason": "\\u0000\' \\" ; DROP TABLE events; -- \\ud83d\\ude42 \\u202e"}'
    assert ask(invited, odd)[0] == 200
    exported = codescore("experiment", "collect", "export", "--database", database).stdout
    assert json.loads(exported)["reason"] == "\x00' \" ; DROP TABLE events; -- 🙂 \u202e"
    lone = start + b'"id": "e2", "reason": "\\ud83d"}'
    assert ask(invited, lone, Idempotency_Key="batch-0002")[0] == 400


def test_too_large_is_refused_before_it_is_read(serve):
    """413 by the announced length at once, and by what really comes where a length is not announced."""
    running = serve()
    invited = running.invite("P01")
    connection = http.client.HTTPConnection("127.0.0.1", running.port, timeout=30)
    headers = {"Authorization": f"Bearer {invited.token}", "Content-Type": "application/x-ndjson"}
    connection.putrequest("POST", "/v1/events")
    for name, value in {**headers, "Content-Length": str(MAX_BYTES + 1)}.items():
        connection.putheader(name, value)
    connection.endheaders()  # no body at all: the answer comes nevertheless
    assert connection.getresponse().status == 413
    connection.close()
    connection = http.client.HTTPConnection("127.0.0.1", running.port, timeout=30)
    pieces = (b"x" * 65_536 for _ in range(MAX_BYTES // 65_536 + 2))
    with contextlib.suppress(BrokenPipeError, ConnectionResetError):  # it need not listen to the end
        connection.request("POST", "/v1/events", pieces, headers, encode_chunked=True)
    assert connection.getresponse().status == 413
    connection.close()


def test_form_and_way_are_checked(serve):
    """Another content type, a compressed body, another address or method: refused with a status that says which."""
    invited = serve().invite("P01")
    assert ask(invited, b"{}", Content_Type="application/json")[0] == 415
    assert ask(invited, b"{}", Content_Encoding="gzip")[0] == 415
    assert ask(invited, b"{}", path="/v1/other")[0] == 404
    assert ask(invited, b"{}", method="PUT")[0] == 405
    assert ask(invited, lines([1]), Idempotency_Key="short")[0] == 400
    assert ask(invited, method="GET", path="/v1/health")[:2] == (200, {"ok": True})


def test_strangers_are_refused_and_slowed_down(serve):
    """No token, a wrong one, one of another form: 401; many attempts from one address: 429 with the time to wait."""
    running = serve()
    invited = running.invite("P01")
    for value in ("", "Bearer", "Basic abc", "Bearer " + "x" * 5000, f"Bearer {invited.token[:-1]}_"):
        status, said, _ = ask(invited, lines([1]), Authorization=value)
        assert (status, said["error"]) == (401, "there is no participant with this token")
    for _ in range(40):
        status, _, headers = ask(invited, lines([1]), Authorization="Bearer none")
    assert status == 429
    assert int(headers["retry-after"]) >= 1
    assert ask(invited, lines([1]))[0] == 200  # who has a token is not their neighbour's keeper


def test_the_database_holds_no_token(serve):
    """Who reads the database cannot send as anybody: tokens are kept as digests, here looked for in every byte."""
    running = serve()
    invited = running.invite("P01")
    ask(invited, lines(range(10)))
    files = list(running.folder.glob("collected.db*"))
    assert files
    assert not [f for f in files if invited.token[4:].encode() in f.read_bytes()]
    said = codescore("experiment", "collect", "status", "--database", running.database, "--json").stdout
    assert invited.token not in said
    assert json.loads(said)["participants"][0]["events"] == 10


def test_who_withdraws_is_erased_and_stays_so(serve, database):
    """Everything of theirs is gone, others' stay, and what a forgotten machine of theirs sends later is refused."""
    running = serve(database)
    leaving, staying = running.invite("P01"), running.invite("P02")
    ask(leaving, lines(range(30), "pseudonym-one"))
    ask(staying, lines(range(20), "pseudonym-two"))
    assert ask(leaving, method="DELETE")[:2] == (200, {"erased": 30, "batches": 1, "left": 0})
    assert ask(leaving, method="DELETE")[:2] == (200, {"erased": 0, "batches": 0, "left": 0})
    status, said, _ = ask(leaving, lines(range(30), "pseudonym-one"))
    assert (status, "withdrawn" in said["error"]) == (410, True)
    exported = codescore("experiment", "collect", "export", "--database", database).stdout
    assert "pseudonym-one" not in exported
    assert exported.count("pseudonym-two") == 20
    if database.startswith("sqlite"):
        files = [f.read_bytes() for f in running.folder.glob("collected.db*")]
        assert not any(b"pseudonym-one" in held or b"P01" in held for held in files)


def test_half_a_request_keeps_nobody_else_waiting(serve):
    """Connections that begin and never end do not stop others from being answered."""
    running = serve()
    invited = running.invite("P01")
    hanging = [socket.create_connection(("127.0.0.1", running.port)) for _ in range(50)]
    for one in hanging:
        one.sendall(b"POST /v1/events HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n")
    assert ask(invited, lines(range(5)))[0] == 200
    for one in hanging:
        one.close()
