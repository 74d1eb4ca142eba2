"""`codescore init`: a workspace's rules written once, so that an editor compares submissions with their reference.

Writes `codescore.toml`, which `codescore.references.written` reads; never over another one unless told to.
"""

from __future__ import annotations

import argparse
import json
import os
import re
from collections.abc import Iterator, Sequence
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from codescore.cli import terminal
from codescore.cli.arguments import Commands, Parser, add_command, fraction
from codescore.cli.evidence import classes
from codescore.foundation.errors import InputError
from codescore.foundation.files import write_text
from codescore.foundation.names import readable

if TYPE_CHECKING:
    from codescore.languages import Language

_DETAILS = """\
Writes codescore.toml into --root (default: this folder), with one rule: the files below SUBMISSIONS are compared with
the references; of several the best match counts. Open that folder in an editor with the language server, and each
submission shows its verdict. References must lie below the root, as a workspace is not trusted to point outside."""

_EXAMPLE = """\
  codescore init --reference solutions/sorting.py --submissions submissions/
  codescore init --reference loop.py --reference recursive.py --submissions class/ --name sort --threshold 0.6"""


def configure(commands: Commands[Parser]) -> None:
    """The arguments of `init`."""
    parser = add_command(commands, "init", "Write the rules of a workspace: codescore.toml.", _DETAILS, _EXAMPLE)
    parser.add_argument(
        "-r", "--reference", metavar="R", action="append", required=True, help="a solution; again for more"
    )
    parser.add_argument(
        "--submissions", metavar="S", action="append", required=True, help="a folder, a file, or a glob"
    )
    parser.add_argument("--name", metavar="UNIT", help="compare every function with this one of the reference")
    parser.add_argument("--assume", metavar="CONDITION", help="what inputs must fulfil, where programs are run")
    parser.add_argument(
        "--count", metavar="CLASSES", type=classes, default=(), help="differences that decide too, or (no-order) do not"
    )
    parser.add_argument("--threshold", type=fraction, metavar="T", help="what similarity must exceed (0 to 1)")
    parser.add_argument("--root", metavar="DIR", type=Path, default=Path(), help="the workspace (default: this folder)")
    parser.add_argument("--force", action="store_true", help="replace a codescore.toml that is there")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Write the file, and say which submissions it covers now."""
    from codescore.references import CONFIG_FILE
    from codescore.references.written import parse_configuration

    root = Path(os.path.realpath(arguments.root))
    if not root.is_dir():
        raise InputError(f"--root {arguments.root} is no folder; name the one that the editor opens")
    path = root / CONFIG_FILE
    if os.path.lexists(path) and not arguments.force:
        raise InputError(f"{path} is there already; edit it, or replace it with --force")
    references = [_reference(one, root) for one in arguments.reference]
    language = _language(arguments.reference)
    globs = [glob for one in arguments.submissions for glob in _globs(one, root, language)]
    text = _text(references, globs, arguments)
    configuration = parse_configuration(text.encode())
    if configuration.errors:
        raise InputError(f"these paths cannot be written as rules: {configuration.errors[0].message}")
    write_text(path, text)
    covered = sum(configuration.rule_for(name) is not None for name in _names(root, language))
    terminal.say(f"written: {path}; {covered} {'file is' if covered == 1 else 'files are'} covered now")
    return 0


def _reference(given: str, root: Path) -> str:
    """A reference's path from the root.  Raises InputError for what a rule may not name."""
    real = Path(os.path.realpath(given))
    if not real.is_file():
        raise InputError(f"cannot read {given}: there is no such file; check the path")
    if not real.is_relative_to(root):
        raise InputError(f"{given} lies outside {root}; move it below, or name a --root that holds it")
    return real.relative_to(root).as_posix()


def _language(references: Sequence[str]) -> Language:
    from codescore.languages import by_path

    found = [by_path(one) for one in references]
    for given, language in zip(references, found, strict=True):
        if language is None:
            raise InputError(f"{given}: its name does not tell a language that is known here")
        if language is not found[0]:
            raise InputError(f"{given} is in another language than {references[0]}; write a rule for each by hand")
    assert found[0] is not None  # as just checked
    return found[0]


def _globs(given: str, root: Path, language: Language) -> Iterator[str]:
    """A folder becomes a glob for each ending of the language, a file itself; anything else is a glob as it is."""
    real = Path(os.path.realpath(given))
    if not real.exists():
        if not any(sign in given for sign in "*?["):
            raise InputError(f"cannot find {given}: there is no such folder or file; check the path, or give a glob")
        yield PurePosixPath(given).as_posix()
        return
    if not real.is_relative_to(root):
        raise InputError(f"{given} lies outside {root}; name a --root that holds it")
    inside = _plain(real.relative_to(root).as_posix())
    if real.is_dir():
        around = "" if inside == "." else f"{inside}/"
        yield from (f"{around}**/*{ending}" for ending in language.extensions)
    else:
        yield inside


def _plain(path: str) -> str:
    """A path as a glob that matches it alone."""
    return re.sub(r"([*?\[])", r"[\1]", path)


def _text(references: Sequence[str], globs: Sequence[str], arguments: argparse.Namespace) -> str:
    lines = ["# Which reference the files of this folder are compared with; written by `codescore init`.", "[[rule]]"]
    lines += [f"files = {_quoted(globs)}", f"reference = {_quoted(references)}"]
    if arguments.name:
        lines.append(f"name = {_quoted([arguments.name])}")
    if arguments.assume:
        lines.append(f"assume = {_quoted([arguments.assume])}")
    if arguments.count:
        from codescore.evidence.policy import policy_of

        policy_of(arguments.count)
        lines.append(f"count = {_quoted(arguments.count)}")
    if arguments.threshold is not None:
        lines += ["", "[settings]", f"threshold = {float(arguments.threshold)}"]
    return "\n".join(lines) + "\n"


def _quoted(values: Sequence[str]) -> str:
    """One string, or a list of them, as TOML."""
    said = [json.dumps(readable(v), ensure_ascii=False).replace("\x7f", "\\u007f") for v in values]
    return said[0] if len(said) == 1 else f"[{', '.join(said)}]"


def _names(root: Path, language: Language) -> Iterator[str]:
    """Files of the language below the root, by their paths from there."""
    for folder, folders, names in os.walk(root):
        folders[:] = [name for name in folders if not name.startswith(".")]
        for name in names:
            if name.endswith(tuple(language.extensions)):
                yield (Path(folder) / name).relative_to(root).as_posix()
