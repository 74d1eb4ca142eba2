"""A device that fails while it computes, as one line instead of a traceback.

A CUDA error leaves the process without a usable context, so nothing can be saved then: what is kept is the last
checkpoint.  Neighbour: `loop`, which steps inside `device_errors`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import torch

from codescore.foundation.errors import EnvironmentProblem

_SIGNS = ("CUDA error", "CUDNN", "cuDNN", "CUBLAS", "device-side assert", "NCCL", "HIP error", "driver shutting down")


@contextmanager
def device_errors(where: Callable[[], str]) -> Iterator[None]:
    """Failures of the device as EnvironmentProblem; `where` says what was being done."""
    try:
        yield
    except torch.OutOfMemoryError:
        raise EnvironmentProblem(
            f"the device's memory is full {where()}; lower train.batch_tokens and train.batch_functions"
        ) from None
    except RuntimeError as error:
        if isinstance(error, torch.AcceleratorError) or any(sign in str(error) for sign in _SIGNS):
            reason = next(iter(str(error).splitlines()), type(error).__name__)
            raise EnvironmentProblem(
                f"the device failed {where()} ({reason}); the last checkpoint is kept, the same command goes on from it"
            ) from None
        raise
