"""TypeScript judged by tsc: rules of the language decide, types are told; nothing of a machine's files can be read."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from codescore.languages import Checker, by_id
from codescore.languages.typescript.check import checker as module
from codescore.languages.typescript.check.checker import NO_COMPILER, NOT_THERE, TypeScriptChecker, compiler

ROOT = Path(__file__).parents[2]
#: What the extension is built with; else the machine's own.
OURS = ROOT / "editors" / "vscode" / "node_modules" / "typescript"
needs_tsc = pytest.mark.skipif(
    shutil.which("node") is None or not (OURS.is_dir() or compiler()),
    reason="NO TSC: TypeScript was not checked; npm ci in editors/vscode, or npm install -g typescript@6",
)


@pytest.fixture(scope="module")
def tsc() -> Iterator[Checker]:
    with pytest.MonkeyPatch.context() as patch:
        if OURS.is_dir():
            patch.setenv("CODESCORE_TSC", str(OURS))
        made = TypeScriptChecker()
        yield made
        made.close()


@needs_tsc
@pytest.mark.parametrize(
    ("source", "told"),
    [
        ("export function f(a: number): number { return a + 1; }", None),
        ("function f(a) { return a.b + missing.c; }", "missing"),
        ("function f(a: number): string { return a; }", "return"),
        ("import x from './y'; import fs from 'fs'; x(fs.readFileSync('a')); process.exit(1); await x();", None),
        ("interface A { b: string }\nconst a: A = {};", "a"),
    ],
)
def test_a_type_error_is_told_and_does_not_decide(tsc: Checker, source: str, told: str | None) -> None:
    """Types are optional, and what other files say is not held against this one."""
    found = tsc.check(source.encode(), fragment=False)
    assert found is not None
    assert (found.compiles, found.problems) == (True, ())
    assert found.checker.startswith("tsc ")
    assert [source.encode()[p.start : p.end].decode().partition(" ")[0] for p in found.warnings] == (
        [told] if told else []
    )


@needs_tsc
@pytest.mark.parametrize(
    ("source", "place"),
    [
        ("function f(a: number { return a }", "{"),
        ("const é = 1; const é = 2;", "é"),
        ("return 1;", "return"),
        ("let a = " + "[" * 5000 + "]" * 5000, ""),
    ],
)
def test_rules_of_the_language_decide(tsc: Checker, source: str, place: str) -> None:
    """What no engine would run does not compile, and its place is in bytes."""
    found = tsc.check(source.encode(), fragment=False)
    assert found is not None
    assert not found.compiles
    assert source.encode()[found.problems[0].start : found.problems[0].end].decode() == place


@needs_tsc
@pytest.mark.parametrize(
    ("fragment", "compiles"),
    [
        ("get(): number { return this.x; }", True),
        ("if (a) { return 1; }", True),
        ("init: function (a: number) { return a; }", True),
        ("function f(a: A) { return field.b; }", True),
        ("} function g() {", False),
        ("let a = 1; return a; let a = 2;", False),
    ],
)
def test_fragments_may_lack_what_was_around_them(tsc: Checker, fragment: str, compiles: bool) -> None:
    """A member, statements; a name that only the surroundings could declare is not told."""
    found = tsc.check(fragment.encode(), fragment=True)
    assert found is not None
    assert found.compiles is compiles
    assert found.warnings == ()


@needs_tsc
def test_no_file_of_the_machine_is_read(tsc: Checker, tmp_path: Path) -> None:
    """A text that names one learns neither its words nor that it is there."""
    secret = tmp_path / "secret.ts"
    secret.write_text("export const secret: string = 1;")
    words = [
        tsc.check(
            f'/// <reference path="{path}" />\nimport {{ secret }} from "{path}"; secret.x;'.encode(), fragment=False
        )
        for path in (secret, tmp_path / "absent.ts")
    ]
    assert words[0] == words[1]


@needs_tsc
def test_types_decide_where_somebody_wants_that(monkeypatch: pytest.MonkeyPatch) -> None:
    """By a variable of the user's own, and the checker's name says so."""
    monkeypatch.setenv("CODESCORE_TYPE_ERRORS", "decide")
    if OURS.is_dir():
        monkeypatch.setenv("CODESCORE_TSC", str(OURS))
    strict = TypeScriptChecker("tsx")
    found = strict.check(b"const a: string = 1; const e = <b>{a}</b>;", fragment=False)
    strict.close()
    assert found is not None
    assert not found.compiles
    assert found.checker.endswith(", types decide")


@needs_tsc
@pytest.mark.parametrize(
    "source",
    [
        "// @ts-nocheck\nlet a = 1; let a = 2;",
        "// @ts-nocheck\nfunction f() { return 1; }\nreturn f();",
        "// @ts-ignore\nreturn 1;",
    ],
)
def test_a_comment_does_not_turn_the_rules_off(tsc: Checker, source: str) -> None:
    """It may keep type errors back; what no engine would run, none does."""
    found = tsc.check(source.encode(), fragment=False)
    assert found is not None
    assert not found.compiles
    types = tsc.check(b"// @ts-nocheck\nfunction f(a: number): string { return a; }", fragment=False)
    assert types is not None
    assert types.compiles
    assert not types.warnings


@pytest.mark.parametrize("absolute", [False, True])
def test_a_projects_own_compiler_on_the_path_is_not_loaded(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, absolute: bool
) -> None:
    """`npm run` puts it there, and people put `node_modules/.bin` there."""
    package = tmp_path / "node_modules" / "typescript"
    for name in ("lib/typescript.js", "bin/tsc"):
        (package / name).parent.mkdir(parents=True)
        (package / name).write_text("throw 1")
    (package / "bin" / "tsc").chmod(0o755)
    (tmp_path / "node_modules" / ".bin").mkdir()
    (tmp_path / "node_modules" / ".bin" / "tsc").symlink_to("../typescript/bin/tsc")
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("CODESCORE_TSC", raising=False)
    folder = tmp_path / "node_modules" / ".bin" if absolute else Path("node_modules/.bin")
    monkeypatch.setenv("PATH", str(folder))
    assert compiler() is None
    monkeypatch.setenv("PATH", str(package / "bin"))
    assert compiler() == package / "lib" / "typescript.js"


def test_without_a_compiler_it_is_said_and_a_workspaces_own_is_never_loaded(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A `node_modules` beside the code came with the code: it is a program of somebody else's."""
    package = tmp_path / "node_modules" / "typescript" / "lib"
    package.mkdir(parents=True)
    (package / "typescript.js").write_text("throw 1")
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("CODESCORE_TSC", raising=False)
    monkeypatch.setattr(module.shutil, "which", lambda *_, **__: None)
    language = by_id("typescript")
    assert language is not None
    checker = language.new_checker()
    assert checker is not None
    assert checker.check(b"let a = 1;", fragment=False) is None
    assert checker.notices() == (NO_COMPILER,)
    monkeypatch.setenv("CODESCORE_TSC", str(tmp_path / "nowhere"))
    checker = TypeScriptChecker()
    assert checker.check(b"let a = 1;", fragment=False) is None
    assert checker.notices() == (NOT_THERE.format(tmp_path / "nowhere"),)
