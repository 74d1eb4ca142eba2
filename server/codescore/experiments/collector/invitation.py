"""What a lab gives a participant: where to send events, whose certificate to expect there, and the token.

Naming a collector is the participant's own act: nothing is sent before `codescore experiment send` is given this file.
Knows the file, no network.
"""

from __future__ import annotations

import hashlib
import ipaddress
import os
import ssl
from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit

import msgspec
from msgspec import Meta, Struct

from codescore.experiments.collector import tokens
from codescore.foundation import shapes
from codescore.foundation.errors import EnvironmentProblem, InputError

_MOST_BYTES = 65_536
_PORTS = {"http": 80, "https": 443}

_Pin = Annotated[str, Meta(pattern="^sha256:[0-9a-f]{64}$")]


class Invitation(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """`pins` are SHA-256 digests of the certificates that the collector may show: the present one, and the next."""

    url: str
    token: str
    label: str | None = None
    study: str | None = None
    pins: tuple[_Pin, ...] = ()


def address(invitation: Invitation) -> tuple[str, str, int, str]:
    """Scheme, host, port and path prefix.  InputError where the token would travel in the clear or to anybody."""
    url = invitation.url
    try:
        parts = urlsplit(url)
        scheme, host, port = parts.scheme, parts.hostname, parts.port
    except ValueError:
        scheme, host, port = "", None, None
    if scheme not in _PORTS or not host or parts.username or parts.query or parts.fragment:
        raise InputError(f"{url!r:.200} is no address of a collector; it looks like https://HOST:PORT")
    if scheme == "http" and not is_loopback(host):
        raise InputError(f"{url}: a token is not sent in the clear; the collector's address begins with https")
    if scheme == "https" and not invitation.pins:
        raise InputError(f"{url}: the invitation pins no certificate; ask for one that does")
    return scheme, host, port or _PORTS[scheme], parts.path.rstrip("/")


def read(path: Path) -> Invitation:
    """The invitation in a file.  InputError: there is none, it is none, or it may not be used."""
    try:
        data = path.read_bytes()[:_MOST_BYTES]
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}; name the file that the lab gave you") from None
    try:
        found = shapes.from_json(data, Invitation)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise InputError(f"{path} is no invitation: {error}") from None
    if tokens.from_header(f"Bearer {found.token}") is None:
        raise InputError(f"{path} holds no token of a collector; ask for another invitation")
    address(found)
    return found


def write(path: Path, invitation: Invitation) -> None:
    """Write an invitation that nobody else on this machine may read; never over another file."""
    address(invitation)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    except OSError as error:
        raise EnvironmentProblem(f"cannot write {path}: {error.strerror}; choose another --out") from None
    with os.fdopen(descriptor, "wb") as file:
        file.write(msgspec.json.format(msgspec.json.encode(invitation)) + b"\n")


def pin_of(certificate: bytes) -> str:
    """The pin of a certificate in DER form."""
    return "sha256:" + hashlib.sha256(certificate).hexdigest()


def pin_in(path: Path) -> str:
    """The pin of the first certificate in a PEM file."""
    begin, end = "-----BEGIN CERTIFICATE-----", "-----END CERTIFICATE-----"
    try:
        text = path.read_text(encoding="ascii")
        first = text[text.index(begin) : text.index(end) + len(end)]
        return pin_of(ssl.PEM_cert_to_DER_cert(first))
    except (OSError, ValueError) as error:
        raise InputError(f"{path} holds no certificate in PEM form: {error}") from None


def is_loopback(host: str) -> bool:
    """Whether a name or an address means this machine itself."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False
