"""The estimate of the tokens of a text."""

from __future__ import annotations

import time
from math import ceil
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ricordo.embedding.bundled import LocalEmbedder
from ricordo.prompt.tokens import estimate_tokens


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("", 0),
        ("word", 2),
        ("a word in a row of ten words is not two", 12),
        ("xkcdqz", 6),
        ("getUserName", 4),
        ("a\n\nb", 3),
        ("?!", 3),
        ("é", 2),
        ("日本", 3),
        ("ฉัน", 6),
        ("\U0001f389", 4),
        ("x" * 300, 318),
        ("it’s", 4),
    ],
)
def test_tokens_are_those_of_the_bundled_tokenizer_and_a_little_more(text: str, tokens: int) -> None:
    assert estimate_tokens(text) == tokens


@given(
    st.lists(st.text("abcdefghijklmnopqrstuvwxyzäéñçğş0123456789", min_size=1, max_size=40), min_size=1, max_size=30)
)
@settings(max_examples=60, deadline=None)
def test_pieces_are_those_of_the_bundled_tokenizer(words: list[str]) -> None:
    tokenizer: Any = LocalEmbedder()._tokenizer
    tokenizer.no_truncation()
    for word in words:
        found = tokenizer.encode(word, add_special_tokens=False).tokens
        if "[UNK]" not in found:
            assert estimate_tokens(word) == ceil(1.06 * len(found))


@given(st.text(), st.text())
@settings(max_examples=40, deadline=None)
def test_texts_side_by_side_cost_no_more_than_apart(one: str, other: str) -> None:
    together, apart = estimate_tokens(f"{one}\n{other}"), estimate_tokens(one) + estimate_tokens(other)
    assert apart - 1 <= together <= apart


@pytest.mark.parametrize("piece", ["ab ", "x", "é", "日", "a1", ".", "zq ", " ", "\u200b", "qxzk", "_", "é "])
def test_counting_takes_linear_time(piece: str) -> None:
    began = time.perf_counter()
    estimate_tokens(piece * (200_000 // len(piece)))
    assert time.perf_counter() - began < 3
