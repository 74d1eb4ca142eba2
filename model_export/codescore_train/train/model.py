"""The compact encoder and what both kinds of encoder share: MLM head and the four poolings.

An encoder maps (ids, mask) to two hidden states, of its first and of its last layer, each (batch, length, width).
Pre-norm transformer with rotary positions, a three-tap shift that mixes neighbouring tokens before each attention,
GELU feed-forward.  Knows nothing of losses, data or files; neighbours: `base` wraps RoBERTa-type encoders,
`loop` trains, `export` traces `Pooled`.
"""

from __future__ import annotations

import math

import torch
from torch import Tensor, nn
from torch.nn import functional
from torch.nn.attention import SDPBackend, sdpa_kernel

from codescore.embed.manifest import POOLINGS
from codescore_train.recipe import ModelRecipe
from codescore_train.train.late import TokenHead

_ROPE_BASE = 10_000.0
_INIT = 0.02
_NEVER = -1e4  # added to attention logits of padding; finite in every precision

#: cuDNN's would be planned anew for every shape of a batch: 0.15 s a step, measured on an H200.
_FUSED = [SDPBackend.EFFICIENT_ATTENTION, SDPBackend.MATH]

Noise = torch.Generator | None  # what dropout draws from; explicit, so that parallel workers stay deterministic


class Shift(nn.Module):
    """Per channel, a learned mix of the previous, this and the next token; padding counts as zero."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.taps = nn.Parameter(torch.tensor([[0.1], [1.0], [0.1]]).repeat(1, width))

    def forward(self, x: Tensor, keep: Tensor) -> Tensor:
        x = x * keep
        before = functional.pad(x, (0, 0, 1, 0))[:, :-1]
        after = functional.pad(x, (0, 0, 0, 1))[:, 1:]
        return before * self.taps[0] + x * self.taps[1] + after * self.taps[2]


class Layer(nn.Module):
    """Shift, self-attention and feed-forward, each on a normalised input and added to the stream."""

    def __init__(self, recipe: ModelRecipe) -> None:
        super().__init__()
        width = recipe.width
        self.heads = recipe.heads
        self.dropout = recipe.dropout
        self.norm_attention = nn.LayerNorm(width)
        self.shift = Shift(width)
        self.qkv = nn.Linear(width, 3 * width)
        self.out = nn.Linear(width, width)
        self.norm_forward = nn.LayerNorm(width)
        self.rise = nn.Linear(width, recipe.feed_forward * width)
        self.fall = nn.Linear(recipe.feed_forward * width, width)

    def forward(self, x: Tensor, keep: Tensor, bias: Tensor, rotation: tuple[Tensor, Tensor], noise: Noise) -> Tensor:
        mixed = self._attention(self.shift(self.norm_attention(x), keep), bias, rotation)
        x = x + drop(mixed, self.dropout, noise)
        hidden = functional.gelu(self.rise(self.norm_forward(x)))
        return x + drop(self.fall(hidden), self.dropout, noise)

    def _attention(self, x: Tensor, bias: Tensor, rotation: tuple[Tensor, Tensor]) -> Tensor:
        batch, length, width = x.shape
        q, k, v = self.qkv(x).view(batch, length, 3, self.heads, width // self.heads).permute(2, 0, 3, 1, 4)
        if x.is_cuda:
            q, k = _rotate(q, rotation), _rotate(k, rotation)
            with sdpa_kernel(_FUSED):
                mixed = functional.scaled_dot_product_attention(q, k, v, attn_mask=bias.to(q.dtype))
            return self.out(mixed.transpose(1, 2).reshape(batch, length, width))  # type: ignore[no-any-return]
        # Spelt out: torch's fused attention is 1.2 to 1.6 times slower on a CPU, forward and backward, bf16.
        q = _rotate(q, rotation) * (width // self.heads) ** -0.5
        weights = torch.softmax(q @ _rotate(k, rotation).transpose(-1, -2) + bias, dim=-1).to(v.dtype)
        mixed = weights @ v
        return self.out(mixed.transpose(1, 2).reshape(batch, length, width))  # type: ignore[no-any-return]  # a module call


class CompactEncoder(nn.Module):
    """ids (batch, length), mask (batch, length) of 1 and 0 -> hidden states of the first and the last layer."""

    def __init__(self, recipe: ModelRecipe, vocabulary: int) -> None:
        super().__init__()
        self.width = recipe.width
        self.max_tokens = recipe.max_tokens
        self.embedding = nn.Embedding(vocabulary, recipe.width)
        self.dropout = recipe.dropout
        self.layers = nn.ModuleList(Layer(recipe) for _ in range(recipe.layers))
        self.norm_first = nn.LayerNorm(recipe.width)
        self.norm_last = nn.LayerNorm(recipe.width)
        cosine, sine = _rotation(recipe.width // recipe.heads, recipe.max_tokens)
        self.register_buffer("cosine", cosine, persistent=False)
        self.register_buffer("sine", sine, persistent=False)
        self.apply(_initialise)
        for layer in self.layers:  # residual branches start small, so that depth does not raise the stream's scale
            for name in ("out", "fall"):
                nn.init.normal_(layer.get_parameter(f"{name}.weight"), std=_INIT / math.sqrt(2 * recipe.layers))

    def forward(self, ids: Tensor, mask: Tensor, noise: Noise = None) -> tuple[Tensor, Tensor]:
        length = ids.shape[1]
        keep = mask.to(self.embedding.weight.dtype).unsqueeze(-1)
        bias = ((1 - keep) * _NEVER).transpose(1, 2).unsqueeze(1)
        rotation = (self.cosine[:length], self.sine[:length])  # type: ignore[index]  # a buffer
        x = drop(self.embedding(ids), self.dropout, noise)
        first = x
        for number, layer in enumerate(self.layers):
            x = layer(x, keep, bias, rotation, noise)
            if number == 0:
                first = x
        return self.norm_first(first), self.norm_last(x)

    def token_weights(self) -> Tensor:
        """The embedding matrix (vocabulary, width), which the MLM head shares."""
        return self.embedding.weight


class Learner(nn.Module):
    """An encoder with the head of masked language modelling tied to its token embeddings (equation 2)."""

    def __init__(self, encoder: nn.Module, width: int, vocabulary: int, tokens: TokenHead | None = None) -> None:
        super().__init__()
        self.encoder = encoder
        self.tokens = tokens
        self.transform = nn.Linear(width, width)
        self.norm = nn.LayerNorm(width)
        self.bias = nn.Parameter(torch.zeros(vocabulary))

    def logits(self, hidden: Tensor) -> Tensor:
        """Token logits (n, vocabulary) of hidden states (n, width)."""
        x = self.norm(functional.gelu(self.transform(hidden)))
        weights = self.encoder.token_weights()  # type: ignore[operator]  # either encoder has it
        return functional.linear(x, weights, self.bias)


class Pooled(nn.Module):
    """The vectors of an encoder: (ids, mask) -> one of unit length (batch, width) per pooling, in POOLINGS' order."""

    def __init__(self, encoder: nn.Module) -> None:
        super().__init__()
        self.encoder = encoder

    def forward(self, input_ids: Tensor, attention_mask: Tensor) -> tuple[Tensor, ...]:
        first, last = self.encoder(input_ids, attention_mask)
        return pooled(first, last, attention_mask)


def pooled(first: Tensor, last: Tensor, mask: Tensor) -> tuple[Tensor, ...]:
    """One unit-length vector (batch, width) per pooling, in POOLINGS' order."""
    vectors = pool(first, last, mask)
    return tuple(functional.normalize(vectors[name].float(), dim=-1) for name in POOLINGS)


def pool(first: Tensor, last: Tensor, mask: Tensor) -> dict[str, Tensor]:
    """The four poolings of tables 11 and 12, (batch, width) each.

    `cls-relu` is the paper's own; `first-last-avg` averages the mean token vectors of the first and the last layer.
    """
    keep = mask.unsqueeze(-1).to(last.dtype)
    count = keep.sum(1)
    mean_first, mean_last = (first * keep).sum(1) / count, (last * keep).sum(1) / count
    head = last[:, 0]
    return {
        "cls-relu": functional.relu(head),
        "cls": head,
        "last-avg": mean_last,
        "first-last-avg": (mean_first + mean_last) / 2,
    }


def drop(x: Tensor, share: float, noise: Noise) -> Tensor:
    """Dropout drawn from `noise`; nothing is dropped without it (evaluation, export)."""
    if noise is None or not share:
        return x
    keep = torch.empty_like(x).bernoulli_(1 - share, generator=noise)
    return x * keep.div_(1 - share)


def _rotation(size: int, length: int) -> tuple[Tensor, Tensor]:
    """Cosines and sines (length, size / 2) of rotary positions."""
    rates = _ROPE_BASE ** (-torch.arange(0, size, 2, dtype=torch.float32) / size)
    angles = torch.outer(torch.arange(length, dtype=torch.float32), rates)
    return torch.cos(angles), torch.sin(angles)


def _rotate(x: Tensor, rotation: tuple[Tensor, Tensor]) -> Tensor:
    cosine, sine = rotation[0].to(x.dtype), rotation[1].to(x.dtype)
    left, right = x.chunk(2, dim=-1)
    return torch.cat((left * cosine - right * sine, right * cosine + left * sine), dim=-1)


def _initialise(module: nn.Module) -> None:
    if isinstance(module, nn.Linear):
        nn.init.normal_(module.weight, std=_INIT)
        nn.init.zeros_(module.bias)
    elif isinstance(module, nn.Embedding):
        nn.init.normal_(module.weight, std=_INIT)
