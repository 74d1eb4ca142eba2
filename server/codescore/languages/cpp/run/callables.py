"""Which parameters of a template are called, and what for: `template <class F> int count(const vector<int>& v, F f)`.

Nobody declares what such a parameter takes and gives; the body tells by what it does with it.  A call in a condition
wants true or false, one that stands by itself nothing, any other something like the first argument.  What the library's
algorithms do with the functions that they are handed is known by name.  Reads text only.
Neighbours: `types` (declared types), `given` (how functions are written), `glue` (passes `codescore::Any` for them).
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from codescore.languages.cpp.run.given import COMPARES, LIKENS
from codescore.languages.cpp.run.reading import Argument, Function, Program

_ORDERING = ("sort stable_sort partial_sort nth_element min_element max_element minmax_element lower_bound upper_bound "
             "binary_search equal_range merge inplace_merge is_sorted is_sorted_until push_heap pop_heap make_heap "
             "sort_heap set_union set_intersection set_difference includes min max clamp")  # fmt: skip
_ASKING = ("all_of any_of none_of count_if find_if find_if_not copy_if remove_if remove_copy_if replace_if partition "
           "stable_partition is_partitioned partition_point partition_copy erase_if filter take_while")  # fmt: skip
_LIKENING = "unique adjacent_find equal search mismatch is_permutation"
_FOLDING = "accumulate reduce inner_product partial_sum adjacent_difference"
#: What the library's algorithms want of a function: how many arguments, and what for.
_ALGORITHMS: dict[str, tuple[int, str]] = {
    **dict.fromkeys(_ORDERING.split(), (2, "before")),
    **dict.fromkeys(_ASKING.split(), (1, "bool")),
    **dict.fromkeys(_LIKENING.split(), (2, "alike")),
    **dict.fromkeys(("generate", "generate_n"), (0, "like")),
    "transform": (1, "like"),
    **dict.fromkeys(_FOLDING.split(), (2, "like")),
    "for_each": (1, "nothing"),
}
_TAKEN_AS = re.compile(r"(?:const\s+)?(\w+)\s*(?:const\s*)?&{0,2}")
_ASKS = re.compile(r"(?:\b(?:if|while)\s*\(|&&|\|\||!|\breturn\s*!)\s*$")
_ASKED = re.compile(r"\s*(?:&&|\|\||\?(?!:))")
_SIGNED = re.compile(r"\s*(?:[<>]=?|==)\s*0\b")


@dataclass(frozen=True, slots=True)
class Callable:
    """How many arguments a parameter is called with, and for what: something `like` the first of them, `bool`, `before`
    or `alike` of two, their `order`, `nothing`."""

    count: int
    result: str

    @property
    def type(self) -> str:
        """What stands for it."""
        known = {"like": "codescore::Like", "nothing": "void", "order": "int"}
        return f"codescore::Any<{known.get(self.result, 'bool')}>"


def callable_of(program: Program, function: Function, parameter: Argument) -> Callable | None:
    """What a parameter whose type a template leaves open is called for; None where it is not seen to be called."""
    declared = _TAKEN_AS.fullmatch(parameter.type)
    if declared is None or declared[1] not in (*function.variables, "auto") or not parameter.name:
        return None
    body = program.source[function.body : function.end].decode("utf-8", "replace")
    name = re.escape(parameter.name)
    called = rf"(?:\bstd::invoke\(\s*{name}\s*,|(?:std::forward<[^<>]*>\(\s*{name}\s*\)|\b{name})\s*\()"
    calls = [_call(body, found) for found in re.finditer(called, body)]
    if calls:
        return Callable(calls[0].count, _wanted(parameter.name, calls, function))
    return _handed_on(body, name)


@dataclass(frozen=True, slots=True)
class _Made:
    """A call: what stands before it and behind it, and how many arguments it has."""

    before: str
    behind: str
    count: int


def _call(body: str, found: re.Match[str]) -> _Made:
    """The call that begins here."""
    end, commas, depth = found.end(), 0, 0
    while end < len(body) and (depth or body[end] != ")"):
        depth += (body[end] in "([{") - (body[end] in ")]}")
        commas += body[end] == "," and not depth
        end += 1
    empty = not body[found.end() : end].strip()
    return _Made(body[: found.start()].rstrip(), body[end + 1 :], 0 if empty else commas + 1)


def _wanted(name: str, calls: list[_Made], function: Function) -> str:
    """What is done with what comes back."""
    if all(call.before[-1:] in ("", "{", ";", ")", "}") and call.behind.lstrip()[:1] == ";" for call in calls):
        return "nothing"
    two = calls[0].count == 2
    if two and any(_SIGNED.match(call.behind) for call in calls) and COMPARES.match(name):
        return "order"
    asked = any(_ASKS.search(call.before) or _ASKED.match(call.behind) for call in calls)
    returned = function.result == "bool" and any(call.before.endswith("return") for call in calls)
    if asked or returned or re.search(r"(?i)pred|^(?:test|keep|cond)", name):
        return "bool" if not two else "alike" if LIKENS.match(name) else "before"
    return "before" if two and COMPARES.match(name) else "like"


def _handed_on(body: str, name: str) -> Callable | None:
    """What one of the library's algorithms wants of it."""
    for found in re.finditer(
        rf"\b(\w+)\s*\((?:[^;{{}}]*?[,(]\s*)?(?:std::(?:ref|move|not_fn)\(|std::forward<[^<>]*>\()?{name}\b\s*[),]",
        body,
    ):
        wants = _ALGORITHMS.get(found[1])
        if wants is not None:
            return Callable(*wants)
    inner = re.search(rf"\b(set|map|multiset|multimap|priority_queue)\s*<[^;]*\(\s*{name}\s*\)", body)
    return Callable(2, "before") if inner else None
