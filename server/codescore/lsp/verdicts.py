"""Verdicts as the JSON that every interface promises, with ranges in the client's encoding.  Pure.

How it is written is the engine's, which is heavy, and needed only once there are verdicts.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from codescore.foundation.text import Encoding, Text
from codescore.lsp.protocol import range_of

if TYPE_CHECKING:
    from codescore.engine import FileVerdict, UnitVerdict


def file_json(verdict: FileVerdict, encoding: Encoding) -> dict[str, Any]:
    """The verdict on a candidate against one reference."""
    from codescore.engine import serialize  # noqa: PLC0415  as said above

    return serialize.file_json(verdict, partial(range_of, encoding=encoding))


def unit_json(text: Text, verdict: UnitVerdict, encoding: Encoding) -> dict[str, Any]:
    """The verdict on one unit; `text` is the candidate's."""
    from codescore.engine import serialize  # noqa: PLC0415  as said above

    return serialize.unit_json(text, verdict, partial(range_of, encoding=encoding))
