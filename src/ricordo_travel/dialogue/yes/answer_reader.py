"""The reader of answers: a small model that says what a message does to each thing that waits for a yes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ricordo_travel.dialogue.models import load_model, load_tokenizer
from ricordo_travel.dialogue.yes.answer_labels import MAX_ANSWER, MAX_BEFORE, lay_out
from ricordo_travel.proposals import Proposal


@dataclass(frozen=True, slots=True)
class AnswerScores:
    """How sure the reader is that a message does something to a proposal, each from 0 to 1.

    Attributes:
        yes: It agrees, and a careful clerk would not ask back.
        asks: It agrees, and asks something about the thing itself.
        no: It refuses.
    """

    yes: float
    asks: float
    no: float


NOTHING = AnswerScores(0.0, 0.0, 0.0)


def score_answer(message: str, proposals: Sequence[Proposal]) -> list[AnswerScores]:
    """Return what a message does to each of some proposals. One that is too long to be read in full agrees to none."""
    tokenizer = load_tokenizer()
    answer = tokenizer.encode(message, add_special_tokens=False).ids
    if not answer or len(answer) > MAX_ANSWER:
        return [NOTHING for _ in proposals]
    lines = [f"book {each.text}" if each.action == "book" else each.text for each in proposals]
    return [_score(answer, lay_out(line, lines[:place] + lines[place + 1 :])) for place, line in enumerate(lines)]


def _score(answer: Sequence[int], before: str) -> AnswerScores:
    tokenizer = load_tokenizer()
    waiting = tokenizer.encode(before, add_special_tokens=False).ids[:MAX_BEFORE]
    cls, sep = (tokenizer.token_to_id(name) for name in ("[CLS]", "[SEP]"))
    ids = np.array([[cls, *waiting, sep, *answer, sep]], np.int64)
    types: Any = np.array([[int(place >= len(waiting) + 2) for place in range(ids.shape[1])]], np.int64)
    given: Any = {"input_ids": ids, "token_type_ids": types, "attention_mask": np.ones_like(ids)}
    logits: Any = load_model("answers").run(None, given)[0][0]
    chances = np.exp(logits - logits.max())
    yes, asks, no, _ = (float(chance) for chance in chances / chances.sum())
    return AnswerScores(yes, asks, no)
