"""Many small variants of one C++ text compiled at once: its own mutants, each in a namespace of its own.

A compiler takes half a second to start and next to nothing for one more function.  What does not compile is left out,
and is compiled by itself when it is asked for (`runner`), as is what names the global namespace.
"""

from __future__ import annotations

import os
import re
import time
from concurrent.futures import Executor, ThreadPoolExecutor
from typing import Any

from codescore.foundation.caches import Recent
from codescore.languages.cpp.nodes import nodes_for
from codescore.languages.cpp.run.compiling import builder, encoded
from codescore.languages.cpp.run.glue import BEHIND, announced, bare, behind, called
from codescore.languages.cpp.run.reading import Program, read
from codescore.languages.cpp.run.surveying import MAIN

_REMEMBERED = 128
_LEAST, _MOST = 3, 64  # programs in one go: fewer are not worth it
_FIRST = 30_000  # characters of all of them in the first one, as nothing is known of how long one takes
_AT_ONCE = 4  # goes, or as many as there are cores
_SECONDS = 4.0  # that a go should take: at ten the compiler is stopped
_INCLUDE = re.compile(r"^[ \t]*#[ \t]*include\b[^\n]*", re.MULTILINE)


#: What a job is sent with: where it is in what was compiled together, or that it does not compile.
_known: Recent[tuple[str, str], dict[str, Any]] = Recent(_REMEMBERED)


def known(job: dict[str, Any]) -> dict[str, Any] | None:
    """What a job is sent with if its program was compiled with others; None where it was not."""
    return None if job["coverage"] or job.get("neighbours") or not job.get("checked", True) else _known.get(_key(job))


def ahead(jobs: list[dict[str, Any]]) -> None:
    """Compile the programs of these jobs, which are variants of one text and will be asked for, in as few goes as the
    compiler has time for, some at the same time; none with files beside it, whose declarations a namespace of its own
    would hide."""
    left = [job for job in jobs if _known.get(_key(job)) is None and not job.get("neighbours")]
    size = max(_LEAST, min(_MOST, _FIRST // max(1, len(left[0]["source"])))) if left else 0
    beside = max(1, min(_AT_ONCE, os.cpu_count() or 1))
    with ThreadPoolExecutor(beside) as pool:
        while left:
            begun = time.monotonic()
            many = max(1, min(beside, len(left) // _LEAST))
            share = max(_LEAST, min(size, -(-len(left) // many)))
            goes = [left[start : start + share] for start in range(0, min(len(left), share * many), share)]
            _together(goes, pool)
            took = max(time.monotonic() - begun, 0.001)
            left, size = left[share * many :], max(_LEAST, min(_MOST, int(share * _SECONDS / took)))


def _together(goes: list[list[dict[str, Any]]], pool: Executor) -> None:
    """Compile each list in one go, and again without those that do not compile."""
    wrong: dict[int, list[dict[str, Any]]] = {}
    waiting = dict(enumerate(goes))
    for _ in range(2):
        waiting = {number: left for number, left in waiting.items() if len(left) >= _LEAST}
        texts = {number: _joined(left) for number, left in waiting.items()}
        building = {
            number: pool.submit(builder().built, text, names=any(bare(job["source"]) for job in waiting[number]))
            for number, (text, _) in texts.items()
        }
        for number, built in ((number, future.result()) for number, future in building.items()):
            left = waiting.pop(number)
            if built.program:
                _take(left, wrong.get(number, []), encoded(built.program))
                continue
            places = {_of(texts[number][1], error.line + 1) for error in built.errors}
            if places and None not in places:
                wrong[number] = [job for place, job in enumerate(left) if place in places]
                waiting[number] = [job for place, job in enumerate(left) if place not in places]


def _take(left: list[dict[str, Any]], wrong: list[dict[str, Any]], program: str) -> None:
    """Note which programs were compiled together, and which cannot be."""
    for number, job in enumerate(left):
        _known.put(_key(job), {"program": program, "symbol": _symbol(number)})
    for job in wrong:  # as the others do, it is not for the namespaces
        _known.put(_key(job), {"refused": {"how": "load", "detail": "does not compile"}})


def _joined(jobs: list[dict[str, Any]]) -> tuple[str, list[int]]:
    """One text of all, and the line that each ends in."""
    text = ""
    ends: list[int] = []
    for number, job in enumerate(jobs):
        piece = _piece(job, number)
        line = ends[-1] + 1 if ends else 1
        text += f'\n#line {line} "<stdin>"\n{piece}'
        ends.append(line + piece.count("\n"))
    return text, ends


def _of(ends: list[int], line: int) -> int | None:
    """The piece that a line (from 1; 0: no line of the text) stands in."""
    return next((number for number, end in enumerate(ends) if line <= end), None) if line > 0 else None


def _piece(job: dict[str, Any], number: int) -> str:
    """A text in a namespace of its own, and its call; what it includes is there already."""
    around, source = f"codescore_{number}", job["source"]
    text = f"namespace {around} {{ {nodes_for(source)}{announced(source)}{_INCLUDE.sub('', source)}\n}}"
    program = read(text)
    if job["entry"]["kind"] == "script":
        return _whole(program, around, _symbol(number))
    return text + behind(program, called(program, job, around), job["assume"], members=True, symbol=_symbol(number))


def _whole(program: Program, around: str, symbol: str) -> str:
    """A text whose `main` is called by another name, and ends as a real one does."""
    main = next((f for f in program.functions if (f.name, f.owner) == (MAIN, around)), None)
    data = program.source
    if main is None:
        return data.decode("utf-8", "replace")
    text = (data[: main.end - 1] + b"; return 0; }" + data[main.end :]).decode("utf-8", "replace")
    given = "count, words" if main.parameters else ""
    call = f'extern "C" int {symbol}(int count, char** words) {{ return {around}::{MAIN}({given}); }}'
    return f'{text}\n#line 1 "{BEHIND}"\n{call}\n'


def _symbol(number: int) -> str:
    return f"codescore_entry_{number}"


def _key(job: dict[str, Any]) -> tuple[str, str]:
    return job["source"], repr((job["entry"], job["types"], job["assume"]))
