"""Whether a function copies what it is given before it changes that, and whether it sorts it.

`int[] sorted = values.clone(); Arrays.sort(sorted);` takes care of its caller's `values`; of that `sorted(values)` says
nothing, as it is the shortest way.  Who sorts what he is given is not given it in order, when his text speaks of "the
sorted values".  Read from the text of a function.  Pure.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

#: What is made of a parameter `{0}`, by languages: Python, JavaScript, Java.
_COPY = (
    r"\b(\w+)\s*(?::[^=\n]{{0,60}})?=\s*(?:"
    r"{0}\.(?:clone|copy|slice)\(\)|{0}\[:\]|(?:copy\.(?:deep)?copy|deepcopy|list|dict|structuredClone|Array\.from)\({0}\)|"
    r"\[\s*\.\.\.{0}\s*\]|\{{\s*\.\.\.{0}\s*\}}|Object\.assign\(\{{\}},\s*{0}\)|"
    r"new (?:ArrayList|HashMap|LinkedHashMap)(?:<[^<>\n]{{0,60}}>)?\({0}\)|Arrays\.copyOf\({0},)"
)
#: What changes `{0}`.
_CHANGED = (
    r"\b{0}\.(?:sort|append|pop|push|shift|unshift|splice|reverse|add|remove|put|insert|extend|update|set|delete|clear|"
    r"discard|popitem|setdefault|removeIf|poll|offer)\(|\b(?:Arrays|Collections)\.\w+\({0}\b|"
    r"\b(?:heapify|shuffle|heappop|heappush)\({0}\b|\b{0}(?:\[[^\[\]\n]{{1,40}}\])+\s*(?:=(?!=)|[-+*/%|&^]=|\+\+|--)|"
    r"\bdel {0}\["
)
#: What sorts `{0}`, or a copy of it that has no name; and what names a copy in languages that copy by `=`.
_SORTED = (
    r"\bsorted\(\s*{0}\s*[,)]|\b{0}(?:\.(?:slice|copy|clone)\(\))?\.(?:sort|toSorted)\(|\[\s*\.\.\.{0}\s*\]\.sort\(|"
    r"\b(?:Arrays|Collections)\.(?:sort|parallelSort)\(\s*{0}\b|\b(?:ranges::)?sort\(\s*(?:begin\()?{0}\b|"
    r"\b(?:Arrays\.stream|IntStream\.of)\({0}\)\.sorted\(|\b{0}\.stream\(\)\.sorted\("
)
_BY_VALUE = r"\b(\w+)\s*(?:=\s*{0}\s*;|\(\s*{0}\s*\)\s*;)"


def sorts(name: str, function: str) -> bool:
    """Whether a function sorts a parameter of this name, or a copy of it."""
    own = re.escape(name)
    copies = [*re.findall(_COPY.format(own), function), *re.findall(_BY_VALUE.format(own), function)]
    return any(re.search(_SORTED.format(re.escape(one)), function) for one in (name, *copies))


def copied_first(names: Iterable[str], function: str) -> bool:
    """Whether a function copies what has one of these names and changes the copy."""
    return any(
        re.search(_CHANGED.format(re.escape(copy)), function)
        for name in names
        for copy in re.findall(_COPY.format(re.escape(name)), function)
    )
