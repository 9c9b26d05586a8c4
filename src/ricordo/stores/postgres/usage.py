"""The usage of language models by day, and by the hashed names of the owner, so that it outlives the names."""

from __future__ import annotations

from ricordo.ports.changes import AddUsage
from ricordo.ports.status import Usage
from ricordo.stores.common.hashing import UNSET, hash_owner_names
from ricordo.stores.common.rules import sum_usage
from ricordo.stores.postgres.session import PostgresSession
from ricordo.values import PARTS, Scope

_IS_OWNER = " AND ".join(f'"{part}" = %s' for part in PARTS)
_ADD = (
    'INSERT INTO usage (application, agent, "user", session, day, calls, input_tokens, output_tokens) '
    'VALUES (%s, %s, %s, %s, %s, %s, %s, %s) ON CONFLICT ("user", application, agent, session, day) DO UPDATE SET '
    "calls = usage.calls + excluded.calls, input_tokens = usage.input_tokens + excluded.input_tokens, "
    "output_tokens = usage.output_tokens + excluded.output_tokens"
)


def add(session: PostgresSession, change: AddUsage) -> int:
    """Add the usage of a call."""
    cost = (change.day, change.calls, change.input_tokens, change.output_tokens)
    session.execute_later(_ADD, (*hash_owner_names(change.scope, session.salt), *cost))
    return 1


async def read(session: PostgresSession, scope: Scope | None) -> Usage:
    """Return the usage in ``scope``. It is counted by person: sessions are not told apart."""
    hashes = hash_owner_names(scope, session.salt) if scope else (UNSET,) * len(PARTS)
    named = [(part, number) for part, number in zip(PARTS, hashes, strict=True) if number]
    where = " AND ".join(f'"{part}" = %s' for part, _ in named) or "true"
    rows = await session.fetch_rows(
        "SELECT day, sum(calls)::bigint, sum(input_tokens)::bigint, sum(output_tokens)::bigint FROM usage "
        f"WHERE {where} GROUP BY day ORDER BY day",
        [number for _, number in named],
    )
    days: dict[str, tuple[int, int, int]] = {day: (calls, given, got) for day, calls, given, got in rows}
    return sum_usage(days)


async def forget_name(session: PostgresSession, owner: Scope) -> None:
    """Move the usage of a person to their application and agent, which erases the name."""
    hashes = hash_owner_names(owner, session.salt)
    rows = await session.fetch_rows(
        f"DELETE FROM usage WHERE {_IS_OWNER} RETURNING day, calls, input_tokens, output_tokens", hashes
    )
    for row in rows:
        session.execute_later(_ADD, (*hashes[:2], UNSET, UNSET, *row))
