"""The encoder that reader, judge and embedder start from: BERT with 12 layers of 384, in plain PyTorch."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

if TYPE_CHECKING:
    import onnx

LAYERS, HIDDEN, HEADS, INNER, VOCABULARY, POSITIONS = 12, 384, 12, 1536, 30522, 512
EPSILON = 1e-12


class Layer(nn.Module):
    """One layer of attention and feed-forward."""

    def __init__(self) -> None:
        super().__init__()
        self.query, self.key, self.value = (nn.Linear(HIDDEN, HIDDEN) for _ in range(3))
        self.attended = nn.Linear(HIDDEN, HIDDEN)
        self.attended_norm = nn.LayerNorm(HIDDEN, eps=EPSILON)
        self.inner, self.outer = nn.Linear(HIDDEN, INNER), nn.Linear(INNER, HIDDEN)
        self.outer_norm = nn.LayerNorm(HIDDEN, eps=EPSILON)
        self.dropout = nn.Dropout(0.1)

    def forward(self, hidden: Tensor, mask: Tensor) -> Tensor:
        size, length, _ = hidden.shape

        def split(projected: Tensor) -> Tensor:
            return projected.view(size, length, HEADS, HIDDEN // HEADS).transpose(1, 2)

        query, key, value = split(self.query(hidden)), split(self.key(hidden)), split(self.value(hidden))
        mixed = functional.scaled_dot_product_attention(query, key, value, mask.to(query.dtype))
        mixed = mixed.transpose(1, 2).reshape(size, length, HIDDEN)
        hidden = self.attended_norm(hidden + self.dropout(self.attended(mixed)))
        return self.outer_norm(hidden + self.dropout(self.outer(functional.gelu(self.inner(hidden)))))


class Encoder(nn.Module):
    """Word pieces to hidden states."""

    def __init__(self) -> None:
        super().__init__()
        self.words = nn.Embedding(VOCABULARY, HIDDEN)
        self.positions = nn.Embedding(POSITIONS, HIDDEN)
        self.types = nn.Embedding(2, HIDDEN)
        self.norm = nn.LayerNorm(HIDDEN, eps=EPSILON)
        self.layers = nn.ModuleList(Layer() for _ in range(LAYERS))
        self.dropout = nn.Dropout(0.1)

    def forward(self, ids: Tensor, types: Tensor, mask: Tensor) -> Tensor:
        places = torch.arange(ids.shape[1], device=ids.device)
        hidden = self.dropout(self.norm(self.words(ids) + self.positions(places)[None] + self.types(types)))
        bias = (1.0 - mask[:, None, None, :].float()) * -1e4
        for layer in self.layers:
            hidden = layer(hidden, bias)
        return hidden


_PARTS = {
    "attention.self.query": "query",
    "attention.self.key": "key",
    "attention.self.value": "value",
    "attention.output.dense": "attended",
    "attention.output.LayerNorm": "attended_norm",
    "intermediate.dense": "inner",
    "output.dense": "outer",
    "output.LayerNorm": "outer_norm",
}


def name_weights() -> dict[str, str]:
    """Return the name of each weight in the original model by its name here."""
    names = {
        "words.weight": "embeddings.word_embeddings.weight",
        "positions.weight": "embeddings.position_embeddings.weight",
        "types.weight": "embeddings.token_type_embeddings.weight",
        "norm.weight": "embeddings.LayerNorm.weight",
        "norm.bias": "embeddings.LayerNorm.bias",
    }
    for number in range(LAYERS):
        for theirs, ours in _PARTS.items():
            for part in ("weight", "bias"):
                names[f"layers.{number}.{ours}.{part}"] = f"encoder.layer.{number}.{theirs}.{part}"
    return names


def load_encoder(path: Path) -> Encoder:
    """Return an encoder with the weights of an int8 ONNX model, such as the bundled embedder."""
    arrays = read_weights(path)
    encoder = Encoder()
    encoder.load_state_dict(
        {ours: torch.from_numpy(arrays[theirs].astype(np.float32)) for ours, theirs in name_weights().items()}
    )
    return encoder


def read_owners(graph: onnx.GraphProto) -> dict[str, str]:
    """Return the name in the original model of each matrix that the file keeps transposed, by its name there."""
    # "/encoder/layer.0/attention/self/query/MatMul_quant" uses "encoder.layer.0.attention.self.query.weight"
    return {
        node.input[1].removesuffix("_quantized"): node.name.strip("/").rsplit("/", 1)[0].replace("/", ".") + ".weight"
        for node in graph.node
        if node.op_type == "MatMulInteger"
    }


def read_weights(path: Path) -> dict[str, np.ndarray]:
    """Return all weights by their name in the original model; quantised ones are multiplied out."""
    import onnx  # a machine that only trains has none
    from onnx import numpy_helper

    graph = onnx.load(str(path)).graph
    stored = {item.name: numpy_helper.to_array(item) for item in graph.initializer}
    weights = {name: array for name, array in stored.items() if name.endswith((".weight", ".bias"))}
    for name in [name for name in stored if name.endswith(".weight_quantized")]:
        weights[name.removesuffix("_quantized")] = _dequantize(stored, name.removesuffix("_quantized"))
    for stored_name, name in read_owners(graph).items():
        weights[name] = _dequantize(stored, stored_name).T
    return weights


def _dequantize(stored: dict[str, np.ndarray], name: str) -> np.ndarray:
    scale, zero = stored[f"{name}_scale"], stored[f"{name}_zero_point"]
    return (stored[f"{name}_quantized"].astype(np.float32) - zero.astype(np.float32)) * scale
