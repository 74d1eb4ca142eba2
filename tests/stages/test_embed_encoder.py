"""Sketch texts become unit vectors: the same whatever is asked for at the same time, on whatever thread."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import codescore
from codescore.embed import Encoded, Encoder, load_bundle
from codescore.embed.devices import CPU, CUDA, cuda_devices, default_providers, default_threads
from codescore.foundation.errors import BundleError, Interrupted
from tests.stages.bundles import Change, copy_bundle, shipped_bundle, shipped_encoder

pytestmark = pytest.mark.bundle

TEXTS = [
    "def f ( arg_0 ) :\n    return arg_0 + 1",
    "def f ( arg_0 , arg_1 ) :\n    for var_0 in arg_0 :\n        print ( var_0 , arg_1 )",
    "return 1",
    "int f ( int arg_0 ) {\n    return arg_0 * 2 ;\n}",
    *(f"def f ( ) :\n    return [{', '.join(map(str, range(n)))}]" for n in (3, 30, 60, 200, 500)),
]


def same(a: Encoded, b: Encoded) -> bool:
    """Whether two results are equal to the bit."""
    return a.tokens == b.tokens and all(np.array_equal(a.vectors[p], b.vectors[p]) for p in a.vectors)


def test_every_pooling_gives_a_unit_vector_of_the_promised_size() -> None:
    """float32, (dimensions,), length 1, also for a text in several windows."""
    manifest = shipped_bundle().manifest
    for encoded in shipped_encoder().encode(TEXTS):
        assert set(encoded.vectors) == set(manifest.vector_poolings)
        for vector in encoded.vectors.values():
            assert vector.dtype == np.float32
            assert vector.shape == (manifest.dimensions,)
            assert abs(float(np.linalg.norm(vector.astype(np.float64))) - 1) < 1e-6
        assert manifest.late is not None
        assert encoded.each is not None
        assert len(encoded.each) == encoded.tokens
        assert encoded.each.forms.shape == (encoded.tokens, manifest.late.forms)
        assert np.allclose(np.linalg.norm(encoded.each.roles, axis=1), 1, atol=1e-5)


def test_a_vector_does_not_depend_on_its_company() -> None:
    """Alone, among others, or in another order: the same bits."""
    encoder = shipped_encoder()
    together = encoder.encode(TEXTS)
    reversed_ = encoder.encode(TEXTS[::-1])[::-1]
    alone = [encoder.encode([text])[0] for text in TEXTS]
    assert all(map(same, together, alone))
    assert all(map(same, together, reversed_))


def test_many_threads_get_what_one_gets() -> None:
    """An encoder is shared by all workers of a server."""
    encoder = shipped_encoder()
    want = encoder.encode(TEXTS)
    with ThreadPoolExecutor(8) as pool:
        for got in pool.map(lambda _: encoder.encode(TEXTS), range(16)):
            assert all(map(same, got, want))


def test_a_long_text_is_the_weighted_mean_of_its_windows() -> None:
    """Length-weighted, made unit length again; nothing is cut off: the last line counts."""
    encoder = shipped_encoder()
    body = "".join(f"\n    var_{i} = arg_0 * {i}" for i in range(150))
    text = "def f ( arg_0 ) :" + body
    whole, other = encoder.encode([text + "\n    return 1", text + "\n    return arg_0"])
    assert whole.windows > 1
    rows = encoder._windows.rows(text + "\n    return 1")
    parts = [encoder._run([ids])[0].vectors for ids in rows.ids]
    for index, (name, vector) in enumerate(whole.vectors.items()):
        mean = sum(w * p[index].astype(np.float64) for w, p in zip(rows.weights, parts, strict=True))
        assert np.allclose(vector, mean / np.linalg.norm(mean), atol=1e-6)
        if not name.startswith("cls"):
            assert not np.array_equal(vector, other.vectors[name])


def test_nothing_to_encode_is_nothing() -> None:
    """No texts, no runs."""
    assert shipped_encoder().encode([]) == []


def test_what_a_tick_raises_ends_the_work() -> None:
    """Ctrl-C or a cancelled request stops between rows; the encoder is usable afterwards."""
    encoder = shipped_encoder()
    seen: list[tuple[int, int]] = []

    def tick(done: int, total: int) -> None:
        seen.append((done, total))
        if done == 2:
            raise Interrupted("stopped")

    with pytest.raises(Interrupted):
        encoder.encode(TEXTS * 5, tick)
    assert [done for done, _ in seen] == [1, 2]
    assert same(encoder.encode(TEXTS[:1])[0], encoder.encode(TEXTS[:1])[0])


def test_one_text_is_not_kept_waiting_by_many() -> None:
    """While a long job holds all workers, a single text runs in its caller's thread."""
    encoder = Encoder(shipped_bundle(), threads=1)
    entered, leave = threading.Event(), threading.Event()
    blocker = encoder._pool.submit(lambda: (entered.set(), leave.wait(60)))
    try:
        assert entered.wait(60)
        assert encoder.encode(["return 1"])[0].windows == 1
        assert not blocker.done()
    finally:
        leave.set()
        encoder.close()


def test_cuda_is_asked_for_only_where_a_device_answers() -> None:
    """The runtime may list CUDA without a device; then the CPU is used and nothing is printed."""
    assert default_providers([CPU]) == [CPU]
    assert default_providers([CUDA, CPU]) == ([CUDA, CPU] if cuda_devices() else [CPU])
    assert default_threads() >= 1


def test_importing_engine_and_embed_loads_no_runtime() -> None:
    """A server parses before it needs a model: onnxruntime and tokenizers come with the first encoder."""
    program = "import codescore.engine, sys; print([m for m in ('onnxruntime', 'tokenizers') if m in sys.modules])"
    server = Path(codescore.__file__).parents[1]
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False, cwd=server)
    assert run.stdout.strip() == "[]", run.stderr


_LONG_WORK = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)  # a runner in the background may have it ignored
from codescore.embed import Encoder, default_bundle_path, load_bundle, packaged_bundle_path
encoder = Encoder(load_bundle(packaged_bundle_path()))
done = []
def tick(count, total):
    done.append(count)
    if count == 5:
        print("going", flush=True)
try:
    encoder.encode(["x = [" + "1 , " * 200 + str(i) + "]" for i in range(3_000)], tick)
except KeyboardInterrupt:
    print("stopped", done[-1] < 3_000, flush=True)
    sys.exit(130)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="NO SIGINT to another process on Windows")
def test_ctrl_c_ends_long_work_between_rows() -> None:
    """What has begun is finished, what has not is dropped, and the process ends."""
    server = Path(codescore.__file__).parents[1]
    with subprocess.Popen([sys.executable, "-c", _LONG_WORK], stdout=subprocess.PIPE, text=True, cwd=server) as child:
        assert child.stdout is not None
        assert child.stdout.readline().strip() == "going"
        child.send_signal(signal.SIGINT)
        assert child.stdout.read().strip() == "stopped True"
        assert child.wait(60) == 130


def _late(**changes: object) -> Change:
    def change(manifest: dict[str, Any]) -> None:
        manifest["late"] |= changes

    return change


def _other_suspicion(manifest: dict[str, Any]) -> None:
    late = manifest["late"]
    late |= {"suspicion": not late.get("suspicion", False), "suspicion_price": 0.0}


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (_late(mismatch_price=-1.0), "prices of late interaction"),
        (_late(suspicion_price=11.0), "prices of late interaction"),
        (_late(suspicion=False, suspicion_price=0.3), "a price for suspicion and no suspicion"),
        (_late(forms=0), "sizes of late interaction"),
        (_late(output="nothing"), "no output nothing"),
        (_late(roles=63), "numbers a token"),
        (_other_suspicion, "numbers a token"),
    ],
)
def test_late_interaction_that_the_model_does_not_have_is_refused(tmp_path: Path, change: Change, words: str) -> None:
    """In one line: what the manifest promises and the model gives must agree, and prices stay in their bounds."""
    with pytest.raises(BundleError) as caught:
        Encoder(load_bundle(copy_bundle(tmp_path / "bundle", change)))
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)
