"""Which model serves and which is being prepared, and what was stored without vectors of theirs."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from ricordo.ports.changes import PrepareModel, ServeModel
from ricordo.ports.store import Models
from ricordo.stores.postgres.session import Session

_ROLES = "SELECT role, model FROM model_role"

# Roles change one at a time. This keeps out those who change them, not those who read them.
_ALONE = "LOCK TABLE model_role IN EXCLUSIVE MODE"

# Whoever stores something notes what it lacks, if only to find that it lacks nothing, and is waited for here. From then
# on everybody sees the model that is being prepared: nothing is stored behind the back of whoever embeds the rest.
_NOBODY_STORES = "LOCK TABLE lacking IN SHARE ROW EXCLUSIVE MODE"


async def read(session: Session) -> Models:
    """Which model serves, and which is being prepared."""
    roles: dict[str, str] = dict(await session.rows(_ROLES))  # type: ignore[arg-type]
    return Models(roles.get("serving"), roles.get("preparing"))


async def is_wanted(session: Session, model: str) -> bool:
    """Whether a model serves or is being prepared, and does so until the end of the transaction."""
    return bool(await session.rows("SELECT 1 FROM model_role WHERE model = %s FOR SHARE", (model,)))


async def apply(session: Session, change: ServeModel | PrepareModel) -> int:
    """Have another model serve or be prepared."""
    known = await read_alone(session)
    models = known.after(change)
    if models == known:
        return 0
    if isinstance(change, PrepareModel):
        session.later(_NOBODY_STORES)
    session.see_everything()
    session.later("DELETE FROM model_role")
    for role, model in (("serving", models.serving), ("preparing", models.preparing)):
        if model is not None:
            session.later("INSERT INTO model_role VALUES (%s, %s)", (role, model))
    session.later("DELETE FROM lacking WHERE model NOT IN (SELECT model FROM model_role)")
    return 1


async def read_alone(session: Session) -> Models:
    """The same, and nobody else changes it before the end of the transaction."""
    session.later(_ALONE)
    return await read(session)


def serve_first(session: Session, model: str) -> None:
    """A model is new here: if no other serves, it does."""
    session.later("INSERT INTO model_role VALUES ('serving', %s) ON CONFLICT DO NOTHING", (model,))


def give_up(session: Session, model: str) -> None:
    """A model is not being prepared any more, if it was."""
    session.later("DELETE FROM model_role WHERE role = 'preparing' AND model = %s", (model,))
    session.later("DELETE FROM lacking WHERE model = %s", (model,))


def note(session: Session, owner: int, numbers: Collection[int], model: str, has: Collection[int]) -> None:
    """Note which vectors the documents ``numbers`` lack, which were just stored; ``has`` are those with ``model``'s."""
    session.later(
        "INSERT INTO lacking SELECT %s, d.number, r.model FROM unnest(%s::int[], %s::bool[]) AS d(number, has) "
        "CROSS JOIN model_role r WHERE NOT (d.has AND r.model = %s) ON CONFLICT DO NOTHING",
        (owner, list(numbers), [number in has for number in numbers], model),
    )


def settle(session: Session, owner: int, numbers: Iterable[int], model: str) -> None:
    """Documents have a vector of ``model`` now."""
    session.later(
        "DELETE FROM lacking WHERE owner = %s AND number = ANY(%s::int[]) AND model = %s",
        (owner, list(numbers), model),
    )


async def noted(session: Session, model: str, after: tuple[int, int], limit: int) -> list[tuple[int, int]]:
    """Owners and numbers of documents that lack a vector of ``model``, from behind ``after``."""
    session.see_everything()
    rows = await session.rows(
        "SELECT owner, number FROM lacking WHERE model = %s AND (owner, number) > (%s, %s) "
        "ORDER BY owner, number LIMIT %s",
        (model, *after, limit),
    )
    return [(owner, number) for owner, number in rows]
