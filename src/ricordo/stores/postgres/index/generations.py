"""Generations of the index: copies of all vectors and keywords, one in use and perhaps one that is being filled."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b

from ricordo.ports.index import Collection
from ricordo.stores.postgres.session import PostgresSession, Statement


@dataclass(frozen=True, slots=True)
class ModelCollection:
    """A collection of the index: the vectors of one model in one generation."""

    generation: int
    model: int
    ready: bool
    is_created: bool
    collection: Collection


@dataclass(frozen=True, slots=True)
class Generation:
    """The collections that are filled together. Until it is ready, owners up to ``filled`` are done."""

    number: int
    shards: int
    ready: bool
    filled: int


def collection_prefix(salt: bytes) -> str:
    """Return the prefix of the names of this database's collections. Other databases have other prefixes."""
    return blake2b(b"index", key=salt, digest_size=6).hexdigest() + "_"


def collection_name(salt: bytes, generation: int, token: str, model: int) -> str:
    """Return the name of a collection. The token makes it unique: numbers recur when a backup is restored."""
    return f"{collection_prefix(salt)}{generation}_{token}_{model}"


def select_ready_collection(model: str) -> Statement:
    """Return a statement that selects the collection in use for a model."""
    return (
        (
            "SELECT g.number, g.token, m.id, m.dimensions, g.shards FROM generation g "
            "JOIN collection c ON c.generation = g.number AND c.made JOIN model m ON m.id = c.model "
            "WHERE g.ready AND m.name = %s"
        ),
        (model,),
    )


async def register(session: PostgresSession, shards: int) -> Generation:
    """Begin to fill the outbox for an index. Return the generation in use, or the one to fill first.

    The index of an empty database is ready at once.
    """
    # This waits for transactions that write without knowing of the index. What they write is read later.
    session.execute_later("LOCK TABLE outbox IN SHARE ROW EXCLUSIVE MODE")
    session.show_all()
    known = await list_generations(session)
    if known:
        return known[0]
    empty = await session.fetch_row("SELECT 1 FROM document LIMIT 1") is None
    return await add_generation(session, shards, ready=empty)


async def add_generation(session: PostgresSession, shards: int, *, ready: bool = False) -> Generation:
    """Add a generation."""
    number = await session.fetch_number("SELECT coalesce(max(number), 0) + 1 FROM generation")
    session.execute_later("INSERT INTO generation (number, shards, ready) VALUES (%s, %s, %s)", (number, shards, ready))
    return Generation(number, shards, ready, -1)


async def list_generations(session: PostgresSession) -> list[Generation]:
    """Return all generations, the one in use first."""
    rows = await session.fetch_rows("SELECT number, shards, ready, filled FROM generation ORDER BY ready DESC")
    return [Generation(*row) for row in rows]


async def list_collections(session: PostgresSession) -> list[ModelCollection]:
    """Return all collections that should exist: one for each generation and model."""
    rows = await session.fetch_rows(
        "SELECT g.number, g.token, m.id, g.ready, coalesce(c.made, false), m.dimensions, g.shards "
        "FROM generation g CROSS JOIN model m LEFT JOIN collection c ON c.generation = g.number AND c.model = m.id "
        "ORDER BY g.number, m.id"
    )
    return [
        ModelCollection(
            number,
            model,
            ready,
            made,
            Collection(collection_name(session.salt, number, token, model), dimensions, shards),
        )
        for number, token, model, ready, made, dimensions, shards in rows
    ]


def add_collections(session: PostgresSession, collections: Sequence[ModelCollection]) -> None:
    """Record collections before they are created. Collections without a record are dropped."""
    for collection in collections:
        session.execute_later(
            "INSERT INTO collection (generation, model) SELECT g.number, m.id FROM generation g CROSS JOIN model m "
            "WHERE g.number = %s AND m.id = %s ON CONFLICT DO NOTHING",
            (collection.generation, collection.model),
        )


def mark_created(session: PostgresSession, collection: ModelCollection) -> None:
    """Record that a collection exists. From now on it is an error if it does not."""
    session.execute_later(
        "UPDATE collection SET made = true WHERE generation = %s AND model = %s",
        (collection.generation, collection.model),
    )


def record_progress(session: PostgresSession, generation: Generation, owner: int) -> None:
    """Record that a generation is filled up to ``owner``."""
    session.execute_later("UPDATE generation SET filled = %s WHERE number = %s", (owner, generation.number))


def remove_generation(session: PostgresSession, generation: Generation) -> None:
    """Remove a generation and its collections from the records."""
    session.execute_later("DELETE FROM collection WHERE generation = %s", (generation.number,))
    session.execute_later("DELETE FROM generation WHERE number = %s", (generation.number,))


def activate_generation(session: PostgresSession, filled: Generation) -> None:
    """Use a generation from now on, and remove all others from the records."""
    session.execute_later("DELETE FROM collection WHERE generation <> %s", (filled.number,))
    session.execute_later("DELETE FROM generation WHERE number <> %s", (filled.number,))
    session.execute_later("UPDATE generation SET ready = true WHERE number = %s", (filled.number,))


async def collection_names(session: PostgresSession) -> set[str]:
    """Return the names of the collections that the index must keep."""
    rows = await session.fetch_rows(
        "SELECT g.number, g.token, c.model FROM collection c JOIN generation g ON g.number = c.generation"
    )
    return {collection_name(session.salt, *row) for row in rows}
