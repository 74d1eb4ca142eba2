"""Which parameters of a C++ function it gives results in: `bool parse(const std::string& text, int& value)`.

A number behind a reference or a pointer that is not const is one where the body writes to it; a container, a text or an
array where the body only fills it, or begins by setting it anew: what is read first may be what the function works on.
A stream is always one.
Reads text only.  Neighbours: `types` (declared types), `surveying` (entries).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from codescore.languages.cpp.run.reading import Argument
from codescore.languages.cpp.run.types import STREAM
from codescore.languages.shapes import BoolShape, CharShape, FloatShape, IntShape, Samples, SequenceShape, Shape

_BEHIND = re.compile(r"(?:[^&]&|\*|\[\w*\])$")
_SETS = re.compile(r"\s*(?:=(?!=)|\.\s*(?:clear|assign)\s*\()")
_CHANGES = re.compile(r"\s*(?:(?:[-+*/%|&^]|<<|>>)=|\+\+|--)")
_FILLS = re.compile(
    r"\s*(?:\.\s*(?:push|push_back|push_front|emplace|emplace_back|insert|insert_or_assign|append|reserve|resize)\s*\("
    r"|(?:\[[^\[\]]*\])+(?:\s*\.\s*\w+)?\s*=(?!=)|\+=)"
)
_STEPPED, _READ_INTO = re.compile(r"(?:\+\+|--)\s*$"), re.compile(r"(?:>>\s*|\btie\s*\([^()]*)$")
_WHOLE = (IntShape, FloatShape, BoolShape, CharShape, Samples)


def is_output(parameter: Argument, shape: Shape, body: str) -> bool:
    """Whether what a parameter holds after a call is a result of it; `body` is the function's, without comments."""
    if not parameter.name or re.search(r"\bconst\b", parameter.type) or not _BEHIND.search(parameter.type):
        return False
    if shape == STREAM:
        return True
    uses = list(_uses(parameter.name, body))
    if isinstance(shape, _WHOLE):
        return any(uses)
    pointed = isinstance(shape, SequenceShape) and "*" in parameter.type
    if pointed and any(use == "through" for use in uses):
        return all(uses)
    return bool(uses) and (uses[0] == "set" or all(uses))


def _uses(name: str, body: str) -> Iterator[str]:
    """How each place that names it writes: it is `set` anew, `through` a pointer, `changed` or filled; "" if not."""
    for found in re.finditer(rf"(?<![\w.])(?<!->)\b{re.escape(name)}\b", body):
        before, behind = body[: found.start()].rstrip(), body[found.end() :]
        if before.endswith("*") and not re.search(r"[\w)\]]\s*\*$", before):
            yield "through" if _SETS.match(behind) or _CHANGES.match(behind) else ""
        elif _SETS.match(behind) or _READ_INTO.search(before + " "):
            yield "set"
        elif _CHANGES.match(behind) or _STEPPED.search(before) or _FILLS.match(behind):
            yield "changed"
        else:
            yield ""
