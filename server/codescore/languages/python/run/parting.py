"""Texts have as many parts as a function takes them apart into, and are written as a documentation of the file shows.

What stands behind a sign may be missing where the function asks whether it is there: `core, _, tag =
text.partition("-")`, and then `if tag`.  Pure.  Neighbours: `python.run.assuming`, `python.run.surveying` (ask),
`languages.forms` (how a text is taken apart).
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from codescore.languages.assumed import Assumption
from codescore.languages.execution import Parameter
from codescore.languages.pictures import ends, pictures, separator
from codescore.languages.python.run.around import Around
from codescore.languages.python.run.nodes import whole
from codescore.languages.shapes import GroupShape, SequenceShape, Shape, TextShape, TupleShape, Written

_FORMED = 0.85  # that a text has the form in which it is taken apart, or of which a picture is given
#: Where months, hours, days, minutes and seconds end, and what comes after.
_ENDS = frozenset({12, 13, 23, 24, 31, 32, 59, 60})
_VALID = re.compile(r"\b(?:in)?(?:valid|correct|legal|well[- ]formed|check|exists?)", re.IGNORECASE)
_Function = ast.FunctionDef | ast.AsyncFunctionDef
#: `version, _, tag = text.partition("-")`, which is no error where there is no such sign.
_PARTITION = re.compile(r"\b\w+, \w+, (\w+) = [^\n]*\.partition\((['\"])([^'\"\n]+)\2\)")
_WHETHER = r"\b(?:not|if|and|or) {0}\b(?! (?:in|is|[<>])|[.(\[])|\b{0} (?:and|or|if)\b|\b{0} [!=]= ''"


def parted(words: str, shapes: dict[str, Shape], reached: list[_Function], around: Around) -> Iterator[Assumption]:
    """Texts have as many parts as they are taken apart into, and are written as a documentation of the file shows."""
    forms = {name: form for name, shape in shapes.items() if (form := form_of(shape)) is not None and form.fixed}
    if any(map(_limits, reached)):
        return
    told = [] if any(map(checks, reached)) else [*pictures(words), *around.shown]
    left_out = may_lack(reached) if forms else set()
    for name, form in forms.items():
        if form.separator in left_out:
            continue
        picture = next((one for one in told if _shows(one, form)), None)
        if picture is not None:
            yield Assumption(name, "pictured", f"a text says {picture!r}", weight=_FORMED, other=picture)
        else:
            why, (parts, *_) = "it is taken apart so", form.sizes
            yield Assumption(name, "parts", why, weight=_FORMED, bound=parts, other=form.separator)


def may_lack(reached: list[_Function]) -> set[str]:
    """The signs that a text need not have: a function asks whether there is anything behind one."""
    text = "\n".join(map(ast.unparse, reached))
    found = _PARTITION.findall(text)
    return {sign for rest, _, sign in found if re.search(_WHETHER.format(re.escape(rest)), text)}


def with_less(parameters: Iterable[Parameter], reached: list[_Function]) -> list[Parameter]:
    """The parameters; a text need not have what stands behind a sign where the function asks whether it is there."""
    lacking = may_lack(reached)
    return [replace(one, shape=_with_less(one.shape, lacking)) for one in parameters]


def _with_less(shape: Shape, lacking: set[str]) -> Shape:
    if isinstance(shape, SequenceShape):
        return replace(shape, element=_with_less(shape.element, lacking))
    if isinstance(shape, TextShape) and (form := shape.written) is not None and form.separator in lacking:
        return replace(shape, written=replace(form, sizes=(1, *form.sizes)))
    return shape


def form_of(shape: Shape) -> Written | None:
    """The form of a text, of the texts in a list, or of all that are in a tuple."""
    if isinstance(shape, (SequenceShape, GroupShape)):
        return form_of(shape.element)
    if isinstance(shape, TupleShape):
        forms = {form_of(one) for one in shape.items}
        return forms.pop() if len(forms) == 1 else None
    return shape.written if isinstance(shape, TextShape) else None


def _shows(picture: str, form: Written) -> bool:
    end, between = ends(picture)
    if between:
        inner = {part.written for part in form.parts if isinstance(part, TextShape) and part.written is not None}
        return (
            between.strip() == form.separator.strip() and form.sizes == (2,) and all(_shows(end, one) for one in inner)
        )
    between = separator(picture)
    return between == form.separator and (picture.count(between) + 1,) == form.sizes


def _limits(node: _Function) -> bool:
    """Whether a function says into how many parts at most a text is taken apart: the last may have more in it."""
    calls = (n for n in ast.walk(node) if isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute))
    splits = [n for n in calls if isinstance(n.func, ast.Attribute) and n.func.attr in ("split", "rsplit")]
    return any(call.args[1:] or call.keywords for call in splits)


def checks(node: _Function) -> bool:
    """Whether a function may be there to find out if a text is well written."""
    if _VALID.search(f"{node.name.replace('_', ' ')} {ast.get_docstring(node) or ''}"):
        return True
    for one in ast.walk(node):
        match one:
            case ast.Try() | ast.Raise() | ast.Assert():
                return True
            case ast.Call(ast.Attribute(_, "isdigit" | "isnumeric" | "isdecimal")):
                return True
            case ast.Compare(left, operators, right) if not isinstance(operators[0], (ast.Eq, ast.NotEq)):
                numbers = [whole(part) for part in (left, *right)]
                if any(number in _ENDS for number in numbers):
                    return True
    return False
