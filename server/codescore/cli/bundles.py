"""Which bundle a name or a path on the command line means, and what can be said of it.

Knows folders and manifests; verifying them is `embed`'s.  Used by every command that takes a bundle.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from codescore.foundation.errors import BundleError, InputError

if TYPE_CHECKING:
    from codescore.embed import Bundle

DEFAULT = "default"


@dataclass(frozen=True, slots=True)
class Found:
    """A bundle folder; `bundle` is None where it does not verify, and `problem` then says why."""

    path: Path
    origin: str
    in_use: bool
    bundle: Bundle | None
    problem: str | None


def bundle_path(wanted: str | None) -> Path:
    """The folder meant by a name, a path, `default`, or None (the one in use).

    A word without a separator is a name first (of a bundle or of its folder), else a folder here.
    """
    from codescore.embed import default_bundle_path, installed_bundles, packaged_bundle_path

    if wanted is None:
        return default_bundle_path()
    if wanted == DEFAULT:
        return packaged_bundle_path()
    if not _is_path(wanted):
        paths = installed_bundles()
        for path in paths:
            if wanted == path.name or ((found := _verified(path)[0]) and wanted == found.manifest.name):
                return path
        if not Path(wanted).is_dir():
            known = ", ".join(path.name for path in paths) or "none"
            raise InputError(f"there is no bundle {wanted!r}; known are: {known}; a path of a bundle folder works too")
    return Path(wanted).expanduser().resolve()


def all_found() -> list[Found]:
    """Every bundle on this machine, packaged ones first."""
    from codescore.embed import bundles_folder, default_bundle_path, installed_bundles, packaged_bundle_path

    used = _real(default_bundle_path())
    homes = {_real(packaged_bundle_path().parent): "package", _real(bundles_folder()): "user"}
    found = []
    for path in installed_bundles():
        bundle, problem = _verified(path)
        origin = homes.get(_real(path.parent), "elsewhere")
        found.append(Found(path, origin, _real(path) == used, bundle, problem))
    return found


def summary(bundle: Bundle) -> dict[str, Any]:
    """What identifies a bundle, as JSON."""
    manifest = bundle.manifest
    return {
        "name": manifest.name,
        "version": manifest.version,
        "label": bundle.label,
        "digest": bundle.digest,
        "licence": manifest.licence,
        "languages": list(manifest.languages),
        "precision": manifest.precision,
        "bytes": len(bundle.model) + len(bundle.tokenizer),
    }


def _verified(path: Path) -> tuple[Bundle | None, str | None]:
    from codescore.embed import load_bundle

    try:
        return load_bundle(path), None
    except BundleError as error:
        return None, str(error)


def _is_path(wanted: str) -> bool:
    return wanted.startswith(("~", ".")) or any(s in wanted for s in (os.sep, os.altsep) if s)


def _real(path: Path) -> Path:
    return path.expanduser().resolve()
