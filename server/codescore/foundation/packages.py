"""What to type where a package is missing: the extra that brings it, as our own metadata says.

The one place that words this remedy.  Knows names of packages, not what they are for; imports nothing until asked.
"""

from __future__ import annotations

import re
from collections import Counter

DISTRIBUTION = "codescore-r"
#: What brings back a package that everyone needs.
REINSTALL = f"pip install --force-reinstall {DISTRIBUTION}"
# Where the name that is imported is not the package's own.
_PACKAGES = {"sklearn": "scikit-learn"}
_NAME = re.compile(r"[A-Za-z0-9._-]+")
_EXTRA = re.compile(r"""extra\s*==\s*['"]([\w.-]+)['"]""")


def remedy(module: str, part: str = "") -> str:
    """The command that installs what a module belongs to, or all of us anew where everybody needs it.

    Of several extras that have it: `part`, the one that asks, else the smallest.
    """
    top = module.partition(".")[0]
    wanted = _plain(_PACKAGES.get(top, top))
    required = _requirements()
    sizes = Counter(extra for _, extra in required)
    bring = {extra for name, extra in required if name == wanted}
    if "" in bring or not bring:
        return REINSTALL
    extra = part if part in bring else min(bring, key=lambda name: (sizes[name], name))
    return f"pip install '{DISTRIBUTION}[{extra}]'"


def _requirements() -> list[tuple[str, str]]:
    """Packages that we depend on, each with the extra that asks for it, "" for none."""
    from importlib.metadata import PackageNotFoundError, requires  # noqa: PLC0415  (slow, and only where one is missing)

    try:
        lines = requires(DISTRIBUTION) or []
    except PackageNotFoundError:  # run from its sources, not installed
        return []
    found = []
    for line in lines:
        name, extra = _NAME.match(line), _EXTRA.search(line)
        if name:
            found.append((_plain(name[0]), extra[1] if extra else ""))
    return found


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()
