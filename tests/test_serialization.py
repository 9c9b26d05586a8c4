"""Newline-delimited JSON: written and read the same way everywhere."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Sequence
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ricordo.serialization import LineTooLong, dump_line, parse_line, parse_lines, split_lines

ROWS = st.dictionaries(
    st.text(max_size=8),
    st.none() | st.booleans() | st.integers() | st.text() | st.lists(st.text(), max_size=3),
    max_size=4,
)


async def stream(pieces: Sequence[bytes]) -> AsyncIterator[bytes]:
    for piece in pieces:
        yield piece


@given(ROWS)
def test_a_row_is_read_back_as_it_was_written(row: dict[str, Any]) -> None:
    line = dump_line(row)
    assert line.endswith(b"\n")
    assert line.count(b"\n") == 1
    assert parse_line(line, "line 1") == row
    assert parse_line(line.decode(), "line 1") == row


@given(st.lists(ROWS, max_size=5), st.lists(st.integers(0, 400), max_size=6))
async def test_a_stream_is_split_at_line_feeds_however_it_is_cut(rows: list[dict[str, Any]], cuts: list[int]) -> None:
    whole = b"".join(map(dump_line, rows))
    edges = sorted({0, len(whole), *(cut for cut in cuts if cut < len(whole))})
    pieces = [whole[start:end] for start, end in pairwise(edges)]
    assert [json.loads(line) async for line in split_lines(stream(pieces))] == rows


async def test_the_last_line_needs_no_line_break_and_a_long_one_is_refused() -> None:
    assert [line async for line in split_lines(stream([b"a\nb", b"c"]))] == [b"a", b"bc"]
    assert [line async for line in split_lines(stream([b"aaa\nbbb"]), max_bytes=3)] == [b"aaa", b"bbb"]
    with pytest.raises(LineTooLong):
        assert [line async for line in split_lines(stream([b"aa", b"aa"]), max_bytes=3)]


@pytest.mark.parametrize("line", ["{", "nonsense", '{"a": NaN}', '{"a": Infinity}', '{"a": "\\ud800"}', "[" * 100_000])
def test_a_line_that_is_not_json_is_named(line: str) -> None:
    for given_line in (line, line.encode()):
        with pytest.raises(ValueError, match=r"^rows\[3\] is not JSON$"):
            parse_line(given_line, "rows[3]")


def test_a_line_must_be_an_object_and_blank_ones_are_skipped() -> None:
    assert list(parse_lines(["", '{"a": 1}', " \n", b'{"b": 2}\n'])) == [{"a": 1}, {"b": 2}]
    with pytest.raises(TypeError, match="line 2 must be an object"):
        list(parse_lines(["", "[1]"]))


@pytest.mark.parametrize("row", [{"a": float("nan")}, {"a": object()}, {"a": "\ud800"}])
def test_what_json_has_no_word_for_is_not_written(row: dict[str, object]) -> None:
    with pytest.raises((ValueError, TypeError)):
        dump_line(row)
