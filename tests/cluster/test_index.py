"""An index beside PostgreSQL: it answers, and what it lacks or has too much of is never noticed."""

from __future__ import annotations

import numpy as np
import pytest

from ricordo.ports.changes import AddTurns, DropModel, Embedded, PutVectors
from ricordo.ports.store import Query, View
from ricordo.stores.postgres import PostgresStore, url
from ricordo.stores.postgres.lookup import MAX_COMPARED
from ricordo.testing.conforming.base import ALICE, BOB, MONDAY, Seen, by_vector, neighbours_found, words_found
from ricordo.testing.samples import EMBEDDER, add, erase, memory, put, query, turn
from ricordo.values import Scope
from tests.cluster.opening import indexer_of, open_synced_store, open_unsynced_store
from tests.cluster.qdrant import Node, url_of
from tests.stores.postgres.server import LocalServer

HIKING, CODE = "I love hiking", "My door code is 4711"


def count_points(node: Node, prefix: str) -> int:
    """Return how many points the collections of a test have."""
    names = [name for name in node.collections() if name.startswith(f"{prefix}_")]
    return sum(node.call("POST", f"/collections/{name}/points/count", {"exact": True})["count"] for name in names)


def count_pending(server: LocalServer, address: str) -> int:
    ((count,),) = server.execute(f"SELECT count(*) FROM {url.parse(address).schema}.outbox WHERE NOT repeated")
    return int(count)


async def test_what_was_told_to_the_index_is_answered_by_it(server: LocalServer, qdrant: Node) -> None:
    address = server.url()
    async with open_synced_store(address, url_of(qdrant, prefix="answers")) as store:
        await store.write([add(ALICE, "I love hiking"), add(BOB, "I love sailing")])
        # Whoever still finds vectors and keywords has not found them here.
        schema = url.parse(address).schema
        server.execute(f"DELETE FROM {schema}.vector")
        server.execute(f"DELETE FROM {schema}.posting")
        assert await neighbours_found(store, "hiking", ALICE) == ["I love hiking"]
        assert await words_found(store, "hiking", ALICE) == []  # without a vector the database is asked
        asked = Query(View(ALICE), query("hiking in May"), 10, EMBEDDER.vector("hiking"), EMBEDDER.name)
        seen, _ = await store.search(asked, lambda pool: Seen(pool, pool.keys.tolist()))
        assert seen.pool.cosines[0] > 0.5
        assert seen.pool.coverage[0] > 0
        assert seen.pool.held_terms.tolist() == [0]


async def test_right_after_it_was_stored_a_turn_is_found_though_no_worker_runs(
    server: LocalServer, qdrant: Node
) -> None:
    address = server.url()
    async with open_unsynced_store(address, url_of(qdrant, prefix="tail")) as store:
        await store.write([add(MONDAY, "I love hiking")])
        await indexer_of(store).drain()
        await store.write([add(MONDAY, "I love sailing")])
        assert count_pending(server, address) == 1
        assert count_points(qdrant, "tail") == 1
        assert await neighbours_found(store, "sailing", ALICE) == ["I love sailing", "I love hiking"]
        assert await words_found(store, "sailing", ALICE) == ["I love sailing"]


async def test_who_opens_the_store_without_its_index_still_leaves_word_for_it(
    server: LocalServer, qdrant: Node
) -> None:
    address = server.url()
    async with open_unsynced_store(address, url_of(qdrant, prefix="without")) as store:
        plain = await PostgresStore.open(address)
        await plain.write([add(ALICE, "I love hiking")])
        await plain.close()
        assert count_pending(server, address) == 1
        assert await indexer_of(store).drain() == 1
        assert count_points(qdrant, "without") == 1
        assert await store.check() == []


async def test_the_erased_is_not_found_even_where_the_index_still_holds_it(server: LocalServer, qdrant: Node) -> None:
    address = server.url()
    async with open_unsynced_store(address, url_of(qdrant, prefix="erased")) as store:
        await store.write([add(MONDAY, turn("I love sailing", MONDAY, id="2"), turn("I love hiking", MONDAY, id="1"))])
        await store.write([add(BOB, "I love hiking")])
        await indexer_of(store).drain()
        plain = await PostgresStore.open(address)
        await erase(plain, ALICE, ids=["1"])
        await erase(plain, BOB)
        assert count_points(qdrant, "erased") == 3
        assert await neighbours_found(store, "hiking", ALICE) == ["I love sailing"]
        assert await neighbours_found(store, "hiking", BOB) == []
        await indexer_of(store).drain()
        assert count_points(qdrant, "erased") == 1
        assert await store.check() == []
        await plain.close()


async def test_an_erasure_returns_when_the_index_has_done_it_too(server: LocalServer, qdrant: Node) -> None:
    async with open_unsynced_store(server.url(), url_of(qdrant, prefix="atonce")) as store:
        await store.write([add(ALICE, "I love hiking", "I love sailing"), add(BOB, "I love sailing")])
        await indexer_of(store).drain()
        assert count_points(qdrant, "atonce") == 3
        await erase(store, ALICE)
        assert count_points(qdrant, "atonce") == 1


async def test_everybody_of_an_application_goes_from_the_index_at_once(server: LocalServer, qdrant: Node) -> None:
    async with open_unsynced_store(server.url(), url_of(qdrant, prefix="everybody")) as store:
        people = [Scope(application="travel", user=f"user-{number}") for number in range(70)]
        for person in people:
            await store.write([add(person, HIKING)])
        await store.write([add(Scope(user="eve"), HIKING)])
        await indexer_of(store).drain()
        await erase(store, Scope(application="travel"))
        assert count_points(qdrant, "everybody") == 1


async def test_what_is_somebody_elses_or_nobodys_in_the_index_never_surfaces(server: LocalServer, qdrant: Node) -> None:
    async with open_unsynced_store(server.url(), url_of(qdrant, prefix="foreign")) as store:
        await store.write([add(ALICE, HIKING), add(BOB, CODE)])
        await indexer_of(store).drain()
        ((alice, _),), ((bob, _),) = await store.turns(ALICE), await store.turns(BOB)
        (name,) = (name for name in qdrant.collections() if name.startswith("foreign_"))
        vector = {"dense": EMBEDDER.vector("door code").tolist()}
        owner = {"owner": alice >> 32, "version": 1}
        rows = [{"id": key, "vector": vector, "payload": owner} for key in (bob, alice + 7, bob + 7)]
        qdrant.call("PUT", f"/collections/{name}/points?wait=true", {"points": rows})
        assert await neighbours_found(store, "door code", ALICE) == [HIKING]
        # Bob's own point is now Alice's, by what the index says: the records know better.
        assert await neighbours_found(store, "door code", BOB) == [CODE]
        pool, _ = await by_vector(store, EMBEDDER.vector("hiking"), Scope(application="travel"))
        assert pool.embedded == 2
        ours = [EMBEDDER.vector(f"user: {text}") @ EMBEDDER.vector("hiking") for text in (HIKING, CODE)]
        assert pool.cosines.tolist() == pytest.approx(ours, abs=1e-3)
        faults = await store.check()
        assert faults
        assert all(fault.repair == "ricordo migrate --rebuild-index" for fault in faults)


async def test_the_superseded_is_not_found_before_the_index_knows(server: LocalServer, qdrant: Node) -> None:
    async with open_unsynced_store(server.url(), url_of(qdrant, prefix="superseded")) as store:
        await store.write([put(memory("lives in Oslo", ALICE, id="old"))])
        await indexer_of(store).drain()
        await store.write([put(memory("lives in Oslo", ALICE, id="old", state="superseded"))])
        assert await neighbours_found(store, "lives in Oslo", ALICE) == []
        await store.write([put(memory("lives in Bergen", ALICE, id="old"))])
        pool, texts = await by_vector(store, EMBEDDER.vector("lives in Bergen"), ALICE)
        assert texts == ["lives in Bergen"]
        assert pool.cosines[0] > 0.99  # by its new vector


async def test_what_the_index_has_lost_is_found_all_the_same(server: LocalServer, qdrant: Node) -> None:
    async with open_unsynced_store(server.url(), url_of(qdrant, prefix="lost")) as store:
        await store.write([add(MONDAY, "I love hiking", "I love sailing")])
        await indexer_of(store).drain()
        ((key, _), _) = await store.turns(ALICE)
        (name,) = (name for name in qdrant.collections() if name.startswith("lost_"))
        qdrant.call("POST", f"/collections/{name}/points/delete?wait=true", {"points": [key]})
        assert await neighbours_found(store, "hiking", ALICE) == ["I love hiking", "I love sailing"]
        (first, second) = await store.check()
        assert "holds 1 vectors of a model, the database 2" in first.what
        assert "differs for 1 of 1 owners" in second.what


async def test_the_collections_of_a_dropped_model_go(server: LocalServer, qdrant: Node) -> None:
    async with open_unsynced_store(server.url(), url_of(qdrant, prefix="dropped")) as store:
        await store.write([add(ALICE, "I love hiking")])
        await indexer_of(store).drain()
        ((key, _),) = await store.turns(ALICE)
        other = np.eye(8, dtype=np.float32)[0]
        await store.write([PutVectors("other", {key: other})])
        await indexer_of(store).drain()
        assert len([name for name in qdrant.collections() if name.startswith("dropped_")]) == 2
        _, texts = await by_vector(store, other, ALICE, model="other")
        assert texts == ["I love hiking"]
        await store.write([DropModel("other")])
        await indexer_of(store).sweep()
        assert len([name for name in qdrant.collections() if name.startswith("dropped_")]) == 1
        assert await neighbours_found(store, "hiking", ALICE) == ["I love hiking"]
        assert await store.check() == []


async def test_the_nearest_of_very_many_are_found_and_their_spread_is_estimated(
    server: LocalServer, qdrant: Node
) -> None:
    count, page = MAX_COMPARED + 1_616, 2_000
    rng = np.random.default_rng(7)
    vectors = rng.normal(size=(count, 32)).astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    async with open_unsynced_store(server.url(), url_of(qdrant, prefix="many")) as store:
        for start in range(0, count, page):
            numbers = range(start, min(start + page, count))
            turns = tuple(turn(f"x{number}", ALICE, id=str(number)) for number in numbers)
            rows = {place: vectors[number] for place, number in enumerate(numbers)}
            await store.write([AddTurns(ALICE, turns, Embedded("random", rows))])
        await indexer_of(store).drain()
        asked = vectors[17] + 0.1 * vectors[4_711]
        asked /= np.linalg.norm(asked)
        exact = vectors @ asked
        pool, texts = await by_vector(store, asked, ALICE, model="random")
        assert texts[:10] == [f"x{number}" for number in np.argsort(-exact)[:10]]
        assert pool.embedded == count
        assert abs(pool.mean - exact.mean()) < exact.std() / 15
        assert abs(pool.deviation - exact.std()) < exact.std() / 15
