"""Fuzzes the wire: a harness behind the wall that answers every job with records gone wrong, drawn from a seed.

    python -m tests.security.wire [--records 100000] [--seed 1]

Each job is answered by a file of bytes that was made outside: true messages in which values, sizes, kinds, numbers and
bytes were replaced.  What comes out of the channel is then compared, shown and written as JSON, as for a real program.
"""

# ruff: noqa: E501  strange values, as a table
from __future__ import annotations

import argparse
import json
import random
import shutil
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

from codescore.cli.evidence_json import evidence_json
from codescore.evidence.calls import sequence
from codescore.evidence.channel import Job, Room
from codescore.evidence.compare import difference
from codescore.evidence.contract import Counterexample, Evidence, Outcome
from codescore.evidence.saying import say
from codescore.languages import by_id
from codescore.languages.execution import Entry, Harness, Input
from codescore.languages.values import Call, Int, Sequence

RECORDS_OF_A_JOB = 50
_ENTRY = Entry("f", "function")
_CALLS = 3
_SEQUENCE = sequence((Call("A"), Call("f"), Call("g")))
_INSIDE = "/answers"
#: The harness: hello, then for each job the file of its number.
_HARNESS = f"""
import sys
def exactly(n):
    data = b""
    while len(data) < n:
        more = sys.stdin.buffer.read(n - len(data))
        if not more: sys.exit()
        data += more
    return data
def say(data):
    sys.stdout.buffer.write(data); sys.stdout.buffer.flush()
body = b'{{"harness": "fuzz", "pace": 0.001}}'
say(b"hello 0 %d\\n" % len(body) + body)
while True:
    line = b""
    while not line.endswith(b"\\n"): line += exactly(1)
    kind, job, size = line.split()
    exactly(int(size))
    data = open("{_INSIDE}/" + job.decode(), "rb").read()
    say(data)
    if data.endswith(b"!"): sys.exit()
"""
_STRANGE: tuple[Any, ...] = (
    None, True, -1, 0, 10**400, -(10**400), 1.5, 1e308, float("nan"), float("inf"), "", "x", "\ud800", "\x1b[31m\u202e",
    "9" * 5000, "0x" + "f" * 5000, "-0x", "nan", [], {}, [[]], [None], ["int"], ["int", 3], ["int", "1e5"], ["int", "-"],
    ["float", "1e999"], ["text", 4], ["seq", "list", [["int", "1"]]], ["ref", 10**30], ["ref", True], ["opaque", "", ""],
    ["map", "dict", [[]]], ["record", "A", [["x"]], 1], ["called", [None, ["int", "1"]]], ["called", {}], {"a": {"b": []}},
    ["opaque", "too-large", "~"], "too-slow", "return", "raise", "exit", "timeout", "input",
)  # fmt: skip


def value(chance: random.Random, depth: int = 0) -> Any:
    """A value in its JSON form."""
    kind = chance.randrange(8 if depth < 4 else 4)
    inner = [value(chance, depth + 1) for _ in range(chance.randrange(4))] if kind > 3 else []
    forms: tuple[Any, ...] = (
        ["null"], ["int", str(chance.randrange(-9, 10))], ["text", "ab"], ["float", "0.5"], ["seq", "list", inner],
        ["set", "set", inner], ["map", "dict", [[one, one] for one in inner]],
        ["record", "A", [["x", one] for one in inner], chance.randrange(3)],
    )  # fmt: skip
    return forms[kind]


def _damaged(chance: random.Random, data: Any) -> Any:
    """The same with one node replaced by something strange."""
    if isinstance(data, (dict, list)) and data and chance.random() < 0.8:
        copy: Any = dict(data) if isinstance(data, dict) else list(data)
        key = chance.choice(list(data)) if isinstance(data, dict) else chance.randrange(len(data))
        copy[key] = _damaged(chance, copy[key])
        return copy
    return chance.choice(_STRANGE)


def _flipped(chance: random.Random, data: bytes) -> bytes:
    changed = bytearray(data)
    for _ in range(chance.randrange(1, 4)):
        changed[chance.randrange(len(changed))] = chance.randrange(256)
    return bytes(changed)


def _nested(chance: random.Random) -> bytes:
    depth = chance.choice((61, 500, 100_000))
    return b'{"outcome": "return", "value": ' + b"[" * depth + b"]" * depth + b"}"


def _message(chance: random.Random, kind: str, job: int, body: bytes) -> bytes:
    """A message, sometimes with a header that lies."""
    size = len(body)
    if chance.random() < 0.01:
        kind, job, size = chance.choice((
            ("result", job + 1, size), ("loaded", job, size), ("end", job, size), ("nothing", job, size),
            (kind, job, size + 1), (kind, job, -1), (kind, job, 1 << 40), (kind, job, 0),
        ))  # fmt: skip
    header = f"{kind} {job} {size}\n".encode()
    return (_flipped(chance, header) if chance.random() < 0.005 else header) + body


def _step(chance: random.Random) -> dict[str, Any]:
    """What one call of a sequence did."""
    return {"outcome": chance.choice(("return", "return", "raise")), "value": value(chance), "error": "E",
            "message": "m", "arguments": [], "stdout": "", "deliberate": True}  # fmt: skip


def answer(chance: random.Random, job: int) -> bytes:
    """Everything that the harness says to one job."""
    said = [_message(chance, "loaded", job, b'{"branches": 3}')]
    for number in range(RECORDS_OF_A_JOB):
        record = {
            "call": number, "outcome": chance.choice(("return", "return", "raise", "exit")), "value": value(chance),
            "error": "E", "message": "m", "arguments": [value(chance)], "stdout": "s", "seconds": 0.1, "covered": [0, 1],
        }  # fmt: skip
        if number % 2:  # a sequence: a record for each call, mostly
            calls = _CALLS if chance.random() < 0.8 else chance.randrange(6)
            record["steps"] = [_step(chance) for _ in range(calls)] if record["outcome"] == "return" else []
        how = chance.random()
        body = json.dumps(_damaged(chance, record) if how < 0.7 else record).encode()
        body = _nested(chance) if how > 0.98 else _flipped(chance, body) if how > 0.8 else body
        said.append(_message(chance, "result", job, body))
    end = {"how": "done", "call": 0, "detail": "", "fresh": True}
    last = _damaged(chance, end) if chance.random() < 0.3 else end
    said.append(_message(chance, "end", job, json.dumps(last).encode()))
    return b"".join(said) + (b"!" if chance.random() < 0.02 else b"")


def _looked_at(outcome: Outcome) -> None:
    """What is done with an outcome afterwards: compared, shown, written."""
    runner = by_id("python").runner()  # type: ignore[union-attr]
    expected = Outcome("return", Sequence("list", (Int(1),)), arguments=(Int(1),))
    aspect = difference(expected, outcome) + difference(expected, outcome, unordered=True)
    difference(outcome, outcome)
    for shown in ("value", "arguments", "stdout", "exit"):
        text = say(outcome, shown, runner)
    example = Counterexample("f()", "1", text, aspect, Input(), expected, outcome)
    json.dumps(evidence_json(Evidence("differs", "", counterexample=example)))


def fuzz(records: int, seed: int) -> Counter[str]:
    """Run so many records through a room; how jobs and outcomes came out, by number.  Raises what a record raised."""
    folder = Path(tempfile.mkdtemp(prefix="codescore-wire-"))
    folder.chmod(0o755)
    interpreter = shutil.which("python3", path="/usr/bin") or sys.executable
    harness = Harness(command=(interpreter, "-I", "-S", "-c", _HARNESS), read_only=((_INSIDE, str(folder)),))
    room, counts, chance = Room(harness), Counter[str](), random.Random(seed)
    inputs = [_SEQUENCE if number % 2 else Input((Int(number),)) for number in range(RECORDS_OF_A_JOB)]
    try:
        for job in range(1, -(-records // RECORDS_OF_A_JOB) + 1):
            file = folder / str(job)
            file.write_bytes(answer(chance, job))
            file.chmod(0o644)
            ran = room.run(Job("", _ENTRY, inputs, seconds=0.01, within=1.0))
            file.unlink()
            counts[f"job {ran.how}"] += 1
            for number, outcome in enumerate(ran.outcomes):
                counts[f"outcome {outcome.how}"] += 1
                assert len(outcome.steps) == (_CALLS if number % 2 and outcome.how == "return" else 0)
                _looked_at(outcome)
    finally:
        room.close()
        shutil.rmtree(folder)
    return counts


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--records", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    print(json.dumps(dict(sorted(fuzz(given.records, given.seed).items())), indent=1))


if __name__ == "__main__":
    main()
