"""`codescore-train language`: draft a new language, or hold one to its examples."""

from __future__ import annotations

import argparse

from codescore.foundation.errors import InputError
from codescore.languages import Language, all_languages
from codescore_train.commands.options import say
from codescore_train.language.conformance import accept, disagreements, examples_of, golden, golden_path
from codescore_train.language.distribution import create, put_inside
from codescore_train.language.folder import Draft


def run(options: argparse.Namespace) -> int:
    """Write the draft and say what comes next; or check, with exit code 1 where an example does not agree."""
    if options.step == "new":
        return _new(options)
    found = next((one for one in all_languages() if one.id == options.name), None)
    if found is None:
        raise InputError(f"no language {options.name!r} is installed; is its package? `codescore languages` lists all")
    return _check(found, accepting=options.accept)


def _new(options: argparse.Namespace) -> int:
    if not options.ending or options.example is None:
        raise InputError("give --ending .EXT and --example FILE, a source of the language that has functions")
    draft = Draft(
        id=options.name,
        title=options.title or options.name.capitalize(),
        grammar=options.grammar or f"tree_sitter_{options.name}",
        endings=tuple(f".{ending.lstrip('.')}" for ending in options.ending),
    )
    if not options.example.is_file():
        raise InputError(f"no file {options.example}; give --example a source of the language")
    if options.inside is not None:
        written = put_inside(draft, options.example, options.inside, options.like)
        step = (
            f"put the grammar into pyproject.toml and the table of `codescore languages --markdown` into the README;\n\
then codescore-train language check {draft.id} --accept"
        )
    else:
        written = create(draft, options.example, options.out, options.like)
        folder = options.out / f"codescore-{draft.id}"
        step = f"pip install -e {folder}; then codescore-train language check {draft.id} --accept"
    for path in written:
        print(path)
    say(f"next: {step}")
    return 0


def _check(language: Language, *, accepting: bool) -> int:
    paths = examples_of(language)
    if not paths:
        raise InputError(f"{language.name} has no examples; put sources into {language.folders[0]}/examples")
    wrong = []
    for path in paths:
        if accepting and accept(language, path):
            say(f"annotated {path}: read what each name becomes, and correct what is wrong")
        wrong += disagreements(language, path)
        recorded = golden_path(path)
        if not recorded.is_file() or recorded.read_text(encoding="utf-8") != golden(language, path):
            wrong.append(f"{path.name}: sketches are not the recorded ones; read them, then record with --accept")
    for line in wrong:
        print(line)
    say(f"{language.name}: {len(paths)} {'example' if len(paths) == 1 else 'examples'}, {len(wrong)} wrong")
    return 1 if wrong else 0
