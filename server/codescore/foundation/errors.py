"""The exceptions of the whole product, and the exit code that each one means.

    CodescoreError
    ├── InputError          exit 2   what the user gave us cannot be used (file, option, data set)
    ├── EnvironmentProblem  exit 3   the machine lacks something (no bundle, no compiler, no disk space)
    │   └── BundleError     exit 3   a model bundle is missing, damaged or not to be trusted
    └── Interrupted         exit 130 the user pressed Ctrl-C in long work; nothing half-written is left

Code that a user wrote is never a reason to raise: broken code is a value with problems.
Every message is one line that says what is wrong, where, and what to do about it.
"""

from __future__ import annotations


class CodescoreError(Exception):
    """Base of everything we raise on purpose; `exit_code` is what the command line returns."""

    exit_code = 1

    def __init__(self, message: str) -> None:
        super().__init__(" ".join(message.split()))


class InputError(CodescoreError):
    """Bad usage or bad input: a file that is not text, an unknown language, a bad option value."""

    exit_code = 2


class EnvironmentProblem(CodescoreError):
    """The environment lacks something; the message names the remedy."""

    exit_code = 3


class BundleError(EnvironmentProblem):
    """A bundle is missing, truncated, tampered with, or carries no passing parity record."""


class Interrupted(CodescoreError):
    """Long work was stopped by the user."""

    exit_code = 130
