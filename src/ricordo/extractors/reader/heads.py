"""The small layers on top of the encoder, computed with numpy.

The reader's tags propose where a statement begins and ends, and a head decides on each of the best word spans. For a
chosen span they tell its slot, how it holds, whose it is, and where its value and its subject stand. The judge's layers
compare the two texts that the encoder was given.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from ricordo.extractors.reader.encoding import Encoding
from ricordo.ports.judge import Relation, Support

Floats = NDArray[np.float32]
How = Literal["holds", "ended", "hedged", "planned", "negated", "wish"]

# The order is in the weights: see `training/labels.py`.
SLOTS = (
    "name", "age", "birthday", "home", "origin", "work", "employer", "studies", "family", "pets", "likes",
    "preferences", "dislikes", "diet", "allergies", "budget", "travellers", "trip_length", "travel_style",
    "visited", "plans", "languages", "possessions", "activities", "health", "traits", None,
)  # fmt: skip
HOWS: tuple[How, ...] = ("holds", "ended", "hedged", "planned", "negated", "wish")
RELATIONS: tuple[Relation, ...] = ("same", "finer", "replaces", "ends", "independent")
SUPPORT: tuple[Support, ...] = ("yes", "no", "opposite")

_MIN_ENDPOINTS, _MIN_CANDIDATES = 14, 40
"""Starts and ends that are combined, and spans that are looked at, in a short text. A longer one has more of both."""

_WORDS_PER_ENDPOINT = 3
_MAX_SPAN = 40
"""Pieces of the longest statement."""

_MAX_PRODUCT, _MAX_DEPTH = 260_000, 384
"""Multiplications of one matrix product, and the length of the rows that it takes at once."""

_MAX_POINTED = 14
"""Pieces of the longest value or subject."""

_SAME_SPAN = 0.5
"""The share of pieces from which on two spans are the same statement."""


@dataclass(frozen=True, slots=True)
class Marked:
    """A span that the reader takes for a statement.

    Attributes:
        first: Position of its first piece in the encoding.
        last: Position of its last piece.
        score: How sure the reader is that it is a statement, and of how and whose it is.
        slot: The slot that it is about, if any, with `slot_score`.
        other_slot: The next likely slot: a clause may hold two facts. With `other_slot_score`.
        how: Whether it holds, has ended, is planned and so on.
        is_other: Whether it is about somebody else.
        value: Positions of the value, with `value_score`.
        subject: Positions of whoever it is about.
    """

    first: int
    last: int
    score: float
    slot: str | None
    slot_score: float
    other_slot: str | None
    other_slot_score: float
    how: How
    is_other: bool
    value: tuple[int, int]
    value_score: float
    subject: tuple[int, int]


class Heads:
    """The layers, from the arrays that training wrote."""

    def __init__(self, arrays: Mapping[str, NDArray[np.float16]]) -> None:
        self._weights = {name: np.ascontiguousarray(array, np.float32) for name, array in arrays.items()}

    def mark(self, hidden: Floats, encoding: Encoding, *, floor: float) -> list[Marked]:
        """Return the statements in a text whose score is at least `floor`, in the order in which they stand there."""
        scores = _log_sigmoid(self._linear(hidden, "tags"))
        spans = _propose(encoding, scores)
        if not spans:
            return []
        vectors = self._represent(hidden, spans)
        proposed = np.exp([(scores[first, 0] + scores[last, 1]) / 2 for first, last in spans])
        found = np.sqrt(_sigmoid(self._linear(vectors, "statement")[:, 0]) * proposed)
        hows, others = _softmax(self._linear(vectors, "how")), _sigmoid(self._linear(vectors, "other")[:, 0])
        sure = found * np.sqrt(hows.max(1) * np.maximum(others, 1 - others))
        kept = [at for at in _without_overlaps(spans, found) if sure[at] >= floor]
        if not kept:
            return []
        slots = _softmax(self._linear(vectors[kept], "slot"))
        pointed = _log_softmax(self._point(hidden, vectors[kept], [spans[at] for at in kept]))
        marked: list[Marked] = []
        for row, at in enumerate(kept):
            value, value_score = _best_range(pointed[row, :, 0], pointed[row, :, 1])
            subject, _ = _best_range(pointed[row, :, 2], pointed[row, :, 3])
            other, slot = sorted(range(len(SLOTS)), key=slots[row].tolist().__getitem__)[-2:]
            marked.append(
                Marked(
                    *spans[at], float(sure[at]), SLOTS[slot], float(slots[row, slot]), SLOTS[other],
                    float(slots[row, other]), HOWS[int(hows[at].argmax())], bool(others[at] > 0.5), value, value_score,
                    subject,
                )
            )  # fmt: skip
        return sorted(marked, key=lambda span: span.first)

    def relate(self, hidden: Floats) -> dict[Relation, float]:
        """Return the probability of each relation of the second text to the first."""
        return dict(zip(RELATIONS, self._judge(hidden, "relation"), strict=True))

    def check(self, hidden: Floats) -> dict[Support, float]:
        """Return the probability that the first text supports the second, does not, or says the opposite."""
        return dict(zip(SUPPORT, self._judge(hidden, "support"), strict=True))

    def _judge(self, hidden: Floats, name: str) -> list[float]:
        pooled = np.concatenate([hidden[0], hidden.mean(0)])[None]
        inner = _gelu(self._linear(pooled, f"{name}_inner", "judge"))
        return _softmax(self._linear(inner, name, "judge"))[0].tolist()

    def _linear(self, given: Floats, name: str, part: str = "reader") -> Floats:
        return _multiply(given, self._weights[f"{part}.{name}.weight"].T) + self._weights[f"{part}.{name}.bias"]

    def _represent(self, hidden: Floats, spans: Sequence[tuple[int, int]]) -> Floats:
        """Return a vector for each span: its ends, its mean, the whole turn, and its length."""
        first, last = np.array(spans).T
        sums = np.vstack([np.zeros((1, hidden.shape[1]), np.float32), hidden.cumsum(0)])
        width = last - first + 1
        mean = (sums[last + 1] - sums[first]) / width[:, None].astype(np.float32)
        widths = self._weights["reader.widths.weight"]
        bucket = np.minimum((np.log2(width.astype(np.float32)) * 2).astype(int), len(widths) - 1)
        whole = np.repeat(hidden[:1], len(spans), axis=0)
        return _gelu(self._linear(np.hstack([hidden[first], hidden[last], mean, whole, widths[bucket]]), "span"))

    def _point(self, hidden: Floats, vectors: Floats, spans: Sequence[tuple[int, int]]) -> Floats:
        """Return for each span and piece how likely its value and its subject begin and end there."""
        places = np.arange(len(hidden))[None]
        first, last = np.array(spans).T[..., None]
        inside = self._weights["reader.pointer_inside.weight"][((places >= first) & (places <= last)).astype(int)]
        mixed = self._linear(hidden, "pointer_hidden")[None] + self._linear(vectors, "pointer_span")[:, None] + inside
        return self._linear(np.tanh(mixed), "pointer")


def _multiply(one: Floats, other: Floats) -> Floats:
    """Return a matrix product, in parts so small that BLAS computes each in this thread.

    It would divide a larger one among all cores and wait for them, which takes many times as long if they are busy.
    """
    inner, columns = other.shape
    rows = one.reshape(-1, inner)
    if rows.size * columns <= _MAX_PRODUCT:
        return one @ other
    depth = min(inner, _MAX_DEPTH)
    height = max(1, _MAX_PRODUCT // (depth * columns))
    product = np.zeros((len(rows), columns), np.float32)
    for left in range(0, inner, depth):
        factor = other[left : left + depth]
        for top in range(0, len(rows), height):
            product[top : top + height] += rows[top : top + height, left : left + depth] @ factor
    return product.reshape(*one.shape[:-1], columns)


def _propose(encoding: Encoding, scores: Floats) -> list[tuple[int, int]]:
    """Return the word spans with the highest start and end scores, best first."""
    offset, words = encoding.text_start, len(encoding.word_starts)
    endpoints, candidates = max(_MIN_ENDPOINTS, words // _WORDS_PER_ENDPOINT), max(_MIN_CANDIDATES, words)
    starts = sorted((offset + piece for piece in encoding.word_starts), key=lambda at: -scores[at, 0])[:endpoints]
    ends = sorted((offset + piece for piece in encoding.word_ends), key=lambda at: -scores[at, 1])[:endpoints]
    spans = [
        (scores[start, 0] + scores[end, 1], (start, end))
        for start in starts
        for end in ends
        if start <= end < start + _MAX_SPAN
    ]
    return [span for _, span in sorted(spans, reverse=True)[:candidates]]


def _without_overlaps(spans: Sequence[tuple[int, int]], scores: Floats) -> list[int]:
    """Return the places of the best spans; of spans that overlap much or lie inside each other, the best one."""
    kept: list[int] = []
    for at in sorted(range(len(spans)), key=lambda at: -scores[at]):
        if all(not _are_rivals(spans[at], spans[other]) for other in kept):
            kept.append(at)
    return kept


def _are_rivals(one: tuple[int, int], other: tuple[int, int]) -> bool:
    shared = min(one[1], other[1]) - max(one[0], other[0]) + 1
    if shared <= 0:
        return False
    lengths = one[1] - one[0] + 1, other[1] - other[0] + 1
    return shared == min(lengths) or shared / (sum(lengths) - shared) >= _SAME_SPAN


def _best_range(starts: Floats, ends: Floats) -> tuple[tuple[int, int], float]:
    """Return the most likely short range, from its most likely start or its most likely end, and its probability."""
    first = int(starts.argmax())
    last = first + int(ends[first : first + _MAX_POINTED].argmax())
    other_last = int(ends.argmax())
    low = max(0, other_last - _MAX_POINTED + 1)
    other_first = low + int(starts[low : other_last + 1].argmax())
    ranges = [(first, last), (other_first, other_last)]
    score, best = max(((starts[a] + ends[b]) / 2, (a, b)) for a, b in ranges)
    return best, float(np.exp(score))


def _sigmoid(values: Floats) -> Floats:
    return (1 / (1 + np.exp(-values))).astype(np.float32)


def _log_sigmoid(values: Floats) -> Floats:
    return -np.logaddexp(0, -values)


def _log_softmax(values: Floats) -> Floats:
    """Normalise over pieces, the second axis."""
    return values - np.logaddexp.reduce(values, axis=1, keepdims=True)


def _softmax(values: Floats) -> Floats:
    raised = np.exp(values - values.max(-1, keepdims=True))
    return raised / raised.sum(-1, keepdims=True)


def _gelu(values: Floats) -> Floats:
    return 0.5 * values * (1 + np.tanh(0.7978845608 * (values + 0.044715 * values**3)))
