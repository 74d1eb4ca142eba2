"""What is served of a class: its page, and packed details by number.  Neighbour: `foundation.loopback` serves it."""

from __future__ import annotations

import json
from dataclasses import dataclass

from codescore.foundation.loopback import HTML, NOTHING


@dataclass(frozen=True, slots=True)
class Content:
    """What is served: the page, its packed details by number, the key that changes with it, and what a browser may do.

    `policy` is the page's content security policy, sent as a header as well: only there it can forbid framing.
    """

    html: bytes
    blocks: tuple[bytes, ...]
    key: str
    policy: str = NOTHING

    def at(self, path: str) -> tuple[str, bytes] | None:
        """Type and bytes of what is below the secret."""
        if path == "":
            return HTML, self.html
        if path == "state":
            return "application/json", json.dumps({"key": self.key}).encode()
        if path.startswith("details/"):
            block = self._block(path.removeprefix("details/"))
            return ("application/octet-stream", block) if block is not None else None
        return None

    def _block(self, number: str) -> bytes | None:
        """The details of that number, written as the page writes it; None for any other."""
        known = len(number) <= 9 and number.isascii() and number.isdigit() and int(number) < len(self.blocks)
        return self.blocks[int(number)] if known else None
