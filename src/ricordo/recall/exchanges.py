"""Records as hits, with the question that a turn answers and the answer to it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from ricordo.ports.store import Beside, Key, Records
from ricordo.values import Hit, Memory, StoredTurn, Why

_MAX_END = 200
"""Characters at the end of a turn in which a question is looked for."""

_NOTHING, _NO_REASON = Beside(), Why()

_QUESTION_MARK = re.compile("[?\uff1f\u061f\u037e]")


def add_beside(keys: Sequence[Key], beside: Mapping[Key, Beside]) -> list[Key]:
    """Return the keys, and those of the turns beside them, each once."""
    return list(dict.fromkeys([*keys, *(key for pair in beside.values() for key in pair if key is not None)]))


def make_hits(found: Mapping[Key, tuple[float, Why]], beside: Mapping[Key, Beside], records: Records) -> Iterator[Hit]:
    """Yield what was found as hits, in the order given, with their positions and the turns that belong to them."""
    around = {key for pair in beside.values() for key in pair if key is not None and key in records}
    positions = {key: position for position, key in enumerate(sorted(found.keys() | around))}

    def find(key: Key | None, *, is_exchange: bool) -> Hit | None:
        return None if key is None or not is_exchange else _make_hit(key, records, positions[key])

    def read(key: Key | None) -> StoredTurn | Memory | None:
        return None if key is None else records.get(key)

    for key, (score, why) in found.items():
        before, after = beside.get(key, _NOTHING)
        question = find(before, is_exchange=_is_exchange(read(before), records[key]))
        answer = find(after, is_exchange=_is_exchange(records[key], read(after)))
        yield _make_hit(key, records, positions[key], score, why, question, answer)


def _is_exchange(question: StoredTurn | Memory | None, answer: StoredTurn | Memory | None) -> bool:
    """Return whether a turn asks something, and somebody else says the next one."""
    if not isinstance(question, StoredTurn) or not isinstance(answer, StoredTurn) or question.speaker == answer.speaker:
        return False
    return _QUESTION_MARK.search(question.text[-_MAX_END:]) is not None


def _make_hit(
    key: Key,
    records: Records,
    position: int,
    score: float = 0.0,
    why: Why = _NO_REASON,
    question: Hit | None = None,
    answer: Hit | None = None,
) -> Hit:
    """Return a record that was read as a hit, with the words of it that no longer hold."""
    record = records[key]
    if isinstance(record, StoredTurn):
        return Hit(
            id=record.id,
            kind="turn",
            text=record.text,
            score=score,
            why=why,
            occurred_at=record.occurred_at,
            evidence=(),
            scope=record.scope,
            speaker=record.speaker,
            role=record.role,
            outdated=records.outdated.get(key, ()),
            tags=record.tags,
            position=position,
            question=question,
            answer=answer,
        )
    return Hit(
        id=record.id,
        kind=record.kind,
        text=record.content,
        score=score,
        why=why,
        occurred_at=record.valid_from,
        evidence=record.evidence,
        scope=record.scope,
        speaker=record.source,
        state=record.state,
        outdated=records.outdated.get(key, ()),
        tags=record.tags,
        position=position,
    )
