"""Measure recall and latency of HNSW in Qdrant: `make index-recall`.

The vectors are mixtures of vectors of real texts (every "text" in the JSON lines of a file), because there are not
enough real texts for a large memory. One owner has 40,000 documents; others have fewer, to measure latency.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray
from tests.cluster.qdrant import Node, alone, url_of, wait_until

from ricordo.embedding.bundled import LocalEmbedder
from ricordo.indexes.qdrant import QdrantIndex, layout
from ricordo.ports.index import Collection, IndexAnswer, IndexQuery, Point
from ricordo.serialization import parse_lines

Vectors = NDArray[np.float32]

LARGE, ASKED, TEXTS = 40_000, 200, 3_500
OWNER = 1
SMALLER = (100, 1_000, 4_096, 8_192)


def find_texts(value: Any) -> Iterator[str]:
    """Yield every "text" in a JSON value."""
    if isinstance(value, dict):
        for name, part in cast("dict[str, Any]", value).items():
            if name == "text" and isinstance(part, str):
                yield part[:300]
            else:
                yield from find_texts(part)
    elif isinstance(value, list):
        for part in cast("list[Any]", value):
            yield from find_texts(part)


def read_texts(file: Path) -> list[str]:
    return [text for row in parse_lines(file.read_bytes().split(b"\n")) for text in find_texts(row)]


async def embed_texts(file: Path) -> Vectors:
    rng = np.random.default_rng(0)
    texts = await asyncio.to_thread(read_texts, file)
    chosen = [texts[int(place)] for place in rng.permutation(len(texts))[:TEXTS]]
    embedder = LocalEmbedder()
    return np.concatenate([await embedder.embed(chosen[at : at + 64]) for at in range(0, len(chosen), 64)])


def mix_vectors(real: Vectors, count: int) -> Vectors:
    rng = np.random.default_rng(1)
    one, other = rng.integers(0, len(real), (2, count))
    share = rng.uniform(0.5, 1, (count, 1)).astype(np.float32)
    noise = 0.01 * rng.normal(size=(count, real.shape[1])).astype(np.float32)
    mixed = share * real[one] + (1 - share) * real[other] + noise
    return (mixed / np.linalg.norm(mixed, axis=1, keepdims=True)).astype(np.float16).astype(np.float32)


async def fill(index: QdrantIndex, collection: Collection, owner: int, vectors: Vectors, *, words: int = 25) -> None:
    rng = np.random.default_rng(owner)
    for start in range(0, len(vectors), 512):
        points = [
            Point(owner << 32 | start + place, owner, vector, {int(word): 1 for word in rng.integers(0, 2_000, words)})
            for place, vector in enumerate(vectors[start : start + 512])
        ]
        await index.put(collection, points, version=1)


async def measure_times(
    index: QdrantIndex, collection: Collection, questions: list[IndexQuery]
) -> tuple[list[IndexAnswer], str]:
    answers: list[IndexAnswer] = []
    seconds: list[float] = []
    for question in questions:
        began = time.perf_counter()
        answers += await index.ask(collection, [question])
        seconds.append(time.perf_counter() - began)
    return answers, f"p50 {np.median(seconds) * 1e3:5.1f} ms, p95 {np.quantile(seconds, 0.95) * 1e3:5.1f} ms"


async def measure(node: Node, file: Path) -> None:
    real = await embed_texts(file)
    asked, vectors = real[-ASKED:], mix_vectors(real[:-ASKED], LARGE)
    index, collection = QdrantIndex(url_of(node, timeout="30")), Collection("m", real.shape[1], 0)
    await index.create(collection)
    await fill(index, collection, OWNER, vectors, words=0)
    await asyncio.to_thread(wait_until, lambda: node.call("GET", "/collections/t_m")["status"] == "green", 300)
    indexed = node.call("GET", "/collections/t_m")["indexed_vectors_count"]
    print(f"{indexed:,} of {LARGE:,} vectors are in a graph, the others are compared in full")
    nearest = np.argsort(-(asked @ vectors.T), axis=1)
    for breadth in (128, 256, 512, 1024):
        for most in (10, 100, 800):
            layout.SEARCH_BREADTH = breadth
            questions = [IndexQuery(OWNER, vector, most, exact=False) for vector in asked]
            answers, times = await measure_times(index, collection, questions)
            found = [
                len(np.intersect1d(answer.keys - (OWNER << 32), best[:most]))
                for answer, best in zip(answers, nearest, strict=True)
            ]
            print(f"hnsw_ef {max(breadth, most):5}: {sum(found) / most / ASKED:.4f} of the nearest {most:3}, {times}")
    for number, size in enumerate(SMALLER, start=OWNER + 1):
        await fill(index, collection, number, vectors[:size])
        words = tuple(range(8)) if size <= SMALLER[2] else ()
        _, times = await measure_times(index, collection, [IndexQuery(number, vector, size, words) for vector in asked])
        print(f"all of {size:5,} documents{' and 8 words' if words else '':12}: {times}")
    await index.close()


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, alone(Path(folder) / "qdrant") as node:
        asyncio.run(measure(node, Path(sys.argv[1])))


if __name__ == "__main__":
    main()
