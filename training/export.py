"""Write a trained model as the product reads it: an encoder in ONNX with 8-bit weights, and the heads for numpy."""

from __future__ import annotations

import tempfile
from pathlib import Path

import numpy as np
import torch
from onnxruntime.quantization import QuantType, quantize_dynamic
from torch import nn


def export(model: nn.Module, target: Path) -> None:
    """Write `reader.onnx` and `heads.npz` into a folder.

    Args:
        model: A `train.Model` on the CPU, in evaluation mode.
        target: The folder; it is created.
    """
    target.mkdir(parents=True, exist_ok=True)
    ids = torch.randint(1000, 2000, (1, 24))
    given = (ids, torch.zeros_like(ids), torch.ones_like(ids))
    names = ["input_ids", "token_type_ids", "attention_mask"]
    axes = {name: {0: "batch", 1: "length"} for name in [*names, "hidden"]}
    with tempfile.TemporaryDirectory() as folder:
        full = Path(folder) / "full.onnx"
        torch.onnx.export(
            model.encoder, given, str(full), input_names=names, output_names=["hidden"], dynamic_axes=axes,
            opset_version=17, dynamo=False,
        )  # fmt: skip
        quantize_dynamic(
            str(full), str(target / "reader.onnx"), weight_type=QuantType.QInt8, per_channel=True, reduce_range=True
        )
    arrays = {
        f"{part}.{name}": value.detach().numpy().astype(np.float16)
        for part in ("reader", "judge")
        for name, value in getattr(model, part).state_dict().items()
    }
    np.savez(target / "heads.npz", **arrays)
    size = sum(path.stat().st_size for path in target.iterdir())
    print(f"{target}: {size / 1e6:.1f} MB", flush=True)
