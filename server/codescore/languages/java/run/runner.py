"""Java programs run for evidence: what a program's text says can be called, how it is compiled, what runs it.

Outside the sandbox a text is compiled and read, never run (`compile.py`); inside, a small JVM of its own runs
each program's classes (`HarnessRun.java`): it starts in tenths of a second, so that no program shares a process with
another, nor with a compiler.  The contract is `codescore.languages.execution`.  Neighbours: `types` (declared
types), `examples_in_words` and `input_rows` of `languages` (inputs found in comments, what whole programs read),
`text` (values, calls, tests as Java writes them).
"""

from __future__ import annotations

import atexit
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from codescore.foundation.errors import EnvironmentProblem
from codescore.languages.asked_texts import asked_texts
from codescore.languages.assumed import Assumption, once
from codescore.languages.bounded_rows import bounded
from codescore.languages.commands import apart, commands, uncommented
from codescore.languages.examples_in_words import examples, words_about, words_before
from codescore.languages.execution import Entry, Harness, Imported, Parameter, Proof, Survey
from codescore.languages.functions import shows
from codescore.languages.given import steady
from codescore.languages.given_order import given_order
from codescore.languages.handed import handed
from codescore.languages.headed import headed
from codescore.languages.held_patterns import matching
from codescore.languages.in_tables import in_tables
from codescore.languages.input_rows import UNKNOWN, lines_of
from codescore.languages.java.run.classes import bare_methods, class_entries
from codescore.languages.java.run.compile import FRAGMENT, GUARD, NO_ANSWER, Compiler, Method, Program, Type
from codescore.languages.java.run.forms import asks_for_null, dates_in, elements, form_in, held_in, named_in
from codescore.languages.java.run.text import call_text, literal, test_text
from codescore.languages.java.run.types import loses_order, shape_of
from codescore.languages.left_open import left_open
from codescore.languages.line_parts import in_parts
from codescore.languages.meeting import may_meet
from codescore.languages.named_after import named
from codescore.languages.ordinary import Written, in_braces
from codescore.languages.patterns import texts_for
from codescore.languages.powers import powers
from codescore.languages.quantities import quantities
from codescore.languages.shapes import NullShape, OneOf, SequenceShape, TextShape
from codescore.languages.shown import as_shown, one_of
from codescore.languages.text_forms import formed, unbroken
from codescore.languages.two_ends import spanning
from codescore.languages.uncalled import Function, called_in
from codescore.languages.values import Bool, Char, Float, Int, Text, Value
from codescore.languages.wording import keeps_arguments, may_be_negative, said

__all__ = ["call_text", "harness", "literal", "prepared", "survey", "test_text"]

_PRINTS = re.compile(r"\bSystem\s*\.\s*out\b")
_ASSUME = re.compile(r"codescore:\s*assume\s*=\s*([^\n]+?)\s*(?:\*/)?\s*$", re.MULTILINE)
_PATTERN = re.compile(r'\b(?:matches|compile|replaceAll|replaceFirst|split)\s*\(\s*"((?:[^"\\\n]|\\.)*)"')
_CATCHES = re.compile(r"\bcatch\s*\(")
_SINGLE = re.compile(r"\b[fF]loat\b")
_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
_CALLS = re.compile(r"\b([A-Za-z_$][\w$]*)\s*\(")
_SCRIPT = (("String[]",), ("String...",))
_INSIDE = "/harness"
_OPTIONS = (
    "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto", "-Xmx256m", "-Xms32m", "-XX:MaxMetaspaceSize=64m",
    "-XX:ReservedCodeCacheSize=32m", "-XX:MaxDirectMemorySize=16m", "-XX:-UsePerfData", "-XX:-CreateCoredumpOnCrash",
    "-XX:ErrorFile=/dev/null", "-XX:+DisableAttachMechanism", "-Djava.awt.headless=true", "-Duser.language=en",
    "-Duser.country=US", "-Dfile.encoding=UTF-8",
)  # fmt: skip
#: Address space, of which the JVM reserves far more than it uses; and what it may write to.
_MEMORY, _PRIVATE = 2 << 30, 768 << 20
_PROOF = "class Proof { static int proof() { return 4711; } }"
_UNMADE = 0.75  # how surely null is not meant where nothing else can be given
_PACE = 0.001  # seconds: `HarnessRun.pace` on the machine where limits were set


@cache
def _compiler() -> Compiler:
    compiler = Compiler()
    atexit.register(compiler.close)  # its process would end with us anyway, but nobody would have waited for it
    return compiler


def survey(source: str, beside: Sequence[str] = (), imported: Sequence[Imported] = ()) -> Survey:  # noqa: ARG001
    """What can be called: methods with a body, in source order, then the program if it has a `main`; alone."""
    try:
        program = _compiler().program(source)
    except EnvironmentProblem as missing:
        return Survey((), problem=str(missing))
    bare = frozenset(bare_methods(program, owner_of)) if program.parsed else frozenset()  # else what is recovered
    entries = (
        handed(tuple(_entries(source, program, bare)), _written(program.unit, program.methods))
        if program.parsed
        else ()
    )
    nothing = f"does not compile: {program.error}" if program.error else "there is no method to call"
    why, undecided = "" if entries else nothing, program.error == NO_ANSWER
    return Survey(entries, tuple(_constants(program)), why, undecided=undecided, bare=bare)


def _is_main(method: Method) -> bool:
    types = tuple(type_.removeprefix("final ").removeprefix("java.lang.") for _, type_ in method.parameters)
    return method.name == "main" and method.static and types in _SCRIPT


def _entries(source: str, program: Program, bare: frozenset[str]) -> Iterator[Entry]:
    prints = bool(_PRINTS.search(source))
    primary = _primary(program)
    own = {method.name for method in program.methods if method.owner in primary}
    others = (method for method in program.methods if method.owner not in primary)
    served = frozenset(one.name for one in others if f"{owner_of(one)}.{one.name}" not in bare) - own
    main: Entry | None = None
    for method in program.methods:
        if _is_main(method):
            main = main or _script(program, method)
        else:
            entry = _entry(program, method, prints)
            # What a node, a pair or a comparator can do, whoever calls it, serves the class that made it.
            yield replace(entry, uses=entry.uses | served) if method.owner in primary else entry
    yield from class_entries(program, lambda method: _entry(program, method, prints), owner_of)
    if main is not None:
        yield main


@lru_cache(maxsize=4)
def _sealed(unit: str, types: tuple[Type, ...]) -> frozenset[str]:
    """The classes of which all fields are private."""

    def private(type_: Type) -> bool:
        return all(re.search(rf"\bprivate\b[^;{{}}()]*\b{re.escape(f)}\b", unit) for f, _ in type_.fields)

    classes = (one for one in types if one.kind == "CLASS" and one.fields)
    return frozenset(re.split(r"[.$]", one.name)[-1] for one in classes if private(one))


def _primary(program: Program) -> set[str]:
    """The classes that a program is about: the outermost that no other one mentions; all where there is none."""
    texts: dict[str, str] = {}
    for method in program.methods:
        root = method.owner.partition("$")[0]
        texts[root] = texts.get(root, "") + program.unit[method.start : method.end]
    with_methods = {method.owner for method in program.methods}
    free = {
        root
        for root in texts
        if not any(re.search(rf"\b{re.escape(root.rpartition('.')[2])}\b", t) for r, t in texts.items() if r != root)
    }
    return free & with_methods or with_methods


def _script(program: Program, method: Method) -> Entry:
    plain, words = apart(program.unit)
    functions = [Function(one.name, re.split(r"[.$]", one.owner)[-1], one.start, one.end) for one in program.methods]
    used = called_in(uncommented(program.unit), functions)
    reads, constants = in_parts(program.reads, plain), [*_constants(program)]
    told = commands(plain, words, reads, lambda first: lines_of(first, constants, used))
    shape = bounded(told or lines_of(reads, constants, used) or UNKNOWN, words)
    assumes = _assumes(program.unit)
    return Entry(method.name, "script", (Parameter("stdin", shape),), owner_of(method), assumes=assumes, prints=True)


def _unmade(parameters: Iterable[Parameter]) -> Iterator[Assumption]:
    """Null stands for a value of a type that nothing here can make, a function or an interface: it is hardly meant."""
    for one in parameters:
        if one.shape == NullShape():
            yield Assumption(one.name, "non-null", "no value of its type can be made", weight=_UNMADE)


def _body(unit: str, method: Method) -> str:
    # A constructor that nobody wrote has no end.
    return _COMMENT.sub(" ", unit[method.start : max(method.start, method.end)])


def _inside(body: str) -> str:
    return body[body.find("{") :]


@lru_cache(maxsize=4)
def _written(unit: str, methods: tuple[Method, ...]) -> dict[str, Written]:
    return {one.name: ([name for name, _ in one.parameters], _inside(_body(unit, one))) for one in methods}


def _entry(program: Program, method: Method, prints: bool) -> Entry:
    body, around = _body(program.unit, method), "" if method.static else program.unit
    declared = tuple(_parameter(program, method, body, name, type_) for name, type_ in method.parameters)
    names = [name for name, _ in method.parameters]
    own = words_before(program.unit, method.start) or words_about(program.unit, method.name)
    words = headed(own, program.unit, owner_of(method), names)
    found = examples(words, method.name, declared)
    parameters = tuple(as_shown(p, [e.arguments[n] for e in found]) for n, p in enumerate(declared))
    shapes = {p.name: p.shape for p in parameters}
    return Entry(
        name=method.name,
        kind="function" if method.static else "method",
        parameters=parameters,
        owner=owner_of(method),
        examples=found,
        assumptions=once(
            (
                *said(words, names),
                *named(names, body),
                *spanning(shapes),
                *quantities(shapes, {}, words + body, around),
                *in_braces(shapes, words, _inside(body), _written(program.unit, program.methods), around=around),
                *in_tables(shapes, body, program.unit),
                *unbroken(shapes, words + body),
                *formed(shapes, dates_in(names, body, program.unit), words, body, program.unit),
                *_unmade(parameters),
                *steady(shapes, tries=bool(_CATCHES.search(body))),
            )
        ),
        sealed=_sealed(program.unit, program.types),
        preserves=keeps_arguments(words, shapes),
        left_open=left_open(words),
        searches=given_order(body, words, _COMMENT.sub(" ", program.unit)),
        negative=may_be_negative(words, [*shapes]),
        shares=True,
        identifies=_identifies(body, names),
        assumes=_assumes(program.unit),
        unordered=loses_order(method.result),
        prints=(prints and bool(_PRINTS.search(body))) or any(shows(p.shape) for p in parameters),
        single=bool(_SINGLE.search(body)),
        uses=frozenset(_CALLS.findall(_inside(body))),
    )


@lru_cache(maxsize=4)
def _assumes(unit: str) -> tuple[str, ...]:
    return tuple(_ASSUME.findall(unit))


def _identifies(body: str, names: Sequence[str]) -> bool:
    """Whether it asks if two of its parameters are one, or whether one is among others."""
    one = "|".join(map(re.escape, names)) or "(?!)"
    among = rf"\.(?:contains|containsKey|containsValue|indexOf|remove|removeIf|equals)\(\s*(?:{one})\s*\)"
    return bool(re.search(rf"{among}|\b(?:{one})\s*[!=]=\s*(?:{one})\b|\b(?:{one})\.equals\((?:{one})\)", body))


def _parameter(program: Program, method: Method, body: str, name: str, type_: str) -> Parameter:
    shape = plain = may_meet(shape_of(type_, dict(method.variables), program.types), uncommented(program.unit))
    own, signs = frozenset(one.name for one in program.methods), _signs(program)
    if isinstance(shape, TextShape):
        shape = replace(shape, written=form_in(name, body, own, signs))
        shape = one_of([*named_in(name, body, program.types), matching(held_in(name, body), shape)])
    elif isinstance(shape, SequenceShape) and isinstance(shape.element, TextShape):
        forms = (form_in(one, body, own, signs) for one in elements(name, body))  # of each line
        shape = replace(shape, element=replace(shape.element, written=next(filter(None, forms), None)))
    # Whoever asks whether it is null means to answer for null.
    if asks_for_null(name, body) and not isinstance(shape, NullShape):
        shape = OneOf((shape, NullShape()))
    elif isinstance(shape, SequenceShape) and any(asks_for_null(one, body) for one in elements(name, body)):
        shape = replace(shape, element=one_of([shape.element, NullShape()]))
    return Parameter(name, shape, type_, plain=plain)


def _signs(program: Program) -> list[str]:
    """The literals that are one sign, and no letter, digit or blank."""
    return [text for _, text in program.literals if len(text) == 1 and not text.isalnum() and not text.isspace()]


def _constants(program: Program) -> Iterator[Value]:
    texts = (text for pattern in _PATTERN.findall(program.unit) for text in texts_for(pattern.replace(2 * "\\", "\\")))
    values = (
        *(_constant(kind, text) for kind, text in program.literals),
        *powers(program.unit),
        *asked_texts(program.unit),
        *map(Text, texts),
    )
    yield from (value for value in dict.fromkeys(values) if value is not None)


def _constant(kind: str, text: str) -> Value | None:
    match kind:
        case "INT_LITERAL" | "LONG_LITERAL":
            return Int(int(text.replace("--", "")))
        case "FLOAT_LITERAL" | "DOUBLE_LITERAL":
            return Float(float(text.replace("Infinity", "inf").replace("--", "")))
        case "STRING_LITERAL":
            return Text(text)
        case "CHAR_LITERAL" if len(text) == 1:
            return Char(text)
        case "BOOLEAN_LITERAL":
            return Bool(text == "true")
    return None


@cache
def harness() -> Harness:
    """How a program's JVM starts; raises EnvironmentProblem without a JDK."""
    compiler = _compiler()
    java = Path(compiler.java()).resolve()
    home = java.parent.parent
    mounts = [(_INSIDE, str(compiler.runner_folder())), *((folder, folder) for folder in _settings(home))]
    if not home.is_relative_to("/usr"):
        mounts.append((str(home), str(home)))
    return Harness(
        command=(str(java), *_OPTIONS, "-cp", _INSIDE, "HarnessRun"),
        read_only=tuple(mounts),
        proc=True,
        environment=(("MALLOC_ARENA_MAX", "2"),),  # else each thread of the JVM reserves 64 MB more
        memory=_MEMORY,
        private=_PRIVATE,
        processes=64,
        pace_seconds=_PACE,
        one_program=True,
        start_seconds=20.0,
        proof=Proof(_PROOF, Entry("proof", "function", owner="Proof"), Int(4711)),
    )


def _settings(home: Path) -> list[str]:
    """Folders of /etc that a distribution's JDK links to, e.g. /etc/java-17-openjdk."""
    links = (path.resolve() for path in (*home.glob("conf/*"), *home.glob("lib/*"), home / "conf") if path.is_symlink())
    found = {"/".join(path.parts[:3])[1:] for path in links if path.parts[:2] == ("/", "etc")}
    return sorted(folder for folder in found if Path(folder).is_dir() and "java" in folder)


def prepared(job: dict[str, Any]) -> dict[str, Any]:
    """The job with the program's classes in place of its source, or with why there are none."""
    program = _compiler().program(job["source"])
    sent = {key: value for key, value in job.items() if key != "source"}
    if job["entry"]["kind"] == "class" and not program.error:
        return _whole(program, job, sent)
    method = _called(program, job)
    if program.error:
        return {**sent, "refused": _refused(program)}
    if method is None:
        return {**sent, "refused": {"how": "entry", "detail": f"no method {job['entry']['name']}"}}
    guard = None
    if job["assume"]:
        guard = GUARD
        program = _compiler().program(job["source"], _guard(method, job["assume"]))
        if program.error:
            return {**sent, "refused": {"how": "load", "detail": f"does not compile: {program.error}"}}
    return {
        **sent,
        "refused": None,
        "entry": {**job["entry"], "owner": method.owner},
        "classes": dict(program.classes),
        "branches": len(program.lines),
        "lines": list(program.lines),
        "erased": list(method.erased),
        "guard": guard,
    }


def _whole(program: Program, job: dict[str, Any], sent: dict[str, Any]) -> dict[str, Any]:
    """The job of a class: `owner` is what the classes know it as."""
    owner = next((m.owner for m in program.methods if owner_of(m) == job["entry"]["name"]), None)
    if owner is None:
        return {**sent, "refused": {"how": "entry", "detail": f"no class {job['entry']['name']}"}}
    return {
        **sent,
        "refused": None,
        "entry": {**job["entry"], "owner": owner},
        "classes": dict(program.classes),
        "branches": len(program.lines),
        "lines": list(program.lines),
        "erased": [],
        "guard": None,
    }


def owner_of(method: Method) -> str | None:
    """The class as the text names it, `Outer.Inner`; None for the one that was put around a fragment."""
    name = method.owner.rpartition(".")[2].replace("$", ".")
    return None if name == FRAGMENT else name


def _refused(program: Program) -> dict[str, str]:
    if program.wants:
        return {"how": "module", "detail": f"{', '.join(program.wants)} ({program.error})"}
    return {"how": "load", "detail": f"does not compile: {program.error}"}


def _called(program: Program, job: dict[str, Any]) -> Method | None:
    """The method that a job means: by name, class and declared types, which tell overloads apart."""
    entry = job["entry"]
    named = [m for m in program.methods if m.name == entry["name"] and owner_of(m) == entry["owner"]]
    exact = [m for m in named if [type_ for _, type_ in m.parameters] == list(job["types"])]
    return next(iter(exact or named), None)


def _guard(method: Method, condition: str) -> str:
    """A class that asks a condition of arguments; several conditions come joined as another language joins them."""
    condition = condition.replace(") and (", ") && (")
    variables = ", ".join(f"{name} extends {bound}" for name, bound in method.variables)
    parameters = ", ".join(f"{type_} {name}" for name, type_ in method.parameters)
    generic = f"<{variables}> " if variables else ""
    return f"final class {GUARD} {{ static {generic}boolean holds({parameters}) {{ return ({condition}); }} }}"
