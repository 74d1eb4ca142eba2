"""Which bundles there are on this machine and which one is used: the one in the package unless the user chose another.

The choice is one line in the user's configuration folder.  Neighbours: `bundle` verifies what is found here.
"""

from __future__ import annotations

import os
from pathlib import Path

from codescore.embed.bundle import Bundle, load_bundle
from codescore.embed.manifest import MANIFEST_FILE
from codescore.foundation.errors import EnvironmentProblem
from codescore.foundation.folders import config_folder, data_folder

_PACKAGED = Path(__file__).parent / "bundles"
_DEFAULT = "codescore-r-base"
_MAX_PATH = 32_768


def packaged_bundle_path() -> Path:
    """Where the bundle that ships inside the package is."""
    return _PACKAGED / _DEFAULT


def default_bundle_path() -> Path:
    """The bundle that is used where no other is named: the user's choice, else the packaged one."""
    return selected_bundle_path() or packaged_bundle_path()


def selected_bundle_path() -> Path | None:
    """The folder that `select_bundle` recorded, or None."""
    try:
        with _choice_file().open(encoding="utf-8") as file:
            line = file.read(_MAX_PATH).strip()
    except (OSError, UnicodeDecodeError):
        return None
    return Path(line) if line else None


def select_bundle(path: Path | None) -> Bundle | None:
    """Verify a bundle and make it the default; None goes back to the packaged one.

    Raises BundleError for a bundle that does not verify, EnvironmentProblem where the choice cannot be stored.
    """
    bundle = load_bundle(path.resolve()) if path is not None else None
    file = _choice_file()
    try:
        if bundle is None:
            file.unlink(missing_ok=True)
        else:
            file.parent.mkdir(parents=True, exist_ok=True)
            partial = file.with_name(f"{file.name}.{os.getpid()}")
            partial.write_text(f"{bundle.path}\n", encoding="utf-8")
            partial.replace(file)
    except OSError as error:
        raise EnvironmentProblem(f"the choice cannot be stored in {file}: {error.strerror or error}") from None
    return bundle


def bundles_folder() -> Path:
    """Where bundles of the user's own are looked for, one folder each."""
    return data_folder() / "bundles"


def installed_bundles() -> list[Path]:
    """Folders that hold a manifest: packaged ones, the user's own, and the selected one; not verified."""
    found: list[Path] = []
    for root in (_PACKAGED, bundles_folder()):
        try:
            found += sorted(p for p in root.iterdir() if (p / MANIFEST_FILE).is_file())
        except OSError:
            continue
    selected = selected_bundle_path()
    if selected is not None and selected not in found:
        found.append(selected)
    return found


def _choice_file() -> Path:
    return config_folder() / "bundle"
