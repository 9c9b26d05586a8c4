"""Export a scope as plain rows, and import them again."""

from __future__ import annotations

from collections.abc import AsyncIterable, AsyncIterator, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from ricordo.language.documents import dense_memory
from ricordo.ports.changes import AddTurns, PutMemory, SetConsent
from ricordo.ports.paging import count_characters, read_memories, read_turns
from ricordo.ports.store import Store, View
from ricordo.remember.rememberer import Rememberer
from ricordo.transfer.records import Row, consent_row, from_row, to_row
from ricordo.values import STATES, ConsentError, Memory, MissingEvidence, Scope, StoredTurn, TurnConflict

_PAGE = 256
_FIRST_PAGE = 16
_BATCH_CHARACTERS = 2**19
"""Characters of turns that are written at once, so that others do not wait long."""
_MAX_WAITING_CHARACTERS = 2**23
"""Characters of memories that wait for the turns that they quote, while the rows that follow are read."""
_MAX_CONSENTS = 20_000
"""Consents of one import. They are kept until its end."""

Rows = Iterable[Mapping[str, Any]] | AsyncIterable[Mapping[str, Any]]


async def export(store: Store, scope: Scope, since: datetime | None = None) -> AsyncIterator[Row]:
    """Yield everything in `scope`: consents, then turns in the order they were stored, then memories.

    With `since`, these are the turns that were said, and the memories that became true, since then, and the turns that
    these memories rest on.
    """
    for consent_scope, consent in await store.consents(scope):
        yield consent_row(consent_scope, consent)
    view = View(scope, states=frozenset(STATES), since=since)
    cited = set[str]() if since is None else await _cited_turns(store, view)
    async for turn in read_turns(store, scope, first_rows=_FIRST_PAGE):
        if since is None or turn.occurred_at >= since or turn.id in cited:
            yield to_row(turn)
    async for memory in read_memories(store, view, first_rows=_FIRST_PAGE):
        yield to_row(memory)


async def _cited_turns(store: Store, view: View) -> set[str]:
    """Return the ids of the turns that memories rest on."""
    return {part.turn_id async for memory in read_memories(store, view) for part in memory.evidence}


@dataclass(frozen=True, slots=True)
class Importer:
    """Imports rows into a store."""

    store: Store
    rememberer: Rememberer

    async def import_(self, rows: Rows, scope: Scope) -> int:
        """Store exported rows in `scope` and return how many were new.

        The names in `scope` replace those of the rows. Records that exist stay as they are. Consents in the rows are
        applied at the end, whatever their order, so that they do not keep out the turns beside them. If a row is
        refused, the rows before it are stored.

        Raises:
            ConsentError: Capture is off for the scope.
            ValueError: A row is wrong, or its id is stored with another text. `TypeError` for a wrong type.
        """
        if not (await self.store.consent(scope)).capture:
            raise ConsentError("capture is off for this scope: nothing was imported")
        run = _ImportRun(self.store, self.rememberer)
        try:
            async for position, row in _enumerate(rows):
                await run.add(position, _parse_row(row, scope, position))
        finally:
            await run.finish()
        return run.count


@dataclass(slots=True)
class _ImportRun:
    """One import. Turns are written in batches of one scope, consents at the end."""

    store: Store
    rememberer: Rememberer
    count: int = 0
    _consents: list[SetConsent] = field(default_factory=list[SetConsent])
    _turns: list[StoredTurn] = field(default_factory=list[StoredTurn])
    _positions: list[int] = field(default_factory=list[int])
    _turn_characters: int = 0
    _waiting: list[PutMemory] = field(default_factory=list[PutMemory])
    _waiting_characters: int = 0

    async def add(self, position: int, value: StoredTurn | Memory | SetConsent) -> None:
        """Store the value of a row, or queue it."""
        if isinstance(value, SetConsent):
            if len(self._consents) == _MAX_CONSENTS:
                raise ValueError(f"rows[{position}]: there are more than {_MAX_CONSENTS:,} consents; import in parts")
            self._consents.append(value)
            return
        if self._turns and (isinstance(value, Memory) or value.scope != self._turns[0].scope or self._is_full):
            await self._add_turns()
        if isinstance(value, Memory):
            await self._add_memory(value)
        else:
            self._turns.append(value)
            self._positions.append(position)
            self._turn_characters += len(value.text)

    @property
    def _is_full(self) -> bool:
        return len(self._turns) == _PAGE or self._turn_characters > _BATCH_CHARACTERS

    async def finish(self) -> None:
        """Store what is queued. Consents are written even if the turns fail: no turn may be stored without them."""
        try:
            await self._add_turns()
            await self._add_waiting()
        finally:
            self.count += sum(await self.store.write(self._consents))

    async def _add_turns(self) -> None:
        turns, positions = self._turns, self._positions
        self._turns, self._positions, self._turn_characters = [], [], 0
        if not turns:
            return
        scope = turns[0].scope
        try:
            async with self.rememberer.hold(scope):
                embedded = await self.rememberer.embed_turns(turns, scope)
                self.count += await self.rememberer.write(AddTurns(scope, tuple(turns), embedded))
        except TurnConflict as error:
            raise ValueError(
                f"rows[{positions[error.position]}]: its id is already stored in this scope with another text"
            ) from None

    async def _add_memory(self, memory: Memory) -> None:
        """Store a memory. If a turn that it quotes is not here, it waits for the rows that follow."""
        change = PutMemory(memory, await self.rememberer.embed([dense_memory(memory.content)]), if_new=True)
        try:
            self.count += await self.rememberer.write(change)
        except MissingEvidence:
            self._waiting.append(change)
            self._waiting_characters += count_characters(memory)
            if self._waiting_characters > _MAX_WAITING_CHARACTERS:
                await self._add_waiting()

    async def _add_waiting(self) -> None:
        waiting, self._waiting, self._waiting_characters = self._waiting, [], 0
        for change in waiting:
            try:
                self.count += await self.rememberer.write(change)
            except MissingEvidence:
                await self._add_unsupported(change)

    async def _add_unsupported(self, change: PutMemory) -> None:
        """Store a memory whose evidence is not all here as unsupported, so that it is not recalled.

        It keeps the evidence that is here, and so is erased with the turns that it quotes.
        """
        memory = change.memory
        ids = list(dict.fromkeys(part.turn_id for part in memory.evidence))
        texts: dict[str, list[str]] = {id: [] for id in ids}
        for start in range(0, len(ids), _PAGE):
            for _, turn in await self.store.turns(memory.scope, ids=ids[start : start + _PAGE]):
                texts[turn.id].append(turn.text)
        found = tuple(part for part in memory.evidence if any(part.quote in text for text in texts[part.turn_id]))
        unsupported = replace(memory, evidence=found, state="unsupported")
        with suppress(MissingEvidence):  # a turn was erased meanwhile, and the memory with it
            self.count += await self.rememberer.write(replace(change, memory=unsupported))


def _parse_row(row: object, scope: Scope, position: int) -> StoredTurn | Memory | SetConsent:
    try:
        return from_row(row, scope)
    except (TypeError, ValueError) as error:
        raise type(error)(f"rows[{position}]: {error}") from None


async def _enumerate(rows: Rows) -> AsyncIterator[tuple[int, Mapping[str, Any]]]:
    position = 0
    if isinstance(rows, AsyncIterable):
        async for row in rows:
            yield position, row
            position += 1
        return
    for position, row in enumerate(rows):
        yield position, row
