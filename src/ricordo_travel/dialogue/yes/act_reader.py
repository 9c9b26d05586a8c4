"""The reader of requests: a small model that cuts a message into parts, and says what each of them does."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from ricordo_travel.dialogue.models import load_model, load_tokenizer
from ricordo_travel.dialogue.yes.act_labels import ACTS, CONTEXTS

_WINDOW = 60
"""Words that are read at once."""

_MAX_WORDS = 300
"""Words of a message that are read. More than that is part of the last act."""

_MAX_WORD = 40
"""Letters of a word that are read."""

SURE = 0.8
"""Score from which the reader is taken at its word."""

_WORD = re.compile(r"\S+")


@dataclass(frozen=True, slots=True)
class MessagePart:
    """A part of a message.

    Attributes:
        act: What it does, one of `ACTS`.
        text: The part as it was typed.
        score: How sure the reader is, from 0 to 1.
        order: Its place among the parts of its message.
    """

    act: str
    text: str
    score: float = 1.0
    order: int = 0


def read_parts(message: str, context: str) -> list[MessagePart]:
    """Return the parts of a message, in order: one for each run of words that do the same.

    Args:
        message: What the person typed.
        context: What the assistant had just said, one of `CONTEXTS`.
    """
    words = [match.span() for match in _WORD.finditer(message)][:_MAX_WORDS]
    if not words:
        return []
    windows = [words[start : start + _WINDOW] for start in range(0, len(words), _WINDOW)]
    scored = [_score(tuple(message[a:b][:_MAX_WORD] for a, b in window), context) for window in windows]
    acts, begins = (np.concatenate(part) for part in zip(*scored, strict=True))
    path = _decode(acts, begins)
    starts = [at for at in range(len(path)) if at == 0 or path[at] != path[at - 1]]
    parts: list[MessagePart] = []
    for start, end in zip(starts, [*starts[1:], len(path)], strict=True):
        stop = words[end][0] if end < len(words) else len(message)
        score = float(np.exp(_log_softmax(acts[start:end])[:, path[start]]).mean())
        parts.append(MessagePart(ACTS[path[start]], message[words[start][0] : stop].strip(), score))
    return parts


def _decode(acts: Any, begins: Any) -> list[int]:
    """Return the likeliest act of each word. Another act than before costs as much as a new one is unlikely there."""
    logs = _log_softmax(acts)
    best: Any = logs[0]
    back: list[Any] = []
    for at in range(1, len(logs)):
        switched = best.max() - np.logaddexp(0, -begins[at])
        kept = best - np.logaddexp(0, begins[at])
        back.append(np.where(kept >= switched, np.arange(len(best)), best.argmax()))
        best = np.maximum(kept, switched) + logs[at]
    path = [int(best.argmax())]
    for step in reversed(back):
        path.append(int(step[path[-1]]))
    return path[::-1]


def _log_softmax(logits: Any) -> Any:
    shifted = logits - logits.max(1, keepdims=True)
    return shifted - np.log(np.exp(shifted).sum(1, keepdims=True))


def forget_parts() -> None:
    """Empty the cache of messages that were read last."""
    _score.cache_clear()


@lru_cache(maxsize=64)
def _score(words: tuple[str, ...], context: str) -> tuple[Any, Any]:
    """Return the logits of each word: of every act, and of beginning one. A reply reads the same message twice."""
    tokenizer, session = load_tokenizer(), load_model("acts")
    before = tokenizer.encode(CONTEXTS[context], add_special_tokens=False).ids
    text = tokenizer.encode(list(words), is_pretokenized=True, add_special_tokens=False)
    pieces, owners = text.ids[:_MAX_PIECES], text.word_ids[:_MAX_PIECES]
    cls, sep = (tokenizer.token_to_id(name) for name in ("[CLS]", "[SEP]"))
    start = len(before) + 2
    ids = np.array([[cls, *before, sep, *pieces, sep]], np.int64)
    types = np.array([[int(at >= start) for at in range(ids.shape[1])]], np.int64)
    acts, begins = session.run(None, {"input_ids": ids, "token_type_ids": types, "attention_mask": np.ones_like(ids)})
    firsts: dict[int, int] = {}
    for at, word in enumerate(owners):
        firsts.setdefault(word, at + start)
    places = [firsts.get(word, start + len(pieces) - 1) for word in range(len(words))]
    return acts[0, places], begins[0, places]


_MAX_PIECES = 140
"""Word pieces that the model is given beside the context."""
