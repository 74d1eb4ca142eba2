"""Asking for answers: nothing twice, nothing lost, nothing without leave, no secret anywhere."""

from __future__ import annotations

import gzip
import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from codescore.cli import main
from codescore.foundation.errors import EnvironmentProblem
from codescore.translate import generate, pacing, prices
from codescore.translate.answer_cache import AnswerCache
from codescore.translate.generate import Manners, Teller
from codescore.translate.pacing import Pace
from codescore.translate.providers.chat import Chat
from codescore.translate.providers.endpoint import parse
from codescore.translate.providers.provider import Refused
from codescore.translate.store import Run
from tests.translate.tasks import row, written
from tests.translate.tiny_server import GOOD, Tiny, serving

KEY = "sk-0123456789abcdef"
AT_ONCE = Manners(patience=0.0, retries=2)


@pytest.fixture(scope="module")
def server() -> Iterator[Tiny]:
    with serving() as running:
        yield running


def prompted(folder: Path, *models: str, tasks: int = 2, samples: int = 1) -> Path:
    """A run with so many tasks and prompts to these models."""
    file = written(folder / "tasks.jsonl", *(_numbered(number) for number in range(tasks)))
    run = folder / "run"
    assert main(["translate", "data", str(file), "--out", str(run)]) == 0
    named = [part for model in models for part in ("--model", model)]
    assert main(["translate", "prompt", str(run), *named, "--direction", "java_python", "--samples", str(samples)]) == 0
    return run


def _numbered(number: int) -> dict[str, object]:
    """A task like no other: the same question would be asked once."""
    return row(task=str(number), gold={"java": f"static int total(int[] items, int extra) {{ return {number}; }}"})


def asked(server: Tiny, run: Path, manners: Manners = AT_ONCE, **more: object) -> generate.Generated:
    with Run.open(run, write=True) as store:
        cache = AnswerCache(run / generate.CACHE)
        try:
            table = prices.Prices({"good": prices.Price(0.001, 0.01)})
            return generate.generate(store, Teller(Chat(parse(server.url), **more), table, cache), manners)  # type: ignore[arg-type]
        finally:
            cache.close()


def test_answers_are_recorded_with_what_they_cost(server: Tiny, tmp_path: Path) -> None:
    """Text, provider, tokens, price and the prompt's digest; a second time nothing is left to ask."""
    run = prompted(tmp_path, "good", "odd-usage")
    done = asked(server, run)
    assert (done.asked, done.known, done.failed, done.unpriced) == (4, 0, 0, 2)
    assert done.dollars == pytest.approx(2 * (100 * 0.001 + 20 * 0.01))
    with Run.open(run) as store:
        answer = next(store.answers(model="good"))
        prompt = store.prompt(answer.key)
    assert prompt is not None
    assert (answer.text, answer.provider, answer.prompt_sha256) == (GOOD, server.url, prompt.sha256)
    assert (answer.tokens_in, answer.tokens_out, answer.cost) == (100, 20, pytest.approx(0.3))
    before = len(server.asked)
    assert asked(server, run) == generate.Generated()
    assert len(server.asked) == before


def test_no_question_is_paid_twice(server: Tiny, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The same question in another run is answered from the cache, with the cost of then and none now; other settings
    are another question.
    """
    (tmp_path / "p.toml").write_text('["good:cached"]\ninput = 10\noutput = 0\n', encoding="utf-8")
    cache = ["--prices", str(tmp_path / "p.toml"), "--cache", str(tmp_path / "cache.sqlite"), "--endpoint", server.url]
    counts = []
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        run = prompted(tmp_path / name, "good:cached")
        assert main(["translate", "generate", str(run), *cache, "--json"]) == 0
        said = json.loads(capsys.readouterr().out.partition("before\n")[2])
        counts.append((server.seen["good:cached"], said["dollars"]))
    assert counts == [(2, pytest.approx(0.002)), (2, 0.0)]
    with Run.open(run) as store:
        assert {(one.cost, one.note, one.text) for one in store.answers()} == {
            (0.001, "answered before, paid for once", GOOD)
        }
    again = ["--model", "good:cached", "--direction", "java_python", "--temperature", "0.9"]
    assert main(["translate", "prompt", str(run), *again]) == 0
    assert main(["translate", "generate", str(run), *cache]) == 0
    assert server.seen["good:cached"] == 4


def test_the_same_question_at_the_same_time(server: Tiny, tmp_path: Path) -> None:
    """Tasks that ask the same are asked once, also where both would be under way together."""
    file = written(tmp_path / "tasks.jsonl", *(row(task=str(number)) for number in range(5)))
    run = tmp_path / "run"
    assert main(["translate", "data", str(file), "--out", str(run)]) == 0
    models = ["--model", "good:same", "--model", "limited:same"]
    parameters = ["--omit", "max_tokens", "--parameter", "max_completion_tokens=9"]
    assert main(["translate", "prompt", str(run), *models, "--direction", "java_python", *parameters]) == 0
    done = asked(server, run)
    assert (done.asked, done.known) == (2, 8)
    assert (server.seen["good:same"], server.seen["limited:same"]) == (1, 3)
    body = next(body for body in server.asked if body["model"] == "good:same")
    assert body["max_completion_tokens"] == 9
    assert "max_tokens" not in body


def test_passing_trouble_is_waited_out(server: Tiny, tmp_path: Path) -> None:
    """Limits and overload cost a try, not an answer."""
    run = prompted(tmp_path, "limited", "overloaded", "limited-by-date", tasks=1)
    assert asked(server, run).asked == 3
    assert [server.seen[one] for one in ("limited", "overloaded", "limited-by-date")] == [3, 2, 2]


def test_failures_are_recorded_and_asked_again(server: Tiny, tmp_path: Path) -> None:
    """A sample without an answer has its reason, goes no further, and is asked for by the next run."""
    run = prompted(tmp_path, "always-500:x", "not-json", "good", "wait-an-hour:x", tasks=1)
    done = asked(server, run)
    assert (done.asked, done.failed) == (1, 3)
    with Run.open(run) as store:
        errors = {one.key.model: one.error for one in store.answers() if one.error}
        assert "500, no (3 tries)" in errors["always-500:x"]
        assert "is no JSON" in errors["not-json"]
        assert "429, no (1 tries)" in errors["wait-an-hour:x"]
        assert [key.model for key in store.todo_extract()] == ["good"]
        assert sorted(key.model for key in store.todo_generate()) == ["always-500:x", "not-json", "wait-an-hour:x"]


def test_a_server_that_is_down_ends_all(server: Tiny, tmp_path: Path) -> None:
    """Failures in a row say more of the server than of the samples."""
    run = prompted(tmp_path, "no-choices", tasks=9)
    with pytest.raises(EnvironmentProblem, match=r"3 samples in a row got no answer, the last: .*holds no choice"):
        asked(server, run, Manners(concurrency=1, give_up=3))


def test_a_refusal_ends_all_at_once(server: Tiny, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A wrong key is one line and exit code 3; no sample is blamed."""
    run = prompted(tmp_path, "unauthorized:x", tasks=6)
    capsys.readouterr()
    assert main(["translate", "generate", str(run), "--endpoint", server.url, "--concurrency", "1"]) == 3
    assert "401, no (the key is missing or wrong)" in capsys.readouterr().err.splitlines()[-1]
    assert server.seen["unauthorized:x"] <= 2
    with Run.open(run) as store:
        assert list(store.answers()) == []


def test_what_is_under_way_at_a_refusal_is_kept(server: Tiny, tmp_path: Path) -> None:
    """An answer that was being given when another question ended all was paid for: the next run has it."""
    run = prompted(tmp_path, "gated:paid", "unauthorized:y", tasks=1)
    server.gate.clear()

    def open_later() -> None:
        while not (server.seen["unauthorized:y"] and server.seen["gated:paid"]):
            threading.Event().wait(0.005)
        server.gate.set()

    thread = threading.Thread(target=open_later)
    thread.start()
    with pytest.raises(Refused):
        asked(server, run)
    thread.join()
    with pytest.raises(Refused):
        asked(server, run)
    assert server.seen["gated:paid"] == 1
    with Run.open(run) as store:
        assert [one.text for one in store.answers()] == [GOOD]


def test_the_key_is_nowhere(
    server: Tiny, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """In no file of the run, in no cache, in no line: also where the server itself says the key."""
    run = prompted(tmp_path, "echo-key", "echo-refusal", "good:key")
    monkeypatch.setenv("A_KEY", KEY)
    command = ["translate", "generate", str(run), "--endpoint", server.url, "--key-env", "A_KEY"]
    assert main([*command, "--cache", str(tmp_path / "cache.sqlite"), "--json"]) == 0
    assert server.headers[-1]["Authorization"] == f"Bearer {KEY}"
    said = capsys.readouterr()
    assert KEY not in said.out + said.err
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert len(files) >= 3
    for path in files:
        assert KEY.encode() not in path.read_bytes(), path


@pytest.mark.parametrize("more", [[], ["--dry-run"]])
def test_no_network_without_leave(more: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Another machine is spoken to with `--allow-network` alone; a dry run speaks to nobody and needs no key."""
    run = prompted(tmp_path, "m")
    capsys.readouterr()
    far = ["--endpoint", "https://models.invalid/v1", "--key-env", "NOT_SET"]
    code = main(["translate", "generate", str(run), *far, *more])
    said = capsys.readouterr().err
    if more:
        assert code == 0
        assert "2 questions to https://models.invalid/v1 with the key in NOT_SET; about" in said
        assert "cost unknown; no price is known of m" in said
    else:
        assert code == 2
        assert "nothing was sent: prompts would go to https://models.invalid/v1 over the network" in said


def test_what_it_may_cost(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The estimate is from the user's prices, in both forms; what has no price is named."""
    run = prompted(tmp_path, "m", "other", tasks=1)
    (tmp_path / "p.toml").write_text('["m"]\ninput = 1\noutput = 10\n', encoding="utf-8")
    per_token = {"m": {"input_cost_per_token": 1e-6, "output_cost_per_token": 1e-5}, "image": {"mode": "image"}}
    (tmp_path / "p.json").write_text(json.dumps(per_token), encoding="utf-8")
    plans = []
    for name in ("p.toml", "p.json"):
        capsys.readouterr()
        command = ["--endpoint", "http://127.0.0.1:1/v1", "--dry-run", "--json", "--prices", str(tmp_path / name)]
        assert main(["translate", "generate", str(run), *command]) == 0
        said = capsys.readouterr()
        assert "no price is known of other" in said.err
        plans.append(json.loads(said.out)["plan"])
    assert plans[0] == plans[1]
    assert (plans[0]["calls"], plans[0]["unpriced"], plans[0]["dollars_at_most"]) == (2, ["other"], None)
    assert "at most about $0.04" in said.err


@pytest.mark.parametrize(
    "text", ["m = 3", '["m"]\ninput = -1\noutput = 1', '["m"]\ninput = nan\noutput = 1', "[", '["m"]']
)
def test_prices_that_are_none(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A table that cannot be meant is one line and exit code 2."""
    (tmp_path / "p.toml").write_text(text, encoding="utf-8")
    Run.create(tmp_path / "run").close()
    command = [
        "generate",
        str(tmp_path / "run"),
        "--endpoint",
        "http://127.0.0.1:1",
        "--prices",
        str(tmp_path / "p.toml"),
    ]
    assert main(["translate", *command]) == 2
    assert "p.toml" in capsys.readouterr().err


def test_recorded_answers_stand_in_for_a_model(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Replay gives each sample what was recorded for it, at no cost; what was not recorded is said."""
    run = prompted(tmp_path, "old")
    answers = tmp_path / "answers.jsonl.gz"
    line = {"model": "old", "direction": "java_python", "task": "0", "answer": "it is\n" + "y" * 2_000_000}
    answers.write_bytes(gzip.compress(json.dumps(line).encode() + b"\n"))
    capsys.readouterr()
    assert main(["translate", "generate", str(run), "--replay", str(answers), "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["asked"], said["failed"], said["dollars"], said["unpriced_answers"]) == (1, 1, 0, 0)
    with Run.open(run) as store:
        first, second = store.answers()
    assert first.text.startswith("it is\nyyy")
    assert first.note.startswith("cut after 1,048,576")
    assert second.error == "replay of answers.jsonl.gz holds no answer to old, java_python, task 1, sample 0"


def test_so_many_at_a_time(server: Tiny, tmp_path: Path) -> None:
    """As many questions as were allowed are under way, and not one more."""
    run = prompted(tmp_path, "gated:c", tasks=8)
    server.gate.clear()
    done: list[generate.Generated] = []
    thread = threading.Thread(target=lambda: done.append(asked(server, run, Manners(concurrency=3))))
    thread.start()
    while server.seen["gated:c"] < 3:
        threading.Event().wait(0.005)
    threading.Event().wait(0.05)
    under_way = server.seen["gated:c"]
    server.gate.set()
    thread.join()
    assert (under_way, done[0].asked) == (3, 8)


class _Clock(threading.Event):
    """An event whose waiting moves a clock, and a clock that nothing else moves."""

    now = 0.0

    def wait(self, timeout: float | None = None) -> bool:
        self.now += timeout or 0.0
        return self.is_set()


def test_the_rate_and_the_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Questions go out at the rate that was asked for; a server's wish holds for all; back-off grows to its bound."""
    clock = _Clock()
    monkeypatch.setattr(pacing.time, "monotonic", lambda: clock.now)
    pace = Pace(clock, per_minute=30)
    times = []
    for _ in range(4):
        assert pace.next()
        times.append(clock.now)
    assert times == pytest.approx([0, 2, 4, 6])
    assert pace.after(45, 0, 60, "a")
    assert pace.next()
    assert clock.now == pytest.approx(51)
    assert not pace.after(61, 0, 60, "a")
    waits = []
    for attempt in range(9):
        before = clock.now
        assert pace.after(None, attempt, 60, "a")
        waits.append(clock.now - before)
    assert all(min(60, 2**n) / 2 <= wait <= min(60, 2**n) for n, wait in enumerate(waits))
    clock.set()
    assert not pace.next()
    assert not pace.after(None, 0, 60, "a")


def started(run: Path, server: Tiny) -> subprocess.Popen[str]:
    command = ["generate", str(run), "--endpoint", server.url, "--concurrency", "3"]
    return subprocess.Popen(
        [sys.executable, "-m", "codescore", "translate", *command],
        stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),  # noqa: PLW1509  as in a terminal
    )  # fmt: skip


def test_stopped_at_any_moment_it_goes_on(server: Tiny, tmp_path: Path) -> None:
    """Killed three times and interrupted once in the middle: no answer is lost, and only what was in flight is asked
    again.
    """
    run = prompted(tmp_path, "metered", tasks=8, samples=3)
    for number, stop in enumerate((signal.SIGKILL, signal.SIGKILL, signal.SIGINT, signal.SIGKILL)):
        before = server.seen["metered"]
        server.allowance = before + 4 + number
        with started(run, server) as process:
            while server.seen["metered"] <= server.allowance:
                assert process.poll() is None
                threading.Event().wait(0.005)
            process.send_signal(stop)
            _, said = process.communicate()
        assert process.returncode == (130 if stop == signal.SIGINT else -signal.SIGKILL), said
        assert "Traceback" not in said
    server.allowance = 1 << 30
    assert asked(server, run).failed == 0
    with Run.open(run) as store:
        assert list(store.todo_generate()) == []
        assert sum(one.text == GOOD for one in store.answers()) == 24
    assert 24 < server.seen["metered"] <= 24 + 4 * 3
