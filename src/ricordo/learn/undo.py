"""Undo of ``confirm``, ``reject`` and ``correct``, as long as the memory has not changed since.

An ``UndoStep`` holds ids and states and no content, so it can be given to a browser. Outside of this module it is an
opaque text, see ``encode_step``.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field, fields, replace
from datetime import datetime
from typing import Any, Literal, cast, get_args

from ricordo.learn.learner import Learner
from ricordo.learn.review import get_memory
from ricordo.learn.working_set import OPEN_STATES, WorkingSet
from ricordo.ports.changes import Erase
from ricordo.ports.paging import read_memories
from ricordo.ports.store import Store, View
from ricordo.values import STATES, ConcurrentUpdate, Memory, Scope, State

Verb = Literal["confirm", "reject", "correct"]

_ALL_STATES = frozenset(STATES)
_MAX_STEP = 1_000_000
"""Characters of an encoded step; what is longer was not made here."""


@dataclass(frozen=True, slots=True)
class UndoStep:
    """The data that is needed to undo a review of a memory.

    Attributes:
        verb: The review that is undone.
        id: The id of the memory.
        state: The state of the memory before the review.
        digest: A digest of the memory after the review, to notice later changes.
        others: The states that other memories had, by id: those that the review superseded or, if it was ``reject``,
            restored.
        copy: The id of the memory in which ``correct`` kept the old content.
        ends: The times at which the memories had ended that ``reject`` restored, by id.
        maker: The maker of the memory before ``reject``.
    """

    verb: Verb
    id: str
    state: State
    digest: str
    others: Mapping[str, State] = field(default_factory=dict[str, State])
    copy: str | None = None
    ends: Mapping[str, str] = field(default_factory=dict[str, str])
    maker: str | None = None


_NAMES = {item.name for item in fields(UndoStep)}


@dataclass(frozen=True, slots=True)
class ReviewSnapshot:
    """A memory before a review, and the states of all open memories at that time."""

    memory: Memory
    open: Mapping[str, State]
    ends: Mapping[str, str]

    def make_undo_step(self, verb: Verb, after: Memory) -> UndoStep | None:
        """Return the step that undoes the review; None if it changed nothing or cannot be undone."""
        if after == self.memory or self.memory.state == "superseded" or self.memory.valid_until is not None:
            return None
        before, now = set(self.memory.supersedes), set(after.supersedes)
        if verb == "reject":
            restored: dict[str, State] = dict.fromkeys(sorted(before - now), "superseded")
            ends = {id: end for id, end in self.ends.items() if id in restored}
            return UndoStep(
                verb, after.id, self.memory.state, _digest(after), restored, ends=ends, maker=self.memory.maker
            )
        superseded: dict[str, State] = {id: self.open[id] for id in sorted(now - before) if id in self.open}
        copy = next((id for id in now - before if id not in self.open), None)
        return UndoStep(verb, after.id, self.memory.state, _digest(after), superseded, copy)


def encode_step(step: UndoStep | None) -> str | None:
    """Return ``step`` as an opaque text that ``decode_step`` reads; None stays None."""
    if step is None:
        return None
    return base64.urlsafe_b64encode(json.dumps(asdict(step), separators=(",", ":")).encode()).decode().rstrip("=")


def decode_step(text: str) -> UndoStep:
    """Return the step that ``encode_step`` made ``text`` of.

    Raises:
        TypeError: If ``text`` is not a string.
        ValueError: If it was not made by ``encode_step``.
    """
    if not isinstance(text, str):  # pyright: ignore[reportUnnecessaryIsInstance]  # callers are not all type-checked
        raise TypeError(f"undo must be a string, not {type(text).__name__}")  # pyright: ignore[reportUnreachable]
    parts: Any = None
    if len(text) <= _MAX_STEP:
        with suppress(binascii.Error, ValueError, RecursionError):
            parts = json.loads(base64.urlsafe_b64decode(text.encode("ascii") + b"=" * (-len(text) % 4)))
    if not _is_step(parts):
        raise ValueError("undo is not a text that confirm, reject or correct gave out")
    return UndoStep(**parts)


def _is_step(value: Any) -> bool:
    """Return whether ``value`` holds the parts of an `UndoStep`, with the types that `encode_step` writes."""
    if not isinstance(value, dict) or set(cast("dict[str, Any]", value)) != _NAMES:
        return False
    parts = cast("dict[str, Any]", value)
    if not isinstance(parts["others"], dict) or not isinstance(parts["ends"], dict):
        return False
    others, ends = cast("dict[str, Any]", parts["others"]), cast("dict[str, Any]", parts["ends"])
    given = [parts[name] for name in ("copy", "maker") if parts[name] is not None]
    texts = [parts["id"], parts["digest"], *ends.values(), *given]
    return (
        parts["verb"] in get_args(Verb)
        and all(isinstance(text, str) for text in texts)
        and all(state in STATES for state in (parts["state"], *others.values()))
        and all(map(_is_time, ends.values()))
    )


def _is_time(text: str) -> bool:
    try:
        return datetime.fromisoformat(text).tzinfo is not None
    except ValueError:
        return False


async def take_snapshot(store: Store, scope: Scope, id: str) -> ReviewSnapshot:
    """Return a snapshot of the memory ``id``, to be taken before a review."""
    memory = await get_memory(store, scope, id)
    view = View(memory.scope, states=OPEN_STATES)
    states: dict[str, State] = {other.id: other.state async for other in read_memories(store, view)}
    superseded = await _load_memories(store, memory.scope, memory.supersedes)
    ends = {old.id: old.valid_until.isoformat() for old in superseded if old.valid_until}
    return ReviewSnapshot(memory, states, ends)


async def revert(learner: Learner, scope: Scope, step: UndoStep) -> Memory:
    """Undo a review and return the memory as it was before.

    Raises:
        ConcurrentUpdate: If the memory has changed since, or a memory that belongs to the step was forgotten.
        NotFound: If there is no such memory in ``scope``.
    """
    memory = await get_memory(learner.store, scope, step.id)
    if _digest(memory) != step.digest:
        raise ConcurrentUpdate("the memory has changed since, so this can no longer be undone")
    ids = [*step.others, *([step.copy] if step.copy else [])]
    found = {item.id: item for item in await _load_memories(learner.store, memory.scope, ids)}
    if len(found) != len(ids):
        raise ConcurrentUpdate("a memory that belongs to this step was forgotten since, so it can no longer be undone")
    working_set = learner.open_working_set(memory.scope)
    if step.verb == "reject":
        for id in step.others:
            until = datetime.fromisoformat(step.ends[id]) if id in step.ends else memory.valid_from
            working_set.put(replace(found[id], state="superseded", valid_until=until), stored=found[id])
        links = (*memory.supersedes, *step.others)
        working_set.put(replace(memory, state=step.state, supersedes=links, maker=step.maker), stored=memory)
    else:
        await _restore(learner, working_set, memory, found[step.copy] if step.copy else memory, step)
        for id, state in step.others.items():
            working_set.put(replace(found[id], state=state, valid_until=None, superseded_by=None), stored=found[id])
    copies = [Erase(memory.scope, (step.copy,))] if step.copy else []
    await learner.store.write([*working_set.changes(), *copies])
    return await get_memory(learner.store, scope, step.id)


async def _restore(learner: Learner, working_set: WorkingSet, memory: Memory, original: Memory, step: UndoStep) -> None:
    """Put ``memory`` back to the content of ``original``, with the state that it had before the review."""
    (vector,) = await learner.embed([original.content])
    removed = {step.copy, *step.others}
    kept = tuple(id for id in (*original.supersedes, *memory.supersedes) if id not in removed)
    before = replace(original, id=memory.id, state=step.state, valid_until=None, superseded_by=None)
    working_set.put(replace(before, supersedes=tuple(dict.fromkeys(kept))), vector, stored=memory)


async def _load_memories(store: Store, scope: Scope, ids: Sequence[str]) -> list[Memory]:
    return [item for _, item in await store.memories(View(scope, states=_ALL_STATES), ids=ids)] if ids else []


def _digest(memory: Memory) -> str:
    return hashlib.sha256(repr(memory).encode()).hexdigest()[:32]
