"""The serving model and the one being prepared, and the documents that lack vectors of them."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from ricordo.ports.changes import PrepareModel, ServeModel
from ricordo.ports.status import Models
from ricordo.stores.postgres.session import PostgresSession

_ROLES = "SELECT role, model FROM model_role"

# Roles change one at a time. This lock keeps out other changes, not readers.
_LOCK_ROLES = "LOCK TABLE model_role IN EXCLUSIVE MODE"

# Every transaction that stores a document writes to this table, so the lock waits for all of them. Later ones see the
# model that is being prepared: no document misses its vector unnoticed.
_LOCK_LACKING = "LOCK TABLE lacking IN SHARE ROW EXCLUSIVE MODE"


async def read(session: PostgresSession) -> Models:
    """Return the serving model and the one being prepared."""
    roles: dict[str, str] = dict(await session.fetch_rows(_ROLES))  # type: ignore[arg-type]
    return Models(roles.get("serving"), roles.get("preparing"))


async def is_wanted(session: PostgresSession, model: str) -> bool:
    """Return whether a model serves or is being prepared, and keep it so until the end of the transaction."""
    return bool(await session.fetch_rows("SELECT 1 FROM model_role WHERE model = %s FOR SHARE", (model,)))


async def apply(session: PostgresSession, change: ServeModel | PrepareModel) -> int:
    """Change the serving model or the one being prepared. Return 1 if that changed anything, else 0."""
    known = await read_locked(session)
    models = known.after(change)
    if models == known:
        return 0
    if isinstance(change, PrepareModel):
        session.execute_later(_LOCK_LACKING)
    session.show_all()
    session.execute_later("DELETE FROM model_role")
    for role, model in (("serving", models.serving), ("preparing", models.preparing)):
        if model is not None:
            session.execute_later("INSERT INTO model_role VALUES (%s, %s)", (role, model))
    session.execute_later("DELETE FROM lacking WHERE model NOT IN (SELECT model FROM model_role)")
    return 1


async def read_locked(session: PostgresSession) -> Models:
    """Return the models, and lock their roles until the end of the transaction."""
    session.execute_later(_LOCK_ROLES)
    return await read(session)


def serve_if_first(session: PostgresSession, model: str) -> None:
    """Make a new model the serving one if there is none. Then it is no longer being prepared."""
    session.execute_later("INSERT INTO model_role VALUES ('serving', %s) ON CONFLICT DO NOTHING", (model,))
    session.execute_later(
        "DELETE FROM model_role p USING model_role s "
        "WHERE p.role = 'preparing' AND s.role = 'serving' AND p.model = s.model AND s.model = %s",
        (model,),
    )


def stop_preparing(session: PostgresSession, model: str) -> None:
    """Stop preparing a model."""
    session.execute_later("DELETE FROM model_role WHERE role = 'preparing' AND model = %s", (model,))
    session.execute_later("DELETE FROM lacking WHERE model = %s", (model,))


def record_missing(
    session: PostgresSession, owner: int, numbers: Collection[int], model: str, has: Collection[int]
) -> None:
    """Record which vectors the new documents ``numbers`` lack. Those in ``has`` have one of ``model``."""
    session.execute_later(
        "INSERT INTO lacking SELECT %s, d.number, r.model FROM unnest(%s::int[], %s::bool[]) AS d(number, has) "
        "CROSS JOIN model_role r WHERE NOT (d.has AND r.model = %s) ON CONFLICT DO NOTHING",
        (owner, list(numbers), [number in has for number in numbers], model),
    )


def record_present(session: PostgresSession, owner: int, numbers: Iterable[int], model: str) -> None:
    """Record that documents have a vector of ``model`` now."""
    session.execute_later(
        "DELETE FROM lacking WHERE owner = %s AND number = ANY(%s::int[]) AND model = %s",
        (owner, list(numbers), model),
    )


async def list_missing(
    session: PostgresSession, model: str, after: tuple[int, int], limit: int
) -> list[tuple[int, int]]:
    """Return owners and numbers of documents after ``after`` that lack a vector of ``model``."""
    session.show_all()
    rows = await session.fetch_rows(
        "SELECT owner, number FROM lacking WHERE model = %s AND (owner, number) > (%s, %s) "
        "ORDER BY owner, number LIMIT %s",
        (model, *after, limit),
    )
    return [(owner, number) for owner, number in rows]
