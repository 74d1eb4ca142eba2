"""One program in a process of its own: load it, call it with each input, say what came of it.

Runs after the process has been locked in (see `serve`), so anything may happen here; what is written to the pipe is the
program's own claim and nothing more.  Each call gets a freshly loaded program, except where loading is slow.
"""

from __future__ import annotations
import __future__

import ast
import builtins
import contextlib
import io
import json
import os
import random
import sys
import time
import types
import zlib
from collections.abc import Callable, Iterator
from typing import Any

from . import again, rounding, turning
from .branches import Reached, weave
from .calls import Sequence, emptied_all
from .errors import FILE, STAND_IN, UNPACKED, at_fault, deliberate, lacks, message, unpacking
from .identity import scrubbed, shake
from .lacking import StandIns
from .manners import DEEP, Manners, cuts
from .manners import weave as weave_manners
from .missing import stand_in
from .plain import Builder, Unusable, applied, describe, in_turn
from .probing import Probes
from .sharing import shares

#: Seconds of CPU; a program that takes longer to load is loaded once.  Where something is kept from one call to the
#: next the verdict depends on that, so that it is more than a busy machine adds to what is quick.
_SLOW_LOAD, _SLOW_LOAD_OF_STATE = 0.003, 0.02
_MOST_CALLS = 20_000  # of one process: what each leaves behind adds up
_ANSWER, _ANSWERS = "1\n", 64  # lines that are read while a program is loaded
_STDOUT = 1 << 20  # bytes kept
_DEMONSTRATIONS = ("print", "testmod", "main", "run")  # calls at top level that show a function, and define nothing
NAME = "program"


class _Output(io.BytesIO):
    """What a program prints; more than the cap is dropped."""

    def write(self, data: Any) -> int:  # noqa: ANN401  as the base says
        if self.tell() < _STDOUT:
            super().write(data)
        return len(data)

    def fileno(self) -> int:
        return 1

    def close(self) -> None:
        """Stay readable: a stream that is let go, as where a program puts its own in its place, closes what it has."""


class _Input(io.BytesIO):
    """What a program reads, the same as descriptor 0: some ask a stream for that, and read from there."""

    def fileno(self) -> int:
        return 0


class NotThere(Exception):
    """The program has no such function."""


class Program:
    """A compiled program that can be loaded again and again."""

    def __init__(self, job: dict[str, Any]) -> None:
        self._entry = job["entry"]
        self._script = self._entry["kind"] == "script"
        tree = ast.parse(job["source"])
        if not self._script:
            tree.body = [statement for statement in tree.body if not _demonstrates(statement)]
        entry = None if self._script else self._entry["name"]
        self.lines = weave(tree, entry, whole=self._entry["kind"] == "class") if job["coverage"] else []
        self._woven = job["coverage"]
        self.manners = Manners()
        self._foreign = job["foreign"]
        if self._foreign:
            weave_manners(tree)
        rounding.weave(tree, job["source"])
        if job["turned"]:
            turning.weave(tree)
        self._rounding = rounding.Rounding(self.manners.note, exact=self._foreign)
        self.keeps = self._entry["kind"] == "function" and again.keeps(tree)
        self._alone = again.alone(tree)
        self._noted = not self._script and not cuts(tree)
        self._missing, self._whole = job.get("missing", False), job.get("whole", False)
        self._package = job["package"]
        self._tree: ast.Module | None = tree
        self._code = compile(tree, FILE, "exec", dont_inherit=True)
        self.reached = Reached(len(self.lines))
        self._loaded: dict[str, Any] | None = None
        self._slow = False
        self._stand_ins = StandIns()
        self.stand_ins: set[type] = set()
        self._shaken = shake() if job["shaken"] else []
        if "async" in job["source"]:
            from . import awaiting  # noqa: PLC0415  only where something is asynchronous

            awaiting.install()

    @property
    def lasts(self) -> bool:
        """Whether its next calls find nothing of the last ones, so that they can be made in the same process."""
        return self._alone and not self._slow

    def namespace(self, name: str) -> dict[str, Any]:
        module = types.ModuleType(name)
        sys.modules[name] = module
        if self._package:
            module.__package__ = self._package
        if self._woven:
            vars(module).update(self.reached.names())
        if self._noted:
            vars(module)["zip"] = self.manners.zipped
        vars(module).update(self._rounding.names())
        vars(module)[turning.TURNED] = turning.turned
        if self._foreign:
            vars(module).update(self.manners.names())
        if self._missing:
            stand_in(vars(module))
        return vars(module)

    def load(self) -> dict[str, Any]:
        """The program's names, freshly defined.

        A program that fails half-way is good enough if the function is there: people leave demonstrations behind.  But
        not where it must load to its end, and breaks off by a fault of its own code outside of functions.
        """
        if self._loaded is not None and self._slow:
            return self._loaded
        names = self.namespace(NAME)
        begun = time.process_time()
        try:
            with _fed():
                exec(self._code, names)  # noqa: S102  behind the wall
        except ModuleNotFoundError as problem:
            if not self._stand_ins.add(problem.name):
                raise
            return self.load()
        except (Exception, SystemExit) as problem:
            missing = self._entry["name"] not in names and self._entry["owner"] not in names
            if missing or (self._whole and at_fault(problem)):
                if not isinstance(problem, NameError) or not self._without_annotations():
                    raise
                return self.load()
        # What a class leaves behind for the next object is part of what it does, and so is what a function keeps.
        limit = _SLOW_LOAD_OF_STATE if self.keeps or self._entry["kind"] == "class" else _SLOW_LOAD
        self._slow = time.process_time() - begun > limit
        self._loaded = names
        return names

    def _without_annotations(self) -> bool:
        """Compile it so that annotations are not looked up: people leave out what they import for types; once."""
        tree, self._tree = self._tree, None
        if tree is None:
            return False
        self._code = compile(tree, FILE, "exec", flags=__future__.annotations.compiler_flag, dont_inherit=True)
        return True

    def run(self) -> None:
        """Run it from top to bottom, as a script."""
        exec(self._code, self.namespace("__main__"))  # noqa: S102  behind the wall

    def function(self, names: dict[str, Any]) -> Callable[..., Any]:
        """The function or (on a new object) the method that is asked for."""
        name, owner = self._entry["name"], self._entry["owner"]
        if owner:
            class_ = names.get(owner)
            if class_ is None or not hasattr(class_, name):
                raise NotThere(f"{owner}.{name}")
            return getattr(class_(), name)  # type: ignore[no-any-return]
        found = names.get(name)
        if not callable(found):
            raise NotThere(name)
        return found  # type: ignore[no-any-return]


@contextlib.contextmanager
def _fed() -> Iterator[None]:
    """Answers for what a program asks before its functions are there: people leave that behind, too."""
    before, sys.stdin = sys.stdin, io.StringIO(_ANSWER * _ANSWERS)
    try:
        yield
    finally:
        sys.stdin = before


def _demonstrates(statement: ast.stmt) -> bool:
    if not isinstance(statement, ast.Expr) or not isinstance(statement.value, ast.Call):
        return False
    called = statement.value.func
    name = called.attr if isinstance(called, ast.Attribute) else called.id if isinstance(called, ast.Name) else ""
    return name in _DEMONSTRATIONS


def _condition(text: str, parameters: list[str], arguments: list[Any], names: dict[str, Any]) -> bool:
    """Whether an assumption holds; one that fails does not.  Raises NameError where it names what is not there."""
    scope = {**names, **dict(zip(parameters, arguments, strict=False))}
    try:
        return bool(eval(compile(text, "assume", "eval"), scope))  # noqa: S307  behind the wall
    except NameError:
        raise
    except Exception:  # noqa: BLE001  a condition that fails does not hold
        return False


def _console(stdin: str, descriptors: tuple[int, int]) -> _Output:
    """Fresh standard streams: input as given and output kept, both also as descriptors 0 and 1.

    The call before may have closed those (`open(0)` does when it is let go).
    """
    data = stdin.encode("utf-8", "surrogateescape")
    for number, descriptor in enumerate(descriptors):
        os.ftruncate(descriptor, 0)
        os.lseek(descriptor, 0, os.SEEK_SET)
        os.dup2(descriptor, number)
    os.pwrite(descriptors[0], data, 0)
    output = _Output()
    sys.stdin = io.TextIOWrapper(_Input(data), encoding="utf-8")
    sys.stdout = io.TextIOWrapper(output, encoding="utf-8", errors="backslashreplace", newline="\n", write_through=True)
    for stream, mode in ((sys.stdin, "r"), (sys.stdout, "w")):
        vars(stream)["mode"] = mode  # as `open` does
    sys.stderr = io.TextIOWrapper(_Output(), encoding="utf-8", errors="backslashreplace")
    return output


def _call(program: Program, job: dict[str, Any], call: dict[str, Any], told: dict[str, Any]) -> None:
    """Make one call and put what came of it into `told`."""
    if job["entry"]["kind"] == "script":
        program.run()
        return
    names = program.load()
    builder = Builder(dict(names))
    program.stand_ins = builder.stand_ins
    probes = Probes(job["probes"], lambda data: Builder({}).build(data), failing=_fails(job, call["args"]))
    try:
        arguments = [builder.build(argument) for argument in call["args"] if job["entry"]["kind"] != "class"]
    except (Unusable, KeyError, TypeError, ValueError):
        told["outcome"] = "input"
        return
    if job["entry"]["kind"] == "class":
        sequence = Sequence(program.function(names), job["entry"]["name"], probes)
        program.reached.numbers.clear()
        try:
            told["steps"] = sequence.records(call["args"][0], builder)
        except Unusable:
            told["outcome"] = "input"
        return
    try:
        if job["assume"] and not _condition(job["assume"], job["parameters"], arguments, names):
            told["outcome"] = "assumption"
            return
    except NameError as problem:
        told.update(outcome="assumption", error="NameError", message=message(problem))
        return
    function = program.function(names)
    for earlier in (*job["before"], *([call["args"]] if job["again"] else [])):
        _earlier(function, job, earlier, builder, probes)
    program.reached.numbers.clear()
    try:
        last, rest = in_turn(function, arguments, job["entry"]["curried"])
        answer = applied(last, rest)
        told["value"], told["shares"] = describe(answer, probes), shares(answer)
        if job["entry"]["curried"]:
            told["value"] = again.told(told["value"], _made(last, rest, probes))
    finally:
        told["arguments"] = [describe(argument, probes) for argument in arguments]


def _fails(job: dict[str, Any], arguments: list[Any]) -> bool:
    """Whether something fails in each `with` of this call: in every second, the same ones for every program."""
    if job["entry"]["kind"] == "class":
        return len(arguments[0][2]) % 2 == 0  # what is called there has other names in another program
    return zlib.crc32(json.dumps(arguments).encode()) % 2 == 0


def _earlier(
    function: Callable[..., Any], job: dict[str, Any], arguments: list[Any], builder: Builder, probes: Probes
) -> None:
    """Make a call before the one that is asked about, and empty what it gave where a job says so."""
    function, arguments = in_turn(
        function, [builder.build(argument) for argument in arguments], job["entry"]["curried"]
    )
    _made(function, arguments, probes, emptied_all if job["emptied"] else describe)


def _made(
    function: Callable[..., Any], arguments: list[Any], probes: Probes, tell: Callable[[Any, Probes], Any] = describe
) -> Any:  # noqa: ANN401  what is told of an answer
    """What a function gives, or how it ends; what it prints is dropped."""
    random.seed(0)
    output, sys.stdout = sys.stdout, io.StringIO()
    try:
        return tell(applied(function, arguments), probes)
    except Exception as problem:  # noqa: BLE001  whatever it raises
        return ["record", "raised", [["error", ["text", type(problem).__name__]]], 0]
    finally:
        sys.stdout = output


def one_call(program: Program, job: dict[str, Any], number: int, descriptors: tuple[int, int]) -> dict[str, Any]:
    """The record of one call, as the wire wants it."""
    call = job["calls"][number]
    told: dict[str, Any] = {
        "call": number, "outcome": "return", "value": ["null"], "error": "", "message": "", "arguments": [],
    }  # fmt: skip
    random.seed(0)
    sys.setrecursionlimit(1000)
    program.reached.numbers.clear()
    program.manners.clear()
    output = _console(call["stdin"], descriptors)
    lacking = ""
    begun = time.process_time()
    try:
        _call(program, job, call, told)
    except SystemExit as left:
        code = _exit_code(left.code)
        # A whole program that says that all is well has ended as well as one that says nothing.
        well = code == "0" and job["entry"]["kind"] == "script"
        told["outcome"], told["error"] = ("return", "") if well else ("exit", code)
    except NotThere:
        raise
    except BaseException as problem:  # noqa: BLE001  whatever a program raises when it is loaded
        told["outcome"], told["error"] = "raise", type(problem).__name__
        told["message"] = message(problem)
        taken_apart = UNPACKED if unpacking(problem) else ""
        lacking = STAND_IN if lacks(problem, program.stand_ins) else taken_apart
        told["deliberate"] = deliberate(problem) or bool(job["foreign"] and taken_apart)
    told["seconds"] = round(time.process_time() - begun, 6)
    with contextlib.suppress(Exception):
        sys.stdout.flush()
    printed = output.getvalue()[:_STDOUT] + os.pread(descriptors[1], _STDOUT, 0)
    told["stdout"] = scrubbed(printed.decode("utf-8", "replace"))
    told["covered"] = sorted(program.reached.numbers)
    told["doubt"] = lacking or program.manners.doubt
    if not told["doubt"] and job["foreign"] and told["error"] == "RecursionError":
        told["doubt"] = DEEP
    return told


def _exit_code(code: object) -> str:
    """What the system is told, as Python has it: nothing is 0, a text is 1."""
    return str(int(code) & 255) if isinstance(code, int) else "0" if code is None else "1"


def work(job: dict[str, Any], pipe: int, jobs: int, descriptors: tuple[int, int]) -> None:
    """Run a whole job and write a line for the load, for each call, and for how it ended; then more of the program."""
    write, read = os.write, os.read
    dumps, loads = json.dumps, json.loads

    def say(sign: str, data: dict[str, Any]) -> None:
        rest = (sign + dumps(data) + "\n").encode("ascii")
        while rest:
            rest = rest[write(pipe, rest) :]

    def next_one() -> dict[str, Any]:
        head = b""
        while not head.endswith(b"\n"):
            head += read(jobs, 1) or os._exit(0)  # nobody asks any more
        size, body = int(head), b""
        while len(body) < size:
            body += read(jobs, size - len(body)) or os._exit(0)
        return {**loads(body), "package": job["package"]}

    program, made = None, 0
    try:
        while True:
            program = program or Program(job)
            if job["entry"]["kind"] != "script":
                _console("", descriptors)
                program.function(program.load())
            say("L", {"branches": len(program.lines), "lines": program.lines})
            for number in range(len(job["calls"])):
                say("R", one_call(program, job, number, descriptors))
            made += len(job["calls"])
            waits = program.lasts and made < _MOST_CALLS
            say("E", {"how": "done", "detail": "", "waits": waits})
            if not waits:
                return
            job = next_one()
    except NotThere as problem:
        say("E", {"how": "entry", "detail": builtins.str(problem)})
    except ModuleNotFoundError as problem:
        say("E", {"how": "module", "detail": message(problem)})
    except BaseException as problem:  # noqa: BLE001  whatever a program raises when it is loaded
        say("E", {"how": "load", "detail": f"{type(problem).__name__}: {message(problem)}"})
