"""Parameters that name a field of each record in a list: `rows.map((r) => r[column])`, `row[key] for row in rows`.

Pure.  Neighbours: `languages.text_forms` and `python.run.assuming` (ask), `evidence.relations` (what it means).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from codescore.languages.assumed import Assumption
from codescore.languages.execution import Parameter
from codescore.languages.shapes import AnyShape, IntShape, MappingShape, SequenceShape, Shape, TextShape

#: What stands in such a field: a number, a text, a number or nothing.
NUMBER, TEXT, PERHAPS = 1, 2, 3
_WEIGHT, _GROUPED = 0.85, 0.6  # how surely each has it that is looked up; and a text in it where nobody reckons with it
#: What each record of a list is called: by a loop, or by a function that is called with it.
_EACH = (
    r"\bfor\b[^\n;]{{0,60}}?\b(\w{{1,40}})\)?\s*(?::|\bof\b|\bin\b)\s*{0}\b|"
    r"\b{0}\.\w{{1,20}}\(\(?(\w{{1,40}})\)? ?=>"
)
_LOOKED_UP = r"\b(?:{each})\[{name}\](?!\s*(?:\?\?|\|\||=(?!=)))"
_RECKONED = (
    r"[-+*/]=?\s*(?:{each})\[{name}\]|(?:{each})\[{name}\]\s*[-+*/](?!\*)|"
    r"\b(?:Number|int|float|sum)\((?:{each})\[{name}\]"
)
#: It is asked whether there is something in the field.
_LACKING = r"(?:{each})\[{name}\]\s*(?:is (?:not )?None\b|[!=]==?\s*(?:null|undefined)\b)"
#: A name that numbers are called by: it is reckoned with, or counted to.
_COUNTED = r"(?<![\w\]\).])(?:{name}\s*[-+*/%<>]|range\({name}\b)|[-+*/%<>]=?\s*{name}\b(?!\])"


def reckoned_with(name: str, program: str) -> bool:
    """Whether a program reckons or compares with what is called so, or counts to it."""
    return re.search(_COUNTED.format(name=re.escape(name)), program) is not None


def _each(records: str, program: str) -> str:
    """What the records in a list are called, as a pattern; "" where they have no name."""
    found = re.findall(_EACH.format(re.escape(records)), program)
    return "|".join(re.escape(one) for one in dict.fromkeys(name for names in found for name in names if name))


def named_by_texts(parameters: tuple[Parameter, ...], program: str) -> tuple[Parameter, ...]:
    """The parameters, where those without a declared type by which mappings in a list of another one are looked into
    are texts, and so are the keys: `index` names a field there, and no place."""
    found = {one.name: one for one in parameters}
    for records, shape in [(one.name, one.shape) for one in parameters]:
        inner = shape.element if isinstance(shape, SequenceShape) else None
        each = _each(records, program) if isinstance(inner, MappingShape) else ""
        names = [
            one.name
            for one in parameters
            if each and not one.declared and one.name != records and isinstance(one.shape, (IntShape, AnyShape))
            if re.search(_LOOKED_UP.format(each=each, name=re.escape(one.name)), program)
            and not reckoned_with(one.name, program)
        ]
        if names and isinstance(shape, SequenceShape) and isinstance(inner, MappingShape):
            texts = replace(shape, element=replace(inner, key=TextShape(min_size=1), required=()))
            found[records] = replace(found[records], shape=texts)
            found |= {name: replace(found[name], shape=TextShape(min_size=1)) for name in names}
    return tuple(found.values())


def fields_named(shapes: Mapping[str, Shape], program: str) -> Iterator[Assumption]:
    """Which parameters name a field that each record of another one has; `bound` is what stands in it (`NUMBER`, …), 0
    where that is anything."""
    for records, shape in shapes.items():
        if not isinstance(shape, SequenceShape) or not isinstance(shape.element, (MappingShape, AnyShape)):
            continue
        each = _each(records, program)
        for name, other in shapes.items() if each else ():
            if name == records or not isinstance(other, (TextShape, AnyShape)):
                continue
            if re.search(_LOOKED_UP.format(each=each, name=re.escape(name)), program):
                number = re.search(_RECKONED.format(each=each, name=re.escape(name)), program) is not None
                because = "each is asked for what is called so"
                lacking = number and re.search(_LACKING.format(each=each, name=re.escape(name)), program)
                bound = PERHAPS if lacking else int(number)
                yield Assumption(name, "field of", because, weight=_WEIGHT, bound=bound, other=records)
                if not number:
                    yield Assumption(name, "field of", because, weight=_GROUPED, bound=TEXT, other=records)
