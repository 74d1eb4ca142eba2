"""Training runs: resumable to the bit, deterministic, and whatever goes wrong leaves a run that can go on."""

from __future__ import annotations

import errno
import json
import os
import signal
import subprocess
import sys
from itertools import count
from pathlib import Path
from types import SimpleNamespace

import msgspec
import pytest
import torch

from codescore.foundation import interrupts
from codescore.foundation.errors import EnvironmentProblem, InputError, Interrupted
from codescore_train.pairs.generate import pairs_path
from codescore_train.pairs.store import load_pairs
from codescore_train.recipe import Recipe, load_recipe
from codescore_train.tokenizer import load_tokenizer, special_ids
from codescore_train.train import checkpoint, loop
from codescore_train.train.checkpoint import CHECKPOINT, load_state
from codescore_train.train.loop import LOG, Data, Options, train
from tests.train.conftest import Trained

CPU = Options(device="cpu")


@pytest.fixture
def data(trained: Trained) -> Data:
    """Pairs of the tiny corpus."""
    special = special_ids(load_tokenizer(trained.work / "tokenizer.json"))
    pairs, valid = (load_pairs(pairs_path(trained.work, part)) for part in ("train", "valid"))
    return Data(pairs, valid, special)


def recipe(**changes: object) -> Recipe:
    """The tiny recipe with other training numbers."""
    tiny = load_recipe("tiny")
    return msgspec.structs.replace(tiny, train=msgspec.structs.replace(tiny.train, **{"steps": 10, **changes}))


def stop_at(monkeypatch: pytest.MonkeyPatch, step: int, error: BaseException) -> None:
    """Make the step after `step` fail with an error, as Ctrl-C or a crash would."""
    real = loop._step

    def failing(run, *rest):
        if run.state.step == step:
            raise error
        return real(run, *rest)

    monkeypatch.setattr(loop, "_step", failing)


@pytest.mark.parametrize("step", [1, 6])
def test_an_interrupted_run_ends_as_an_uninterrupted_one(
    data: Data, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: int
) -> None:
    """Ctrl-C in the warm-up or later saves the run; the same call goes on and ends with the same weights."""
    whole = train(recipe(), data, tmp_path / "whole", CPU)
    stop_at(monkeypatch, step, KeyboardInterrupt())
    with pytest.raises(Interrupted, match=f"step {step}"):
        train(recipe(), data, tmp_path / "parts", CPU)
    monkeypatch.undo()
    assert load_state(tmp_path / "parts" / CHECKPOINT).step == step
    parts = train(recipe(), data, tmp_path / "parts", CPU)
    assert parts.step == whole.step == 10
    for name, value in whole.average.items():
        assert torch.equal(value, parts.average[name]), name


def test_training_learns(data: Data, tmp_path: Path) -> None:
    """Forty steps lower the loss well below that of guessing."""
    run = recipe(steps=40, warm_up=0.9, learning_rate=3e-3, batch_tokens=4000)
    train(run, data, tmp_path, CPU)
    records = [json.loads(line) for line in (tmp_path / LOG).read_text().splitlines()]
    assert records[-1]["mlm"] < 6.0  # ln(1200) = 7.1
    assert set(records[-1]["audit"]) == {"cls-relu", "cls", "last-avg", "first-last-avg", "mismatch"}


def test_a_finished_run_is_left_as_it_is(data: Data, tmp_path: Path) -> None:
    """The same command again changes nothing."""
    train(recipe(), data, tmp_path, CPU)
    stamp = (tmp_path / CHECKPOINT).stat().st_mtime_ns
    assert train(recipe(), data, tmp_path, CPU).done
    assert (tmp_path / CHECKPOINT).stat().st_mtime_ns == stamp


def test_a_time_limit_ends_the_run_with_a_decayed_rate(
    data: Data, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With next to no time the run is done early, saved, and both phases' schedule has run its course."""
    ticks = count()  # a clock that a busy machine cannot hurry: 20 ms at every look
    monkeypatch.setattr(loop, "time", SimpleNamespace(monotonic=lambda: next(ticks) * 0.02))
    state = train(recipe(steps=100_000), data, tmp_path, Options(device="cpu", stop_after=1.0))
    assert state.done
    assert state.step < 100_000
    last = json.loads((tmp_path / LOG).read_text().splitlines()[-1])
    assert last["rate"] < 0.2 * recipe().train.learning_rate
    assert last["contrastive"] is not None


def test_another_recipe_does_not_go_on_with_a_run(data: Data, tmp_path: Path) -> None:
    """Mixing two recipes in one run is refused in one line."""
    train(recipe(), data, tmp_path, CPU)
    with pytest.raises(InputError, match="another recipe"):
        train(recipe(temperature=0.2), data, tmp_path, CPU)


def test_a_loss_that_is_no_number_stops_the_run_and_says_where(
    data: Data, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The step is named; the checkpoint before it is kept and loads."""
    run = recipe(checkpoint_seconds=1e-6)
    real = loop._step

    def poisoned(current, *rest):
        if current.state.step == 4:
            with torch.no_grad():
                current.learner.bias.fill_(float("nan"))
        return real(current, *rest)

    monkeypatch.setattr(loop, "_step", poisoned)
    with pytest.raises(EnvironmentProblem, match="step 4"):
        train(run, data, tmp_path, CPU)
    state = load_state(tmp_path / CHECKPOINT)
    assert state.step == 4
    assert all(torch.isfinite(value).all() for value in state.model.values())


def test_a_full_disk_is_one_line_and_keeps_the_last_checkpoint(
    data: Data, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Writing the second checkpoint fails half-way; the first is whole and nothing temporary is left."""
    run = recipe(checkpoint_seconds=1e-6)
    real = torch.save
    calls = []

    def save(found, path):
        calls.append(path)
        if len(calls) == 2:
            Path(path).write_bytes(b"half")
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        real(found, path)

    monkeypatch.setattr(checkpoint.torch, "save", save)
    with pytest.raises(EnvironmentProblem, match="no space left") as caught:
        train(run, data, tmp_path, CPU)
    assert "\n" not in str(caught.value)
    assert load_state(tmp_path / CHECKPOINT).step == 1
    assert {p.name for p in tmp_path.iterdir()} == {CHECKPOINT, LOG}


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (torch.AcceleratorError("CUDA error: unspecified launch failure\nmore\nlines"), "unspecified launch failure"),
        (RuntimeError("cuDNN error: CUDNN_STATUS_EXECUTION_FAILED"), "CUDNN_STATUS_EXECUTION_FAILED"),
        (torch.OutOfMemoryError("CUDA out of memory. Tried to allocate 2 GiB"), "memory is full"),
    ],
)
def test_a_device_that_disappears_is_one_line_and_the_run_goes_on(
    data: Data, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: RuntimeError, said: str
) -> None:
    """What a device raises mid-run: the step and the reason in one line; the last checkpoint goes on to the end."""
    run = recipe(checkpoint_seconds=1e-6)
    stop_at(monkeypatch, 4, error)
    with pytest.raises(EnvironmentProblem, match="at step 4") as caught:
        train(run, data, tmp_path, CPU)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)
    monkeypatch.undo()
    assert load_state(tmp_path / CHECKPOINT).step == 4
    assert train(run, data, tmp_path, CPU).step == 10


def test_an_error_of_ours_stays_an_error(data: Data, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A mistake in the code is no device failure and keeps its traceback."""
    stop_at(monkeypatch, 2, RuntimeError("shapes do not match"))
    with pytest.raises(RuntimeError, match="shapes do not match"):
        train(recipe(), data, tmp_path, CPU)


def test_a_process_that_was_killed_goes_on_from_its_last_checkpoint(data: Data, tmp_path: Path) -> None:
    """Half a checkpoint of a killed process lies beside the last whole one and does not matter."""
    train(recipe(steps=4), data, tmp_path, CPU)
    (tmp_path / f".{CHECKPOINT}.4711").write_bytes(b"half")
    assert train(recipe(steps=4), data, tmp_path, CPU).step == 4


def test_a_checkpoint_of_another_model_is_no_start(data: Data, trained: Trained, tmp_path: Path) -> None:
    """Other sizes or another kind of model are one line; nothing is trained."""
    start = Options("cpu", start=trained.work / "run" / CHECKPOINT)
    tiny = recipe()
    for changes, said in (({"width": 64}, "other sizes"), ({"layers": 2}, "another kind")):
        other = msgspec.structs.replace(tiny, model=msgspec.structs.replace(tiny.model, **changes))
        with pytest.raises(InputError, match=said) as caught:
            train(other, data, tmp_path / said, start)
        assert "\n" not in str(caught.value)
        assert not (tmp_path / said / CHECKPOINT).exists()


def test_the_accelerators_recipe_runs_with_small_sizes(data: Data, tmp_path: Path) -> None:
    """The recipe for an accelerator with small sizes: a step in one piece, late interaction, an audit, checkpoints."""
    whole = load_recipe("gpu")
    small = msgspec.structs.replace(whole.model, layers=2, width=32, heads=2)
    sizes = {"steps": 4, "batch_tokens": 1200, "batch_functions": 8, "validate_functions": 4, "warm_up": 0.5}
    run = msgspec.structs.replace(whole, model=small, train=msgspec.structs.replace(whole.train, **sizes))
    state = train(run, data, tmp_path, CPU)
    assert state.step == 4
    assert train(run, data, tmp_path, CPU).done


def test_a_damaged_checkpoint_is_named(data: Data, tmp_path: Path) -> None:
    """A cut file and one that holds code instead of data are refused in one line."""
    train(recipe(), data, tmp_path, CPU)
    path = tmp_path / CHECKPOINT
    raw = path.read_bytes()
    path.write_bytes(raw[: len(raw) // 2])
    with pytest.raises(InputError, match="damaged"):
        train(recipe(), data, tmp_path, CPU)
    torch.save({"model": Recipe()}, path)
    with pytest.raises(InputError, match="damaged"):
        load_state(path)


def test_cuda_without_a_device_is_an_environment_problem() -> None:
    """Asked for and unusable: the remedy is named."""
    if torch.cuda.is_available():
        pytest.skip("this machine has a usable CUDA device")
    with pytest.raises(EnvironmentProblem, match="--device cpu"):
        loop.pick_device("cuda")


def test_ctrl_c_that_is_lost_stops_the_run_at_the_next_step(
    data: Data, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Python drops the exception where it comes up in a destructor or a callback: the signal itself is noted."""
    real = loop._step

    class Dropped:
        def __del__(self) -> None:
            signal.raise_signal(signal.SIGINT)

    def dropping(run, *rest):
        if run.state.step == 3:
            Dropped()
        return real(run, *rest)

    monkeypatch.setattr(loop, "_step", dropping)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # a background shell may have it ignored
    try:
        with interrupts.noted(), pytest.raises(Interrupted, match="stopped at step 4;"):
            train(recipe(), data, tmp_path, CPU)
    finally:
        signal.signal(signal.SIGINT, before)
    assert load_state(tmp_path / CHECKPOINT).step == 4


@pytest.mark.skipif(os.name != "posix", reason="sends a POSIX signal")
def test_ctrl_c_on_the_command_line_exits_130_and_the_run_goes_on(trained: Trained, tmp_path: Path) -> None:
    """A real SIGINT to a real process, once its log shows that it trains."""
    work = tmp_path / "work"
    work.mkdir()
    for name in ("tokenizer.json", "pairs.train.npz", "pairs.valid.npz"):
        (work / name).symlink_to(trained.work / name)
    (work / "long.toml").write_text("[model]\nlayers = 1\nwidth = 32\nheads = 2\n[train]\nsteps = 1000000\n")
    # Python ignores SIGINT where its parent did (a background shell): the child asks for the default again.
    start = "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler); "
    start += "from codescore_train.cli import main; sys.exit(main(sys.argv[1:]))"
    process = subprocess.Popen(
        [
            sys.executable,
            "-c",
            start,
            "train",
            "--recipe",
            str(work / "long.toml"),
            "--work",
            str(work),
            "--device",
            "cpu",
        ],
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert process.stderr is not None
    for line in process.stderr:  # the first progress line comes after the first step
        if line.startswith(b"train 1/"):
            break
    process.send_signal(signal.SIGINT)
    with process.stderr as stream:
        said = stream.read().decode()
    assert process.wait(60) == 130
    assert "stopped at step" in said
    assert "Traceback" not in said
    assert load_state(work / "run" / CHECKPOINT).step >= 1


def test_frozen_layers_stay_as_they_are(data: Data, tmp_path: Path) -> None:
    """With `frozen_layers` the embedding and the first layer keep their weights; the others move."""
    start = train(recipe(steps=2), data, tmp_path / "start", CPU)
    state = train(
        recipe(steps=4, frozen_layers=1), data, tmp_path / "run", Options("cpu", start=tmp_path / "start" / CHECKPOINT)
    )
    before, after = start.average, state.average
    kept = [name for name in after if name.startswith(("encoder.embedding", "encoder.layers.0.", "encoder.norm_first"))]
    assert len(kept) > 10
    assert all(torch.equal(after[name], before[name]) for name in kept)
    assert not torch.equal(after["transform.weight"], before["transform.weight"])


def test_more_frozen_layers_than_there_are_is_one_clear_line(data: Data, tmp_path: Path) -> None:
    """The message names the setting."""
    with pytest.raises(InputError, match=r"train\.frozen_layers is 9"):
        train(recipe(frozen_layers=9), data, tmp_path / "run", CPU)
