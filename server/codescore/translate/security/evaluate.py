"""The steps over a folder: projects written out, builds remembered, analysers asked, everything reported.

    DIR/security/sources/, answers/        what an analyser of the user's reads; a project a folder, with its manifest
    DIR/security/builds.jsonl              a line a build, written at once, keyed by what was built and with what
    DIR/security/findings.NAME.1.sarif     reports (.sarif or .csv), as they were
    DIR/security/looked.NAME.json          what they are about: a digest of each folder as it was then
    DIR/security/report.json|.html|.csv    what it all shows

Everything but builds and reports is made from the data each time.  Neighbours: all of this folder.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import msgspec

from codescore.foundation import shapes
from codescore.foundation.errors import InputError
from codescore.foundation.files import disk_errors, replacing, replacing_folder, write_text
from codescore.languages import Language, by_id
from codescore.languages.building import Block, Build, Builder, Project
from codescore.reports.tables import comma_separated
from codescore.translate.security import analysers, semgrep, tables
from codescore.translate.security.findings import read_report
from codescore.translate.security.model import SOURCES, AnswerKey, SecurityData
from codescore.translate.security.outcome import Program, judge
from codescore.translate.security.prompts import direction, text_of

FOLDER = "security"
SEMGREP = "semgrep"


class _Built(msgspec.Struct):
    key: str
    build: Build


@dataclass(frozen=True, slots=True)
class Languages:
    """The two languages of the samples."""

    source: Language
    target: Language


def languages() -> Languages:
    """The two languages; raises InputError where one is not installed."""
    pair = [by_id(direction().source), by_id(direction().target)]
    if pair[0] is None or pair[1] is None:
        raise InputError(f"a language of {direction()} is not installed; `codescore languages` lists them")
    return Languages(pair[0], pair[1])


def builder(libraries: Path | None = None) -> Builder:
    """What builds the answers."""
    target = languages().target
    return builder_of(target, target.builder(libraries))


def projects(data: SecurityData, builder: Builder) -> dict[AnswerKey, Project]:
    """The project of each answer."""
    return {key: builder.project(blocks(answer)) for key, answer in sorted(data.answers.items())}


def source_files(data: SecurityData) -> dict[str, str]:
    """The sources by their path below the folder."""
    ending = languages().source.extensions[0]
    return {
        f"{analysers.folder_of_source(sample.id, source)}/source{ending}": text
        for sample in data.samples
        for source in SOURCES
        if (text := text_of(sample, source)) is not None
    }


def write_projects(data: SecurityData, made: Mapping[AnswerKey, Project], out: Path) -> int:
    """Sources and projects as files, anew; gives how many."""
    count = 0
    answered = {
        f"{analysers.folder_of(key)}/{path}": text
        for key, project in made.items()
        for path, text in {**project.files, project.manifest_name: project.manifest}.items()
    }
    for name, wanted in (("sources", source_files(data)), ("answers", answered)):
        with replacing_folder(out / FOLDER / name) as folder:
            for path, text in wanted.items():
                file = folder / path.partition("/")[2]
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(text, encoding="utf-8", errors="replace")
                count += 1
    return count


def builds(
    made: Mapping[AnswerKey, Project], builder: Builder, out: Path, tell: Callable[[int, int], None] = lambda *_: None
) -> dict[AnswerKey, Build]:
    """What became of building each; what was built before with the same compiler and libraries is remembered."""
    path = out / FOLDER / "builds.jsonl"
    known = dict(_remembered(path))
    done: dict[AnswerKey, Build] = {}
    with disk_errors(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("ab") as file:
            file.write(b"\n" if _cut(path) else b"")
            for place, (key, project) in enumerate(made.items(), 1):
                digest = _digest(project, builder.signature)
                if digest not in known:
                    known[digest] = builder.build(project)
                    file.write(msgspec.json.encode(_Built(digest, known[digest])) + b"\n")
                    file.flush()
                done[key] = known[digest]
                tell(place, len(made))
    return done


def remembered(made: Mapping[AnswerKey, Project], builder: Builder, out: Path) -> dict[AnswerKey, Build]:
    """Builds that were done before, with the same compiler and libraries."""
    known = dict(_remembered(out / FOLDER / "builds.jsonl"))
    digests = {key: _digest(project, builder.signature) for key, project in made.items()}
    return {key: known[digest] for key, digest in digests.items() if digest in known}


def _remembered(path: Path) -> Iterator[tuple[str, Build]]:
    """Lines that can be read; the last one of a process that was killed cannot."""
    if not path.is_file():
        return
    for line in path.read_bytes().splitlines():
        try:
            one = shapes.from_json(line, _Built)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            continue
        yield one.key, one.build


def _cut(path: Path) -> bool:
    """Whether the last line has no end: whoever wrote it was killed."""
    with path.open("rb") as file:
        size = file.seek(0, 2)
        file.seek(max(0, size - 1))
        return file.read() not in (b"", b"\n")


def _digest(project: Project, signature: str) -> str:
    return hashlib.sha256(f"{signature}\0{_digest_of(project.files)}".encode()).hexdigest()


def run_semgrep(data: SecurityData, made: Mapping[AnswerKey, Project], found: semgrep.Semgrep, out: Path) -> None:
    """Have Semgrep look at everything, and keep its report."""
    folders = _folders(data, made)
    _keep(
        [found.scan({f"{folder}/{path}": text for folder, files in folders.items() for path, text in files.items()})],
        SEMGREP, {folder: _digest_of(files) for folder, files in folders.items()}, out,
    )  # fmt: skip


def import_reports(
    paths: list[Path], name: str, data: SecurityData, made: Mapping[AnswerKey, Project], out: Path
) -> None:
    """Keep reports of the user's own analyser over what `extract` wrote, once they can be read.  Raises InputError."""
    if not name.isidentifier() or name in (analysers.RECORDED, SEMGREP):
        raise InputError(f"{name!r} is no name for an analyser; use letters and digits, not {analysers.RECORDED!r}")
    read = [path.read_bytes() for path in paths]
    for path, content in zip(paths, read, strict=True):
        read_report(content, str(path))
    written = {
        folder: _digest_of(files)
        for folder, files in _folders(data, made).items()
        if all(_same(out / FOLDER / folder / path, text) for path, text in files.items())
    }
    if not written:
        raise InputError(f"{out / FOLDER} holds no programs to report on; run `translate security extract` first")
    _keep(read, name, written, out)


def _keep(reports: list[bytes], name: str, looked: dict[str, str], out: Path) -> None:
    for old in (out / FOLDER).glob(f"findings.{name}.*"):
        old.unlink()
    for number, content in enumerate(reports, 1):
        kind = "sarif" if content.lstrip()[:1] == b"{" else "csv"
        with replacing(out / FOLDER / f"findings.{name}.{number}.{kind}") as path:
            path.write_bytes(content)
    with replacing(out / FOLDER / f"looked.{name}.json") as path:
        path.write_bytes(msgspec.json.encode(looked))


def _folders(data: SecurityData, made: Mapping[AnswerKey, Project]) -> dict[str, dict[str, str]]:
    """All programs, by their folder: files by their path in it."""
    folders: dict[str, dict[str, str]] = {}
    for path, text in source_files(data).items():
        folder, _, name = path.rpartition("/")
        folders.setdefault(folder, {})[name] = text
    return folders | {analysers.folder_of(key): dict(project.files) for key, project in made.items() if project.files}


def _digest_of(files: Mapping[str, str]) -> str:
    parts = [part for path, text in sorted(files.items()) for part in (path, text)]
    return hashlib.sha256("\0".join(f"{len(part)}:{part}" for part in parts).encode("utf-8", "replace")).hexdigest()


def _same(path: Path, text: str) -> bool:
    return path.is_file() and path.read_bytes() == text.encode("utf-8", "replace")


def analyses(data: SecurityData, made: Mapping[AnswerKey, Project], out: Path) -> list[analysers.Analysis]:
    """What was recorded, and the reports that are kept in the folder, in order of their names.

    A report is about the programs as they were then; of what was changed or added since it says nothing.
    """
    first = analysers.recorded(data)
    found = [first] if first is not None else []
    now = {folder: _digest_of(files) for folder, files in _folders(data, made).items()}
    for path in sorted((out / FOLDER).glob("looked.*.json")):
        name = path.name.split(".")[1]
        kept = sorted((out / FOLDER).glob(f"findings.{name}.*"))
        reports = [read_report(one.read_bytes(), str(one)) for one in kept]
        try:
            then = shapes.from_json(path.read_bytes(), dict[str, str])
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            raise InputError(f"{path} is damaged; have {name} analyse again") from None
        looked = frozenset(folder for folder, digest in then.items() if now.get(folder) == digest)
        rules = semgrep.rules_for(direction().target) if name == SEMGREP else None
        found.append(
            analysers.imported(reports, data, made, name=name, looked=looked, rules=rules, both=rules is not None)
        )
    return found


def assess(
    data: SecurityData,
    made: Mapping[AnswerKey, Project],
    built: Mapping[AnswerKey, Build],
    said: Iterable[analysers.Analysis],
) -> list[tables.Assessed]:
    """The outcome of every answer by every analyser."""
    both = languages()
    ending = both.source.extensions[0]
    found = []
    for analysis in said:
        judged = []
        groups = {(key.model, key.source) for key in analysis.after}
        for key, project in made.items():
            if (key.model, key.source) not in groups:
                continue  # nobody had it look at these
            sample = data.by_id(key.sample)
            assert sample is not None
            source = Program(both.source, {f"source{ending}": text_of(sample, key.source) or ""})
            answer = Program(both.target, dict(project.files))
            judged.append(judge(sample, key, built.get(key), analysis, source=source, answer=answer))
        found.append(tables.Assessed(analysis, tuple(judged)))
    return found


def write_report(assessed: list[tables.Assessed], data: SecurityData, notes: list[str], out: Path, json: bytes) -> None:
    """The report in its three forms."""
    shown = tables.tables(assessed, data.samples)
    folder = out / FOLDER
    with replacing(folder / "report.json") as path:
        path.write_bytes(json)
    write_text(folder / "report.html", tables.page(shown, notes))
    write_text(folder / "report.csv", "\n".join(comma_separated(table) for table in shown))


#: Characters of an answer that are read; more was not written by a model that answers a question.
MAX_CHARACTERS = 10_000_000
MAX_BLOCKS = 200
_FENCE = re.compile(r"^[ \t>]*(?P<mark>`{3,}|~{3,})[ \t]*(?P<tag>[^\s`~{]*)[^\n]*$")


def blocks(answer: str) -> tuple[Block, ...]:
    """The fenced blocks of an answer in order, the last one perhaps without an end; all of it where there is none.

    Pure and total; what the blocks hold is the language's business.
    """
    found = tuple(_fenced(answer[:MAX_CHARACTERS]))
    return found or (Block("", answer[:MAX_CHARACTERS]),)


def _fenced(answer: str) -> Iterator[Block]:
    mark, tag, lines, count = "", "", list[str](), 0
    for line in answer.replace("\r\n", "\n").split("\n"):
        fence = _FENCE.match(line)
        if mark:
            if fence and not fence["tag"] and fence["mark"].startswith(mark):
                yield Block(tag, "\n".join(lines) + "\n")
                mark, count = "", count + 1
            else:
                lines.append(line)
        elif fence and count < MAX_BLOCKS:
            mark, tag, lines = fence["mark"], fence["tag"].lower()[:40], []
    if mark and lines:
        yield Block(tag, "\n".join(lines) + "\n")


def builder_of(language: Language, builder: Builder | None) -> Builder:
    """A language's builder; raises InputError where it has none."""
    if builder is None:
        raise InputError(f"projects of {language.name} cannot be built; choose another target")
    return builder
