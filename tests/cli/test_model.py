"""`codescore model`: what is there, is it sound, which one is used."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import msgspec
import pytest

from codescore.embed import bundles_folder, load_bundle, packaged_bundle_path
from codescore.embed.manifest import Manifest

from .conftest import Run, sample

pytestmark = pytest.mark.bundle


@pytest.fixture
def copy() -> Path:
    """A copy of the packaged bundle among the user's own."""
    path = bundles_folder() / "mine"
    shutil.copytree(packaged_bundle_path(), path)
    return path


def test_list_names_the_bundles_and_the_one_in_use(cli: Run, copy: Path) -> None:
    """Packaged and own bundles, which is used, and where own ones belong."""
    document = cli("model", "list", "--json").json
    assert document["folder"] == str(bundles_folder())
    packaged, mine = document["bundles"]
    assert (packaged["origin"], packaged["in_use"], packaged["problem"]) == ("package", True, None)
    assert (mine["origin"], mine["in_use"], mine["path"]) == ("user", False, str(copy))
    out = cli("model", "list").out
    assert "(in use)" in out
    assert str(copy) in out.replace("\n", "")


def test_list_shows_damage_and_goes_on(cli: Run, copy: Path) -> None:
    """A damaged bundle is listed with what is wrong with it."""
    (copy / "model.onnx").write_bytes(b"damaged")
    answer = cli("model", "list", "--json")
    assert answer.code == 0
    assert "SHA-256 differs" in answer.json["bundles"][1]["problem"]


def test_info_shows_what_a_user_must_know(cli: Run) -> None:
    """Licence, training data and measured quality in words; the whole manifest in JSON."""
    answer = cli("model", "info")
    assert answer.code == 0
    for topic in ("licence: Apache-2.0", "training:", "quality:", "languages:", "score: 1 above", "correctness: "):
        assert topic in answer.out
    shown = cli("model", "info", "--json").json["manifest"]
    assert msgspec.convert(shown, Manifest) == load_bundle(packaged_bundle_path()).manifest


@pytest.mark.parametrize("way", ["mine", "path", "default", "codescore-r-base"])
def test_a_bundle_is_named_in_several_ways(cli: Run, copy: Path, way: str) -> None:
    """By its folder's name, by a path, as `default`, by its own name."""
    document = cli("model", "info", copy if way == "path" else way, "--json").json
    expected = copy if way in ("mine", "path") else packaged_bundle_path()
    assert document["path"] == str(expected)


def test_verify_passes_for_the_packaged_bundle(cli: Run) -> None:
    """Hashes, parity record, and a model that runs and repeats itself."""
    answer = cli("model", "verify", "--json")
    assert (answer.code, answer.err) == (0, "")
    assert answer.json["ok"]
    names = [check["name"] for check in answer.json["checks"]]
    assert names == ["files", "parity record", "model", "vectors", "repeatable", "distinct"]
    assert "This bundle is sound." in cli("model", "verify").out


def test_verify_answers_no_to_damage(cli: Run, copy: Path) -> None:
    """One changed byte is a no: exit code 1, and which file it is."""
    data = bytearray((copy / "model.onnx").read_bytes())
    data[len(data) // 2] ^= 1
    (copy / "model.onnx").write_bytes(data)
    answer = cli("model", "verify", copy, "--json")
    assert answer.code == 1
    (check,) = answer.json["checks"]
    assert not answer.json["ok"]
    assert "model.onnx" in check["message"]
    assert cli("model", "verify", copy).code == 1


def test_verify_of_nothing_is_no_answer(cli: Run, tmp_path: Path) -> None:
    """Where there is no bundle there is nothing to verify: exit code 3."""
    assert cli("model", "verify", tmp_path / "none").code == 3


def test_use_is_remembered_and_undone(cli: Run, copy: Path) -> None:
    """`use NAME` holds from then on, `use default` goes back."""
    assert cli("model", "use", "mine").code == 0
    assert cli("model", "info", "--json").json["path"] == str(copy)
    assert [b["in_use"] for b in cli("model", "list", "--json").json["bundles"]] == [False, True]
    answer = cli("model", "use", "default", "--json")
    assert answer.json["path"] == str(packaged_bundle_path())
    assert cli("model", "info", "--json").json["path"] == str(packaged_bundle_path())


def test_use_refuses_what_is_damaged(cli: Run, copy: Path) -> None:
    """A bundle that does not verify is not chosen; the choice before stands."""
    (copy / "tokenizer.json").write_text("{}")
    assert cli("model", "use", "mine").code == 3
    assert cli("model", "info", "--json").json["path"] == str(packaged_bundle_path())


def test_a_chosen_bundle_that_is_gone_is_an_environment_problem(cli: Run, copy: Path) -> None:
    """Scoring then fails with exit code 3 and a line that leads to the remedy, and `use default` helps."""
    assert cli("model", "use", "mine").code == 0
    shutil.rmtree(copy)
    pair = sample("binary_search/renamed.py"), sample("binary_search/reference.py")
    answer = cli("score", *pair)
    assert answer.code == 3
    assert "codescore model list" in answer.error
    assert cli("model", "list").code == 0
    assert cli("model", "use", "default").code == 0
    assert cli("score", *pair).code == 0


def test_a_read_only_home_is_said_to_be(cli: Run, copy: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the choice cannot be stored the exit code is 3 and the place is named."""
    blocked = tmp_path / "blocked"
    blocked.write_text("a file where a folder should be")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(blocked))
    answer = cli("model", "use", copy)
    assert answer.code == 3
    assert str(blocked) in answer.error


@pytest.mark.skipif(os.geteuid() == 0, reason="root writes everywhere: the read-only folder was not tried")
def test_a_folder_without_permission_is_said_to_be(cli: Run, copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same for a folder whose permissions forbid it."""
    home = copy.parent / "locked"
    home.mkdir(mode=0o500)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(home))
    assert cli("model", "use", copy).code == 3


def test_an_unknown_name_lists_the_known_ones(cli: Run) -> None:
    """A typing error in a bundle's name is bad input."""
    answer = cli("model", "info", "codescore-r-bse")
    assert answer.code == 2
    assert "known are: codescore-r-base" in answer.error


def test_bench_says_how_large_and_how_long(cli: Run) -> None:
    """Bytes of each file that are there, and positive times of a text of at most 128 tokens and of a task vector."""
    found = cli("model", "bench", "--runs", "1", "--json").json
    for name, size in found["bytes"].items():
        if name != "all":
            assert size == (packaged_bundle_path() / name).stat().st_size
    assert f"size: {found['bytes']['all'] / 1e6:.1f} MB" in cli("model", "info").out
    assert 100 < found["tokens"] <= 128
    assert set(found["encode_ms"]) == {"1", "2"}
    assert min(*found["encode_ms"].values(), found["same_task_ms"], found["load_ms"]) > 0
    assert "same-task.bin" in cli("model", "bench", "--runs", "1").out
    assert cli("model", "bench", "--runs", "0").code == 2
