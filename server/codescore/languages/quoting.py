"""What the comments and docstrings of a program show of the texts that it takes: in quotes, and as lines of a format.

Whatever its language; a guess.  Pure.  Neighbours: `evidence.cases` (draws from them), `languages.customary` (asks
where signs stand in them).
"""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from random import Random

from codescore.languages.described import RESULT, SENTENCES

#: Docstrings and comments, whatever the language, but no `#include` and no private field `#x`.
_DOCS = r'"""(.*?)"""|\'\'\'(.*?)\'\'\''
_HASH = r"(?:^|\s)#(?!(?:include|define|pragma|if|ifn?def|elif|else|endif|undef|error)\b|\w+\s*[=;(])([^\n]*)"
#: Texts of the code, in which no comment begins, and which are none: no group of theirs matches.  One that is not
#: closed is one to the end of its line: else looking for its end from each quote would take time without end.
_TEXT = (
    r"""(?<!\w)[rR]?[fF][rR]?(?:\"{3}.*?\"{3}|'{3}.*?'{3})|\"(?:[^\"\\\n]|\\.)*+(?:\"|\\?(?=\n|\Z))|"""
    r"""(?<!\d)'(?:[^'\\\n]|\\.)*+(?:'|\\?(?=\n|\Z))"""
)
_AROUND = re.compile(rf"{_DOCS}|/\*(.*?)\*/|//([^\n]*)|{_HASH}|{_TEXT}", re.DOTALL)
_AROUND_PYTHON = re.compile(rf"{_DOCS}|{_HASH}|{_TEXT}", re.DOTALL)  # where `//` divides
#: What is in quotes there.
_QUOTES = re.compile(r"(?<!\w)(?:\"([^\"\n]{1,60})\"|'([^'\n]{1,60})'|`([^`\n]{1,60})`|“([^”\n]{1,60})”)(?!\w)")
_MOST, _MOST_LINES = 12, 8
#: How a program, or the text around it, shows that it is meant for signs beyond ASCII; and texts with some.
_BEYOND = re.compile(
    r"\bencode\(|\butf[-_]?8|\bunicodedata\b|\bunicode\b|\bensure_ascii\b|codePoint|\bStandardCharsets\b|"
    r"\bnormalize\(\s*['\"]NF|\b(?:accents?|accented|umlauts?|diacritics?|emojis?)\b|\bnon-?ascii\b",
    re.IGNORECASE,
)
_BEYOND_ASCII = ("é", "Größe", "naïve café", "señor", "a😀b")
#: A sign by itself, or at an end of a text, in the code: what the program looks for.
_SIGN = re.compile(r"""(['"])\\?([^\w\s\\]|\s?[^\w\s\\]{1,2}\s?)\1""")
#: What a line of a format is, before what is said of it; prose is told by its words, and by scripts without blanks.
_COLUMN = re.compile(r"^[ \t]*(?:[*-][ \t]+)?((?:\"[^\"\n]*\"|\S)+(?: (?:\"[^\"\n]*\"|\S)+)*)(?=[ \t]{2}|[ \t]*$)")
_WORDS_OF_A_LINE = 6
_TOLD = re.compile(r"[.:,;!?]$|\b(?:is|are|a|the|of|or|and|be|to|in|if)\b|[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]")
#: A number in several parts, as times, dates and amounts are written.
_IN_PARTS = re.compile(r"(?<![\w.:/-])\d+(?:[.:/-]\d+)+(?![\w:/-])")
#: Words with a number in them and a sign between, behind "such as": `1.4.0 or 2.0.0-beta.2`, without quotes.
_TOKEN = re.compile(r"(?<![\w.:/+\-\"'`])(?=[\w.:/+\-]*\d)\w+(?:[.:/+\-]\w+)+(?![\w\"'`])")
_FOR_EXAMPLE = r"\b(?:such as|like|e\.g\.,?|for (?:example|instance),?):?"
_SUCH = re.compile(rf"{_FOR_EXAMPLE}\s+({_TOKEN.pattern}(?:\s*(?:,|or|and)\s+{_TOKEN.pattern})*)")
_Q = r"(?:\"[^\"\n]{1,60}\"|'[^'\n]{1,60}'|`[^`\n]{1,60}`|“[^”\n]{1,60}”)"
_LISTED = re.compile(rf"{_Q}(?:\s*,\s*{_Q})*\s*,?\s+or\s+{_Q}")
_SOME_WORDS, _SOME = ("a", "b", "x", "ab", "xyz"), 13  # words and numbers of texts that have none of their own
_OTHERS = 8  # words that are made like one that is shown
_EDGE = "\n"  # what stands before the first sign and behind the last one


@lru_cache(maxsize=16)
def quoted(source: str) -> tuple[str, ...]:
    """The texts that stand in quotes in the comments and docstrings of a program, whatever its language: mostly they
    show what it takes or gives; and lines of a format that they show, alone and one below the other.  And some with
    signs beyond ASCII, for a program that shows that it is meant for them.
    """
    shown = (*(text for text in _quoted(source) if len(text) > 1 and not _is_name(text)),)[:_MOST]
    lines = [*dict.fromkeys(_lines(source))][:_MOST_LINES]
    shown = (*dict.fromkeys((*shown, *lines, *(["\n".join(lines)] if len(lines) > 1 else []))),)
    return (*shown, *_BEYOND_ASCII) if _BEYOND.search(source) else shown


def _is_name(text: str) -> bool:
    """Whether it may be what something is called: a word, without a number in it."""
    return text.isidentifier() and not any(sign.isdigit() for sign in text)


def words_of(source: str) -> str:
    """The comments and docstrings of a program; what they name behind "such as" (`1.4.0 or 2.0.0-beta.2`) in quotes."""
    return _SUCH.sub(
        lambda such: such[0][: such.start(1) - such.start()] + _TOKEN.sub(r'"\g<0>"', such[1]), comments_of(source)
    )


def comments_of(source: str) -> str:
    """The comments and docstrings of a program, as they are."""
    found = (one for one in _around(source).finditer(source) if one.lastindex is not None)
    return "\n".join(next(filter(None, one.groups()), "") for one in found)


@lru_cache(maxsize=16)
def _around(source: str) -> re.Pattern[str]:
    """What finds the comments of a program: where it is one in Python, none begins with `//`."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            ast.parse(source)
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return _AROUND
    return _AROUND_PYTHON


def _quoted(source: str) -> Iterator[str]:
    yield from dict.fromkeys(_texts_in(words_of(source)))


def _texts_in(words: str) -> list[str]:
    """The texts that stand in quotes."""
    return [next(filter(None, found.groups()), "") for found in _QUOTES.finditer(words)]


def _of_given(source: str, result: re.Pattern[str]) -> Iterator[str]:
    """What the sentences of a program's words say before one speaks of its result."""
    for sentence in SENTENCES.split(re.sub(r"\n[\s/*#]*", " ", words_of(source))):
        found = result.search(sentence.lower())
        yield sentence[: found.start()] if found is not None else sentence


def in_parts(source: str) -> tuple[str, ...]:
    """The words that the comments of a program show where these are numbers in several parts (`06:30`, `1:05.40`),
    others like them, and those in capitals in quotes beside them (`"NT"`); nothing where there are none such."""
    found = [*dict.fromkeys(_IN_PARTS.findall(words_of(source)))]
    chance = Random(len(found))  # noqa: S311  repeatable
    made = [_like(word, chance) for word in found for _ in range(_OTHERS)]
    beside = (word for word in _quoted(source) if word.isalpha() and word.isupper())
    return (*dict.fromkeys((*found, *made, *beside)),) if found else ()


def _like(word: str, chance: Random) -> str:
    """A word with other digits; of a time of a day there is such a time."""

    def other(number: re.Match[str]) -> str:
        before, behind = word[: number.start()][-1:], word[number.end() :][:1]
        clock = len(number[0]) == len("00")
        most = 60 if clock and before == ":" else 24 if clock and behind == ":" and not before else 10 ** len(number[0])
        return f"{chance.randrange(most):0{len(number[0])}}"

    return re.sub(r"\d+", other, word)


def signs_of(source: str) -> set[str]:
    """The signs that the code looks for or writes by themselves."""
    return {sign for _, some in _SIGN.findall(code_of(source)) for sign in some.strip()}


def code_of(source: str) -> str:
    """A program without its comments and docstrings."""
    return _around(source).sub(lambda one: one[0] if one.lastindex is None else " ", source)


def _lines(source: str) -> Iterator[str]:
    """The lines in comments that are no prose and have a sign in them that the program knows: `key = value`."""
    signs = signs_of(source)
    for line in words_of(source).splitlines():
        found = _COLUMN.match(line)
        if found is None or len(found[1].split()) > _WORDS_OF_A_LINE or _TOLD.search(found[1]):
            continue
        if not signs.isdisjoint(found[1]) and re.search(r"\w", found[1]) and ">>>" not in line:
            yield found[1]


def places(source: str) -> str:
    """What stands beside the signs that a program looks for, in the texts that its words show: these signs, a tab, all
    pairs of one and its neighbour, one behind the other, a letter or digit as `a`, an end as a line break; a tab, and
    the signs that none of these texts has twice.

    "" where no sign is in several texts.
    """
    texts = [*_quoted(source)]
    signs = sorted(sign for sign in signs_of(source) if sum(sign in text for text in texts) > 1)
    pairs = {pair for text in texts for pair in _pairs(text) if not {*signs}.isdisjoint(pair)}
    once = (sign for sign in signs if all(text.count(sign) <= 1 for text in texts))
    return "\t".join(map("".join, (signs, sorted(pairs), once))) if signs else ""


def _pairs(text: str) -> Iterator[str]:
    signs = [_EDGE, *("a" if sign.isalnum() else sign for sign in text), _EDGE]
    yield from (one + two for one, two in pairwise(signs))


def _known(places: str) -> tuple[str, set[str], str]:
    signs, pairs, once = places.split("\t")
    return signs, {pairs[n : n + 2] for n in range(0, len(pairs), 2)}, once


def forms(source: str) -> str:
    """The forms of texts that its words list one after the other, with an "or" before the last (`"3/4" or "1 1/2"`): a
    line each, with 0 for numbers and `a` for words; "" where they list no two of them with other signs.

    What is said of a result is none.
    """
    listed = (found for given in _of_given(source, RESULT) for found in _LISTED.finditer(given))
    known = dict.fromkeys(form_of(text) for found in listed for text in _texts_in(found[0]))
    return "\n".join(known) if len(known) > 1 and any(re.search(r"[^0a]", one) for one in known) else ""


def form_of(text: str) -> str:
    """A text with 0 for numbers and `a` for words."""
    return re.sub(r"[^\W\d_]+", "a", re.sub(r"\d+", "0", text))


def in_form(text: str, known: str, chance: Random) -> str:
    """The text in one of these forms, with its own numbers and words as far as they go."""
    numbers, words = iter(re.findall(r"\d+", text)), iter(re.findall(r"[^\W\d_]+", text))
    some = re.sub("a", lambda _: next(words, chance.choice(_SOME_WORDS)), chance.choice(known.split("\n")))
    return re.sub("0", lambda _: next(numbers, str(chance.randrange(1, _SOME))), some)


def placed(text: str, places: str) -> bool:
    """Whether its signs stand beside what `places` says, and are there as often."""
    signs, pairs, once = _known(places)
    beside = all(pair in pairs for pair in _pairs(text) if not {*signs}.isdisjoint(pair))
    return beside and all(text.count(sign) <= 1 for sign in once)


def with_places(text: str, places: str, chance: Random) -> str:
    """The text without these signs, or with one of them in the middle or at its end, where it may stand there."""
    signs, pairs, _ = _known(places)
    bare = "".join(sign for sign in text if sign not in signs)
    sign = chance.choice(signs)
    if {f"a{sign}", f"{sign}a"} <= pairs and chance.random() < 1 / 2:
        letters = "".join(one for one in bare if one.isalnum()).rjust(2, "a")
        place = chance.randrange(1, len(letters))
        return f"{letters[:place]}{sign}{letters[place:]}"
    before = [one[0] for one in sorted(pairs) if one[1] == sign and one[0] not in signs]
    if not before or sign + _EDGE not in pairs or chance.random() < 1 / 2:
        return bare
    one = chance.choice(before)
    return sign if one == _EDGE else f"{bare or 'a'}{sign}" if one == "a" else f"{bare}{one}{sign}"


_SUCH_AS = re.compile(rf"{_FOR_EXAMPLE}\s+({_Q}(?:\s*(?:,|or|and)\s+{_Q})*)")
_GIVES = re.compile(r"\b(?:returns?|outputs?|result|gives?|prints?|makes?|becomes?)\b")
_SHORT_SIGNS, _SHORTEST_LIST, _TWO = 6, 3, 2  # of what is no word, and words that make a list


def such(source: str) -> str:
    """What matches texts like those that its words show behind "such as", where these are no prose: squares (`"a1" and
    "h8"`), lists of words as short as each other (`"2H 3D 5S"`); or like several of one form, also with "or" between
    them (`"BUY 10@5" or "SELL 3@4"`); "" for all others.  Of a result it says nothing.
    """
    shown: list[str] = []
    for given in _of_given(source, _GIVES):  # `whether a square, such as "a1", is dark` speaks of the square
        for found in (*_SUCH_AS.finditer(given), *_LISTED.finditer(given)):
            texts = _texts_in(found[0])
            shown += texts if found.re is _SUCH_AS or _in_one_form(texts) else []
    lists = [one.split(" ") for one in shown]
    if lists and all(len(one) >= _SHORTEST_LIST for one in lists):
        word = _like_signs([word for words in lists for word in words])
        counts = sorted({len(words) - 1 for words in lists})
        return f"{word}(?: {word}){{{counts[0]},{counts[-1]}}}" if word else ""
    return _like_signs(shown) or _in_one_form(list(dict.fromkeys(shown)))


_RUN = re.compile(r"\d+|[^\W\d_]+|\W|_")  # digits, letters, or one sign


def _in_one_form(texts: list[str]) -> str:
    """What matches texts of the same signs between numbers and words in capitals (`BUY 10@5`, `SELL 3@4`): other
    numbers, and these words; "" where they are not alike."""
    rows = [_RUN.findall(text) for text in texts]
    if len(rows) < _TWO or len({len(row) for row in rows}) != 1:
        return ""
    found = [_run(list(dict.fromkeys(runs))) for runs in zip(*rows, strict=True)]
    signs = any(not run[0][0].isalnum() for run in zip(*rows, strict=True))
    numbers = any(run[0][0].isdigit() for run in zip(*rows, strict=True))
    return "".join(found) if all(found) and signs and numbers else ""


def _run(texts: list[str]) -> str:
    """What matches one of these numbers, one of these words in capitals, or this sign; "" for anything else."""
    if all(text.isdigit() for text in texts):
        wide = {len(text) for text in texts}
        return rf"\d{{{len(texts[0])}}}" if len(wide) == 1 and len(texts[0]) > 1 else r"[1-9]\d?"
    if all(text.isalpha() and text.isupper() for text in texts):
        return f"(?:{'|'.join(texts)})"
    return re.escape(texts[0]) if len(texts) == 1 and not texts[0].isalnum() else ""


def _like_signs(words: list[str]) -> str:
    """What matches words of signs between those of these in each place; "" where they are not alike, or prose."""
    alike = len({len(word) for word in words}) == 1 and 1 < len(words[0]) <= _SHORT_SIGNS
    if not alike or not any(sign.isdigit() for word in words for sign in word) or not "".join(words).isalnum():
        return ""
    many = len(words) > _SHORTEST_LIST
    return "".join(_between(sorted({*signs}), many=many) for signs in zip(*words, strict=True))


def _between(signs: list[str], *, many: bool) -> str:
    """Digits from the least to the largest, and letters likewise, or just these where `many` words are shown; of one
    alone nobody knows how far it reaches."""
    found = ""
    for few, every in (([s for s in signs if s.isdigit()], "0-9"), ([s for s in signs if s.islower()], "a-z"),
                       ([s for s in signs if s.isupper()], "A-Z")):  # fmt: skip
        if few:
            reached = every if len(few) == 1 else f"{few[0]}-{few[-1]}"
            found += "".join(few) if many and every != "0-9" else reached
    return f"[{found}]"
