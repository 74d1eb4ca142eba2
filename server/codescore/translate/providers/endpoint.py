"""The address of a server of models, and whether the user gave leave to speak to it.  Pure; opens nothing."""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass
from urllib.parse import urlsplit

from codescore.foundation.errors import InputError

_PORTS = {"http": 80, "https": 443}


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Where the chat protocol is spoken: `path` ends before `/chat/completions`."""

    scheme: str
    host: str
    port: int
    path: str

    @property
    def url(self) -> str:
        """The address as it is recorded; it holds no secret."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        port = "" if self.port == _PORTS[self.scheme] else f":{self.port}"
        return f"{self.scheme}://{host}{port}{self.path}"

    @property
    def local(self) -> bool:
        """Whether it is this machine, by an address that says so: names are not looked up."""
        try:
            return ipaddress.ip_address(self.host).is_loopback
        except ValueError:
            return self.host == "localhost"


def parse(text: str) -> Endpoint:
    """An endpoint from its address.  Raises InputError."""
    try:
        parts = urlsplit(text.strip())
        host, port = parts.hostname, parts.port
    except ValueError:
        host, port, parts = None, None, urlsplit("")
    if parts.scheme not in _PORTS or not host or not text.isascii() or any(sign.isspace() for sign in text.strip()):
        raise InputError("the endpoint is no address such as http://127.0.0.1:8080/v1 or https://host/v1")
    if parts.username is not None or parts.password is not None or parts.query or parts.fragment:
        raise InputError("the endpoint holds more than an address; a key belongs in the environment (--key-env)")
    path = parts.path.rstrip("/").removesuffix("/chat/completions")
    return Endpoint(parts.scheme, host, _PORTS[parts.scheme] if port is None else port, path)


def check_leave(endpoint: Endpoint, *, named: bool, allowed: bool) -> None:
    """Whether the command line gave leave: `allowed` for any place, `named` there and then for this machine alone.

    What a file says (a recipe) is no leave.  Raises InputError.
    """
    if allowed or (named and endpoint.local):
        return
    what = "a server of this machine that a file names" if endpoint.local else f"{endpoint.url} over the network"
    raise InputError(f"nothing was sent: prompts would go to {what}; give --allow-network to allow that")
