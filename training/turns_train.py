"""Train the reader of turns, which writes what a message asks for as commands.

    python training/turns_train.py BASE.onnx TOKENIZER.json OUT [--layers 4] [--epochs 24] [--seconds 600] [--all]

Reads `data/turns`, and as further tasks `data/requests`, `data/answers` and `data/things`. Writes `tokenizer.json`,
`read.onnx` and `write.onnx` (int8), and `misses.txt`. Some minutes on a GPU.
"""

from __future__ import annotations

import argparse
import copy
import json
import random
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from onnxruntime.quantization import QuantType, quantize_dynamic
from tokenizers import Tokenizer
from tokenizers.models import WordPiece
from torch import Tensor, nn
from torch.nn import functional
from torch.utils.data import DataLoader, Dataset, Sampler
from turns_data import FOLDER, HERE, Turn, draw, read_turns
from turns_model import MAX_IN, MAX_OUT, TurnModel, mix
from turns_more import read_more
from turns_vary import Varier

DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
COMMON_PIECES = 5_000
"""Pieces of the full vocabulary that are kept beside those in the data: it is sorted by how common they are."""
MAX_MESSAGE = 110
"""Pieces of a message that are read."""
_SPECIAL = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")
Unit = tuple[list[int], list[int], list[int]]


def make_tokenizer(path: Path, texts: list[str]) -> tuple[Tokenizer, list[int]]:
    """Return a tokenizer of the common pieces and those in `texts`, and their places in the full vocabulary."""
    full = Tokenizer.from_file(str(path))
    full.no_truncation()
    full.no_padding()
    used = {piece for each in full.encode_batch(texts, add_special_tokens=False) for piece in each.ids}
    pieces = sorted(
        (place, piece)
        for piece, place in full.get_vocab().items()
        if piece in _SPECIAL
        or (not piece.startswith("[") and (place < COMMON_PIECES or place in used or _is_plain_letter(piece)))
    )
    small = Tokenizer(WordPiece({piece: number for number, (_, piece) in enumerate(pieces)}, unk_token="[UNK]"))
    small.normalizer, small.pre_tokenizer = full.normalizer, full.pre_tokenizer
    return small, [place for place, _ in pieces]


def _is_plain_letter(piece: str) -> bool:
    return len(piece.removeprefix("##")) == 1 and piece.isascii()


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

    def __init__(self, turns: Sequence[Turn], tokenizer: Tokenizer, varier: Varier) -> None:
        self._turns, self._tokenizer, self._varier = turns, tokenizer, varier

    def __len__(self) -> int:
        return len(self._turns)

    def __getitem__(self, index: int) -> Unit:
        turn = self._turns[index]
        is_varied = random.random() < 0.85
        return encode(self._tokenizer, self._varier.vary(turn, random.Random()) if is_varied else turn)


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


class _Reading(nn.Module):
    def __init__(self, model: TurnModel) -> None:
        super().__init__()
        self.model = model

    def forward(self, ids: Tensor, types: Tensor, mask: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        return self.model.read(ids, types, mask)


class _Writing(nn.Module):
    def __init__(self, model: TurnModel) -> None:
        super().__init__()
        self.model = model

    def forward(self, prefix: Tensor, keys: Tensor, values: Tensor, source: Tensor, mask: Tensor) -> tuple[Tensor, ...]:
        return tuple(each[:, -1] for each in self.model.write(prefix, keys, values, source, mask))


def export(model: TurnModel, target: Path) -> None:
    """Write a model as ONNX with 8-bit weights: what reads, and what writes one more piece."""
    ids = torch.randint(10, 2000, (1, 24))
    mask = torch.ones_like(ids)
    read = model.read(ids, torch.zeros_like(ids), mask)
    axes = {"ids": {1: "width"}, "types": {1: "width"}, "mask": {1: "width"}, "prefix": {1: "length"}}
    axes |= {"keys": {3: "width"}, "values": {3: "width"}, "source": {1: "width"}, "copied": {1: "width"}}
    for name, part, given, inputs, outputs in (
        ("read", _Reading(model), (ids, torch.zeros_like(ids), mask), ["ids", "types", "mask"],
         ["keys", "values", "source"]),
        ("write", _Writing(model), (ids[:, :5], *read, mask), ["prefix", "keys", "values", "source", "mask"],
         ["scores", "copied", "share"]),
    ):  # fmt: skip
        with tempfile.TemporaryDirectory() as folder:
            full = Path(folder) / "full.onnx"
            torch.onnx.export(
                part, given, str(full), input_names=inputs, output_names=outputs, opset_version=17, dynamo=False,
                dynamic_axes={key: axes[key] for key in [*inputs, *outputs] if key in axes},
            )  # fmt: skip
            small = target / f"{name}.onnx"
            quantize_dynamic(str(full), str(small), weight_type=QuantType.QInt8, per_channel=True, reduce_range=True)
        print(f"{small.name}: {small.stat().st_size / 1e6:.1f} MB", flush=True)


def main() -> None:
    """Train, measure and export."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("base", type=Path)
    parser.add_argument("tokenizer", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--layers", type=int, default=4)
    parser.add_argument("--epochs", type=int, default=24)
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
    turns, checked = list(read_turns(FOLDER)), list(read_turns(FOLDER / "checked"))
    names: dict[str, Any] = json.loads((FOLDER / "names.json").read_text("utf-8"))
    tokenizer, places = make_tokenizer(
        options.tokenizer, [text for turn in turns for text in (turn.situation, turn.message, turn.program)]
    )
    tokenizer.save(str(options.out / "tokenizer.json"))
    trained = [turn for turn in turns if options.all or not turn.is_held_out]
    held_out = [turn for turn in turns if turn.is_held_out]
    print(f"{len(trained)} turns to train on, {len(places)} word pieces", flush=True)
    drawn = draw(trained, options.epochs) + list(read_more(HERE / "data")) * options.more
    loader = DataLoader(
        Turns(drawn, tokenizer, Varier(names["places"], names["hotels"], trained)), collate_fn=pad,
        batch_sampler=AlikeBatches(drawn, options.size), num_workers=options.workers, prefetch_factor=8,
        worker_init_fn=random.seed, pin_memory=True,
    )  # fmt: skip
    model = TurnModel(options.base, places, options.layers).to(DEVICE)
    model = train(model, loader, options.rate, options.seconds)
    misses = measure(model, tokenizer, checked, "checked")
    if not options.all:
        misses += measure(model, tokenizer, held_out, "held out")
    (options.out / "misses.txt").write_text("\n".join(misses), "utf-8")
    export(model.cpu(), options.out)


if __name__ == "__main__":
    main()
