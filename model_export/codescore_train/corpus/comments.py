"""Documentation comments as plain text: the first paragraph of a docstring, Javadoc or line comment, cleaned.

Knows comment marks and documentation markup of the usual dialects, not languages.  Neighbour: `functions`
finds which comment belongs to which function.
"""

from __future__ import annotations

import re

LIMIT = 400  # characters

_QUOTED = re.compile(r"^[A-Za-z]{0,2}(\"\"\"|'''|\"|')(.*?)\1$", re.DOTALL)
_MARKS = re.compile(r"^\s*(?:/\*+!?|\*+/|\*+(?!\w)|//+!?|#+[:!]?)\s?|\s*\*+/\s*$")
_INLINE = re.compile(r"\{@\w+\s+([^{}]*)\}")
_ROLE = re.compile(r":[a-z:]+:`~?([^`<]*?)(?:\s*<[^`]*>)?`")
_TAG = re.compile(r"<!--.*?-->|</?[a-zA-Z][^<>]{0,200}>")
_PARAGRAPH_END = re.compile(r"\n\s*\n|<p\s*/?>|<P>|\n\s*[-=~]{3,}\s*(?:\n|$)|\n\s*>>> ")
_SECTION = re.compile(
    r"^\s*(?:@\w+|:\w+[^:\n]*:|Args?:|Parameters?:?$|Returns?:|Raises:|Examples?:|>>>|\.\. )", re.MULTILINE
)
_ENTITY = {"&lt;": "<", "&gt;": ">", "&amp;": "&", "&quot;": '"', "&nbsp;": " ", "&#64;": "@"}
_WORD = re.compile(r"[A-Za-z]{2,}")


def clean(raw: str) -> str:
    """The comment's first paragraph on one line, at most LIMIT characters; empty when it says nothing."""
    quoted = _QUOTED.match(raw.strip())
    body = quoted.group(2) if quoted else "\n".join(_unmarked(line) for line in raw.strip().split("\n"))
    body = body.strip().replace("\\n", "\n")
    if section := _SECTION.search(body):
        body = body[: section.start()]
    paragraph = _PARAGRAPH_END.split(body.strip(), maxsplit=1)[0]
    text = _TAG.sub(" ", _ROLE.sub(r"\1", _INLINE.sub(r"\1", paragraph)))
    for entity, char in _ENTITY.items():
        text = text.replace(entity, char)
    text = " ".join(text.replace("`", "").split()).removesuffix("::")
    return _cut(text) if _says_something(text) else ""


def _unmarked(line: str) -> str:
    return _MARKS.sub("", _MARKS.sub("", line))


def _says_something(text: str) -> bool:
    # Two words; and mostly letters: commented-out code and rulers are not documentation.
    letters = sum(char.isalpha() or char.isspace() for char in text)
    return len(_WORD.findall(text)) >= 2 and letters * 4 > len(text) * 3 and "{@inheritDoc}" not in text


def _cut(text: str) -> str:
    if len(text) <= LIMIT:
        return text
    return text[: LIMIT - 1].rsplit(" ", 1)[0] + "…"
