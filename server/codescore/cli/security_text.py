"""What `codescore translate security` prints: facts of the data, prompts, projects, builds, and the report.

Decides nothing.  Neighbours: `translate_security` (the command), `codescore.translate.security`.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from codescore.cli import terminal
from codescore.languages.building import Build, Project
from codescore.reports.tables import Table, comma_separated, shown
from codescore.translate.records import Prompt
from codescore.translate.security import evaluate, tables
from codescore.translate.security.model import AnswerKey, SecurityData
from codescore.translate.security.outcome import matching


@contextmanager
def progress(word: str) -> Iterator[Callable[[int, int], None]]:
    """A counter on a terminal, nothing elsewhere."""
    person = sys.stderr.isatty()

    def tell(done: int, total: int) -> None:
        if person:
            sys.stderr.write(f"\r{word}: {done} of {total}")
            sys.stderr.flush()

    yield tell
    if person:
        sys.stderr.write("\r\x1b[K")


def facts(data: SecurityData) -> dict[str, Any]:
    """What the data holds, and whether the recorded analyser sees each weakness in its source."""
    unseen = [s.id for s in data.samples if not matching(data.before.get((s.id, "vulnerable"), ()), s.cwe)]
    answers = Counter((key.model, key.arm) for key in data.answers)
    recorded = Counter((key.model, key.arm) for key in data.after)
    return {
        "samples": len(data.samples),
        "weaknesses": len({sample.cwe for sample in data.samples}),
        "safe_versions": sum(sample.safe is not None for sample in data.samples),
        "top25": sum(sample.top25 for sample in data.samples),
        "answers": [
            {"model": model, "arm": arm, "answers": number, "analysed": recorded[model, arm]}
            for (model, arm), number in sorted(answers.items())
        ],
        "not_seen_in_source": unseen if data.before else None,
        "notes": list(data.notes),
        "sha256": data.sha256,
    }


def show_facts(found: Mapping[str, Any]) -> None:
    """As text."""
    print(
        f"{terminal.counted(found['samples'], 'sample')} of {found['weaknesses']} weaknesses, {found['top25']} of the"
        f" Top 25, {found['safe_versions']} with a safe version"
    )
    for one in found["answers"]:
        print(f"{terminal.visible(one['model'])}, {one['arm']}: {one['answers']} answers, {one['analysed']} analysed")
    unseen = found["not_seen_in_source"]
    if unseen is None:
        print("no recorded results for the sources")
    else:
        print(
            f"the recorded analyser sees the weakness in {found['samples'] - len(unseen)} of {found['samples']} sources"
        )
    for line in [*(f"not seen: {one}" for one in unseen or ()), *found["notes"]]:
        print(terminal.visible(line))


def show_prompts(made: Sequence[Prompt], *, as_json: bool, whole: bool) -> None:
    """How many, or all of them."""
    if as_json:
        rows = [
            {"model": p.key.model, "task": p.key.task, "sha256": p.sha256, "settings": dict(p.settings), "text": p.text}
            for p in made
        ]
        terminal.print_json({"prompts": rows})
        return
    for prompt in made if whole else ():
        print(f"--- {prompt.key.task}\n{terminal.visible(prompt.text)}")
    print(terminal.counted(len(made), "prompt"))


def project_rows(made: Mapping[AnswerKey, Project]) -> list[dict[str, Any]]:
    """For JSON."""
    return [
        {
            "model": key.model, "arm": key.arm, "source": key.source, "sample": key.sample,
            "files": sorted(project.files), "libraries": list(project.libraries), "notes": list(project.notes),
        }
        for key, project in made.items()
    ]  # fmt: skip


def show_projects(made: Mapping[AnswerKey, Project], written: int, folder: Path) -> None:
    """As text."""
    print(f"{terminal.counted(len(made), 'project')}, {written} files in {folder}")
    for key, project in made.items():
        for note in project.notes:
            print(terminal.visible(f"{key}: {note}"))


def build_rows(built: Mapping[AnswerKey, Build]) -> list[dict[str, Any]]:
    """For JSON."""
    return [
        {
            "model": key.model, "arm": key.arm, "source": key.source, "sample": key.sample, "status": build.status,
            "reason": build.reason, "problems": list(build.problems), "missing": list(build.missing),
        }
        for key, build in built.items()
    ]  # fmt: skip


def show_builds(built: Mapping[AnswerKey, Build], signature: str) -> None:
    """Counts, what is missing most, and errors of the answers' own."""
    counts = Counter((key.arm, build.status, build.reason) for key, build in built.items())
    for (arm, status, reason), number in sorted(counts.items()):
        print(f"{arm}: {number} {status.replace('_', ' ')}{f' ({reason})' if reason else ''}")
    missing = Counter(name for build in built.values() for name in build.missing)
    for name, number in missing.most_common(10):
        print(terminal.visible(f"missing in {number}: {name}"))
    for key, build in built.items():
        if build.reason == "code":
            print(terminal.visible(f"{key}: {build.problems[0]}"))
    print(signature)


def report(
    arguments: argparse.Namespace, data: SecurityData, made: Mapping[AnswerKey, Project],
    built: Mapping[AnswerKey, Build], *, signature: str, notes: list[str],
) -> int:  # fmt: skip
    """Judge, write the report, print it."""
    assessed = evaluate.assess(data, made, built, evaluate.analyses(data, made, arguments.out))
    notes = [*data.notes, *notes, *_remarks(assessed, data)]
    settings = {"data_sha256": data.sha256, "builder": signature, "built": len(built)}
    document = tables.document(assessed, notes, settings)
    text = json.dumps(document, ensure_ascii=False, indent=1)
    evaluate.write_report(assessed, data, notes, arguments.out, text.encode())
    shown = tables.tables(assessed, data.samples)
    if arguments.json:
        terminal.print_json(document)
    elif arguments.csv:
        print("\n".join(comma_separated(table) for table in shown), end="")
    else:
        for table in shown:
            _print(table)
        for note in notes:
            print(terminal.visible(note))
        print(f"written: {arguments.out / evaluate.FOLDER / 'report.html'}")
    return 0


def _remarks(assessed: Sequence[tables.Assessed], data: SecurityData) -> Iterator[str]:
    if not assessed:
        yield "No analyser has looked at anything: `translate security analyse` runs Semgrep or keeps a report."
    if not any(key.source == "safe" for key in data.answers) and any(sample.safe for sample in data.samples):
        yield (
            "Whether safe sources become vulnerable is not answered: there are no answers to them. "
            "`translate security prompt --source safe` asks for them."
        )
    if any(one.analysis.analyser == evaluate.SEMGREP for one in assessed):
        yield (
            "The rules for Semgrep were written with the samples of CodeTransEval in view: that they see these "
            "weaknesses says nothing of others."
        )


def _print(table: Table) -> None:
    from rich import box
    from rich.table import Table as Shown

    console = terminal.stdout()
    console.print(f"\n{table.title}", style="bold")
    out = Shown(box=box.SIMPLE_HEAD, pad_edge=False)
    over = [text for text, width in table.groups for _ in range(width)] or [""] * len(table.headers)
    for place, (above, name) in enumerate(zip(over, table.headers, strict=True)):
        out.add_column(f"{above}\n{name}".strip(), justify="left" if place == 0 else "right", overflow="fold")
    for row in table.rows:
        out.add_row(*(terminal.visible(_cell(cell.text, cell.interval)) for cell in row))
    console.print(out)
    if table.note:
        console.print(table.note, style="dim")


def _cell(text: str, interval: tuple[float, float] | None) -> str:
    return text if interval is None else f"{text} [{shown(interval[0], 2)}, {shown(interval[1], 2)}]"
