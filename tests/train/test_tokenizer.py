"""The tokenizer: what must be one token is one, nothing is lost, and text never turns into a special token."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import Tokenizer

from codescore.foundation.errors import InputError
from codescore_train.recipe import TokenizerRecipe
from codescore_train.tokenizer import SPECIALS, build_tokenizer, load_tokenizer, special_ids

_TEXTS = ["def f ( arg_0 , arg_1 ) :\n    var_0 = arg_0 + arg_1\n    return var_0", "int f ( int arg_0 ) {\n}"] * 20
_RECIPE = TokenizerRecipe(vocabulary=800, placeholders=64, depths=16)


@pytest.fixture(scope="module")
def tokenizer() -> Tokenizer:
    """A tokenizer of two texts: almost everything in it is guaranteed, not learnt."""
    return build_tokenizer(_TEXTS, _RECIPE)


def tokens(tokenizer: Tokenizer, text: str) -> list[str]:
    """Tokens as text."""
    return [tokenizer.decode([i]) for i in tokenizer.encode(text, add_special_tokens=False).ids]


@pytest.mark.parametrize("name", ["f", "arg_0", "arg_9", "arg_63", "var_0", "var_10", "var_63"])
def test_a_placeholder_is_one_token_with_and_without_a_space_before_it(tokenizer: Tokenizer, name: str) -> None:
    """Placeholders that training never saw are whole tokens too."""
    assert tokens(tokenizer, name) == [name]
    assert tokens(tokenizer, f"( {name}")[1] == f" {name}"


@pytest.mark.parametrize("depth", [0, 1, 7, 16])
def test_a_line_break_and_its_indentation_are_one_token(tokenizer: Tokenizer, depth: int) -> None:
    """Every depth up to the recipe's is a token of its own."""
    line = "\n" + "    " * depth
    assert tokens(tokenizer, f"x{line}return")[1] == line


@given(st.text(max_size=60))
@settings(max_examples=80, deadline=None)
def test_decoding_gives_back_every_text(tokenizer: Tokenizer, text: str) -> None:
    """Byte-level: no text has an unknown token, and no character is lost."""
    text = text.encode("utf-8", "replace").decode()
    ids = tokenizer.encode(text, add_special_tokens=False).ids
    assert tokenizer.decode(ids) == text


def test_special_tokens_stand_around_a_text_and_never_come_from_inside_it(tokenizer: Tokenizer) -> None:
    """A string literal that spells `<mask>` stays text; `<s>` and `</s>` are put around by the file itself."""
    special = special_ids(tokenizer)
    text = " ".join(f"'{name}'" for name in SPECIALS)
    ids = tokenizer.encode(text).ids
    assert (ids[0], ids[-1]) == (special.start, special.end)
    assert all(i >= len(SPECIALS) for i in ids[1:-1])


def test_the_file_holds_everything(tokenizer: Tokenizer, tmp_path) -> None:
    """What serving loads gives the same ids; ids 0 to 5 are the special ones; sizes agree."""
    path = tmp_path / "tokenizer.json"
    tokenizer.save(str(path))
    loaded = load_tokenizer(path)
    text = _TEXTS[0] + "\n        var_63 += '<s>'"
    assert loaded.encode(text).ids == tokenizer.encode(text).ids
    assert [loaded.token_to_id(name) for name in SPECIALS] == list(range(6))
    assert max(loaded.get_vocab().values()) + 1 == loaded.get_vocab_size() == special_ids(loaded).size


def test_training_is_deterministic() -> None:
    """The same texts give the same file."""
    assert build_tokenizer(_TEXTS, _RECIPE).to_str() == build_tokenizer(_TEXTS, _RECIPE).to_str()


def test_a_file_that_is_no_tokenizer_is_bad_input(tmp_path) -> None:
    """Absent and broken files are InputError in one line."""
    broken = tmp_path / "tokenizer.json"
    with pytest.raises(InputError, match="codescore-train tokenizer"):
        load_tokenizer(broken)
    broken.write_text("{}")
    with pytest.raises(InputError, match="is not a tokenizer"):
        load_tokenizer(broken)
