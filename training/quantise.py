"""Write trained weights of the embedder in the form of an int8 model that is there already.

python training/quantise.py OUT.onnx FORM.onnx WEIGHTS.npz … --share 0.7

Each `WEIGHTS.npz` holds the weights of an `encoder.Encoder` by name, as `embedder.py` writes them. Several are
averaged, and those of the form may be mixed in. All are rounded as in `mix.py`.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import onnx
from encoder import name_weights, read_owners, read_weights
from mix import QUANTISED, Arrays, quantise, read
from onnx import numpy_helper


def main() -> None:
    """Write the model."""
    parser = argparse.ArgumentParser()
    parser.add_argument("out", type=Path)
    parser.add_argument("form", type=Path)
    parser.add_argument("weights", type=Path, nargs="+")
    parser.add_argument("--share", type=float, default=1.0, help="the share of the trained weights")
    given = parser.parse_args()
    model, before = onnx.load(str(given.form)), read_weights(given.form)
    runs = [np.load(path) for path in given.weights]
    mixed = {
        theirs: given.share * np.mean([run[ours].astype(np.float32) for run in runs], axis=0)
        + (1 - given.share) * before[theirs]
        for ours, theirs in name_weights().items()
    }
    written = fill(read(model), mixed, read_owners(model.graph))
    for item in model.graph.initializer:
        item.CopyFrom(numpy_helper.from_array(np.ascontiguousarray(written[item.name]), item.name))
    onnx.save(model, str(given.out))


def fill(form: Arrays, trained: Arrays, owners: dict[str, str]) -> Arrays:
    """Return the weights of `form` with trained values, in the same precision.

    Args:
        form: The weights of the model by their name in the file.
        trained: Weights by their name in the original model.
        owners: The name in the original model of each matrix that the file keeps transposed.
    """
    chance = np.random.default_rng(0)
    filled = dict(form)
    for name, array in form.items():
        if name.endswith(QUANTISED):
            base = name.removesuffix(QUANTISED)
            full = trained[owners[base]].T if base in owners else trained[base]
            filled |= quantise(full, base, form, chance)
        elif name in trained:
            filled[name] = trained[name].astype(array.dtype)
    return filled


if __name__ == "__main__":
    main()
