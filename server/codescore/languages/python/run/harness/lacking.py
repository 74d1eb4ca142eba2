"""Stand-ins for modules that are not there: whoever uses one fails, whoever only stands beside does not.

An `import` at the top of a file is for all its functions; where it fails, those that do not need the module can still
be called.  A stand-in raises ModuleNotFoundError at the first use of anything in it.  A program that looks out for the
failing import itself never meets one.
"""

from __future__ import annotations

import importlib.abc
import importlib.machinery
import sys
import types
from collections.abc import Sequence
from typing import Any, NoReturn

_USES = (
    "__call__", "__getitem__", "__setitem__", "__iter__", "__next__", "__len__", "__bool__", "__contains__",
    "__enter__", "__exit__", "__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__", "__hash__",
    "__add__", "__radd__", "__sub__", "__rsub__", "__mul__", "__rmul__", "__truediv__", "__rtruediv__",
    "__floordiv__", "__rfloordiv__", "__mod__", "__rmod__", "__pow__", "__rpow__", "__matmul__", "__rmatmul__",
    "__and__", "__rand__", "__or__", "__ror__", "__xor__", "__rxor__", "__neg__", "__invert__", "__abs__",
    "__int__", "__float__", "__index__", "__str__", "__repr__", "__mro_entries__", "__instancecheck__",
)  # fmt: skip


_TUNING = ("pypyjit",)  # modules of another interpreter that only say how it is to run


class _Lacking:
    """A name out of a module that is not there."""

    def __init__(self, module: str) -> None:
        object.__setattr__(self, "_module", module)

    def __getattr__(self, name: str) -> NoReturn:
        _fail(object.__getattribute__(self, "_module"))


def _fail(module: str) -> NoReturn:
    raise ModuleNotFoundError(f"No module named {module!r}", name=module)


def _ignore(*_: Any, **__: Any) -> None:  # noqa: ANN401  takes everything
    """What PyPy is told of its compiler changes no result."""


def _use(self: _Lacking, *_: Any, **__: Any) -> NoReturn:  # noqa: ANN401  takes everything
    _fail(object.__getattribute__(self, "_module"))


for _name in _USES:
    setattr(_Lacking, _name, _use)


class _Module(types.ModuleType):
    """A module that is not there; its names can be imported, and not used."""

    __path__: list[str] = []  # noqa: RUF012  what makes it a package, for `import a.b`

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401  a name out of a module
        root = self.__name__.partition(".")[0]
        if name.startswith("__"):
            raise AttributeError(name)
        return _ignore if root in _TUNING else _Lacking(root)


class StandIns(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds what nobody else does, for the modules named so far."""

    def __init__(self) -> None:
        self._roots = {*_TUNING}
        sys.meta_path.append(self)

    def add(self, missing: str | None) -> bool:
        """Stand in for a module from now on; False where it is not one that is imported from outside, or known."""
        root = (missing or "").partition(".")[0]
        if not root or root in self._roots or root in sys.modules:
            return False
        self._roots.add(root)
        return True

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None,  # noqa: ARG002  as the base says
        target: types.ModuleType | None = None,  # noqa: ARG002
    ) -> importlib.machinery.ModuleSpec | None:
        """A specification of a stand-in, for the modules that were named."""
        known = fullname.partition(".")[0] in self._roots
        return importlib.machinery.ModuleSpec(fullname, self, is_package=True) if known else None

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> types.ModuleType:
        """The stand-in."""
        return _Module(spec.name)

    def exec_module(self, module: types.ModuleType) -> None:
        """There is nothing in it."""
