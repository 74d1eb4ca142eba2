"""No unverified model: whatever is wrong with a bundle is refused with one line that says what and where."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from codescore.embed import Encoder, load_bundle
from codescore.embed import bundle as bundle_module
from codescore.foundation.errors import BundleError
from tests.stages.bundles import copy_bundle, shipped_bundle

pytestmark = pytest.mark.bundle


def refused(path: Path, *words: str) -> None:
    """Loading fails with one line that holds all of `words`."""
    with pytest.raises(BundleError) as caught:
        load_bundle(path)
    message = str(caught.value)
    assert "\n" not in message
    for word in words:
        assert word in message, message


def test_an_untouched_copy_loads_and_has_the_same_digest(tmp_path: Path) -> None:
    """The digest is of the contents, not of the place."""
    whole = shipped_bundle()
    for name in ("model.onnx", "tokenizer.json", "same-task.bin", "manifest.json"):
        (tmp_path / name).write_bytes((whole.path / name).read_bytes())
    assert load_bundle(tmp_path).digest == whole.digest


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    """The message holds the path and the command that shows what there is."""
    refused(tmp_path / "absent", str(tmp_path / "absent"), "codescore model list")


@pytest.mark.parametrize("name", ["model.onnx", "tokenizer.json", "manifest.json"])
def test_a_missing_file_is_named(tmp_path: Path, name: str) -> None:
    """Each of the three files must be there."""
    copy_bundle(tmp_path)
    (tmp_path / name).unlink()
    refused(tmp_path, name)


@pytest.mark.parametrize("name", ["model.onnx", "tokenizer.json"])
def test_one_flipped_bit_is_found(tmp_path: Path, name: str) -> None:
    """A file whose hash differs from the manifest's is refused."""
    path = copy_bundle(tmp_path) / name
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)
    refused(tmp_path, name, "SHA-256")


@pytest.mark.parametrize("name", ["model.onnx", "tokenizer.json", "manifest.json"])
@pytest.mark.parametrize("share", [0.0, 0.5, 0.999])
def test_a_truncated_file_is_found(tmp_path: Path, name: str, share: float) -> None:
    """However much of a file is missing, it does not load."""
    path = copy_bundle(tmp_path) / name
    content = path.read_bytes()
    path.write_bytes(content[: int(len(content) * share)])
    refused(tmp_path, name)


@pytest.mark.parametrize("share", [0.0, 0.3, 0.9])
def test_a_truncated_model_with_a_fitting_hash_is_found(tmp_path: Path, share: float) -> None:
    """A manifest that was written for half a model does not help: the file is no whole ONNX model."""
    model = shipped_bundle().model
    copy_bundle(tmp_path, model=model[: int(len(model) * share)] or b"\0")
    refused(tmp_path, "model.onnx")


def _set(*path: str, value: Any) -> Callable[[dict[str, Any]], None]:
    def change(manifest: dict[str, Any]) -> None:
        part = manifest
        for key in path[:-1]:
            part = part[key]
        part[path[-1]] = value

    return change


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (_set("parity", "passed", value=False), ["parity"]),
        (_set("parity", "fp32_max_difference", value=1.0), ["parity"]),
        (_set("parity", "shipped_min_cosine", value=0.5), ["parity"]),
        (_set("parity", "samples", value=0), ["parity"]),
        (lambda m: m.pop("parity"), ["parity"]),
        (_set("sketch_version", value="0"), ["sketches of version '0'"]),
        (_set("format", value=2), ["format 2"]),
        (_set("extra", value=1), ["extra"]),
        (_set("parity", "extra", value=1), ["extra"]),
        (_set("sha256", "../../evil", value="0" * 64), ["sha256"]),
        (lambda m: m["sha256"].pop("model.onnx"), ["sha256"]),
        (_set("default_pooling", value="other"), ["other"]),
        (_set("poolings", "cls", "calibration", value=[[0.5, 0.0]]), ["calibration", "'cls'"]),
        (_set("poolings", "cls", "calibration", value=[[0.5, 0.0], [0.1, 1.0]]), ["calibration"]),
        (_set("poolings", "cls", "calibration", value=[[0.0, 0.0], [1.0, 7.0]]), ["calibration"]),
        (_set("name", value="\x1b[31mred"), ["name"]),
        (_set("threshold", value=2.0), ["threshold"]),
        (_set("max_tokens", value=0), ["max_tokens"]),
        (_set("dimensions", value="256"), ["dimensions"]),
    ],
)
def test_a_manifest_that_is_wrong_or_unknown_is_refused(
    tmp_path: Path, change: Callable[[dict[str, Any]], None], words: list[str]
) -> None:
    """Everything in a manifest is understood, or nothing of it is trusted."""
    refused(copy_bundle(tmp_path, change), "manifest.json", *words)


@pytest.mark.parametrize("text", ["", "[]", "null", "{", '{"a":' * 20_000, "\udcff", "1e999"])
def test_a_manifest_that_is_no_json_of_ours_is_refused(tmp_path: Path, text: str) -> None:
    """Also one that is nested absurdly deep, or not UTF-8."""
    copy_bundle(tmp_path)
    (tmp_path / "manifest.json").write_bytes(text.encode("utf-8", errors="surrogateescape"))
    refused(tmp_path, "manifest.json")


def test_deep_nesting_in_free_fields_is_refused(tmp_path: Path) -> None:
    """`quality` may hold anything, but not so deep that decoding it breaks."""
    copy_bundle(tmp_path)
    path = tmp_path / "manifest.json"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace('"quality": {', '"quality": {"a": ' + "[" * 5000 + "]" * 5000 + ","), encoding="utf-8")
    refused(tmp_path, "manifest.json")


def test_a_file_beyond_its_cap_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only as much is read as a bundle may be large."""
    copy_bundle(tmp_path)
    monkeypatch.setitem(bundle_module.CAPS, "model.onnx", 1 << 20)
    refused(tmp_path, "model.onnx", "1 MB")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="NO NAMED PIPES on this system")
def test_a_pipe_in_place_of_a_file_does_not_hang(tmp_path: Path) -> None:
    """Opening something that is no regular file is refused at once."""
    path = copy_bundle(tmp_path) / "model.onnx"
    path.unlink()
    os.mkfifo(path)
    refused(tmp_path, "not a regular file")


def test_a_tokenizer_that_is_none_is_refused_when_it_is_used(tmp_path: Path) -> None:
    """The hash fits, the content does not."""
    bundle = load_bundle(copy_bundle(tmp_path, tokenizer=b'{"model": 1}'))
    with pytest.raises(BundleError, match="tokenizer"):
        Encoder(bundle)


def test_a_tokenizer_for_another_vocabulary_is_refused(tmp_path: Path) -> None:
    """Token ids beyond the model's embedding table must not reach it."""
    bundle = load_bundle(copy_bundle(tmp_path, _set("vocabulary", value=600)))
    with pytest.raises(BundleError, match="600"):
        Encoder(bundle)


def test_a_model_without_the_promised_outputs_is_refused(tmp_path: Path) -> None:
    """The manifest's outputs are looked up before anything is scored."""
    bundle = load_bundle(copy_bundle(tmp_path, _set("poolings", "cls", "output", value="absent")))
    with pytest.raises(BundleError, match="absent"):
        Encoder(bundle)


def test_a_model_of_another_size_is_refused(tmp_path: Path) -> None:
    """Vectors have as many numbers as the manifest says, its golden ones too."""
    with pytest.raises(BundleError, match="golden vectors"):
        load_bundle(copy_bundle(tmp_path, _set("dimensions", value=7)))


def test_the_bytes_that_were_hashed_are_used(tmp_path: Path) -> None:
    """Changing the files after they were verified changes nothing."""
    bundle = load_bundle(copy_bundle(tmp_path))
    (tmp_path / "model.onnx").write_bytes(b"something else")
    (tmp_path / "tokenizer.json").unlink()
    assert Encoder(bundle).encode(["return 1"])[0].windows == 1
