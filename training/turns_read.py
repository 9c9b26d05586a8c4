"""Measure the exported reader of turns, in 8 bits, on the messages for checking.

    PYTHONPATH=src python training/turns_read.py OUT

prints how many are read right, overall and where the reader is sure, and the seconds for each. OUT is what
`turns_train.py` wrote.
"""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime
from tokenizers import Tokenizer
from turns_data import FOLDER, read_turns

_MAX_IN = 320
_MAX_OUT = 96
_MAX_MESSAGE = 110
_MAX_LETTERS = 1_500
"""Letters of a message that are read; more than that fit into no `_MAX_MESSAGE` pieces that say anything."""

_MARK = re.compile(r" ?(?P<mark>['’+:/-]) ?|(?P<before>[$€£(]) | (?P<after>[,.!?)%])")
"""Marks that the tokenizer has cut off the words beside them."""


class TurnReader:
    """An exported model that writes what a message asks for as commands."""

    def __init__(self, folder: Path) -> None:
        self._tokenizer: Any = Tokenizer.from_file(str(folder / "tokenizer.json"))
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        self._reading, self._writing = (
            onnxruntime.InferenceSession(str(folder / f"{name}.onnx"), options) for name in ("read", "write")
        )

    def write_program(self, situation: str, message: str) -> tuple[str, float]:
        """Return the commands of a message, and how sure the model is of the whole, from 0 to 1."""
        start, end = (self._tokenizer.token_to_id(name) for name in ("[CLS]", "[SEP]"))
        said = self._tokenizer.encode(message[:_MAX_LETTERS], add_special_tokens=False).ids[:_MAX_MESSAGE]
        seen = self._tokenizer.encode(situation, add_special_tokens=False).ids[: _MAX_IN - len(said) - 3]
        ids = np.array([[start, *said, end, *seen, end]], np.int64)
        types = np.array([[0] * (len(said) + 2) + [1] * (len(seen) + 1)], np.int64)
        mask = np.ones_like(ids)
        names = ("keys", "values", "source")
        read = dict(zip(names, self._reading.run(None, {"ids": ids, "types": types, "mask": mask}), strict=True))
        prefix = [start]
        sure = 0.0
        while len(prefix) < _MAX_OUT and (len(prefix) == 1 or prefix[-1] != end):
            given = {"prefix": np.array([prefix], np.int64), **read, "mask": mask}
            scores, copied, share = self._writing.run(None, given)
            chances = _softmax(scores[0]) * (1 - share[0])
            np.add.at(chances, ids[0], _softmax(copied[0]) * share[0])
            prefix.append(int(chances.argmax()))
            sure += float(np.log(chances.max()))
        return _join(self._tokenizer, [piece for piece in prefix[1:] if piece != end]), float(np.exp(sure))


def _softmax(scores: Any) -> Any:
    raised = np.exp(scores - scores.max())
    return raised / raised.sum()


def _join(tokenizer: Any, ids: Sequence[int]) -> str:
    text = ""
    for piece in map(tokenizer.id_to_token, ids):
        text += piece[2:] if piece.startswith("##") else f" {piece}"
    joined = _MARK.sub(lambda match: match[match.lastgroup or 0], text.strip())
    return re.sub(r"\bshift(?=[+-])", "shift ", joined)


def main() -> None:
    """Measure."""
    reader = TurnReader(Path(sys.argv[1]))
    began = time.time()
    turns = list(read_turns(FOLDER / "checked"))
    told = [reader.write_program(turn.situation, turn.message) for turn in turns]
    right = [_normalise(program) == _normalise(turn.program) for turn, (program, _) in zip(turns, told, strict=True)]
    print(f"{np.mean(right):.3f} of {len(turns)} right, {(time.time() - began) / len(turns):.2f} s each")
    for least in (0.2, 0.4, 0.6):
        own = [is_right for is_right, (_, sure) in zip(right, told, strict=True) if sure >= least]
        print(f"sure by {least}: {len(own) / len(turns):.2f} of them, {np.mean(own):.3f} right")


def _normalise(program: str) -> list[tuple[str, ...]]:
    """Return the commands of a program, their slots in any order."""
    parts = [command.split(" | ") for command in program.lower().split(" ; ")]
    return [(head, *sorted(slots)) for head, *slots in parts]


if __name__ == "__main__":
    main()
