"""The corpus stage from a recipe to split training data, through the real pip, on packages made here."""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import os
import platform
import signal
import subprocess
import sys
import tarfile
import zipfile
from itertools import combinations
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from codescore.foundation.errors import EnvironmentProblem, InputError
from codescore_train.corpus import build, dedupe_and_split, fetch, storage
from codescore_train.corpus.minhash import jaccard, shingle_sets
from codescore_train.corpus.projects import extract, is_test
from codescore_train.corpus.recipe import Recipe, Source, load
from codescore_train.corpus.split import PARTS, part_of

BODY = "def {0}(numbers, limit):\n    total = 0\n    for n in numbers:\n        total += n * {1}\n    return total\n"


def wheel(folder: Path, name: str, licence: str, files: dict[str, str]) -> str:
    """Make a wheel in `folder`; returns its recipe line."""
    path = folder / f"{name}-1.0-py3-none-any.whl"
    about = f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\nLicense-Expression: {licence}\n"
    info = {"METADATA": about, "WHEEL": "Wheel-Version: 1.0\nTag: py3-none-any\n", "RECORD": ""}
    with zipfile.ZipFile(path, "w") as archive:
        for inner, text in {**files, **{f"{name}-1.0.dist-info/{k}": v for k, v in info.items()}}.items():
            archive.writestr(zipfile.ZipInfo(inner), text)
    return f"{name}==1.0 {path.name}#sha256={hashlib.sha256(path.read_bytes()).hexdigest()}"


def recipe(path: Path, index: Path, lines: list[str], cap: int = 100) -> Path:
    path.write_text(
        dedent(f"""
        [limits]
        functions_per_project = {cap}
        test_share = 0.2
        [fetch]
        pip_options = ["--no-index", "--find-links={index}", "--only-binary=:all:"]
        skip_parts = ["_vendor"]
        [[sources]]
        kind = "pypi"
        language = "python"
        packages = '''
        """)
        + "\n".join(lines)
        + "\n'''\n",
        encoding="utf-8",
    )
    return path


@pytest.fixture
def index(tmp_path: Path) -> Path:
    folder = tmp_path / "index"
    folder.mkdir()
    return folder


def rows(path: Path) -> list[Any]:
    return list(storage.read_lines(path))


def test_a_recipe_becomes_functions_with_provenance(tmp_path: Path, index: Path) -> None:
    """Permissive packages give rows, others a recorded reason; jobs change nothing, and nothing is fetched twice."""
    good = wheel(index, "good", "MIT", {"good/a.py": BODY.format("f", 2), "good/_vendor/b.py": BODY.format("g", 3)})
    mixed = wheel(
        index, "mixed", "BSD-3-Clause",
        {"mixed/a.py": BODY.format("f", 4), "mixed/gpl.py": "# GNU General Public License\n" + BODY.format("g", 5)},
    )  # fmt: skip
    copyleft = wheel(index, "copyleft", "GPL-3.0-only", {"copyleft/a.py": BODY.format("f", 6)})
    changed = wheel(index, "changed", "MIT", {"changed/a.py": BODY.format("f", 7)})[:-4] + "0000"
    hostile = wheel(index, "hostile", "MIT", {"hostile/a.py": BODY.format("f", 8), "../evil.py": BODY.format("g", 9)})
    missing = f"missing==1.0 missing-1.0-py3-none-any.whl#sha256={'0' * 64}"
    plan = recipe(tmp_path / "r.toml", index, [good, mixed, copyleft, changed, hostile, missing])

    summary = build(plan, tmp_path / "one", jobs=1)
    assert summary.functions == {"python": 2}
    assert summary.licences == {"python": {"MIT": 1, "BSD-3-Clause": 1}}
    assert [(r["project"], r["path"], r["licence"]) for r in rows(tmp_path / "one/python.jsonl.gz")] == [
        ("good", "good/a.py", "MIT"), ("mixed", "mixed/a.py", "BSD-3-Clause"),
    ]  # fmt: skip
    records = {r["name"]: r for r in map(json.loads, (tmp_path / "one/sources.jsonl").read_text().splitlines())}
    assert {name: bool(r["skipped"]) for name, r in records.items()} == {
        "good": False, "mixed": False, "copyleft": True, "changed": True, "hostile": True, "missing": True,
    }  # fmt: skip
    assert records["good"]["origin"] == "pypi:good==1.0"
    assert "hash" in records["changed"]["skipped"]
    assert "leads out of the archive" in records["hostile"]["skipped"]
    assert "://" not in (tmp_path / "one/sources.jsonl").read_text()
    assert not (tmp_path / "evil.py").exists()

    build(plan, tmp_path / "two", jobs=2)
    for name in ("python.jsonl.gz", "sources.jsonl", "summary.json"):
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()
    for path in index.iterdir():
        path.unlink()
    assert build(plan, tmp_path / "one", jobs=1).functions == summary.functions


def test_an_interrupted_build_goes_on_where_it_stopped(tmp_path: Path, index: Path) -> None:
    """Ctrl-C ends with exit code 130, no result and no half-written file; the same command finishes the work."""
    lines = [wheel(index, f"p{i}", "MIT", {"p/a.py": BODY.format("f", i)}) for i in range(12)]
    plan, out = recipe(tmp_path / "r.toml", index, lines), tmp_path / "out"
    # A runner in the background may have SIGINT ignored, and children inherit that.
    start = "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
    start += "from codescore_train.corpus.__main__ import main; sys.exit(main())"
    command = [sys.executable, "-c", start, "--recipe", str(plan), "--out", str(out), "--jobs", "1"]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environment) as running:
        assert running.stderr is not None
        assert running.stderr.readline().startswith("1/12")
        running.send_signal(signal.SIGINT)
        assert "stopped" in running.stderr.read()
    assert running.returncode == 130
    assert not (out / "python.jsonl.gz").exists()
    assert build(plan, out, jobs=1).functions == {"python": 12}
    assert not [path for path in out.rglob(".*") if path.is_file()]


def test_a_part_damaged_by_others_is_named(tmp_path: Path, index: Path) -> None:
    """A finished part that can no longer be read is one line that says which file to delete; then it works again."""
    plan = recipe(tmp_path / "r.toml", index, [wheel(index, "good", "MIT", {"good/a.py": BODY.format("f", 2)})])
    build(plan, tmp_path / "out", jobs=1)
    (part,) = (tmp_path / "out/parts").glob("*.jsonl.gz")
    part.write_bytes(part.read_bytes()[:-12])
    with pytest.raises(EnvironmentProblem, match="damaged") as caught:
        build(plan, tmp_path / "out", jobs=1)
    assert str(part) in str(caught.value)
    part.unlink()
    assert build(plan, tmp_path / "out", jobs=1).functions == {"python": 1}


def test_nothing_to_build_from_is_an_environment_problem(tmp_path: Path, index: Path) -> None:
    """Where no source at all can be had the command says so instead of writing an empty corpus."""
    plan = recipe(tmp_path / "r.toml", index, [f"missing==1.0 missing-1.0-py3-none-any.whl#sha256={'0' * 64}"])
    with pytest.raises(EnvironmentProblem, match="no source could be used"):
        build(plan, tmp_path / "out", jobs=1)
    assert not (tmp_path / "out/python.jsonl.gz").exists()


@pytest.mark.parametrize(
    "line",
    [
        "unpinned", "name==1.0", "name==1.0 f.whl", "name==1.0 f.whl#sha256=12", f"n==1 ../f.whl#sha256={'0' * 64}",
        f"n==1 a/f.whl#sha256={'0' * 64}",
    ],
)  # fmt: skip
def test_a_line_that_pins_nothing_is_refused(tmp_path: Path, index: Path, line: str) -> None:
    """Every source needs a version, a plain file name and a full hash."""
    with pytest.raises(InputError, match="cannot read the line"):
        load(recipe(tmp_path / "r.toml", index, [line]))


@pytest.mark.parametrize("text", ["", "not toml [", "[limits]\n", "[limits]\nfunctions_per_project = 'x'\n"])
def test_a_recipe_that_is_none_is_bad_input(tmp_path: Path, text: str) -> None:
    """A missing or malformed part is one line of InputError."""
    (tmp_path / "r.toml").write_text(text)
    with pytest.raises(InputError):
        load(tmp_path / "r.toml")


def test_the_shipped_recipe_is_readable_and_names_no_host() -> None:
    """The recipe in the package loads, has both languages and holds package names only."""
    path = Path(fetch.__file__).parents[1] / "recipes/corpus.toml"
    found = load(path)
    assert {source.language for source in found.sources} == {"python", "java"}
    assert len(found.sources) > 300
    assert "://" not in path.read_text(encoding="utf-8")


def test_sources_lists_are_turned_to_source_packages() -> None:
    """Both formats of apt's lists ask for source packages in the private configuration."""
    assert fetch.source_packages("Types: deb\nURIs: x\n") == "Types: deb-src\nURIs: x\n"
    assert fetch.source_packages("deb x y main\n# deb z\n") == "deb-src x y main\n# deb z\n"


def debian_source(folder: Path, licence: str | None) -> tuple[Source, tuple[Path, ...]]:
    java = "class A {{\n  int {0}(int[] a) {{\n    int s = {1};\n    for (int x : a) s += x;\n    return s;\n  }}\n}}\n"
    apache = "// Licensed under the Apache License, Version 2.0\n"
    files = {f"p-1/src/{n}.java": java.format(n.lower(), i) for i, n in enumerate("ABCDEFGHIJ")}
    files |= {f"p-1/src/test/{n}Test.java": java.format(n.lower(), i + 50) for i, n in enumerate("ABCDEFGHIJ")}
    files["p-1/src/Z.java"] = apache + java.format("z", 99)
    paths = [tarball(folder / "p_1.orig.tar.gz", files)]
    if licence:
        about = f"Format: x\n\nFiles: *\nCopyright: x\nLicense: {licence}\n\nFiles: src/B.java\nLicense: GPL-2\n"
        paths.append(tarball(folder / "p_1-1.debian.tar.gz", {"debian/copyright": about}))
    return Source("debian", "p", "1-1", "java", ()), tuple(paths)


def tarball(path: Path, files: dict[str, str]) -> Path:
    with tarfile.open(path, "w:gz") as archive:
        for name, text in files.items():
            info = tarfile.TarInfo(name)
            info.size = len(text.encode())
            archive.addfile(info, io.BytesIO(text.encode()))
    return path


LIMITS = Recipe((), 100, 0.2, (), frozenset(), "")


def test_the_interpreters_own_library_is_a_source_with_a_hash() -> None:
    """It has no archive to pin, so that what was read is hashed; test folders are left out."""
    source = Source("cpython", "cpython", ".".join(platform.python_version_tuple()[:2]), "python", ())
    found = extract(source, (), LIMITS)
    ((name, digest),) = found.sha256
    assert platform.python_version() in name
    assert len(digest) == 64
    assert (found.licence, len(found.rows)) == ("PSF-2.0", 100)
    assert not [row.path for row in found.rows if row.path.startswith(("test/", "idlelib/"))]


def test_the_library_of_another_interpreter_is_not_taken_for_the_pinned_one() -> None:
    """A recipe names a version; under any other the source is skipped and says what to do."""
    found = extract(Source("cpython", "cpython", "3.1", "python", ()), (), LIMITS)
    assert found.rows == ()
    assert "Python 3.1" in found.skipped


def test_a_debian_package_is_filtered_by_file_and_its_tests_are_capped(tmp_path: Path) -> None:
    """Stanzas leave out single files; tests are at most a fifth of what stays."""
    found = extract(*debian_source(tmp_path, "Apache-2.0"), LIMITS)
    names = {row.path for row in found.rows}
    assert "src/A.java" in names
    assert "src/B.java" not in names
    assert sum(is_test(name) for name in names) == 2
    assert len(names) == 12
    assert found.licence == "Apache-2.0"


def test_a_debian_package_without_a_readable_licence_gives_only_files_that_state_one(tmp_path: Path) -> None:
    """Without debian/copyright the file's own header decides."""
    found = extract(*debian_source(tmp_path, None), LIMITS)
    assert [row.path for row in found.rows] == ["src/Z.java"]


def test_a_copyleft_debian_package_gives_nothing(tmp_path: Path) -> None:
    """Not even the files with a permissive header, and the reason is recorded."""
    found = extract(*debian_source(tmp_path, "LGPL-2.1+"), LIMITS)
    assert (found.rows, found.skipped) == ((), "licence not permissive or unknown")


def test_a_truncated_archive_is_skipped_with_its_reason(tmp_path: Path) -> None:
    """Damage is recorded, not raised."""
    source, paths = debian_source(tmp_path, None)
    paths[0].write_bytes(paths[0].read_bytes()[:-60])
    assert extract(source, paths, LIMITS).skipped.startswith("bad archive")


def test_the_cap_holds_and_is_deterministic(tmp_path: Path) -> None:
    """A cap chooses the same functions every time and keeps their order."""
    source, paths = debian_source(tmp_path, "Apache-2.0")
    limits = Recipe((), 5, 0.2, (), frozenset(), "")
    first = extract(source, paths, limits).rows
    assert len(first) == 5
    assert first == extract(source, paths, limits).rows
    assert sum(is_test(row.path) for row in first) <= 1


def corpus(folder: Path, functions: list[tuple[str, str]]) -> Path:
    folder.mkdir()
    with storage.gzip_lines(folder / "python.jsonl.gz") as stream:
        for project, code in functions:
            stream.write(storage.line({"lang": "python", "project": project, "code": code, "comment": "Adds them."}))
    return folder


def test_renamed_copies_and_short_functions_are_dropped(tmp_path: Path) -> None:
    """A sketch occurs once over all projects and parts, and a stub never."""
    renamed = BODY.format("other", 2).replace("total", "sum_of_all").replace("numbers", "xs")
    source = corpus(
        tmp_path / "c",
        [("p", BODY.format("f", 2)), ("q", renamed), ("s", BODY.format("f", 4)), ("t", "def f(x):\n    pass\n")],
    )
    summary = dedupe_and_split(source, tmp_path / "out", jobs=1)
    assert summary.read == {"python": 4}
    assert summary.dropped == {"python": {"duplicate": 1, "evaluation data": 0, "near-duplicate": 0, "too short": 1}}
    kept = [r for part in PARTS for r in rows(tmp_path / f"out/functions.python.{part}.jsonl.gz")]
    assert sorted(r["project"] for r in kept) == ["p", "s"]
    assert set(kept[0]) == {"lang", "project", "code", "sketch", "comment"}
    assert "arg_0" in kept[0]["sketch"]
    assert json.loads((tmp_path / "out/split.json").read_text()) == summary.document()


def test_a_project_lies_in_one_part(tmp_path: Path) -> None:
    """The part depends on the project's name, and about the asked share of projects is for validation."""
    functions = [(f"project-{chr(97 + i % 26)}{chr(97 + i // 26)}", BODY.format("f", i)) for i in range(300)]
    dedupe_and_split(corpus(tmp_path / "c", functions), tmp_path / "out", valid_share=0.3, jobs=2)
    parts = {part: {r["project"] for r in rows(tmp_path / f"out/functions.python.{part}.jsonl.gz")} for part in PARTS}
    assert not parts["train"] & parts["valid"]
    assert 50 < len(parts["valid"]) < 130


def variants(count: int) -> list[tuple[str, str]]:
    """Functions of as many projects: ten bodies, each edited a little in every one."""
    lines = [[f"    v{i} = a.m{kind}{i}(b, {i}) + {kind * i}\n" for i in range(25)] for kind in range(10)]
    functions = []
    for n in range(count):
        body = list(lines[n % 10])
        body[n % 25] = f"    v{n % 25} = a.changed{n}(b)\n"
        functions.append(
            (f"project-{chr(97 + n % 26)}{chr(97 + n // 26)}", f"def f(a, b):\n{''.join(body)}    return v3\n")
        )
    return functions


def test_near_copies_lie_in_one_part_only(tmp_path: Path) -> None:
    """Edited copies across projects are dropped, so that no validation function is nearly one of training."""
    summary = dedupe_and_split(corpus(tmp_path / "c", variants(200)), tmp_path / "out", valid_share=0.5, jobs=1)
    kept = [row["sketch"] for part in PARTS for row in rows(tmp_path / f"out/functions.python.{part}.jsonl.gz")]
    sets = shingle_sets(kept)
    assert all(jaccard(sets[i], sets[j]) < 0.8 for i, j in combinations(range(len(kept)), 2))
    assert len(kept) < 40
    assert summary.dropped["python"]["near-duplicate"] == 200 - len(kept)
    assert summary.near_duplicates["python"]["across_parts"] > 50
    first = summary.near_duplicates["python"]["examples"][0]
    assert first["function"].startswith("project-")
    assert first["of"].startswith("project-")


def test_the_split_is_the_same_every_time(tmp_path: Path) -> None:
    """Neither the number of processes nor another run changes a byte."""
    source = corpus(
        tmp_path / "c", [(p, c) for p, c in variants(150)] + [("x", BODY.format("f", i)) for i in range(40)]
    )
    for name, jobs in (("one", 1), ("two", 2)):
        dedupe_and_split(source, tmp_path / name, valid_share=0.4, jobs=jobs)
    names = sorted(path.name for path in (tmp_path / "one").iterdir())
    assert len(names) == 3
    for name in names:
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()


def test_versions_and_affixes_do_not_tear_a_project_apart() -> None:
    """Several releases of one project, packaged under different names, share a part."""
    for name in ("lucene", "netty", "okhttp", "jackson-core", "commons-lang"):
        assert len({part_of(n, 0.5) for n in (name, f"lib{name}-java", f"{name}3", f"{name}-4.10")}) == 1


def test_there_must_be_a_corpus(tmp_path: Path) -> None:
    """A folder without a corpus is bad input."""
    with pytest.raises(InputError, match="no corpus"):
        dedupe_and_split(tmp_path, tmp_path / "out")


@pytest.mark.parametrize("content", [b"no gzip", gzip.compress(b"{\n"), gzip.compress(b"[]\n"), gzip.compress(b"{}\n"),
                                     gzip.compress(b"{}\n" * 99)[:-9], b"\x1f\x8b\x08" + bytes(50)])  # fmt: skip
def test_a_damaged_corpus_is_bad_input_that_says_where(tmp_path: Path, content: bytes) -> None:
    """Cut off, overwritten or foreign files are one line, and no split is left that looks finished."""
    (tmp_path / "python.jsonl.gz").write_bytes(content)
    (tmp_path / "out").mkdir()
    (tmp_path / "out/split.json").write_text("of an earlier split")
    with pytest.raises(InputError, match=r"python\.jsonl\.gz: damaged"):
        dedupe_and_split(tmp_path, tmp_path / "out", jobs=1)
    assert not (tmp_path / "out/split.json").exists()
