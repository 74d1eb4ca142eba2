"""Pages that hold the words of strangers: what a browser may do with one, and data that cannot leave its place.

Only the page's own scripts and styles run, by their hashes, and nothing is fetched but from where the page came, if it
was served.  Neighbours: `class_page`, `grading_page`.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

_SLOT = re.compile("⟦([a-z0-9-]+)⟧")


def served_policy(style: str, scripts: Sequence[str], *, served: bool) -> str:
    """The content security policy of a page with one style and these scripts inside."""
    return (
        f"default-src 'none'; script-src {' '.join(map(_hash, scripts))}; style-src {_hash(style)}; img-src data:; "
        f"connect-src '{'self' if served else 'none'}'; base-uri 'none'; form-action 'none'"
    )


def embedded_json(data: Any) -> str:  # noqa: ANN401  (any JSON)
    """JSON that cannot end the element it stands in."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    text = text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
    return text.encode("utf-8", "replace").decode()


def filled(template: str, parts: Mapping[str, str]) -> str:
    """A template with ⟦name⟧ replaced; what is put in is not looked at again."""
    return _SLOT.sub(lambda found: parts[found[1]], template)


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
