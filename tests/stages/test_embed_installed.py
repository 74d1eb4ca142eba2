"""Which bundle is used: the packaged one, until the user chooses another that verifies."""

from __future__ import annotations

from pathlib import Path

import pytest

from codescore.embed import (
    bundles_folder,
    default_bundle_path,
    installed_bundles,
    packaged_bundle_path,
    select_bundle,
    selected_bundle_path,
)
from codescore.foundation import folders
from codescore.foundation.errors import BundleError, EnvironmentProblem
from tests.stages.bundles import copy_bundle


@pytest.fixture(autouse=True)
def _own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Settings and bundles of the user's own lie in a fresh folder."""
    monkeypatch.setattr(folders.platformdirs, "user_config_path", lambda *_, **__: tmp_path / "config")
    monkeypatch.setattr(folders.platformdirs, "user_data_path", lambda *_, **__: tmp_path / "data")


def test_the_packaged_bundle_is_the_default() -> None:
    """Without a choice, and with an empty one."""
    assert default_bundle_path() == packaged_bundle_path()
    assert selected_bundle_path() is None


@pytest.mark.bundle
def test_a_chosen_bundle_is_used_from_then_on(tmp_path: Path) -> None:
    """Also when it lies anywhere; None goes back to the packaged one."""
    path = copy_bundle(tmp_path / "elsewhere")
    chosen = select_bundle(path)
    assert chosen is not None
    assert default_bundle_path() == path.resolve()
    assert path.resolve() in installed_bundles()
    assert select_bundle(None) is None
    assert default_bundle_path() == packaged_bundle_path()
    select_bundle(None)


@pytest.mark.bundle
def test_a_bundle_that_does_not_verify_is_not_chosen(tmp_path: Path) -> None:
    """The former choice stays."""
    good, bad = copy_bundle(tmp_path / "good"), copy_bundle(tmp_path / "bad")
    (bad / "model.onnx").write_bytes(b"")
    select_bundle(good)
    with pytest.raises(BundleError):
        select_bundle(bad)
    assert default_bundle_path() == good.resolve()


@pytest.mark.bundle
def test_a_choice_that_cannot_be_stored_says_where(tmp_path: Path) -> None:
    """One line with the file; exit code 3."""
    path = copy_bundle(tmp_path / "good")
    (tmp_path / "config").write_bytes(b"a file where a folder should be")
    with pytest.raises(EnvironmentProblem, match="config"):
        select_bundle(path)


@pytest.mark.bundle
def test_the_users_own_bundles_are_found(tmp_path: Path) -> None:
    """Folders under the data folder that hold a manifest."""
    path = copy_bundle(bundles_folder() / "mine")
    (bundles_folder() / "no bundle").mkdir()
    assert path in installed_bundles()
    assert len(installed_bundles()) == len({*installed_bundles()})
    assert not any(p.name == "no bundle" for p in installed_bundles())
