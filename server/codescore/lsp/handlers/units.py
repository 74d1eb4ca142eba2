"""codescore/units: the units of a document with their verdicts; of a file of the workspace too, open or not."""

from __future__ import annotations

from typing import Any

from codescore.languages import by_path
from codescore.lsp import unit_list, unopened
from codescore.lsp.messages import Versioned, decode
from codescore.lsp.paths import real_path, to_path
from codescore.lsp.protocol import REQUEST_FAILED, Refusal
from codescore.lsp.register import On
from codescore.lsp.schedule import Priority
from codescore.lsp.state import State
from codescore.lsp.units import module_level


def register(state: State, on: On) -> None:  # noqa: ARG001  every family registers alike
    """Attach the handlers."""
    on("codescore/units", list_units)


async def list_units(state: State, params: object) -> dict[str, Any]:
    """`{uri, version, units, missing, file, missing_units}`: every unit in order, each with its verdict or None.

    Of a document that is open as things stand, at once.  Of a file of the workspace that is not, after judging it: its
    `version` is None, and `missing` says which references cannot be had.
    """
    uri = decode(params, Versioned).uri
    document = state.documents.get(uri)
    if document is not None:
        missing = [f.message for f in state.view_of(document).other if f.code == "reference-not-found"]
        units = unit_list.all_units(state, document)
        whole = unit_list.of_file(state.view_of(document).judged)
        return {"uri": uri, "version": document.version, "units": units, "missing": missing, **whole}
    return await _of_file(state, uri)


async def _of_file(state: State, uri: str) -> dict[str, Any]:
    path = to_path(uri)
    language = by_path(path) if path is not None else None
    root = state.root_of(path)
    if path is None or language is None or root is None:
        raise Refusal(f"{uri} is not open here, and no file of the workspace in a language we know")
    real, real_root = real_path(path), real_path(root)
    if real is None or real_root is None or not real.is_relative_to(real_root):
        raise Refusal(f"{uri} leads outside the workspace")
    await state.model_settled.wait()
    session, memory = state.session, state.memory
    if session is None or state.health.broken is not None:
        raise Refusal(state.health.broken or "there is no model", REQUEST_FAILED)
    step, limit = state.schedule.checks.run, state.settings_of(root).max_file_bytes
    data = await step(Priority.BACKGROUND, unopened.read, path, limit)
    parsed = await step(Priority.BACKGROUND, unopened.parsed, language, data, path.name)
    job = state.job_of(uri, path, language, parsed)
    looked = await state.schedule.scores.run(Priority.BACKGROUND, unopened.judge, session, job, memory)
    every = (*parsed.units, *module_level(looked.judged))
    units = unit_list.listed(parsed.text, every, looked.record_of, state.client.encoding)
    return {
        "uri": uri,
        "version": None,
        "units": units,
        "missing": list(looked.missing),
        **unit_list.of_file(looked.judged),
    }
