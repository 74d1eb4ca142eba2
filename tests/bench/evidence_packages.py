"""Mutants of stateful classes of installed packages, judged as a user would have them judged.

    PYTHONPATH=server:. python -m tests.bench.evidence_packages ENV SDISTS --half odd --each 14 --out FILE

ENV is a virtual environment with the packages and pytest, SDISTS a folder of their unpacked source distributions.  A
mutant (one operator, one statement) is taken evenly from a class's own lines; both programs are the class with what it
needs of its module, and import what is beside it.  Where the verdict is that they are the same, or that there is not
enough evidence, the package's own tests are run on the mutant, in a sandbox: a mutant that they kill and that was
called the same is a false word.  Packages are in two halves by a digest of their name; failures of `even` were looked
at.  Nobody wrote a driver, and no line here knows a class.
"""

from __future__ import annotations

import argparse
import ast
import hashlib
import json
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from codescore.evidence.libraries import STDIN, of_program
from codescore.evidence.mutants import Mutant, mutants, spread
from codescore.evidence.options import Options
from codescore.evidence.session import EvidenceSession
from codescore.languages import Language, by_id
from codescore.languages.execution import NO_LIBRARIES
from tests.bench.evidence_state import own_lines

_SECONDS = 90
_EXPOSED = ("differs", "conditional", "timeout", "crash")


@dataclass(frozen=True, slots=True)
class Subject:
    """A class of a module, and which tests of its package speak of it; lines of `above`, its bases, are mutated too."""

    package: str
    module: str
    name: str
    tests: str
    words: str = ""  # which of these tests
    above: tuple[str, ...] = ()


def _of(package: str, module: str, tests: str, *names: str | tuple[str, str]) -> Iterator[Subject]:
    for name in names:
        called, words = (name, "") if isinstance(name, str) else name
        yield Subject(package, module, called, tests, words)


SUBJECTS = (
    Subject("cachetools", "cachetools/__init__.py", "Cache", "tests"),
    *_of("cachetools", "cachetools/__init__.py", "tests", "FIFOCache", "LFUCache", "LRUCache", "TTLCache", "TLRUCache"),
    *_of("boltons", "boltons/cacheutils.py", "tests/test_cacheutils.py", "LRI", "LRU", "ThresholdCounter"),
    *_of("boltons", "boltons/dictutils.py", "tests/test_dictutils.py", "OrderedMultiDict", "OneToOne", "ManyToMany"),
    *_of("boltons", "boltons/listutils.py", "tests/test_listutils.py", "BarrelList"),
    Subject("boltons", "boltons/queueutils.py", "HeapPriorityQueue", "tests/test_queueutils.py",
            above=("BasePriorityQueue",)),
    *_of("boltons", "boltons/setutils.py", "tests/test_setutils.py", "IndexedSet"),
    *_of("boltons", "boltons/statsutils.py", "tests", ("Stats", "stats")),
    *_of("boltons", "boltons/mathutils.py", "tests/test_mathutils.py", "Bits"),
    *_of("boltons", "boltons/tableutils.py", "tests/test_tableutils.py", "Table"),
    *_of("more_itertools", "more_itertools/more.py", "tests/test_more.py", ("peekable", "Peekable"),
         ("seekable", "Seekable"), ("bucket", "Bucket"), ("numeric_range", "NumericRange"),
         ("SequenceView", "SequenceView"), ("countable", "Countable")),
    *_of("intervaltree", "intervaltree/intervaltree.py", "test", "IntervalTree"),
    *_of("intervaltree", "intervaltree/interval.py", "test", "Interval"),
    *_of("pyrsistent", "pyrsistent/_pdeque.py", "tests/deque_test.py", "PDeque"),
    *_of("pyrsistent", "pyrsistent/_plist.py", "tests/list_test.py", "PList"),
    *_of("pyrsistent", "pyrsistent/_pbag.py", "tests/bag_test.py", "PBag"),
    *_of("pyrsistent", "pyrsistent/_pset.py", "tests/set_test.py", "PSet"),
    *_of("pyrsistent", "pyrsistent/_pmap.py", "tests/map_test.py", "PMap"),
    *_of("pyrsistent", "pyrsistent/_pvector.py", "tests/vector_test.py", "PythonPVector"),
)  # fmt: skip


def half(package: str) -> str:
    """Which half a package is in."""
    return "odd" if int(hashlib.sha256(package.encode()).hexdigest(), 16) % 2 else "even"


def standing(text: str, name: str) -> str:
    """A class with what it needs of its module: imports, and whatever binds a name that is used."""
    tree, lines = ast.parse(text), text.splitlines(keepends=True)
    binds = [_bound(node) for node in tree.body]
    wanted, kept = {name}, set[int]()
    while True:
        new = [i for i, node in enumerate(tree.body) if i not in kept and (binds[i] & wanted or _imports(node))]
        if not new:
            break
        kept.update(new)
        wanted |= {n.id for i in new for n in ast.walk(tree.body[i]) if isinstance(n, ast.Name)}
    parts = []
    for i in sorted(kept):
        node = tree.body[i]
        first = min([node.lineno, *(one.lineno for one in getattr(node, "decorator_list", ()))])
        parts.append("".join(lines[first - 1 : node.end_lineno]))
    return "\n".join(parts)


def _imports(node: ast.stmt) -> bool:
    return isinstance(node, (ast.Import, ast.ImportFrom))


def _bound(node: ast.stmt) -> set[str]:
    """The names that a statement of a module gives a value."""
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        return {node.name}
    found = {n.id for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
    found |= {n.name for n in ast.walk(node) if isinstance(n, (ast.FunctionDef, ast.ClassDef))}
    return found | {a.asname or a.name for n in ast.walk(node) if _imports(n) for a in n.names}  # type: ignore[attr-defined,arg-type]


def chosen(language: Language, subject: Subject, text: str, each: int) -> list[Mutant]:
    """So many mutants of a class's own lines, taken evenly; documentation is none."""
    found: list[Mutant] = []
    for name in (subject.name, *subject.above):
        found += mutants(language, text, own_lines(text, name))
    return spread([one for one in found if ast.dump(ast.parse(one.source)) != ast.dump(ast.parse(text))], each)


def killed(subject: Subject, source: str, environment: Path, sdists: Path) -> bool | None:
    """Whether the package's own tests fail on a mutant, behind a wall of their own; None where they end in no time."""
    (found,) = [p for p in sdists.iterdir() if p.is_dir() and p.name.startswith(f"{subject.package}-")]
    (packages,) = environment.glob("lib/python3.*/site-packages")
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        package = subject.module.split("/", maxsplit=1)[0]
        shutil.copytree(packages / package, work / package)
        (work / subject.module).write_text(source, "utf-8")
        first = subject.tests.split("/", maxsplit=1)[0]
        shutil.copytree(found / first, work / first)
        command = [
            "bwrap", "--unshare-all", "--die-with-parent", "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc",
            "--bind", folder, folder, "--chdir", folder, "--setenv", "PYTHONPATH", folder,
            environment / "bin" / "python", "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", subject.tests,
            *(["-k", subject.words] if subject.words else []),
        ]  # fmt: skip
        try:
            ended = subprocess.run(command, capture_output=True, timeout=_SECONDS, check=False)
        except subprocess.TimeoutExpired:
            return None
        return ended.returncode != 0


def judge(session: EvidenceSession, subject: Subject, each: int, environment: Path, sdists: Path) -> list[dict]:
    """The verdict on each mutant of a class, and what its package's tests say of those that were not exposed."""
    language = by_id("python")
    assert language is not None
    (packages,) = environment.glob("lib/python3.*/site-packages")
    path = packages / subject.module
    text = path.read_text("utf-8")
    reference = standing(text, subject.name)
    assert killed(subject, text, environment, sdists) is False, subject
    libraries = of_program(NO_LIBRARIES, language, str(path), reference, STDIN)
    own = next(n for n in ast.parse(reference).body if isinstance(n, ast.ClassDef) and n.name == subject.name)
    defined = {n.name for n in own.body if isinstance(n, ast.FunctionDef)} - {"__init__"}
    entries = language.runner().survey(reference).entries  # type: ignore[union-attr]
    assert all(one.kind != "script" for one in entries), "it is run as a whole"
    entry = next(one for one in entries if one.name == subject.name)
    pair = next(f"{subject.name}.{member.name}" for member in entry.members if member.name in defined)
    options = Options(pairs=((pair, pair),), ours=libraries, theirs=libraries)
    records = []
    for mutant in chosen(language, subject, text, each):
        found = session.judge(standing(mutant.source, subject.name), reference, language, options)
        asked = found.verdict in ("equivalent", "insufficient", "untested")
        dead = killed(subject, mutant.source, environment, sdists) if asked else None
        line = mutant.source.splitlines()[mutant.line - 1].strip()
        was = text.splitlines()[mutant.line - 1].strip()
        print(
            f"{subject.name:16} {found.verdict:12} {dead!s:5} {mutant.line:5} {was[:50]:50} | {line[:50]}", flush=True
        )
        records.append({
            "package": subject.package, "class": subject.name, "line": mutant.line, "rule": mutant.rule, "was": was,
            "is": line, "verdict": found.verdict, "reason": found.reason, "inputs": found.inputs, "killed": dead,
            "exposes": [found.mutants.exposed, found.mutants.total], "seconds": round(found.seconds, 1),
        })  # fmt: skip
    return records


def summed(records: list[dict]) -> dict:
    """How many were exposed, how many not enough evidence, how many wrongly the same, of all and of each half."""
    found = {}
    for name in ("all", "even", "odd"):
        mine = [r for r in records if name in ("all", half(r["package"]))]
        same = [r for r in mine if r["verdict"] == "equivalent"]
        total = max(1, len(mine))
        found[name] = {
            "mutants": len(mine),
            "exposed": round(sum(r["verdict"] in _EXPOSED for r in mine) / total, 3),
            "not_enough": round(sum(r["verdict"] in ("insufficient", "untested") for r in mine) / total, 3),
            "not_enough_and_killed": sum(
                r["verdict"] in ("insufficient", "untested") and r["killed"] is not False for r in mine
            ),
            "same": len(same),
            "same_and_killed": sum(r["killed"] is not False for r in same),
            "wrongly_same": round(sum(r["killed"] is not False for r in same) / total, 3),
        }
    return found


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("environment", type=Path)
    parser.add_argument("sdists", type=Path)
    parser.add_argument("--half", choices=("even", "odd"))
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument("--each", type=int, default=14)
    parser.add_argument("--out", type=Path, required=True)
    given = parser.parse_args()
    records: list[dict] = []
    for subject in SUBJECTS:
        if given.half in (None, half(subject.package)) and (not given.only or subject.name in given.only):
            with EvidenceSession() as session:
                try:
                    records += judge(session, subject, given.each, given.environment.resolve(), given.sdists.resolve())
                except (AssertionError, StopIteration) as problem:
                    print(f"{subject.name}: left out: {problem!r}", flush=True)
            given.out.write_text(json.dumps({**summed(records), "records": records}, indent=1) + "\n")
    print(json.dumps(summed(records), indent=1))


if __name__ == "__main__":
    main()
