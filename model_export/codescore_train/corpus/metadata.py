"""The licence of a Python package, decided from the metadata inside its archive.

Order: License-Expression; then the licence classifiers, all of which must be permissive; then the License field;
then the licence files beside the metadata.  A source that names copyleft anywhere ends the matter with "no".
Pure functions; neighbour: `licences` knows names and texts.
"""

from __future__ import annotations

import email
from collections.abc import Mapping

from codescore_train.corpus import licences

_OWN = 1_500  # characters of a License field that speak of the package itself
_SILENT = {"osi approved", "freely distributable", "other/proprietary license"}


def is_metadata(path: str) -> bool:
    """Whether a member is package metadata or a licence file next to it (wheel or sdist, top level only)."""
    parts = path.split("/")
    if len(parts) == 2 and ((parts[0].endswith(".dist-info") and parts[1] == "METADATA") or parts[1] == "PKG-INFO"):
        return True
    return parts[0].endswith(".dist-info") and _is_licence(parts[-1])


def decide(files: Mapping[str, bytes]) -> tuple[str | None, str]:
    """The package's permissive licence (None: not permissive, or unknown) and the evidence in a few words."""
    texts = {name: data.decode("utf-8", errors="replace") for name, data in sorted(files.items())}
    described = next((text for name, text in texts.items() if not _is_licence(name.split("/")[-1])), None)
    if described is None:
        return None, "no metadata"
    message = email.message_from_string(described)
    if expression := message.get("License-Expression"):
        return licences.by_expression(str(expression)), f"License-Expression: {_short(str(expression))}"
    field = str(message.get("License") or "").strip()
    # Long fields hold the package's licence first, then those of bundled binaries.
    if licences.COPYLEFT.search(field[:_OWN]):
        return None, f"License: {_short(field)}"
    if named := _classified(message):
        return _all_permissive(named), "Classifier: " + _short(", ".join(named))
    if field and field.upper() != "UNKNOWN":
        found = licences.by_expression(field) or licences.by_name(field) or licences.by_text(field[:_OWN])
        if found or len(field) < 100:
            return found, f"License: {_short(field)}"
    return _from_files([text for name, text in texts.items() if _is_licence(name.split("/")[-1])])


def _is_licence(name: str) -> bool:
    return name.upper().startswith(("LICENSE", "LICENCE", "COPYING"))


def _classified(message: email.message.Message) -> list[str]:
    rows = [str(c) for c in message.get_all("Classifier") or [] if str(c).startswith("License")]
    names = [row.split("::")[-1].strip() for row in rows]
    return [name for name in names if name.lower() not in _SILENT]


def _all_permissive(names: list[str]) -> str | None:
    found = [licences.by_name(name) for name in names]
    return " AND ".join(dict.fromkeys(str(f) for f in found)) if all(found) else None


def _from_files(texts: list[str]) -> tuple[str | None, str]:
    found = [licences.by_text(text) for text in texts]
    if not found:
        return None, "no licence stated"
    return (" AND ".join(dict.fromkeys(str(f) for f in found)) if all(found) else None), "licence file"


def _short(text: str) -> str:
    return " ".join(text.split())[:80]
