"""`codescore languages`: one table, read off the folders, the same in the README and in `doctor`."""

from __future__ import annotations

from pathlib import Path

from codescore.languages import known_languages
from codescore.languages.capabilities import TREE_SITTER, capabilities
from tests.cli.conftest import Run

ROOT = Path(__file__).parents[2]


def test_the_table_is_what_the_folders_hold(cli: Run) -> None:
    """A part that a folder has is a yes, one that it lacks a no; nothing is said twice."""
    found = {one["id"]: one for one in cli("languages", "--json").json["languages"]}
    for language in known_languages():
        folder = ROOT / "server" / "codescore" / "languages" / language.id
        one = found[language.id]
        assert one["rewrites"] is (folder / "rewrite").is_dir()
        assert one["evidence"] is (folder / "run").is_dir()
        assert (one["check"] != TREE_SITTER) is (folder / "check").is_dir()
        assert one["check"], "a language with a compiler says which"


def test_the_readme_has_the_same_table(cli: Run) -> None:
    """Generated: `codescore languages --markdown`."""
    shown = (ROOT / "README.md").read_text(encoding="utf-8").split("codescore languages -->")[1]
    assert shown.removesuffix("<!-- /").strip() == cli("languages", "--markdown").out.strip()


def test_the_doctor_names_every_language_and_what_it_lacks(cli: Run) -> None:
    """Never a silent lack."""
    said = {one["name"]: one for one in cli("doctor", "--json").json["checks"]}
    for one in capabilities():
        assert one.name in said
        if one.installed:
            assert all(lack in said[one.name]["message"] for lack in one.lacks())
