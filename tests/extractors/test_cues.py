"""Phrases that leave no doubt, questions that tell what is answered, and whose a statement is."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest

from ricordo.extractors.reader.cues import find_cues
from ricordo.extractors.reader.extractor import find_candidates
from ricordo.extractors.reader.fields import find_certain, find_fields
from ricordo.extractors.reader.model import Assertion
from ricordo.extractors.reader.owners import settle_owners
from ricordo.extractors.reader.questions import find_asked
from ricordo.language.people import headcount
from ricordo.language.slots import count_days
from ricordo.learn.evidence import verify_candidate
from ricordo.learn.heard import Hearing
from tests.extractors.test_reader import HOME, turn


@pytest.mark.parametrize(
    ("text", "slot", "value"),
    [
        ("We are a family of five", "travellers", "family of five"),
        ("It's just me this time", "travellers", "just me"),
        ("Just me", "travellers", "Just me"),
        ("so there are four of us now", "travellers", "four of us"),
        ("just Oskar and me", "travellers", "just Oskar and me"),
        ("I'm going on my own", "travellers", "on my own"),
        ("He had to cancel. solo again", "travellers", "solo"),
        ("we're travelling with our two kids", "travellers", "travelling with our two kids"),
        ("make it for six", "travellers", "for six"),
        ("looking for a week-long trip", "trip_length", "week-long"),
        ("a 12-day tour would be nice", "trip_length", "12-day"),
        ("three weeks at a time suits us", "trip_length", "three weeks"),
        ("max 650 euros a head", "budget", "650 euros a head"),
        ("£90 a night is our limit", "budget", "£90 a night"),
        ("3k tops", "budget", "3k"),
        ("call me Fin please", "name", "Fin"),
        ("Hi, Maren here", "name", "Maren"),
        ("Siobhán, 41", "name", "Siobhán"),
        ("Siobhán, 41", "age", "41"),
    ],
)
def test_a_phrase_leaves_no_doubt(text: str, slot: str, value: str) -> None:
    assert (slot, value) in [(cue.slot, cue.value) for cue in find_cues(text)]
    found = [item for item in find_candidates(turn(text)) if (item.field, item.value) == (slot, value)]
    assert found
    verification = verify_candidate(found[0], Hearing({"t1": turn(text)}))
    assert verification is not None
    assert verification.is_supported
    assert verification.has_value


@pytest.mark.parametrize(
    "text",
    [
        "is it just me or is it cold",
        "it's just me and the parrot",
        "three of us are vegetarian",
        "please call me tomorrow",
        "Don't call me Susie",
        "a family of five who live next door",
        "the solo in that song",
        "we walked for two days",
        "it cost 80 euros",
        "I live for the weekend",
    ],
)
def test_words_in_passing_are_no_cue(text: str) -> None:
    assert find_cues(text) == []


def test_a_place_in_passing_is_no_home() -> None:
    assert find_candidates(turn("# I live in Oslo\ndef greet() -> str: ...")) == []


def test_a_plan_tells_how_long_it_takes() -> None:
    plan = replace(HOME, quote="we're off to Oslo for two weeks", slot="plans", value="Oslo", how="planned")
    assert [(cue.slot, cue.value) for cue in find_certain(plan)] == [("trip_length", "two weeks")]
    assert find_certain(replace(plan, how="holds")) == []
    assert find_certain(replace(plan, subject="sister")) == []


def test_two_fields_of_one_clause_are_two_memories() -> None:
    found = find_candidates(turn("Siobhán, 41"))
    assert {item.content for item in found} == {"Is called Siobhán", "Is 41"}


@pytest.mark.parametrize(
    ("question", "slot"),
    [
        ("Lovely. What's your budget?", "budget"),
        ("How many people are travelling?", "travellers"),
        ("How many nights would you like?", "trip_length"),
        ("Where have you been before?", "visited"),
        ("What do you like to do on holiday?", "likes"),
        ("Budget, and how many people?", None),
        ("Your budget is noted.", None),
        ("Anything else?", None),
    ],
)
def test_a_question_tells_what_is_asked(question: str, slot: str | None) -> None:
    assert find_asked([turn(question, "assistant")]) == slot
    assert find_asked([turn(question, "user")]) is None


def test_an_answer_fills_the_field_that_was_asked_for() -> None:
    unsure = replace(HOME, quote="Lisbon, loved it", slot="likes", slot_score=0.4, value="Lisbon")
    assert find_fields(unsure) == []
    assert find_fields(unsure, "visited") == [("visited", "Lisbon", "Lisbon")]
    assert find_fields(unsure, "budget") == find_fields(unsure, "trip_length") == []
    assert find_fields(replace(unsure, subject="sister"), "visited") == []
    assert find_fields(replace(unsure, how="negated"), "visited") == []
    length = replace(HOME, quote="five to six days is about right", slot="health", slot_score=0.2, value="six")
    assert find_fields(length, "trip_length") == []  # a range of words tells no number
    assert find_fields(replace(length, quote="six days is right"), "trip_length") == [
        ("trip_length", "six days", "six days")
    ]


def test_what_is_not_eaten_says_so() -> None:
    pork = replace(HOME, quote="I don't eat pork", slot="diet", value="pork")
    assert find_fields(pork) == [("diet", "no pork", "no pork")]
    assert find_fields(replace(pork, quote="I eat pork")) == [("diet", "pork", "pork")]
    assert find_fields(replace(pork, quote="I don't drink", value="drink"))[0][1] == "does not drink"


def test_a_list_is_completed_in_both_directions() -> None:
    likes = replace(HOME, quote="I love hiking, jazz and coastal walks", slot="likes")
    expected = ["hiking", "jazz", "coastal walks"]
    for value in expected:
        assert [part for _, _, part in find_fields(replace(likes, value=value))] == expected


def say(quote: str, text: str, subject: str | None = None) -> Assertion:
    return replace(HOME, quote=quote, start=text.index(quote), subject=subject)


def test_grammar_tells_whose_a_statement_is() -> None:
    text = "My aunt Vera is 70 and needs a lift. I love lakes, my cousin Per hates them."
    age = say("My aunt Vera is 70", text, "aunt Vera")
    needs, lakes = say("needs a lift", text), say("I love lakes", text, "cousin Per")
    assert [item.subject for item in settle_owners([age, needs, lakes], text)] == ["aunt Vera", "aunt Vera", None]


def test_a_pronoun_is_whoever_was_named() -> None:
    text = "Ada and I met in Oslo and she moved to Bergen with me"
    assert settle_owners([say("she moved to Bergen", text)], text)[0].subject == "Ada"
    unknown = "she moved to Bergen"
    assert settle_owners([say("she moved to Bergen", unknown)], unknown)[0].subject is None


def test_a_sentence_of_its_own_inherits_nobody() -> None:
    text = "My aunt Vera is 70. Needs must. needs a lift"
    found = settle_owners([say("My aunt Vera is 70", text, "aunt Vera"), say("needs a lift", text)], text)
    assert found[1].subject is None


@pytest.mark.parametrize(
    "text", ["just me " * 4_000, "travelling with my wife, " * 2_000, "9" * 40_000, "max 9" * 8_000, "A " * 20_000]
)
def test_a_hostile_text_takes_little_time(text: str) -> None:
    began = time.process_time()
    find_cues(text)
    assert time.process_time() - began < 2


def test_a_named_companion_counts() -> None:
    assert headcount("just Oskar and me") == headcount("only me and Oskar") == 2
    assert count_days("week-long") == 7
