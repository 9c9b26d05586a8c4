"""Tune the judge's relation layers alone, on the CPU: the encoder and everything else of the reader stay as they are.

    PYTHONPATH=src python training/relation_head.py HEADS.npz [MORE_HELD_OUT.jsonl …]

It starts from the bundled weights, learns from all pairs in `data` but the tenth that is held out, and writes
`HEADS.npz`. For the pairs that are held out it prints how many are right, and how often an end of the earlier statement
is seen where there is one (recall) and where there is none (false ends), before and after. Takes two minutes.
"""

from __future__ import annotations

import json
import sys
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
from build import DERIVED_RELATIONS, is_development, read_lines
from derive import derive_relations
from labels import RELATIONS
from numpy.typing import NDArray

from ricordo.extractors.reader.encoding import encode_pair
from ricordo.extractors.reader.model import ReaderModel, _run

Floats = NDArray[np.float32]
Weights = dict[str, Floats]

LAYERS = ("judge.relation_inner", "judge.relation")
EPOCHS, BATCH, RATE, DECAY, DROPOUT = 20, 64, 3e-4, 0.05, 0.4
SMOOTHING = 0.05
LEAST = 0.55
"""The probability from which the product believes that the earlier statement no longer holds."""


def represent(model: ReaderModel, pairs: list[dict[str, Any]]) -> Floats:
    """Return what the encoder makes of pairs: what the relation layers are given."""
    tokenizer, session, _ = model._load()  # noqa: SLF001  # the encoder alone, which the product does not offer
    hidden = (_run(session, *encode_pair(tokenizer, pair["a"], pair["b"])) for pair in pairs)
    return np.stack([np.concatenate([each[0], each.mean(0)]) for each in hidden])


def read_labels(pairs: list[dict[str, Any]]) -> NDArray[np.int64]:
    """Return the number of the relation of each pair."""
    return np.array([RELATIONS.index(pair["relation"]) for pair in pairs])


def gelu(given: Floats) -> tuple[Floats, Floats]:
    """Return the tanh form of GELU and its derivative."""
    inner = np.sqrt(2 / np.pi) * (given + 0.044715 * given**3)
    tanh = np.tanh(inner)
    slope = np.sqrt(2 / np.pi) * (1 + 3 * 0.044715 * given**2)
    return 0.5 * given * (1 + tanh), 0.5 * (1 + tanh) + 0.5 * given * (1 - tanh**2) * slope


def softmax(given: Floats) -> Floats:
    """Return probabilities."""
    raised = np.exp(given - given.max(1, keepdims=True))
    return raised / raised.sum(1, keepdims=True)


def predict(weights: Weights, given: Floats) -> Floats:
    """Return the probability of each relation."""
    inner, _ = gelu(given @ weights[f"{LAYERS[0]}.weight"].T + weights[f"{LAYERS[0]}.bias"])
    return softmax(inner @ weights[f"{LAYERS[1]}.weight"].T + weights[f"{LAYERS[1]}.bias"])


def find_gradients(weights: Weights, given: Floats, wanted: Floats, chance: np.random.Generator) -> Weights:
    """Return the gradient of the cross entropy, with some of the inputs and of the inner layer left out."""
    given = given * (chance.random(given.shape) > DROPOUT) / (1 - DROPOUT)
    inner, slope = gelu(given @ weights[f"{LAYERS[0]}.weight"].T + weights[f"{LAYERS[0]}.bias"])
    kept = (chance.random(inner.shape) > DROPOUT) / (1 - DROPOUT)
    inner = inner * kept
    found = softmax(inner @ weights[f"{LAYERS[1]}.weight"].T + weights[f"{LAYERS[1]}.bias"])
    outer = (found - wanted) / len(given)
    below = (outer @ weights[f"{LAYERS[1]}.weight"]) * kept * slope
    return {
        f"{LAYERS[0]}.weight": below.T @ given,
        f"{LAYERS[0]}.bias": below.sum(0),
        f"{LAYERS[1]}.weight": outer.T @ inner,
        f"{LAYERS[1]}.bias": outer.sum(0),
    }


def tune(weights: Weights, given: Floats, labels: NDArray[np.int64], seed: int) -> Weights:
    """Return the weights after some epochs of AdamW, averaged over the last half of them."""
    chance = np.random.default_rng(seed)
    wanted = np.eye(len(RELATIONS), dtype=np.float32)[labels] * (1 - SMOOTHING) + SMOOTHING / len(RELATIONS)
    weights = {name: value.astype(np.float32) for name, value in weights.items()}
    first, second, mean = ({name: np.zeros_like(value) for name, value in weights.items()} for _ in range(3))
    step = count = 0
    for epoch in range(EPOCHS):
        order = chance.permutation(len(given))
        for start in range(0, len(order), BATCH):
            rows = order[start : start + BATCH]
            step += 1
            for name, gradient in find_gradients(weights, given[rows], wanted[rows], chance).items():
                first[name] = 0.9 * first[name] + 0.1 * gradient
                second[name] = 0.999 * second[name] + 0.001 * gradient**2
                move = first[name] / (1 - 0.9**step) / (np.sqrt(second[name] / (1 - 0.999**step)) + 1e-8)
                weights[name] = weights[name] - RATE * (move + DECAY * weights[name])
        if epoch >= EPOCHS // 2:
            count += 1
            mean = {name: value + (weights[name] - value) / count for name, value in mean.items()}
    return mean


def show(title: str, weights: Weights, given: Floats, labels: NDArray[np.int64]) -> None:
    """Print how well pairs are judged."""
    found = predict(weights, given)
    ends = [RELATIONS.index("replaces"), RELATIONS.index("ends")]
    is_end, said_end = np.isin(labels, ends), found[:, ends].sum(1) >= LEAST
    print(
        f"{title:24} {len(labels):5} pairs, right {np.mean(found.argmax(1) == labels):.3f}, "
        f"ends seen {np.mean(said_end[is_end]):.3f}, false ends {np.mean(said_end[~is_end]):.3f}"
    )


def main(target: Path, more: list[Path]) -> None:
    """Tune the layers, show figures, and write the weights."""
    model = ReaderModel()
    pairs = list(read_lines("relations*.jsonl"))
    held_out = [pair for pair in pairs if is_development(pair["a"].lower()[:18])]
    turns = [turn for turn in read_lines("turns_*.jsonl") if not is_development(turn["id"])]
    used = [pair for pair in pairs if pair not in held_out] + list(derive_relations(turns, DERIVED_RELATIONS))
    checks = {"held out": held_out} | {
        path.stem: [json.loads(line) for line in path.read_text("utf-8").splitlines()] for path in more
    }
    source = files("ricordo.extractors.reader").joinpath("weights", "heads.npz")
    with source.open("rb") as file:
        bundled = dict(np.load(file))
    names = [f"{layer}.{part}" for layer in LAYERS for part in ("weight", "bias")]
    given, labels = represent(model, used), read_labels(used)
    runs = [tune({name: bundled[name] for name in names}, given, labels, seed) for seed in range(3)]
    tuned = {name: np.mean([run[name] for run in runs], axis=0) for name in names}
    show("trained on", tuned, given, labels)
    for title, each in checks.items():
        made = represent(model, each)
        show(f"{title}, before", {name: bundled[name].astype(np.float32) for name in names}, made, read_labels(each))
        show(f"{title}, after", tuned, made, read_labels(each))
    np.savez_compressed(target, **(bundled | {name: tuned[name].astype(bundled[name].dtype) for name in names}))


if __name__ == "__main__":
    main(Path(sys.argv[1]), [Path(name) for name in sys.argv[2:]])
