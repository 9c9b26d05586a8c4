"""The model of the reader and the judge: one encoder in ONNX, heads in numpy, and texts of any length in windows."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from itertools import islice
from threading import Lock
from typing import Any

import numpy as np

from ricordo.extractors.reader.encoding import Encoding, encode_pair, encode_turn
from ricordo.extractors.reader.heads import Heads, How, Marked
from ricordo.ports.judge import Relation, Support

_WINDOW_CHARACTERS = 300
"""Characters of a text that are read at once: about 75 word pieces of English."""

_MAX_WINDOWS = 60
"""Windows of one turn that are read, some 18,000 characters: who says more at once is pasting something."""

_MAX_COMPARED = 2_000
"""Characters of each of two texts that are compared: more than fit are never needed."""

_SENTENCE = re.compile(r"(?s:(?=.))[^.!?\n]{0,300}[.!?\n]{0,9}\s{0,9}")


@dataclass(frozen=True, slots=True)
class Assertion:
    """Something that a person said, as the reader marked it.

    Attributes:
        quote: The words, letter for letter.
        start: Where they begin in the text.
        score: How sure the reader is.
        slot: What it is about, if any slot fits, with `slot_score`.
        other_slot: What else it may be about, with `other_slot_score`.
        value: The words that are the slot's value, with `value_score`.
        how: Whether it holds, has ended, is planned and so on.
        subject: Whom it is about as named in the text; None for the person.
    """

    quote: str
    start: int
    score: float
    slot: str | None
    slot_score: float
    value: str
    value_score: float
    how: How
    subject: str | None
    other_slot: str | None = None
    other_slot_score: float = 0.0

    @property
    def end(self) -> int:
        """Where the words end in the text."""
        return self.start + len(self.quote)


class ReaderModel:
    """Loads the bundled weights with the first text. Safe to use from several threads."""

    def __init__(self) -> None:
        self._loading = Lock()

    def read(self, text: str, before: str = "", *, own: str | None = None, floor: float = 0.5) -> list[Assertion]:
        """Return the statements in a text.

        Args:
            text: The text.
            before: What was said just before it, on one line.
            own: The text with everything blanked that need not be read; windows without any of it are skipped.
            floor: The least score of a statement.
        """
        tokenizer, session, heads = self._load()
        statements: list[Assertion] = []
        windows = ((at, window) for at, window in _windows(text) if (own or text)[at : at + len(window)].strip())
        for start, window in islice(windows, _MAX_WINDOWS):
            context = before if start == 0 else f"user: {text[max(0, start - 200) : start]}"
            encoding = encode_turn(tokenizer, window, context)
            if encoding.offsets:
                hidden = _run(session, encoding.ids, encoding.text_start)
                statements += [_locate(marked, encoding, start) for marked in heads.mark(hidden, encoding, floor=floor)]
        return statements

    def relate(self, earlier: str, later: str) -> dict[Relation, float]:
        """Return the probability of each relation of a later statement to an earlier one."""
        tokenizer, session, heads = self._load()
        return heads.relate(_run(session, *encode_pair(tokenizer, earlier[:_MAX_COMPARED], later[:_MAX_COMPARED])))

    def check(self, words: str, content: str, context: str = "") -> dict[Support, float]:
        """Return the probability that words support a statement, do not support it, or say the opposite."""
        tokenizer, session, heads = self._load()
        first = f"{context[-_MAX_COMPARED:]} | {words[:_MAX_COMPARED]}"
        return heads.check(_run(session, *encode_pair(tokenizer, first, content[:_MAX_COMPARED])))

    def _load(self) -> tuple[Any, Any, Heads]:
        with self._loading:
            return self._tokenizer, self._session, self._heads

    @cached_property
    def _session(self) -> Any:
        import onnxruntime

        options: Any = onnxruntime.SessionOptions()  # type: ignore[attr-defined]  # it has no types
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.log_severity_level = 3
        path = files("ricordo.extractors.reader").joinpath("weights", "reader.onnx")
        return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])

    @cached_property
    def _heads(self) -> Heads:
        with np.load(str(files("ricordo.extractors.reader").joinpath("weights", "heads.npz"))) as arrays:
            return Heads({name: arrays[name] for name in arrays.files})

    @cached_property
    def _tokenizer(self) -> Any:
        from tokenizers import Tokenizer

        tokenizer = Tokenizer.from_file(str(files("ricordo.embedding").joinpath("gte_small", "tokenizer.json")))
        tokenizer.no_truncation()
        tokenizer.no_padding()
        return tokenizer


def _run(session: Any, pieces: list[int], text_start: int) -> Any:
    ids = np.array([pieces], np.int64)
    types = (np.arange(len(pieces)) >= text_start).astype(np.int64)[None]
    feed = {"input_ids": ids, "token_type_ids": types, "attention_mask": np.ones_like(ids)}
    return session.run(None, feed)[0][0]


def _windows(text: str) -> Iterator[tuple[int, str]]:
    """Yield a text in pieces that the model can read, cut where sentences end, each with its place."""
    start = 0
    for sentence in _SENTENCE.finditer(text):
        if sentence.end() - start > _WINDOW_CHARACTERS and sentence.start() > start:
            yield start, text[start : sentence.start()]
            start = sentence.start()
    if start < len(text):
        yield start, text[start:]


def _locate(marked: Marked, encoding: Encoding, start: int) -> Assertion:
    first, last = (encoding.offsets[at - encoding.text_start] for at in (marked.first, marked.last))
    begin = first[0] - (first[0] > 0 and encoding.text[first[0] - 1] in "$€£¥")  # "$" is part of "$2,000"
    return Assertion(
        quote=encoding.text[begin : last[1]],
        start=start + begin,
        score=marked.score,
        slot=marked.slot,
        slot_score=marked.slot_score,
        value=encoding.words_at(*marked.value),
        value_score=marked.value_score,
        how=marked.how,
        subject=encoding.words_at(*marked.subject) if marked.is_other else None,
        other_slot=marked.other_slot,
        other_slot_score=marked.other_slot_score,
    )
