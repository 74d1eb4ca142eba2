"""What the client at the other end can do, read once from its capabilities."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from lsprotocol import types
from pygls.capabilities import get_capability

from codescore.foundation.text import Encoding


@dataclass(frozen=True, slots=True)
class Client:
    """A client's abilities, as far as we ask for them.

    `pulls`: it asks for diagnostics itself and can be told to ask again; otherwise they are pushed.
    `follows_verdicts`: it wants `codescore/verdicts`; said as `experimental: {codescore: {verdicts: true}}`, or
    `"changes"` in place of `true` where it moves what it knows along with the text itself.
    """

    encoding: Encoding = "utf-16"
    pulls: bool = False
    refreshes_lenses: bool = False
    refreshes_hints: bool = False
    configures: bool = False
    registers_configuration: bool = False
    registers_watchers: bool = False
    shows_progress: bool = False
    markdown: bool = False
    related: bool = False
    follows_verdicts: Literal["no", "all", "changes"] = "no"


def client_of(capabilities: types.ClientCapabilities, encoding: object) -> Client:
    """The abilities behind capabilities; `encoding` is the negotiated one."""

    def has(path: str) -> bool:
        return bool(get_capability(capabilities, path, False))

    formats: Any = get_capability(capabilities, "text_document.hover.content_format", None)
    names: dict[str, Encoding] = {"utf-8": "utf-8", "utf-32": "utf-32"}
    return Client(
        encoding=names.get(str(getattr(encoding, "value", encoding)), "utf-16"),
        pulls=capabilities.text_document is not None
        and capabilities.text_document.diagnostic is not None
        and has("workspace.diagnostics.refresh_support"),
        refreshes_lenses=has("workspace.code_lens.refresh_support"),
        refreshes_hints=has("workspace.inlay_hint.refresh_support"),
        configures=has("workspace.configuration"),
        registers_configuration=has("workspace.did_change_configuration.dynamic_registration"),
        registers_watchers=has("workspace.did_change_watched_files.dynamic_registration"),
        shows_progress=has("window.work_done_progress"),
        markdown=types.MarkupKind.Markdown in (formats or ()),
        related=has("text_document.publish_diagnostics.related_information"),
        follows_verdicts=_follows(_field(_field(capabilities.experimental, "codescore"), "verdicts")),
    )


def _follows(wish: object) -> Literal["no", "all", "changes"]:
    return "changes" if wish == "changes" else "all" if wish is True else "no"


def _field(value: object, name: str) -> object:
    """A field of what a client sent as it liked: a mapping, or what the protocol's library made of one."""
    return value.get(name) if isinstance(value, Mapping) else getattr(value, name, None)
