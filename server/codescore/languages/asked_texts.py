"""Texts that a program asks for by what it does with them: chance would hardly draw one.

Constants that inputs are drawn from.  Whatever the language; pure.  Neighbours: each language's survey (asks),
`languages.sized_digits` (texts of so many digits).
"""

from __future__ import annotations

import re

from codescore.languages.sized_digits import sized_digits
from codescore.languages.values import Text

_DECODES = re.compile(r"\b(?:decodeURI(?:Component)?|unquote(?:_plus)?|parse_qsl?|urldecode|URLDecoder)\b")
#: Signs that mean something where a text is taken apart, and one that does not.
_ENCODED = ("%2b", "%2B", "%26", "%3D", "%20", "a%2Bb", "x%3D1", "%41")


def asked_texts(program: str) -> tuple[Text, ...]:
    """Texts of digits as long as it asks for, and such as it decodes."""
    return (*sized_digits(program), *(map(Text, _ENCODED) if decodes(program) else ()))


def decodes(program: str) -> bool:
    """Whether a program takes signs that are written as `%2B` for what they are."""
    return _DECODES.search(program) is not None
