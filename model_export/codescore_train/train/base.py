"""A RoBERTa- or BERT-type base (UniXcoder, CodeBERT, MiniLM, ...) as an encoder with the compact one's interface.

Local folders always work; a hub id only with the user's leave to use the network.  Every way in which a base may
not fit is one line of InputError.  Only this module and `tokenizer.special` know transformers.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn
from transformers import AutoModel, PreTrainedModel
from transformers.utils import logging

from codescore.foundation.errors import InputError
from codescore_train.train.model import Noise

_AFTER_PADDING = ("roberta", "xlm-roberta", "camembert")  # position ids start after the padding id
_FROM_ZERO = ("bert",)
_KINDS = (*_AFTER_PADDING, *_FROM_ZERO)


class BaseEncoder(nn.Module):
    """ids, mask -> hidden states of the first and the last layer of a RoBERTa- or BERT-type model."""

    def __init__(self, model: nn.Module) -> None:
        super().__init__()
        config: Any = model.config
        self.model = model
        self.width = int(config.hidden_size)
        self.vocabulary = int(config.vocab_size)
        self.offset = int(config.pad_token_id) if config.model_type in _AFTER_PADDING else -1
        self.max_tokens = int(config.max_position_embeddings) - self.offset - 1

    def forward(self, ids: Tensor, mask: Tensor, noise: Noise = None) -> tuple[Tensor, Tensor]:  # noqa: ARG002 (same interface)
        # `noise` cannot reach the model's own dropout, which draws from torch's global generator.
        out = self.model(
            input_ids=ids,
            attention_mask=mask,
            position_ids=self.positions(mask),
            output_hidden_states=True,
            return_dict=True,
        )
        return out.hidden_states[1], out.last_hidden_state

    def positions(self, mask: Tensor) -> Tensor:
        """Positions (batch, length) from the mask, not from the ids: a padding id inside code would shift the rest."""
        return ((torch.cumsum(mask, dim=1) + self.offset) * mask).clamp(min=max(self.offset, 0))

    def token_weights(self) -> Tensor:
        """The embedding matrix (vocabulary, width), which the MLM head shares."""
        return self.model.get_input_embeddings().weight  # type: ignore[operator,no-any-return]  # the library is untyped


def load_base(base: str, vocabulary: int, max_tokens: int, *, allow_network: bool) -> BaseEncoder:
    """The encoder in a local folder or, if allowed, of a hub id.  Raises InputError where it does not fit."""
    if not Path(base).is_dir() and not allow_network:
        raise InputError(f"base {base} is no local folder; give one, or allow the hub with --allow-network")
    model = _pretrained(base, allow_network=allow_network)
    kind = str(model.config.model_type)
    if kind not in _KINDS:
        raise InputError(
            f"base {base} is a {kind} model; an encoder of one of these kinds is needed: {', '.join(_KINDS)}"
        )
    encoder = BaseEncoder(model)
    if encoder.vocabulary < vocabulary:
        raise InputError(
            f"base {base} embeds {encoder.vocabulary} tokens, its tokenizer has {vocabulary}: they do not match"
        )
    if encoder.max_tokens < max_tokens:
        raise InputError(
            f"base {base} has positions for {encoder.max_tokens} tokens; set model.max_tokens to at most that"
        )
    return encoder


def _pretrained(base: str, *, allow_network: bool) -> PreTrainedModel:
    logging.set_verbosity_error()
    logging.disable_progress_bar()
    try:
        return AutoModel.from_pretrained(
            base, local_files_only=not allow_network, attn_implementation="eager", trust_remote_code=False
        )
    except Exception as error:  # noqa: BLE001 (transformers raises many kinds)
        reason = next(iter(str(error).strip().splitlines()), type(error).__name__)
        raise InputError(f"cannot load base {base}: {reason}") from None
