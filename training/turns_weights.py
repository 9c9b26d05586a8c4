"""Files of the weights that a training of the reader of turns starts from and ends with."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

LAYERS = 4
"""Layers of the decoder."""
_PART = 14_000_000
"""Bytes of a file of weights."""


def save_start(folder: Path, state: Mapping[str, Tensor]) -> None:
    """Write weights with 8 bits a number, a scale a row."""
    arrays: dict[str, np.ndarray] = {}
    for name, value in state.items():
        array = value.detach().float().cpu().numpy()
        if array.ndim == 2:
            scale = np.maximum(np.abs(array).max(1, keepdims=True), 1e-8) / 127
            arrays[f"{name}|scale"] = scale.astype(np.float32)
            array = np.round(array / scale).astype(np.int8)
        arrays[name] = array
    np.savez(folder / "start.npz", **arrays)


def load_start(folder: Path) -> dict[str, Tensor]:
    """Return the weights in a folder to start from."""
    with np.load(folder / "start.npz") as arrays:
        scales = {name.removesuffix("|scale"): arrays[name] for name in arrays if name.endswith("|scale")}
        return {
            name: torch.from_numpy(arrays[name].astype(np.float32) * scales.get(name, np.float32(1)))
            for name in arrays
            if not name.endswith("|scale")
        }


def save_parts(folder: Path, state: Mapping[str, Tensor]) -> None:
    """Write trained weights with 16 bits a number, in files of at most `_PART` bytes."""
    part: dict[str, np.ndarray] = {}
    number = size = 0
    for name, value in state.items():
        array = value.detach().cpu().numpy().astype(np.float16)
        if part and size + array.nbytes > _PART:
            np.savez(folder / f"part{number}.npz", **part)
            part, number, size = {}, number + 1, 0
        part[name], size = array, size + array.nbytes
    np.savez(folder / f"part{number}.npz", **part)


def load_parts(paths: Iterable[Path]) -> dict[str, Tensor]:
    """Return the trained weights in some files."""
    state: dict[str, Tensor] = {}
    for path in paths:
        with np.load(path) as arrays:
            state |= {name: torch.from_numpy(arrays[name].astype(np.float32)) for name in arrays}
    return state
