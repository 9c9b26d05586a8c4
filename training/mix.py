"""Mix the weights of two int8 models of the same form, such as a tuned embedder and the one it was tuned from.

python training/mix.py OUT.onnx TUNED.onnx UNTUNED.onnx --share 0.75

A tuned weight is often less than one 8-bit step away from the untuned one. Rounding to the nearest step would return
one of the two models for almost any share. So each weight is rounded up or down at random, with the chance that keeps
its mean. The same files and share give the same bytes.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import onnx
from onnx import numpy_helper

Arrays = dict[str, np.ndarray]
QUANTISED, SCALE, ZERO = "_quantized", "_scale", "_zero_point"


def main() -> None:
    """Write the mix."""
    parser = argparse.ArgumentParser()
    parser.add_argument("out", type=Path)
    parser.add_argument("tuned", type=Path)
    parser.add_argument("untuned", type=Path)
    parser.add_argument("--share", type=float, default=0.75, help="the share of the tuned weights")
    given = parser.parse_args()
    model = onnx.load(str(given.tuned))
    mixed = mix(read(model), read(onnx.load(str(given.untuned))), given.share)
    for item in model.graph.initializer:
        item.CopyFrom(numpy_helper.from_array(np.ascontiguousarray(mixed[item.name]), item.name))
    onnx.save(model, str(given.out))


def read(model: onnx.ModelProto) -> Arrays:
    """Return the weights of a model by name."""
    return {item.name: numpy_helper.to_array(item) for item in model.graph.initializer}


def mix(tuned: Arrays, untuned: Arrays, share: float) -> Arrays:
    """Return `share` of the tuned weights and the rest of the untuned ones, in the same precision."""
    chance = np.random.default_rng(0)
    mixed = dict(tuned)
    for name, array in tuned.items():
        if name.endswith(QUANTISED):
            base = name.removesuffix(QUANTISED)
            full = share * _multiply_out(tuned, base) + (1 - share) * _multiply_out(untuned, base)
            mixed |= quantise(full, base, tuned, chance)
        elif array.dtype == np.float32 and not _is_scale(name, tuned):
            mixed[name] = (share * array + (1 - share) * untuned[name]).astype(np.float32)
    return mixed


def quantise(full: np.ndarray, base: str, form: Arrays, chance: np.random.Generator) -> Arrays:
    """Return a weight in the precision that it has in `form`: steps, scale and zero point by name."""
    signed = form[base + QUANTISED].dtype == np.int8
    return (_quantise_signed if signed else _quantise_unsigned)(full, base, form, chance)


def _is_scale(name: str, arrays: Arrays) -> bool:
    return name.endswith(SCALE) and name.removesuffix(SCALE) + QUANTISED in arrays


def _multiply_out(arrays: Arrays, base: str) -> np.ndarray:
    zero = arrays[base + ZERO].astype(np.float32)
    return (arrays[base + QUANTISED].astype(np.float32) - zero) * arrays[base + SCALE]


def _quantise_signed(full: np.ndarray, base: str, form: Arrays, chance: np.random.Generator) -> Arrays:
    """Quantise a matrix with one scale for each of its columns, into 7 of the 8 bits."""
    scale = np.abs(full).max(axis=0, keepdims=True) * 2 / 128
    scale[scale == 0] = 1
    steps = np.clip(_round(full / scale, chance), -64, 64).astype(np.int8)
    flat = scale.reshape(form[base + SCALE].shape).astype(np.float32)
    return {base + QUANTISED: steps, base + SCALE: flat, base + ZERO: np.zeros_like(form[base + ZERO])}


def _quantise_unsigned(full: np.ndarray, base: str, form: Arrays, chance: np.random.Generator) -> Arrays:
    """Quantise a table with one scale and one zero point."""
    low, high = min(full.min(), 0), max(full.max(), 0)
    scale = (high - low) / 255
    zero = np.round(-low / scale)
    steps = np.clip(_round(full / scale, chance) + zero, 0, 255).astype(np.uint8)
    return {
        base + QUANTISED: steps,
        base + SCALE: np.array(scale, np.float32).reshape(form[base + SCALE].shape),
        base + ZERO: np.array(zero, np.uint8).reshape(form[base + ZERO].shape),
    }


def _round(values: np.ndarray, chance: np.random.Generator) -> np.ndarray:
    return np.floor(values + chance.random(values.shape))


if __name__ == "__main__":
    main()
