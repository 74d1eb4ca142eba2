"""Whether a program puts the keys of a mapping in order on purpose: it uses a mapping that is made for that, or makes
one of what it sorted.  Pure.  Neighbour: `evidence.verdicts` (asks where two mappings differ in nothing else).
"""

from __future__ import annotations

import re

_ORDERS = re.compile(
    r"\bOrderedDict\b|\bLinkedHashMap\b|\bdict\(\s*sorted\(|\{[^{}]*:[^{}]*\bfor\b[^{}]*\bin sorted\(|"
    r"\bObject\.fromEntries\([^;]*\bsort\(|\bnew Map\([^;]*\bsort\("
)


def orders_keys(source: str) -> bool:
    """Whether the order of keys is part of what a program gives."""
    return _ORDERS.search(source) is not None
