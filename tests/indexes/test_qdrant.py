"""The parts of the index that need no Qdrant: its address, its arithmetic, and the handling of nodes that fail."""

from __future__ import annotations

import asyncio
import sys
import threading
import time
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ricordo.indexes.breaker import Breaker
from ricordo.indexes.qdrant import QdrantIndex, layout, words
from ricordo.indexes.qdrant.nodes import Cluster
from ricordo.indexes.qdrant.url import parse
from ricordo.opening import open_store
from ricordo.ports.index import MAX_TERM_COUNT, Collection, CollectionMissing, IndexQuery, IndexUnavailable
from ricordo.values import StoreError


def test_an_address_names_nodes_prefix_and_settings() -> None:
    address = parse("qdrant://s3cr3t@one:6333,two,[::1]:7000/mine?tls=true&timeout=0.2&replicas=2&shards=8")
    assert address.nodes == ("https://one:6333", "https://two:6333", "https://[::1]:7000")
    assert (address.prefix, address.key, address.timeout) == ("mine", "s3cr3t", 0.2)
    assert (address.replicas, address.shards) == (2, 8)


def test_the_key_is_not_in_the_name_of_an_address() -> None:
    address = parse("qdrant://s3cr3t@one/mine")
    assert address.name == "qdrant://one:6333/mine"
    assert "s3cr3t" not in repr(address)


def test_parts_of_an_address_that_are_missing_have_defaults() -> None:
    address = parse("qdrant://localhost")
    assert (address.nodes, address.prefix, address.key) == (("http://localhost:6333",), "ricordo", None)


@pytest.mark.parametrize(
    ("url", "message"),
    [
        ("qdrant://", "must look like"),
        ("qdrant://host:99999", "must look like"),
        ("qdrant://s3cr3t@ho st", "must look like"),
        ("http://host", "must look like"),
        ("qdrant://host/a/b", "prefix"),
        ("qdrant://host?tls=maybe", "true or false"),
        ("qdrant://host?timeout=soon", "between 0.01 and 60"),
        ("qdrant://host?replicas=0", "replicas"),
        ("qdrant://host?shard=2", "'shard' is not a setting"),
    ],
)
def test_a_bad_address_is_refused_with_what_is_wrong_and_without_its_key(url: str, message: str) -> None:
    with pytest.raises(ValueError, match=message) as caught:
        parse(url)
    assert "s3cr3t" not in str(caught.value)


async def test_an_index_works_with_postgresql_only() -> None:
    for store in ("memory://", "memory.db"):
        with pytest.raises(ValueError, match="postgresql:// only"):
            await open_store(store, timeout=1, index="qdrant://localhost")
    with pytest.raises(ValueError, match="qdrant://host:6333"):
        await open_store("postgresql://localhost/x", timeout=1, index="https://localhost")


async def test_a_missing_library_is_named_with_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith("ricordo.indexes.qdrant")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "httpx2", None)
    with pytest.raises(StoreError, match=r"needs httpx2.*pip install 'ricordo\[qdrant\]'"):
        await open_store("postgresql://localhost/x", timeout=1, index="qdrant://localhost")


@given(
    counts=st.lists(st.dictionaries(st.integers(0, 20), st.integers(1, MAX_TERM_COUNT), max_size=8), max_size=12),
    wanted=st.lists(st.integers(0, 20), max_size=11),
)
def test_four_counts_come_back_from_one_score(counts: list[dict[int, int]], wanted: list[int]) -> None:
    """A stand-in for Qdrant adds up in 32 bits, as Qdrant does."""
    results: list[tuple[Any, Any]] = []
    for query in words.encode_query(wanted):
        assert len(query["indices"]) == len(set(query["indices"])) <= words.WORDS_PER_QUERY
        weights = dict(zip(query["indices"], query["values"], strict=True))
        scores = [
            np.float32(sum((np.float32(weights.get(word, 0) * count) for word, count in held.items()), np.float32(0)))
            for held in counts
        ]
        found = [(key, float(score)) for key, score in enumerate(scores) if score]
        results.append((np.array([key for key, _ in found], np.int64), np.array([score for _, score in found])))
    postings = words.decode_scores(wanted, results)
    decoded = sorted(zip(postings.terms.tolist(), postings.documents.tolist(), postings.counts.tolist(), strict=True))
    assert decoded == sorted(
        (term, key, float(held[word]))
        for term, word in enumerate(wanted)
        for key, held in enumerate(counts)
        if word in held
    )


def test_after_a_failure_one_request_is_let_through_after_a_growing_pause() -> None:
    now = 0.0
    breaker = Breaker("it", clock=lambda: now)
    assert breaker.allow_request()
    breaker.record_failure(IndexUnavailable("away"))
    assert not breaker.allow_request()
    now = 1.1
    assert [breaker.allow_request(), breaker.allow_request()] == [True, False]
    breaker.record_failure(IndexUnavailable("away"))
    now = 2.5
    assert not breaker.allow_request()
    now = 3.2
    assert breaker.allow_request()
    breaker.record_success()
    assert [breaker.allow_request(), breaker.allow_request()] == [True, True]


@contextmanager
def run_node(status: int, body: bytes, *, after: float = 0.0) -> Generator[str]:
    """Run a node that always responds with ``body``, ``after`` so many seconds. Yield its host and port."""
    stop = threading.Event()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            stop.wait(after)
            with suppress(ConnectionError):  # the client may be gone
                self.send_response(status)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"]))
            self.do_GET()

        def log_message(self, format: str, *args: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    try:
        yield f"127.0.0.1:{server.server_port}"
    finally:
        stop.set()
        server.shutdown()
        thread.join()
        server.server_close()


@asynccontextmanager
async def open_cluster(*hosts: str, timeout: float = 1.0) -> AsyncGenerator[Cluster]:
    cluster = Cluster(parse(f"qdrant://{','.join(hosts)}?timeout={timeout}"))
    try:
        yield cluster
    finally:
        await cluster.close()


GOOD = b'{"result": 7, "status": "ok", "time": 0.1}'


async def test_when_a_node_is_gone_slow_or_failing_the_next_one_is_tried() -> None:
    with run_node(200, GOOD) as gone:
        pass
    with run_node(200, GOOD) as good, run_node(500, b"") as bad, run_node(200, GOOD, after=30) as slow:
        for broken in (gone, bad, slow):
            async with open_cluster(broken, good) as cluster:
                began = time.monotonic()
                for _ in range(4):
                    assert await cluster.call("GET", "/", wants=int, within=1) == 7
                assert time.monotonic() - began < 1.5  # a node that failed is not tried again at once
                nodes = await cluster.count_nodes()
                assert (nodes.known, nodes.answering) == (2, 1)


async def test_background_work_gives_up_a_node_that_hangs() -> None:
    with run_node(200, GOOD) as good, run_node(200, GOOD, after=30) as hangs:
        async with open_cluster(good, hangs) as cluster:  # the second one is tried first
            began = time.monotonic()
            assert await cluster.call("GET", "/", wants=int) == 7
            assert time.monotonic() - began < 4


async def test_a_node_that_a_caller_gave_up_is_not_tried_first_again() -> None:
    with run_node(200, GOOD) as good, run_node(200, GOOD, after=30) as hangs:
        async with open_cluster(good, hangs, timeout=0.4) as cluster:
            with pytest.raises(TimeoutError):
                async with asyncio.timeout(0.2):
                    await cluster.call("GET", "/", wants=int)
            began = time.monotonic()
            for _ in range(2):
                assert await cluster.call("GET", "/", wants=int) == 7
            assert time.monotonic() - began < 1


async def test_when_no_node_answers_in_time_the_error_comes_soon_and_without_the_key() -> None:
    with run_node(200, GOOD, after=30) as one, run_node(200, GOOD, after=30) as other:
        index = QdrantIndex(f"qdrant://s3cr3t@{one},{other}?timeout=0.2")
        question = IndexQuery(1, np.ones(4, np.float32), 10)
        began = time.monotonic()
        with pytest.raises(IndexUnavailable) as caught:
            await index.ask(Collection("x", 4, 0), [question])
        assert time.monotonic() - began < 1
        assert "s3cr3t" not in str(caught.value)
        began = time.monotonic()
        with pytest.raises(IndexUnavailable):
            await index.ask(Collection("x", 4, 0), [question])
        assert time.monotonic() - began < 0.1
        await index.close()


async def test_after_a_missed_deadline_nobody_waits_again() -> None:
    with run_node(200, GOOD, after=30) as node:
        index = QdrantIndex(f"qdrant://{node}?timeout=1")
        question = IndexQuery(1, np.ones(4, np.float32), 10)
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.4):
                await index.ask(Collection("x", 4, 0), [question])
        with pytest.raises(IndexUnavailable, match="a moment ago"):
            await index.ask(Collection("x", 4, 0), [question])
        await index.close()


async def test_a_caller_with_little_time_does_not_open_the_breaker() -> None:
    with run_node(200, GOOD, after=30) as node:
        index = QdrantIndex(f"qdrant://{node}?timeout=2")
        question = IndexQuery(1, np.ones(4, np.float32), 10)
        for _ in range(2):
            began = time.monotonic()
            with pytest.raises(IndexUnavailable, match="no node answered"):
                await index.ask(Collection("x", 4, 0), [question], within=0.1)
            assert time.monotonic() - began < 0.4
        assert not index.recently_failed
        with pytest.raises(IndexUnavailable, match="no node answered"):
            await index.ask(Collection("x", 4, 0), [question], within=0.6)
        assert index.recently_failed
        await index.close()


@pytest.mark.parametrize(
    ("status", "body", "error", "message"),
    [
        (404, b"{}", CollectionMissing, "ricordo migrate --rebuild-index"),
        (403, b"{}", StoreError, "refused the key"),
        (400, b'{"status": {"error": "secret words"}}', StoreError, "status 400"),
        (200, b"<html>secret words</html>", IndexUnavailable, "is not Qdrant"),
    ],
)
async def test_a_refusal_is_explained_without_quoting_it(
    status: int, body: bytes, error: type[Exception], message: str
) -> None:
    with run_node(status, body) as node:
        async with open_cluster(node) as cluster:
            with pytest.raises(error, match=message) as caught:
                await cluster.call("GET", "/", wants=int)
        assert "secret" not in str(caught.value)


def test_a_majority_of_the_copies_has_to_acknowledge() -> None:
    assert [layout.replicas(nodes) for nodes in (0, 1, 2, 3, 9)] == [1, 1, 2, 3, 3]
    assert layout.collection(8, 3, split=True)["write_consistency_factor"] == 2
    assert layout.collection(8, 1, split=False)["write_consistency_factor"] == 1
