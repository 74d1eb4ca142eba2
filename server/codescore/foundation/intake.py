"""Bytes of strangers → source code: one set of limits and wordings for everyone who takes code in.  Pure.

What a person names must be UTF-8 (`accept`); what was handed in by somebody who cannot be asked is read in the encoding
that it most likely has (`decoded`).  Lines stay where they are.  Knows no language and nobody who asks.
"""

from __future__ import annotations

import codecs
import re

#: Bytes of a source that a person names; more is data, not code that anybody would compare.
MAX_BYTES = 4 << 20
#: Bytes of a source that nobody chose: one that a workspace names, or one of many that were handed in.
MAX_UNCHOSEN_BYTES = 1 << 20

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
# What editors and compilers read in the first two lines.
_COOKIE = re.compile(rb"^[ \t\f]*[#/*]+.*?coding[:=][ \t]*([-\w.]+)", re.MULTILINE)
# Lines of a cell that are the notebook's own commands, and cells that are another program's.
_MAGIC = re.compile(r"^\s*[%!?]|\?\s*$")
_FOREIGN = re.compile(r"^\s*%%(?!time|timeit|capture)")


class NotSource(Exception):
    """Why bytes are no source code: `reason` follows a file's name, `remedy` says what to do."""

    def __init__(self, reason: str, remedy: str) -> None:
        super().__init__(f"it {reason}; {remedy}")
        self.reason, self.remedy = reason, remedy

    def of(self, label: str) -> str:
        """The line to say of a file."""
        return f"{label} {self.reason}; {self.remedy}"


def check_size(data: bytes, most: int) -> None:
    """Raises NotSource for more than `most` bytes."""
    if len(data) > most:
        raise NotSource(f"is larger than {most >> 20} MB", "it is data, not code that somebody wrote")


def accept(data: bytes, most: int = MAX_BYTES) -> bytes:
    """The bytes without a byte order mark, if they are UTF-8 text of at most `most` bytes.  Raises NotSource."""
    check_size(data, most)
    _check_binary(data)
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        line, byte = data.count(b"\n", 0, error.start) + 1, data[error.start]
        raise NotSource(
            f"is not UTF-8: byte 0x{byte:02x} in line {line}, at offset {error.start:,}", "save it as UTF-8"
        ) from None
    return data.removeprefix(codecs.BOM_UTF8)


def decoded(data: bytes, most: int = MAX_UNCHOSEN_BYTES) -> tuple[str, str]:
    """The text of at most `most` bytes in the encoding it has, and what is to be said of that.  Raises NotSource."""
    check_size(data, most)
    for mark, name in _MARKS:
        if data.startswith(mark):
            try:
                return data.decode(name).removeprefix("\ufeff"), "" if name == "utf-8" else f"read as {name.upper()}"
            except UnicodeDecodeError:
                raise NotSource(f"claims to be {name.upper()} and is not", "save it as UTF-8") from None
    _check_binary(data)
    cookie = _COOKIE.search(b"\n".join(data.split(b"\n", 2)[:2]))
    said = cookie[1].decode("ascii", errors="replace") if cookie else "utf-8"
    for name in ("utf-8", said, "cp1252", "latin-1"):
        try:
            text = data.decode(name)
        except (LookupError, UnicodeError, ValueError):
            continue
        if name == "utf-8":
            return text, ""
        # The compiler is given UTF-8 and must not be told otherwise.
        return re.sub(rf"(coding[:=][ \t]*){re.escape(said)}", r"\1utf-8", text, count=1), f"not UTF-8: read as {name}"
    raise AssertionError("latin-1 reads everything")


def is_magic(line: str) -> bool:
    """Whether a line of a notebook's cell is a command to the notebook itself, which no compiler knows."""
    return _MAGIC.search(line) is not None


def code_of_cell(text: str) -> list[str]:
    """The lines of a notebook's cell; its own commands, and cells of another program, are left as empty lines."""
    lines = [re.sub(r"[\r\n]", " ", line) for line in text.split("\n")]
    if _FOREIGN.match(lines[0]):
        return [""] * len(lines)
    return ["" if is_magic(line) else line for line in lines]


def _check_binary(data: bytes) -> None:
    if (at := data.find(b"\0")) >= 0:
        raise NotSource(f"is binary or UTF-16 (a zero byte at offset {at:,})", "give it source text in UTF-8")
