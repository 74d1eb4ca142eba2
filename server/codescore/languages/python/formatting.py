"""Python's formatter, black: what people of the language write alike.  Black is an extra and imported when asked."""

from __future__ import annotations

import re
from importlib import metadata

REQUIRES = "black"

# All that black adds, drops or moves: white space, brackets and commas it makes visible or not, semicolons,
# backslashes before line ends and quotes, quotes, points and zeros (.5 is 0.5), letter case of prefixes and numbers.
_MOVED = re.compile(r"""[\s(),;.0\\"']+""")
_OLD_PREFIX = re.compile(r"""\b[uU]["']""")


def version() -> str:
    """E.g. `black-26.1.0`."""
    return f"black-{metadata.version('black')}"


def formatted(source: str) -> str | None:
    """The source as black writes it with plain line ends, None where it has syntax errors."""
    import black  # noqa: PLC0415 (an extra)
    from black.parsing import InvalidInput  # noqa: PLC0415

    try:
        return black.format_str(source.replace("\r\n", "\n"), mode=black.Mode())
    except (InvalidInput, ValueError, RecursionError, AssertionError, IndentationError):
        return None


def unformatted(source: str) -> str | None:
    """The letters that black leaves alone, None where it might drop one."""
    return None if _OLD_PREFIX.search(source) else _MOVED.sub("", source).lower()
