"""Bundle bytes → a runtime session: the one place that imports onnxruntime, and only when a session is opened.

No custom operators are registered: a model that needs one does not load.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from codescore.embed.bundle import Bundle
from codescore.embed.devices import CPU, default_providers
from codescore.foundation.errors import BundleError
from codescore.foundation.packages import remedy

_LOG_ERRORS_ONLY = 3


def open_session(bundle: Bundle, providers: Sequence[str] | None) -> Any:  # noqa: ANN401 (the library is untyped)
    """An `InferenceSession` on one thread; providers None means the best that is usable.  Raises BundleError."""
    try:
        import onnxruntime  # noqa: PLC0415 (0.2 s that a server does not spend before it parses)
    except ImportError as error:
        raise BundleError(f"the model cannot be run: {error}; {remedy('onnxruntime')}") from None
    onnxruntime.set_default_logger_severity(_LOG_ERRORS_ONLY)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.log_severity_level = _LOG_ERRORS_ONLY
    wanted = list(providers) if providers is not None else default_providers(onnxruntime.get_available_providers())
    try:
        return onnxruntime.InferenceSession(bundle.model, options, providers=wanted)
    except Exception as error:  # noqa: BLE001 (the runtime raises many unrelated kinds)
        if providers is None and wanted != [CPU]:
            return open_session(bundle, [CPU])
        raise BundleError(f"the model in {bundle.path} cannot be loaded: {first_line(error)}") from None


def first_line(error: Exception) -> str:
    """The first line of a library's message, not too long."""
    return (str(error).splitlines() or [type(error).__name__])[0][:300]
