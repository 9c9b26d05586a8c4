"""Write what a training of the reader of turns starts from: its word pieces, and weights.

    python training/turns_start.py BASE.onnx TOKENIZER.json START [--from src/ricordo_travel/clerk/weights]

writes into the folder START: the weights are those of the embedder BASE, or with `--from` those of a reader.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import onnx
import torch
from encoder import load_encoder
from notes_data import FOLDER as NOTES
from notes_data import read_derived_notes, read_notes
from onnx import numpy_helper
from tokenizers import Tokenizer
from torch import Tensor
from turns_data import FOLDER, read_turns
from turns_model import TurnModel
from turns_tokens import list_texts, make_tokenizer
from turns_weights import LAYERS, save_start


def read_reader(folder: Path) -> dict[str, np.ndarray]:
    """Return the weights of a reader in two 8-bit ONNX files, by their names in the model."""
    weights: dict[str, np.ndarray] = {}
    for name in ("read", "write"):
        graph = onnx.load(str(folder / f"{name}.onnx")).graph
        stored = {item.name: numpy_helper.to_array(item) for item in graph.initializer}
        for key, array in stored.items():
            if key.startswith("model.") and not key.endswith(("_quantized", "_scale", "_zero_point")):
                weights[key.removeprefix("model.")] = array
            elif key.startswith("model.") and key.endswith("_quantized"):
                weights[key.removeprefix("model.").removesuffix("_quantized")] = _multiply(stored, key)
        users: dict[str, list[onnx.NodeProto]] = {}
        for node in graph.node:
            for given in node.input:
                users.setdefault(given, []).append(node)
        for node in graph.node:
            if node.op_type == "MatMulInteger" and (module := _find_module(node, users)):
                weights[f"{module}.weight"] = _multiply(stored, node.input[1]).T
    return weights


def _multiply(stored: Mapping[str, np.ndarray], quantized: str) -> np.ndarray:
    name = quantized.removesuffix("_quantized")
    zero = stored[f"{name}_zero_point"].astype(np.float32)
    return (stored[quantized].astype(np.float32) - zero) * stored[f"{name}_scale"]


def _find_module(node: onnx.NodeProto, users: Mapping[str, list[onnx.NodeProto]]) -> str:
    """Return the name of the linear layer that a product belongs to: the one of the bias that is added to it."""
    if not node.input[1].startswith("onnx::"):
        return ""
    at = node
    for _ in range(6):
        following = users.get(at.output[0], [])
        if not following:
            return ""
        at = next((each for each in following if each.op_type == "Add"), following[0])
        if at.op_type == "Add":
            bias = next((each for each in at.input if each.startswith("model.") and each.endswith(".bias")), "")
            return bias.removeprefix("model.").removesuffix(".bias")
    return ""


def fit_to(model: TurnModel, weights: Mapping[str, np.ndarray], old: Tokenizer, new: Tokenizer) -> dict[str, Tensor]:
    """Return the state of a model with the weights of a reader; word pieces that it lacked keep those of the model."""
    state = model.state_dict()
    ids = old.get_vocab()
    places = [(number, ids[piece]) for piece, number in new.get_vocab().items() if piece in ids]
    own, other = (torch.tensor(each) for each in zip(*places, strict=True))
    for name in state:
        given = torch.from_numpy(np.array(weights[name], np.float32))
        if name in {"encoder.words.weight", "bias"}:
            state[name][own] = given[other]
        else:
            state[name] = given.reshape(state[name].shape)
    print(f"{len(places)} of {new.get_vocab_size()} word pieces are known", flush=True)
    return state


def main() -> None:
    """Write what a training starts from."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("base", type=Path)
    parser.add_argument("tokenizer", type=Path)
    parser.add_argument("start", type=Path)
    parser.add_argument("--from", dest="reader", type=Path, help="the folder with the weights of a reader")
    options = parser.parse_args()
    options.start.mkdir(parents=True, exist_ok=True)
    tokenizer, places = make_tokenizer(
        options.tokenizer, list_texts([*read_turns(FOLDER), *read_notes(NOTES), *read_derived_notes()])
    )
    tokenizer.save(str(options.start / "tokenizer.json"))
    model = TurnModel(len(places), LAYERS)
    model.start_from(load_encoder(options.base), places)
    state: Mapping[str, Tensor] = model.state_dict()
    if options.reader:
        old = Tokenizer.from_file(str(options.reader / "tokenizer.json"))
        state = fit_to(model, read_reader(options.reader), old, tokenizer)
    save_start(options.start, state)


if __name__ == "__main__":
    main()
