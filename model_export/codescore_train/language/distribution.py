"""A new language on disk: as a distribution of its own, or as a folder of this project's checkout.

Neighbours: `folder` drafts the files, `conformance` later annotates the example and holds the language to it.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from importlib.metadata import PackageNotFoundError, packages_distributions, version
from pathlib import Path

import tree_sitter

from codescore.foundation.errors import EnvironmentProblem, InputError
from codescore.languages import known_languages
from codescore.languages.registry import grammar_of
from codescore_train.language.folder import Draft, files, like

_ID = re.compile(r"[a-z][a-z0-9_]*")
_ENDING = re.compile(r"(\.[\w+-]+)+")
_EDITORS = ("vscode", "neovim", "other")
_TEST = '''\
"""The language does what its examples say."""

from codescore.languages import by_id
from codescore_train.language.conformance import disagreements, examples_of, golden, golden_path


def test_the_examples_hold():
    """Units and names are what the comments say, sketches what was accepted."""
    language = by_id({id})
    assert language is not None
    assert examples_of(language)
    for path in examples_of(language):
        assert disagreements(language, path) == []
        assert golden_path(path).read_text(encoding="utf-8") == golden(language, path)
'''
_PROJECT = """\
[build-system]
requires = ["hatchling>=1.27,<2"]
build-backend = "hatchling.build"

[project]
name = "{name}"
version = "0.1.0"
description = "{title} for CodeScore-R"
requires-python = ">=3.11"
dependencies = ["codescore-r", {grammar}]

[project.entry-points."codescore.languages"]
{id} = "{package}"

[tool.hatch.build.targets.wheel]
packages = ["{package}"]
"""


def create(draft: Draft, example: Path, out: Path, other: str | None = None) -> list[Path]:
    """Write a distribution `codescore-ID` into `out`; returns its files.  Raises InputError, EnvironmentProblem."""
    _new(draft, other)
    folder, package = out / f"codescore-{draft.id}", f"codescore_{draft.id}"
    if folder.exists():
        raise InputError(f"{folder} is there already; remove it or give another --out")
    texts = {f"{package}/{name}": text for name, text in drafted(draft, example, other).items()}
    project = _PROJECT.format(
        name=f"codescore-{draft.id}", title=draft.title, id=draft.id, package=package, grammar=_requirement(draft)
    )
    texts |= {"pyproject.toml": project, "tests/test_language.py": _TEST.format(id=json.dumps(draft.id))}
    return _written(folder, texts)


def put_inside(draft: Draft, example: Path, checkout: Path, other: str | None = None) -> list[Path]:
    """Write the folder into a checkout of this project, and bring the editors' lists up to date."""
    _new(draft, other)
    languages = checkout / "server" / "codescore" / "languages"
    if not (languages / "registry.py").is_file():
        raise InputError(f"{checkout} is no checkout of CodeScore-R; give its root with --inside")
    if (languages / draft.id).exists() or (languages / f"{draft.id}.py").exists():
        raise InputError(f"{languages / draft.id} would take a place that is taken; choose another id")
    written = _written(languages / draft.id, drafted(draft, example, other))
    for editor in _EDITORS:
        program = checkout / "editors" / editor / "generate.py"
        seen = {**os.environ, "PYTHONPATH": str(checkout / "server")}  # the languages of that checkout
        done = subprocess.run([sys.executable, str(program)], env=seen, capture_output=True, text=True, check=False)
        if done.returncode:
            last = (done.stderr.strip().splitlines() or ["no reason given"])[-1]
            raise EnvironmentProblem(f"{program} failed: {last}; mend the folder and run it again")
    return written


def drafted(draft: Draft, example: Path, other: str | None) -> dict[str, str]:
    """Name and text of every file of the language's folder; the example as it is."""
    grammar = _grammar(draft)
    source = example.read_bytes()
    texts = like(draft, other) if other else files(draft, grammar, source)
    return texts | {f"examples/first{draft.endings[0]}": source.decode("utf-8")}


def _new(draft: Draft, other: str | None) -> None:
    if not _ID.fullmatch(draft.id):
        raise InputError(f"{draft.id!r} is no id: lower-case letters, digits and underscores, a letter first")
    if not all(_ENDING.fullmatch(one) for one in draft.endings) or not draft.title.isprintable():
        raise InputError("an ending is a dot and letters, digits, +, - or _, and a title is one line")
    if set('"\\') & set(draft.title):
        raise InputError("a title has no quotes and no backslashes")
    known = known_languages()
    if other is not None and other not in {one.id for one in known}:
        raise InputError(f"no language {other!r} is installed to be like; `codescore languages` lists all")
    taken = next((one for one in known if one.id == draft.id or set(one.extensions) & {*draft.endings}), None)
    if taken is not None:
        raise InputError(f"{taken.name} has that id or file ending already; choose others")


def _grammar(draft: Draft) -> tree_sitter.Language:
    try:
        return grammar_of(draft.grammar)
    except ImportError as error:
        module = draft.grammar.partition(":")[0]
        remedy = f"install the grammar, e.g. with: pip install {_dashed(module)}"
        raise EnvironmentProblem(f"no module {module}; {remedy}") from error
    except AttributeError as error:
        raise InputError(f"{error}; give --grammar MODULE:FUNCTION") from error
    except (TypeError, ValueError) as error:
        raise InputError(
            f"{draft.grammar} gives no grammar of tree-sitter ({error}); name the function that does"
        ) from error


def _requirement(draft: Draft) -> str:
    """The distribution of the grammar, at the release that is installed, as a TOML string."""
    module = draft.grammar.partition(":")[0]
    name = next(iter(packages_distributions().get(module, ())), _dashed(module))
    try:
        return json.dumps(f"{name}=={version(name)}")
    except PackageNotFoundError:
        return json.dumps(name)


def _dashed(module: str) -> str:
    return module.replace("_", "-")


def _written(folder: Path, texts: Mapping[str, str]) -> list[Path]:
    """Write all files or none."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=f".{folder.name}-", dir=folder.parent) as place:
        part = Path(place) / folder.name
        for name, text in texts.items():
            (part / name).parent.mkdir(parents=True, exist_ok=True)
            (part / name).write_text(text, encoding="utf-8")
        part.rename(folder)
    return sorted(folder / name for name in texts)
