"""Random texts: in the form that their reader takes them apart by, with the signs that a program knows, or any.

Neighbours: `evidence.generate` (draws everything else, and the values that a text stands for), `evidence.pool`.
"""

from __future__ import annotations

import re
import string
from collections.abc import Callable

from codescore.evidence.pool import Pool, takes_names
from codescore.languages.forms import PAIRS, WORDS
from codescore.languages.shapes import Samples, Shape, TextShape, Written
from codescore.languages.values import Float, Int, Text, Value

Draw = Callable[[Shape, Pool, int], Value]

LETTERS = "abcABCxyz"
EVERYTHING = LETTERS + string.ascii_letters + string.digits + " _-.,!?"
SIZES = (0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 6, 7, 9, 12)
_A_NAME = 0.9  # of texts, where those of an input are names of few things
_QUOTED = 0.12  # of texts: such as stand in quotes in the words around a reference
_LIKE_ONE = 0.95  # of texts, where those of an input are like one that is shown
_FORMED = 0.75  # of inputs: all texts with a form are in it
_LOOSE, _BLANKS = 0.6, 0.4  # of texts with a form: where not all have it, with any number of parts; with blanks around
_WORDED, _PLAIN_WORDS = 0.6, 0.7  # of texts of words: with blanks between them; of these, of letters, some twice
_IN_DIGITS = 0.1  # of words in a text
_NUMBER, _WORD = True, False
_SORTS = ((_NUMBER, _NUMBER), (_NUMBER, _NUMBER), (_WORD, _WORD), (_WORD, _NUMBER), (_WORD, _NUMBER), (_NUMBER, _WORD))
_CLOCK, _PADDED = (":", "-", "/"), 0.5  # numbers between these are often written with two digits
_ONE_MARK, _AGAIN, _BRACKETS = 0.7, 0.4, 0.3  # of texts with marks; of their words; of texts with marks again
_HEADS = 0.3  # of lines, where the program knows brackets: a word in them, as of a section
_CLOSED = 0.9  # of brackets
_TAKEN, _SPACED = (1, 1, 2, 3), 0.3  # texts that were answered, in one; share of these with a blank behind the sign
_TRIES = 4  # to change a text so that it matches a pattern still
_LIKE_TAKEN = 0.5  # of parts of texts: like one of a text that was answered, where most texts are refused
_OTHER_SORT = 0.25  # of numbers and words in these: a word for a number, a number for a word
_AS_SHOWN = 0.5  # of parts of texts: like a part of one that is shown
_OWN, _LARGEST = 0.3, 10_000  # of numbers in texts: one of the program, up to this
_MORE_WORDS, _ONE_MORE = (1, 1, 2, 3, 5), 0.3  # words of the program behind one; share with a sign more
_SHORT, _KNOWN = 4, 0.15  # signs of a text of the program that stands for a word now and then
_NAMED = re.compile(r"[0-9]+|[^\W\d_]+")  # a number, or a word
_TOKEN = re.compile(r"\d+|[^\W\d_]+|\s+|.", re.DOTALL)


def _related(shape: TextShape, pool: Pool) -> str:
    """One that was drawn before, a part of it, or that turned round; in a map of signs with these only."""
    chance = pool.chance
    text = chance.choice(pool.drawn_texts)
    if text and chance.random() < 0.6:
        start = chance.randrange(len(text))
        piece = text[start : start + chance.choice((1, 2, 3))]
        turned = text[start:] + text[:start], text[::-1], text.swapcase()
        text = chance.choice((text[start:], text[: start + 1], piece, piece.swapcase(), text + text, *turned))
    if not shape.alphabet or shape.alphabet.isalnum():
        return text
    return "".join(sign for sign in text if sign in shape.alphabet)


def draw_text(shape: TextShape, pool: Pool, draw: Draw) -> str:
    """A random text of a shape."""
    chance = pool.chance
    kind = chance.random()
    known = _known_words(shape, pool)
    words = shape.samples + (pool.texts if not shape.alphabet else ())
    if pool.names and takes_names(shape) and chance.random() < _A_NAME:
        text = chance.choice(pool.names)
    elif pool.keys and shape.written is None and chance.random() < pool.shared and (keys := _fitting(shape, pool.keys)):
        text = chance.choice(keys)
    elif pool.alike and chance.random() < _LIKE_ONE:
        text = _varied(pool.alike, pool)
    elif pool.quoted and chance.random() < _QUOTED:
        text = chance.choice(pool.quoted)
        text = text if chance.random() < 0.5 else _varied(text, pool)
    elif shape.written is not None and _formed(shape.written, pool, kind):
        text = in_form(shape.written, pool, draw)
    elif pool.drawn_texts and kind < 0.2:  # related to one in the same input: equal, a part, turned round
        text = _related(shape, pool)
    elif known and kind < 0.9:
        text = " ".join(chance.choice(known) for _ in range(chance.choice((1, 1, 2, 2, 3, 4, 5))))
    elif words and kind < 0.4:
        text = chance.choice(words)
        if chance.random() < 0.3:
            more = [chance.choice(words) for _ in range(chance.choice(_MORE_WORDS))]
            more = [one + chance.choice(one) if one and chance.random() < _ONE_MORE else one for one in more]
            text = (" " if " " in shape.alphabet else "").join([text, *more])
    elif not shape.alphabet and pool.marked:
        text = _of_taken(pool) if pool.taken and chance.random() < 0.5 else _marked(pool)
    else:
        signs = shape.alphabet or (
            LETTERS if kind < 0.6 else EVERYTHING + "".join(t for t in pool.texts if len(t) == 1)
        )
        if chance.random() < 0.35:  # few different ones, so that they repeat
            signs = "".join(chance.choice(signs) for _ in range(3))
        text = "".join(chance.choice(signs) for _ in range(chance.choice(SIZES)))
    text = text if shape.max_size is None else text[: shape.max_size]
    while len(text) < shape.min_size:
        text += chance.choice(shape.alphabet or LETTERS)
    pool.drawn_texts.append(text)
    return text


def _fitting(shape: TextShape, texts: list[str]) -> list[str]:
    """Those of the texts that a shape allows."""
    signs = frozenset(shape.alphabet)
    return [text for text in texts if shape.min_size <= len(text) and (not signs or signs.issuperset(text))]


def in_form(written: Written, pool: Pool, draw: Draw) -> str:
    """A text in the form that its reader takes it apart by; with any number of parts where not all need have it."""
    chance = pool.chance
    loose = pool.formed is False
    size = chance.choice(written.sizes) if written.sizes and not loose else chance.choice(SIZES[:10])
    size = 1 if not written.separator and not loose else size
    made: list[Value] = (
        [Text(_some_number(pool) if chance.random() < _IN_DIGITS else _some_word(pool)) for _ in range(size)]
        if written == WORDS and chance.random() < _PLAIN_WORDS
        else [_part(written, place, pool, draw) for place in range(size)]
    )
    padded = written.separator in _CLOCK and chance.random() < _PADDED
    text = written.separator.join(_spelled(value, padded=padded) for value in made)
    text = text.join(written.within) if written.within and not loose else text
    if written.blanks and chance.random() < _BLANKS:
        text = chance.choice((f" {text}", f"{text} ", f"  {text} "))
    return text


def _formed(written: Written, pool: Pool, kind: float) -> bool:
    """Whether the text at hand is one in this form: all of an input are, or some with any number of parts."""
    return kind < (_WORDED if written == WORDS else 1 if _all_formed(pool) else _LOOSE)


def _all_formed(pool: Pool) -> bool:
    """Whether all texts of this input are in the form that they have; decided once for each."""
    if pool.formed is None:
        pool.formed = pool.chance.random() < _FORMED
    return pool.formed


def in_question(options: tuple[Shape, ...], pool: Pool) -> tuple[Shape, ...]:
    """What is drawn of several shapes: texts that match a pattern, where all texts of this input are in their form."""
    matching = tuple(one for one in options if isinstance(one, Samples) and one.pattern)
    return matching if matching and _all_formed(pool) else options


def draw_matching(shape: Samples, pool: Pool) -> Value:
    """A text that matches a pattern; now and then like one of this input, with another number or word in one place."""
    chance = pool.chance
    text = chance.choice(shape.values)
    if pool.drawn_texts and chance.random() < _LIKE_TAKEN:
        tried = (_varied_once(chance.choice(pool.drawn_texts), pool) for _ in range(_TRIES))
        text = next((Text(one) for one in tried if re.fullmatch(shape.pattern, one)), text)
    if isinstance(text, Text):
        pool.drawn_texts.append(text.value)
    return text


def _part(written: Written, place: int, pool: Pool, draw: Draw) -> Value:
    """One part of a text: a word is often one of this input again, and none is what stands between the parts."""
    shape, chance = written.parts[place % len(written.parts)], pool.chance
    pairs = _pairs(pool) if written.separator == "\n" else []
    if pairs and chance.random() < _HEADS:
        opening, closing = chance.choice(pairs)
        return Text(f"{opening}{_some_word(pool)}{closing}")
    word = isinstance(shape, TextShape) and shape.written is None
    if word and pool.words and chance.random() < _AGAIN:
        return Text(chance.choice(pool.words))
    if word and pool.parts and chance.random() < _LIKE_TAKEN:
        return Text(_varied(chance.choice(pool.parts), pool, _OTHER_SORT))
    shown = _pieces(written.separator, pool) if word and chance.random() < _AS_SHOWN else []
    value = Text(_varied(chance.choice(shown), pool)) if shown else draw(shape, pool, 1)
    if not isinstance(value, Text) or not written.separator or pool.formed is False:
        return value
    text = value.value.replace(written.separator, "") or _some_word(pool)
    if word:
        pool.words.append(text)
    return Text(text)


def _pieces(separator: str, pool: Pool) -> list[str]:
    """What stands between these signs in the texts that the words around a reference show: of `1-3, 7` both."""
    return [
        piece for text in pool.quoted if separator and separator in text for piece in text.split(separator) if piece
    ]


def _marked(pool: Pool) -> str:
    """A text of what a program looks for in texts: numbers or words, with the signs between or behind them that it
    knows; all of one input are alike in that."""
    chance = pool.chance
    if pool.form is None:
        marks = (chance.choice(pool.marks),) if chance.random() < _ONE_MARK else pool.marks
        numbers = chance.choice(_SORTS)
        pool.form = (marks, numbers, chance.choice((1, 2, 2, 3, 3, 4, 5)), chance.random() < 0.5)
    marks, numbers, size, closed = pool.form
    parts = [_some_number(pool) if numbers[place % 2] else _some_word(pool) for place in range(size)]
    text = "".join(part + chance.choice(marks) for part in parts)
    text = text if closed else text.removesuffix(marks[0])
    return _in_brackets(text, pool) if chance.random() < _BRACKETS else text


def changed_tokens(text: str, pool: Pool) -> str:
    """A text with one of its numbers, words and signs changed: another number, a sign before it, brackets around some.

    Of a text in a small language that is mostly one in it again.
    """
    chance = pool.chance
    if chance.random() < _BRACKETS:
        return _in_brackets(text, pool)
    tokens = _TOKEN.findall(text)
    place = chance.randrange(len(tokens) + 1)
    if place < len(tokens) and chance.random() < 0.5:
        digits, letters = tokens[place].isdigit(), tokens[place].isalpha()
        other = _some_number(pool) if digits else _some_word(pool) if letters else chance.choice(pool.marks)
        tokens[place] = other
    else:
        tokens.insert(place, chance.choice(pool.marks))
    return "".join(tokens)


def _pairs(pool: Pool) -> list[tuple[str, ...]]:
    """The pairs of brackets that the program knows."""
    return [tuple(pair) for pair in PAIRS if {*pair} <= {*pool.marks}]


def _in_brackets(text: str, pool: Pool) -> str:
    """A text with some of its tokens in a pair of brackets that the program knows, where it knows any."""
    pairs = _pairs(pool)
    if not pairs:
        return text
    pair = pool.chance.choice(pairs)
    opening, closing = pair[0], pair[1] if pool.chance.random() < _CLOSED else ""
    tokens = _TOKEN.findall(text)
    first, last = sorted(pool.chance.randrange(len(tokens) + 1) for _ in range(2))
    return "".join((*tokens[:first], opening, *tokens[first:last], closing, *tokens[last:]))


def _of_taken(pool: Pool) -> str:
    """A text like one that the reference answered; or like several, one behind the other, with a sign between them."""
    chance = pool.chance
    many = chance.choice(_TAKEN)
    between = chance.choice(pool.marks) + " " * (chance.random() < _SPACED) if many > 1 else ""
    return between.join(_varied(chance.choice(pool.taken), pool) for _ in range(many))


def _varied(text: str, pool: Pool, other: float = 0.0) -> str:
    """A text with other numbers and words in the places of those that it has; a share of them of the `other` sort."""

    def another(part: re.Match[str]) -> str:
        number = part[0].isdigit() != (other > 0 and pool.chance.random() < other)
        return _some_number(pool) if number else _some_word(pool)

    return _NAMED.sub(another, text)


def _varied_once(text: str, pool: Pool) -> str:
    """A text with another number or word in one place."""
    places = [found.span() for found in _NAMED.finditer(text)]
    if not places:
        return text
    start, end = pool.chance.choice(places)
    return text[:start] + _varied(text[start:end], pool) + text[end:]


def _some_number(pool: Pool) -> str:
    """A number, often one that the program has, or next to such a one."""
    known = [number for number in pool.whole if 1 < number < _LARGEST]
    if known and pool.chance.random() < _OWN:
        return str(pool.chance.choice(known))
    return str(pool.chance.randrange(10 ** pool.chance.choice((1, 1, 2, 3))))


def _some_word(pool: Pool) -> str:
    """A word, often one of this input again: what stands for something stands for it in other places, too."""
    chance = pool.chance
    if pool.names and chance.random() < _A_NAME:
        return chance.choice(pool.names)
    if pool.words and chance.random() < _AGAIN:
        return chance.choice(pool.words)
    known = [text for text in pool.texts if 1 < len(text) <= _SHORT and not any(map(str.isspace, text))]
    if known and pool.marked and chance.random() < _KNOWN:  # `..` between slashes, `px` behind a number
        return chance.choice(known)
    pool.words.append("".join(chance.choice(LETTERS) for _ in range(chance.choice((1, 1, 2, 3)))))
    return pool.words[-1]


def _spelled(value: Value, *, padded: bool) -> str:
    """A value as people write it; `padded`: with two digits at least, as in 08:30."""
    match value:
        case Int(number):
            return f"{number:02}" if padded else str(number)
        case Float(number):
            return str(number)
        case Text(text):
            return text
    return ""


def _known_words(shape: TextShape, pool: Pool) -> tuple[str, ...]:
    """The words that the programs know, where examples consist of nothing else."""
    longer = tuple(text for text in pool.texts if len(text) > 1 and " " not in text)
    words = {word for sample in shape.samples for word in sample.split()}
    return longer if len(words) > 1 and words.issubset(longer) else ()
