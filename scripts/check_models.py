"""Check the digests of the bundled models, and say how to make them again."""

from __future__ import annotations

import hashlib
import json
import sys
from pathlib import Path

SOURCE = Path(__file__).parent.parent / "src"
FOLDERS = (
    SOURCE / "ricordo/embedding/gte_small",
    SOURCE / "ricordo/extractors/reader/weights",
    SOURCE / "ricordo_travel/clerk/weights",
    SOURCE / "ricordo_travel/dialogue/weights",
)
RECIPE = """
The reader and the judge are made on a GPU, with PyTorch, onnx and onnxruntime (see training/README.md):

    python training/check_data.py
    python training/build.py out/training/units.json
    python training/train.py out/training/units.json src/ricordo/embedding/gte_small/model.onnx out/training/0 \\
      --seed 0 --epochs 12

Copy reader.onnx and heads.npz into src/ricordo/extractors/reader/weights, and write their SHA-256 into digests.json.

The reader of requests of the travel assistant is made in the same way:

    python training/acts_data.py out/training/acts
    python training/acts_train.py out/training/acts src/ricordo/embedding/gte_small/model.onnx

Copy acts.onnx and tokenizer.json into src/ricordo_travel/dialogue/weights, and write their SHA-256 into digests.json.

So is its reader of answers, with that tokenizer:

    python training/answers_data.py out/training/answers
    python training/pairs_train.py out/training/answers src/ricordo/embedding/gte_small/model.onnx \\
      --seeds 4 --epochs 7

Its reader of turns is made by

    python training/turns_start.py src/ricordo/embedding/gte_small/model.onnx \\
      src/ricordo/embedding/gte_small/tokenizer.json out/training/start [--from src/ricordo_travel/clerk/weights]
    python training/turns_train.py out/training/start out/training/turns --all
    python training/turns_export.py out/training/start out/training/turns out/training/turns/part*.npz

Copy read.onnx, write.onnx and tokenizer.json into src/ricordo_travel/clerk/weights, and write their SHA-256 into
digests.json.

The embedder is made by scripts/build_model.py and training/mix.py, embedder.py and quantise.py, from chats that are not
in this repository; src/ricordo/embedding/gte_small/ORIGIN.md says which.
"""


def find_differences(folder: Path) -> list[str]:
    """Return the files of a folder whose digest is not the one that is written down."""
    digests = json.loads((folder / "digests.json").read_text("utf-8"))
    names = [name for name in digests if Path(name).suffix in {".onnx", ".npz", ".json"}]
    return [name for name in names if not _has_digest(folder / name, digests[name])]


def _has_digest(path: Path, digest: str) -> bool:
    return path.is_file() and hashlib.sha256(path.read_bytes()).hexdigest() == digest


def main() -> int:
    """Print what is wrong, and the recipe; return 1 if a digest differs."""
    wrong = [f"{folder.name}/{name}" for folder in FOLDERS for name in find_differences(folder)]
    print("\n".join(f"{name} is not what its digest says" for name in wrong) or "the bundled models have their digests")
    print(RECIPE)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
