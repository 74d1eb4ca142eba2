"""Which methods of a Python class's base classes, as far as they stand in the same text, its own methods may mean.

Neighbours: `classes` (what objects have), `usage` and `bounding` (what `super().method(x)` says of x).
"""

from __future__ import annotations

import ast

from codescore.languages.python.run.nodes import last_name

_Function = ast.FunctionDef | ast.AsyncFunctionDef


def bases(class_: ast.ClassDef, tree: ast.Module) -> list[ast.ClassDef]:
    """The classes of the same text that it is made of, nearest first."""
    known = {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}
    found: list[ast.ClassDef] = []
    left = [last_name(base) for base in class_.bases]
    while left:
        base = known.get(left.pop(0))
        if base is not None and base is not class_ and base not in found:
            found.append(base)
            left += [last_name(one) for one in base.bases]
    return found


class Methods:
    """The methods of a program's classes by the words in which others call them."""

    def __init__(self, tree: ast.Module) -> None:
        classes = [node for node in tree.body if isinstance(node, ast.ClassDef)]
        own = {one.name: {n.name: n for n in one.body if isinstance(n, _Function) and _plain(n)} for one in classes}
        self._lines = {one.name: [own[one.name], *(own[base.name] for base in bases(one, tree))] for one in classes}
        self._owners = {id(node): name for name, methods in own.items() for node in methods.values()}

    def meant(self, called: ast.Attribute, within: _Function | None) -> _Function | None:
        """The method that `super().name` or `self.name` (in a method), or `Class.name` is; None for another thing."""
        own = self._lines.get(self._owners.get(id(within), ""), [])
        match called.value:
            case ast.Call(ast.Name("super")):
                line = own[1:]
            case ast.Name("self"):
                line = own
            case ast.Name(name):
                line = self._lines.get(name, [])
            case _:
                return None
        return next((methods[called.attr] for methods in line if called.attr in methods), None)

    def bound(self, node: _Function) -> set[str]:
        """The parameters to which a method of a class, or what has their name, is bound: nobody gives another one.

        `def __delitem__(self, key, delete=Base.__delitem__)`, `def total(items, len=len)`
        """
        places = [*node.args.posonlyargs, *node.args.args]
        pairs = [*zip(reversed(places), reversed(node.args.defaults), strict=False)]
        pairs += [(one, given) for one, given in zip(node.args.kwonlyargs, node.args.kw_defaults, strict=True) if given]
        return {
            place.arg
            for place, given in pairs
            if (isinstance(given, ast.Attribute) and self.meant(given, None))
            or (isinstance(given, ast.Name) and given.id == place.arg.strip("_"))
        }


def _plain(node: _Function) -> bool:
    """Whether a method takes what it is called with by its class: no class method, no property."""
    return all(isinstance(one, ast.Name) and one.id == "staticmethod" for one in node.decorator_list)
