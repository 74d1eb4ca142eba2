"""The database is killed, the collector is killed: nothing that was confirmed is lost, nothing counts twice."""

from __future__ import annotations

import json
import signal
import threading
from contextlib import closing

import pytest

from codescore.experiments.collector import outbox
from codescore.experiments.collector.client import Connection, Unreachable
from codescore.experiments.collector.outbox import Sent
from tests.experiments.collector.conftest import NO_POSTGRES, codescore, needs_extra
from tests.experiments.collector.postgres import Cluster, programs
from tests.experiments.collector.samples import ask, filled

pytestmark = needs_extra

_COUNT, _PARTICIPANTS = 2_500, 3


@pytest.mark.skipif(programs() is None, reason=NO_POSTGRES)
def test_the_database_is_killed_while_participants_send(serve, tmp_path):
    """Three participants send; PostgreSQL is killed without a word and comes back; every event is there, once."""
    cluster = Cluster()
    try:
        running = serve(cluster.url)
        invitations = [running.invite(f"P{n}") for n in range(_PARTICIPANTS)]
        begun, troubles = threading.Event(), []

        def participant(number: int) -> None:
            invited = invitations[number]
            with filled(tmp_path / f"{number}.db", _COUNT, f"p{number}") as store:
                told = lambda news: begun.set() if isinstance(news, Sent) else troubles.append(news)  # noqa: E731
                while outbox.waiting(store, invited):
                    try:
                        with closing(Connection(invited)) as connection:
                            outbox.send(store, invited, connection, told)
                    except Unreachable as problem:
                        told(problem)
                        back.wait()

        back = threading.Event()
        threads = [threading.Thread(target=participant, args=(n,)) for n in range(_PARTICIPANTS)]
        for thread in threads:
            thread.start()
        assert begun.wait(60)
        cluster.kill()
        status, said, headers = ask(invitations[0], method="GET", path="/v1/health")
        assert (status, "\n" in said["error"], int(headers["retry-after"]) > 0) == (503, False, True)
        cluster.start()
        back.set()
        for thread in threads:
            thread.join()
        exported = codescore("experiment", "collect", "export", "--database", cluster.url).stdout.splitlines()
        events = [json.loads(line) for line in exported]
        assert len(events) == _COUNT * _PARTICIPANTS
        assert len({(e["participant"], e["id"]) for e in events}) == _COUNT * _PARTICIPANTS
        assert troubles, "the kill came after all was sent: it tested nothing"
    finally:
        cluster.close()


def test_the_collector_is_killed_while_it_writes(serve, database, tmp_path):
    """SIGKILL in the middle of a batch; another collector on the same database gets the rest."""
    first = serve(database)
    invited = first.invite("P01")
    with filled(tmp_path / "events.db", 4_000) as store:

        def kill_after_two(sent: Sent) -> None:
            if sent.batches == 2:
                first.process.send_signal(signal.SIGKILL)

        with pytest.raises(Unreachable), closing(Connection(invited)) as connection:
            outbox.send(store, invited, connection, kill_after_two)
        left = outbox.waiting(store, invited)
        assert 0 < left <= 3_000
        second = serve(database, "--host", "127.0.0.1")
        moved = type(invited)(second.url, invited.token)
        with closing(Connection(moved)) as connection:
            outbox.send(store, moved, connection, lambda _: None)
    exported = codescore("experiment", "collect", "export", "--database", database).stdout.splitlines()
    assert len({json.loads(line)["id"] for line in exported}) == len(exported) == 4_000
