"""Taking a memory along: out as plain rows, in again as they were."""

from __future__ import annotations

from collections.abc import AsyncIterable, AsyncIterator, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, cast

from ricordo.language.documents import dense_memory, dense_text
from ricordo.ports.changes import AddTurns, Embedded, PutMemory, SetConsent
from ricordo.ports.paging import read_pages
from ricordo.ports.store import Key, Store, View
from ricordo.remember import Rememberer
from ricordo.transfer.records import Row, consent_row, row_of, value_of
from ricordo.values import STATES, ConsentError, Memory, MissingEvidence, Scope, StoredTurn, TurnConflict

_PAGE = 256
_FIRST_PAGE = 16
_PAGE_CHARACTERS = 2**19
"""Characters that a page of an export should hold at most. A turn may have 100,000 of them."""

Rows = Iterable[Mapping[str, Any]] | AsyncIterable[Mapping[str, Any]]


async def export(store: Store, scope: Scope) -> AsyncIterator[Row]:
    """Everything that is known in ``scope``: consents, turns in the order they were stored, then memories."""
    for where, consent in await store.consents(scope):
        yield consent_row(where, consent)
    size = _PageSize()
    async for turns in read_pages(lambda after: store.turns(scope, after=after, limit=size.rows), _key):
        for row in size.adjust([row_of(turn) for _, turn in turns]):
            yield row
    size, view = _PageSize(), View(scope, states=frozenset(STATES))
    async for memories in read_pages(lambda after: store.memories(view, after=after, limit=size.rows), _key):
        for row in size.adjust([row_of(memory) for _, memory in memories]):
            yield row


def _key(item: tuple[Key, StoredTurn | Memory]) -> Key:
    return item[0]


@dataclass(slots=True)
class _PageSize:
    """The number of rows to read next, so that a page stays small however long its rows are."""

    rows: int = _FIRST_PAGE

    def adjust(self, page: list[Row]) -> list[Row]:
        """Adjust the size to the length of the rows in ``page``, and return them."""
        characters = max(1, sum(map(_count_characters, page)))
        fitting = _PAGE_CHARACTERS * len(page) // characters
        self.rows = max(1, min(fitting, 2 * self.rows, _PAGE))
        return page


def _count_characters(value: object) -> int:
    if isinstance(value, str):
        return len(value)
    if isinstance(value, Mapping):
        return sum(map(_count_characters, cast("Mapping[str, object]", value).values()))
    if isinstance(value, list):
        return sum(map(_count_characters, cast("list[object]", value)))
    return 1


@dataclass(frozen=True, slots=True)
class Importer:
    """Brings rows back into a store."""

    store: Store
    rememberer: Rememberer

    async def import_(self, rows: Rows, scope: Scope) -> int:
        """Store exported rows inside ``scope``: the names set there replace those of the rows. How many were new.

        What is there already stays as it is. What the rows forbid is forbidden at the end, whatever their order, since
        it must not keep out the turns beside it; but what is forbidden here before keeps everything out. Rows before
        one that is refused are stored.
        """
        if not (await self.store.consent(scope)).capture:
            raise ConsentError("capture is off for this scope: nothing was imported")
        reader = _Reader(self.store, self.rememberer)
        try:
            async for position, row in _numbered(rows):
                await reader.take(position, _checked(row, scope, position))
        finally:
            await reader.finish()
        return reader.count


@dataclass(slots=True)
class _Reader:
    """An import under way: turns wait for others of their scope, consents for the end."""

    store: Store
    rememberer: Rememberer
    count: int = 0
    _consents: list[SetConsent] = field(default_factory=list[SetConsent])
    _turns: list[StoredTurn] = field(default_factory=list[StoredTurn])
    _positions: list[int] = field(default_factory=list[int])

    async def take(self, position: int, value: StoredTurn | Memory | SetConsent) -> None:
        """Store what a row says, or keep it for later."""
        if isinstance(value, SetConsent):
            self._consents.append(value)
            return
        if self._turns and (
            isinstance(value, Memory) or value.scope != self._turns[0].scope or len(self._turns) == _PAGE
        ):
            await self._add_turns()
        if isinstance(value, Memory):
            await self._add_memory(value)
        else:
            self._turns.append(value)
            self._positions.append(position)

    async def finish(self) -> None:
        """Store what waits. Half of a person's turns must not stand there without their "no", whatever happened."""
        try:
            await self._add_turns()
        finally:
            self.count += sum(await self.store.write(self._consents))

    async def _add_turns(self) -> None:
        turns, positions = self._turns, self._positions
        self._turns, self._positions = [], []
        if not turns:
            return
        embedded = await self._embedded([dense_text(turn) for turn in turns])
        try:
            self.count += await self.rememberer.write(AddTurns(turns[0].scope, tuple(turns), embedded))
        except TurnConflict as error:
            raise ValueError(
                f"rows[{positions[error.position]}]: its id is already stored in this scope with another text"
            ) from None

    async def _add_memory(self, memory: Memory) -> None:
        change = PutMemory(memory, await self._embedded([dense_memory(memory.content)]), if_new=True)
        try:
            self.count += await self.rememberer.write(change)
        except MissingEvidence:
            # What it rests on is not here: it is kept, but apart.
            alone = replace(memory, evidence=(), state="unsupported")
            self.count += await self.rememberer.write(replace(change, memory=alone))

    async def _embedded(self, texts: list[str]) -> Embedded:
        return await self.rememberer.embed(texts)


def _checked(row: object, scope: Scope, position: int) -> StoredTurn | Memory | SetConsent:
    try:
        return value_of(row, scope)
    except (TypeError, ValueError) as error:
        raise type(error)(f"rows[{position}]: {error}") from None


async def _numbered(rows: Rows) -> AsyncIterator[tuple[int, Mapping[str, Any]]]:
    position = 0
    if isinstance(rows, AsyncIterable):
        async for row in rows:
            yield position, row
            position += 1
        return
    for position, row in enumerate(rows):
        yield position, row
