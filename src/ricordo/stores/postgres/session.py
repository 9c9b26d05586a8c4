"""One transaction: its statements, and the rows that they may see.

Before a transaction reads rows, it names their owners in settings that end with it. The row-level policies of the
tables show nothing else. Statements that do not need each other's results are sent together.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from psycopg import AsyncConnection
from psycopg.rows import TupleRow

from ricordo.stores.common.hashing import hash_scope
from ricordo.values import Scope

Row = tuple[Any, ...]
Statement = tuple[str, Sequence[Any]]

_READ = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
_WRITE = "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE"
_NUMBER = "SELECT pg_current_xact_id()::text"
_SET = "SELECT set_config(%s, %s, true)"
_SET_BOTH = "SELECT set_config(%s, %s, true), set_config(%s, %s, true)"


@dataclass(slots=True)
class PendingRows:
    """The rows of a statement that is sent with the next exchange. They are there after it."""

    rows: list[Row] = field(default_factory=list[Row])


class PostgresSession:
    """One transaction. ``salt`` is the salt of this store's scopes.

    ``transaction`` is the server's number of a transaction that writes. It is known after the first exchange.
    """

    def __init__(self, connection: AsyncConnection[TupleRow], salt: bytes, *, writes: bool) -> None:
        self.salt = salt
        self._connection = connection
        self._deferred: list[Statement] = [(_WRITE if writes else _READ, ())]
        self._pending: dict[int, PendingRows] = {}
        self._number = self.fetch_later(_NUMBER) if writes else PendingRows()
        self._owners: set[int] = set()

    @property
    def transaction(self) -> str | None:
        return self._number.rows[0][0] if self._number.rows else None

    def hash_scope(self, scope: Scope) -> UUID:
        """Return the hash that stands for exactly this scope in the database."""
        return UUID(bytes=hash_scope(scope, self.salt, size=16))

    def show_owners(self, owners: Iterable[int]) -> None:
        """Let the next statements see the rows of these owners as well."""
        known = len(self._owners)
        self._owners.update(owners)
        if len(self._owners) > known:
            numbers = ",".join(map(str, sorted(self._owners)))
            self._set("ricordo.owners", f"{{{numbers}}}")

    def show_owners_of(self, query: str, values: Sequence[Any]) -> None:
        """Let the next statements see the rows of the owners that ``query`` selects. Then call ``mark_shown``."""
        self.execute_later(
            f"SELECT set_config('ricordo.owners', (SELECT coalesce(array_agg(DISTINCT owner), '{{}}')::text "
            f"FROM ({query}) AS found), true)",
            values,
        )

    def mark_shown(self, owners: Iterable[int]) -> None:
        """Record the owners that ``show_owners_of`` has selected."""
        self._owners.update(owners)

    def show_scope(self, scope: Scope) -> None:
        """Let the next statements see the names in ``scope``."""
        self._set("ricordo.scope", json.dumps(scope.parts))

    def show_all(self) -> None:
        """Let the next statements see all rows, for work on the whole store."""
        self._set("ricordo.everything", "on")

    def show_selected(self) -> None:
        """Let the next statements see only the rows of the owners and the scope again."""
        self._set("ricordo.everything", "")

    def _set(self, name: str, value: str) -> None:
        """Change a setting of this transaction. Two changes in a row become one statement."""
        if self._deferred and self._deferred[-1][0] == _SET:
            _, before = self._deferred.pop()
            self.execute_later(_SET_BOTH, (*before, name, value))
        else:
            self.execute_later(_SET, (name, value))

    def execute_later(self, query: str, values: Sequence[Any] = ()) -> None:
        """Run a statement with the next exchange, and ignore its rows. If it fails, the exchange fails."""
        self._deferred.append((query, values))

    def fetch_later(self, query: str, values: Sequence[Any] = ()) -> PendingRows:
        """Run a statement with the next exchange. The rows are there after it."""
        self.execute_later(query, values)
        return self._pending.setdefault(len(self._deferred) - 1, PendingRows())

    async def execute_batch(self, *statements: Statement) -> list[list[Row]]:
        """Run the statements that were put off, then these, in one exchange. Return the rows of each of these."""
        waiting, self._deferred = [*self._deferred, *statements], []
        if len(waiting) == 1:
            cursors = [await self._connection.execute(waiting[0][0].encode(), waiting[0][1], binary=True)]
        else:
            async with self._connection.pipeline():
                cursors = [
                    await self._connection.execute(query.encode(), values, binary=True) for query, values in waiting
                ]
        pending, self._pending = self._pending, {}
        for position, rows in pending.items():
            rows.rows = await cursors[position].fetchall()
        wanted = cursors[len(waiting) - len(statements) :]
        return [await cursor.fetchall() if cursor.description else [] for cursor in wanted]

    async def execute_last(self, *statements: Statement) -> list[list[Row]]:
        """Run the last statements of a transaction that only reads, and end it in the same exchange."""
        return (await self.execute_batch(*statements, ("ROLLBACK", ())))[:-1]

    async def fetch_rows(self, query: str, values: Sequence[Any] = ()) -> list[Row]:
        """Return all rows of a statement."""
        return (await self.execute_batch((query, values)))[0]

    async def fetch_row(self, query: str, values: Sequence[Any] = ()) -> Row | None:
        """Return the first row of a statement, or None."""
        return next(iter(await self.fetch_rows(query, values)), None)

    async def fetch_number(self, query: str, values: Sequence[Any] = ()) -> int:
        """Return the number that a statement selects."""
        return int((await self.fetch_rows(query, values))[0][0])

    async def commit(self) -> None:
        """Commit, after running the statements that were put off."""
        if self.transaction is None:
            await self.execute_batch()  # the number is needed to find out whether a commit succeeded
        await self.execute_batch(("COMMIT", ()))
