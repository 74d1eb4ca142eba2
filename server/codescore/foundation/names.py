"""File names as text: what a name says, whatever the locale of the process that read it made of its bytes.  Pure."""

from __future__ import annotations


def readable(path: str) -> str:
    """A name with its bytes read as UTF-8, and U+FFFD for what is none.

    Python keeps bytes that the locale's encoding does not have as lone surrogates; in a locale of 7 bits these are all
    but ASCII.  What was text from the start, such as a name in an archive, stays.
    """
    try:
        raw = path.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:  # other lone surrogates, which no file system made
        raw = path.encode("utf-8", "replace")
    return raw.decode("utf-8", "replace")
