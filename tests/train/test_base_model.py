"""An existing base of the RoBERTa or BERT type: trained, exported, served like ours; what does not fit is one line."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch
from transformers import GPT2Config, GPT2Model

from codescore.cli import main as codescore
from codescore.embed import Encoder, load_bundle
from codescore.embed.manifest import LATE
from codescore.foundation.errors import InputError
from codescore_train.cli import main
from codescore_train.recipe import parse_recipe
from codescore_train.tokenizer import load_tokenizer, special_ids
from codescore_train.train.base import load_base
from codescore_train.train.build import build_learner
from codescore_train.train.checkpoint import State, save_state
from codescore_train.train.loop import start_from
from codescore_train.train.model import Pooled
from tests.train import bases

_RECIPE = """
[pairs]
functions = 60
valid_functions = 20
max_tokens = 254
positives = 1
negatives = 1
processes = 1
[model]
max_tokens = 256
[train]
steps = 4
batch_tokens = 600
batch_functions = 4
validate_steps = 4
[export]
name = "from-a-base"
default_pooling = "late-interaction"
samples = 10
"""


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tiny RoBERTa."""
    return bases.roberta(tmp_path_factory.mktemp("base"))


@pytest.fixture(scope="module")
def bert(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tiny BERT."""
    return bases.bert(tmp_path_factory.mktemp("bert"))


@pytest.mark.parametrize("kind", ["base", "bert"])
def test_a_local_base_becomes_a_bundle_that_is_served(
    kind: str, corpus: Path, tmp_path: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All stages with --base, then the product's loader, encoder, `model use` and a score token by token."""
    base: Path = request.getfixturevalue(kind)
    (tmp_path / "r.toml").write_text(_RECIPE)
    work, bundle = tmp_path / "work", tmp_path / "bundle"
    arguments = ["all", "--recipe", str(tmp_path / "r.toml"), "--base", str(base), "--device", "cpu"]
    assert main([*arguments, "--corpus", str(corpus), "--work", str(work), "--out", str(bundle)]) == 0
    loaded = load_bundle(bundle)
    assert loaded.manifest.training["recipe"]["model"]["base"] == str(base)
    assert loaded.manifest.dimensions == 32
    assert loaded.manifest.default_pooling == LATE
    encoder = Encoder(loaded, threads=1)
    try:
        long = "\n".join(["def f ( arg_0 ) :", *["    return arg_0 + 1"] * 90])
        made = encoder.encode([long])[0]
        assert made.windows > 1
        assert made.each is not None
        assert made.each.role_codes.shape == (made.tokens, 64)
    finally:
        encoder.close()
    assert main(["verify", str(bundle), "--work", str(work)]) == 0
    for name in ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"):
        monkeypatch.setenv(name, str(tmp_path / "home"))
    assert codescore(["model", "use", str(bundle)]) == 0
    (tmp_path / "a.py").write_text("def add(a, b):\n    return a + b\n")
    assert codescore(["score", str(tmp_path / "a.py"), str(tmp_path / "a.py"), "--json"]) == 0


def test_positions_start_after_the_padding_id_as_in_the_original(base: Path) -> None:
    """Our forward pass equals the model's own, which derives positions from the ids, also with padding."""
    encoder = load_base(str(base), 270, 64, allow_network=False).eval()
    ids = torch.randint(5, 270, (2, 10))
    ids[1, 6:] = 1
    mask = (ids != 1).long()
    with torch.no_grad():
        _, ours = encoder(ids, mask)
        theirs = encoder.model(input_ids=ids, attention_mask=mask).last_hidden_state
    assert torch.allclose(ours[mask.bool()], theirs[mask.bool()], atol=1e-6)


def test_padding_changes_no_vector_of_a_base(base: Path) -> None:
    """Alone and beside a longer one: equal."""
    model = Pooled(load_base(str(base), 270, 64, allow_network=False)).eval()
    ids = torch.randint(5, 270, (1, 8))
    padded, mask = torch.cat((ids, torch.ones(1, 9).long()), 1), torch.cat((torch.ones(1, 8), torch.zeros(1, 9)), 1)
    with torch.no_grad():
        pairs = zip(model(ids, torch.ones_like(ids)), model(padded, mask.long()), strict=True)
        assert all(torch.allclose(a, b, atol=1e-5) for a, b in pairs)


def test_positions_of_a_bert_start_at_zero(bert: Path) -> None:
    """Our forward pass equals the model's own, which counts from 0, also with padding."""
    encoder = load_base(str(bert), 50, 64, allow_network=False).eval()
    assert encoder.max_tokens == 256
    ids = torch.randint(5, encoder.vocabulary, (2, 10))
    mask = torch.ones(2, 10).long()
    ids[1, 6:], mask[1, 6:] = 0, 0
    with torch.no_grad():
        _, ours = encoder(ids, mask)
        theirs = encoder.model(input_ids=ids, attention_mask=mask).last_hidden_state
    assert torch.allclose(ours[mask.bool()], theirs[mask.bool()], atol=1e-6)


def test_special_tokens_in_brackets_are_found(bert: Path) -> None:
    """BERT's names for what goes around, between and over tokens; random tokens are drawn behind all of them."""
    special = special_ids(load_tokenizer(bert / "tokenizer.json"))
    assert (special.pad, special.start, special.end, special.separator, special.mask) == (0, 2, 3, 3, 4)
    assert special.first_plain == 5


def test_another_kind_of_model_is_refused(tmp_path: Path) -> None:
    """A decoder is no encoder."""
    GPT2Model(GPT2Config(vocab_size=50, n_embd=16, n_layer=1, n_head=1)).save_pretrained(tmp_path)
    with pytest.raises(InputError, match="is a gpt2 model; an encoder of one of these kinds") as caught:
        load_base(str(tmp_path), 50, 64, allow_network=False)
    assert "\n" not in str(caught.value)


def test_a_run_from_a_base_of_another_width_does_not_go_on(base: Path, bert: Path, tmp_path: Path) -> None:
    """A checkpoint of one base is no start for another one; what does not fit is named."""
    special = special_ids(load_tokenizer(base / "tokenizer.json"))
    recipe = parse_recipe({"model": {"base": str(base)}}, "here")
    learner = build_learner(recipe.model, special.size)
    save_state(State(model=learner.state_dict()), tmp_path / "checkpoint.pt")
    start_from(learner, tmp_path / "checkpoint.pt")
    other = build_learner(parse_recipe({"model": {"base": str(bert)}}, "here").model, 50)
    with pytest.raises(InputError, match=r"other sizes|another kind"):
        start_from(other, tmp_path / "checkpoint.pt")


@pytest.mark.parametrize(("vocabulary", "tokens", "said"), [(100_000, 64, "do not match"), (270, 512, "256 tokens")])
def test_a_base_that_does_not_fit_is_refused(base: Path, vocabulary: int, tokens: int, said: str) -> None:
    """A tokenizer with more tokens than embeddings, and longer inputs than positions."""
    with pytest.raises(InputError, match=said) as caught:
        load_base(str(base), vocabulary, tokens, allow_network=False)
    assert "\n" not in str(caught.value)


def test_the_hub_is_used_only_with_leave(tmp_path: Path) -> None:
    """A hub id without --allow-network, and an empty folder, are one line."""
    with pytest.raises(InputError, match="--allow-network"):
        load_base("microsoft/unixcoder-base", 300, 64, allow_network=False)
    with pytest.raises(InputError, match="cannot load base") as caught:
        load_base(str(tmp_path), 300, 64, allow_network=False)
    assert "\n" not in str(caught.value)


def test_a_base_without_a_tokenizer_is_refused(
    corpus: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit code 2 and one line, before anything is trained."""
    empty = tmp_path / "empty"
    empty.mkdir()
    arguments = ["tokenizer", "--recipe", "tiny", "--base", str(empty), "--corpus", str(corpus)]
    assert main([*arguments, "--work", str(tmp_path / "w")]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
