"""Missing objects (Run Match, Obara et al.): stand-ins for what must not or cannot run, equal if used in the same way.

An attribute of a Missing object, or a call of it, is another Missing object whose text records how it came about.
"""

from __future__ import annotations

import builtins
import sys
from typing import Any

_NAMES = ("open", "input", "exit", "quit")
_CALLS = {
    "sys": ("exit",),
    "os": ("system", "remove", "unlink", "rename", "mkdir", "makedirs", "rmdir", "listdir", "walk", "popen", "kill"),
}


class Missing:
    """Stands for something that does not run; its text says which thing, and what was done with it."""

    def __init__(self, text: str) -> None:
        object.__setattr__(self, "text", text)

    def __getattr__(self, name: str) -> Missing:
        if name.startswith("__"):
            raise AttributeError(name)
        return Missing(f"{self.text}.{name}")

    def __call__(self, *arguments: Any, **named: Any) -> Missing:  # noqa: ANN401  takes everything
        inside = [repr(a) for a in arguments] + [f"{k}={v!r}" for k, v in named.items()]
        return Missing(f"{self.text}({', '.join(inside)})")

    def __repr__(self) -> str:
        return f"<Missing {self.text}>"


def stand_in(names: dict[str, Any]) -> None:
    """Put Missing objects in the place of what touches files, the terminal or the process, and of absent modules."""
    real = builtins.__import__

    def present(name: str, *rest: Any, **more: Any) -> Any:  # noqa: ANN401  as the builtin
        try:
            return real(name, *rest, **more)
        except ImportError:
            return Missing(name)

    names["__builtins__"] = {**vars(builtins), "__import__": present, **{n: Missing(n) for n in _NAMES}}
    for module, attributes in _CALLS.items():
        for attribute in attributes:
            setattr(sys.modules.get(module) or real(module), attribute, Missing(f"{module}.{attribute}"))
