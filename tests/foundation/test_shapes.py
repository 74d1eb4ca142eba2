"""Types are built by one thread, whoever meets them first."""

from __future__ import annotations

import subprocess
import sys

import pytest

#: Four threads meet a new type, which holds others, at once; three hundred times.  Through msgspec itself the process
#: ends by a null pointer before the first hundred are through.
PROGRAM = """
import sys, threading, types, msgspec
from codescore.foundation import shapes
READ = {"convert": shapes.convert, "json": lambda value, kind: shapes.from_json(msgspec.json.encode(value), kind),
        "msgpack": lambda value, kind: shapes.from_msgpack(msgspec.msgpack.encode(value), kind)}[sys.argv[1]]
sys.setswitchinterval(1e-6)
VALUE = None
for depth in range(8):
    VALUE = {"a": depth, "b": ["x"], "d": {"q": [1]}, "c": VALUE}
SOURCE = "from __future__ import annotations\\nimport msgspec\\n" + "".join(
    f"class C{i}(msgspec.Struct):\\n    a: int\\n    b: list[str]\\n    c: {f'C{i - 1} | None' if i else None}\\n"
    "    d: dict[str, tuple[int, ...]]\\n" for i in range(8))
for number in range(300):
    module = types.ModuleType(f"m{number}")
    sys.modules[module.__name__] = module
    exec(SOURCE, module.__dict__)
    together = threading.Barrier(4)
    read = []
    def go():
        together.wait()
        read.append(READ(VALUE, module.C7))
    threads = [threading.Thread(target=go) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [one.c.c.a for one in read] == [5] * 4
print("whole")
"""


@pytest.mark.parametrize("how", ["convert", "json", "msgpack"])
def test_threads_that_meet_a_type_at_once_all_read_it(how: str) -> None:
    """A server that reads its first configuration and its first request at once goes on."""
    run = subprocess.run([sys.executable, "-c", PROGRAM, how], capture_output=True, text=True, check=False)
    assert (run.returncode, run.stdout) == (0, "whole\n"), run.stderr
