"""Average the weights of several runs that differ in their seed only: steadier than any one of them.

python training/average.py out/training/units.json BASE.onnx OUT_FOLDER RUN_FOLDER...
"""

from __future__ import annotations

import sys
from pathlib import Path

import torch
from train import DEVICE, Model, finish


def main() -> None:
    """Write the average of the runs, measured on what is held out."""
    units, base, target, *runs = map(Path, sys.argv[1:])
    states = [torch.load(run / "model.pt", map_location=DEVICE) for run in runs]
    model = Model(base).to(DEVICE)
    model.load_state_dict({name: torch.stack([state[name] for state in states]).mean(0) for name in states[0]})
    finish(model.eval(), units, target)


if __name__ == "__main__":
    main()
