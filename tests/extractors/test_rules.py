"""The rules, by their own examples, and the machine that runs them."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from ricordo.extractors.rules import RulesExtractor
from ricordo.extractors.rules.answers import ANSWERS
from ricordo.extractors.rules.tables import RULES
from ricordo.language.slots import GENERAL_SLOTS
from ricordo.ports.extractor import Candidate, Cost, Exchange
from ricordo.values import Role, Scope, StoredTurn

TRAVEL_SLOTS = {"travellers", "trip_length", "travel_style"}
"""Slots that the travel assistant defines, and the rules happen to know."""

NOW = datetime(2026, 5, 1, tzinfo=UTC)

GIVES = [(text, contents) for rule in RULES for text, contents in rule.gives.items()]
SILENT = [text for rule in RULES for text in rule.silent]
ANSWERED = [(asked, text, contents) for answer in ANSWERS for (asked, text), contents in answer.gives.items()]
UNANSWERED = [pair for answer in ANSWERS for pair in answer.silent]


def turn(text: str, role: Role = "user", id: str = "t1") -> StoredTurn:
    return StoredTurn(id, role, text, None, NOW, NOW, Scope(user="alice"))


async def learned(text: str, *, asked: str | None = None, role: Role = "user") -> tuple[Candidate, ...]:
    before = (turn(asked, "assistant", "t0"),) if asked is not None else ()
    return (await RulesExtractor().extract(Exchange((turn(text, role),), before))).candidates


async def contents(text: str, *, asked: str | None = None, role: Role = "user") -> tuple[str, ...]:
    return tuple(candidate.content for candidate in await learned(text, asked=asked, role=role))


@pytest.mark.parametrize(("text", "expected"), GIVES)
async def test_an_example_gives_what_its_rule_says(text: str, expected: tuple[str, ...]) -> None:
    assert await contents(text) == expected


@pytest.mark.parametrize("text", SILENT)
async def test_a_counter_example_gives_nothing(text: str) -> None:
    assert await contents(text) == ()


@pytest.mark.parametrize(("asked", "text", "expected"), ANSWERED)
async def test_a_question_gives_meaning_to_a_short_answer(asked: str, text: str, expected: tuple[str, ...]) -> None:
    assert await contents(text, asked=asked) == expected
    assert await contents(text) == ()


@pytest.mark.parametrize(("asked", "text"), UNANSWERED)
async def test_what_is_no_answer_gives_nothing(asked: str, text: str) -> None:
    assert await contents(text, asked=asked) == ()


def test_every_rule_has_examples_and_counter_examples_and_a_slot() -> None:
    for rule in (*RULES, *ANSWERS):
        assert rule.gives, rule
        assert rule.silent, rule
        assert isinstance(rule.silent, tuple), rule
        assert GENERAL_SLOTS.find(rule.slot) or rule.slot in TRAVEL_SLOTS


@pytest.mark.parametrize("text", [text for text, _ in GIVES])
async def test_evidence_stands_in_the_turn_letter_for_letter(text: str) -> None:
    for candidate in await learned(text):
        (evidence,) = candidate.evidence
        assert evidence.turn_id == "t1"
        assert evidence.quote in text
        slot = GENERAL_SLOTS.find(candidate.field or "")
        assert candidate.kind == (slot.kind if slot else "profile")


async def test_each_value_is_a_candidate_of_its_own() -> None:
    found = await learned("I love hiking and coastal walks, and my budget is around $2,000.")
    assert [(one.field, one.value) for one in found] == [
        ("likes", "hiking"),
        ("likes", "coastal walks"),
        ("budget", "around $2,000"),
    ]


async def test_a_visited_place_comes_with_how_it_was() -> None:
    (rated,) = await learned("We went to Tasmania last year. It was absolutely amazing!")
    assert rated.value == {"destination": "Tasmania", "rating": "amazing"}
    assert rated.evidence[0].quote == "We went to Tasmania last year. It was absolutely amazing"
    (plain,) = await learned("We went to Tasmania last year with friends.")
    assert plain.value == {"destination": "Tasmania"}


async def test_what_is_over_is_marked_as_ended() -> None:
    over, now = await learned("I used to live in Berlin, now I live in Porto.")
    assert (over.content, over.ended) == ("Used to live in Berlin", True)
    assert (now.content, now.ended) == ("Lives in Porto", False)
    (diet,) = await learned("I'm not vegetarian any more.")
    assert (diet.content, diet.value, diet.ended) == ("Is no longer vegetarian", "vegetarian", True)


async def test_what_is_only_mentioned_is_not_explicit() -> None:
    (wife,) = await learned("I went sailing with my wife.")
    assert (wife.content, wife.explicit) == ("Has a wife", False)


async def test_the_two_conversations_of_the_travel_assistant() -> None:
    said = [
        turn("Hi! I want to plan a vacation", id="1"),
        turn("I'd love to help! What's your budget for this trip?", "assistant", "2"),
        turn("Around $2,000", id="3"),
        turn("Great! What kind of experiences do you enjoy?", "assistant", "4"),
        turn("I love hiking and coastal walks", id="5"),
        turn("Sounds wonderful! Here is Great Ocean Road. I love it.", "assistant", "6"),
    ]
    found = (await RulesExtractor().extract(Exchange(tuple(said)))).candidates
    assert [one.content for one in found] == ["Budget is around $2,000", "Likes hiking", "Likes coastal walks"]
    again = [
        turn("Suggest a vacation for me", id="7"),
        turn("Would you like me to use these same preferences?", "assistant", "8"),
        turn("Yes, use the same preferences", id="9"),
    ]
    assert (await RulesExtractor().extract(Exchange(tuple(again)))).candidates == ()


async def test_name_and_age() -> None:
    assert await contents("My name is Ruaidhrí") == ("Name is Ruaidhrí",)
    assert await contents("I am 20 years old") == ("Is 20 years old",)
    assert await contents("Hello, what is the square root of 9?") == ()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("i visited Iceland last year, it was amazing", ("Visited Iceland: amazing",)),
        ("I went to Portugal and loved it", ("Visited Portugal: loved it",)),
        ("there are three of us", ("Travels in a party of three",)),
        ("I'm vegetarian", ("Is vegetarian",)),
        ("I have a gluten allergy", ("Is allergic to gluten",)),
        ("My preference are economy cars when renting a car.", ("Prefers economy cars",)),
    ],
)
async def test_sentences_of_travellers(text: str, expected: tuple[str, ...]) -> None:
    assert await contents(text) == expected


def test_rules_cost_nothing() -> None:
    assert RulesExtractor().estimate(Exchange((turn("I live in Lisbon"),))) == Cost()
