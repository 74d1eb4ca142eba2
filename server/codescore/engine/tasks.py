"""Whether a unit, or a file, does the task of its reference, be it by another algorithm.

A program is a unit with the helpers that it uses, or all units of a file; what its author called things is not seen.
Neighbours: `score.task` has the number; `pipeline` and `compare` put it beside the similarity.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from codescore.embed import TaskModel
from codescore.engine.calls import with_helpers
from codescore.engine.model import Source
from codescore.engine.outside import module_unit
from codescore.engine.session import Session
from codescore.score import SameTaskNumber, TaskVector, same_task, task_vector
from codescore.sketch import SketchText, own_names
from codescore.syntax import Unit


def same_task_of_units(
    session: Session, candidate: tuple[Source, Unit], reference: tuple[Source, Unit]
) -> SameTaskNumber | None:
    """How near two units are by task; None where the bundle cannot say."""
    sides = [(source, with_helpers(source, unit)) for source, unit in (candidate, reference)]
    return _same_task(session, *sides)


def same_task_of_files(session: Session, candidate: Source, reference: Source) -> SameTaskNumber | None:
    """How near two files are by task; None where the bundle cannot say."""
    return _same_task(session, (candidate, whole(candidate)), (reference, whole(reference)))


def whole(source: Source) -> tuple[Unit, ...]:
    """All that a file does: its outermost units, and what stands outside of them where that counts."""
    outermost = [unit for unit in source.units if not unit.nested]
    module = module_unit(source)
    return (*outermost, *([module] if module is not None else []))


def program_of_task(session: Session, source: Source, units: Sequence[Unit]) -> tuple[list[SketchText], frozenset[str]]:
    """What the number is computed from: the sketches' texts, and the names in them that the file defines."""
    return [session.cached_sketch(source, unit).text for unit in units], _own(source)


def _same_task(
    session: Session, candidate: tuple[Source, Sequence[Unit]], reference: tuple[Source, Sequence[Unit]]
) -> SameTaskNumber | None:
    model = session.task_model
    if model is None or not candidate[1] or not reference[1]:
        return None
    return same_task(model, _vector(session, model, *candidate), _vector(session, model, *reference))


def _vector(session: Session, model: TaskModel, source: Source, units: Sequence[Unit]) -> TaskVector | None:
    texts, own = program_of_task(session, source, units)
    language = source.syntax.language
    key = (language.id, own, *texts)
    held = session.tasks(key)
    if not held:
        held.append(task_vector(model, texts, language, own))
    return held[0]


@lru_cache(maxsize=64)
def _own(source: Source) -> frozenset[str]:
    return own_names(source.syntax)
