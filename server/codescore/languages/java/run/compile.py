"""Java programs compiled for running: a warm javac turns a text into instrumented classes and says what is in it.

`HarnessCompile.java` (its header documents what it answers) runs beside us and, like the checker's javac, never runs
what it compiles; `HarnessRun.java` later runs the classes, behind the wall.  A fragment is wrapped first (`wraps.py`).
Everything here is remembered per text, as a program is compiled once and run many times.  Knows nothing of inputs.
"""

from __future__ import annotations

import atexit
import base64
import re
import shutil
import tempfile
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from importlib.resources import files
from pathlib import Path
from typing import Any

from codescore.foundation.caches import Recent
from codescore.foundation.errors import EnvironmentProblem
from codescore.languages.java.daemon import NO_JDK, Daemon, java_commands
from codescore.languages.java.wraps import Wrap, wraps_for
from codescore.languages.undeclared import nodes_for

MAX_CHARACTERS = 500_000
GUARD = "CodescoreGuard"
_RUNS = (
    "HarnessRun", "HarnessFit", "HarnessWriter", "HarnessJson", "HarnessProbe", "HarnessIdentity", "HarnessCalls",
    "HarnessStandard", "HarnessGiven", "HarnessAnswers",
)  # fmt: skip
_MAKER = "<init>"
FRAGMENT = "CodescoreUnit"  # the class around a fragment, see `wraps`
#: The nodes of lists and trees that exercises hand out.
_NODES = {
    "ListNode": "class ListNode { int val; ListNode next; ListNode() {} ListNode(int val) { this.val = val; } "
    "ListNode(int val, ListNode next) { this.val = val; this.next = next; } }",
    "TreeNode": "class TreeNode { int val; TreeNode left, right; TreeNode() {} TreeNode(int val) { this.val = val; } "
    "TreeNode(int val, TreeNode left, TreeNode right) { this.val = val; this.left = left; this.right = right; } }",
}  # fmt: skip
_REMEMBERED = 256
_ASM = "java.base/jdk.internal.org.objectweb.asm=ALL-UNNAMED"
NO_ANSWER = "the compiler gave no answer"
_UNRESOLVED = ("cant.resolve", "doesnt.exist")
_NAMED = re.compile(r"\s*symbol:\s+(\S+) (.+)")
_SYMBOL = re.compile(r"symbol:\s+(?:class|variable) ([A-Z]\w*)")
_IMPORTS_AT_ALL = re.compile(r"^\s*import\b", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Method:
    """A method with a body: its place in classes, its types as written, and its range in the compilation unit."""

    owner: str
    name: str
    static: bool
    result: str
    parameters: tuple[tuple[str, str], ...]
    variables: tuple[tuple[str, str], ...]
    erased: tuple[str, ...]
    start: int
    end: int
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class Type:
    """A class, record, enumeration or interface: its instance fields, its constants, its superclass as written."""

    name: str
    kind: str
    fields: tuple[tuple[str, str], ...]
    constants: tuple[str, ...]
    above: str
    interfaces: tuple[str, ...] = ()  # as written
    works: tuple[tuple[str, ...], ...] = ()  # of an interface: what methods that others write give, and take
    shared: bool = False  # it has fields that all objects share, and that may change
    abstract: bool = False


@dataclass(frozen=True, slots=True)
class Program:
    """What the compiler made of a text.

    `error` is its first complaint ("" if it compiled), `missing` what it imports in vain, `wants` what of that it uses;
    `reads` is what `main` reads (see `input_rows`); `classes` are base64 by binary name; `lines` has the
    line of each slot of the probes in them, of the text as it was given (below zero: of its condition).
    """

    wrap: Wrap
    error: str = ""
    parsed: bool = True
    missing: tuple[str, ...] = ()
    wants: tuple[str, ...] = ()
    types: tuple[Type, ...] = ()
    methods: tuple[Method, ...] = ()
    makers: tuple[Method, ...] = ()  # constructors
    literals: tuple[tuple[str, str], ...] = ()
    reads: tuple[list[Any], ...] = ()
    classes: tuple[tuple[str, str], ...] = ()
    lines: tuple[int, ...] = ()

    @property
    def unit(self) -> str:
        """The compilation unit."""
        return self.wrap.unit


class Compiler:
    """Compiles texts, one at a time, and remembers the last few; starts its process when first asked.  Thread-safe."""

    def __init__(self, commands: Callable[[], Iterator[str] | Sequence[str]] = java_commands) -> None:
        self._daemon = Daemon(
            commands, program="run/HarnessCompile.java", options=("--add-exports", _ASM), pauses=False
        )
        self._lock = threading.RLock()
        self._known: Recent[tuple[str, str], Program] = Recent(_REMEMBERED)
        self._pid: int | None = None
        self._folder: Path | None = None

    def program(self, source: str, guard: str = "") -> Program:
        """The program; `guard` is a class added to it.  Raises EnvironmentProblem without a JDK."""
        key = (source, guard)
        with self._lock:
            program = self._known.get(key)
            if program is None:
                program = self._compiled(source, guard)
                self._known.put(key, program)
            return program

    def runner_folder(self) -> Path:
        """The folder with the classes of the harness that runs programs, compiled if need be; anyone may read it."""
        with self._lock:
            if self._folder is None or not self._folder.is_dir():
                reply = self._ask("plain", *(_source(f"{name}.java") for name in _RUNS))
                if not reply["classes"]:
                    raise EnvironmentProblem(f"the harness for Java does not compile: {reply['errors']}")
                folder = Path(tempfile.mkdtemp(prefix="codescore-java-"))
                for name, data in reply["classes"].items():
                    (folder / f"{name}.class").write_bytes(base64.b64decode(data))
                folder.chmod(0o755)  # who runs it inside the sandbox is another user
                atexit.register(shutil.rmtree, folder, ignore_errors=True)
                self._folder = folder
            return self._folder

    def java(self) -> str:
        """The `java` that runs.  Raises EnvironmentProblem without a JDK."""
        with self._lock:
            self.runner_folder()
            assert self._daemon.runtime is not None
            return self._daemon.runtime

    def close(self) -> None:
        """End the process; the next program starts another."""
        self._daemon.close()

    def _compiled(self, source: str, guard: str) -> Program:
        best: Program | None = None
        for wrap in _wraps(source, guard):
            program = self._answer(wrap)
            if program.error in ("", NO_ANSWER):  # who ends the compiler once is not tried in other ways
                return program
            if best is None or (program.parsed, bool(program.methods)) > (best.parsed, bool(best.methods)):
                best = program
        assert best is not None  # there is always a wrap
        return best

    def _answer(self, wrap: Wrap) -> Program:
        reply = self._ask("program", wrap.unit.replace("\0", " "))
        program = _program(wrap, reply)
        unresolved = any(error["code"].startswith(_UNRESOLVED) for error in reply["errors"])
        if unresolved and wrap.kind == "file" and not _IMPORTS_AT_ALL.search(wrap.unit):
            # A file that imports nothing is one that was cut out of its surroundings, or a sketch of one.
            text = _with_imports(wrap.unit)
            wider = _moved(_program(wrap, self._ask("program", text)), len(text) - len(wrap.unit))
            return program if wider.error else wider
        return program

    def _ask(self, mode: str, *units: str) -> dict[str, Any]:
        if len(units[0]) > MAX_CHARACTERS:
            return _failed("too large to be compiled for running")
        reply = self._daemon.ask("\0".join((mode, *units)))
        if self._daemon.pid != self._pid and self._daemon.pid is not None:
            self._pid = self._daemon.pid
            # A new process does not know yet how to put probes into classes.
            self._daemon.ask("\0".join(("tool", _source("HarnessInstrument.java"))))
            reply = self._daemon.ask("\0".join((mode, *units)))
        if reply is None:
            if self._daemon.runtime is None:
                raise EnvironmentProblem(NO_JDK.replace("Java is judged by tree-sitter only", "Java cannot be run"))
            return _failed(NO_ANSWER)
        return reply


def _source(name: str) -> str:
    return files("codescore.languages.java.run").joinpath(name).read_text("utf-8")


def _failed(message: str) -> dict[str, Any]:
    errors = [{"code": "failed", "message": message, "at": 0}]
    empty: dict[str, Any] = {name: [] for name in ("missing", "types", "methods", "literals", "reads")}
    return {"parsed": False, "errors": errors, **empty, "classes": {}, "lines": []}


def _wraps(source: str, guard: str) -> list[Wrap]:
    """The ways to complete a text, its class made one that has instances; behind it the guard and nodes it lacks."""
    text = " " + source[1:] if source.startswith("\ufeff") else source
    nodes = nodes_for(text, _NODES)
    return [
        replace(wrap, before=wrap.before.replace("abstract class", "class"), after=f"{wrap.after}\n{guard} {nodes}")
        for wrap in wraps_for(text)
    ]


def _with_imports(unit: str) -> str:
    usual = next(wrap for wrap in wraps_for("int x;") if wrap.guesses)
    imports = "".join(re.findall(r"import [^;]*; ?", usual.before))
    package = re.match(r"(?:\s|//[^\n]*|/\*.*?\*/)*package\b[^;]*;", unit, re.DOTALL)
    at = package.end() if package else 0
    return f"{unit[:at]}{imports}{unit[at:]}"


def _moved(program: Program, by: int) -> Program:
    """A program whose methods stand where they do without so much before them."""
    methods, makers = (
        tuple(replace(one, start=one.start - by, end=max(one.end - by, -1)) for one in those)
        for those in (program.methods, program.makers)
    )
    return replace(program, methods=methods, makers=makers)


def _lines(wrap: Wrap, lines: list[int]) -> tuple[int, ...]:
    """Lines of the text, of lines of the unit."""
    above = wrap.before.count("\n")
    return tuple(line - above if line > above else line + above if -line > above else 0 for line in lines)


def _pairs(pairs: list[list[str]]) -> tuple[tuple[str, str], ...]:
    return tuple((first, second) for first, second in pairs)


def _wants(reply: dict[str, Any]) -> tuple[str, ...]:
    """Imports of what is not there that a type nobody knows may come from: those are why it does not compile."""
    unknown = {match[1] for error in reply["errors"] if (match := _SYMBOL.search(error["message"]))}
    return tuple(
        name for name in reply["missing"] if unknown and (name.endswith(".*") or name.rpartition(".")[2] in unknown)
    )


def _complaint(message: str) -> str:
    """The first line of what the compiler says, with the name that it is about where the next one has it."""
    first, _, rest = message.partition("\n")
    symbol = _NAMED.match(rest)
    return f"{first}: {symbol[1]} {symbol[2]}" if symbol else first


def _program(wrap: Wrap, reply: dict[str, Any]) -> Program:
    errors = reply["errors"]
    methods = [
        Method(
            m["owner"], m["name"], m["static"], m["result"], _pairs(m["parameters"]), _pairs(m["variables"]),
            tuple(m["erased"]), m["start"], m["end"], m["hidden"],
        )
        for m in reply["methods"]
    ]  # fmt: skip
    return Program(
        wrap=wrap,
        error=wrap.unnamed(_complaint(errors[0]["message"])) if errors else "",
        parsed=reply["parsed"],
        missing=tuple(reply["missing"]),
        wants=_wants(reply),
        types=tuple(
            Type(
                t["name"], t["kind"], _pairs(t["fields"]), tuple(t["constants"]), t["above"], tuple(t["interfaces"]),
                tuple(map(tuple, t["works"])),
                t["shared"], t["abstract"],
            )
            for t in reply["types"]
        ),
        methods=tuple(method for method in methods if method.name != _MAKER),
        makers=tuple(method for method in methods if method.name == _MAKER),
        literals=_pairs(reply["literals"]),
        reads=tuple(reply["reads"]),
        classes=tuple(reply["classes"].items()),
        lines=_lines(wrap, reply["lines"]),
    )  # fmt: skip
