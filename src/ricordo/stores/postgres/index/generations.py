"""The copies of vectors and keywords that an index beside the database holds: one that is used, one in the making."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b

from ricordo.ports.index import Collection
from ricordo.stores.postgres.session import Session, Statement


@dataclass(frozen=True, slots=True)
class Copy:
    """One collection of the index: the vectors of one model in one generation."""

    generation: int
    model: int
    ready: bool
    made: bool
    collection: Collection


@dataclass(frozen=True, slots=True)
class Generation:
    """All collections that were filled together; ``filled`` tells up to which owner, as long as it is not ready."""

    number: int
    shards: int
    ready: bool
    filled: int


def beginning(salt: bytes) -> str:
    """What the names of this database's collections begin with: others in the same cluster have another one."""
    return blake2b(b"index", key=salt, digest_size=6).hexdigest() + "_"


def name_of(salt: bytes, generation: int, token: str, model: int) -> str:
    """The name of a collection, which no other ever had: numbers come again when a backup is restored."""
    return f"{beginning(salt)}{generation}_{token}_{model}"


def ready_for(model: str) -> Statement:
    """Asks for the collection that answers for a model, if there is one."""
    return (
        (
            "SELECT g.number, g.token, m.id, m.dimensions, g.shards FROM generation g "
            "JOIN collection c ON c.generation = g.number AND c.made JOIN model m ON m.id = c.model "
            "WHERE g.ready AND m.name = %s"
        ),
        (model,),
    )


async def enrol(session: Session, shards: int) -> Generation:
    """From now on, note what the index has to be told; the generation in use, or the one that is to be filled first.

    The index of a database with nothing in it is ready at once.
    """
    # Whoever is writing without knowing of an index is waited for, and has then written what will be read.
    session.later("LOCK TABLE outbox IN SHARE ROW EXCLUSIVE MODE")
    session.see_everything()
    known = await generations(session)
    if known:
        return known[0]
    empty = await session.row("SELECT 1 FROM document LIMIT 1") is None
    return await begin(session, shards, ready=empty)


async def begin(session: Session, shards: int, *, ready: bool = False) -> Generation:
    """Enter one more generation."""
    number = await session.number("SELECT coalesce(max(number), 0) + 1 FROM generation")
    session.later("INSERT INTO generation (number, shards, ready) VALUES (%s, %s, %s)", (number, shards, ready))
    return Generation(number, shards, ready, -1)


async def generations(session: Session) -> list[Generation]:
    """Those there are, the one that is used first."""
    rows = await session.rows("SELECT number, shards, ready, filled FROM generation ORDER BY ready DESC")
    return [Generation(*row) for row in rows]


async def copies(session: Session) -> list[Copy]:
    """All collections that there should be: one for each generation and model."""
    rows = await session.rows(
        "SELECT g.number, g.token, m.id, g.ready, coalesce(c.made, false), m.dimensions, g.shards "
        "FROM generation g CROSS JOIN model m LEFT JOIN collection c ON c.generation = g.number AND c.model = m.id "
        "ORDER BY g.number, m.id"
    )
    return [
        Copy(number, model, ready, made, Collection(name_of(session.salt, number, token, model), dimensions, shards))
        for number, token, model, ready, made, dimensions, shards in rows
    ]


def enter(session: Session, wanted: Sequence[Copy]) -> None:
    """Note collections that are about to be made: what is not noted is swept away."""
    for copy in wanted:
        session.later(
            "INSERT INTO collection (generation, model) SELECT g.number, m.id FROM generation g CROSS JOIN model m "
            "WHERE g.number = %s AND m.id = %s ON CONFLICT DO NOTHING",
            (copy.generation, copy.model),
        )


def made(session: Session, copy: Copy) -> None:
    """Note that a collection is there. From now on it is missed if it is not."""
    session.later(
        "UPDATE collection SET made = true WHERE generation = %s AND model = %s", (copy.generation, copy.model)
    )


def advance(session: Session, generation: Generation, owner: int) -> None:
    """Note up to which owner a generation is filled."""
    session.later("UPDATE generation SET filled = %s WHERE number = %s", (owner, generation.number))


def remove(session: Session, generation: Generation) -> None:
    """Take a generation out."""
    session.later("DELETE FROM collection WHERE generation = %s", (generation.number,))
    session.later("DELETE FROM generation WHERE number = %s", (generation.number,))


def switch(session: Session, filled: Generation) -> None:
    """Use a generation from now on, and no other."""
    session.later("DELETE FROM collection WHERE generation <> %s", (filled.number,))
    session.later("DELETE FROM generation WHERE number <> %s", (filled.number,))
    session.later("UPDATE generation SET ready = true WHERE number = %s", (filled.number,))


async def names(session: Session) -> set[str]:
    """The collections that the index has to keep."""
    rows = await session.rows(
        "SELECT g.number, g.token, c.model FROM collection c JOIN generation g ON g.number = c.generation"
    )
    return {name_of(session.salt, *row) for row in rows}
