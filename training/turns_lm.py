"""Train a small language model as the reader of turns.

    python training/turns_lm.py pack SMOLLM2.gguf FOLDER          # here: its weights as they are, in parts
    python training/turns_lm.py train FOLDER OUT [--seconds 1090] [--all] [--compile]

`train` prints how many of the messages for checking are read right, in 16 bits and with weights of 8 and of 4 bits, and
writes `tokenizer.json`, `misses.txt` and the weights in 8 bits as `weights.N.npz`. It needs transformers and a GPU.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from notes_data import FOLDER as NOTES
from notes_data import read_checked_notes, read_derived_notes, read_notes
from notes_vary import NoteVarier
from tokenizers import AddedToken, Tokenizer, decoders, models, pre_tokenizers
from turns_data import FOLDER, HERE, Turn, draw, read_turns
from turns_more import read_more
from turns_vary import Varier

PIECES = 24_000
"""Pieces of the vocabulary that are kept, the commonest."""
END, PAD = 2, 0
MAX_IN, MAX_OUT, MAX_MESSAGE = 620, 130, 160
LAYERS, HIDDEN, HEADS, KEY_HEADS, INNER = 30, 576, 9, 3, 1536
_PER_BLOCK = 32
_PART = 31_000_000


def pack(path: Path, folder: Path) -> None:
    """Write the weights of a GGUF file in 4 bits as they are, its commonest pieces, and their tokenizer."""
    from gguf import GGUFReader, dequantize

    reader = GGUFReader(str(path))
    folder.mkdir(parents=True, exist_ok=True)
    part: dict[str, Any] = {}
    number = 0
    for tensor in reader.tensors:
        if tensor.name == "token_embd.weight":
            words = dequantize(tensor.data, tensor.tensor_type)[:PIECES]
            scale = np.abs(words).max(1, keepdims=True) / 127
            part |= {tensor.name: np.round(words / scale).astype(np.int8), "token_embd.scale": scale}
        else:
            part[tensor.name] = tensor.data
        if sum(each.nbytes for each in part.values()) > _PART:
            np.savez(folder / f"base.{number}.npz", **part)
            part, number = {}, number + 1
    np.savez(folder / f"base.{number}.npz", **part)
    pieces = reader.fields["tokenizer.ggml.tokens"].contents()[:PIECES]
    known = set(pieces)
    merges = [tuple(each.split(" ")) for each in reader.fields["tokenizer.ggml.merges"].contents()]
    merges = [pair for pair in merges if len(pair) == 2 and {*pair, "".join(pair)} <= known]
    tokenizer = Tokenizer(models.BPE({piece: n for n, piece in enumerate(pieces)}, merges))
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [pre_tokenizers.Digits(individual_digits=True), pre_tokenizers.ByteLevel(add_prefix_space=False)]
    )
    tokenizer.decoder = decoders.ByteLevel()
    tokenizer.add_special_tokens([AddedToken(piece, special=True) for piece in pieces[:3]])
    tokenizer.save(str(folder / "tokenizer.json"))


def load_weights(folder: Path) -> dict[str, Any]:
    """Return the packed weights under the names that transformers has for them."""
    names = {
        "attn_norm": "input_layernorm", "ffn_norm": "post_attention_layernorm", "attn_q": "self_attn.q_proj",
        "attn_k": "self_attn.k_proj", "attn_v": "self_attn.v_proj", "attn_output": "self_attn.o_proj",
        "ffn_gate": "mlp.gate_proj", "ffn_up": "mlp.up_proj", "ffn_down": "mlp.down_proj",
    }  # fmt: skip
    weights: dict[str, Any] = {}
    for path in sorted(folder.glob("base.*.npz")):
        arrays = dict(np.load(path))
        scale = arrays.pop("token_embd.scale", None)
        for name, data in arrays.items():
            if name == "token_embd.weight":
                weights["model.embed_tokens.weight"] = data.astype(np.float32) * scale
            elif name == "output_norm.weight":
                weights["model.norm.weight"] = data
            else:
                _, layer, kind, _ = name.split(".")
                values = data if data.dtype == np.float32 else _unpack(data)
                if kind in {"attn_q", "attn_k"}:
                    values = _unturn(values, HEADS if kind == "attn_q" else KEY_HEADS)
                weights[f"model.layers.{layer}.{names[kind]}.weight"] = values
    return weights


def _unpack(data: Any) -> Any:
    """Return a matrix of blocks of 32 weights: a scale and a least value in 16 bits, and each weight in 4 bits."""
    blocks = data.reshape(-1, 20)
    scale, least = blocks[:, :4].copy().view(np.float16).astype(np.float32).T
    nibbles = np.concatenate([blocks[:, 4:] & 15, blocks[:, 4:] >> 4], 1).astype(np.float32)
    return (nibbles * scale[:, None] + least[:, None]).reshape(len(data), -1)


def _unturn(values: Any, heads: int) -> Any:
    """Return a matrix with the halves of its heads apart, which GGUF has interleaved."""
    rows, width = values.shape
    return values.reshape(heads, rows // heads // 2, 2, width).swapaxes(1, 2).reshape(rows, width)


def encode(tokenizer: Tokenizer, turn: Turn) -> tuple[list[int], list[int]]:
    """Return the pieces of a message after its situation, and those of its commands."""
    said = f"{turn.task}: {turn.message}" if turn.task else turn.message
    message = tokenizer.encode(f"\nmessage: {said}").ids[:MAX_MESSAGE]
    message += tokenizer.encode("\ncommands:").ids
    situation = tokenizer.encode(turn.situation).ids[: MAX_IN - len(message)]
    return [*situation, *message], [*tokenizer.encode(f" {turn.program}").ids[: MAX_OUT - 1], END]


def list_batches(turns: Sequence[Turn], size: int, among: int = 40) -> Iterator[list[Turn]]:
    """Yield batches in random order, each of turns of about the same length."""
    order = random.sample(turns, len(turns))
    batches: list[list[Turn]] = []
    for at in range(0, len(order), size * among):
        chunk = sorted(order[at : at + size * among], key=lambda turn: len(turn.situation) + len(turn.message))
        batches += [chunk[n : n + size] for n in range(0, len(chunk) - size + 1, size)]
    random.shuffle(batches)
    yield from batches


def main() -> None:
    """Pack or train."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("action", choices=["pack", "train"])
    parser.add_argument("source", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--epochs", type=int, default=8)
    parser.add_argument("--notes", type=int, default=24, help="epochs of the messages beside notes")
    parser.add_argument("--derived", type=int, default=6, help="epochs of other messages beside notes")
    parser.add_argument("--more", type=int, default=1, help="epochs of the other tasks")
    parser.add_argument("--seconds", type=float, default=3600.0)
    parser.add_argument("--rate", type=float, default=5e-4)
    parser.add_argument("--size", type=int, default=64)
    parser.add_argument("--workers", type=int, default=12)
    parser.add_argument("--all", action="store_true", help="train on what is held out, too")
    parser.add_argument("--compile", action="store_true", help="compile the layers first, which makes a step faster")
    options = parser.parse_args()
    if options.action == "pack":
        pack(options.source, options.out)
        return
    options.out.mkdir(parents=True, exist_ok=True)
    from turns_lm_train import run

    turns, notes, derived = list(read_turns(FOLDER)), list(read_notes(NOTES)), list(read_derived_notes())
    names: dict[str, Any] = json.loads((FOLDER / "names.json").read_text("utf-8"))
    trained, told = ([each for each in some if options.all or not each.is_held_out] for some in (turns, notes))
    drawn = draw(trained, options.epochs) + told * options.notes + derived * options.derived
    drawn += list(read_more(HERE / "data")) * options.more
    checks = {"checked": list(read_turns(FOLDER / "checked")), "checked beside notes": list(read_checked_notes())}
    if not options.all:
        checks |= {"held out": [each for each in turns if each.is_held_out][:1000]}
    began = time.time()
    run(options, drawn, checks, Varier(names["places"], names["hotels"], trained), NoteVarier(notes))
    print(f"{time.time() - began:.0f} s in all", flush=True)


if __name__ == "__main__":
    main()
