"""The reader of things: a small model that says what a message does to each offer, booking or note that it may mean."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from ricordo_travel.dialogue.models import load_model, load_tokenizer
from ricordo_travel.dialogue.things import Candidate, describe_things

DEEDS = ("choose", "set aside", "ask", "change", "cancel", "keep", "erase", "correct", "nothing")
"""What a message can do to a thing."""

MAX_THING = 170
"""Word pieces of a description that are read."""

MAX_MESSAGE = 140
"""Word pieces of a message that are read."""

_BATCH = 16


def read_deeds(message: str, things: Sequence[Candidate]) -> list[dict[str, float]]:
    """Return how likely it is that a message does each of `DEEDS` to each thing. A very long message does nothing."""
    rows = _read_scores(" ".join(message.split()), tuple(describe_things(things)))
    return [dict(zip(DEEDS, row, strict=True)) for row in rows]


def forget_messages() -> None:
    """Empty the cache of messages that were read last."""
    _read_scores.cache_clear()


def find_things(message: str, things: Sequence[Candidate], deed: str, at_least: float = 0.5) -> list[Candidate]:
    """Return the things to which a message does something, one of `DEEDS`."""
    scored = zip(things, read_deeds(message, things), strict=True)
    return [thing for thing, scores in scored if scores[deed] >= at_least]


@lru_cache(maxsize=64)
def _read_scores(message: str, described: tuple[str, ...]) -> list[tuple[float, ...]]:
    """Return the scores of each thing. A reply reads the same message again and again."""
    text = load_tokenizer().encode(message, add_special_tokens=False).ids
    if not text or len(text) > MAX_MESSAGE:
        return [tuple(float(deed == "nothing") for deed in DEEDS) for _ in described]
    rows = [encode(each, text) for each in described]
    scores = [row for at in range(0, len(rows), _BATCH) for row in _score(rows[at : at + _BATCH])]
    return [tuple(map(float, row)) for row in scores]


def encode(described: str, text: Sequence[int]) -> tuple[list[int], int]:
    """Return the word pieces of a thing and of a message, and where the message begins."""
    tokenizer = load_tokenizer()
    thing = tokenizer.encode(described, add_special_tokens=False).ids[:MAX_THING]
    cls, sep = (tokenizer.token_to_id(name) for name in ("[CLS]", "[SEP]"))
    return [cls, *thing, sep, *text, sep], len(thing) + 2


def _score(rows: Sequence[tuple[list[int], int]]) -> Any:
    length = max(len(ids) for ids, _ in rows)
    ids, types, mask = (np.zeros((len(rows), length), np.int64) for _ in range(3))
    for place, (pieces, start) in enumerate(rows):
        ids[place, : len(pieces)] = pieces
        types[place, start : len(pieces)] = 1
        mask[place, : len(pieces)] = 1
    given: Any = {"input_ids": ids, "token_type_ids": types, "attention_mask": mask}
    logits: Any = load_model("things").run(None, given)[0]
    chances = np.exp(logits - logits.max(1, keepdims=True))
    return chances / chances.sum(1, keepdims=True)
