"""Parameters that name a field of each record in a list: `rows.map((r) => r[column])`, `row[key] for row in rows`.

Pure.  Neighbours: `languages.text_forms` and `python.run.assuming` (ask), `evidence.relations` (what it means).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from codescore.languages.assumed import Assumption
from codescore.languages.shapes import AnyShape, MappingShape, SequenceShape, Shape, TextShape

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


def fields_named(shapes: Mapping[str, Shape], program: str) -> Iterator[Assumption]:
    """Which parameters name a field that each record of another one has; `bound` is 1 where numbers stand in it, and 2
    where texts do."""
    for records, shape in shapes.items():
        if not isinstance(shape, SequenceShape) or not isinstance(shape.element, (MappingShape, AnyShape)):
            continue
        found = re.findall(_EACH.format(re.escape(records)), program)
        each = "|".join(re.escape(one) for one in dict.fromkeys(name for names in found for name in names if name))
        for name, other in shapes.items() if each else ():
            if name == records or not isinstance(other, (TextShape, AnyShape)):
                continue
            if re.search(_LOOKED_UP.format(each=each, name=re.escape(name)), program):
                number = re.search(_RECKONED.format(each=each, name=re.escape(name)), program) is not None
                because = "each is asked for what is called so"
                yield Assumption(name, "field of", because, weight=_WEIGHT, bound=int(number), other=records)
                if not number:
                    yield Assumption(name, "field of", because, weight=_GROUPED, bound=2, other=records)
