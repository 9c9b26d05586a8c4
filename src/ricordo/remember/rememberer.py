"""Storing turns. No language model is called here, and a failing embedder does not stop it."""

from __future__ import annotations

import logging
from asyncio import Lock, sleep, timeout
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from weakref import WeakValueDictionary

import numpy as np
from numpy.typing import NDArray

from ricordo.language.documents import carries_previous, dense_texts, turn_terms
from ricordo.ports.changes import AddTurns, Embedded, Gather, PrepareModel, PutMemory
from ricordo.ports.embedder import Embedder, current_embedder
from ricordo.ports.status import Models
from ricordo.ports.store import Store
from ricordo.remember.behind import EmbeddingBehind
from ricordo.tasks import gives_way, run_in_thread
from ricordo.values import ConsentError, DimensionMismatch, ModelError, Scope, StoredTurn, Turn
from ricordo.values.ids import new_id
from ricordo.values.validation import MAX_BATCH

logger = logging.getLogger("ricordo")

_BATCH = 64
"""Texts embedded at a time, so that a query waits for one batch at most."""

_PIECE = 256
"""Turns that are prepared without a pause."""

_LONG_TURN = 5_000
"""Characters from which on the words of a turn are counted before it is handed to the store, by itself."""

MAX_EMBEDDED_AT_ONCE = 512
"""Turns of one call that are embedded before it returns: some four seconds on two cores. The others are found by their
words, and embedded in the background.
"""

MAX_EMBEDDED_GIVING_WAY = 128
"""The same for a call that gives way: its texts are embedded by one thread, which others use too."""

_MAX_SECONDS_GIVING_WAY = 10.0
"""How long a call that gives way waits for its vectors. That thread may be busy with what somebody else said."""

_MAX_EMBEDDED_BEHIND = 16
"""Turns of one call that may be embedded behind it: the messages of a run."""

_MAX_WARNED_SCOPES = 10_000
_warned_scopes: set[Scope] = set()
"""The scopes that this process has warned about."""


@dataclass(frozen=True, slots=True)
class Rememberer:
    """Stores turns with their vectors."""

    store: Store
    embedder: Embedder
    behind: EmbeddingBehind
    _locks: WeakValueDictionary[Scope, Lock] = field(default_factory=WeakValueDictionary[Scope, Lock])

    async def remember(
        self,
        turns: Iterable[Turn],
        scope: Scope,
        *,
        now: datetime,
        learn_at: datetime | None,
        gather: Gather | None = None,
    ) -> list[str]:
        """Store turns and return their ids, in order. When this returns they are durable and can be found."""
        given = check_turns(turns)
        stored: list[StoredTurn] = []
        for start in range(0, len(given), _PIECE):
            stored += [_to_stored_turn(turn, scope, now) for turn in given[start : start + _PIECE]]
            if start:
                await sleep(0)
        if not stored:
            return []
        if not (await self.store.consent(scope)).capture:
            raise ConsentError("capture is off for this scope: nothing was stored")
        async with self.hold(scope):
            new = await self._positions_of_new([turn.id for turn in given], scope)
            if 0 < len(new) <= _MAX_EMBEDDED_BEHIND and await self.behind.is_wanted():
                texts = dense_texts([stored[position] for position in new], await self.store.last_turn(scope))
                await self.write(AddTurns(scope, tuple(stored), None, learn_at, gather))
                self.behind.start([stored[position] for position in new], texts, scope)
            else:
                embedded = await self._embed_new(stored, new, scope)
                await self.write(AddTurns(scope, tuple(stored), embedded, learn_at, gather))
        if learn_at is not None:
            _warn_of_other_authors(stored, scope)
        return [turn.id for turn in stored]

    def hold(self, scope: Scope) -> Lock:
        """Return the lock under which turns are embedded and written to `scope`, one call after the other.

        The vector of a turn depends on the turn before it. Two calls at once would both take the same one for it, and
        the vectors of the second would be left out.
        """
        return self._locks.setdefault(scope, Lock())

    async def embed_turns(self, turns: Sequence[StoredTurn], scope: Scope) -> Embedded | None:
        """Return the vectors of those turns that are not stored in `scope` yet and will follow its last turn."""
        return await self._embed_new(turns, await self._positions_of_new([turn.id for turn in turns], scope), scope)

    async def _embed_new(self, turns: Sequence[StoredTurn], new: Sequence[int], scope: Scope) -> Embedded | None:
        if not new:
            return None
        texts = dense_texts([turns[position] for position in new], await self.store.last_turn(scope))
        made = await self.embed(texts[: MAX_EMBEDDED_GIVING_WAY if gives_way() else MAX_EMBEDDED_AT_ONCE])
        rows = {new[row]: vector for row, vector in made.rows.items()}
        return Embedded(made.model, rows, dict(zip(new, texts, strict=True))) if rows else None

    async def embed(self, texts: Sequence[str]) -> Embedded:
        """Return vectors by position. If the embedder fails they are missing, and texts are found by words only.

        The same holds for a call that gives way, if the embedder is too slow and the store notes what is missing.
        """
        embedder = await current_embedder(self.embedder)
        vectors: dict[int, NDArray[np.float32]] = {}
        may_be_late = gives_way() and embedder.name in await self.store.models()
        try:
            async with timeout(_MAX_SECONDS_GIVING_WAY if may_be_late else None):
                for start in range(0, len(texts), _BATCH):
                    made = await embedder.embed(texts[start : start + _BATCH])
                    vectors.update(enumerate(made, start))
        except TimeoutError:
            logger.info("%d texts are embedded later: others come first", len(texts) - len(vectors))
        except ModelError as error:
            self._warn(len(texts) - len(vectors), error)
            await self._prepare_first(embedder)
        return Embedded(embedder.name, vectors)

    async def _prepare_first(self, embedder: Embedder) -> None:
        """Name the model to a store that knows none yet, so that it notes which texts lack a vector."""
        if await self.store.models() == Models():
            await self.store.write([PrepareModel(embedder.name)])

    async def write(self, change: AddTurns | PutMemory) -> int:
        """Write a change with its vectors, or without them if the store has vectors of another size."""
        if isinstance(change, AddTurns):
            change = replace(change, terms=await _count_terms(change.turns))
        try:
            (outcome,) = await self.store.write([change])
        except DimensionMismatch as error:
            self._warn(len(change.vectors.rows) if change.vectors else 0, error)
            (outcome,) = await self.store.write([replace(change, vectors=None)])
        return outcome

    def _warn(self, count: int, error: Exception) -> None:
        logger.warning(
            "%d texts are stored without a vector (%s); they are embedded later, here or by `ricordo migrate "
            "--embedder`",
            count,
            error,
        )

    async def _positions_of_new(self, ids: Sequence[str | None], scope: Scope) -> list[int]:
        """Return the positions of the turns that are not stored yet. Agents replay transcripts.

        A turn without an id of its own is always new.
        """
        named = [id for id in ids if id is not None]
        found = await self.store.turns(scope, ids=named, limit=len(named)) if named else []
        known = {turn.id for _, turn in found if turn.scope == scope}
        return [position for position, id in enumerate(ids) if id not in known]


async def _count_terms(turns: Sequence[StoredTurn]) -> dict[int, Counter[str]]:
    """Return the keywords of turns by position, counted in a thread, some after the other.

    These are the long turns, and all turns of a call that gives way. The store counts those of the others: that takes
    less time than handing them to a thread.
    """
    terms: dict[int, Counter[str]] = {}
    piece: list[tuple[StoredTurn, StoredTurn | None]] = []
    size, is_all = 0, gives_way()
    wanted = [place for place, turn in enumerate(turns) if is_all or len(turn.text) > _LONG_TURN]
    for number, place in enumerate(wanted, 1):
        turn = turns[place]
        piece.append((turn, turns[place - 1] if place and carries_previous(turn) else None))
        size += len(turn.text)
        if size > _LONG_TURN or len(piece) == _BATCH or number == len(wanted):
            counted = await run_in_thread(_count_terms_of_each, piece)
            terms.update(zip(wanted[number - len(piece) : number], counted, strict=True))
            piece, size = [], 0
    return terms


def _count_terms_of_each(turns: Sequence[tuple[StoredTurn, StoredTurn | None]]) -> list[Counter[str]]:
    return [turn_terms(turn, turn.occurred_at, previous) for turn, previous in turns]


def check_turns(turns: Iterable[object]) -> list[Turn]:
    """Return `turns` as a list. Raise an error if something is not a turn, or if there are too many."""
    if isinstance(turns, Turn):
        raise TypeError("turns must be a list of Turn, not one Turn: remember([turn], scope=…)")
    batch = list(turns)
    if len(batch) > MAX_BATCH:
        raise ValueError(f"turns has {len(batch):,} items; the limit is {MAX_BATCH:,} a call: split it, or use import_")
    checked = [turn for turn in batch if isinstance(turn, Turn)]
    if len(checked) < len(batch):
        position, other = next((p, item) for p, item in enumerate(batch) if not isinstance(item, Turn))
        raise TypeError(f"turns[{position}] must be a Turn, not {type(other).__name__}")
    return checked


def _warn_of_other_authors(turns: Iterable[StoredTurn], scope: Scope) -> None:
    """Warn, once for each scope, if the author of a turn is not the user of the scope."""
    if scope.user is None or scope in _warned_scopes or len(_warned_scopes) >= _MAX_WARNED_SCOPES:
        return
    user = scope.user.strip().casefold()
    if any(turn.role == "user" and turn.author and turn.author.strip().casefold() != user for turn in turns):
        _warned_scopes.add(scope)
        logger.warning(
            "nothing is learned from a turn whose author is not the user of its scope: leave author unset for the "
            "person, or set it to the scope's user"
        )


def _to_stored_turn(turn: Turn, scope: Scope, now: datetime) -> StoredTurn:
    return StoredTurn(
        id=turn.id or new_id(),
        role=turn.role,
        text=turn.text,
        author=turn.author,
        occurred_at=turn.occurred_at or now,
        recorded_at=now,
        scope=scope,
        tags=tuple(turn.tags),
    )
