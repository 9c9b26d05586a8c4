"""One transaction: statements with their values, and whose rows they may see.

What is visible is said before it is read, in settings that end with the transaction; the policies of the tables show
nothing else. Statements that do not need each other's results travel together.
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
    """What a statement comes to that travels with the next exchange: the rows are there after it."""

    rows: list[Row] = field(default_factory=list[Row])


class PostgresSession:
    """Statements of one transaction; ``salt`` is what the names of this store are hashed with.

    ``transaction`` is the server's number for it, known after the first exchange of one that writes.
    """

    def __init__(self, connection: AsyncConnection[TupleRow], salt: bytes, *, writes: bool) -> None:
        self.salt = salt
        self._connection = connection
        self._ahead: list[Statement] = [(_WRITE if writes else _READ, ())]
        self._answers: dict[int, PendingRows] = {}
        self._number = self.fetch_later(_NUMBER) if writes else PendingRows()
        self._owners: set[int] = set()

    @property
    def transaction(self) -> str | None:
        return self._number.rows[0][0] if self._number.rows else None

    def hash_scope(self, scope: Scope) -> UUID:
        """Return what stands for exactly this scope in the database."""
        return UUID(bytes=hash_scope(scope, self.salt, size=16))

    def show_owners(self, owners: Iterable[int]) -> None:
        """From the next statement on, see the rows of these owners as well."""
        known = len(self._owners)
        self._owners.update(owners)
        if len(self._owners) > known:
            numbers = ",".join(map(str, sorted(self._owners)))
            self._set("ricordo.owners", f"{{{numbers}}}")

    def show_owners_of(self, query: str, values: Sequence[Any]) -> None:
        """From the next statement on, see the rows of the owners that ``query`` finds; ``found`` tells which."""
        self.execute_later(
            f"SELECT set_config('ricordo.owners', (SELECT coalesce(array_agg(DISTINCT owner), '{{}}')::text "
            f"FROM ({query}) AS found), true)",
            values,
        )

    def mark_shown(self, owners: Iterable[int]) -> None:
        """These are the owners that were found, and are seen already."""
        self._owners.update(owners)

    def show_scope(self, scope: Scope) -> None:
        """From the next statement on, see the names that ``scope`` covers."""
        self._set("ricordo.scope", json.dumps(scope.parts))

    def show_all(self) -> None:
        """From the next statement on, see all rows: for work on the whole store only."""
        self._set("ricordo.everything", "on")

    def see_selected(self) -> None:
        """From the next statement on, see only what was asked for by owner and scope again."""
        self._set("ricordo.everything", "")

    def _set(self, name: str, value: str) -> None:
        """Set for this transaction; two that follow each other are one statement."""
        if self._ahead and self._ahead[-1][0] == _SET:
            _, before = self._ahead.pop()
            self.execute_later(_SET_BOTH, (*before, name, value))
        else:
            self.execute_later(_SET, (name, value))

    def execute_later(self, query: str, values: Sequence[Any] = ()) -> None:
        """Have a statement run whose rows nobody needs: it travels with the next one, and fails with it."""
        self._ahead.append((query, values))

    def fetch_later(self, query: str, values: Sequence[Any] = ()) -> PendingRows:
        """Have a statement run with the next exchange, and its rows afterwards."""
        self.execute_later(query, values)
        return self._answers.setdefault(len(self._ahead) - 1, PendingRows())

    async def execute_batch(self, *statements: Statement) -> list[list[Row]]:
        """Run statements in one exchange with the server, after those that were put off; the rows of each."""
        waiting, self._ahead = [*self._ahead, *statements], []
        if len(waiting) == 1:
            cursors = [await self._connection.execute(waiting[0][0].encode(), waiting[0][1], binary=True)]
        else:
            async with self._connection.pipeline():
                cursors = [
                    await self._connection.execute(query.encode(), values, binary=True) for query, values in waiting
                ]
        answers, self._answers = self._answers, {}
        for place, answer in answers.items():
            answer.rows = await cursors[place].fetchall()
        wanted = cursors[len(waiting) - len(statements) :]
        return [await cursor.fetchall() if cursor.description else [] for cursor in wanted]

    async def execute_last(self, *statements: Statement) -> list[list[Row]]:
        """Run the last statements of a transaction that only reads, and end it in the same exchange."""
        return (await self.execute_batch(*statements, ("ROLLBACK", ())))[:-1]

    async def fetch_rows(self, query: str, values: Sequence[Any] = ()) -> list[Row]:
        """All rows of one statement."""
        return (await self.execute_batch((query, values)))[0]

    async def fetch_row(self, query: str, values: Sequence[Any] = ()) -> Row | None:
        """The first row of one statement, if there is one."""
        return next(iter(await self.fetch_rows(query, values)), None)

    async def fetch_number(self, query: str, values: Sequence[Any] = ()) -> int:
        """The number that one statement comes to."""
        return int((await self.fetch_rows(query, values))[0][0])

    async def commit(self) -> None:
        """Make it durable, with all that was put off."""
        if self.transaction is None:
            await self.execute_batch()  # without its number nobody could ask later what became of it
        await self.execute_batch(("COMMIT", ()))
