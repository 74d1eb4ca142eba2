"""What answers cost: a table that the user gives, in TOML or as LiteLLM's JSON.  No prices are built in: they change.

    ["some-model"]
    input = 0.15     # US dollars for a million tokens
    output = 0.60

Reads that one file.  A model that is not in it has no price, and that is said.
"""

from __future__ import annotations

import json
import math
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from codescore.foundation.errors import InputError

_MOST = 16 << 20
_MILLION = 1_000_000
#: Characters of a token, about, in English and code; only for what is said before anything was asked.
_CHARACTERS = 4


@dataclass(frozen=True, slots=True)
class Price:
    """US dollars for a token in and out."""

    input: float
    output: float


@dataclass(frozen=True, slots=True)
class Prices:
    """Prices by model."""

    of: Mapping[str, Price] = field(default_factory=dict)

    def cost(self, model: str, tokens_in: int | None, tokens_out: int | None) -> float | None:
        """US dollars; None where the price or the counts are not known."""
        price = self.of.get(model)
        if price is None or tokens_in is None or tokens_out is None:
            return None
        return price.input * tokens_in + price.output * tokens_out


def about_tokens(text: str) -> int:
    """About how many tokens a text has; only the server knows."""
    return math.ceil(len(text) / _CHARACTERS)


def read(path: Path) -> Prices:
    """The table in a file.  Raises InputError."""
    try:
        if path.stat().st_size > _MOST:
            raise InputError(f"{path} is larger than {_MOST >> 20} MB; that is no table of prices")
        text = path.read_text(encoding="utf-8")
        tables: Any = json.loads(text) if path.suffix.lower() == ".json" else tomllib.loads(text)
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}") from None
    except (ValueError, RecursionError) as error:
        raise InputError(f"{path} is no table of prices: {error}") from None
    if not isinstance(tables, dict):
        raise InputError(f"{path} is no table of prices: it holds no models")
    return Prices({model: price for model, table in tables.items() if (price := _price(path, model, table))})


def _price(path: Path, model: str, table: object) -> Price | None:
    """The price of a model; None for one that is not paid by the token (images, speech)."""
    if not isinstance(table, dict):
        raise InputError(f"{path}: {model} has no table with input and output, US dollars for a million tokens")
    litellm = path.suffix.lower() == ".json"
    names = ("input_cost_per_token", "output_cost_per_token") if litellm else ("input", "output")
    found = [_number(table.get(name)) for name in names]
    if found[0] is not None and found[1] is not None:
        return Price(found[0], found[1]) if litellm else Price(found[0] / _MILLION, found[1] / _MILLION)
    if litellm:
        return None
    lacking = names[found.index(None)]
    raise InputError(f"{path}: {model} needs {lacking} = a number from 0 up, US dollars for a million tokens")


def _number(value: object) -> float | None:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    return float(value) if math.isfinite(value) and value >= 0 else None
