"""Tune the embedder further, on questions whose answer lies in several turns. Two minutes for a run on a GPU.

    python training/embedder.py MEMORIES.jsonl MODEL.onnx tokenizer.json OUT.npz [--seed 0] [--steps 170]

`MEMORIES.jsonl` has one memory a line: `texts`, as the product embeds them, and `questions`, each with its `text`, the
numbers of the `gold` texts, its `kind`, and the keyword `coverage` of the texts that have any (number: share).
Questions of the kinds in `KEPT` are not learned: their ranking stays what it was. `quantise.py` writes the weights.
"""

from __future__ import annotations

import argparse
import copy
import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import torch
from encoder import Encoder, load_encoder
from tokenizers import Tokenizer
from torch import Tensor
from torch.nn import functional

DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
MIXTURE = {"list": 0.34, "strong": 0.10, "swap": 0.08, "both": 0.05, "self": 0.12, "message": 0.25, "assistant": 0.06}
"""How often each kind of question is drawn."""
KEPT = {"message", "assistant"}
"""Long messages to an assistant as questions: they got worse whenever they were learned."""
BATCH, NEGATIVES, CANDIDATES = 320, 4, 32
TEMPERATURE, RANKING_TEMPERATURE, KEEPING_TEMPERATURE = 0.04, 0.06, 0.05
COVERAGE_WEIGHT = 9.0
"""As in the product's ranking."""
ANCHOR, KEEP_QUESTIONS, KEEP_TEXTS = 1.2, 6.0, 8.0
TEXTS_AT_ONCE = 96


class Memories:
    """Texts and questions of all memories, as word pieces on the device."""

    def __init__(self, path: Path, tokenizer: Tokenizer) -> None:
        memories = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
        self.starts = np.cumsum([0, *(len(memory["texts"]) for memory in memories)])
        self.questions: list[tuple[int, dict[str, Any]]] = [
            (number, question) for number, memory in enumerate(memories) for question in memory["questions"]
        ]
        self.texts = _encode(tokenizer, [text for memory in memories for text in memory["texts"]], 160)
        self.asked = _encode(tokenizer, [question["text"] for _, question in self.questions], 112)
        self.kinds = np.array([question["kind"] for _, question in self.questions])
        self.is_kept = np.isin(self.kinds, list(KEPT))
        kept = {number for number, question in self.questions if question["kind"] in KEPT}
        self.kept_memories = [
            np.arange(self.starts[number], self.starts[number + 1])
            for number in sorted(kept)
            if self.starts[number + 1] - self.starts[number] >= TEXTS_AT_ONCE
        ]

    def rank(self, model: Encoder) -> None:
        """Embed everything, and find the texts that the product would rank above the right ones."""
        self.text_vectors, self.question_vectors = embed(model, self.texts), embed(model, self.asked)
        self.gold: list[np.ndarray] = []
        self.wrong: list[np.ndarray] = []
        self.coverage: list[np.ndarray] = []
        for row, (number, question) in enumerate(self.questions):
            start, end = self.starts[number], self.starts[number + 1]
            cosines = (self.text_vectors[start:end] @ self.question_vectors[row]).cpu().numpy()
            coverage = np.zeros(end - start, np.float32)
            for text, share in question["coverage"].items():
                coverage[int(text)] = share
            scores = (cosines - cosines.mean()) / cosines.std() + COVERAGE_WEIGHT * coverage
            scores[question["gold"]] = -np.inf
            best = np.argsort(-scores)[:CANDIDATES]
            self.gold.append(start + np.array(question["gold"]))
            self.wrong.append(start + best[np.isfinite(scores[best])])
            self.coverage.append(coverage)

    def cover(self, row: int, texts: np.ndarray) -> np.ndarray:
        """Return the coverage of a question's words by some texts of its memory."""
        return self.coverage[row][texts - self.starts[self.questions[row][0]]]


def _encode(tokenizer: Tokenizer, texts: list[str], length: int) -> Tensor:
    tokenizer.no_padding()
    tokenizer.enable_truncation(length)
    ids = np.zeros((len(texts), length), np.int32)
    for row, encoded in enumerate(tokenizer.encode_batch(texts)):
        ids[row, : len(encoded.ids)] = encoded.ids
    return torch.from_numpy(ids).to(DEVICE)


def embed(model: Encoder, ids: Tensor, batch: int = 1024) -> Tensor:
    """Return the vectors of many texts, without gradients."""
    model.eval()
    with torch.no_grad():
        return _embed(model, ids, batch)


def _embed(model: Encoder, ids: Tensor, batch: int) -> Tensor:
    """Embed texts of similar length together."""
    order = (ids > 0).sum(1).argsort()
    sorted_vectors = torch.cat([_pool(model, ids[part]) for part in order.split(batch)])
    return torch.empty_like(sorted_vectors).index_copy(0, order, sorted_vectors)


def _pool(model: Encoder, ids: Tensor) -> Tensor:
    ids = ids[:, : int((ids > 0).sum(1).max())].long()
    mask = (ids > 0).float()
    with torch.autocast(DEVICE, torch.bfloat16, enabled=DEVICE == "cuda"):
        hidden = model(ids, torch.zeros_like(ids), mask)
    return functional.normalize((hidden.float() * mask[..., None]).sum(1) / mask.sum(1, keepdim=True), dim=1)


def train(memories: Memories, base: Encoder, seed: int, steps: int, rate: float) -> Encoder:
    """Return a tuned copy of `base`."""
    torch.manual_seed(seed)
    chance = np.random.default_rng(seed)
    model = copy.deepcopy(base).train()
    matrices = [weight for weight in model.parameters() if weight.ndim > 1]
    others = [weight for weight in model.parameters() if weight.ndim <= 1]
    optimizer = torch.optim.AdamW([{"params": matrices, "weight_decay": 0.01}, {"params": others, "weight_decay": 0.0}])
    pools = {kind: rows for kind in MIXTURE if len(rows := np.flatnonzero(memories.kinds == kind))}
    shares = np.array([MIXTURE[kind] for kind in pools])
    for step in range(steps):
        warmth = min(1.0, (step + 1) / (0.1 * steps))
        for group in optimizer.param_groups:
            group["lr"] = rate * warmth * 0.5 * (1 + math.cos(math.pi * max(0.0, step / steps - 0.1) / 0.9))
        counts = chance.multinomial(BATCH, shares / shares.sum())
        rows = np.concatenate([chance.choice(pool, count) for pool, count in zip(pools.values(), counts, strict=True)])
        loss = _lose_on_questions(model, memories, rows, chance) + _lose_on_texts(model, memories, chance)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        if step % 25 == 0:
            print(f"step {step}: loss {loss.item():.3f}", flush=True)
    return model.eval()


def _lose_on_questions(model: Encoder, memories: Memories, rows: np.ndarray, chance: np.random.Generator) -> Tensor:
    """Return the loss of a batch of questions: learned ones find their texts, kept ones rank as before."""
    right = np.array([chance.choice(memories.gold[row]) for row in rows])
    # texts that are ranked high are drawn more often
    wrong = np.array([memories.wrong[row][_draw(chance, len(memories.wrong[row]))] for row in rows])
    shown = torch.from_numpy(np.concatenate([right, wrong.ravel()])).to(DEVICE)
    asked = torch.from_numpy(rows).to(DEVICE)
    questions, texts = _embed(model, memories.asked[asked], 160), _embed(model, memories.texts[shown], 270)
    cosines, before = questions @ texts.T, memories.question_vectors[asked] @ memories.text_vectors[shown].T
    is_kept = torch.from_numpy(memories.is_kept[rows]).to(DEVICE)
    weights = (~is_kept).float() / max(1, int((~is_kept).sum()))
    hidden = _find_other_gold(memories, rows, shown)
    everything = functional.cross_entropy(
        (cosines / TEMPERATURE).masked_fill(hidden, -1e4), torch.arange(len(rows), device=DEVICE), reduction="none"
    )
    own = np.concatenate(
        [np.arange(len(rows))[:, None], len(rows) + np.arange(wrong.size).reshape(wrong.shape)], axis=1
    )
    coverage = np.stack([memories.cover(row, np.array([right[n], *wrong[n]])) for n, row in enumerate(rows)])
    ranked = cosines.gather(1, torch.from_numpy(own).to(DEVICE)) / RANKING_TEMPERATURE
    ranking = functional.cross_entropy(
        ranked + COVERAGE_WEIGHT * torch.from_numpy(coverage).to(DEVICE),
        torch.zeros(len(rows), dtype=torch.long, device=DEVICE),
        reduction="none",
    )
    drift = (1 - (questions * memories.question_vectors[asked]).sum(1)).mean() + (
        1 - (texts * memories.text_vectors[shown]).sum(1)
    ).mean()
    kept = _diverge(cosines[is_kept], before[is_kept]) if is_kept.any() else cosines.new_zeros(())
    return (weights * (everything + ranking)).sum() + ANCHOR * drift + KEEP_QUESTIONS * kept


def _lose_on_texts(model: Encoder, memories: Memories, chance: np.random.Generator) -> Tensor:
    """Return how much the likeness of texts in conversations with an assistant has changed."""
    loss = torch.zeros((), device=DEVICE)
    for number in chance.choice(len(memories.kept_memories), min(3, len(memories.kept_memories))):
        drawn = chance.choice(memories.kept_memories[number], TEXTS_AT_ONCE, replace=False)
        texts = torch.from_numpy(drawn).to(DEVICE)
        vectors, before = _embed(model, memories.texts[texts], 48), memories.text_vectors[texts]
        itself = torch.eye(TEXTS_AT_ONCE, device=DEVICE, dtype=torch.bool)
        loss = loss + _diverge(
            (vectors @ vectors.T).masked_fill(itself, -1e3), (before @ before.T).masked_fill(itself, -1e3)
        )
    return KEEP_TEXTS / 3 * loss


def _draw(chance: np.random.Generator, count: int) -> np.ndarray:
    return (chance.random(NEGATIVES) ** 1.3 * count).astype(int)


def _find_other_gold(memories: Memories, rows: np.ndarray, shown: Tensor) -> Tensor:
    """Return which of the texts shown answer a question too, beside the one that it is to find."""
    numbers = shown.cpu().numpy()
    hidden = np.stack([np.isin(numbers, memories.gold[row]) for row in rows])
    np.fill_diagonal(hidden, val=False)
    return torch.from_numpy(hidden).to(DEVICE)


def _diverge(after: Tensor, before: Tensor) -> Tensor:
    return functional.kl_div(
        functional.log_softmax(after / KEEPING_TEMPERATURE, 1),
        functional.softmax(before / KEEPING_TEMPERATURE, 1),
        reduction="batchmean",
    )


def main() -> None:
    """Tune, and write the weights."""
    parser = argparse.ArgumentParser()
    parser.add_argument("memories", type=Path)
    parser.add_argument("model", type=Path)
    parser.add_argument("tokenizer", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--steps", type=int, default=170)
    parser.add_argument("--rate", type=float, default=2e-5)
    given = parser.parse_args()
    base = load_encoder(given.model).to(DEVICE)
    memories = Memories(given.memories, Tokenizer.from_file(str(given.tokenizer)))
    memories.rank(base)
    tuned = train(memories, base, given.seed, given.steps, given.rate)
    np.savez_compressed(given.out, **{name: value.half().cpu().numpy() for name, value in tuned.state_dict().items()})


if __name__ == "__main__":
    main()
