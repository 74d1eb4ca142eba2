"""Porter's stemmer (1980), with the extensions that NLTK's METEOR uses: word to stem.

The extensions: words of one or two letters stay, a few irregular words have their stem in a table, `ies` and `ied`
of four-letter words keep their e, y becomes i only after a consonant, and `alli`, `fulli` and `logi` are endings of
step 2.  Equal to `nltk.stem.PorterStemmer` on every word of WordNet (tests/metrics/test_meteor.py).  Pure.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

Condition = Callable[[str], bool]
Rules = tuple[tuple[str, str], ...]

_IRREGULAR = {
    **dict.fromkeys(("sky", "skies"), "sky"),
    "dying": "die",
    "lying": "lie",
    "tying": "tie",
    "news": "news",
    **dict.fromkeys(("inning", "innings"), "inning"),
    **dict.fromkeys(("outing", "outings"), "outing"),
    **dict.fromkeys(("canning", "cannings"), "canning"),
    **{word: word for word in ("howe", "proceed", "exceed", "succeed")},
}
_STEP_2: Rules = (
    ("ational", "ate"), ("tional", "tion"), ("enci", "ence"), ("anci", "ance"), ("izer", "ize"), ("bli", "ble"),
    ("alli", "al"), ("entli", "ent"), ("eli", "e"), ("ousli", "ous"), ("ization", "ize"), ("ation", "ate"),
    ("ator", "ate"), ("alism", "al"), ("iveness", "ive"), ("fulness", "ful"), ("ousness", "ous"), ("aliti", "al"),
    ("iviti", "ive"), ("biliti", "ble"), ("fulli", "ful"),
)  # fmt: skip
_STEP_3: Rules = (
    ("icate", "ic"), ("ative", ""), ("alize", "al"), ("iciti", "ic"), ("ical", "ic"), ("ful", ""), ("ness", ""),
)  # fmt: skip
_STEP_4: Rules = tuple(
    (ending, "")
    for ending in (
        "al", "ance", "ence", "er", "ic", "able", "ible", "ant", "ement", "ment", "ent", "ion", "ou", "ism", "ate",
        "iti", "ous", "ive", "ize",
    )
)  # fmt: skip


@lru_cache(maxsize=65_536)
def stem(word: str) -> str:
    """The stem of a word, in lower case."""
    word = word.lower()
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if len(word) <= 2:
        return word
    word = _y_to_i(_past(_plural(word)))
    word = _step_2(word)
    word = _replaced(word, _STEP_3, lambda left: _measure(left) > 0)
    word = _replaced(word, _STEP_4, lambda left: _measure(left) > 1)
    return _final(word)


def _plural(word: str) -> str:
    """Step 1a."""
    if word.endswith("ies") and len(word) == 4:
        return word[:-1]
    for ending, new in (("sses", "ss"), ("ies", "i"), ("ss", "ss"), ("s", "")):
        if word.endswith(ending):
            return word[: len(word) - len(ending)] + new
    return word


def _past(word: str) -> str:
    """Step 1b."""
    if word.endswith("ied"):
        return word[:-1] if len(word) == 4 else word[:-2]
    if word.endswith("eed"):
        return word[:-1] if _measure(word[:-3]) > 0 else word
    for ending in ("ed", "ing"):
        left = word[: len(word) - len(ending)]
        if word.endswith(ending) and "v" in _shape(left):
            break
    else:
        return word
    if left.endswith(("at", "bl", "iz")):
        return left + "e"
    if len(left) > 1 and left[-1] == left[-2] and _shape(left)[-1] == "c":
        return left if left[-1] in "lsz" else left[:-1]
    return left + "e" if _measure(left) == 1 and _short(left) else left


def _y_to_i(word: str) -> str:
    """Step 1c."""
    left = word[:-1]
    return left + "i" if word.endswith("y") and len(left) > 1 and _shape(left)[-1] == "c" else word


def _step_2(word: str) -> str:
    if word.endswith("alli") and _measure(word[:-4]) > 0:
        return _step_2(word[:-2])
    if word.endswith("logi"):
        return word[:-1] if _measure(word[:-3]) > 0 else word
    return _replaced(word, _STEP_2, lambda left: _measure(left) > 0)


def _replaced(word: str, rules: Rules, condition: Condition) -> str:
    """Apply the first rule whose ending the word has, if what is left meets the condition."""
    for ending, new in rules:
        if word.endswith(ending):
            left = word[: len(word) - len(ending)]
            fits = condition(left) and (ending != "ion" or left.endswith(("s", "t")))
            return left + new if fits else word
    return word


def _final(word: str) -> str:
    """Step 5."""
    if word.endswith("e"):
        measure = _measure(word[:-1])
        if measure > 1 or (measure == 1 and not _short(word[:-1])):
            word = word[:-1]
    return word[:-1] if word.endswith("ll") and _measure(word[:-1]) > 1 else word


def _shape(word: str) -> str:
    """c for each consonant and v for each vowel; y is a vowel after a consonant."""
    shape = ""
    for letter in word:
        vowel = letter in "aeiou" or (letter == "y" and shape.endswith("c"))
        shape += "v" if vowel else "c"
    return shape


def _measure(word: str) -> int:
    """How many times a consonant follows a vowel."""
    return _shape(word).count("vc")


def _short(word: str) -> bool:
    """Ends consonant, vowel, consonant (not w, x, y); or is a vowel and a consonant."""
    shape = _shape(word)
    return (shape.endswith("cvc") and word[-1] not in "wxy") or shape == "vc"
