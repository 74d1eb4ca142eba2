"""What stays warm: model, vectors and sketches are made once, and nothing breaks without them."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from codescore.embed import Encoded, Encoder, Tick
from codescore.engine import ScoreOptions, Session, Source, compare, make_source, match_units, ranked, score_pairs
from codescore.foundation.errors import BundleError, Interrupted
from codescore.languages import by_id
from codescore.sketch import sketch_units
from tests.stages.bundles import copy_bundle, shipped_bundle

OPTIONS = ScoreOptions()

FUNCTION = """
def {name}(values, limit):
    {total} = {number}
    for value in values:
        if value < limit:
            {total} += value
    return {total}
"""


def python(text: str, label: str = "a.py") -> Source:
    language = by_id("python")
    assert language is not None
    return make_source(language, text.encode(), label)


class Counted:
    """Counts what the model is asked for; the real model answers."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.calls = 0
        self.texts: list[str] = []
        real = Encoder.encode

        def encode(encoder: Encoder, texts: list[str], tick: Tick | None = None) -> list[Encoded]:
            self.calls += 1
            self.texts += texts
            return real(encoder, texts, tick)

        monkeypatch.setattr(Encoder, "encode", encode)


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    made = Session(bundle=shipped_bundle().path, cache_dir=tmp_path / "cache")
    made.warm()
    yield made
    made.close()


@pytest.mark.bundle
def test_a_pair_costs_one_call_and_a_rename_costs_none(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    """The sketch is the key: new names are no new code."""
    counted = Counted(monkeypatch)
    reference = python(FUNCTION.format(name="f", total="total", number=0))
    first = compare(session, python(FUNCTION.format(name="g", total="sum_", number=1)), [reference], OPTIONS)
    assert (counted.calls, len(counted.texts)) == (1, 2)
    again = compare(session, python(FUNCTION.format(name="other", total="x", number=1)), [reference], OPTIONS)
    assert counted.calls == 1
    assert again.similarity == first.similarity


@pytest.mark.bundle
def test_n_units_against_r_references_cost_n_plus_r(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    """One call of the model with each sketch once, not one per pair."""
    n, r = 12, 3
    names = [f"f{i}" for i in range(n)]
    counted = Counted(monkeypatch)
    candidate = python("".join(FUNCTION.format(name=x, total="t", number=i) for i, x in enumerate(names)))
    references = [
        python("".join(FUNCTION.format(name=x, total="t", number=100 + j) for x in names), f"{j}.py") for j in range(r)
    ]
    verdicts = ranked(session, candidate, references, OPTIONS)
    assert [len(v.units) for v in verdicts] == [n] * r
    assert (counted.calls, len(counted.texts)) == (1, n + r)
    assert len(set(counted.texts)) == n + r


@pytest.mark.bundle
def test_matching_by_similarity_costs_nothing_twice(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was embedded to find the pairs is not embedded again to judge them."""
    counted = Counted(monkeypatch)
    candidate = python("".join(FUNCTION.format(name=f"a{i}", total="t", number=i) for i in range(4)))
    reference = python("".join(FUNCTION.format(name=f"b{i}", total="t", number=9 + i) for i in range(3)), "b.py")
    verdict = compare(session, candidate, [reference], OPTIONS)
    assert {v.matched_by for v in verdict.units} == {"similarity", None}
    assert len(counted.texts) == len(set(counted.texts)) == 7


@pytest.mark.bundle
def test_vectors_outlive_the_session_on_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A second run asks the model for nothing; without a disk cache it does."""
    one, two = python(FUNCTION.format(name="f", total="t", number=0)), python("def g(): pass\n", "b.py")
    results = []
    for disk in (True, True, False):
        session = Session(bundle=shipped_bundle().path, cache_dir=tmp_path, disk_cache=disk)
        session.warm()
        counted = Counted(monkeypatch)
        verdict = compare(session, one, [two], OPTIONS)
        results.append((len(counted.texts), verdict.similarity))
        session.close()
        monkeypatch.undo()
    assert [asked for asked, _ in results] == [2, 0, 2]
    assert len({similarity for _, similarity in results}) == 1


@pytest.mark.bundle
def test_an_unusable_cache_folder_is_a_notice_not_a_failure(tmp_path: Path) -> None:
    """A read-only home behaves like this: work goes on in memory, the status says so."""
    (tmp_path / "file").write_bytes(b"")
    session = Session(bundle=shipped_bundle().path, cache_dir=tmp_path / "file")
    try:
        verdict = compare(session, python("def f(): pass\n"), [python("def g(): return\n", "b.py")], OPTIONS)
        assert verdict.similarity is not None
        assert any("vectors are not kept" in notice for notice in session.status().notices)
    finally:
        session.close()


@pytest.mark.bundle
def test_many_threads_share_a_session(session: Session) -> None:
    """Workers of a server ask at the same time, before the model is loaded too; all get the same answer."""
    fresh = Session(bundle=shipped_bundle().path, disk_cache=False)
    candidate = python("".join(FUNCTION.format(name=f"f{i}", total="t", number=i) for i in range(10)))
    reference = python("".join(FUNCTION.format(name=f"f{i}", total="t", number=9) for i in range(10)), "b.py")
    want = [v.similarity for v in compare(session, candidate, [reference], OPTIONS).units]
    try:
        with ThreadPoolExecutor(6) as pool:
            for got in pool.map(lambda _: compare(fresh, candidate, [reference], OPTIONS), range(12)):
                assert [v.similarity for v in got.units] == want
    finally:
        fresh.close()


@pytest.mark.bundle
def test_the_status_tells_how_things_are(session: Session) -> None:
    """Bundle, provider, memory, cache; and what is not loaded yet is not loaded by asking."""
    compare(session, python("def f(): pass\n"), [python("def g(): return 7\n", "b.py")], OPTIONS)
    status = session.status()
    assert status.ready
    assert status.error is None
    assert status.bundle == shipped_bundle().label
    assert status.provider == "CPU" or status.provider
    cache, memory = session.usage()
    assert cache.memory == cache.disk == 2
    assert memory is None or memory > 1
    lazy = Session(bundle=shipped_bundle().path, disk_cache=False)
    assert not lazy.status().ready
    assert lazy.status().bundle is None
    lazy.close()


def broken(tmp_path: Path) -> Path:
    path = copy_bundle(tmp_path / "broken")
    (path / "model.onnx").write_bytes(b"broken")
    return path


@pytest.mark.bundle
def test_warming_with_a_broken_bundle_says_what_is_wrong(tmp_path: Path) -> None:
    """Each time, and not once and then silence; the status keeps the reason."""
    session = Session(bundle=broken(tmp_path), disk_cache=False)
    for _ in range(2):
        with pytest.raises(BundleError, match=r"model\.onnx"):
            session.warm()
    assert not session.status().ready
    assert "model.onnx" in str(session.status().error)
    session.close()


@pytest.mark.bundle
def test_without_a_model_checks_still_answer(tmp_path: Path) -> None:
    """No similarity and no score, but what does not compile scores 0, and a note says why there is no more."""
    session = Session(bundle=broken(tmp_path), disk_cache=False)
    try:
        verdict = compare(
            session,
            python("def f(a): return a\ndef g(:\n"),
            [python("def f(a): return a\ndef g(): pass\n", "b.py")],
            OPTIONS,
        )
        by_name = {v.unit.name: v for v in verdict.units}
        assert by_name["f"].score is None
        assert by_name["f"].similarity is None
        assert verdict.score == 0
        assert not verdict.compiles
        assert any("no similarity" in note for note in verdict.notes)
        assert "|bundle:none|" in verdict.signature
    finally:
        session.close()


@pytest.mark.bundle
def test_a_repaired_bundle_is_taken_up_by_warming_again(tmp_path: Path) -> None:
    """A server need not be restarted after the bundle was installed again."""
    path = broken(tmp_path)
    session = Session(bundle=path, disk_cache=False)
    with pytest.raises(BundleError):
        session.warm()
    copy_bundle(path)
    session.warm()
    assert session.status().ready
    assert session.error is None
    session.close()


@pytest.mark.bundle
def test_long_work_can_be_stopped_and_nothing_is_lost(session: Session) -> None:
    """What a tick raises comes out; the session goes on working."""
    candidate = python("".join(FUNCTION.format(name=f"f{i}", total="t", number=i) for i in range(30)))
    reference = python("".join(FUNCTION.format(name=f"f{i}", total="t", number=1000 + i) for i in range(30)), "b.py")
    pairs = match_units(session, candidate, reference)

    def stop(done: int, total: int) -> None:
        assert total == 60
        if done == 3:
            raise Interrupted("stopped")

    with pytest.raises(Interrupted):
        score_pairs(session, pairs, OPTIONS, stop)
    assert len(score_pairs(session, pairs, OPTIONS)) == 30


def test_a_kept_sketch_is_what_sketching_again_gives() -> None:
    """With line offsets of the source at hand, wherever the unit has moved, nested or not."""
    session = Session(disk_cache=False)
    body = (
        "def outer(a):\n    def inner(b):\n        return a + b\n    return inner\n\nclass A:\n    def m(self): pass\n"
    )
    try:
        for text in (body, "x = 1\n\n" + body, body + body, "class B:\n    pass\n" + body):
            source = python(text)
            for unit, want in zip(source.units, sketch_units(source.syntax, source.units), strict=True):
                assert session.sketch(source, unit) == want
    finally:
        session.close()


@pytest.mark.parametrize("text", ["A(int x) { this.x = x; }", "int get() { return 1; }"])
def test_offsets_of_a_completed_fragment_are_those_of_its_source(text: str) -> None:
    """A constructor without its class is wrapped for parsing; a sketch's lines count in what the person wrote."""
    session = Session(disk_cache=False)
    language = by_id("java")
    assert language is not None
    try:
        source = make_source(language, b"\n  " + text.encode(), "a")
        sketch = session.sketch(source, source.units[0])
        assert sketch.lines[0] == 3
        assert all(0 <= line < len(source.syntax.source) for line in sketch.lines)
    finally:
        session.close()
