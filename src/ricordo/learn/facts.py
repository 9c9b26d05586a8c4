"""Facts that an application states without a conversation. They are reconciled like what is learned from turns."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime

from ricordo.language.filters import holds_secret
from ricordo.learn.learner import MAX_CONTENT_LENGTH, Learner
from ricordo.learn.review import get_memory, retry_on_conflict
from ricordo.learn.working_set import NewStatement, WorkingSet, supersede
from ricordo.values import ConsentError, Memory, MemoryKind, Scope
from ricordo.values.validation import check_choice, check_name, check_strings

FACT_KINDS: tuple[MemoryKind, ...] = ("episodic", "semantic", "profile")

_MAX_VALUE_LENGTH = 4_000
_MAX_TAGS = 256
"""Tags of one memory that facts may add to: those of 16 facts that say the same."""


def _check_fact(fact: Memory) -> None:
    """Raise ``ValueError`` if a fact is too long, does not fit together, or holds a secret."""
    check_choice(fact.kind, "kind", FACT_KINDS)
    if len(fact.content) > MAX_CONTENT_LENGTH:
        raise ValueError(
            f"content has {len(fact.content):,} characters; the limit is {MAX_CONTENT_LENGTH:,}: state one at a time"
        )
    if (fact.field is None) != (fact.value is None):
        raise ValueError("field and value go together: give both, or neither")
    if isinstance(fact.value, list):
        raise ValueError("value is a list; state one value at a time")  # noqa: TRY004  # it is more than one fact
    value = "" if fact.value is None else json.dumps(fact.value, ensure_ascii=False)
    if len(value) > _MAX_VALUE_LENGTH:
        raise ValueError(f"value has {len(value):,} characters as JSON; the limit is {_MAX_VALUE_LENGTH:,}")
    if fact.valid_until is not None and fact.valid_until <= fact.valid_from:
        raise ValueError("valid_until must be later than valid_from, which is now if it is left out")
    name = (fact.field or "").replace("_", " ")
    if any(holds_secret(text) for text in (fact.content, fact.subject or "", value, f"{name}: {value}")):
        raise ValueError("the fact holds a secret, such as a password or the number of a card; secrets are not stored")


async def learn_fact(learner: Learner, fact: Memory, scope: Scope, replaces: Iterable[str]) -> Memory:
    """Reconcile a fact with what is known of the person, and return it as it is stored, or the memory that it repeats.

    Raises:
        ValueError: If the fact is too long, does not fit together, has too many tags, or holds a secret.
        ConsentError: If the person does not allow capture or learning in ``scope``.
        NotFound: If ``replaces`` names a memory that is not there.
    """
    _check_fact(fact)
    ids = [check_name(id, "replaces") for id in check_strings(replaces, "replaces")]
    fact = replace(fact, field=None if fact.field is None else learner.slots.name_of(fact.field))
    consent = await learner.store.consent(scope)
    if not (consent.capture and consent.learning):
        raise ConsentError(f"{'learning' if consent.capture else 'capture'} is off for this scope: nothing was stored")

    async def attempt() -> Memory:
        working_set = learner.open_working_set(fact.scope)
        await working_set.load()
        olds = await _take_out(working_set, ids, fact.valid_from)
        stated = await _state(learner, working_set, fact)
        tags = tuple(sorted({*stated.tags, *fact.tags}))
        if len(tags) > max(_MAX_TAGS, len(stated.tags)):
            raise ValueError(f"the fact is known already, and has {len(stated.tags)} tags; the limit is {_MAX_TAGS}")
        if olds or tags != stated.tags:
            working_set.put(replace(stated, supersedes=(*stated.supersedes, *olds), tags=tags))
        if changes := working_set.changes():
            await learner.store.write(changes)
        return await get_memory(learner.store, fact.scope, stated.id)

    return await retry_on_conflict(attempt)


async def _take_out(working_set: WorkingSet, ids: Sequence[str], when: datetime) -> list[str]:
    """Supersede the memories that a fact replaces. Return their ids, without those that are superseded already."""
    known = {memory.id: memory for memory in working_set.memories()}
    for id in ids:
        if id in known:
            working_set.put(supersede(known[id], when))
        else:
            await get_memory(working_set.store, working_set.scope, id)
    return [id for id in dict.fromkeys(ids) if id in known]


async def _state(learner: Learner, working_set: WorkingSet, fact: Memory) -> Memory:
    """Add a fact to a working set. What is over already changes nothing that is known."""
    (vector,) = await learner.embed([fact.content])
    if fact.valid_until is None or fact.valid_until > fact.created_at:
        return await working_set.reconcile(NewStatement(fact, vector, fact.created_at))
    for memory in working_set.memories():
        if replace(fact, id=memory.id, created_at=memory.created_at, tags=memory.tags) == memory:
            return memory
    working_set.put(fact, vector)
    return fact
