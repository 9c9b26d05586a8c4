"""Turns and memories as columns of a database, and back."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from ricordo.language.documents import TurnLike, dense_memory, dense_text
from ricordo.ports.changes import Embedded
from ricordo.ports.store import SpokenText
from ricordo.stores.common.codes import KIND_CODES, SOURCE_CODES, STATE_CODES, STORED_SOURCES
from ricordo.stores.common.times import FOREVER, from_micros, to_micros
from ricordo.values import MEMORY_KINDS, ROLES, STATES, Evidence, Memory, Scope, StoredTurn

Record = StoredTurn | Memory

MemoryText = tuple[str, str, str | None, str | None, str | None, bool, str | None, str | None]
"""The columns of a memory that say what it states: id, content, field, value as JSON, subject, negated, maker and its
own tags. Tags of the turns that it rests on are not stored again, so that they go with these turns."""


class MemoryCodes(Protocol):
    """The columns of a memory that hold numbers. ``voice`` is its source."""

    @property
    def kind(self) -> int: ...
    @property
    def voice(self) -> int: ...
    @property
    def state(self) -> int: ...
    @property
    def starts(self) -> int: ...
    @property
    def ends(self) -> int: ...
    @property
    def recorded(self) -> int: ...


def encode_text(memory: Memory) -> MemoryText:
    """Return the columns of ``memory`` that say what it states."""
    value = None if memory.value is None else json.dumps(memory.value, ensure_ascii=False)
    about = (memory.subject, memory.negated, memory.maker)
    return memory.id, memory.content, memory.field, value, *about, encode_tags(memory.tags)


def encode_tags(tags: Sequence[str]) -> str | None:
    """Return tags as one text; None if there are none."""
    return " ".join(tags) or None


def decode_tags(text: str | None) -> tuple[str, ...]:
    """Return the tags in a text of `encode_tags`."""
    return tuple(text.split(" ")) if text else ()


def without_inherited_tags(memory: Memory, inherited: Iterable[str | None]) -> Memory:
    """Return a memory with those of its tags that no turn has that it rests on.

    Args:
        memory: The memory.
        inherited: The tags of these turns, as they are stored.
    """
    if not memory.tags:
        return memory
    return replace(memory, tags=tuple(sorted(set(memory.tags).difference(*map(decode_tags, inherited)))))


def encode_numbers(memory: Memory) -> tuple[int, ...]:
    """Return the columns of ``memory`` that hold numbers: kind, voice, state, starts, ends and recorded."""
    return (
        KIND_CODES[memory.kind],
        SOURCE_CODES[memory.source],
        STATE_CODES[memory.state],
        to_micros(memory.valid_from),
        to_micros(memory.valid_until) if memory.valid_until else FOREVER,
        to_micros(memory.created_at),
    )


def decode_memory(
    codes: MemoryCodes,
    text: MemoryText,
    scope: Scope,
    *,
    evidence: tuple[Evidence, ...],
    inherited: Iterable[str | None],
    supersedes: tuple[str, ...],
    superseded_by: str | None,
) -> Memory:
    """Return the memory that is stored in these columns; ``inherited`` are the tags of the turns that it rests on."""
    id, content, field, value, subject, negated, maker, tags = text
    return Memory(
        id=id,
        kind=MEMORY_KINDS[codes.kind - 1],
        content=content,
        scope=scope,
        created_at=from_micros(codes.recorded),
        valid_from=from_micros(codes.starts),
        valid_until=None if codes.ends == FOREVER else from_micros(codes.ends),
        state=STATES[codes.state],
        source=STORED_SOURCES[codes.voice],
        evidence=evidence,
        supersedes=supersedes,
        superseded_by=superseded_by,
        field=field,
        value=None if value is None else json.loads(value),
        subject=subject,
        negated=bool(negated),
        maker=maker,
        tags=tuple(tag for known in (tags, *inherited) for tag in decode_tags(known)),
    )


def decode_turn(
    text: tuple[str, str | None, str, str | None], scope: Scope, *, voice: int, starts: int, recorded: int
) -> StoredTurn:
    """Return the turn that is stored in these columns; ``text`` is its id, its author, what was said, and its tags."""
    id, author, said, tags = text
    times = from_micros(starts), from_micros(recorded)
    return StoredTurn(id, ROLES[voice], said, author, *times, scope, decode_tags(tags))


def decode_spoken(author: str | None, voice: int, text: str) -> SpokenText:
    """Return the speaker and the text of the turn that is stored in these columns."""
    return SpokenText(author or ROLES[voice], text)


def embedding_text(record: Record, previous: TurnLike | None) -> str:
    """Return the text of a turn or a memory that an embedder is given; ``previous`` is the turn before a turn."""
    return dense_text(record, previous) if isinstance(record, StoredTurn) else dense_memory(record.content)


def matching_vectors(
    embedded: Embedded | None, positions: Mapping[int, int], texts: Mapping[int, str]
) -> dict[int, NDArray[np.float32]]:
    """Return the vectors of a change by the number of their document, without those of another text.

    Args:
        embedded: The vectors of the change.
        positions: The position in the change of each document that is new.
        texts: The text of each that an embedder is given, now that the turn before it is known.
    """
    if embedded is None:
        return {}
    return {
        number: embedded.rows[position]
        for number, position in positions.items()
        if position in embedded.rows and (embedded.texts is None or embedded.texts[position] == texts[number])
    }
