"""Where answers come from, as a user says it → a provider: an address, or a file of recorded answers.

The one place that decides whether something may be sent.  Neighbours: `providers`, `recorded` (reads answers).
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from codescore.foundation.errors import InputError
from codescore.translate.providers.endpoint import check_leave, parse
from codescore.translate.providers.provider import Provider
from codescore.translate.providers.replay import Replay
from codescore.translate.recorded import read_answers


@dataclass(frozen=True, slots=True)
class Source:
    """One of `endpoint` and `replay`; the rest is about an endpoint: the variable with its key, seconds an answer."""

    endpoint: str | None = None
    replay: Path | None = None
    key_env: str | None = None
    seconds: float = 300.0
    stream: bool = False


def opened(source: Source, *, named: bool, allowed: bool, planning: bool = False) -> Provider:
    """The provider.  `named`: the command line itself names the endpoint; `allowed`: it allows the network.

    `planning`: it will be asked nothing, and needs neither leave nor key.  Raises InputError where leave is
    missing, and EnvironmentProblem where the key is; opens no connection.
    """
    if (source.endpoint is None) == (source.replay is None):
        raise InputError(
            "say who answers: an endpoint (a server's address) or a replay (a file of answers), one of them"
        )
    if source.replay is not None:
        return Replay(source.replay.name, ((one.key, one.text) for one in read_answers(source.replay)))
    from codescore.translate.providers.chat import Chat, key_from  # noqa: PLC0415  what sends is loaded only to send

    assert source.endpoint is not None
    endpoint = parse(source.endpoint)
    if not planning:
        check_leave(endpoint, named=named, allowed=allowed)
    key = None if planning else key_from(source.key_env)
    return Chat(endpoint, key, seconds=source.seconds, stream=source.stream)
