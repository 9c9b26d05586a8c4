"""Compare HNSW with exact search for one person with very many vectors: recall@10 and latency.

The results are in `docs/understand/decisions/0010-postgres.md`. Starts its own server and removes it afterwards.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from pathlib import Path

import numpy as np
import psycopg
from pgvector import HalfVector
from pgvector.psycopg import register_vector

from ricordo.bench.report import table
from ricordo.bench.scale.target_store import run_server
from ricordo.bench.synthetic import DIMENSIONS, SyntheticEmbedder

QUESTIONS = 100
NEAREST = f"SELECT number FROM vector_row ORDER BY data::halfvec({DIMENSIONS}) <#> %s::halfvec({DIMENSIONS}) LIMIT 10"
COSINES = "SELECT sum(data <#> %s::halfvec) FROM vector_row"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--vectors", type=int, default=100_000)
    parser.add_argument("--m", type=int, default=16)
    parser.add_argument("--ef-construction", type=int, default=64)
    arguments = parser.parse_args()
    with (
        tempfile.TemporaryDirectory(prefix="ricordo-") as folder,
        run_server(Path(folder) / "data") as address,
        psycopg.connect(address, autocommit=True) as connection,
    ):
        print(measure(connection, arguments.vectors, arguments.m, arguments.ef_construction))


def measure(connection: psycopg.Connection, count: int, m: int, ef_construction: int) -> str:
    """Return a table that compares the index with a full scan."""
    connection.execute("CREATE EXTENSION vector")
    register_vector(connection)
    embedder = SyntheticEmbedder()
    vectors = embedder.of_person(1, count).astype(np.float16)
    questions = embedder.about(vectors[:: count // QUESTIONS].astype(np.float32), seed=1)
    exact = np.argsort(-(questions @ vectors.T.astype(np.float32)), axis=1)[:, :10]
    connection.execute("CREATE TABLE vector_row (number integer PRIMARY KEY, data halfvec NOT NULL)")
    with connection.cursor().copy("COPY vector_row FROM STDIN WITH (FORMAT BINARY)") as copy:
        copy.set_types(["int4", "halfvec"])
        for number, vector in enumerate(vectors):
            copy.write_row((number, HalfVector(vector)))
    connection.execute("VACUUM ANALYZE vector_row")
    rows = [["full scan", "1.00", f"{_median_ms(connection, COSINES, questions):.1f}"]]
    connection.execute("SET maintenance_work_mem = '1GB'")
    started_at = time.perf_counter()
    connection.execute(
        f"CREATE INDEX nearest ON vector_row USING hnsw ((data::halfvec({DIMENSIONS})) halfvec_ip_ops) "
        f"WITH (m = {m}, ef_construction = {ef_construction})".encode()
    )
    build_seconds = time.perf_counter() - started_at
    for ef in (40, 100, 200, 400):
        connection.execute(f"SET hnsw.ef_search = {ef}".encode())
        found = [
            {number for (number,) in connection.execute(NEAREST.encode(), (HalfVector(one),))} for one in questions
        ]
        share = np.mean([len(some & set(best.tolist())) / 10 for some, best in zip(found, exact, strict=True)])
        rows.append([f"ef_search = {ef}", f"{share:.2f}", f"{_median_ms(connection, NEAREST, questions):.1f}"])
    size = connection.execute("SELECT pg_relation_size('nearest') / 1e6").fetchone()
    return (
        f"{table(['', 'recall@10', 'p50 ms'], rows)}\n\nbuilt in {build_seconds:.0f} s, {size[0] if size else 0:.0f} MB"
    )


def _median_ms(connection: psycopg.Connection, query: str, questions: np.ndarray) -> float:
    times: list[float] = []
    for question in questions:
        started_at = time.perf_counter()
        connection.execute(query.encode(), (HalfVector(question),)).fetchall()
        times.append(1000 * (time.perf_counter() - started_at))
    return float(np.median(times))


if __name__ == "__main__":
    main()
