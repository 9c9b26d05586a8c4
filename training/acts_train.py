"""Train the reader of requests: which act each word of a message to the travel assistant belongs to.

    python training/acts_train.py out/training/acts BASE.onnx [--layers 6] [--epochs 12] [--seeds 3] [--rate 1e-4]

Reads `units.json.gz` of `acts_data.py`, and writes `acts.onnx` (int8). Some minutes on a GPU.
"""

from __future__ import annotations

import argparse
import copy
import gzip
import json
import math
import random
import runpy
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch
from encoder import load_encoder
from onnxruntime.quantization import QuantType, quantize_dynamic
from torch import Tensor, nn
from torch.nn import functional

LABELS = Path(__file__).parent.parent / "src/ricordo_travel/dialogue/yes/act_labels.py"
ACTS: tuple[str, ...] = runpy.run_path(str(LABELS))["ACTS"]
DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
MAX_PIECES = 160
Unit = dict[str, Any]


class ActModel(nn.Module):
    """The lower layers of the encoder with a small vocabulary, and heads for the act of a word and where acts begin."""

    def __init__(self, base: Path, places: list[int], layers: int) -> None:
        super().__init__()
        self.encoder = load_encoder(base)
        self.encoder.layers = self.encoder.layers[:layers]
        self.encoder.words = nn.Embedding.from_pretrained(self.encoder.words.weight[places].clone())
        self.encoder.positions = nn.Embedding.from_pretrained(self.encoder.positions.weight[:MAX_PIECES].clone())
        self.encoder.types.requires_grad_(False)
        self.dropout = nn.Dropout(0.15)
        self.acts = nn.Linear(384, len(ACTS))
        self.begins = nn.Linear(384, 1)

    def forward(self, ids: Tensor, types: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        hidden = self.dropout(self.encoder(ids, types, mask))
        return self.acts(hidden), self.begins(hidden).squeeze(-1)


def pad(units: list[Unit]) -> list[Tensor]:
    """Return ids, types and mask of a batch."""
    length = max(len(unit["ids"]) for unit in units)
    ids, types, mask = (np.zeros((len(units), length), np.int64) for _ in range(3))
    for row, unit in enumerate(units):
        count = len(unit["ids"])
        ids[row, :count], types[row, unit["text_start"] : count], mask[row, :count] = unit["ids"], 1, 1
    return [torch.from_numpy(array).to(DEVICE) for array in (ids, types, mask)]


def losses_of(model: ActModel, units: list[Unit]) -> Tensor:
    """Return the loss of a batch."""
    acts, begins = model(*pad(units))
    rows = [(row, place) for row, unit in enumerate(units) for place in unit["words"]]
    wanted = [act for unit in units for act in unit["acts"]]
    first = [float(at > 0 and act != unit["acts"][at - 1]) for unit in units for at, act in enumerate(unit["acts"])]
    where = torch.tensor(rows, device=DEVICE)
    chosen = acts[where[:, 0], where[:, 1]]
    by_act = functional.cross_entropy(chosen, torch.tensor(wanted, device=DEVICE), label_smoothing=0.05)
    started = begins[where[:, 0], where[:, 1]]
    by_start = functional.binary_cross_entropy_with_logits(
        started, torch.tensor(first, device=DEVICE), pos_weight=torch.tensor(2.0, device=DEVICE)
    )
    return by_act + by_start


def decode(acts: np.ndarray, begins: np.ndarray) -> list[int]:
    """Return the likeliest acts of the words: changing the act costs as much as the word is unlikely to begin one."""
    logs = acts - np.log(np.exp(acts - acts.max(1, keepdims=True)).sum(1, keepdims=True)) - acts.max(1, keepdims=True)
    best, back = logs[0], []
    for at in range(1, len(logs)):
        start, stay = -np.logaddexp(0, -begins[at]), -np.logaddexp(0, begins[at])
        switched = best.max() + start
        kept = best + stay
        back.append(np.where(kept >= switched, np.arange(len(best)), best.argmax()))
        best = np.maximum(kept, switched) + logs[at]
    path = [int(best.argmax())]
    for step in reversed(back):
        path.append(int(step[path[-1]]))
    return path[::-1]


def evaluate(model: ActModel, units: list[Unit]) -> dict[str, float]:
    """Return the share of words, of whole segments and of whole messages that are right."""
    words = right = segments = found = whole = 0
    by_act: dict[str, list[int]] = {act: [0, 0] for act in ACTS}
    for unit in units:
        with torch.no_grad():
            acts, begins = (part[0].float().cpu().numpy() for part in model(*pad([unit])))
        path = decode(acts[unit["words"]], begins[unit["words"]])
        right += sum(one == other for one, other in zip(path, unit["acts"], strict=True))
        words += len(path)
        gold, told = cut(unit["acts"]), cut(path)
        segments += len(gold)
        found += len(gold & told)
        whole += gold == told
        for segment in gold:
            by_act[ACTS[segment[0]]][0] += segment in told
            by_act[ACTS[segment[0]]][1] += 1
    print({act: f"{hit}/{count}" for act, (hit, count) in by_act.items()}, flush=True)
    return {"words": right / words, "segments": found / segments, "messages": whole / len(units)}


def cut(acts: list[int]) -> set[tuple[int, int, int]]:
    """Return the runs of one act, as act, first and last word."""
    starts = [at for at in range(len(acts)) if at == 0 or acts[at] != acts[at - 1]]
    return {(acts[start], start, end) for start, end in zip(starts, [*starts[1:], len(acts)], strict=True)}


def train(model: ActModel, units: list[list[Unit]], *, epochs: int, seed: int, rate: float) -> ActModel:
    """Train on one variation of each message an epoch; return the average of the weights over the last steps."""
    torch.manual_seed(seed)
    chance = random.Random(seed)
    body = [value for value in model.encoder.parameters() if value.requires_grad]
    rest = [*model.acts.parameters(), *model.begins.parameters()]
    optimizer = torch.optim.AdamW([{"params": body, "lr": rate}, {"params": rest, "lr": 1e-3}], weight_decay=0.01)
    peak = [group["lr"] for group in optimizer.param_groups]
    size = 32
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
            loss = losses_of(model, drawn[at : at + size])
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_([*body, *rest], 1.0)
            optimizer.step()
            step += 1
            keep = min(0.995, step / (step + 10))
            with torch.no_grad():
                for kept, now in zip(average.parameters(), model.parameters(), strict=True):
                    kept.lerp_(now, 1 - keep)
            total += loss.item()
        print(f"{time.time() - began:.0f} s, epoch {epoch + 1}: {total * size / len(drawn):.3f}", flush=True)
    return average.eval()


def export(model: ActModel, target: Path) -> None:
    """Write a model as ONNX with 8-bit weights."""
    ids = torch.randint(1000, 2000, (1, 24))
    given = (ids, torch.zeros_like(ids), torch.ones_like(ids))
    names = ["input_ids", "token_type_ids", "attention_mask"]
    axes = {name: {0: "batch", 1: "length"} for name in [*names, "acts", "begins"]}
    with tempfile.TemporaryDirectory() as folder:
        full = Path(folder) / "full.onnx"
        torch.onnx.export(
            model, given, str(full), input_names=names, output_names=["acts", "begins"], dynamic_axes=axes,
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
    parser.add_argument("--epochs", type=int, default=12)
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--rate", type=float, default=1e-4)
    parser.add_argument("--name", default="acts")
    options = parser.parse_args()
    data = json.loads(gzip.decompress((options.folder / "units.json.gz").read_bytes()))
    torch.manual_seed(0)
    base = ActModel(options.base, data["places"], options.layers).to(DEVICE)
    runs = []
    for seed in range(options.seeds):
        runs.append(train(copy.deepcopy(base), data["trained"], epochs=options.epochs, seed=seed, rate=options.rate))
        print(f"seed {seed}: {evaluate(runs[-1], data['held_out'])}", flush=True)
    states = [run.state_dict() for run in runs]
    base.load_state_dict({name: torch.stack([state[name] for state in states]).mean(0) for name in states[0]})
    print(f"average: {evaluate(base.eval(), data['held_out'])}", flush=True)
    export(base.cpu(), options.folder / f"{options.name}.onnx")


if __name__ == "__main__":
    main()
