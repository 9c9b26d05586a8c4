"""The summary of a conversation: one memory that each new summary replaces, erased with the conversation."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from ricordo.language.filters import forbids_saving, remove_unsafe_sentences
from ricordo.language.quotes import locate
from ricordo.ports.extractor import Cost, Summariser
from ricordo.ports.store import Store, View
from ricordo.tasks import run_in_background
from ricordo.values import Evidence, Memory, Scope, StoredTurn

SUMMARY_INTERVAL = 20
"""Turns after which a conversation is summarised again."""

_MAX_TURNS = 400
_MAX_EVIDENCE = 40
_EXCERPT_LENGTH = 80


@dataclass(frozen=True, slots=True)
class NewSummary:
    """A new summary as a memory, its cost, the summary that it replaces, and the turns that it was made from."""

    memory: Memory
    cost: Cost
    replaces: Memory | None
    turns: tuple[StoredTurn, ...]


async def summarise(
    store: Store, summariser: Summariser, scope: Scope, *, id: str, now: datetime, min_turns: int = 1
) -> NewSummary | None:
    """Summarise the turns of a conversation since its last summary; None if there are fewer than ``min_turns``.

    A summary of a conversation with all agents leaves out what an agent must keep to itself.
    """
    summaries = await store.memories(View(scope, frozenset({"summary"})))
    old = next((memory for _, memory in summaries if memory.scope == scope), None)  # others are of one agent or person
    turns = await _keep_shared(store, scope, [turn for _, turn in await store.latest(scope, limit=_MAX_TURNS)])
    new_turns = _turns_since(turns, old)
    if len(new_turns) < min_turns or not new_turns:
        return None
    told = await run_in_background(_exclude_private, new_turns)
    if not told:
        return None
    summary = await summariser.summarise(told, previous=old.content if old else None)
    content = remove_unsafe_sentences(summary.content) if summary else ""
    if summary is None or not content:
        return None
    evidence = _find_evidence(summary.evidence, told, old)
    if not evidence:
        return None
    memory = Memory(
        id=old.id if old else id,
        kind="summary",
        content=content,
        scope=scope,
        created_at=now,
        valid_from=new_turns[-1].occurred_at,
        evidence=evidence,
        value={"through": new_turns[-1].id},
        maker=summariser.name,
    )
    return NewSummary(memory, summary.cost, old, tuple(new_turns))


async def _keep_shared(store: Store, scope: Scope, turns: list[StoredTurn]) -> list[StoredTurn]:
    """Return the turns that everybody may see who sees a summary in ``scope``."""
    if scope.agent is not None and not (await store.consent(scope)).sharing:
        return turns  # only this agent sees it
    by_agent = {turn.scope for turn in turns if turn.scope.agent is not None}
    kept_apart = {where for where in by_agent if not (await store.consent(where)).sharing}
    return [turn for turn in turns if turn.scope not in kept_apart]


def _exclude_private(turns: list[StoredTurn]) -> list[StoredTurn]:
    """Return the turns without those that the person asks not to keep."""
    return [turn for turn in turns if turn.role != "user" or not forbids_saving(turn.text)]


def _turns_since(turns: list[StoredTurn], old: Memory | None) -> list[StoredTurn]:
    through = old.value.get("through") if old and isinstance(old.value, dict) else None  # type: ignore[misc]
    positions = [position for position, turn in enumerate(turns) if turn.id == through]
    return turns[positions[-1] + 1 :] if positions else turns


def _find_evidence(
    quoted: tuple[Evidence, ...], new_turns: list[StoredTurn], old: Memory | None
) -> tuple[Evidence, ...]:
    """Return the evidence of the old summary, and the quotes that are found in the turns.

    Without quotes, the beginning of each turn of the person is cited.
    """
    turns = {turn.id: turn for turn in new_turns}
    located = [
        Evidence(part.turn_id, found)
        for part in quoted
        if part.turn_id in turns and (found := locate(part.quote, turns[part.turn_id].text))
    ]
    own = [turn for turn in new_turns if turn.role == "user"] or new_turns
    cited = located or [Evidence(turn.id, turn.text[:_EXCERPT_LENGTH].strip()) for turn in own]
    return tuple(dict.fromkeys((*(old.evidence if old else ()), *cited)))[-_MAX_EVIDENCE:]
