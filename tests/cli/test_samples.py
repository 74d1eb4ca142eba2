"""The demo's samples really behave as `cases.toml` says: every one is run beside its reference."""

from __future__ import annotations

import itertools
import random
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from types import FunctionType
from typing import Any

import pytest

from codescore.cli.cases import Case, Variant, all_cases

PYTHON = [case for case in all_cases() if case.reference.suffix == ".py"]
JAVA = [case for case in all_cases() if case.reference.suffix == ".java"]


def variants(cases: list[Case], *, compiling: bool) -> list[Any]:
    return [
        pytest.param(case, variant, id=f"{case.name}-{variant.kind}")
        for case in cases
        for variant in case.variants
        if (variant.kind != "broken") == compiling
    ]


def inputs(case: Case) -> list[tuple[Any, ...]]:
    """Arguments that the case's task is defined for."""
    random.seed(7)
    lists = [[random.randint(0, 4) for _ in range(n % 9)] for n in range(300)]
    if case.name == "run_length":
        return [(items,) for items in lists]
    return [(sorted(items), wanted) for items in lists for wanted in (-1, 2, 3, 9)]


def function_in(path: Path) -> Callable[..., Any]:
    names: dict[str, Any] = {}
    exec(compile(path.read_text(encoding="utf-8"), path.name, "exec"), names)
    (function,) = [f for f in names.values() if isinstance(f, FunctionType)]
    return function


def outcome(function: Callable[..., Any], arguments: tuple[Any, ...]) -> object:
    try:
        return function(*arguments)
    except IndexError as error:
        return str(error)


def test_there_are_samples_of_both_languages() -> None:
    """The demo shows Python and Java, with every kind of variant."""
    assert PYTHON
    assert JAVA
    for case in all_cases():
        assert [v.kind for v in case.variants] == ["renamed", "rewritten", "different", "mutated", "broken"]
        assert [v.same for v in case.variants] == [True, True, True, False, False]


@pytest.mark.parametrize(("case", "variant"), variants(PYTHON, compiling=True))
def test_a_python_sample_behaves_as_said(case: Case, variant: Variant) -> None:
    """Equal results on all inputs where `same` is true, a different one somewhere where it is not."""
    reference, candidate = function_in(case.reference), function_in(variant.path)
    equal = [outcome(reference, given) == outcome(candidate, given) for given in inputs(case)]
    assert all(equal) == variant.same


@pytest.mark.parametrize(("case", "variant"), variants(PYTHON, compiling=False))
def test_a_broken_python_sample_does_not_compile(case: Case, variant: Variant) -> None:
    """Broken means that Python refuses it."""
    with pytest.raises(SyntaxError):
        function_in(variant.path)


RUNNER = """
class Runner {
    public static void main(String[] names) throws Exception {
        for (String name : names) {
            var method = Class.forName(name).getDeclaredMethods();
            java.lang.reflect.Method entry = null;
            for (var m : method) if (!m.isSynthetic()) entry = m;
            entry.setAccessible(true);
            StringBuilder said = new StringBuilder(name);
            for (Object given : INPUTS) said.append(' ').append(entry.invoke(null, given));
            System.out.println(said);
        }
    }
    static final Object[] INPUTS = {%s};
}
"""


def java_inputs(case: Case) -> str:
    random.seed(7)
    if case.name == "balanced":
        texts = ["".join(p) for n in range(7) for p in itertools.product("()", repeat=n)] + ["a(b)c", "x"]
        return ", ".join(f'"{text}"' for text in texts)
    spans = [[sorted(random.sample(range(12), 2)) for _ in range(n % 6)] for n in range(60)]
    return ", ".join(f"new int[][]{{{', '.join(f'{{{a}, {b}}}' for a, b in one)}}}" for one in spans)


def run_java(case: Case, folder: Path) -> dict[str, str]:
    """What reference and variants answer to all inputs; classes are renamed so that they can live together."""
    paths = {"reference": case.reference} | {v.kind: v.path for v in case.variants if v.kind != "broken"}
    for kind, path in paths.items():
        code = path.read_text(encoding="utf-8")
        for name in ("Brackets", "Spans"):
            code = code.replace(f"class {name}", f"class {kind.title()}")
        (folder / f"{kind.title()}.java").write_text(code, encoding="utf-8")
    (folder / "Runner.java").write_text(RUNNER % java_inputs(case), encoding="utf-8")
    subprocess.run(["javac", *(str(p) for p in folder.glob("*.java"))], check=True)
    names = [kind.title() for kind in paths]
    done = subprocess.run(["java", "-cp", folder, "Runner", *names], check=True, capture_output=True, text=True)
    return {line.split(" ")[0].lower(): line.partition(" ")[2] for line in done.stdout.splitlines()}


@pytest.mark.jdk
@pytest.mark.skipif(shutil.which("javac") is None, reason="NO JDK: the Java samples were not run")
@pytest.mark.parametrize("case", JAVA, ids=lambda case: case.name)
def test_the_java_samples_behave_as_said(case: Case, tmp_path: Path) -> None:
    """Equal results on all inputs where `same` is true, a different one somewhere where it is not."""
    said = run_java(case, tmp_path)
    for variant in case.variants:
        if variant.kind != "broken":
            assert (said[variant.kind] == said["reference"]) == variant.same, variant.kind


@pytest.mark.jdk
@pytest.mark.skipif(shutil.which("javac") is None, reason="NO JDK: the Java samples were not compiled")
@pytest.mark.parametrize(("case", "variant"), variants(JAVA, compiling=False))
def test_a_broken_java_sample_does_not_compile(case: Case, variant: Variant, tmp_path: Path) -> None:
    """Broken means that javac refuses it."""
    done = subprocess.run(["javac", "-d", tmp_path, variant.path], check=False, capture_output=True)
    assert done.returncode == 1
