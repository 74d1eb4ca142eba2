"""One submission's code against the references: what the engine says of it, recorded.

Of several files the one that fits a reference best counts, or all of them together where that fits better.  Never
raises on a student's code.  Neighbours: `verdict_records` turns verdicts into records, `run` has many graded.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b

import msgspec
import numpy as np

from codescore.engine import (
    FileVerdict,
    ScoreOptions,
    Session,
    Source,
    file_another_way,
    make_source,
    preference,
    ranked,
)
from codescore.foundation.errors import BundleError, InputError
from codescore.grade.model import Part, Unreadable
from codescore.grade.record import Entry, Fit, Function, Graded, Traces, Verdict
from codescore.grade.sources import Assignment
from codescore.grade.verdict_records import functions_of, links_of, problems_of, why
from codescore.score import QUIET
from codescore.syntax import Unit

_RUN = 6  # tokens of a run that two submissions may share: shorter ones are everywhere
_NO_TRACES = Traces(b"", b"", 0, b"")


@dataclass(frozen=True, slots=True, eq=False)
class _Best:
    """The verdict that counts, how all references did, and the file it is of."""

    verdict: FileVerdict
    fits: tuple[Fit, ...]
    part: Part


def grade(session: Session, parts: Sequence[Part], assignment: Assignment, options: ScoreOptions) -> Entry:
    """The record of one submission's files; code that cannot be judged gets the verdict `unknown` and a reason."""
    try:
        found = list(_judged(session, parts, assignment, options))
        if not found:
            return _empty(parts, assignment)
        best = max(found, key=lambda one: preference(one.verdict, by_name=True))
        return Entry(_graded(session, best, assignment, parts), _traces(session, best.verdict.candidate, assignment))
    except BundleError:
        raise
    except (InputError, Unreadable) as error:
        return unknown(parts, str(error))
    except RecursionError:
        return unknown(parts, "nested too deeply to be judged")
    except Exception as error:  # noqa: BLE001  (one submission must not end the run; it is listed with its reason)
        return unknown(parts, f"the grader failed on it: {type(error).__name__}: {' '.join(str(error).split())[:200]}")


def grams_of(session: Session, source: Source) -> frozenset[int]:
    """Hashes of all runs of tokens in a source's functions."""
    return frozenset(hash_ for unit in _outermost(source) for hash_ in _grams(_sketch(session, source, unit)))


def vector_of(session: Session, source: Source, given: frozenset[str] = frozenset()) -> bytes:
    """The mean of the vectors of a source's functions, by tokens, of length 1, as float32 bytes.

    Functions whose sketch is `given` are left out, unless there are no others.
    """
    manifest = session.manifest
    texts = [_sketch(session, source, unit) for unit in _outermost(source)]
    texts = [text for text in texts if text not in given] or texts
    vectors = session.vectors(texts)
    if manifest is None or not vectors:
        return b""
    encoded = [vectors[text] for text in texts]
    rows = np.stack([one.vectors[manifest.vector_pooling] for one in encoded])
    mean = np.average(rows, axis=0, weights=[max(1, one.tokens) for one in encoded])
    return bytes((mean / max(1e-12, float(np.linalg.norm(mean)))).astype(np.float32).tobytes())


def _judged(session: Session, parts: Sequence[Part], assignment: Assignment, options: ScoreOptions) -> Iterator[_Best]:
    """Verdicts of each file, and of all together where no single one does."""
    alike = False
    variants = [*parts, *([_joined(parts)] if len(parts) > 1 else [])]
    for part in variants:
        if part is variants[-1] and len(variants) > 1 and alike:
            return
        candidate = make_source(assignment.language, part.data, part.path)
        if candidate.units:
            verdicts = ranked(session, candidate, assignment.references, options)
            places = {id(reference): k for k, reference in enumerate(assignment.references)}
            fits = tuple(Fit(places[id(v.reference)], v.score, v.similarity) for v in verdicts)
            alike = alike or verdicts[0].score == 1
            yield _Best(verdicts[0], fits, part)


def _joined(parts: Sequence[Part]) -> Part:
    """All files one below the other; each begins on a line of its own."""
    data = b""
    marks: list[tuple[int, str]] = []
    for part in parts:
        first = data.count(b"\n") + 1
        marks.append((first, part.path.rpartition("/")[2]))
        marks += [(first + line - 1, f"{part.path.rpartition('/')[2]}, {what}") for line, what in part.marks]
        data += part.data.rstrip(b"\r\n") + b"\n\n"
    return Part(" + ".join(part.path.rpartition("/")[2] for part in parts), data, tuple(marks))


def _graded(session: Session, best: _Best, assignment: Assignment, parts: Sequence[Part]) -> Graded:
    verdict = best.verdict
    functions = functions_of(session, verdict, _template_texts(session, assignment))
    kind = _kind(verdict, [one.untouched for one in functions if one.counts and one.score != 1])
    reason, group = why(kind, verdict, functions)
    return Graded(
        verdict=kind,
        score=verdict.score,
        similarity=verdict.similarity,
        probability=verdict.probability,
        compiles=verdict.compiles,
        reference=best.fits[0].reference,
        fits=best.fits,
        file=best.part.path,
        code=verdict.candidate.syntax.source.decode("utf-8", errors="replace"),
        marks=best.part.marks,
        reason=reason,
        group=group,
        problems=problems_of(verdict),
        missing=verdict.missing,
        functions=functions,
        links=links_of(session, verdict),
        first=_first(functions),
        notes=tuple(dict.fromkeys((*(n for part in parts for n in part.notes), *verdict.notes))),
        signature=verdict.signature,
        same_task=file_another_way(verdict) if kind == "unlike" else None,
    )


def _kind(verdict: FileVerdict, untouched: list[bool]) -> Verdict:
    if verdict.score == 1:
        return "alike"
    if not verdict.compiles:
        return "broken"
    if untouched and all(untouched) and not verdict.missing:
        return "untouched"
    if verdict.missing:
        return "missing"
    return "unknown" if verdict.score is None else "unlike"


def _first(functions: Sequence[Function]) -> tuple[int | None, int | None] | None:
    """The lines of the first difference that matters of the weakest function, here and in the reference."""
    counted = sorted((one for one in functions if one.counts), key=lambda one: (one.score or 0, one.similarity or 0.0))
    telling = (remark for one in counted for remark in one.remarks if remark.kind not in QUIET)
    first = next(telling, None)
    return (first.line, first.reference_line) if first is not None else None


def _template_texts(session: Session, assignment: Assignment) -> frozenset[str]:
    """Sketches of what everybody was given, without what is the solution already."""
    if assignment.template is None:
        return frozenset()
    given = {_sketch(session, assignment.template, unit) for unit in _outermost(assignment.template)}
    return frozenset(given)


def _traces(session: Session, candidate: Source, assignment: Assignment) -> Traces:
    given = _template_texts(session, assignment)
    texts = [_sketch(session, candidate, unit) for unit in _outermost(candidate)]
    template = grams_of(session, assignment.template) if assignment.template is not None else frozenset()
    grams = {hash_ for text in texts for hash_ in _grams(text)} - template
    flat = b"".join(candidate.syntax.source.split())
    return Traces(
        vector_of(session, candidate, given),
        np.array(sorted(grams), dtype=np.uint64).tobytes(),
        sum(len(text.split()) for text in texts if text not in given),
        blake2b(flat, digest_size=16).digest(),
    )


def _grams(text: str) -> Iterator[int]:
    tokens = text.split()
    for k in range(len(tokens) - _RUN + 1):
        digest = blake2b("\0".join(tokens[k : k + _RUN]).encode(), digest_size=8).digest()
        yield int.from_bytes(digest, "little")


def _sketch(session: Session, source: Source, unit: Unit) -> str:
    return session.cached_sketch(source, unit).text


def _outermost(source: Source) -> list[Unit]:
    return [unit for unit in source.units if not unit.nested]


def _empty(parts: Sequence[Part], assignment: Assignment) -> Entry:
    blank = _blank(parts)
    names = tuple(unit.qualified for unit in assignment.references[0].units if not unit.nested)
    reason = "no code: empty, or comments only"
    graded = _changed(blank, verdict="missing", score=0, similarity=0.0, compiles=True, reason=reason, missing=names)
    return Entry(_changed(graded, group="missing:no code"), _NO_TRACES)


def unknown(parts: Sequence[Part], reason: str) -> Entry:
    """The entry of files that cannot be judged."""
    return Entry(_changed(_blank(parts), reason=reason, group=f"unknown:{reason}"), _NO_TRACES)


def _changed(graded: Graded, **fields: object) -> Graded:
    return msgspec.structs.replace(graded, **fields)


def _blank(parts: Sequence[Part]) -> Graded:
    first = parts[0] if len(parts) == 1 else replace(_joined(parts), path=parts[0].path)
    code = first.data[:200_000].decode("utf-8", errors="replace")
    return Graded(
        "unknown", None, None, None, False, None, (), first.path, code, first.marks, "", "", (), (), (), (), None,
        first.notes, "",
    )  # fmt: skip
