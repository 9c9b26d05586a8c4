"""The reader of turns: an encoder of the message and its situation, and a small decoder that writes commands.

The decoder may write any word piece, or copy one from the message or the situation.
"""

from __future__ import annotations

import torch
from encoder import EPSILON, HEADS, HIDDEN, INNER, LAYERS, Encoder, Layer
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

    def __init__(self) -> None:
        super().__init__()
        self.own, self.other = Attention(), Attention()
        self.own_norm, self.other_norm, self.outer_norm = (nn.LayerNorm(HIDDEN, eps=EPSILON) for _ in range(3))
        self.inner, self.outer = nn.Linear(HIDDEN, INNER), nn.Linear(INNER, HIDDEN)
        self.dropout = nn.Dropout(0.1)

    def start_from(self, layer: Layer) -> None:
        """Take the weights of a layer of the encoder."""
        self.own.start_from(layer)
        self.other.start_from(layer)
        for own, other in (
            (self.own_norm, layer.attended_norm), (self.other_norm, layer.attended_norm),
            (self.outer_norm, layer.outer_norm), (self.inner, layer.inner), (self.outer, layer.outer),
        ):  # fmt: skip
            own.load_state_dict(other.state_dict())

    def forward(self, hidden: Tensor, later: Tensor, keys: Tensor, values: Tensor, bias: Tensor) -> Tensor:
        hidden = self.own_norm(hidden + self.dropout(self.own(hidden, *self.own.list_keys(hidden), later)))
        hidden = self.other_norm(hidden + self.dropout(self.other(hidden, keys, values, bias)))
        return self.outer_norm(hidden + self.dropout(self.outer(functional.gelu(self.inner(hidden)))))


class TurnModel(nn.Module):
    """Reads word pieces and writes others."""

    def __init__(self, pieces: int, layers: int) -> None:
        super().__init__()
        self.encoder = Encoder()
        self.encoder.words, self.encoder.positions = nn.Embedding(pieces, HIDDEN), nn.Embedding(MAX_IN, HIDDEN)
        self.positions = nn.Embedding(MAX_OUT, HIDDEN)
        self.norm = nn.LayerNorm(HIDDEN, eps=EPSILON)
        self.layers = nn.ModuleList(DecoderLayer() for _ in range(layers))
        self.head = nn.Linear(HIDDEN, HIDDEN)
        self.bias = nn.Parameter(torch.zeros(pieces))
        self.copied, self.source, self.gate = nn.Linear(HIDDEN, HIDDEN), nn.Linear(HIDDEN, HIDDEN), nn.Linear(HIDDEN, 1)
        self.dropout = nn.Dropout(0.1)

    def start_from(self, encoder: Encoder, places: list[int]) -> None:
        """Take the weights of an embedder, of whose vocabulary the word pieces have the given places."""
        words, positions = encoder.words.weight.detach()[places], encoder.positions.weight.detach()
        self.encoder.load_state_dict(
            {**encoder.state_dict(), "words.weight": words, "positions.weight": positions[:MAX_IN]}
        )
        self.positions.load_state_dict({"weight": positions[:MAX_OUT]})
        self.norm.load_state_dict(encoder.norm.state_dict())
        for number, layer in enumerate(self.layers):
            layer.start_from(encoder.layers[(number + 1) * LAYERS // len(self.layers) - 1])

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
