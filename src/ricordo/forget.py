"""Forgetting, with a receipt."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from ricordo.ports.changes import Erase
from ricordo.ports.store import Store, View
from ricordo.tasks.word_caches import forget_words
from ricordo.values import BY_HAND, STATES, Evidence, Memory, Receipt, Scope, digest_of

_MAX_NAMESAKES = 100
"""Conversations in which one id is looked for."""


async def forget(
    store: Store,
    scope: Scope,
    *,
    ids: Sequence[str] | None,
    before: datetime | None,
    with_evidence: bool = False,
    now: datetime,
) -> Receipt:
    """Erase turns and memories, with all that rests on them, and return the receipt; see `Erase`.

    With a memory that the person corrected goes what it said before. Only what it said on the words of a turn stays
    with that turn, as the mark on these words.

    Raises:
        ValueError: ``with_evidence`` is given without ``ids``, or with ``before``.
    """
    former = [] if ids is None or before is not None else await _find_former(store, scope, ids)
    changes = [Erase(scope, None if ids is None else (*ids, *former), before)]
    if with_evidence:
        if ids is None or before is not None:
            raise ValueError("with_evidence needs ids, and no before: the memories whose turns are erased with them")
        changes += await _erase_evidence(store, scope, ids)
    erased = (await store.write(changes)).erased
    await forget_words()
    counts = dict(erased.counts)
    return Receipt(scope, now, counts, digest_of(erased.ids, counts, now), erased.scrubbed)


async def _find_former(store: Store, scope: Scope, ids: Sequence[str]) -> list[str]:
    """Return the ids of the copies that keep what memories said before they were corrected, and rest on no turn."""
    found: dict[str, Memory] = {}
    newer = {item.id: item for item in await _load(store, scope, ids) if item.maker == BY_HAND}
    while links := [id for item in newer.values() for id in item.supersedes if id not in found]:
        newer = {
            copy.id: copy
            for copy in await _load(store, scope, links)
            if copy.superseded_by in newer
            and copy.created_at == newer[copy.superseded_by].created_at
            and not copy.evidence
        }
        found |= newer
    return list(found)


async def _erase_evidence(store: Store, scope: Scope, ids: Sequence[str]) -> list[Erase]:
    """Return the changes that erase the turns that memories rest on, each in its own conversation."""
    evidence = [
        part for memory in await _load(store, scope, ids) for part in await _find_evidence(store, scope, memory)
    ]
    quotes: dict[str, list[str]] = {}
    for part in evidence:
        quotes.setdefault(part.turn_id, []).append(part.quote)
    found = await store.turns(scope, ids=list(quotes), limit=len(quotes) * _MAX_NAMESAKES) if quotes else []
    return [Erase(turn.scope, (turn.id,)) for _, turn in found if any(quote in turn.text for quote in quotes[turn.id])]


async def _find_evidence(store: Store, scope: Scope, memory: Memory) -> tuple[Evidence, ...]:
    """Return the evidence of a memory. If the person corrected it, the copy with its old content has it."""
    if memory.evidence or not memory.supersedes:
        return memory.evidence
    copies = [old for old in await _load(store, scope, memory.supersedes) if old.created_at == memory.created_at]
    return tuple(part for old in copies for part in old.evidence)


async def _load(store: Store, scope: Scope, ids: Sequence[str]) -> list[Memory]:
    found = await store.memories(View(scope, states=frozenset(STATES)), ids=ids, limit=len(ids) * _MAX_NAMESAKES)
    return [memory for _, memory in found]
