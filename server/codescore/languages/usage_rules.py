"""What a call says of the kinds of what it is given and what it gives, by the rules in a language's `usage_tables`.

Pure.  Neighbours: `languages.kinds`, `languages.held_patterns`; each language's `run/usage.py` asks.
"""

from __future__ import annotations

import re

from codescore.languages.held_patterns import held, may_be_none
from codescore.languages.kinds import UNREAD, Guess, among, unite

_COLLECTIONS = {"list", "set", "map"}


def apply(rule: str | None, receiver: Guess | None, arguments: list[Guess]) -> Guess:
    """What a call says, by a rule of a language's `usage_tables`: words, each about receiver, arguments or result.

    `0:text` is a vote, `0=r` makes two alike, `1~sv` does where the first is a collection, `s@0` seeks one in another,
    `0<s` holds one against the patterns that another is, `0<s$` and `0<s&` against some of them (`held_patterns`).
    `r>0`: the result is the number as which the argument is read; `0:unread` asks whether it is one.
    """
    result = Guess()
    if rule is None:
        return result
    places: dict[str, Guess] = {"r": result}
    if receiver is not None:
        places["s"] = receiver
    places.update({str(number): argument for number, argument in enumerate(arguments)})
    for word in rule.split():
        if "/" in word or "|" in word:
            (_divide if "/" in word else _part)(word, places)
            continue
        left, sign, right = word.partition(next(sign for sign in "=:~@<>" if sign in word))
        one, other = _place(left, places), None if sign == ":" else _place(right.rstrip("$&"), places)
        if one is None or (sign == "~" and not one.votes.keys() & _COLLECTIONS):
            continue
        if other is None:
            one.vote(*[right] * (sign == ":" and right != UNREAD))
            if right == UNREAD and (text := one.root().read) is not None:
                may_be_none(text, whole=bool(one.root().votes["int"]))
        elif sign == ">":
            one.root().read = other.root()
        elif sign == "<":
            one.root().vote(*held(other.root().votes, other.root().constants, right[1:]))
        elif sign == "@" and one.votes["text"]:
            among(other, one)
        else:
            unite(one.inside() if sign == "@" else one, other)
    return result.root()


def between(pattern: str) -> str:
    """What stands between parts where a text is taken apart by a regular expression; "" where that is no one sign."""
    if re.fullmatch(r"\(?(?:\\[sW]| |\[(?=[^\]]*(?:\\[sW]| ))(?:\\[sW]|[ ,;.!?])+\]|\[\^[^\]]+\])[+*]?\)?", pattern):
        return " "
    plain = re.sub(r"\\s[*+?]?| [*+?]", "", pattern).rstrip("+*")
    mark = plain[1:2] if plain[:1] in ("[", "\\") else plain
    return mark if len(mark) == 1 and not mark.isalnum() and (plain != mark or mark not in ".^$|?*+(") else ""


def joined(pattern: str) -> str:
    """What stands between words where a text is searched for those that match a regular expression; "" for none."""
    return " " if _RUN.fullmatch(pattern) else ""


def parted_at(pattern: str) -> str:
    """What stands between the parts of a text, whether a regular expression matches that or the parts; else ""."""
    return between(pattern) or joined(pattern)


#: One kind of sign or more of them, letters among it: a word.
_RUN = re.compile(r"(?:\\b)?\(?(?:\\w|\[(?!\^)[^\]]*(?:a-z|A-Z|\\w)[^\]]*\])\+\)?(?:\\b)?")


def _divide(word: str, places: dict[str, Guess]) -> None:
    """`s/0`: the result is what the receiver is taken apart into at the text that is given, or else at blanks;
    `s/lines`: into its lines; `1/~0`: at a regular expression; `1/^0`: into the words that match one."""
    of, _, by = word.partition("/")
    if of not in places:  # a call that lacks an argument
        return
    patterns = [one for one in places[by[1:]].root().constants if isinstance(one, str)] if by[1:] in places else []
    if by.startswith("~"):
        given: dict[object, None] = {between(one): None for one in patterns}
    elif by.startswith("^"):
        given = dict.fromkeys(filter(None, map(joined, patterns)))
    else:
        given = dict(places[by].root().constants) if by in places else {"\n" if by == "lines" else " ": None}
    whole = places[of].root()
    for separator in given:
        if isinstance(separator, str) and separator:
            parts = unite(whole.divided.setdefault(separator, Guess()), places["r"])
            parts.at = {} if parts.at is None else parts.at


def _part(word: str, places: dict[str, Guess]) -> None:
    """`s|0`: the result is what stands before the text that is given, that text, and what stands after it."""
    of, _, by = word.partition("|")
    before, between_, after = places["r"].parts(3)
    for one in (before, between_, after):
        one.vote("text")
    for separator in places[by].root().constants if by in places else ():
        if isinstance(separator, str) and separator:
            for part, kind in zip(
                places[of].root().divided.setdefault(separator, Guess()).parts(2), (before, after), strict=True
            ):
                unite(part, kind)


def _place(path: str, places: dict[str, Guess]) -> Guess | None:
    """`0` is the first argument, `0e` its elements, `0k` its keys, `0v` what indexing gives, `0n` its length, `0j`
    what it says as JSON, `0a` and `0b` the two of a pair; `s` the receiver, `r` the result."""
    kind = places.get(path[0])
    if kind is None:
        return None
    for step in path[1:]:
        if step in "ab":
            kind = kind.parts(2)["ab".index(step)].root()
        else:
            kind = {"e": kind.inside, "v": kind.valued, "k": kind.keyed, "n": kind.sized, "j": kind.said}[step]()
    return kind
