"""C++ programs run for evidence: how they are made ready, and what runs them.

Outside the sandbox a text is read and compiled, never run; inside, a server of our own (`harness/serve.cpp`) gives each
call a process, locks it in and loads the program.  The contract is `codescore.languages.execution`.  Neighbours:
`surveying` (what can be called), `glue` (what stands behind a text), `compiling` (g++).
"""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor
from functools import cache
from typing import Any

from codescore.foundation.caches import Recent
from codescore.languages.cpp.check.compiler import Error
from codescore.languages.cpp.run.alone import is_alone
from codescore.languages.cpp.run.compiling import MAX_CHARACTERS, NO_ANSWER, Beside, Built, builder, encoded
from codescore.languages.cpp.run.glue import ENTRY, announced, bare, behind, called
from codescore.languages.cpp.run.near import apart, before, read_with
from codescore.languages.cpp.run.reading import Class, Function, Program
from codescore.languages.cpp.run.surveying import MAIN
from codescore.languages.cpp.run.together import ahead as compiled_together
from codescore.languages.cpp.run.together import known
from codescore.languages.cpp.run.weaving import woven
from codescore.languages.execution import Entry, Harness, Proof
from codescore.languages.values import Int

_INSIDE = "/harness"
_MEMORY = 1 << 30
_PROOF = "int proof() { return 4711; }\n"
_PACE = 0.0004  # seconds: `pace` of `serve.cpp` on the machine where limits were set
_MISSING = "No such file or directory"
_UNKNOWN = ("was not declared", "has not been declared", "does not name a type", "is not a member of", "not a template",
            "unknown type", "no matching function", "is ambiguous")  # fmt: skip


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
    sent = {key: value for key, value in job.items() if key not in ("source", "neighbours")}
    sent |= {
        "refused": None,
        "program": "",
        "symbol": MAIN if job["entry"]["kind"] == "script" else ENTRY,
        "branches": 0,
        "beside": bool(job.get("neighbours")),
        "alone": is_alone(job),
    }
    together = known(job)
    if together is not None:
        return {**sent, **together}
    if job["coverage"]:
        _noted.put(_key(job), True)
    begun = _begun.get(_whole_key(job))
    return {**sent, **(begun.result() if begun is not None else _ready(job["source"], job))}


def ahead(jobs: list[dict[str, Any]]) -> None:
    """Compile what will be asked for: a program whose branches are noted while others run, variants of one text now."""
    for job in jobs:
        if job["coverage"]:
            _begun.put(_whole_key(job), _beside().submit(_ready, job["source"], job))
    compiled_together([job for job in jobs if not job["coverage"]])


#: Programs that are compiled beside what runs, or were lately.
_begun: Recent[tuple[object, ...], Future[dict[str, Any]]] = Recent(4)


@cache
def _beside() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(1, "compiles C++")


def _whole_key(job: dict[str, Any]) -> tuple[object, ...]:
    return *_key(job), job["coverage"], job.get("checked", True), job.get("foreign", False)


#: Programs that were compiled with notes on their branches: they need not be compiled without.
_noted: Recent[tuple[str, str], bool] = Recent(256)


def _key(job: dict[str, Any]) -> tuple[str, str]:
    return job["source"], repr((job["entry"], job["types"], job["assume"], job.get("neighbours")))


def _ready(source: str, job: dict[str, Any]) -> dict[str, Any]:
    if len(source) > MAX_CHARACTERS:
        return {"refused": {"how": "load", "detail": "too large to be compiled for running"}}
    nodes = before(source, job.get("neighbours", ()))
    ready = _compiled(nodes + source, job)
    told = announced(source) if "refused" in ready else ""
    again = _compiled(f'{nodes}{told}\n#line 1 "<stdin>"\n{source}', job) if told else ready
    return ready if "refused" in again else again


def _compiled(text: str, job: dict[str, Any]) -> dict[str, Any]:
    """What a job is sent with for a text, or why it does not compile."""
    near = job.get("neighbours", ())
    program = read_with(text, job["source"], near)
    script = job["entry"]["kind"] == "script"
    function = None if script else called(program, job)
    if function is None and not script:
        return {"refused": {"how": "entry", "detail": f"no {job['entry']['kind']} {job['entry']['name']}"}}
    checked = job.get("checked", True)
    if checked and (job["coverage"] or _noted.get(_key(job))):
        noted, lines = woven(program, foreign=job.get("foreign", False), start=len(before(job["source"], near)))
        built = _built(noted, program, function, job, checked=True)
        if built.program:
            return {"program": encoded(built.program), "branches": len(lines), "lines": lines}
    built = _built(text, program, function, job, checked=checked)
    return {"program": encoded(built.program)} if built.program else {"refused": _refused(built, beside=bool(near))}


def _built(
    text: str, program: Program, function: Function | Class | None, job: dict[str, Any], *, checked: bool
) -> Built:
    """The program, as it is, else with the library's names made short, else with no class described."""
    built, near = Built(), job.get("neighbours", ())
    alone = apart(job["source"], near) if near else ()
    short = bare(text)
    ways = [(short, True), (not short, True), (False, False), (True, False)]
    if "namespace std" in text:
        ways = [(False, True), (False, False)]
    for names, members in ways:
        if members or program.classes or program.enumerations:
            built = builder().built(
                text + behind(program, function, job["assume"], members=members),
                names=names,
                checked=checked,
                beside=Beside(tuple(near[1:]), tuple(alone)),
            )
        if built.program or not built.errors or not _curable(built.errors):
            break
    return built


def _curable(errors: tuple[Error, ...]) -> bool:
    """Whether another way to compile a text may do: names are unknown, or what stands behind it is wrong."""
    return any(word in error.message for error in errors for word in _UNKNOWN) or all(e.line < 0 for e in errors)


def _refused(built: Built, *, beside: bool) -> dict[str, str]:
    """Why a program was not compiled; what is wrong in files beside it, or with them together, is not its fault."""
    if beside and all(error.line < 0 for error in built.errors):
        detail = built.errors[0].message if built.errors else NO_ANSWER
        return {"how": "module", "detail": f"does not compile with the files beside it: {detail}"}
    if not built.errors:
        return {"how": "load", "detail": f"does not compile: {NO_ANSWER}"}
    missing = next((error for error in built.errors if _MISSING in error.message), None)
    if missing is not None:
        return {"how": "module", "detail": missing.message}
    first = next((error for error in built.errors if error.line >= 0), built.errors[0])
    place = f"line {first.line + 1}: " if first.line >= 0 else ""
    return {"how": "load", "detail": f"does not compile: {place}{first.message}"}
