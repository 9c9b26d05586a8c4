"""Hostile texts of any size, and a check that reading them takes linear time."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Awaitable, Callable, Sequence
from itertools import pairwise
from math import log2

from ricordo.values.validation import MAX_TEXT

IS_FULL = os.environ.get("RICORDO_LINEAR_TIME") == "full"
"""Whether texts of up to the input limit are measured, as `make test-linear` does."""

SIZES = tuple(MAX_TEXT >> shift for shift in ((6, 4, 2, 0) if IS_FULL else (7, 5)))
"""Bytes of text, each two doublings after the other: one doubling is hard to tell from a slow moment of the machine.

A square that stops a process shows at 3 kB; the full run goes up to the input limit.
"""

FLOOR_SECONDS = 0.001
"""Below this, a measurement says more about the machine than about the text."""

LARGER_SIZES = tuple(MAX_TEXT >> shift for shift in ((4, 2, 0) if IS_FULL else (4, 2)))
"""The same for what takes some time with any text, and for what a message limits: 100 bytes show nothing."""

OUTSIDE_FLOOR_SECONDS = 0.05
"""The same for a request, a command or a conversation, which take some time with any text."""

MAX_RATIO = 3
"""How much more time twice the text may take."""

RUNS = 20
"""How often a doubling that looks too slow is measured. The best times count: a slow moment of the machine passes."""

PAUSE_SECONDS = 0.02

Text = tuple[str, str, str]
"""A beginning, a part that is repeated until the text is long enough, and an end."""

TEXTS: Sequence[Text] = [
    # signs that something may begin, end or be nested
    ("", "(", ")"),
    ("", "((a) ", ""),
    ("", "[[{", ""),
    ("", '{"a":', "1"),
    ("", "}])", "x"),
    ("", "<", ">"),
    ("", "<a href=", ""),
    ("", "&amp;", ";"),
    ("", "\\", '"'),
    ("", "‘“„«‹「『《", "x"),
    ("", "”", "“"),
    ("", "``` ``` ", "x"),
    ("``` ", "``` ``` ", "x"),
    ("", "-", "x"),
    ("", "--- ", ""),
    ("", "– — ", "x"),
    ("", "…", "x"),
    ("", "...", "?"),
    ("", "!?", ""),
    # signs that are hardly seen
    ("", "\u200b", "x"),
    ("", "a\u200d", "b"),
    ("", "\u202e\u2066", ""),
    ("x", "\ufe0f\u20e3", ""),
    ("", "👩\u200d👧", ""),
    ("", "\t", "x"),
    ("", "\n", "x"),
    ("x", "\r\n \r\n", ""),
    ("", "\x85\u2028", "x"),
    # words, short and endless
    ("", "a", ""),
    ("", "I", "s"),
    ("", "A", "a"),
    ("x", "'s", ""),
    ("", "é", ""),
    ("", "ß", ""),
    ("", "Aa", ""),
    ("", "A a ", ""),
    ("", "0", ""),
    ("", "0 ", "x"),
    ("", "and ", ""),
    ("", "and i ", ""),
    ("", "my wife's ", ""),
    ("", "my wife and ", "i"),
    ("", "Rome ", ""),
    ("", "from Rome to ", "x"),
    ("", "I am. ", ""),
    ("", "I like tea. ", ""),
    ("", "No. ", ""),
    ("", "yes ", "no"),
    ("", "$1,000 to ", "x"),
    ("", "http://a.b/", ""),
    ("", "Is it? ", ""),
    ("", "Anna: hi\n", ""),
    ("", "> a\n", ""),
    ("", "- a\n", ""),
    # what was found in rules for numbers, times, quotations, secrets and orders
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

FEW: Sequence[Text] = (
    TEXTS
    if IS_FULL
    else [
        ("[", " ", '"'),
        ("", "“", ""),
        ("", "ok, ", "hello"),
        ("a", "\u0345\u05b0\u0301", "b"),
        ("", "a", ""),
        ("", "my wife and ", "i"),
        ("", "I like tea. ", ""),
        ("", "\u200b\n", "x"),
    ]
)
"""Texts for what takes longer: a request, a conversation."""


def choose_texts(place: int) -> Sequence[Text]:
    """Return all texts in a full run, and else a third of them: for functions in a row, each another third."""
    return TEXTS if IS_FULL else TEXTS[place % 3 :: 3]


def make(text: Text, size: int) -> str:
    """Make a hostile text of about `size` bytes."""
    before, again, after = text
    times = max(1, (size - len((before + after).encode())) // len(again.encode()))
    return before + again * times + after


def assert_linear(
    read: Callable[[str], object],
    texts: Sequence[Text] = TEXTS,
    most: int = MAX_TEXT,
    sizes: Sequence[int] = SIZES,
) -> None:
    """Raise if twice the text takes more than three times the time, for any of the texts of up to `most` bytes."""
    for text in texts:
        _Growth(text, lambda said: _time(read, said), sizes).check(most)


def assert_linear_outside(read: Callable[[str], object], texts: Sequence[Text] = FEW) -> None:
    """Like `assert_linear`, for what takes some time with any text: a request, a command."""
    for text in texts:
        _Growth(text, lambda said: _time(read, said), LARGER_SIZES, OUTSIDE_FLOOR_SECONDS).check(MAX_TEXT)


async def assert_linear_async(
    read: Callable[[str], Awaitable[object]], texts: Sequence[Text] = FEW, most: int = MAX_TEXT
) -> None:
    """Like `assert_linear_outside`, for what is awaited. Other threads of the process count as well."""
    for text in texts:
        growth = _Growth(text, None, LARGER_SIZES, OUTSIDE_FLOOR_SECONDS)
        for smaller, size in growth.pairs(most):
            for attempt in range(RUNS):
                growth.note(size, await _time_async(read, make(text, size)))
                if growth.is_short(size):
                    break
                if attempt or smaller not in growth.taken:
                    growth.note(smaller, await _time_async(read, make(text, smaller)))
                if growth.is_linear(smaller, size):
                    break
                await asyncio.sleep(PAUSE_SECONDS * attempt)
            else:
                raise AssertionError(growth.describe(smaller, size))


class _Growth:
    """How the time grows with one text."""

    def __init__(
        self,
        text: Text,
        clock: Callable[[str], float] | None,
        sizes: Sequence[int] = SIZES,
        floor: float = FLOOR_SECONDS,
    ) -> None:
        self.text, self.clock, self.sizes, self.floor = text, clock, sizes, floor
        self.taken: dict[int, float] = {}

    def check(self, most: int) -> None:
        assert self.clock is not None
        for smaller, size in self.pairs(most):
            for attempt in range(RUNS):
                self.note(size, self.clock(make(self.text, size)))
                if self.is_short(size):
                    break
                if attempt or smaller not in self.taken:
                    self.note(smaller, self.clock(make(self.text, smaller)))
                if self.is_linear(smaller, size):
                    break
                time.sleep(PAUSE_SECONDS * attempt)
            else:
                raise AssertionError(self.describe(smaller, size))

    def pairs(self, most: int) -> list[tuple[int, int]]:
        return list(pairwise(size * most // MAX_TEXT for size in self.sizes))

    def note(self, size: int, seconds: float) -> None:
        self.taken[size] = min(seconds, self.taken.get(size, seconds))

    def is_short(self, size: int) -> bool:
        return self.taken[size] <= self.floor

    def is_linear(self, smaller: int, size: int) -> bool:
        # What is repeated may be so long that the texts are as long as each other, or far more than sizes say apart.
        lengths = [len(make(self.text, each).encode()) for each in (smaller, size)]
        doublings = max(1, log2(lengths[1] / lengths[0]))
        return self.taken[size] <= max(self.floor, MAX_RATIO**doublings * self.taken[smaller])

    def describe(self, smaller: int, size: int) -> str:
        return f"{self.text}: {smaller:,} bytes take {self.taken[smaller]:.4f} s, {size:,} {self.taken[size]:.4f} s"


def _time(read: Callable[[str], object], text: str) -> float:
    started = time.process_time()
    read(text)
    return time.process_time() - started


async def _time_async(read: Callable[[str], Awaitable[object]], text: str) -> float:
    started = time.process_time()
    await read(text)
    return time.process_time() - started
