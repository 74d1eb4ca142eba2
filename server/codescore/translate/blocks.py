"""Blocks of code in what a model said: fences with their language, an answer in quotes or as JSON, or all of it.

Pure and total.  Neighbour: `extract`, which chooses among them.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass

#: More characters than this are no answer to a question about a function; the rest is left out, and it is said.
MOST = 2_000_000
_FENCE = re.compile(r"^[ \t>]*(`{3,}|~{3,})[ \t]*([^\s`{]*)[^\n`]*$", re.MULTILINE)
_MEMBERS = ("code", "answer", "translation", "result")


@dataclass(frozen=True, slots=True)
class Block:
    """Code and the language that its fence names, "" where it names none; `fenced`: it stood in a fence."""

    text: str
    tag: str = ""
    fenced: bool = True


def blocks_of(answer: str) -> tuple[list[Block], list[str]]:
    """The blocks that are not blank, in order (all of the answer where it has no fence), and what is said of them."""
    notes: list[str] = []
    if len(answer) > MOST:
        answer = answer[:MOST]
        notes.append(f"cut at {MOST:,} characters")
    text = _unquoted(answer, notes).replace("\r\n", "\n")
    found = [block for block in _fenced(text, notes) if block.text.strip()]
    if found:
        return found, notes
    plain = _FENCE.sub("", text)
    return ([Block(plain, fenced=False)] if plain.strip() else []), notes


def _unquoted(answer: str, notes: list[str]) -> str:
    """An answer that is one JSON text, or an object with the code in it, without that."""
    text = answer.strip()
    if text[:1] + text[-1:] not in ('""', "{}"):
        return answer
    try:
        found = json.loads(text, strict=False)
    except (ValueError, RecursionError):
        return answer
    if isinstance(found, str):
        notes.append("the answer was a JSON text")
        return found
    if isinstance(found, dict):
        code = next((found[name] for name in _MEMBERS if isinstance(found.get(name), str)), None)
        if code is not None:
            notes.append("the answer was a JSON object")
            return str(code)
    return answer


def _fenced(text: str, notes: list[str]) -> list[Block]:
    """What stands between fences; the last may be open."""
    found: list[Block] = []
    at, mark, tag = 0, "", ""
    for fence in _FENCE.finditer(text):
        if not mark:
            mark, tag, at = fence[1], fence[2], fence.end() + 1
        elif fence[1][0] == mark[0] and len(fence[1]) >= len(mark) and not fence[2]:
            found.append(Block(_dedented(text[at : fence.start()]), tag))
            mark = ""
    if mark and text[at:].strip():
        notes.append("its last fence is not closed")
        rest = text[at:].rstrip().removesuffix(mark)  # it may be closed behind code, on the same line
        found.append(Block(_dedented(rest), tag))
    return found


def _dedented(text: str) -> str:
    """A block without what all its lines begin with, where fence and code stand indented."""
    lines = text.split("\n")
    indents = [len(line) - len(line.lstrip(" ")) for line in lines if line.strip()]
    common = min(indents, default=0)
    return "\n".join(line[common:] if line.strip() else "" for line in lines)
