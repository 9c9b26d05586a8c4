"""Reading text takes linear time, whatever somebody sends: twice the text takes about twice the time."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, date, datetime, timedelta
from itertools import count
from typing import Literal

import pytest
from pydantic import BaseModel

from ricordo import Ricordo, Scope, Turn
from ricordo.extractors.reader.english import is_english
from ricordo.extractors.reader.extractor import find_candidates
from ricordo.extractors.reader.summary import find_sentences
from ricordo.language.calendar import date_in, follows_from
from ricordo.language.clauses import clauses_around, split_clauses
from ricordo.language.documents import dense_memory, dense_text, turn_terms
from ricordo.language.filters import (
    claims_authority,
    describes_user,
    find_secret_words,
    forbids_saving,
    gives_orders,
    holds_secret,
    mask_secrets,
    own_words,
    remove_unsafe_sentences,
    repeats_secret,
)
from ricordo.language.filters.orders import find_takeover
from ricordo.language.mood import asks_for_fiction, is_hypothetical, is_over, tells_wish
from ricordo.language.numbers import duration_in, numbers, speaks_of_time
from ricordo.language.people import headcount
from ricordo.language.quotes import locate, locate_own
from ricordo.language.slots import slot_name
from ricordo.language.words import fold, stem, terms, terms_and_words
from ricordo.learn.coercion import FieldMismatch, coerce
from ricordo.learn.evidence import verify_candidate
from ricordo.learn.heard import Hearing
from ricordo.learn.reconcile import is_same_value
from ricordo.learn.subjects import is_about_another
from ricordo.learn.support import SourceText
from ricordo.ports.extractor import Candidate
from ricordo.recall.outdated import is_spent
from ricordo.recall.question import read
from ricordo.recall.times import periods
from ricordo.testing import HashEmbedder
from ricordo.testing.samples import turn
from ricordo.values import Evidence, Outdated
from ricordo.values.validation import MAX_TEXT

ALICE = Scope(user="alice")
NOW = datetime(2026, 5, 1, tzinfo=UTC)

SIZES = (MAX_TEXT // 128, MAX_TEXT // 32, MAX_TEXT // 8)
"""Bytes of text, each four times as many as before: two doublings. A square shows long before the input limit."""

FLOOR_SECONDS = 0.0025
"""Below this, a measurement says more about the machine than about the text."""

ENOUGH_SECONDS = 0.03
"""A text that takes this long need not be doubled again: a square would show by then."""

MAX_RATIO = 3
RUNS = 5

# Each text is a beginning, a part that is repeated until the text is long enough, and an end.
HOSTILE = [
    ("[", " ", '"'),
    ("", "“", ""),
    ("", "「『«‹", "x"),
    ("", "'a ", ""),
    ("", '"a', "\n"),
    ("", "ok, ", "hello"),
    ("ignore ", "all the your ", "x"),
    ("a", "\u0345\u05b0\u0301", "b"),
    ("", "\uff9e\u0301", ""),
    ("", "family of 2 ", ""),
    ("my", " ", "wife"),
    ("", "my a ", ""),
    ("", "1 000 ", "0000"),
    ("", "1,000,", "0"),
    ("", "1", "x"),
    ("", "twenty one hundred and ", ""),
    ("", "quatre vingt ", ""),
    ("", "mil e ", ""),
    ("", "zweihunderttausend", ""),
    ("", "tausend hundert ", "x"),
    ("", "一", "人"),
    ("", "1万", ""),
    ("", "二人", ""),
    ("", "1.000,", "0"),
    ("", "1.000", "."),
    ("", "meine frau, zwei kinder ", ""),
    ("", "a child 1 ", ""),
    ("", "1日", ""),
    ("3", " ", "May"),
    ("", "last 3 ", "x"),
    ("", "3 weeks ", "ago"),
    ("", "3. may ", "x"),
    ("", "i'm 30 at 20 ", ""),
    ("", "monday ", "x"),
    ("", "1-1-", "x"),
    ("", "-eyJ", ""),
    ("pin ", "a", ""),
    ("", "pin code ", ""),
    ("", "passport 1 ", ""),
    ("", "passport 100 ", ""),
    ("", "password ", "x"),
    ("", "password:", "x"),
    ("", "passwordx1:", "x"),
    ("password is ", "a1", ""),
    ("user bob ", "pass ", "1"),
    ("", "login: a / ", "1"),
    ("", "a@a.", ":"),
    ("", "-----BEGIN A-----", ""),
    ("", "konto steuer 1", ""),
    ("", "don't save this ", "file"),
    ("", "merk dir das ", "x"),
    ("", "nicht, ", "x"),
    ("", "不要把", "记"),
    ("", "ignoriere die ", "x"),
    ("ignora", " las", " reglas"),
    ("", "bitte,", "x"),
    ("", "speichere ", "x"),
    ("", "忽略之前", "x"),
    ("", "ルールを", "x"),
    ("", "<document>", ""),
    ("", "</memory><memory ", ""),
    ("", "translate: ", " "),
    ("", "\non aaaa", ""),
    ("from: x", "\n \n", "x"),
    ("user:", "\n\t", ""),
    ("", "bob: I am ", ""),
    ("", ".", "1"),
    ("I like it ", "?!", "1"),
    ("", "hi ", ""),
    ("i love jazz ", ":", "1 x"),
    ("i love jazz", " ,", "1"),
    ("i love ", "a, ", "and"),
    ("i have a ", "dog and a ", ""),
    ("", "my job at " + "a" * 200 + "\n", ""),
    ("", "i have a degree in " + "é" * 200 + "☃. ", ""),
    ("", "i am " + "really, " * 25 + "\n", ""),
    ("", "i went to Rome" + " ," * 100 + "x\n", ""),
    ("", "東京に住", ""),
    ("", "x_", ""),
    ("", "found this ", ""),
    ("", "found this: ", "x"),
    ("", "i wish suppose ", "x"),
    ("", "write a story ", "x"),
    ("", "my uncle ", "x"),
    ("", "a-", "b"),
    ("", "said '", "i'"),
    ("", "this user ", "x"),
    ("", "two summers ", "ago"),
    ("", "two of us plus ", "x"),
    ("", "弟は", "x"),
]


class Unread(BaseModel):
    """A value of every kind that is read from text."""

    number: int | None = None


def _coerce(annotation: object, name: str = "people") -> Callable[[str], object]:
    def read_value(text: str) -> None:
        with suppress(FieldMismatch):
            coerce(text, annotation, name)

    return read_value


def _check(text: str) -> object:
    candidate = Candidate("semantic", text[:1_000].strip() or "x", (Evidence("t", text), Evidence("t", "I have a dog")))
    return verify_candidate(candidate, Hearing({"t": turn(f"{text} x", ALICE, id="t")}))


READERS: dict[str, Callable[[str], object]] = {
    "own_words": own_words,
    "holds_secret": holds_secret,
    "mask_secrets": mask_secrets,
    "gives_orders": gives_orders,
    "find_takeover": find_takeover,
    "claims_authority": claims_authority,
    "forbids_saving": forbids_saving,
    "describes_user": describes_user,
    "remove_unsafe_sentences": remove_unsafe_sentences,
    "repeats_secret": lambda text: repeats_secret(text, find_secret_words(text)),
    "mood": lambda text: (is_hypothetical(text), asks_for_fiction(text), tells_wish(text), is_over(text, text)),
    "clauses": lambda text: (split_clauses(text), clauses_around(text, 0, len(text))),
    "is_about_another": lambda text: is_about_another(None, text, [text], [text]),
    "date_in": date_in,
    "follows_from": lambda text: follows_from("1999-05-03", text, NOW),
    "numbers": numbers,
    "duration_in": duration_in,
    "speaks_of_time": speaks_of_time,
    "headcount": headcount,
    "locate": lambda text: locate("I like the sea", text),
    "locate itself": lambda text: locate(f"{text} x", f"{text} {text}"),
    "locate_own": lambda text: locate_own(f"{text} x", text, text),
    "slot_name": slot_name,
    "fold": fold,
    "stem": stem,
    "terms": terms,
    "terms_and_words": terms_and_words,
    "turn_terms": lambda text: turn_terms(turn(text, ALICE), NOW, turn(text, ALICE)),
    "dense": lambda text: (dense_text(turn(text, ALICE), turn(text, ALICE)), dense_memory(text)),
    "read": lambda text: read(text, NOW).is_about_the_past,
    "outdated words": lambda text: is_spent(
        text, [Outdated(text, "rejected", "m"), Outdated(text[:9], "rejected", "m")]
    ),
    "periods": lambda text: periods(text, NOW),
    "coerce to a number": _coerce(int),
    "coerce to a duration": _coerce(timedelta),
    "coerce to a date": _coerce(date),
    "coerce to a choice": _coerce(Literal["slow", "fast and loose"]),
    "coerce to a yes": _coerce(bool),
    "coerce to a list": _coerce(list[str]),
    "support": lambda text: SourceText(text, text, text).supports("Has 3 dogs and lives in Porto"),
    "support of a text": lambda text: SourceText("I have a dog", "I have a dog").supports(text),
    "is_same_value": lambda text: is_same_value(text, f"{text} 2"),
    "evidence": _check,
    "is_english": is_english,
    "reader": lambda text: find_candidates(turn(text, ALICE)),
    "reader for a summary": lambda text: find_sentences([turn(text, ALICE)]),
}


def make(parts: tuple[str, str, str], size: int) -> str:
    """Make a hostile text of about `size` bytes."""
    before, again, after = parts
    times = max(1, (size - len((before + after).encode())) // len(again.encode()))
    return before + again * times + after


def measure(read_text: Callable[[str], object], text: str, runs: int) -> float:
    """Return the processor time of the fastest of some runs."""
    return min(_time_once(read_text, text) for _ in range(runs))


def _time_once(read_text: Callable[[str], object], text: str) -> float:
    started = time.process_time()
    read_text(text)
    return time.process_time() - started


def assert_linear(read_text: Callable[[str], object], parts: tuple[str, str, str]) -> None:
    """Raise if doubling a text more than trebles the time that it takes."""
    before, last = 0.0, 0
    for size in SIZES:
        taken = _time_once(read_text, make(parts, size))
        if taken > FLOOR_SECONDS and last and taken > MAX_RATIO**2 * before:
            runs = RUNS if taken < 1 else 1
            taken = measure(read_text, make(parts, size), runs)
            before = max(measure(read_text, make(parts, last), runs), FLOOR_SECONDS / MAX_RATIO**2)
            assert taken <= MAX_RATIO**2 * before, f"{last:,} bytes take {before:.3f} s, {size:,} bytes {taken:.3f} s"
        if last and taken > ENOUGH_SECONDS:
            return
        before, last = taken, size


@pytest.mark.parametrize("name", READERS)
def test_twice_the_text_takes_about_twice_the_time(name: str) -> None:
    for parts in HOSTILE:
        try:
            assert_linear(READERS[name], parts)
        except AssertionError as error:
            raise AssertionError(f"{name} of {parts}: {error}") from None


@pytest.mark.parametrize(
    "parts",
    [
        ("[", " ", '"'),
        ("", "“", ""),
        ("", "ok, ", "hello"),
        ("a", "\u0345\u05b0\u0301", "b"),
        ("my family of 2 ", "family of 2 ", ""),
        ("i love jazz ", ":", "1 x"),
        ("", "my job at " + "a" * 200 + "\n", ""),
    ],
    ids=repr,
)
async def test_a_hostile_turn_is_remembered_learned_from_and_recalled_in_linear_time(
    parts: tuple[str, str, str],
) -> None:
    async with Ricordo.open("memory://", embedder=HashEmbedder(), learning="inline", profiles=[Unread]) as memory:

        async def time_once(size: int) -> float:
            text, scope = make(parts, size), Scope(user=f"alice-{size}-{next(numbers_of_people)}")
            started = time.process_time()
            await memory.remember([Turn("user", text)], scope=scope)
            await memory.recall(text, scope=scope)
            return max(time.process_time() - started, FLOOR_SECONDS)

        numbers_of_people = count()
        sooner, later = await time_once(MAX_TEXT // 4), await time_once(MAX_TEXT)
        if later > MAX_RATIO**2 * sooner:  # measure again before it counts: the machine may have been busy
            sooner = min([await time_once(MAX_TEXT // 4) for _ in range(2)])
            later = min([await time_once(MAX_TEXT) for _ in range(2)])
    assert later <= MAX_RATIO**2 * sooner, (sooner, later)


@pytest.mark.parametrize("length", [30, 60, 120])
def test_marks_after_a_word_cost_nothing(length: int) -> None:
    """A nested repetition once took a time that doubled with each mark: 40 characters stopped the process."""
    assert measure(READERS["reader"], "i love jazz " + ":" * length + "1 x", 3) < 0.5
