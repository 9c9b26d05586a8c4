"""Train the reader of turns, which writes what a message asks for as commands, and how it changes notes as edits.

    python training/turns_start.py BASE.onnx TOKENIZER.json START [--from FOLDER]
    python training/turns_train.py START OUT [--epochs 24] [--seconds 600] [--all]
    python training/turns_export.py START OUT OUT/part*.npz

Reads `data/turns` and `data/notes`, and as further tasks `data/requests`, `data/answers` and `data/things`. Writes
the weights in parts, and `misses.txt`. Some minutes on a GPU.
"""

from __future__ import annotations

import argparse
import copy
import json
import random
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from notes_data import FOLDER as NOTES
from notes_data import read_checked_notes, read_derived_notes, read_notes
from notes_vary import NoteVarier
from tokenizers import Tokenizer
from torch import Tensor, nn
from torch.nn import functional
from torch.utils.data import DataLoader, Dataset, Sampler
from turns_data import FOLDER, HERE, Turn, draw, read_turns
from turns_model import MAX_IN, MAX_OUT, TurnModel, mix
from turns_more import read_more
from turns_vary import Varier
from turns_weights import LAYERS, load_start, save_parts

DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
MAX_MESSAGE = 110
"""Pieces of a message that are read."""
Unit = tuple[list[int], list[int], list[int]]


def encode(tokenizer: Tokenizer, turn: Turn, *, is_read: bool = False) -> Unit:
    """Return the pieces of a message and its situation, which of the two each is of, and the pieces to write."""
    start, end = (tokenizer.token_to_id(name) for name in ("[CLS]", "[SEP]"))
    said = f"{turn.task}: {turn.message}" if turn.task else turn.message
    message = tokenizer.encode(said, add_special_tokens=False).ids[:MAX_MESSAGE]
    situation = tokenizer.encode(turn.situation, add_special_tokens=False).ids[: MAX_IN - len(message) - 3]
    ids = [start, *message, end, *situation, end]
    types = [0] * (len(message) + 2) + [1] * (len(situation) + 1)
    program = [] if is_read else tokenizer.encode(turn.program, add_special_tokens=False).ids[: MAX_OUT - 2]
    return ids, types, [start, *program, end]


def pad(units: Sequence[Unit]) -> list[Tensor]:
    """Return ids, types, mask and what to write of a batch."""
    width, length = (-(-max(len(unit[part]) for unit in units) // 16) * 16 for part in (0, 2))  # few shapes are faster
    ids, types, mask = (np.zeros((len(units), width), np.int64) for _ in range(3))
    written = np.zeros((len(units), length), np.int64)
    for row, (own, kind, out) in enumerate(units):
        ids[row, : len(own)], types[row, : len(own)], mask[row, : len(own)] = own, kind, 1
        written[row, : len(out)] = out
    return [torch.from_numpy(array) for array in (ids, types, mask, written)]


class Turns(Dataset[Unit]):
    """Turns, most of them varied each time."""

    def __init__(self, turns: Sequence[Turn], tokenizer: Tokenizer, varier: Varier, notes: NoteVarier) -> None:
        self._turns, self._tokenizer, self._varier, self._notes = turns, tokenizer, varier, notes

    def __len__(self) -> int:
        return len(self._turns)

    def __getitem__(self, index: int) -> Unit:
        turn, chance = self._turns[index], random.Random()
        if chance.random() < 0.85:
            turn = self._varier.vary(self._notes.vary(turn, chance), chance)
        return encode(self._tokenizer, turn)


class AlikeBatches(Sampler[list[int]]):
    """Batches in random order, each of turns of about the same length, so that little is padded."""

    def __init__(self, turns: Sequence[Turn], size: int, among: int = 40) -> None:
        self._lengths = [len(turn.situation) + len(turn.message) for turn in turns]
        self._size, self._among = size, among

    def __len__(self) -> int:
        return len(self._lengths) // self._size

    def __iter__(self) -> Iterator[list[int]]:
        order = random.sample(range(len(self._lengths)), len(self._lengths))
        for start in range(0, len(order), self._size * self._among):
            near = sorted(order[start : start + self._size * self._among], key=self._lengths.__getitem__)
            batches = [near[at : at + self._size] for at in range(0, len(near) - self._size + 1, self._size)]
            yield from random.sample(batches, len(batches))


def train(model: TurnModel, loader: DataLoader[Unit], rate: float, seconds: float) -> TurnModel:
    """Train once over a loader, or for so many seconds; return the average of the weights over the last steps."""
    own = [value for name, value in model.named_parameters() if not name.startswith("encoder.")]
    groups = [{"params": list(model.encoder.parameters()), "lr": rate}, {"params": own, "lr": 3 * rate}]
    optimizer = torch.optim.AdamW(groups, weight_decay=0.01, betas=(0.9, 0.98), fused=DEVICE == "cuda")
    peaks = [group["lr"] for group in optimizer.param_groups]
    steps, began = len(loader), time.time()
    average = copy.deepcopy(model)
    losses: list[Tensor] = []
    for step, batch in enumerate(loader, 1):
        share = max(step / steps, (time.time() - began) / seconds)
        if share > 1:
            break
        for group, peak in zip(optimizer.param_groups, peaks, strict=True):
            group["lr"] = peak * min(share / 0.06 + 0.01, (1 - share) / 0.94 + 0.005)
        loss = find_loss(model, [each.to(DEVICE, non_blocking=True) for each in batch])
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        keep = min(0.998, step / (step + 10))
        with torch.no_grad():
            torch._foreach_lerp_(list(average.parameters()), list(model.parameters()), 1 - keep)
        losses.append(loss.detach())
        if len(losses) == 200:
            print(f"{time.time() - began:.0f} s, {step} of {steps}: {torch.stack(losses).mean():.3f}", flush=True)
            losses.clear()
    return average.eval()


def find_loss(model: TurnModel, batch: list[Tensor]) -> Tensor:
    """Return the loss of a batch."""
    ids, types, mask, written = batch
    with torch.autocast(DEVICE, torch.bfloat16):
        told = model.write(written[:, :-1], *model.read(ids, types, mask), mask)
    wanted = written[:, 1:]
    is_there = wanted > 0
    right = mix(told, ids).clamp_min(1e-8).gather(2, wanted[:, :, None])[:, :, 0].log()
    even = functional.log_softmax(told[0].float(), -1).mean(-1)
    return -(right[is_there].mean() + 0.02 * even[is_there].mean())


def write_programs(model: TurnModel, tokenizer: Tokenizer, turns: Sequence[Turn], size: int = 256) -> list[str]:
    """Return the commands that a model writes for turns."""
    start, end = (tokenizer.token_to_id(name) for name in ("[CLS]", "[SEP]"))
    programs: list[str] = []
    for at in range(0, len(turns), size):
        units = [encode(tokenizer, turn, is_read=True) for turn in turns[at : at + size]]
        ids, types, mask, _ = (each.to(DEVICE) for each in pad(units))
        with torch.no_grad(), torch.autocast(DEVICE, torch.bfloat16):
            read = model.read(ids, types, mask)
            prefix = torch.full((len(ids), 1), start, device=DEVICE)
            is_done = torch.zeros(len(ids), dtype=torch.bool, device=DEVICE)
            while prefix.shape[1] < MAX_OUT and not is_done.all():
                last = tuple(each[:, -1:] for each in model.write(prefix, *read, mask))
                piece = mix(last, ids)[:, 0].argmax(-1)
                piece[is_done] = 0
                is_done |= piece == end
                prefix = torch.cat([prefix, piece[:, None]], 1)
        for line in prefix[:, 1:].tolist():
            pieces = line[: line.index(end)] if end in line else line
            programs.append(join_pieces(tokenizer, [piece for piece in pieces if piece]))
    return programs


def join_pieces(tokenizer: Tokenizer, ids: Sequence[int]) -> str:
    """Return the text of some word pieces."""
    text = ""
    for piece in map(tokenizer.id_to_token, ids):
        text += piece[2:] if piece.startswith("##") else f" {piece}"
    return text.strip()


def split_program(program: str) -> list[tuple[str, ...]]:
    """Return the commands of a program, each as what it is about and its slots in any order."""
    parts = [command.split(" | ") for command in program.split(" ; ")]
    return [(head, *sorted(slots)) for head, *slots in parts]


def measure(model: TurnModel, tokenizer: Tokenizer, turns: Sequence[Turn], name: str) -> list[str]:
    """Print how many turns are read right, in whole and up to the slots; return the misses."""
    told = write_programs(model, tokenizer, turns)
    gold = [join_pieces(tokenizer, tokenizer.encode(turn.program, add_special_tokens=False).ids) for turn in turns]
    pairs = [(split_program(one), split_program(other)) for one, other in zip(told, gold, strict=True)]
    right = [one == other for one, other in pairs]
    heads = [[each[0] for each in one] == [each[0] for each in other] for one, other in pairs]
    print(f"{name}: {len(turns)} turns, right {np.mean(right):.3f}, without slots {np.mean(heads):.3f}", flush=True)
    return [
        f"{turn.situation}\n>> {turn.message}\nwanted: {turn.program}\nwritten: {each}\n"
        for turn, each, is_right in zip(turns, told, right, strict=True)
        if not is_right
    ]


def main() -> None:
    """Train, measure and save."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("start", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--epochs", type=int, default=24)
    parser.add_argument("--notes", type=int, default=60, help="epochs of the messages beside notes")
    parser.add_argument("--derived", type=int, default=20, help="epochs of other messages beside notes")
    parser.add_argument("--seconds", type=float, default=3600.0, help="train no longer than that")
    parser.add_argument("--more", type=int, default=3, help="epochs of the other tasks")
    parser.add_argument("--rate", type=float, default=1.5e-4)
    parser.add_argument("--size", type=int, default=64)
    parser.add_argument("--workers", type=int, default=14)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--all", action="store_true", help="train on what is held out, too")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    torch.set_float32_matmul_precision("high")
    torch.backends.cuda.enable_cudnn_sdp(False)  # it plans anew for each shape of a batch
    random.seed(options.seed)
    torch.manual_seed(options.seed)
    turns, notes, derived = list(read_turns(FOLDER)), list(read_notes(NOTES)), list(read_derived_notes())
    names: dict[str, Any] = json.loads((FOLDER / "names.json").read_text("utf-8"))
    tokenizer = Tokenizer.from_file(str(options.start / "tokenizer.json"))
    trained, told = ([each for each in some if options.all or not each.is_held_out] for some in (turns, notes))
    print(f"{len(trained)} turns and {len(told)} beside notes to train on", flush=True)
    drawn = draw(trained, options.epochs) + told * options.notes + derived * options.derived
    drawn += list(read_more(HERE / "data")) * options.more
    loader = DataLoader(
        Turns(drawn, tokenizer, Varier(names["places"], names["hotels"], trained), NoteVarier(notes)), collate_fn=pad,
        batch_sampler=AlikeBatches(drawn, options.size), num_workers=options.workers, prefetch_factor=8,
        worker_init_fn=random.seed, pin_memory=True,
    )  # fmt: skip
    model = TurnModel(tokenizer.get_vocab_size(), LAYERS)
    model.load_state_dict(load_start(options.start))
    model = train(model.to(DEVICE), loader, options.rate, options.seconds)
    save_parts(options.out, model.state_dict())
    misses = measure(model, tokenizer, list(read_turns(FOLDER / "checked")), "checked")
    misses += measure(model, tokenizer, list(read_checked_notes()), "checked beside notes")
    if not options.all:
        misses += measure(model, tokenizer, [each for each in turns if each.is_held_out], "held out")
        misses += measure(model, tokenizer, [each for each in notes if each.is_held_out], "held out beside notes")
    (options.out / "misses.txt").write_text("\n".join(misses), "utf-8")


if __name__ == "__main__":
    main()
