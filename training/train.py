"""Train the reader and the judge on one encoder. Two to three minutes on a GPU.

    python training/train.py out/training/units.json BASE.onnx OUT_FOLDER [--seed 0] [--epochs 14]

Writes `reader.onnx` (int8), `heads.npz`, and the losses on what is held out.
"""

from __future__ import annotations

import argparse
import copy
import json
import math
import random
import time
from collections import defaultdict
from pathlib import Path
from typing import Any

import numpy as np
import torch
from encoder import load_encoder
from evaluate import evaluate
from export import export
from heads import JudgeHeads, ReaderHeads
from labels import SLOTS
from torch import Tensor, nn
from torch.nn import functional

DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
LOSS_WEIGHTS = {
    "tags": 1.0, "statement": 1.5, "slot": 0.6, "how": 0.6, "other": 0.5, "worth": 0.2, "value": 0.2, "subject": 0.15,
    "relation": 1.0, "support": 1.0,
}  # fmt: skip
MAX_SPAN = 40
"""Pieces of the longest span that is considered."""

Unit = dict[str, Any]


class Model(nn.Module):
    """Encoder, reader and judge."""

    def __init__(self, base: Path) -> None:
        super().__init__()
        self.encoder, self.reader, self.judge = load_encoder(base), ReaderHeads(), JudgeHeads()
        for table in (self.encoder.words, self.encoder.positions, self.encoder.types):
            table.requires_grad_(False)

    def encode(self, units: list[Unit]) -> tuple[Tensor, Tensor]:
        """Return hidden states and the mask of a batch."""
        length = max(len(unit["ids"]) for unit in units)
        ids, types, mask = (np.zeros((len(units), length), np.int64) for _ in range(3))
        for row, unit in enumerate(units):
            count = len(unit["ids"])
            ids[row, :count], types[row, unit["text_start"] : count], mask[row, :count] = unit["ids"], 1, 1
        on_device = [torch.from_numpy(array).to(DEVICE) for array in (ids, types, mask)]
        return self.encoder(*on_device), on_device[2].bool()


def overlap(one: tuple[int, int], other: tuple[int, int]) -> float:
    """Return the share of positions that two spans have in common."""
    shared = min(one[1], other[1]) - max(one[0], other[0]) + 1
    return 0.0 if shared <= 0 else shared / (one[1] - one[0] + other[1] - other[0] + 2 - shared)


def propose(unit: Unit, scores: np.ndarray, count: int) -> list[tuple[int, int]]:
    """Return the word spans with the highest start and end scores."""
    starts = sorted(unit["starts"], key=lambda place: -scores[place, 0])[:14]
    ends = sorted(unit["ends"], key=lambda place: -scores[place, 1])[:14]
    spans = [
        (scores[start, 0] + scores[end, 1], (start, end))
        for start in starts
        for end in ends
        if start <= end < start + MAX_SPAN
    ]
    return [span for _, span in sorted(spans, reverse=True)[:count]]


def sample_wrong_spans(unit: Unit, scores: np.ndarray, chance: random.Random) -> set[tuple[int, int]]:
    """Return spans that are not statements: the model's own best guesses, shifted right ones, and random ones."""
    right = [tuple(statement["span"]) for statement in unit["statements"]]
    spans = set(propose(unit, scores, 14))
    starts, ends = set(unit["starts"]), set(unit["ends"])
    for first, last in right:
        for _ in range(6):
            span = (
                first + chance.choice((-6, -4, -3, -2, -1, 0, 0, 1, 2, 3, 4)),
                last + chance.choice((-5, -3, -2, -1, 0, 0, 1, 2, 3, 5, 7)),
            )
            if span[0] in starts and span[1] in ends and span[0] <= span[1]:
                spans.add(span)
    for _ in range(6):
        first = chance.choice(unit["starts"])
        spans.add((first, chance.choice([end for end in unit["ends"] if first <= end < first + 25] or [first])))
    return {
        span for span in spans if span[1] in ends and max((overlap(span, gold) for gold in right), default=0.0) < 0.7
    }


def tensor(values: Any, dtype: torch.dtype | None = None) -> Tensor:
    """Return values as a tensor on the device."""
    return torch.tensor(values, device=DEVICE, dtype=dtype)


def reader_losses(model: Model, units: list[Unit], chance: random.Random) -> dict[str, Tensor]:
    """Return the losses of a batch of turns."""
    hidden, mask = model.encode(units)
    heads, losses = model.reader, {}
    logits = heads.tags(hidden)
    wanted, counted = np.zeros((*logits.shape[:2], 3), np.float32), np.zeros((*logits.shape[:2], 1), np.float32)
    for row, unit in enumerate(units):
        counted[row, unit["text_start"] : len(unit["ids"]) - 1] = 1
        for statement in unit["statements"]:
            first, last = statement["span"]
            wanted[row, first, 0] = wanted[row, last, 1] = 1
            wanted[row, first : last + 1, 2] = 1
    weights = tensor([3.0, 3.0, 1.0]) * tensor(counted)
    each = functional.binary_cross_entropy_with_logits(logits, tensor(wanted), reduction="none")
    losses["tags"] = (each * weights).sum() / tensor(counted).sum()

    scores = functional.logsigmoid(logits.detach().float()).cpu().numpy()
    rows: list[tuple[int, int, int]] = []
    is_right: list[float] = []
    gold: list[dict[str, Any]] = []
    for row, unit in enumerate(units):
        for statement in unit["statements"]:
            rows.append((row, *statement["span"]))
            gold.append(statement)
            is_right.append(1.0)
    places = len(rows)
    for row, unit in enumerate(units):
        for span in sample_wrong_spans(unit, scores[row], chance) if unit["starts"] else ():
            rows.append((row, *span))
            is_right.append(0.0)
    spans, right = tensor(rows), tensor(is_right)
    vectors = heads.represent(hidden, spans)
    found = heads.statement(vectors).squeeze(-1)
    losses["statement"] = functional.binary_cross_entropy_with_logits(found, right, weight=1 + right)
    if places:
        losses |= _label_losses(heads, hidden, mask, vectors[:places], spans[:places], gold)
    return losses


def _label_losses(
    heads: ReaderHeads, hidden: Tensor, mask: Tensor, vectors: Tensor, spans: Tensor, gold: list[dict[str, Any]]
) -> dict[str, Tensor]:
    def column(name: str) -> list[Any]:
        return [statement[name] for statement in gold]

    binary = functional.binary_cross_entropy_with_logits
    losses = {
        "slot": functional.cross_entropy(heads.slot(vectors), _share_slots(column("slots")), label_smoothing=0.05),
        "how": functional.cross_entropy(heads.how(vectors), tensor(column("how")), label_smoothing=0.03),
        "other": binary(heads.other(vectors).squeeze(-1), tensor(column("other"), torch.float32)),
        "worth": binary(heads.worth(vectors).squeeze(-1), tensor(column("worth"), torch.float32)),
    }
    pointed = heads.point(hidden, mask, vectors, spans)
    for name, first in (("value", 0), ("subject", 2)):
        known = [row for row, statement in enumerate(gold) if statement[name]]
        if known:
            target, chosen = tensor([gold[row][name] for row in known]), pointed[tensor(known)]
            losses[name] = functional.cross_entropy(chosen[:, :, first], target[:, 0]) + functional.cross_entropy(
                chosen[:, :, first + 1], target[:, 1]
            )
    return losses


def _share_slots(slots: list[list[int]]) -> Tensor:
    """Return the probabilities of the slots of each span: a clause with two facts has two of equal probability."""
    wanted = np.zeros((len(slots), len(SLOTS)), np.float32)
    for row, given in enumerate(slots):
        for slot in given:
            wanted[row, slot] += 1 / len(given)
    return tensor(wanted)


def judge_losses(model: Model, units: list[Unit]) -> dict[str, Tensor]:
    """Return the losses of a batch of pairs."""
    hidden, mask = model.encode(units)
    losses = {}
    for name, logits in zip(("relation", "support"), model.judge(hidden, mask), strict=True):
        rows = [row for row, unit in enumerate(units) if name in unit]
        if rows:
            target = tensor([units[row][name] for row in rows])
            loss = functional.cross_entropy(logits[tensor(rows)], target, label_smoothing=0.05)
            losses[name] = loss * len(rows) / len(units)
    return losses


def batches(units: list[Unit], size: int, chance: random.Random) -> list[list[Unit]]:
    """Return shuffled batches of units of similar length."""
    shuffled = chance.sample(units, len(units))
    chunks = [
        sorted(shuffled[at : at + size * 8], key=lambda unit: len(unit["ids"])) for at in range(0, len(units), size * 8)
    ]
    made = [chunk[at : at + size] for chunk in chunks for at in range(0, len(chunk), size)]
    chance.shuffle(made)
    return made


def train(model: Model, turns: list[Unit], pairs: list[Unit], *, epochs: int, seed: int) -> Model:
    """Train on all turns and pairs; return the average of the weights over the last steps."""
    torch.manual_seed(seed)
    chance = random.Random(seed)
    body = [value for name, value in model.named_parameters() if name.startswith("encoder.") and value.requires_grad]
    rest = [value for name, value in model.named_parameters() if not name.startswith("encoder.")]
    optimizer = torch.optim.AdamW([{"params": body, "lr": 8e-5}, {"params": rest, "lr": 1e-3}], weight_decay=0.01)
    peak = [group["lr"] for group in optimizer.param_groups]
    steps, step = epochs * math.ceil(len(turns) / 16), 0
    average, began = copy.deepcopy(model), time.time()
    model.train()
    waiting: list[list[Unit]] = []
    for epoch in range(epochs):
        sums: dict[str, float] = defaultdict(float)
        for batch in batches(turns, 16, chance):
            waiting = waiting or batches(pairs, 16, chance)
            share = step / steps
            for group, most in zip(optimizer.param_groups, peak, strict=True):
                group["lr"] = most * min(share / 0.08 + 0.02, (1 - share) / 0.92)
            losses = reader_losses(model, batch, chance) | judge_losses(model, waiting.pop())
            optimizer.zero_grad()
            torch.stack([LOSS_WEIGHTS[name] * loss for name, loss in losses.items()]).sum().backward()
            nn.utils.clip_grad_norm_([*body, *rest], 1.0)
            optimizer.step()
            step += 1
            keep = min(0.998, step / (step + 10))
            with torch.no_grad():
                for kept, now in zip(average.parameters(), model.parameters(), strict=True):
                    kept.lerp_(now, 1 - keep)
            for name, loss in losses.items():
                sums[name] += loss.item()
        shown = " ".join(f"{name} {total * 16 / len(turns):.3f}" for name, total in sums.items())
        print(f"{time.time() - began:.0f} s, epoch {epoch + 1} of {epochs}: {shown}", flush=True)
    return average.eval()


def main() -> None:
    """Train with the given seed and export the result."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("units", type=Path)
    parser.add_argument("base", type=Path)
    parser.add_argument("target", type=Path)
    parser.add_argument("--seed", type=int, default=0, help="of order and dropout; all start from the same weights")
    parser.add_argument("--epochs", type=int, default=13)
    options = parser.parse_args()
    turns, pairs = load_units(options.units, development=False)
    print(f"{len(turns)} turns and {len(pairs)} pairs on {DEVICE}", flush=True)
    torch.manual_seed(0)
    model = train(Model(options.base).to(DEVICE), turns, pairs, epochs=options.epochs, seed=options.seed)
    finish(model, options.units, options.target)


def load_units(path: Path, *, development: bool) -> tuple[list[Unit], list[Unit]]:
    """Return the turns and pairs that are trained on, or those that are held out."""
    units = json.loads(path.read_text("utf-8"))
    turns, pairs = ([unit for unit in units[name] if unit["development"] == development] for name in ("turns", "pairs"))
    return turns, pairs


def finish(model: Model, units: Path, target: Path) -> None:
    """Measure a model on what is held out, and write it, with the figures, into a folder."""
    measured = evaluate(model, *load_units(units, development=True))
    print(json.dumps(measured, indent=1), flush=True)
    target.mkdir(parents=True, exist_ok=True)
    torch.save(model.state_dict(), target / "model.pt")
    (target / "held_out.json").write_text(json.dumps(measured, indent=1), "utf-8")
    export(model.cpu(), target)


if __name__ == "__main__":
    main()
