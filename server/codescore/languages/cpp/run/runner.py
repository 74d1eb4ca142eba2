"""C++ programs run for evidence: how they are made ready, and what runs them.

Outside the sandbox a text is read and compiled, never run; inside, a server of our own (`harness/serve.cpp`) gives each
call a process, locks it in and loads the program.  The contract is `codescore.languages.execution`.  Neighbours:
`surveying` (what can be called), `glue` (what stands behind a text), `compiling` (g++).
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from codescore.languages.cpp.check.compiler import Error
from codescore.languages.cpp.run.compiling import MAX_CHARACTERS, NO_ANSWER, Built, builder, encoded
from codescore.languages.cpp.run.glue import behind, nodes_for
from codescore.languages.cpp.run.reading import Function, Program, read
from codescore.languages.execution import Entry, Harness, Proof
from codescore.languages.values import Int

_INSIDE = "/harness"
_MEMORY = 1 << 30
_PROOF = "int proof() { return 4711; }\n"
_PACE = 0.0004  # seconds: `pace` of `serve.cpp` on the machine where limits were set
_MISSING = "No such file or directory"
_UNKNOWN = ("was not declared", "has not been declared", "does not name a type", "is not a member of", "not a template",
            "unknown type", "no matching function", "is ambiguous")  # fmt: skip
_LIBRARY = re.compile(r"\b(?:vector|string|map|set|pair|tuple|deque|queue|stack|list|array|optional|unordered_\w+)\b")


@cache
def harness() -> Harness:
    """How the server starts; raises EnvironmentProblem without g++ or a wall to run it behind."""
    return Harness(
        command=(f"{_INSIDE}/serve",),
        read_only=((_INSIDE, str(builder().server())),),
        environment=(("MALLOC_ARENA_MAX", "2"),),
        forks=True,
        memory=_MEMORY,
        processes=64,
        pace_seconds=_PACE,
        proof=Proof(_PROOF, Entry("proof", "function"), Int(4711)),
    )


def prepared(job: dict[str, Any]) -> dict[str, Any]:
    """The job with the compiled program in place of its source, or with why there is none."""
    source, entry = job["source"], job["entry"]
    sent = {key: value for key, value in job.items() if key != "source"}
    sent |= {"refused": None, "program": "", "branches": 0}
    if len(source) > MAX_CHARACTERS:
        return {**sent, "refused": {"how": "load", "detail": "too large to be compiled for running"}}
    text = nodes_for(source) + source
    program = read(text)
    function = None if entry["kind"] == "script" else _called(program, job)
    if function is None and entry["kind"] != "script":
        return {**sent, "refused": {"how": "entry", "detail": f"no function {entry['name']}"}}
    built = _built(text, program, function, job["assume"])
    if built.program:
        return {**sent, "program": encoded(built.program)}
    return {**sent, "refused": _refused(built)}


def _built(text: str, program: Program, function: Function | None, assume: str | None) -> Built:
    """The program, as it is, else with the library's names made short, else with no class described."""
    built = Built()
    short = _bare(text)
    for names, members in ((short, True), (not short, True), (False, False), (True, False)):
        if members or program.classes or program.enumerations:
            built = builder().built(text + behind(program, function, assume, members=members), names=names)
        if built.program or not built.errors or not _curable(built.errors):
            break
    return built


def _bare(text: str) -> bool:
    """Whether a text uses the library's names without saying where they are from."""
    return "std::" not in text and "namespace std" not in text and _LIBRARY.search(text) is not None


def _curable(errors: tuple[Error, ...]) -> bool:
    """Whether another way to compile a text may do: names are unknown, or what stands behind it is wrong."""
    return any(word in error.message for error in errors for word in _UNKNOWN) or all(e.line < 0 for e in errors)


def _refused(built: Built) -> dict[str, str]:
    if not built.errors:
        return {"how": "load", "detail": f"does not compile: {NO_ANSWER}"}
    missing = next((error for error in built.errors if _MISSING in error.message), None)
    if missing is not None:
        return {"how": "module", "detail": missing.message}
    first = next((error for error in built.errors if error.line >= 0), built.errors[0])
    place = f"line {first.line + 1}: " if first.line >= 0 else ""
    return {"how": "load", "detail": f"does not compile: {place}{first.message}"}


def _called(program: Program, job: dict[str, Any]) -> Function | None:
    """The function that a job means: by name, owner and declared types, which tell overloads apart."""
    entry = job["entry"]
    named = [f for f in program.functions if f.name == entry["name"] and f.owner == (entry["owner"] or "")]
    exact = [f for f in named if [p.type for p in f.parameters] == list(job["types"])]
    return next(iter(exact or named), None)
