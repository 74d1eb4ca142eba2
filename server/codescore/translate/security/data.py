"""The samples and what was recorded of them, from a folder or archive in the layout of CodeTransEval's security half.

    datas.json                     a list of {ID, CWE, Description, VulCode, Source, Top25, Check_ql}
    datasets/CWE-NNN/K/sec.*       the safe version of sample CWE-NNN-K, where there is one
    predictions/MODEL.json         answers when asked plainly: a list of {problem_id, raw_prediction}
    predictions/MODEL_safe.json    answers when asked for safe code
    results/original/CWE-NNN.csv   the analyser's findings in the sources; paths are /K/vul.* and /K/sec.*
    results/MODEL/ID.csv           its findings in an answer; no file: it could not look at that answer

Only `datas.json` must be there.  Everything is read in memory within limits; what is wrong is one line that names the
place.  Knows no run folder.  Neighbours: `findings` reads the tables, `foundation.archives` the archives.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath

import msgspec

from codescore.foundation import shapes
from codescore.foundation.archives import ArchiveError, Limits, entries
from codescore.foundation.errors import InputError
from codescore.translate.security.findings import read_csv
from codescore.translate.security.model import AnswerKey, Arm, Finding, Sample, SecurityData, Source

_INDEX = "datas.json"
_ID = re.compile(r"(CWE-\d{3,5})-\d{1,4}")
_SAFE = "_safe"
_MAX_SAMPLES = 10_000
_LIMITS = Limits(packed=64 << 20, unpacked=256 << 20, entries=50_000, entry=lambda _: 32 << 20, depth=8)
_VERSIONS: dict[str, Source] = {"vul": "vulnerable", "sec": "safe"}


class _Row(msgspec.Struct):
    ID: str
    CWE: str
    Description: str
    VulCode: str
    Source: str = ""
    Top25: bool = False
    Check_ql: str = ""


class _Answer(msgspec.Struct):
    problem_id: str
    raw_prediction: str


def read_security(path: Path) -> SecurityData:
    """Samples and recordings of a folder or an archive.  Raises InputError."""
    found = _rooted(dict(_folder(path) if path.is_dir() else _archive(path)), path)
    samples = tuple(_samples(found, f"{path}: {_INDEX}"))
    known = {sample.id for sample in samples}
    answers, notes = _answers(found, known, str(path))
    digest = hashlib.sha256()
    for name in sorted(found):
        digest.update(f"{name}\0{len(found[name])}\0".encode() + found[name])
    return SecurityData(
        samples, answers, _before(found, samples, str(path)), _after(found, known, str(path)),
        (*notes, *_differing(found, samples)), digest.hexdigest(),
    )  # fmt: skip


def _archive(path: Path) -> Iterator[tuple[str, bytes]]:
    try:
        with path.open("rb") as file:
            for entry in entries(file, _wanted, _LIMITS):
                if entry.odd is not None and _wanted(entry.name):
                    raise InputError(f"{path}: {entry.name}: {entry.odd.value}; pack plain files only")
                if entry.data is not None:
                    yield entry.name, _small(entry.data, f"{path}: {entry.name}")
    except ArchiveError as error:
        raise InputError(f"{path}: {error}") from None
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror}; name the data's folder or archive") from None


def _folder(path: Path) -> Iterator[tuple[str, bytes]]:
    for count, file in enumerate(sorted(path.rglob("*"))):
        if count > _LIMITS.entries:
            raise InputError(f"{path}: more than {_LIMITS.entries:,} files; name the folder that holds {_INDEX}")
        name = file.relative_to(path).as_posix()
        if _wanted(name) and file.is_file() and not file.is_symlink():
            with file.open("rb") as opened:
                yield name, _small(opened.read(_LIMITS.entry(name) + 1), str(file))


def _wanted(name: str) -> bool:
    return name.endswith((".json", ".csv")) or PurePosixPath(name).stem in _VERSIONS


def _small(data: bytes, label: str) -> bytes:
    most = _LIMITS.entry(label)
    if len(data) > most:
        raise InputError(f"{label} is larger than {most >> 20} MB; it cannot be samples of code")
    return data


def _rooted(found: Mapping[str, bytes], path: Path) -> dict[str, bytes]:
    """The files by their names beside the index, whatever folders it was packed in."""
    roots = sorted((PurePosixPath(name).parent for name in found if PurePosixPath(name).name == _INDEX), key=str)
    if not roots:
        raise InputError(f"{path} holds no {_INDEX}; name a folder or an archive of security samples")
    prefix = "" if str(roots[0]) == "." else f"{roots[0]}/"
    return {name.removeprefix(prefix): data for name, data in found.items() if name.startswith(prefix)}


def _samples(found: Mapping[str, bytes], label: str) -> Iterator[Sample]:
    try:
        rows = shapes.from_json(found[_INDEX], list[_Row])
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise InputError(f"{label}: {str(error)[:200]}; see TRANSLATION.md for its fields") from None
    if not rows or len(rows) > _MAX_SAMPLES:
        raise InputError(f"{label}: {len(rows):,} samples; give 1 to {_MAX_SAMPLES:,}")
    seen: set[str] = set()
    for place, row in enumerate(rows, 1):
        where = f"{label}, sample {place} ({row.ID[:40]})"
        match = _ID.fullmatch(row.ID)
        if match is None or match[1] != row.CWE:
            raise InputError(f"{where}: an id is its CWE and a number, as CWE-089-1, of CWE {row.CWE[:20]!r}; mend it")
        if row.ID in seen:
            raise InputError(f"{where}: a second sample of this id; number them")
        if not row.VulCode.strip():
            raise InputError(f"{where}: no code; give the vulnerable source as VulCode")
        seen.add(row.ID)
        safe = _version(found, row.ID, "safe", where)
        yield Sample(row.ID, row.CWE, row.Description, row.VulCode, safe, row.Source, row.Top25, row.Check_ql)


def _version(found: Mapping[str, bytes], id_: str, version: Source, where: str) -> str | None:
    cwe, _, number = id_.rpartition("-")
    folder = PurePosixPath("datasets", cwe, number)
    for name, data in found.items():
        path = PurePosixPath(name)
        if path.parent == folder and _VERSIONS.get(path.stem) == version:
            try:
                return data.decode("utf-8")
            except UnicodeDecodeError:
                raise InputError(f"{where}: {name} is not UTF-8; save it as UTF-8") from None
    return None


def _differing(found: Mapping[str, bytes], samples: tuple[Sample, ...]) -> Iterator[str]:
    """Where the file of a vulnerable source is not the index's text."""
    for sample in samples:
        text = _version(found, sample.id, "vulnerable", sample.id)
        if text is not None and text.split() != sample.vulnerable.split():
            yield f"{sample.id}: its file differs from the index; the index counts"


def model_and_arm(name: str) -> tuple[str, Arm]:
    """Whose answers a file or folder of this name holds, and how they were asked for."""
    return (name.removesuffix(_SAFE), "safe") if name.endswith(_SAFE) else (name, "plain")


def _answers(found: Mapping[str, bytes], known: set[str], label: str) -> tuple[dict[AnswerKey, str], list[str]]:
    answers: dict[AnswerKey, str] = {}
    notes: list[str] = []
    for name, data in sorted(found.items()):
        path = PurePosixPath(name)
        if path.parent != PurePosixPath("predictions") or path.suffix != ".json":
            continue
        model, arm = model_and_arm(path.stem)
        try:
            rows = shapes.from_json(data, list[_Answer])
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            raise InputError(f"{label}: {name}: {str(error)[:200]}; see TRANSLATION.md for its fields") from None
        for row in rows:
            key = AnswerKey(model, arm, row.problem_id)
            if row.problem_id not in known:
                raise InputError(f"{label}: {name}: {row.problem_id[:40]!r} is answered and is no sample; remove it")
            if key in answers:
                raise InputError(f"{label}: {name}: a second answer to {row.problem_id}; keep one")
            answers[key] = row.raw_prediction
        missing = len(known) - sum(key.model == model and key.arm == arm for key in answers)
        if missing:
            notes.append(f"{model}, {arm}: no answer to {missing} of {len(known)} samples")
    return answers, notes


def _after(found: Mapping[str, bytes], known: set[str], label: str) -> dict[AnswerKey, tuple[Finding, ...]]:
    after = {}
    for name, data in sorted(found.items()):
        path = PurePosixPath(name)
        if len(path.parts) == 3 and path.parts[0] == "results" and path.suffix == ".csv" and path.stem in known:
            model, arm = model_and_arm(path.parts[1])
            after[AnswerKey(model, arm, path.stem)] = read_csv(data, f"{label}: {name}").findings
    return after


def _before(
    found: Mapping[str, bytes], samples: tuple[Sample, ...], label: str
) -> dict[tuple[str, Source], tuple[Finding, ...]]:
    """Findings in the sources; a weakness's table is about all samples of it."""
    before: dict[tuple[str, Source], tuple[Finding, ...]] = {}
    for name, data in sorted(found.items()):
        path = PurePosixPath(name)
        if path.parent != PurePosixPath("results", "original") or path.suffix != ".csv":
            continue
        findings = read_csv(data, f"{label}: {name}").findings
        for sample in (one for one in samples if one.cwe == path.stem):
            number = sample.id.rpartition("-")[2]
            for stem, source in _VERSIONS.items():
                here = [
                    one
                    for one in findings
                    if PurePosixPath(one.path).with_suffix("") == PurePosixPath("/", number, stem)
                ]
                if source == "vulnerable" or sample.safe is not None:
                    before[sample.id, source] = tuple(here)
    return before
