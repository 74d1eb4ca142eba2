"""What a program reads behind each command, along the branches that it takes for it.

`cin >> kind >> amount; if (kind == "deposit") …` reads `deposit 3`; `if (kind == "move") cin >> other; cin >> amount;`
reads `move b 3` and `deposit 3`; what stands behind `if (kind == "list") { …; continue; }` is not read for `list`; an
`else` is for a word that nobody names.  Read from the text of a program in a language with braces.  Pure.  Neighbour:
`languages.commands`, which says what words there are, asks.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence

#: From and to which place of the text something is done, and whether it is for a word.
Span = tuple[int, int, Callable[[str], bool]]
#: A word, whether what is compared must not be that, and where in the text that ends.
Asked = tuple[str, bool, int]

OTHER = ""  # stands for a word that is not named
_LONGEST, _MOST = 50_000, 60  # signs of a program that is read, and comparisons in it
_OPEN, _SHUT = "([{", ")]}"
_CASE = re.compile(r"\s*(?:(?::|->|,)\s*(?:case\s+(?:\"[^\"]*\"|'[^']'|\d+)\s*(?::|->|,)\s*)*|(?=\{))")
_CASE_ENDS = re.compile(r"\b(?:break|return|continue|case|default)\b")
_IF = re.compile(r"\b(?:if|while)\s*\(")
_ELSE, _ELSE_IF = re.compile(r"\s*else\b(?!\s*if\b)"), re.compile(r"\s*else\s+if\s*\(")
_LEAVES = re.compile(r"\b(?:continue|break|return\b[^;{}]*)\s*;?[\s}]*$")
_FAILS = re.compile(r"\b(?:throw|raise|exit|cerr|stderr|System\.err)\b")


def read_behind(
    program: str, name: str, asked: Sequence[Asked], read: re.Pattern[str]
) -> dict[str, list[re.Match[str]]]:
    """What is read behind each word that `name` is compared with, in order.

    `OTHER` is among the words where the program does something for any other.  `read` finds reads.  Empty where it is
    not seen where the word itself is read, and of a program that is long or asks for very many words.
    """
    start, stop, plain = 0, len(program), program
    if stop > _LONGEST:
        return {}
    if not name.endswith("[0]"):
        own = re.compile(
            rf">>\s*{re.escape(name)}\b|\b{re.escape(name)}\s*=\s*\w+\s*\.\s*next(?:Int)?\(\s*\)(?:\s*\.\s*charAt\(0\))?"
        )
        first = own.search(program)
        if first is None:
            return {}
        start, stop = first.end(), _until(program, first.end())
        plain = own.sub(lambda one: " " * len(one[0]), program)
    inside = [one for one in asked if start <= one[2] < stop]
    if len(inside) > _MOST:
        return {}
    otherwise: list[str] = []
    spans = [*_spans(plain, inside, stop, otherwise)]
    words = dict.fromkeys(word for word, denied, _ in inside if not denied)
    if any(re.search(r"\w", text) and not _FAILS.search(text) for text in otherwise):
        words[OTHER] = None
    found: dict[str, list[re.Match[str]]] = {word: [] for word in words}
    for one in read.finditer(plain, start, stop):
        for word in words:
            if all(has(word) for low, high, has in spans if low <= one.start() < high):
                found[word].append(one)
    return found


def _closing(program: str, at: int) -> int:
    """Where the block or the brackets end that a place stands in; the end of the text where nothing does."""
    depth = 0
    for place in range(at, len(program)):
        depth += (program[place] in _OPEN) - (program[place] in _SHUT)
        if depth < 0:
            return place
    return len(program)


def _until(program: str, at: int) -> int:
    """Where what is done after a read ends: the block that the read stands in, or that is done while it can be read."""
    end = _closing(program, at)
    while program[end : end + 1] == ")":
        at = end + 1
        block = program[at:].lstrip().startswith("{")
        end = _governed(program, at)[1] if block else _closing(program, at)
    return end


def _governed(program: str, at: int) -> tuple[int, int]:
    """The statement or block that begins at a place."""
    while at < len(program) and program[at].isspace():
        at += 1
    if program[at : at + 1] == "{":
        return at, _closing(program, at + 1) + 1
    end = at
    while end < len(program) and program[end] != ";":
        end = _closing(program, end + 1) + 1 if program[end] in _OPEN else end + 1
    return at, end + 1


def _spans(program: str, asked: Sequence[Asked], stop: int, otherwise: list[str]) -> Iterator[Span]:
    """What is done for some words only; `otherwise` takes the texts of what is done for all others."""
    chain: set[str] = set()
    last, before, begun = -1, -1, -1
    for number, (_, denied, at) in enumerate(asked):
        if at <= begun:  # `case "x": case "y":`
            continue
        if (case := _CASE.match(program, at)) is not None:
            low, same = case.end(), {word for word, _, place in asked[number:] if place <= case.end()}
            ends, begun = _CASE_ENDS.search(program, low), low
            high = ends.start() if ends is not None else stop
            yield (*_governed(program, low), _has(same)) if program[low : low + 1] == "{" else (low, high, _has(same))
            continue
        opened = max((one.start() for one in _IF.finditer(program, 0, at)), default=-1)
        if opened == before:  # `a == "x" || a == "y"`
            continue
        low, high = _governed(program, _closing(program, at) + 1)
        same = {word for word, _, place in asked[number:] if place < low}
        chain = chain | same if last >= 0 and program[last:opened].strip() == "else" else same
        yield low, high, _has(same, denied=denied)
        if _LEAVES.search(program[low:high]):
            yield high, stop, _has(same, denied=not denied)
        if (begins := _ELSE.match(program, high)) is not None:
            first, end = _governed(program, begins.end())
            yield first, end, _has(chain, denied=not denied)
            otherwise += [program[first:end]] if not denied else []
        elif (begins := _ELSE_IF.match(program, high)) is not None and not any(
            begins.end() <= place <= _closing(program, begins.end()) for _, _, place in asked
        ):
            otherwise += [program[begins.end() : stop]] if not denied else []
        last, before = high, opened


def _has(words: Collection[str], *, denied: bool = False) -> Callable[[str], bool]:
    """Whether a word is among some, or, denied, not among them."""
    some = frozenset(words)
    return (lambda word: word not in some) if denied else some.__contains__
