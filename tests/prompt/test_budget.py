"""The budget of the block: it holds for every tokenizer, the best hits are kept, and long texts are cut."""

from __future__ import annotations

import base64
import re
import string
from collections.abc import Callable
from datetime import timedelta
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ricordo.embedding.bundled import LocalEmbedder
from ricordo.prompt.escaping import escape_line
from ricordo.prompt.tokens import estimate_tokens
from ricordo.recall.hits import Recall
from ricordo.values import Hit
from tests.prompt.parts import COUNTERS, NOON, any_hits, hit, lines, rendered

TOKENIZER: Any = LocalEmbedder()._tokenizer
TOKENIZER.no_truncation()


def pieces(text: str) -> int:
    """What the model that comes with the package makes of a text: it knows English, and little else."""
    return len(TOKENIZER.encode(text, add_special_tokens=False).ids)


def encoded(data: bytes) -> str:
    return base64.b64encode(data).decode()


_letters = st.text(string.ascii_letters, min_size=1, max_size=20)
unreadable = st.lists(
    st.one_of(
        _letters,
        _letters.map(str.upper),
        st.text(string.ascii_letters + string.digits, min_size=1, max_size=40),
        st.binary(min_size=1, max_size=60).map(encoded),
        st.binary(min_size=1, max_size=40).map(bytes.hex),
        st.uuids().map(str),
        st.integers(0, 10**30).map(str),
        st.text(max_size=40),
    ),
    min_size=1,
    max_size=30,
).map(" ".join)


@given(st.lists(unreadable, min_size=1, max_size=6), st.integers(40, 400))
@settings(max_examples=150, deadline=None)
def test_the_budget_holds_for_a_real_tokenizer_whatever_was_said(texts: list[str], budget: int) -> None:
    block = Recall(tuple(hit(text, role="user") for text in texts)).render(budget)
    assert pieces(block) <= budget


@pytest.mark.parametrize(
    "text",
    [
        "xqzjvkwpqhgfbnmxzqwk",
        "ZXCVBNMQWRTPSDFGHJKL",
        "c3RhdGVtZW50c29mZmFjdA",
        "kubectl qwxzv jkpqz vbnmx",
        "\U00012000\U00012040",
        "Ich wandere sehr gerne in den Bergen und habe ein Budget von zweitausend Euro",
        "Uwielbiam wedrowki gorskie i spacery po wybrzezu",
        "Daglarda yuruyus yapmayi cok seviyorum ve butcem yaklasik iki bin dolar",
    ],
)
def test_the_estimate_is_on_the_safe_side_of_what_is_not_english(text: str) -> None:
    assert estimate_tokens(text) >= pieces(text)


@given(any_hits, st.integers(1, 400), st.sampled_from(COUNTERS))
@settings(max_examples=80, deadline=None)
def test_the_block_never_exceeds_the_budget(hits: list[Hit], budget: int, count: Callable[[str], int]) -> None:
    block = Recall(tuple(hits)).render(budget, count_tokens=count)
    assert not block or count(block) <= budget


def test_nothing_found_is_rendered_as_nothing() -> None:
    assert Recall().render() == ""
    assert Recall().render(1) == ""


@pytest.mark.parametrize("budget", [1, 10, 30])
def test_where_nothing_fits_nothing_is_rendered(budget: int) -> None:
    assert Recall((hit("word " * 50),)).render(budget) == ""


@pytest.mark.parametrize("budget", [0, -1, -800])
@pytest.mark.parametrize("hits", [(), (hit("x"),)])
def test_a_budget_below_one_token_is_refused(budget: int, hits: tuple[Hit, ...]) -> None:
    with pytest.raises(ValueError, match="budget"):
        Recall(hits).render(budget)


def test_a_hit_that_does_not_fit_does_not_push_out_one_that_does() -> None:
    invisible, visible = hit("\u200b", speaker="a very long name " * 15), hit("I love tea")
    assert "I love tea" in Recall((invisible, visible)).render(120)


# ── choice ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_best_hits_are_kept_when_not_all_fit() -> None:
    hits = [hit(f"number {place} {'word ' * 10}", at=NOON - timedelta(days=place)) for place in range(30)]
    numbers = [int(number) for number in re.findall(r"number (\d+)", Recall(tuple(hits)).render(200))]
    assert numbers == list(range(len(numbers)))[::-1]
    assert 2 < len(numbers) < 30


def test_a_larger_budget_shows_no_less() -> None:
    hits = tuple(hit(f"number {place} {'word ' * 20}") for place in range(20))
    counts = [len(lines(block)) if (block := Recall(hits).render(budget)) else 0 for budget in range(40, 800, 20)]
    assert all(before <= after for before, after in pairwise(counts))
    assert counts[-1] > counts[0]


def test_one_long_text_leaves_room_for_others() -> None:
    assert len(rendered(hit("word " * 5000), hit("one"), hit("two"), hit("three"), budget=200)) == 4


# ── cutting ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def long_text(middle: str, filler: str = "filler ") -> str:
    return f"{filler * 200}{middle} {filler * 200}".strip()


def test_a_long_text_is_cut_around_the_words_that_matched() -> None:
    (line,) = rendered(hit(long_text("the Needle is here"), words=("needle",)), budget=180)
    assert re.search(r"user: … filler .*the Needle is here filler.* …$", line)


def test_a_long_text_is_cut_at_the_first_of_several_words() -> None:
    text = long_text("alpha one") + " " + long_text("beta two")
    (line,) = rendered(hit(text, words=("beta", "missing", "alpha")), budget=160)
    assert "alpha one" in line
    assert "beta" not in line


@pytest.mark.parametrize("words", [(), ("absent",), ("filler",)])
def test_a_long_text_without_such_words_keeps_its_beginning(words: tuple[str, ...]) -> None:
    (line,) = rendered(hit("Begin " + long_text("x"), words=words), budget=120)
    assert line.startswith("[20 May 2026 12:00] user: Begin filler")
    assert line.endswith(" …")


@pytest.mark.parametrize("filler", ["Straße ", "ﬃ "])
def test_a_long_text_is_cut_around_the_words_whatever_stands_before_them(filler: str) -> None:
    (line,) = rendered(hit(long_text("the needle is here", filler), words=("needle",)), budget=200)
    assert "needle" in line


@pytest.mark.parametrize(
    ("said", "asked"), [("the Café Zürich", "cafe"), ("we were hiking", "hikes"), ("a 2,000 limit", "2000")]
)
def test_a_long_text_is_cut_around_words_that_matched_in_another_form(said: str, asked: str) -> None:
    (line,) = rendered(hit(long_text(said), words=(asked,)), budget=200)
    assert said in line


@given(st.integers(1, 300), st.text(st.sampled_from("abc <&ß"), min_size=1, max_size=400), st.sampled_from(COUNTERS))
@settings(max_examples=50, deadline=None)
def test_an_excerpt_is_a_part_of_the_text(budget: int, text: str, count: Callable[[str], int]) -> None:
    block = Recall((hit(text, words=("b",)),)).render(budget, count_tokens=count)
    for line in lines(block) if block else []:
        shown = line.partition("user: ")[2].removeprefix("… ").removesuffix(" …")
        assert shown in escape_line(text)


def test_an_excerpt_ends_in_one_space() -> None:
    for budget in range(50, 90):
        for line in Recall((hit("one two three four five six seven eight nine ten " * 9),)).render(budget).splitlines():
            assert "  " not in line
