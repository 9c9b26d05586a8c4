"""Write a trained reader of turns as ONNX with 8-bit weights.

    python training/turns_export.py START OUT PART.npz…

takes the tokenizer of the folder START and the weights that `turns_train.py` has written, and writes
`tokenizer.json`, `read.onnx` and `write.onnx`.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

import torch
from onnxruntime.quantization import QuantType, quantize_dynamic
from tokenizers import Tokenizer
from torch import Tensor, nn
from turns_model import TurnModel
from turns_weights import LAYERS, load_parts


class _Reading(nn.Module):
    def __init__(self, model: TurnModel) -> None:
        super().__init__()
        self.model = model

    def forward(self, ids: Tensor, types: Tensor, mask: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        return self.model.read(ids, types, mask)


class _Writing(nn.Module):
    def __init__(self, model: TurnModel) -> None:
        super().__init__()
        self.model = model

    def forward(self, prefix: Tensor, keys: Tensor, values: Tensor, source: Tensor, mask: Tensor) -> tuple[Tensor, ...]:
        return tuple(each[:, -1] for each in self.model.write(prefix, keys, values, source, mask))


def export(model: TurnModel, target: Path) -> None:
    """Write a model as ONNX with 8-bit weights: what reads, and what writes one more piece."""
    ids = torch.randint(10, 2000, (1, 24))
    mask = torch.ones_like(ids)
    read = model.read(ids, torch.zeros_like(ids), mask)
    axes = {"ids": {1: "width"}, "types": {1: "width"}, "mask": {1: "width"}, "prefix": {1: "length"}}
    axes |= {"keys": {3: "width"}, "values": {3: "width"}, "source": {1: "width"}, "copied": {1: "width"}}
    for name, part, given, inputs, outputs in (
        ("read", _Reading(model), (ids, torch.zeros_like(ids), mask), ["ids", "types", "mask"],
         ["keys", "values", "source"]),
        ("write", _Writing(model), (ids[:, :5], *read, mask), ["prefix", "keys", "values", "source", "mask"],
         ["scores", "copied", "share"]),
    ):  # fmt: skip
        with tempfile.TemporaryDirectory() as folder:
            full = Path(folder) / "full.onnx"
            torch.onnx.export(
                part, given, str(full), input_names=inputs, output_names=outputs, opset_version=17, dynamo=False,
                dynamic_axes={key: axes[key] for key in [*inputs, *outputs] if key in axes},
            )  # fmt: skip
            small = target / f"{name}.onnx"
            quantize_dynamic(str(full), str(small), weight_type=QuantType.QInt8, per_channel=True, reduce_range=True)
        print(f"{small.name}: {small.stat().st_size / 1e6:.1f} MB", flush=True)


def main() -> None:
    """Write the model."""
    start, target, *parts = map(Path, sys.argv[1:])
    target.mkdir(parents=True, exist_ok=True)
    shutil.copy(start / "tokenizer.json", target / "tokenizer.json")
    model = TurnModel(Tokenizer.from_file(str(start / "tokenizer.json")).get_vocab_size(), LAYERS)
    model.load_state_dict(load_parts(parts))
    export(model.eval(), target)


if __name__ == "__main__":
    main()
