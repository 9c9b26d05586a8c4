"""The training of a small language model as the reader of turns; `turns_lm.py` says how it is called."""

from __future__ import annotations

import argparse
import copy
import random
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from notes_vary import NoteVarier
from tokenizers import Tokenizer
from torch import Tensor, nn
from torch.nn import functional
from torch.utils.data import DataLoader, IterableDataset, get_worker_info
from transformers import LlamaConfig, LlamaForCausalLM
from turns_data import Turn
from turns_lm import (
    END,
    HEADS,
    HIDDEN,
    INNER,
    KEY_HEADS,
    LAYERS,
    MAX_OUT,
    PAD,
    PIECES,
    encode,
    list_batches,
    load_weights,
)
from turns_train import split_program
from turns_vary import Varier

DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
_NO_LOSS = -100
_PER_FILE = 15_500_000
_PER_BLOCK = 32


def load_model(folder: Path) -> LlamaForCausalLM:
    """Return the model with the packed weights."""
    config = LlamaConfig(
        vocab_size=PIECES, hidden_size=HIDDEN, intermediate_size=INNER, num_hidden_layers=LAYERS,
        num_attention_heads=HEADS, num_key_value_heads=KEY_HEADS, rms_norm_eps=1e-5, tie_word_embeddings=True,
        max_position_embeddings=1024, rope_parameters={"rope_type": "default", "rope_theta": 100_000.0},
        bos_token_id=1, eos_token_id=END, pad_token_id=PAD,
    )  # fmt: skip
    model = LlamaForCausalLM(config)
    weights = {name: torch.from_numpy(np.ascontiguousarray(value)) for name, value in load_weights(folder).items()}
    missing, unknown = model.load_state_dict(weights, strict=False)
    if unknown or set(missing) - {"lm_head.weight"}:
        raise ValueError(f"weights missing {missing[:3]}, unknown {unknown[:3]}")
    return model


class Batches(IterableDataset[tuple[Tensor, Tensor]]):
    """Batches of turns, most of them varied each time."""

    def __init__(
        self, turns: Sequence[Turn], tokenizer: Tokenizer, varier: Varier, notes: NoteVarier, size: int
    ) -> None:
        self._turns, self._tokenizer, self._size = turns, tokenizer, size
        self._varier, self._notes = varier, notes

    def __len__(self) -> int:
        return len(self._turns) // self._size

    def __iter__(self) -> Any:
        worker = get_worker_info()
        own = self._turns[worker.id :: worker.num_workers] if worker else self._turns
        for batch in list_batches(own, self._size):
            yield pad([encode(self._tokenizer, self._vary(each)) for each in batch])

    def _vary(self, turn: Turn) -> Turn:
        chance = random.Random()
        return self._varier.vary(self._notes.vary(turn, chance), chance) if chance.random() < 0.85 else turn


def pad(units: Sequence[tuple[list[int], list[int]]]) -> tuple[Tensor, Tensor]:
    """Return the pieces of a batch, and what is to be written at each place."""
    width = -(-max(len(given) + len(written) for given, written in units) // 32) * 32
    ids, wanted = np.full((len(units), width), PAD, np.int64), np.full((len(units), width), _NO_LOSS, np.int64)
    for row, (given, written) in enumerate(units):
        ids[row, : len(given) + len(written)] = [*given, *written]
        wanted[row, len(given) - 1 : len(given) + len(written) - 1] = written
    return torch.from_numpy(ids), torch.from_numpy(wanted)


def train(model: nn.Module, loader: DataLoader[Any], rate: float, seconds: float, *, is_compiled: bool) -> nn.Module:
    """Train once over a loader, or for so many seconds; return the average of the weights over the last steps."""
    optimizer = torch.optim.AdamW(
        model.parameters(), lr=rate, weight_decay=0.05, betas=(0.9, 0.98), fused=DEVICE == "cuda"
    )
    steps, began = len(loader), time.time()
    average = copy.deepcopy(model)
    if is_compiled:
        for layer in model.model.layers:
            layer.compile(dynamic=True)
    losses: list[Tensor] = []
    for step, batch in enumerate(loader, 1):
        share = max(step / steps, (time.time() - began) / seconds)
        if share > 1:
            break
        for group in optimizer.param_groups:
            group["lr"] = rate * min(share / 0.04 + 0.01, (1 - share) / 0.96 + 0.005)
        ids, wanted = (each.to(DEVICE, non_blocking=True) for each in batch)
        with torch.autocast(DEVICE, torch.bfloat16, enabled=DEVICE == "cuda"):
            hidden = model.model(input_ids=ids, use_cache=False).last_hidden_state  # padding is at the end: no mask
            there = wanted != _NO_LOSS
            scores = model.lm_head(hidden[there])
        loss = functional.cross_entropy(scores.float(), wanted[there], label_smoothing=0.03)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        keep = min(0.997, step / (step + 10))
        with torch.no_grad():
            torch._foreach_lerp_(list(average.parameters()), list(model.parameters()), 1 - keep)
        losses.append(loss.detach())
        if len(losses) == 200:
            print(f"{time.time() - began:.0f} s, {step} of {steps}: {torch.stack(losses).mean():.3f}", flush=True)
            losses.clear()
    return average.eval()


@torch.no_grad()
def write_programs(model: Any, tokenizer: Tokenizer, turns: Sequence[Turn], size: int = 128) -> list[str]:
    """Return the commands that a model writes for turns."""
    programs: list[str] = []
    for at in range(0, len(turns), size):
        given = [encode(tokenizer, turn)[0] for turn in turns[at : at + size]]
        width = max(map(len, given))
        ids = torch.tensor([[PAD] * (width - len(each)) + each for each in given], device=DEVICE)
        mask = torch.tensor([[0] * (width - len(each)) + [1] * len(each) for each in given], device=DEVICE)
        with torch.autocast(DEVICE, torch.bfloat16, enabled=DEVICE == "cuda"):
            told = model.generate(ids, attention_mask=mask, max_new_tokens=MAX_OUT, do_sample=False, pad_token_id=PAD)
        programs += [tokenizer.decode(each).strip() for each in told[:, width:].tolist()]
    return programs


def measure(model: Any, tokenizer: Tokenizer, turns: Sequence[Turn], name: str) -> list[str]:
    """Print how many turns are read right; return the misses."""
    told = write_programs(model, tokenizer, turns)
    right = [
        split_program(one.lower()) == split_program(turn.program.lower()) for one, turn in zip(told, turns, strict=True)
    ]
    print(f"{name}: {len(turns)} turns, right {np.mean(right):.3f}", flush=True)
    return [
        f"{turn.situation}\n>> {turn.message}\nwanted: {turn.program}\nwritten: {each}\n"
        for turn, each, is_right in zip(turns, told, right, strict=True)
        if not is_right
    ]


@torch.no_grad()
def round_weights(model: nn.Module, bits: int) -> dict[str, tuple[Tensor, Tensor]]:
    """Round the matrices of a model to so many bits, in blocks of a row; return them with their scales."""
    rounded: dict[str, tuple[Tensor, Tensor]] = {}
    for name, value in model.named_parameters():
        if value.ndim < 2:
            continue
        blocks = value.reshape(value.shape[0], -1, _PER_BLOCK if bits == 4 else value.shape[1])
        scale = blocks.abs().amax(-1, keepdim=True) / (2 ** (bits - 1) - 1)
        whole = (blocks / scale).round()
        value.copy_((whole * scale).reshape(value.shape))
        rounded[name] = (whole.to(torch.int8).reshape(value.shape), scale[..., 0])
    return rounded


def save(model: nn.Module, folder: Path) -> None:
    """Write weights in 8 bits into files of limited size."""
    rounded = round_weights(copy.deepcopy(model), 8)
    part: dict[str, Any] = {}
    number = 0
    for name, value in model.named_parameters():
        own = {name: value.detach().cpu().numpy().astype(np.float32)}
        if name in rounded:
            whole, scale = rounded[name]
            own = {name: whole.cpu().numpy(), f"{name}:scale": scale.cpu().numpy().astype(np.float32)}
        if part and sum(each.nbytes for each in [*part.values(), *own.values()]) > _PER_FILE:
            np.savez(folder / f"weights.{number}.npz", **part)
            part, number = {}, number + 1
        part |= own
    np.savez(folder / f"weights.{number}.npz", **part)


def run(
    options: argparse.Namespace,
    drawn: Sequence[Turn],
    checks: Mapping[str, Sequence[Turn]],
    varier: Varier,
    notes: NoteVarier,
) -> None:
    """Train, measure and write."""
    tokenizer = Tokenizer.from_file(str(options.source / "tokenizer.json"))
    torch.set_float32_matmul_precision("high")
    torch.backends.cuda.enable_cudnn_sdp(False)
    model = load_model(options.source).to(DEVICE)
    print(f"{len(drawn)} turns drawn", flush=True)
    loader: DataLoader[Any] = DataLoader(
        Batches(drawn, tokenizer, varier, notes, options.size), batch_size=None, num_workers=options.workers,
        prefetch_factor=8, worker_init_fn=random.seed, pin_memory=True,
    )  # fmt: skip
    model = train(model, loader, options.rate, options.seconds, is_compiled=options.compile)
    save(model, options.out)
    misses = [each for name, turns in checks.items() for each in measure(model, tokenizer, turns, name)]
    (options.out / "misses.txt").write_text("\n".join(misses), "utf-8")
    for bits in (8, 4):
        small = copy.deepcopy(model)
        round_weights(small, bits)
        measure(small, tokenizer, checks["checked"], f"checked, {bits} bits")
