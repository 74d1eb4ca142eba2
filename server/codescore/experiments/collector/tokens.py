"""Tokens of participants: made once, shown once, kept as digests.

A token is 256 random bits, so that its bare SHA-256 cannot be searched; the database never holds the token itself.
"""

from __future__ import annotations

import hashlib
import re
import secrets

_PREFIX = "csr_"
_FORM = re.compile(r"csr_[A-Za-z0-9_-]{43}")


def new_token() -> str:
    """A token that nobody has seen before."""
    return _PREFIX + secrets.token_urlsafe(32)


def digest(token: str) -> str:
    """What is kept of a token: 64 hexadecimal digits."""
    return hashlib.sha256(token.encode()).hexdigest()


def from_header(value: str | None) -> str | None:
    """The token of an `Authorization: Bearer …` header; None where there is none of our form."""
    scheme, _, token = (value or "").partition(" ")
    return token if scheme.lower() == "bearer" and _FORM.fullmatch(token) else None
