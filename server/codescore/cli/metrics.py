"""`codescore metrics`: a candidate against references, or the pairs of data sets, by every metric one asks for.

Reads, asks `codescore.metrics`, prints; what a table looks like is in `metrics_text`, a document in `metrics_json`.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from codescore.cli import terminal
from codescore.cli.arguments import Commands, Parser, add_command, add_json, add_language, seed
from codescore.cli.bundles import bundle_path
from codescore.cli.metrics_inputs import Inputs
from codescore.foundation.errors import InputError

if TYPE_CHECKING:
    from codescore.metrics import Column

_DETAILS = """\
Values run from 0 to 1; each carries a signature that says how it was computed: compare only values whose signatures
are equal. Of several references the best counts (BLEU uses all at once). Where both sides are empty a metric is 1,
where one is, 0. What a metric cannot say has a reason in place of a value, never a 0.
Data sets are JSON lines (.jsonl, .jsonl.gz) with id, task, lang, candidate and reference or references; lines that
cannot be used are counted and skipped, unless --strict. Code in a language without a grammar here is measured by the
metrics of text; the others say why they give no value.
Tokenisations: code (syntax tree, no comments), 13a, regex, conala, whitespace, char. With code, metrics on characters
leave comments out, too."""

DATA_ENDINGS = (".jsonl", ".jsonl.gz")


def configure(commands: Commands[Parser]) -> None:
    """The arguments of `metrics`."""
    example = (
        "  codescore metrics mine.py reference.py\n"
        "  codescore metrics port.java a.java b.java --metrics bleu,chrf,code-bleu --json\n"
        "  codescore metrics pairs.jsonl.gz --metrics cheap\n"
        "  codescore metrics --list"
    )
    parser = add_command(
        commands, "metrics", "Compare code by BLEU, ChrF, CodeBLEU, CodeScore-R and more.", _DETAILS, example
    )
    parser.add_argument(
        "inputs", metavar="FILE", nargs="*", help="candidate and references (- for stdin), or data sets (.jsonl[.gz])"
    )
    parser.add_argument(
        "--metrics",
        metavar="LIST",
        default="all",
        help="names with commas between, cheap (no model) or all (default) that run no program",
    )
    parser.add_argument("--list", action="store_true", help="explain each metric in a sentence, with its source")
    parser.add_argument("--tokens", metavar="T", default="code", help="how text becomes tokens (default: code)")
    parser.add_argument("--bundle", metavar="B", help="name or path of another bundle than the one in use")
    parser.add_argument("--limit", type=seed, metavar="N", default=0, help="at most N pairs of each data set")
    parser.add_argument("--strict", action="store_true", help="a malformed line or a repeated id is an error")
    parser.add_argument("--pairs", action="store_true", help="with --json: the value of every pair of a data set")
    add_language(parser)
    add_json(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Compute and print, or list."""
    if arguments.list:
        return _list(as_json=arguments.json)
    inputs = _inputs(arguments)
    columns = _columns(inputs, arguments)
    if arguments.json:
        from codescore.cli.metrics_json import data_json, files_json

        document = (
            data_json(inputs, columns, pairs=arguments.pairs) if inputs.data else files_json(inputs.labels, columns)
        )
        terminal.print_json({"tokens": arguments.tokens, **document})
    else:
        from codescore.cli.metrics_text import print_data, print_files

        console = terminal.stdout()
        if inputs.data:
            print_data(console, inputs.data, columns)
        else:
            print_files(console, inputs.labels, columns)
    return 0


def _list(*, as_json: bool) -> int:
    if as_json:
        from codescore.cli.metrics_json import list_json

        terminal.print_json(list_json())
    else:
        from codescore.cli.metrics_text import print_list

        print_list(terminal.stdout())
    return 0


def _inputs(arguments: argparse.Namespace) -> Inputs:
    """Pairs from the files named.  Raises InputError for what cannot be read or compared."""
    paths: list[str] = arguments.inputs
    are_data = [path.lower().endswith(DATA_ENDINGS) for path in paths]
    if paths and all(are_data):
        return _from_data(paths, arguments)
    if any(are_data):
        raise InputError("data sets and source files were both named; name a candidate and references, or data sets")
    if len(paths) < 2:
        what = f"{paths[0]} has nothing to be compared with" if paths else "nothing was named"
        raise InputError(f"{what}; name a candidate and a reference, or a data set (.jsonl, .jsonl.gz)")
    return _from_files(paths, arguments.language)


def _from_files(paths: list[str], language: str | None) -> Inputs:
    from codescore.cli.reading import STDIN, read_text, same_language
    from codescore.metrics import Pair

    if paths.count(STDIN) > 1:
        raise InputError("stdin (-) can be read only once; name a file for all inputs but one")
    candidate, *references = [read_text(path, language) for path in paths]
    for reference in references:
        same_language(candidate, reference)
    texts = tuple(reference.data.decode("utf-8") for reference in references)
    pair = Pair(candidate.data.decode("utf-8"), texts, candidate.language)
    return Inputs([pair], [candidate.label], [candidate.label, *(reference.label for reference in references)])


def _from_data(paths: list[str], arguments: argparse.Namespace) -> Inputs:
    from codescore.metrics import Pair
    from codescore.study.dataset import read_data, spread

    if arguments.language is not None:
        raise InputError("--language is for source files; each line of a data set names its own")
    sets = tuple(read_data(Path(path), strict=arguments.strict, option="--strict") for path in paths)
    samples = [sample for data in sets for sample in spread(data.samples, arguments.limit)]
    pairs = [Pair(s.candidate, s.references, s.language, s.intent) for s in samples]
    return Inputs(pairs, [sample.id for sample in samples], paths, sets)


def _columns(inputs: Inputs, arguments: argparse.Namespace) -> list[Column]:
    from codescore.engine import Session
    from codescore.metrics import compute_pairs

    session = Session(bundle=bundle_path(arguments.bundle))
    try:
        with terminal.progress("comparing") as tell:
            return compute_pairs(
                inputs.pairs,
                metrics=arguments.metrics,
                tokens=arguments.tokens,
                session=session,
                corpus=bool(inputs.data),
                progress=lambda done, of: tell(f"comparing ({done:,} of {of:,} scores)"),
            )
    finally:
        session.close()
