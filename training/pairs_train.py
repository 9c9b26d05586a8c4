"""Train a reader of pairs: what a message does to a proposal.

    python training/pairs_train.py out/training/answers BASE.onnx [--layers 6] [--epochs 8] [--seeds 3] [--size 32]

Reads `units.json.gz` of `answers_data.py`, and writes a model (int8) called like the folder.
Some minutes on a GPU.
"""

from __future__ import annotations

import argparse
import copy
import gzip
import json
import math
import random
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch
from acts_train import pad
from encoder import load_encoder
from onnxruntime.quantization import QuantType, quantize_dynamic
from torch import Tensor, nn
from torch.nn import functional

DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
MAX_PIECES = 400
Unit = dict[str, Any]


class PairModel(nn.Module):
    """Layers of the encoder with a small vocabulary, and a head over the first piece and the mean of all."""

    def __init__(self, base: Path, places: list[int], layers: int, fates: int) -> None:
        super().__init__()
        self.encoder = load_encoder(base)
        self.encoder.layers = self.encoder.layers[:layers]
        self.encoder.words = nn.Embedding.from_pretrained(self.encoder.words.weight[places].clone())
        self.encoder.positions = nn.Embedding.from_pretrained(self.encoder.positions.weight[:MAX_PIECES].clone())
        self.dropout = nn.Dropout(0.15)
        self.fate = nn.Linear(768, fates)

    def forward(self, ids: Tensor, types: Tensor, mask: Tensor) -> Tensor:
        hidden = self.dropout(self.encoder(ids, types, mask))
        weights = (mask * types).unsqueeze(-1).float()
        mean = (hidden * weights).sum(1) / weights.sum(1).clamp(min=1)
        return self.fate(torch.cat([hidden[:, 0], mean], 1))


def score(model: PairModel, units: list[Unit]) -> np.ndarray:
    """Return the probability of each fate for each unit."""
    batches = [units[at : at + 64] for at in range(0, len(units), 64)]
    with torch.no_grad():
        found = [torch.softmax(model(*pad(batch)), 1).float().cpu().numpy() for batch in batches]
    return np.concatenate(found)


def evaluate(model: PairModel, units: list[Unit]) -> str:
    """Return how much is right, and how often the first fate is found and taken for others, at some thresholds."""
    scores = score(model, units)
    wanted = np.array([unit["fate"] for unit in units])
    parts = [f"right {np.mean(scores.argmax(1) == wanted):.3f}"]
    for threshold in (0.5, 0.7, 0.9, 0.95, 0.98):
        taken = scores[:, 0] >= threshold
        parts.append(
            f"{threshold}: {np.mean(taken[wanted == 0]):.3f} of it, {np.mean(taken[wanted != 0]):.3f} of others"
        )
    return "; ".join(parts)


def train(model: PairModel, units: list[list[Unit]], *, epochs: int, seed: int, rate: float, size: int) -> PairModel:
    """Train on one variation of each answer an epoch; return the average of the weights over the last steps."""
    torch.manual_seed(seed)
    chance = random.Random(seed)
    body = [value for value in model.encoder.parameters() if value.requires_grad]
    rest = list(model.fate.parameters())
    optimizer = torch.optim.AdamW([{"params": body, "lr": rate}, {"params": rest, "lr": 1e-3}], weight_decay=0.01)
    peak = [group["lr"] for group in optimizer.param_groups]
    steps, step, began = epochs * math.ceil(len(units) / size), 0, time.time()
    average = copy.deepcopy(model)
    for epoch in range(epochs):
        model.train()
        drawn = [chance.choice(variations) for variations in chance.sample(units, len(units))]
        total = 0.0
        for at in range(0, len(drawn), size):
            share = step / steps
            for group, most in zip(optimizer.param_groups, peak, strict=True):
                group["lr"] = most * min(share / 0.08 + 0.02, (1 - share) / 0.92)
            batch = drawn[at : at + size]
            wanted = torch.tensor([unit["fate"] for unit in batch], device=DEVICE)
            loss = functional.cross_entropy(model(*pad(batch)), wanted, label_smoothing=0.03)
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_([*body, *rest], 1.0)
            optimizer.step()
            step += 1
            keep = min(0.995, step / (step + 10))
            with torch.no_grad():
                for kept, now in zip(average.parameters(), model.parameters(), strict=True):
                    kept.lerp_(now, 1 - keep)
            total += loss.item() * len(batch)
        print(f"{time.time() - began:.0f} s, epoch {epoch + 1}: {total / len(drawn):.3f}", flush=True)
    return average.eval()


def export(model: PairModel, target: Path) -> None:
    """Write a model as ONNX with 8-bit weights."""
    ids = torch.randint(1000, 2000, (1, 24))
    given = (ids, torch.ones_like(ids), torch.ones_like(ids))
    names = ["input_ids", "token_type_ids", "attention_mask"]
    axes = {**{name: {0: "batch", 1: "length"} for name in names}, "fates": {0: "batch"}}
    with tempfile.TemporaryDirectory() as folder:
        full = Path(folder) / "full.onnx"
        torch.onnx.export(
            model, given, str(full), input_names=names, output_names=["fates"], dynamic_axes=axes,
            opset_version=17, dynamo=False,
        )  # fmt: skip
        quantize_dynamic(str(full), str(target), weight_type=QuantType.QInt8, per_channel=True, reduce_range=True)
    print(f"{target}: {target.stat().st_size / 1e6:.1f} MB", flush=True)


def main() -> None:
    """Train with some seeds, average the weights of the runs, measure and export."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("base", type=Path)
    parser.add_argument("--layers", type=int, default=6)
    parser.add_argument("--epochs", type=int, default=8)
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--rate", type=float, default=1e-4)
    parser.add_argument("--size", type=int, default=32)
    options = parser.parse_args()
    data = json.loads(gzip.decompress((options.folder / "units.json.gz").read_bytes()))
    torch.set_float32_matmul_precision("high")
    torch.manual_seed(0)
    base = PairModel(options.base, data["places"], options.layers, data.get("fates", 4)).to(DEVICE)
    runs = []
    for seed in range(options.seeds):
        own = copy.deepcopy(base)
        runs.append(train(own, data["trained"], epochs=options.epochs, seed=seed, rate=options.rate, size=options.size))
        print(f"seed {seed}: {evaluate(runs[-1], data['held_out'])}", flush=True)
    states = [run.state_dict() for run in runs]
    base.load_state_dict({name: torch.stack([state[name] for state in states]).mean(0) for name in states[0]})
    print(f"average: {evaluate(base.eval(), data['held_out'])}", flush=True)
    export(base.cpu(), options.folder / f"{options.folder.name}.onnx")


if __name__ == "__main__":
    main()
