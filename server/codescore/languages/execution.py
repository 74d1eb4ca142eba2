"""What a language offers so that its programs can be run for evidence: the contract of `languages/<lang>/run/`.

Two halves.  *Outside* the sandbox a `Runner` reads a program's text (never runs it) and says what can be called with
what (`Survey`).  *Inside* a harness, a program of that language which the runner names (`Harness`), builds the inputs,
calls the program and tells what came of it.  `evidence.sandbox` starts the harness behind the wall, `evidence.channel`
speaks with it, `evidence.judge` compares.

**The trust boundary.**  Reference and candidate run in *different* sandboxes; a sandbox is only ever told the source
of the programs it runs, and never an expected value.  So whatever a hostile candidate does inside (forge results,
replace the harness, override `__eq__`), all it can do is claim an output that it does not know to be right.  What a
harness must add is that one program's run cannot speak for another program's.

**The wire.**  Both directions: a header line `KIND JOB SIZE\\n` (ASCII; JOB and SIZE decimal), then SIZE bytes of JSON.
To the harness, on its standard input:

    run JOB SIZE    {"source": str, "entry": {"name": str, "kind": str, "owner": str | null, "maker": str,
                     "curried": [int, ...]},           # see Entry
                     # of a class the argument of a call is ["seq", "calls", [["call", NAME, [VALUE, ...]], ...]]:
                     # NAME is the class (a new object, which the next calls are made on), a method (if it gives another
                     # object of the class, the next calls are made on that), an attribute, `NAME=` (one that is set),
                     # "" (back to the object made before, in turn), "()" (a function that a call gave), "[]" (the
                     # object itself, where it is a function) or "[0]", "['name']" (one in it), "~" (a collection is
                     # emptied: the argument of the call before with this number, or what it gave, -1; then what
                     # kind it is and, where it is one inside of that, its key or place there)
                     "calls": [{"args": [VALUE, ...], "stdin": str}, ...],
                     "before": [[VALUE, ...], ...],     # calls that come first each time, and of which nothing is told
                     "again": bool,                     # and so does the call itself
                     "coverage": bool,                  # tell which branches each call reached
                     "assume": str | null,              # a condition on the parameters, in the program's language
                     "missing": bool,                   # calls that must not run give Missing objects (Run Match)
                     "shaken": bool,                    # objects get other identities than in the run before
                     "turned": bool,                    # sets are gone through the other way round (see Entry.sets)
                     "checked": bool,                   # what the language leaves undefined ends the call, if seen
                     "foreign": bool,                   # tell as a doubt what other languages mean otherwise
                     "whole": bool,                     # code outside of functions must not break off by its own fault
                     "seconds": float,                  # CPU seconds that one call may take
                     "within": float,                   # seconds that the whole job may take, by the clock
                     "probes": [[VALUE, ...], ...],     # what functions that a call gives are called with
                     "parameters": [str, ...],          # their names, for `assume`
                     "types": [str, ...]}               # declared types of the parameters, "" where none is

    more JOB SIZE SECONDS CALLS WITHIN     the same with other calls, after `waits`; its limits, for who watches it

From the harness, on its standard output:

    hello 0 SIZE    {"harness": "python 3.11.7", "pace": float}     once, when ready; pace: see `Harness.pace_seconds`
    loaded JOB SIZE {"branches": int,                               the program is loaded; how many branches it has
                     "lines": [int, ...]}                           # of each the line of the code behind it, below zero
                                                                    # that of its condition where none is behind it; may
                                                                    # be left out where the runner's `prepared` has them
    result JOB SIZE {"call": int, "outcome": "return" | "raise" | "exit" | "crash" | "assumption" | "input",
                     "value": VALUE, "error": str, "message": str,  # error: class without package; exit: code
                     "arguments": [VALUE, ...],                     # as they are after the call (functions only)
                     "stdout": str, "seconds": float,               # CPU seconds of this call
                     "covered": [int, ...],                         # numbers of the branches reached, 0 … branches-1
                     "deliberate": bool,                            # it raised the error itself: `raise`, `throw`
                     "steps": [{...}, ...],                         # of a class that was made: one such record for each
                                                                    # call of the sequence, without the rest; one that
                                                                    # raised and ended the sequence is the last;
                                                                    # "held": [VALUE, ...], what each object of the
                                                                    # class that it was given shows after it
                     "doubt": str}                                  # "" or what its author hardly meant: see below
    end JOB SIZE    {"how": "done" | "timeout" | "deadline" | "crash" | "memory" | "output" | "load" | "module"
                            | "entry",
                     "call": int, "detail": str, "fresh": bool, "waits": bool}

One `end` closes every job, after the results of the calls that were made, in order. `how`: `timeout` the call with
number `call` took longer than it may (detail: `asleep` where it did not even compute, `loading` before there is a
call); `deadline` the job took longer than it may; `crash` the process died in the call, or exited from within; `memory`
and `output` it wanted more than it may have; `load` the program does not load (detail: the error's class and message),
`module` it wants a module that is not there, `entry` it has no such function. The last three and `loading` are only
heard before `loaded`. The caller sends what remains as a new job. `fresh`: false means that the harness is not used for
another job; it is true only where the program ended as it should and left nothing behind.  `waits` (may be left out):
it takes `more`, as calls can find nothing of those before.  Outcome `assumption`: `assume` was false (or failed) for
this input, with `error` and `message` where it names what is not there; `input`: this input could not be made into what
the parameter takes; `crash`: the call's process died, which only a harness says that gives each call one of its own.
Each call starts from a freshly loaded program. For a script `value` is null and `stdout` what counts. A JVM harness may
also end by itself, without `end`: that is a crash.  A doubt is `overflow` (of a number), `nothing` (given where another
language has an error), `undefined` (the language leaves open what happens), `stand-in` (it failed on what an object
lacks that stands in for one of a class nobody knows), or, where a job is `foreign`, what the language does in its own
way: `negative index`, `negative number divided` and the like.

Neighbours: `languages.values` (VALUE), `languages.shapes`, `languages.registry` (`Language.runner`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal, Protocol, TypeAlias

from codescore.languages.assumed import Assumption
from codescore.languages.shapes import CallShape, CallsShape, IntShape, Shape
from codescore.languages.values import Value

EntryKind: TypeAlias = Literal["function", "method", "script", "class", "property", "attribute"]

#: Doubts of a call by which others decide (see the wire).
OVERFLOW, NOTHING, UNDEFINED, STAND_IN, ROUNDED, DEEP, END, CUT, HALF, UNPACKED, LOCALE, FARAWAY = (
    "overflow", "nothing", "undefined", "stand-in", "negative number divided", "deep recursion", "end of a text read",
    "longer list cut", "half rounded", "taken apart", "ordered by locale",
    "date far away",
)  # fmt: skip
#: What another language means otherwise, and an author may have meant.
INDEX = "negative index"
OWN_WAY = frozenset({INDEX, "slice past the end", ROUNDED, DEEP, END, HALF, LOCALE, FARAWAY})


#: How a program finds what it lists: by trying, or so that of a list it takes each item or not, one after another; or
#: it goes through a hash table.
Search: TypeAlias = Literal["", "tries", "chooses", "hashes"]


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter: what may be passed for it.

    `declared` is its type as written, "" where none is; `plain` what that type alone says, None where nobody looked:
    `shape` may be narrower by what the code, the words or examples say.
    """

    name: str
    shape: Shape
    declared: str = ""
    optional: bool = False  # has a default: also called without it
    plain: Shape | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Input:
    """What one call gets: arguments by position, or (scripts) standard input."""

    arguments: tuple[Value, ...] = ()
    stdin: str = ""

    def put(self, place: int, value: Value) -> Input:
        """The same with another argument at a place."""
        return replace(self, arguments=(*self.arguments[:place], value, *self.arguments[place + 1 :]))


@dataclass(frozen=True, slots=True)
class Entry:
    """Something that can be called: a function, a method (on a fresh object of `owner`), or a whole program.

    A `class` is run as a whole: its one argument is a sequence of calls (`sequence_of`), and `members` say what each of
    them takes, the one that makes an object first.  A `property` is a member that is read or set (`NAME=`) and not
    called; an `attribute` is a plain one, which no method shows.
    `examples` are inputs found in the text around it, `assumes` preconditions in a comment.  Of a member, `makes` and
    `gives_function` say what it gave in a run: another object of its class, or a function, for the calls after it;
    `manages`: something that the next call is made inside of (`with`).
    """

    name: str
    kind: EntryKind
    parameters: tuple[Parameter, ...] = ()
    owner: str | None = None
    examples: tuple[Input, ...] = ()
    assumptions: tuple[Assumption, ...] = ()
    assumes: tuple[str, ...] = ()
    unordered: bool = False  # the declared result type is one whose order means nothing
    left_open: tuple[str, ...] = ("",) * 4  # what in its text leaves open the order, which answer, or all; its promises
    negative: frozenset[str] = frozenset()  # parameters of which its text says that they may be below 0
    prints: bool = False  # what it writes to standard output is part of what it does
    single: bool = False  # computes with floating point numbers of 32 bits, which differ from others after 6 digits
    searches: Search = ""  # it gives what a search comes upon; chooses of a list, in turn; has in a hash table
    sets: bool = False  # its program makes sets, and the language's harness can turn their order
    awaited: bool = False  # what it gives has to be awaited
    falls_through: bool = False  # its end can be reached without a `return`, though it returns values elsewhere
    uses: frozenset[str] = frozenset()  # names that it calls; who is only used by others is a helper
    members: tuple[Entry, ...] = ()  # of a class
    sealed: frozenset[str] = frozenset()  # types of the program whose objects keep to themselves what they are made of
    preserves: bool = False  # its text says that it leaves its arguments as they are
    outputs: frozenset[str] = frozenset()  # parameters in which it gives results
    tells: bool = True  # of a member: what it gives or prints shows something
    makes: bool = False
    gives_function: bool = False
    manages: bool = False
    curried: tuple[int, ...] = ()  # how many arguments go to each call but the last: `retry(3)(call)(x)`
    keeps: bool = True  # of a class: one call may change what the next one gives
    shares: bool = False  # an object may be given in two places: the language's harness makes it once
    identifies: bool = False  # it asks whether what it is given is something else that it has
    unknown: str = ""  # a type that a parameter is declared as, of which nothing is known: nothing can stand for it
    missed: bool = True  # of an attribute: whether a class that has none of this name lacks it; methods may read it

    @property
    def maker(self) -> str:
        """What makes an object of a class: its constructor, or a function; "" of everything else."""
        return self.members[0].name if self.members else ""


#: The kind of the one argument of a class; the steps that go back to the object made before, call it, empty a
#: collection of the call before, fail inside of what that gave for `with`, or (`CALLED`) call what a call gave.
CALLS, BACK, ITSELF, EMPTIED, FAILS = "calls", "", "[]", "~", "!"
CALLED = Entry("()", "method", (Parameter("number", IntShape(0, 3)),), tells=False)


def sequence_of(name: str, members: tuple[Entry, ...]) -> Entry:
    """The entry of a class with these members, the first of which makes an object."""
    make, *others = (call_shape(member.name, member) for member in members)
    tells = tuple(shape for shape, member in zip(others, members[1:], strict=True) if member.tells)
    shape = CallsShape(replace(make, name=name), tuple(others), tells)
    prints = any(member.prints for member in members)
    unknown = next((member.unknown for member in members if member.unknown), "")
    taken, shares = (Parameter(CALLS, shape),), any(member.shares for member in members)
    sealed = members[0].sealed
    return Entry(name, "class", taken, members=members, prints=prints, sealed=sealed, shares=shares, unknown=unknown)


def call_shape(name: str, taken: Entry) -> CallShape:
    """What a call of this name takes: the same as this entry."""
    optional = sum(parameter.optional for parameter in taken.parameters)
    names = tuple(parameter.name for parameter in taken.parameters)
    return CallShape(name, tuple(parameter.shape for parameter in taken.parameters), optional, names=names)


@dataclass(frozen=True, slots=True)
class Survey:
    """What a program's text says of itself: entries in source order (the program as a whole last, if it runs as one).

    `constants` are the literals in it, without duplicates; `problem` says why nothing can be called ("" if something
    can), `undecided` that this may not be the program's fault.  `bare` are methods of abstract classes, by qualified
    names: those made of them are run with them.  `refusing` are the lines on which what is of another kind is refused.
    """

    entries: tuple[Entry, ...]
    constants: tuple[Value, ...] = ()
    problem: str = ""
    undecided: bool = False
    bare: frozenset[str] = frozenset()
    refusing: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Proof:
    """An honest program: a call of `entry` without arguments gives `value`."""

    source: str
    entry: Entry
    value: Value


@dataclass(frozen=True, slots=True)
class Harness:
    """How to start a harness inside the sandbox.

    `command` is seen from inside.  `read_only` are folders or files (inside path, outside path) shown to it besides
    /usr.  `forks`: it starts a process per job (and then forbids that to the program itself by the filter, in
    hexadecimal, in the environment variable CODESCORE_FILTER).  `memory` is the address space of each of its processes
    in bytes, `private` what of that may be its own writable memory.
    `pace_seconds`: what the harness's own fixed workload, timed at its start, takes on the machine where time limits
    were set; the `pace` of its hello, in seconds, divided by this says how much slower this machine is.
    `second`: the environment of a sandbox in which a program runs again, to see what it does not repeat.
    """

    command: tuple[str, ...]
    read_only: tuple[tuple[str, str], ...] = ()
    environment: tuple[tuple[str, str], ...] = ()
    second: tuple[tuple[str, str], ...] = ()
    forks: bool = False
    proc: bool = False  # wants /proc
    memory: int = 1 << 30
    private: int = 1 << 30
    processes: int = 64  # processes and threads, all together
    pace_seconds: float = 0.01
    one_program: bool = False  # jobs of different programs go to different sandboxes: start another for another source
    start_seconds: float = 10.0  # it says hello within this time, or it is broken
    proof: Proof | None = None  # what a sandbox must be able to run before another program is called dead


#: Files of a program's folder, by their path from there, with their texts; the first is the program itself, with none.
Neighbours: TypeAlias = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Libraries:
    """What a program may import besides its language's own library; all of it is shown to it read-only.

    `modules` are modules and packages by their path, and folders of them; `environment` is a folder in which packages
    are installed.  `hidden` are files that it must not see, whatever they lie in: the program that it is compared with.
    `package` is the name of the package that the program itself is part of; `bundled` is the program with what it needs
    of the files beside it, where the language has that in one text.  `neighbours` are such files as texts, where the
    language's runner takes them so.  `state` is a digest of what they hold, for who lives longer than that stays the
    same: what is shown then is made anew.
    """

    modules: tuple[Path, ...] = ()
    environment: Path | None = None
    hidden: tuple[Path, ...] = ()
    package: str = ""
    state: str = ""
    bundled: str = ""
    neighbours: Neighbours = ()


NO_LIBRARIES = Libraries()


class Importing(Protocol):
    """`languages/<lang>/libraries.py`, as a module: how programs of a language get at what they import."""

    def checked(self, path: Path) -> Path:
        """A module, package or folder of them that a person named, as it is.  Raises InputError for what is none."""

    def packages(self, environment: Path) -> Path:
        """The folder of an environment in which its packages are.  Raises InputError for what is none."""

    def providing(self, harness: Harness, libraries: Libraries) -> Harness:
        """The harness with these libraries.

        Raises InputError for what is none, EnvironmentProblem for what a sandbox cannot be shown.
        """

    def beside(self, source: str, path: Path) -> Libraries:
        """What a program imports from beside its file, by reading it; total.  Nothing of it lies elsewhere."""

    def imported(self, source: str, libraries: Libraries) -> tuple[Imported, ...]:
        """The names that a program imports from modules among these, with the texts of the modules; total."""


class Bundling(Protocol):
    """`languages/<lang>/bundling.py`, as a module: how what lies beside a program becomes part of its one text."""

    def bundled(self, source: str, path: Path, hidden: Path | None = None) -> str:
        """The program with what it needs of the files in its folder behind it, its own lines where they are; total.

        Never what lies at `hidden`.
        """


class Neighbouring(Protocol):
    """`languages/<lang>/neighbours.py`, as a module: the files of a program's folder that go with it to its runner."""

    def neighbours(self, source: str, path: Path, hidden: Path | None = None) -> Neighbours:
        """The files that a program imports from its folder, also by way of each other; () without any; total.

        Never what lies at `hidden`, nor what a link leads out of the folder to.
        """


@dataclass(frozen=True, slots=True)
class Imported:
    """A name that a program imports from a module beside it: its name in that module, the module's text, and what that
    one imports in turn."""

    name: str
    there: str
    source: str
    imported: tuple[Imported, ...] = ()


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a program that failed while it read its standard input was about to read, as far as its error says.

    `more`: nothing was left to read.  `words`: so many were wanted on a line.  `instead_of`: this was to be a number.
    """

    more: bool = False
    words: int | None = None
    instead_of: str | None = None


class Runner(Protocol):
    """`languages/<lang>/run/`, as a package.  Everything here runs outside the sandbox and only reads text."""

    def survey(self, source: str, beside: Sequence[str] = (), imported: Sequence[Imported] = ()) -> Survey:
        """What can be called in a program and with what; total: a program that cannot be read has a `problem`.

        `beside` are other texts, tests for instance, whose calls are examples too, where the language reads them;
        `imported` is what `Importing.imported` found, or the neighbours that are texts, by path.
        """

    def harness(self) -> Harness:
        """How its harness is started; raises EnvironmentProblem (with the remedy) where something is missing for it."""

    def prepared(self, job: dict[str, Any]) -> dict[str, Any]:
        """What is sent to the harness in place of this `run` (a compiled language compiles here, and adds its classes).

        `neighbours` in it, where it is there, are the program's files.  Never raises on the program: what is wrong with
        it is for the harness to say, in its `end`.
        """

    # A runner may also have `ahead(self, jobs: list[dict[str, Any]]) -> None`: these jobs will come in all likelihood,
    # and a compiled language can compile them: variants of one program at once, one with `coverage` beside what runs.

    # One whose tests must import what they call has `test_beside(self, test: str, file: str, source: str) -> str`: the
    # test as a file beside that program.

    def wanted(self, error: str, message: str) -> Wanted:
        """What an exception, by its class and message, says of the input that was missing or wrong; total."""

    def literal(self, value: Value) -> str:
        """A value as this language writes it."""

    def call_text(self, entry: Entry, given: Input) -> str:
        """A call of the entry with this input as this language writes it, e.g. `search(3, [1, 2])`."""

    def test_text(self, entry: Entry, given: Input, expected: Value | None, error: str) -> str:
        """A test in the language's usual framework: the call gives `expected`, or (None) raises `error`."""
