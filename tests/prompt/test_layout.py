"""The order of the block, what gets into it, and where its lines are cut."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from itertools import groupby, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ricordo.prompt.excerpts import split_sentences
from ricordo.prompt.render import Section, compose, render
from ricordo.recall.hits import Recall
from ricordo.values import Hit, Scope, Why
from tests.prompt.parts import COUNTERS, NOON, any_text, hit, lines, rendered
from tests.timing import takes_less_than


def said(
    text: str, session: str = "1", *, position: int = 0, score: float = 1.0, minutes: int = 0, words: str = ""
) -> Hit:
    """A turn of a session."""
    at = NOON + timedelta(minutes=minutes)
    found = hit(text, at=at, role="user", id=text)
    return replace(
        found,
        scope=Scope(user="alice", session=session),
        position=position,
        score=score,
        why=Why(words=tuple(words.split())),
    )


# ── order ────────────────────────────────────────────────────────────────────────────────────────────────────────────

turns = st.lists(
    st.tuples(st.sampled_from("abc"), st.integers(0, 4000), st.floats(0.5, 1)),
    max_size=14,
    unique_by=lambda one: one[1],
)


@given(turns)
@settings(max_examples=80, deadline=None)
def test_what_was_said_stands_session_by_session_in_its_own_order(found: list[tuple[str, int, float]]) -> None:
    hits = [
        said(f"number {minute} was said here.", session, minutes=minute, score=score)
        for session, minute, score in found
    ]
    block = Recall(tuple(hits)).render(5000)
    sessions = {minute: session for session, minute, _ in found}
    shown = [int(number) for number in re.findall(r"number (\d+) was", block)]
    assert sorted(shown) == sorted(sessions)
    together = [(session, list(group)) for session, group in groupby(shown, lambda minute: sessions[minute])]
    assert len(together) == len(set(sessions.values()))
    assert all(group == sorted(group) for _, group in together)
    assert [group[0] for _, group in together] == sorted(group[0] for _, group in together)


def test_turns_of_one_moment_are_in_the_order_in_which_they_were_stored() -> None:
    hits = [said(f"number {place} was said here", position=place) for place in (2, 0, 1)]
    assert re.findall(r"number (\d)", Recall(tuple(hits)).render()) == ["0", "1", "2"]


def test_a_session_has_its_date_once_a_day() -> None:
    hits = [said("we begin on Monday"), said("we go on", minutes=5), said("we end a day later", minutes=1440)]
    assert rendered(*hits, said("somebody else speaks", "2", minutes=1)) == [
        "[20 May 2026 12:00] user: we begin on Monday",
        "user: we go on",
        "[21 May 2026 12:00] user: we end a day later",
        "[20 May 2026 12:01] user: somebody else speaks",
    ]


def test_statements_stand_before_what_was_said() -> None:
    fact = hit("Likes tea", kind="semantic", speaker="person", at=NOON + timedelta(days=9))
    field = hit("Lives in Rome", kind="profile", speaker="person", at=NOON + timedelta(days=8))
    assert [line.partition(": ")[2] for line in rendered(said("I was in Oslo"), fact, field)] == [
        "Lives in Rome",
        "Likes tea",
        "I was in Oslo",
    ]


@given(st.lists(st.tuples(any_text, st.sampled_from("ab"), any_text), max_size=6), st.sampled_from([80, 400, 4000]))
@settings(max_examples=80, deadline=None)
def test_nobody_can_begin_a_line_of_a_session(found: list[tuple[str, str, str]], budget: int) -> None:
    hits = [replace(said(text, session), speaker=name or "user") for text, session, name in found]
    block = Recall(tuple(hits)).render(budget)
    for line in lines(block) if block else []:
        assert re.match(r"(?:\[\d[^\[\]]*\] |\[said \d times\] )?user(?: \([^\[\]():]*\))?: ", line)


# ── choice ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_hits_are_left_out_from_where_the_scores_fall_off() -> None:
    scores = [8.0, 7.0, 5.0, 4.0, 1.9, 1.0]
    hits = [said(f"number {score} was said here", score=score, position=place) for place, score in enumerate(scores)]
    assert re.findall(r"number (\S+)", Recall(tuple(hits)).render()) == ["8.0", "7.0", "5.0", "4.0"]
    assert "1.0" in Recall(tuple(hits)).render(ids=True)


def test_a_low_score_before_a_high_one_is_no_fall() -> None:
    hits = [said(f"number {score} was said here", score=score) for score in (8.0, 7.0, 6.0, 1.0, 5.0)]
    assert len(rendered(*hits)) == 5


def test_chit_chat_does_not_take_the_place_of_evidence() -> None:
    thanks = [said(f"Thanks, {'so ' * 20}cool{'!' * place}", position=place) for place in range(20)]
    evidence = said("My passport number ends with seven and it expires in June", words="passport")
    assert "passport" in Recall((*thanks, evidence)).render(150)
    assert len(rendered(*thanks, evidence, budget=5000)) == 21


def test_sections_share_the_budget_by_score() -> None:
    facts = [hit(f"Fact {place} {'word ' * 20}", kind="semantic") for place in range(30)]
    best = said("The passport is in the blue drawer", score=3.0)
    facts = [replace(fact, score=2.0) for fact in facts]
    assert "blue drawer" in render([Section("Facts:", facts), Section("Said:", [best])], budget=200)


# ── the exchange ─────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_question_brings_its_answer_and_an_answer_its_question() -> None:
    question = said("Which city do you want to see?", position=3)
    answer = said("Rome, I think.", position=4, minutes=1)
    whole = ["[20 May 2026 12:00] user: Which city do you want to see?", "user: Rome, I think."]
    assert rendered(replace(question, answer=answer)) == whole
    assert rendered(replace(answer, question=question)) == whole
    assert rendered(replace(answer, question=question), replace(question, answer=answer)) == whole


def test_an_answer_is_left_out_where_there_is_no_room() -> None:
    question = said("Which city do you want to see?", position=3)
    answer = said("I want to see a city with very many old churches and bridges, " * 6, position=4)
    assert rendered(replace(question, answer=answer), budget=80) == [
        "[20 May 2026 12:00] user: Which city do you want to see?"
    ]


def test_only_the_best_turns_bring_others() -> None:
    hits = [replace(said(f"number {n} is this?"), answer=said(f"that is number {n}")) for n in range(9)]
    assert len(rendered(*hits, budget=3000)) == 14


def test_a_block_names_all_that_it_shows() -> None:
    answer = said("Rome, I think.", position=1)
    made = compose([Section(hits=[replace(said("Where to?"), answer=answer)])], budget=200)
    assert [found.text for found in made.hits] == ["Where to?", "Rome, I think."]


# ── budget ───────────────────────────────────────────────────────────────────────────────────────────────────────────


@given(st.lists(st.integers(2, 30), min_size=60, max_size=60), st.integers(400, 1000), st.sampled_from(COUNTERS[:3]))
@settings(max_examples=40, deadline=None)
def test_the_budget_is_used_if_there_is_enough_to_say(
    lengths: list[int], budget: int, count: Callable[[str], int]
) -> None:
    budget *= 5 if count is len else 1
    hits = [
        said(f"Hit {place} says that {'word ' * length}", str(place % 7), minutes=place)
        for place, length in enumerate([*lengths, *[8] * 60])
    ]
    block = Recall(tuple(hits)).render(budget, count_tokens=count)
    assert 0.9 * budget <= count(block) <= budget


# ── cutting ──────────────────────────────────────────────────────────────────────────────────────────────────────────

sentences = st.lists(
    st.integers(1, 40).map(lambda length: f"It {'was said and ' * length}done."), min_size=1, max_size=8
).map(" ".join)


@given(st.lists(sentences, min_size=1, max_size=6), st.integers(60, 400), st.sampled_from(COUNTERS))
@settings(max_examples=80, deadline=None)
def test_a_line_is_cut_between_sentences_unless_one_alone_is_too_long(
    texts: list[str], budget: int, count: Callable[[str], int]
) -> None:
    block = Recall(tuple(said(text) for text in texts)).render(budget, count_tokens=count)
    for line in lines(block) if block else []:
        shown = line.partition("user: ")[2]
        text = shown.removeprefix("… ").removesuffix(" …")
        whole = {sentence.strip() for given in texts for sentence in split_sentences(given)}
        if not {sentence.strip() for sentence in split_sentences(text)} <= whole:
            assert len(split_sentences(text)) == 1
            longest = max(whole, key=len)
            assert count(f"[20 May 2026 12:00] user: {longest} …\n") > budget // 4


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("One. Two! Three? Four", 4),
        ("I met Dr. Smith, J. Doe and Mrs. Hall at 5 p.m. today. Fine.", 2),
        ("a\nb\n\nc", 4),
        ("これは一つ。二つ。", 2),
        ("3.5 km at www.example.com", 1),
        ("", 0),
    ],
)
def test_sentences_end_where_they_do(text: str, parts: int) -> None:
    found = split_sentences(text)
    assert len(found) == parts
    assert "".join(found) == text


def test_nothing_is_shown_of_a_text_of_which_only_a_word_would_fit() -> None:
    text = f"Thanks! {'I have been to many places in the last years ' * 5}and so on."
    for budget in range(40, 90):
        for line in Recall((said(text),)).render(budget).splitlines()[2:-1]:
            assert len(line.partition("user: ")[2]) >= 40


# ── time ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "piece", ["word ", "x", "é", "日", "a. A", "\n", " ", "<&>", "!? ", "... ", "a\u0301", "\u200b"]
)
def test_many_long_hits_are_rendered_at_once(piece: str) -> None:
    text = piece * (90_000 // len(piece.encode()))
    hits = tuple(
        replace(hit(f"{place} {text}", id=str(place)), why=Why(words=tuple(f"w{n}" for n in range(64))))
        for place in range(500)
    )
    assert takes_less_than(1, lambda: render([Section(hits=hits)], budget=800))


def test_all_budgets_show_more_or_the_same() -> None:
    hits = tuple(said(f"number {n} {'word ' * 12}", str(n % 3), minutes=n) for n in range(30))
    counts = [Recall(hits).render(budget).count("\n") for budget in range(60, 900, 30)]
    assert all(before <= after for before, after in pairwise(counts))
