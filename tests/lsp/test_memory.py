"""A server that runs for days holds no more than one that just started."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.lsp.client import edit

TEXT = "def f(x):\n    return x\n"
_OPERATIONS = 5_000
_MOST_MB = 6.0  # pygls by itself keeps 3.7 KB for each opening and closing and 1.9 for each edit: 19 MB and 9 MB


@pytest.mark.skipif(sys.platform != "linux", reason="reads the server's memory from /proc")
@pytest.mark.parametrize("kind", ["open", "edit"])
def test_memory_is_bounded(launch, kind):
    """Opening, closing and editing thousands of times leaves the server as large as a few hundred times did."""
    client = launch()
    client.start()
    client.ready()
    uri = client.open((client.root / "a.py").as_uri(), TEXT)

    def operate(count: int) -> float:
        for number in range(count):
            if kind == "open":
                client.shut(uri)
                client.open(uri, TEXT)
            else:
                client.change(uri, edit(1, 4, 4 + number % 2, "" if number % 2 else "x"))
            if number % 50 == 0:
                client.request("codescore/units", {"uri": uri})  # what waits to be read takes memory, too
                client.inbox.clear()
        return resident(client.process.pid)

    before = operate(1_000)
    assert operate(_OPERATIONS) - before < _MOST_MB


def resident(pid: int) -> float:
    """Resident memory in MB."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    return int(status.partition("VmRSS:")[2].split()[0]) / 1024
