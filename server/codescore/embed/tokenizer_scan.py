"""Can a tokenizer.json make much of little?  Its rules are read before the library runs them on a text.

A tokenizer may rewrite a text step by step; each step may make it longer, and steps multiply: eight replacements of one
letter by twelve fill any memory.  What a step can at most make of a byte is known from its kind, so the product has a
bound.  Steps of other kinds, patterns whose repetitions nest (they can take for ever) and templates that multiply a
text are refused.  It knows only the bytes; `bundle` turns its answer into an error.  Kinds are those of the serialised
form of the library `tokenizers`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import msgspec

from codescore.foundation import shapes

_MOST_GROWTH = 64.0  # bytes out of one; NFKC alone can make 18 of one character, "▁" of a space 3
_MOST_STEPS = 64
_MOST_TEMPLATE = 16  # special tokens around a text, and ids of each
_MOST_TEXT = 256  # bytes that one step puts in by itself

#: How many bytes a step makes at most of one.
_GROWTH = {
    "NFC": 3, "NFD": 4, "NFKC": 18, "NFKD": 18, "Lowercase": 2, "Strip": 1, "StripAccents": 1, "Nmt": 1,
    "BertNormalizer": 8, "ByteLevel": 2, "Prepend": 1, "Metaspace": 3, "Split": 1, "Whitespace": 1,
    "WhitespaceSplit": 1, "BertPreTokenizer": 1, "Punctuation": 1, "Digits": 1,
    "CharDelimiterSplit": 1, "UnicodeScripts": 1,
}  # fmt: skip
_POST = frozenset({"TemplateProcessing", "ByteLevel", "RobertaProcessing", "BertProcessing"})
_PARTS = ("normalizers", "pretokenizers", "processors")  # of a sequence
_REPEATS = re.compile(r"[*+]|\{\d+,\}")


class _Unsound(Exception):
    """What is wrong, for a person."""


class _File(msgspec.Struct):
    """What of a tokenizer acts on a text; the model below it makes at most one token of a byte."""

    normalizer: Any = None
    pre_tokenizer: Any = None
    post_processor: Any = None


def unsound(tokenizer: bytes) -> str | None:
    """What is wrong with the rules of a tokenizer, or None where none of them can run away."""
    try:
        file = shapes.from_json(tokenizer, _File)
        growth = 1.0
        for step in (*_steps(file.normalizer), *_steps(file.pre_tokenizer)):
            growth *= _growth(step)
            if growth > _MOST_GROWTH:
                return f"may make more than {_MOST_GROWTH:.0f} bytes of one by its replacements"
        for step in _steps(file.post_processor):
            _check_template(step)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        return f"cannot be understood: {error}"
    except _Unsound as error:
        return str(error)
    return None


def _steps(rule: Any) -> list[dict[str, Any]]:  # noqa: ANN401  JSON
    """A rule's steps in order, those of sequences within sequences too."""
    steps = list(_flat(rule, 0))
    if len(steps) > _MOST_STEPS:
        raise _Unsound(f"has more than {_MOST_STEPS} steps")
    return steps


def _flat(rule: Any, depth: int) -> Iterator[dict[str, Any]]:  # noqa: ANN401  JSON
    if rule is None:
        return
    if not isinstance(rule, dict) or depth > _MOST_STEPS:
        raise _Unsound("has a step that is none")
    inner = next((rule[name] for name in _PARTS if name in rule), None) if rule.get("type") == "Sequence" else None
    if inner is None:
        yield rule
    elif isinstance(inner, list):
        for each in inner:
            yield from _flat(each, depth + 1)
    else:
        raise _Unsound("has a sequence that is none")


def _growth(step: dict[str, Any]) -> float:
    """How many bytes the step makes at most of one, of a text that is not tiny."""
    kind = step.get("type")
    _check_pattern(step.get("pattern"))
    if kind == "Replace":
        return max(1.0, _size(step.get("content")) / _shortest(step.get("pattern")))
    if not isinstance(kind, str) or kind not in _GROWTH:
        raise _Unsound(f"has a step {str(kind)[:40]!r}, which is not among those that are known to be bounded")
    if kind == "Prepend":
        _size(step.get("prepend"))
    return float(_GROWTH[kind])


def _size(text: Any) -> int:  # noqa: ANN401  JSON
    if not isinstance(text, str) or len(text.encode("utf-8", "surrogatepass")) > _MOST_TEXT:
        raise _Unsound(f"puts more than {_MOST_TEXT} bytes into a text at once")
    return len(text.encode("utf-8", "surrogatepass"))


def _shortest(pattern: Any) -> int:  # noqa: ANN401  JSON
    """The fewest bytes that a pattern stands for: of an expression one, though it may match nothing between two."""
    plain = pattern.get("String") if isinstance(pattern, dict) else None
    return max(1, len(plain.encode("utf-8", "surrogatepass"))) if isinstance(plain, str) else 1


def _check_pattern(pattern: Any) -> None:  # noqa: ANN401  JSON
    """Raises where something that repeats without bound is itself repeated without bound."""
    expression = pattern.get("Regex") if isinstance(pattern, dict) else None
    if not isinstance(expression, str):
        return
    plain = re.sub(r"\\.|\[(?:\\.|[^\]\\])*\]", "x", expression, flags=re.DOTALL)  # without escapes and classes
    repeats = [False]
    for at, character in enumerate(plain):
        if character == "(":
            repeats.append(False)
        elif character == ")" and len(repeats) > 1:
            inner = repeats.pop()
            outer = _REPEATS.match(plain, at + 1) is not None
            if inner and outer:
                raise _Unsound(f"has a pattern whose repetitions nest: {expression[:60]!r}")
            repeats[-1] |= inner or outer
        elif _REPEATS.match(plain, at):
            repeats[-1] = True


def _check_template(step: dict[str, Any]) -> None:
    if step.get("type") not in _POST:
        raise _Unsound(f"has a step {str(step.get('type'))[:40]!r} after the model, which is not known to be bounded")
    template = step.get("single", [])
    tokens = step.get("special_tokens", {})
    if not isinstance(template, list) or not isinstance(tokens, dict):
        raise _Unsound("has a template that is none")
    texts = sum(isinstance(piece, dict) and "Sequence" in piece for piece in template)
    ids = [token.get("ids") for token in tokens.values() if isinstance(token, dict)]
    most = max([len(template), *(len(one) for one in ids if isinstance(one, list))])
    if texts > 1 or most > _MOST_TEMPLATE:
        raise _Unsound("has a template that makes several texts of one")
