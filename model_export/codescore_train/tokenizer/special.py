"""Load a tokenizer and find its special ids, ours or a base's.  Every fault is a one-line InputError."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from tokenizers import Tokenizer

from codescore.foundation.errors import InputError

_MASKS = ("<mask>", "<mask0>", "[MASK]")  # UniXcoder numbers its masks, BERT writes brackets
_BRACKETS = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")


@dataclass(frozen=True, slots=True)
class SpecialIds:
    """Ids that training puts around and into sequences."""

    start: int
    end: int
    pad: int
    mask: int
    separator: int  # between comment and code
    size: int  # of the vocabulary
    first_plain: int  # ids from here on may be drawn as random tokens


def load_tokenizer(path: Path) -> Tokenizer:
    """The tokenizer in a `tokenizer.json`.  Raises InputError."""
    if not path.is_file():
        raise InputError(f"no tokenizer at {path}; run `codescore-train tokenizer` first")
    try:
        tokenizer = Tokenizer.from_file(str(path))
    except Exception as error:  # noqa: BLE001 (the library raises bare Exception)
        raise InputError(f"{path} is not a tokenizer.json: {error}") from None
    tokenizer.no_padding()
    tokenizer.no_truncation()
    return tokenizer


def special_ids(tokenizer: Tokenizer) -> SpecialIds:
    """The special ids of a tokenizer.  Raises InputError where one is missing."""
    size = tokenizer.get_vocab_size()
    if size > 65535:
        raise InputError(f"the tokenizer has {size} tokens; at most 65,535 can be stored")
    end = _id(tokenizer, "</s>", "[SEP]")
    separator = tokenizer.token_to_id("<nl-sep>")
    brackets = [found for name in _BRACKETS if (found := tokenizer.token_to_id(name)) is not None]
    return SpecialIds(
        start=_id(tokenizer, "<s>", "[CLS]"),
        end=end,
        pad=_id(tokenizer, "<pad>", "[PAD]"),
        mask=_id(tokenizer, *_MASKS),
        separator=end if separator is None else separator,
        size=size,
        first_plain=max(brackets) + 1 if brackets else 6 if separator is not None else 5,
    )


def tokenizer_of_base(base: str, *, allow_network: bool) -> Tokenizer:
    """The tokenizer of a RoBERTa-type base, from its folder or, if allowed, from the hub.  Raises InputError."""
    folder = Path(base)
    if (folder / "tokenizer.json").is_file():
        return load_tokenizer(folder / "tokenizer.json")
    # transformers takes a second to import, and only a base needs it
    from transformers import AutoTokenizer  # noqa: PLC0415  only where there is a base

    try:
        slow_or_fast = AutoTokenizer.from_pretrained(base, local_files_only=not allow_network)
        backend = slow_or_fast.backend_tokenizer
    except Exception as error:  # noqa: BLE001 (transformers raises many kinds)
        raise InputError(f"no usable tokenizer in base {base}: {str(error).splitlines()[0]}") from None
    tokenizer = Tokenizer.from_str(backend.to_str())
    tokenizer.no_padding()
    tokenizer.no_truncation()
    return tokenizer


def _id(tokenizer: Tokenizer, *names: str) -> int:
    for name in names:
        found = tokenizer.token_to_id(name)
        if found is not None:
            return int(found)
    raise InputError(
        f"the tokenizer has no token {' or '.join(names)}; a tokenizer of the RoBERTa or BERT type is needed"
    )
