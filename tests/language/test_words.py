"""From text to keywords: what is the same word, and what is not a word at all."""

from __future__ import annotations

import inspect
import sys
from concurrent.futures import ThreadPoolExecutor
from time import process_time

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from ricordo.language import words as words_module
from ricordo.language.words import STOP_WORDS, fold, stem, terms, terms_and_words

texts = (
    st.text() | st.text(st.sampled_from("aıİßſΣ中文ก'’.,-_@/&+ 019é\u0301\u200d")) | st.from_regex(r"[\w'.@,/ -]{0,40}")
)
"""Any text, and texts in which the characters that words.py cares about are frequent."""

LONGEST = 64


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("hiking hikes hiked", ["hike", "hike", "hike"]),
        ("runs running", ["run", "run"]),
        ("cities city", ["citi", "citi"]),
        ("vacations", ["vacat"]),
        ("Berlin", ["berlin"]),
        ("Привет мир", ["привет", "мир"]),
        ("42", ["42"]),
    ],
)
def test_inflections_of_an_english_word_share_a_stem(text: str, expected: list[str]) -> None:
    assert terms(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ann's dog", ["ann", "dog"]),
        ("Ann’s dog", ["ann", "dog"]),
        ("ANN＇S dog", ["ann", "dog"]),
        ("the Joneses' dog", ["jones", "dog"]),
        ("O'Brien's", ["obrien"]),
        ("O’Brien", ["obrien"]),
        ("five o'clock", ["five", "oclock"]),
        ("rock'n'roll", ["rocknrol"]),
    ],
)
def test_possessives_are_taken_off_and_other_apostrophes_close_up(text: str, expected: list[str]) -> None:
    assert terms(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "I'm you're he'll they've I'd",
        "I’m you’re he’ll they’ve I’d",
        "don't doesn't didn't can't couldn't won't wouldn't shan't shouldn't mustn't",
        "isn't aren't wasn't weren't hasn't haven't hadn't",
        "What's that? Who's there? Let's",
    ],
)
def test_contractions_of_function_words_leave_nothing(text: str) -> None:
    assert terms(text) == []


@pytest.mark.parametrize(
    ("written", "asked"),
    [
        ("CAFÉ", "cafe"),
        ("café", "cafe\u0301"),
        ("Zürich", "zurich"),
        ("Straße", "STRASSE"),
        ("ＡＢＣ１２３", "abc123"),
        ("ﬁnance", "finance"),
        ("ΟΔΟΣ", "οδος"),
        ("Łódź", "łodz"),
        ("한국어", "\u1112\u1161\u11ab\u1100\u116e\u11a8\u110b\u1165"),
        ("ﾄｳｷｮｳ", "トウキョウ"),
        ("①", "1"),
    ],
)
def test_case_accents_and_width_make_no_difference(written: str, asked: str) -> None:
    assert terms(written) == terms(asked) != []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2,000", ["2000"]),
        ("$1,234,567!", ["1234567"]),
        ("2,000.", ["2000"]),
        ("(2,000)", ["2000"]),
        ("1,000.50", ["1000.50", "1000", "50"]),
        ("1,2,3", ["1", "2", "3"]),
        ("12,34", ["12", "34"]),
        ("1234,567", ["1234", "567"]),
        ("1,000,00", ["1", "000", "00"]),
    ],
)
def test_thousands_separators_vanish_and_other_commas_separate(text: str, expected: list[str]) -> None:
    assert terms(text) == expected


@pytest.mark.parametrize("text", ["My budget is 2,000, all told", "2,000,", "between 1,000, 2,000 and more"])
def test_a_comma_behind_a_number_with_separators_makes_no_difference(text: str) -> None:
    assert {"1000", "2000"} & set(terms(text))
    assert "000" not in terms(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [("1st", ["1"]), ("2nd", ["2"]), ("3RD", ["3"]), ("44th", ["44"]), ("21st of June", ["21", "june"])],
)
def test_ordinals_are_found_by_their_number(text: str, expected: list[str]) -> None:
    assert terms(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("QF-1432", ["qf-1432", "qf", "1432"]),
        ("33-22-6324", ["33-22-6324", "33", "22", "6324"]),
        ("ann@example.com", ["ann@example.com", "ann", "exampl", "com"]),
        ("Ann.Lee+news@mail-1.co.uk", ["ann.lee+news@mail-1.co.uk", "ann", "lee", "news", "mail", "1", "co", "uk"]),
        ("first_last@it.com", ["first_last@it.com", "first", "last", "com"]),
        ("2024-05-01", ["2024-05-01", "2024", "05", "01"]),
        ("12:30", ["12:30", "12", "30"]),
        ("v1.2.3", ["v1.2.3", "v1", "2", "3"]),
        ("foo_bar2", ["foo_bar2", "foo", "bar2"]),
        ("QF-1432's", ["qf-1432", "qf", "1432"]),
        ("R&B and AT&T", ["r&b", "r", "b", "at&t", "t"]),
    ],
)
def test_compound_ids_are_found_as_a_whole_and_by_parts(text: str, expected: list[str]) -> None:
    assert terms(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [("well-known", ["well", "known"]), ("and/or", []), ("snake_case", ["snake", "case"])],
)
def test_compounds_of_plain_words_are_found_by_parts_only(text: str, expected: list[str]) -> None:
    assert terms(text) == expected


@pytest.mark.parametrize("end", [".", ",", "!", "?", ")", ":", " -", "'", "…", "”"])
def test_punctuation_behind_an_id_is_no_part_of_it(end: str) -> None:
    assert terms(f"QF-1432{end}") == ["qf-1432", "qf", "1432"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("日本語", ["日本", "本語"]),
        ("東京", ["東京"]),
        ("猫", ["猫"]),
        ("東京, 大阪", ["東京", "大阪"]),
        ("한국어", ["한국", "국어"]),
        ("กขค", ["กข", "ขค"]),
        ("我的iPad很好", ["我的", "ipad", "很好"]),
        ("第3回", ["第", "3", "回"]),
    ],
)
def test_scripts_without_spaces_are_found_by_pairs(text: str, expected: list[str]) -> None:
    assert terms(text) == expected


def test_a_pair_of_characters_is_found_inside_a_longer_run() -> None:
    assert set(terms("京都")) <= set(terms("私は京都に住んでいます"))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("我的cats很好", ["我的", "cat", "很好"]),
        ("中the文", ["中", "文"]),
        ("中" + "x" * 200, ["中", "x" * LONGEST]),
    ],
)
def test_a_word_between_scripts_without_spaces_is_a_word_like_any_other(text: str, expected: list[str]) -> None:
    assert terms(text) == expected


def test_stop_words_are_left_out_in_any_case() -> None:
    for word in STOP_WORDS:
        assert terms(f"{word} {word.upper()}, {word.capitalize()}!") == []


@pytest.mark.parametrize("text", ["May", "Will", "will may"])
def test_a_month_and_a_name_are_no_stop_words(text: str) -> None:
    assert terms(text) == text.lower().split()


@pytest.mark.parametrize("text", ["", "   ", "?!…", "the and of", "___", "'", "🎉", "\u200b"])
def test_a_text_without_meaning_has_no_terms(text: str) -> None:
    assert terms(text) == []


@pytest.mark.parametrize("character", ["x", "7", "é", "я"])
def test_of_a_very_long_word_only_the_beginning_counts(character: str) -> None:
    assert terms(character * 1000) == terms(character * LONGEST) == [fold(character) * LONGEST]


def test_a_very_long_number_does_not_take_long() -> None:
    begin = process_time()
    terms("7" * 8_000)
    assert process_time() - begin < 0.2


def test_of_a_very_long_id_only_the_beginning_counts() -> None:
    assert all(len(term) <= LONGEST for term in terms("a1-" * 1000 + "b"))


def test_terms_come_in_order_and_with_repetitions() -> None:
    assert terms("tea, coffee, tea") == ["tea", "coffe", "tea"]


def test_each_term_knows_the_word_that_it_was_made_from() -> None:
    assert terms_and_words("Hiking on the 3rd, QF-12") == [
        ("hike", "hiking"),
        ("3", "3rd"),
        ("qf-12", "qf-12"),
        ("qf", "qf"),
        ("12", "12"),
    ]


@given(texts)
@settings(max_examples=100, deadline=None)
def test_any_text_has_terms_that_are_not_empty(text: str) -> None:
    assert all(terms(text))
    assert all(stem(word) for word in text.split())


@given(texts)
@settings(max_examples=100, deadline=None)
def test_terms_and_their_words_belong_together(text: str) -> None:
    assert [term for term, _ in terms_and_words(text)] == terms(text)
    assert all(word for _, word in terms_and_words(text))


# Unicode writes the dotless i in capitals as "I", and so does not know it again; no folding but the Turkish one does.
@given(texts.filter(lambda text: "ı" not in text))
@settings(max_examples=100, deadline=None)
@example("ẞß ﬃ ŉ ᾳ İ ς Σ K Å ǆ")
def test_case_makes_no_difference_in_any_text(text: str) -> None:
    assert terms(text.lower()) == terms(text.upper()) == terms(text.casefold()) == terms(text)


@given(texts)
@settings(max_examples=100, deadline=None)
def test_folding_twice_is_folding_once(text: str) -> None:
    assert fold(fold(text)) == fold(text)


@given(texts)
@settings(max_examples=100, deadline=None)
@example("中the文")
def test_no_stop_word_comes_out_of_any_text(text: str) -> None:
    assert STOP_WORDS.isdisjoint(word for _, word in terms_and_words(text))


@given(texts)
@settings(max_examples=60, deadline=None)
@example("中" + "x" * 200)
def test_no_term_of_any_text_is_longer_than_the_limit(text: str) -> None:
    assert all(len(term) <= LONGEST for term in terms(text * 3))


@given(st.lists(st.sampled_from("tea coffee Ann's QF-1432 2,000 don't 京都 Zürich 3rd the".split()), max_size=8))
def test_the_terms_of_words_apart_are_the_terms_of_the_sentence(words: list[str]) -> None:
    assert terms(" ".join(words)) == [term for word in words for term in terms(word)]


def test_threads_stem_at_the_same_time() -> None:
    """A stemmer keeps the word that it works on: one for all threads gives one thread the stem of another's word."""
    ends = ("ing", "ness", "ally", "ations", "fulness", "ousli")
    words = [f"{letter}{middle}{end}" for letter in "bcdfghjklmnp" for middle in ("atten", "ommun") for end in ends]
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(4) as pool:
            at_once = list(pool.map(stem_afresh, words * 10))
    finally:
        sys.setswitchinterval(interval)
    assert at_once == [stem_afresh(word) for word in words * 10]


def stem_afresh(word: str) -> str:
    return inspect.unwrap(words_module._stem)(word)
