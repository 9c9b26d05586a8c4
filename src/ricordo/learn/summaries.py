"""The summary of a conversation: one memory, replaced by the next, erased with the conversation."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime

from ricordo.language.content_filter import gives_orders, holds_secret
from ricordo.language.quotes import locate
from ricordo.ports.extractor import Cost, Summariser
from ricordo.ports.store import Store, View
from ricordo.values import Evidence, Memory, Scope, StoredTurn

EVERY = 20
"""Turns after which a conversation is summed up again."""

_MOST_TURNS = 400
_MOST_EVIDENCE = 40
_BEGINNING = 80


@dataclass(frozen=True, slots=True)
class NewSummary:
    """A summary as a memory, what it cost, and the one that it replaces."""

    memory: Memory
    cost: Cost
    replaces: Memory | None


async def summarise(
    store: Store, summariser: Summariser, scope: Scope, *, id: str, now: datetime, at_least: int = 1
) -> NewSummary | None:
    """Sum up what was said in the conversation ``scope`` since the last time, if that is ``at_least`` so many turns."""
    old = next((memory for _, memory in await store.memories(View(scope, frozenset({"summary"})))), None)
    turns = [turn for _, turn in await store.latest(scope, limit=_MOST_TURNS)]
    fresh = _since(turns, old)
    if len(fresh) < at_least or not fresh:
        return None
    summary = await summariser.summarise(fresh, previous=old.content if old else None)
    content = harmless(summary.content) if summary else ""
    if summary is None or not content:
        return None
    evidence = _evidence(summary.evidence, fresh, old)
    if not evidence:
        return None
    memory = Memory(
        id=old.id if old else id,
        kind="summary",
        content=content,
        scope=scope,
        created_at=now,
        valid_from=fresh[-1].occurred_at,
        evidence=evidence,
        value={"through": fresh[-1].id},
        maker=summariser.name,
    )
    return NewSummary(memory, summary.cost, old)


def harmless(content: str) -> str:
    """A summary without the sentences that hold a secret or speak to the memory."""
    sentences = re.split(r"(?<=[.!?。！？])\s+|\n+", content.strip())
    return " ".join(part for part in sentences if part and not holds_secret(part) and not gives_orders(part))


def _since(turns: list[StoredTurn], old: Memory | None) -> list[StoredTurn]:
    through = old.value.get("through") if old and isinstance(old.value, dict) else None  # type: ignore[misc]
    places = [place for place, turn in enumerate(turns) if turn.id == through]
    return turns[places[-1] + 1 :] if places else turns


def _evidence(quoted: tuple[Evidence, ...], fresh: list[StoredTurn], old: Memory | None) -> tuple[Evidence, ...]:
    """The quotes that stand; where there are none, how the person's turns begin; and what the summary before cited."""
    turns = {turn.id: turn for turn in fresh}
    standing = [
        Evidence(part.turn_id, found)
        for part in quoted
        if part.turn_id in turns and (found := locate(part.quote, turns[part.turn_id].text))
    ]
    own = [turn for turn in fresh if turn.role == "user"] or fresh
    cited = standing or [Evidence(turn.id, turn.text[:_BEGINNING].strip()) for turn in own]
    return tuple(dict.fromkeys((*(old.evidence if old else ()), *cited)))[-_MOST_EVIDENCE:]
