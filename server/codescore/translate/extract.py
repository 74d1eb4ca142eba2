"""The code of an answer: which block, which functions of it, which of them is called.  Pure and total.

The entry is the function of the wanted name, else of that name in another style, else the only one that no other uses,
else the one that takes as many arguments as it should; what it cannot reach is left out, and so are comments, what the
template brings (imports, structures), main programs and calls that show a function.  A class around the functions is
taken off and its name kept: `program` puts one back where a language needs it.  Broken code stays broken.
Neighbours: `outline`, `program`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice

from codescore.languages import by_id, by_name
from codescore.languages.registry import Language
from codescore.languages.translating import Template, template_of
from codescore.translate.outline import Item, Outline, outline
from codescore.translate.records import Answer, Direction, Extraction, Task

VERSION = "4"
_LINES = 60  # lines of prose before or after code that stands in no fence
_FEW = 12
_TRIES = 300  # ways to cut them off that are tried


@dataclass(frozen=True, slots=True)
class _Scope:
    """Where the functions stand: in the class `owner`, or ("") beside each other; `beside` stood outside of it."""

    owner: str
    items: tuple[Item, ...]
    beside: tuple[Item, ...] = ()


def extract(answer: Answer, task: Task) -> Extraction:
    """The code and the entry of an answer in its direction's target language."""
    target = Direction.parse(answer.key.direction).target
    language = by_id(target)
    template = template_of(language) if language is not None else None
    if language is None or template is None:
        return Extraction(answer.key, answer.text, None, notes=(f"no code of {target} can be called",))
    blocks, notes = blocks_of(answer.text)
    if not blocks:
        return Extraction(answer.key, "", None, notes=(*notes, "there is no code"))
    arity = len(task.params[target].types) if target in task.params else -1
    wanted = task.entry_point
    found = _chosen(blocks, language, template, wanted, notes)
    if not found.text and not found.items:
        return Extraction(answer.key, "", None, notes=(*notes, "there is no code"))
    scope = _scope(found, template, wanted)
    functions = [item for item in scope.items if item.sort == "function" and item.defines]
    callable_ = [item for item in functions if item.defines[0] not in {*template.mains, scope.owner}]
    if found.loose or not callable_:
        bare = template.bare(found.text)
        if bare != found.text:
            again = extract(replace(answer, text=f"```\n{bare}\n```"), task)
            if again.how != "not parsed":
                return again
        named = any(wanted == name for item in found.items for name in item.uses)
        notes.append("it does not parse as a whole" if found.errors else "it defines no function")
        entry = wanted if named else callable_[0].defines[0] if callable_ else None
        return Extraction(answer.key, found.text, entry, "not parsed", tuple(notes))
    entry, how = _entry(callable_, wanted, arity, notes)
    kept, left = _reached(scope, entry, template)
    kept = _in_order(kept, entry, template, free=not scope.owner)
    notes += left
    code = "\n".join(
        template.placed(item.text, item.type, moved=item in scope.beside, alone=_plain(kept)) for item in kept
    )
    if scope.owner:
        notes.append(f"taken out of the class {scope.owner}")
    return Extraction(answer.key, code, entry, how, tuple(notes), scope.owner)


def _plain(kept: Sequence[Item]) -> bool:
    """Whether nothing but functions is there."""
    return all(item.sort in ("function", "import") for item in kept)


def _chosen(blocks: list[Block], language: Language, template: Template, wanted: str, notes: list[str]) -> Outline:
    """The block that is meant (of the language, with the wanted function), with what it needs of others."""
    ranked = []
    for place, block in enumerate(blocks):
        named = by_name(block.tag) if block.tag else None
        other = named is not None and named is not language
        found = (
            outline(language, template, block.text)
            if block.fenced
            else _unfenced(block.text, language, template, notes)
        )
        has = _has(found, wanted)
        ranked.append((other, not has, found.errors > 0, place, found, named is language))
    ranked.sort(key=lambda one: one[:4])
    other, _, _, place, best, _ = ranked[0]
    if other:
        notes.append(f"the fence names {blocks[place].tag}")
    if len(blocks) > 1:
        notes.append(f"block {place + 1} of {len(blocks)}")
    for other_too, _, broken, _, more, _ in ranked[1:]:
        lacking = _lacking(best, more)
        if lacking and not other_too and not broken:
            notes.append(f"{', '.join(sorted(lacking))} from another block")
            own = {name for item in best.items if item.sort in ("function", "class") for name in item.defines[:1]}
            added = [
                item
                for item in more.items
                if not (item.sort in ("function", "class") and item.defines[:1] and item.defines[0] in own)
            ]
            best = Outline((*best.items, *added), best.errors, best.loose, best.text)
    return best


def _has(found: Outline, wanted: str) -> bool:
    return any(
        wanted in one.defines[:1] for item in found.items for one in (item, *item.members) if one.sort == "function"
    )


def _lacking(best: Outline, more: Outline) -> set[str]:
    """Functions that one block uses and only another defines."""
    own = {name for item in best.items for name in item.defines}
    used = {name for item in best.items for name in item.uses} - own
    return {item.defines[0] for item in more.items if item.sort == "function" and item.defines} & used


def _unfenced(text: str, language: Language, template: Template, notes: list[str]) -> Outline:
    """The code in an answer without a fence: all of it, or without lines of prose before and after it."""
    whole = outline(language, template, text)
    if not whole.errors:
        return whole
    lines = text.split("\n")
    last = len(lines)
    ends = [last, *range(last - 1, max(0, last - 4), -1), *(n for n in range(last - 4, 0, -1) if not lines[n].strip())]
    tries = (
        (start, end)
        for end in ends[:_LINES]
        for start in range(min(end, _LINES if end == last else _FEW))
        if lines[start].strip()
    )
    for start, end in islice(tries, _TRIES):
        part = outline(language, template, "\n".join(lines[start:end]))
        if not part.errors and any(item.sort in ("function", "class") for item in part.items):
            notes.append("without the words around it")
            return part
    return whole


def _scope(found: Outline, template: Template, wanted: str) -> _Scope:
    """Where the functions are: beside each other, or in the class that has the wanted one, or any."""
    classes = [
        item
        for item in found.items
        if item.sort == "class"
        and not set(item.defines) & template.structures
        and any(member.sort == "function" for member in item.members)
    ]
    free = [item for item in found.items if item.sort == "function"]
    chosen = next((one for one in classes if any(wanted in m.defines[:1] for m in one.members)), None)
    if chosen is None and not free:
        chosen = next(iter(classes), None)
    if chosen is None or any(wanted in item.defines[:1] for item in free):
        return _Scope("", found.items)
    beside = tuple(item for item in found.items if item is not chosen)
    return _Scope(chosen.defines[0] if chosen.defines else "", (*beside, *chosen.members), beside)


def _entry(functions: Sequence[Item], wanted: str, arity: int, notes: list[str]) -> tuple[str, str]:
    """The name of the function to call, and how it was found."""
    names = list(dict.fromkeys(item.defines[0] for item in functions))
    if wanted in names:
        return wanted, "name"
    alike = [name for name in names if _plainly(name) == _plainly(wanted)]
    if len(alike) == 1:
        return alike[0], "name in another style"
    used = {name for item in functions for name in item.uses if name != item.defines[0]}
    roots = [name for name in names if name not in used] or names
    if len(roots) == 1:
        return roots[0], "the only one that no other uses"
    fitting = [
        name for name in roots if any(item.defines[0] == name and item.parameters == arity for item in functions)
    ]
    notes.append(f"ambiguous: {', '.join(roots[:5])}")
    if len(fitting) == 1:
        return fitting[0], "its number of arguments"
    return (fitting or roots)[0], "the first of several"


def _plainly(name: str) -> str:
    return name.replace("_", "").lower()


def _reached(scope: _Scope, entry: str, template: Template) -> tuple[list[Item], list[str]]:
    """The items that the entry needs, in their order, and what is said of the others."""
    known = [item for item in scope.items if not (item.sort == "class" and set(item.defines) & template.structures)]
    wanted, kept = {entry}, set[int]()
    more = True
    while more:
        more = False
        for place, item in enumerate(known):
            if place in kept or item.sort == "statement" or not _defines(item, wanted, scope, entry):
                continue
            kept.add(place)
            wanted |= item.uses
            more = True
    left = {name for n, item in enumerate(known) if n not in kept and item.sort == "function" for name in item.defines}
    structures = [name for item in scope.items if item not in known for name in item.defines[:1]]
    notes = [f"left out: {', '.join(sorted(left)[:5])}"] if left else []
    notes += [f"known: {', '.join(structures)}"] if structures else []
    return [item for place, item in enumerate(known) if place in kept], notes


def _in_order(kept: list[Item], entry: str, template: Template, *, free: bool) -> list[Item]:
    """The functions behind all else, the entry first, where their order means nothing: in one form for every answer.

    Where a language wants declarations (`template.declared`), functions that cannot be declared apart stay in place.
    """
    functions = [item for item in kept if item.sort == "function"]
    fixed = free and any(
        item.type not in template.declared or "=" in item.text.split("{", 1)[0]
        for item in functions
        if template.declared
    )
    if fixed:
        return kept
    others = [item for item in kept if item.sort != "function"]
    return [*others, *sorted(functions, key=lambda item: entry not in item.defines)]


def _defines(item: Item, wanted: set[str], scope: _Scope, entry: str) -> bool:
    if item.sort == "import":
        return False
    if item.sort == "function":
        return bool(set(item.defines) & wanted) or (scope.owner in item.defines and bool(scope.owner))
    return bool(set(item.defines) & (wanted - {entry}))


#: More characters than this are no answer to a question about a function; the rest is left out, and it is said.
MOST = 2_000_000
_FENCE = re.compile(r"^[ \t>]*(`{3,}|~{3,})[ \t]*([^\s`{]*)[^\n`]*$", re.MULTILINE)
_MEMBERS = ("code", "answer", "translation", "result")


@dataclass(frozen=True, slots=True)
class Block:
    """Code and the language that its fence names, "" where it names none; `fenced`: it stood in a fence.

    Blocks of code in what a model said: fences with their language, an answer in quotes or as JSON, or all of it.
    """

    text: str
    tag: str = ""
    fenced: bool = True


def blocks_of(answer: str) -> tuple[list[Block], list[str]]:
    """The blocks that are not blank, in order (all of the answer where it has no fence), and what is said of them."""
    notes: list[str] = []
    if len(answer) > MOST:
        answer = answer[:MOST]
        notes.append(f"cut at {MOST:,} characters")
    text = _unquoted(answer, notes).replace("\r\n", "\n")
    found = [block for block in _fenced(text, notes) if block.text.strip()]
    if found:
        return found, notes
    plain = _FENCE.sub("", text)
    return ([Block(plain, fenced=False)] if plain.strip() else []), notes


def _unquoted(answer: str, notes: list[str]) -> str:
    """An answer that is one JSON text, or an object with the code in it, without that."""
    text = answer.strip()
    if text[:1] + text[-1:] not in ('""', "{}"):
        return answer
    try:
        found = json.loads(text, strict=False)
    except (ValueError, RecursionError):
        return answer
    if isinstance(found, str):
        notes.append("the answer was a JSON text")
        return found
    if isinstance(found, dict):
        code = next((found[name] for name in _MEMBERS if isinstance(found.get(name), str)), None)
        if code is not None:
            notes.append("the answer was a JSON object")
            return str(code)
    return answer


def _fenced(text: str, notes: list[str]) -> list[Block]:
    """What stands between fences; the last may be open."""
    found: list[Block] = []
    at, mark, tag = 0, "", ""
    for fence in _FENCE.finditer(text):
        if not mark:
            mark, tag, at = fence[1], fence[2], fence.end() + 1
        elif fence[1][0] == mark[0] and len(fence[1]) >= len(mark) and not fence[2]:
            found.append(Block(_dedented(text[at : fence.start()]), tag))
            mark = ""
    if mark and text[at:].strip():
        notes.append("its last fence is not closed")
        rest = text[at:].rstrip().removesuffix(mark)  # it may be closed behind code, on the same line
        found.append(Block(_dedented(rest), tag))
    return found


def _dedented(text: str) -> str:
    """A block without what all its lines begin with, where fence and code stand indented."""
    lines = text.split("\n")
    indents = [len(line) - len(line.lstrip(" ")) for line in lines if line.strip()]
    common = min(indents, default=0)
    return "\n".join(line[common:] if line.strip() else "" for line in lines)
