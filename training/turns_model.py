"""The reader of turns: an encoder of the message and its situation, and a small decoder that writes commands.

The decoder may write any word piece, or copy one from the message or the situation.
"""

from __future__ import annotations

import copy
from pathlib import Path

import torch
from encoder import EPSILON, HEADS, HIDDEN, INNER, LAYERS, Layer, load_encoder
from torch import Tensor, nn
from torch.nn import functional

MAX_IN, MAX_OUT = 480, 96
_FAR = -1e4


class Attention(nn.Module):
    """Attention to keys and values that may be of another text."""

    def __init__(self) -> None:
        super().__init__()
        self.query, self.key, self.value, self.out = (nn.Linear(HIDDEN, HIDDEN) for _ in range(4))

    def start_from(self, layer: Layer) -> None:
        """Take the weights of a layer of the encoder."""
        for own, other in ((self.query, layer.query), (self.key, layer.key), (self.value, layer.value)):
            own.load_state_dict(other.state_dict())
        self.out.load_state_dict(layer.attended.state_dict())

    def list_keys(self, hidden: Tensor) -> tuple[Tensor, Tensor]:
        """Return the keys and values of a text."""
        return self._split(self.key(hidden)), self._split(self.value(hidden))

    def forward(self, hidden: Tensor, keys: Tensor, values: Tensor, bias: Tensor) -> Tensor:
        query = self._split(self.query(hidden))
        mixed = functional.scaled_dot_product_attention(query, keys, values, bias.to(query.dtype))
        return self.out(mixed.transpose(1, 2).reshape(hidden.shape))

    def _split(self, hidden: Tensor) -> Tensor:
        return hidden.view(hidden.shape[0], hidden.shape[1], HEADS, HIDDEN // HEADS).transpose(1, 2)


class DecoderLayer(nn.Module):
    """Attention to what was written so far, attention to what is read, and feed-forward."""

    def __init__(self, layer: Layer) -> None:
        super().__init__()
        self.own, self.other = Attention(), Attention()
        self.own.start_from(layer)
        self.other.start_from(layer)
        self.own_norm, self.other_norm, self.outer_norm = (nn.LayerNorm(HIDDEN, eps=EPSILON) for _ in range(3))
        self.own_norm.load_state_dict(layer.attended_norm.state_dict())
        self.other_norm.load_state_dict(layer.attended_norm.state_dict())
        self.outer_norm.load_state_dict(layer.outer_norm.state_dict())
        self.inner, self.outer = nn.Linear(HIDDEN, INNER), nn.Linear(INNER, HIDDEN)
        self.inner.load_state_dict(layer.inner.state_dict())
        self.outer.load_state_dict(layer.outer.state_dict())
        self.dropout = nn.Dropout(0.1)

    def forward(self, hidden: Tensor, later: Tensor, keys: Tensor, values: Tensor, bias: Tensor) -> Tensor:
        hidden = self.own_norm(hidden + self.dropout(self.own(hidden, *self.own.list_keys(hidden), later)))
        hidden = self.other_norm(hidden + self.dropout(self.other(hidden, keys, values, bias)))
        return self.outer_norm(hidden + self.dropout(self.outer(functional.gelu(self.inner(hidden)))))


class TurnModel(nn.Module):
    """Reads word pieces and writes others."""

    def __init__(self, base: Path, places: list[int], layers: int) -> None:
        super().__init__()
        self.encoder = load_encoder(base)
        words, positions = self.encoder.words.weight[places], self.encoder.positions.weight
        self.encoder.words = nn.Embedding.from_pretrained(words.clone(), freeze=False)
        self.encoder.positions = nn.Embedding.from_pretrained(positions[:MAX_IN].clone(), freeze=False)
        self.positions = nn.Embedding.from_pretrained(positions[:MAX_OUT].clone(), freeze=False)
        self.norm = copy.deepcopy(self.encoder.norm)
        sources = [self.encoder.layers[(n + 1) * LAYERS // layers - 1] for n in range(layers)]
        self.layers = nn.ModuleList(DecoderLayer(layer) for layer in sources)
        self.head = nn.Linear(HIDDEN, HIDDEN)
        self.bias = nn.Parameter(torch.zeros(len(places)))
        self.copied, self.source, self.gate = nn.Linear(HIDDEN, HIDDEN), nn.Linear(HIDDEN, HIDDEN), nn.Linear(HIDDEN, 1)
        self.dropout = nn.Dropout(0.1)

    def read(self, ids: Tensor, types: Tensor, mask: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Return what the decoder needs of a text: keys and values of each of its layers, and keys for copying."""
        hidden = self.encoder(ids, types, mask)
        pairs = [layer.other.list_keys(hidden) for layer in self.layers]
        keys, values = (torch.stack(each) for each in zip(*pairs, strict=True))
        return keys, values, self.source(hidden)

    def write(self, prefix: Tensor, keys: Tensor, values: Tensor, source: Tensor, mask: Tensor) -> tuple[Tensor, ...]:
        """Return, after each piece of a prefix, the scores of all pieces, of those read, and the share of copying."""
        bias = ((1.0 - mask.float()) * _FAR)[:, None, None, :]
        length = prefix.shape[1]
        places = self.positions(torch.arange(length, device=prefix.device))[None]
        hidden = self.dropout(self.norm(self.encoder.words(prefix) + places))
        later = torch.triu(torch.full((length, length), _FAR, device=prefix.device), 1)[None, None]
        for number, layer in enumerate(self.layers):
            hidden = layer(hidden, later, keys[number], values[number], bias)
        scores = functional.gelu(self.head(hidden)) @ self.encoder.words.weight.T + self.bias
        copied = self.copied(hidden) @ source.transpose(1, 2) / HIDDEN**0.5 + bias[:, 0]
        return scores, copied, torch.sigmoid(self.gate(hidden))


def mix(written: tuple[Tensor, ...], ids: Tensor) -> Tensor:
    """Return the probability of each piece, from what is written anew and what is copied from `ids`."""
    scores, copied, share = (each.float() for each in written)
    new = torch.softmax(scores, -1) * (1 - share)
    return new.scatter_add(2, ids[:, None, :].expand(-1, new.shape[1], -1), torch.softmax(copied, -1) * share)
