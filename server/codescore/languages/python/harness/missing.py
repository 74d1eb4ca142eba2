"""Missing objects (Run Match, Obara et al.): stand-ins for what must not or cannot run, equal if used in the same way.

An attribute of a Missing object, or a call of it, is another Missing object whose text records how it came about.
"""

from __future__ import annotations

from typing import Any

_NAMES = ("open", "input", "exit", "quit")


class Missing:
    """Stands for something that does not run; its text says which thing, and what was done with it."""

    class Stopped(BaseException):
        """The program wanted to end."""

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
    """Put Missing objects in the place of what touches files, the terminal or the process."""
    names.update({name: Missing(name) for name in _NAMES})
