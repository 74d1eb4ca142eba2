"""What stands around one function of a Python program and may say something of its arguments: the functions that it
comes to, through others too.  What stands in a function that has nothing to do with it says nothing.

Everything is read once for a program: a file of a thousand functions takes no longer than ten files of a hundred.
Neighbours: `surveying` makes one for a program, `assuming` asks it.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from functools import cached_property

from codescore.languages.pictures import pictures
from codescore.languages.python.run.inherited import Methods
from codescore.languages.python.run.nodes import last_name

_Function = ast.FunctionDef | ast.AsyncFunctionDef
_MOST = 30  # functions, the nearest first


class Around:
    """The functions of a program by name, what each comes to, and what their documentations show."""

    def __init__(self, functions: Mapping[str, _Function], tree: ast.Module, methods: Methods) -> None:
        self.functions, self._methods = dict(functions), methods
        classes = (node for node in ast.walk(tree) if isinstance(node, ast.ClassDef))
        self._owners: dict[ast.stmt, ast.ClassDef] = {method: one for one in classes for method in one.body}
        self._named: dict[_Function, tuple[str, ...]] = {}
        self._written: dict[_Function | ast.ClassDef, str] = {}

    def called(self, call: ast.Call, within: _Function) -> tuple[_Function, list[str]] | None:
        """The program's own function that a call in another one means, and what that calls its arguments in places."""
        func = call.func
        if isinstance(func, ast.Attribute):
            meant = self._methods.meant(func, within)
        else:
            meant = self.functions.get(last_name(func))
        if meant is None:
            return None
        places = [place.arg for place in (*meant.args.posonlyargs, *meant.args.args)]
        bound = isinstance(func, ast.Attribute) and (
            isinstance(func.value, ast.Call) or last_name(func.value) == "self"
        )
        return meant, places[bound and not meant.decorator_list :]

    def reached(self, node: _Function) -> list[_Function]:
        """It and the functions that it comes to by their names, the nearest first."""
        found, number = [node], 0
        while number < len(found) < _MOST:
            near = (self.functions[name] for name in self._names(found[number]))
            found += [one for one in near if one not in found]
            number += 1
        return found[:_MOST]

    def written(self, node: _Function) -> str:
        """The text of a function and of what it comes to, without comments."""
        return "\n".join(map(self._text, self.reached(node)))

    def class_of(self, node: _Function) -> str:
        """The text of the class that a method belongs to, without comments; "" for a function."""
        return self._text(self._owners[node]) if node in self._owners else ""

    @cached_property
    def shown(self) -> tuple[str, ...]:
        """The pictures in the documentations of all functions."""
        return tuple(pictures(" ".join(ast.get_docstring(one) or "" for one in self.functions.values())))

    def _names(self, node: _Function) -> tuple[str, ...]:
        if node not in self._named:
            names = (n.id for n in ast.walk(node) if isinstance(n, ast.Name) and n.id in self.functions)
            self._named[node] = tuple(dict.fromkeys(names))
        return self._named[node]

    def _text(self, node: _Function | ast.ClassDef) -> str:
        if node not in self._written:
            self._written[node] = ast.unparse(node)
        return self._written[node]
