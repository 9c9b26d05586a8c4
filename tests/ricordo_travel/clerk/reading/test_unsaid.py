"""Names that nobody has typed and no reply has shown, and what a message points at in their stead."""

from __future__ import annotations

import re

import pytest

from ricordo_travel.clerk.commands import parse_commands
from ricordo_travel.clerk.reading.unsaid import find_pointed, leave_out_unsaid
from ricordo_travel.dialogue.values.text import normalise
from tests.promises.hostile import assert_linear
from tests.ricordo_travel.clerk.conftest import Person

SEEN = (
    "1. orchard guesthouse crete, 1 double room\n2. flight ab2632 from berlin to crete\n3. compact car at crete airport"
)


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("please book the second one for those three nights", [2]),
        ("the difference between the first two", [1, 2]),
        ("the first and the third one", [1, 3]),
        ("whats the rating on the first one", [1]),
        ("2nd option but not on the 4th, on the 6th", [2]),
        ("lets go with number 3", [3]),
        ("number two sounds great", [2]),
        ("a hotel 3 nights", []),
        ("from the 2nd to the 4th", []),
        ("back on the 3rd", []),
        ("a hotel for the first 2 nights", []),
        ("the first week of july", []),
        ("at first, then rome", []),
        ("2 rooms 3 beds", []),
    ],
)
def test_what_a_message_points_at(text: str, places: list[int]) -> None:
    assert find_pointed(normalise(text)) == places


@pytest.mark.parametrize(
    ("message", "written", "meant"),
    [
        ("please book the second one", "pick kt8874", "pick 2"),
        ("first one then", "pick garden guesthouse", "pick 1"),
        ("i take the one with the best rating", "pick lantern lodge", "pick best"),
        ("the second car sounds splendid", "pick car economy", "pick 2"),
        ("book that car for us", "pick car suv", "pick car"),
        ("yes, the nice one", "yes garden lodge", "pick"),
        ("is the breakfast included?", "ask garden lodge | breakfast", "ask | breakfast"),
        ("is it quiet?", "ask orchard guesthouse | quiet", "ask orchard guesthouse | quiet"),
        ("the garden one", "pick garden lodge", "pick garden lodge"),
        ("the compact one", "pick car compact", "pick car compact"),
        ("the flight please", "pick ab2633", "pick ab2632"),
        ("take xx9999", "pick xx9999", "pick xx9999"),
        ("what is the finest hotel", "find hotel | name lantern guesthouse", "find hotel | sort rating"),
        ("anything like that?", "find hotel | name lantern guesthouse", "find hotel"),
        ("no more than one stop", "find flight | with few one stop", "find flight | with few changes"),
        ("with the sea close by", "find hotel | with lake close by", "find hotel | with close by"),
        ("australia is too far", "suggest | with no australia", "suggest | with no australia"),
        ("as few changes as possible", "find flight | direct", "find flight | with few changes"),
        ("something cheap please", "find hotel | max 157 a night", "find hotel"),
        ("under two hundred a night", "find hotel | max 200 a night", "find hotel | max 200 a night"),
    ],
)
def test_nothing_stays_that_nobody_said_or_saw(message: str, written: str, meant: str) -> None:
    assert leave_out_unsaid(normalise(message), SEEN, parse_commands(written)) == parse_commands(meant)


def test_it_takes_linear_time() -> None:
    assert_linear(find_pointed)


IDEAS = "suggest | from London | on 10 september | until 17 september | people 2 | with warm"
"""Suggests Barcelona, Lisbon and Rome, or others: tests take their names from the reply."""


async def _list_ideas(person: Person) -> list[str]:
    reply = await person.say(IDEAS)
    return [line[2:].split(",")[0] for line in reply.splitlines() if line.startswith("• ")]


async def test_a_number_means_a_place_of_the_list_shown_last(person: Person) -> None:
    places = await _list_ideas(person)
    assert f"• {places[1]}," in await person.say("compare lodge 1", "the difference between the first two?")
    assert places[1] in await person.say("ask garden guesthouse | food", "is the second one good for food?")
    said = await person.say("ask 1 | rating", "whats the rating on the first one")
    assert said == f"I know that of hotels only. Shall I look for a hotel in {places[0]}?"
    assert f"Hotels in {places[1]}, 10 September" in await person.say("pick nl2626", "lets go with number 2")


async def test_the_cheapest_is_a_place_where_places_were_listed(person: Person) -> None:
    reply = await person.say(IDEAS)
    lines = [line for line in reply.splitlines() if line.startswith("• ")]
    sums = {line[2:].split(",")[0]: int(line.split("About $")[1].split()[0].replace(",", "")) for line in lines}
    dear, cheap = max(sums, key=sums.__getitem__), min(sums, key=sums.__getitem__)
    assert f"Hotels in {cheap}, 10 September" in await person.say(f"pick {dear}", "the cheapest one please")


async def test_there_is_each_of_several_places_until_one_is_chosen(person: Person) -> None:
    places = await _list_ideas(person)
    assert "I do not know about visas" in (said := await person.say(f"place {places[0]} | visa", "a visa there?"))
    assert "\n" not in said
    said = await person.say(f"place {places[0]} | weather september", "what is the weather like there?")
    assert all(f"{place} is " in said for place in places)
    await person.say(f"pick {places[1]}", f"{places[1]} then")
    said = await person.say(f"place {places[1]} | weather september", "is it warm there?")
    assert [place for place in places if place in said] == [places[1]]


async def test_a_place_of_a_list_of_fares_is_none_that_somebody_means(person: Person) -> None:
    reply = await person.say("find flight | from Berlin | on august", "flights from berlin in august")
    place = reply.partition("those to ")[2].split(" (")[0]
    assert await person.say(f"place {place} | car", "do we need a car there?") == "Which place do you mean?"
    assert place not in await person.say(f"find car | place {place}", "show me small cars")


async def test_nothing_shown_is_said_once_with_what_would_help(person: Person) -> None:
    said = await person.say("pick kt8874 ; ask kt8874 | insurance", "the second one, and is it insured?")
    assert said.startswith("I have nothing to choose from yet. Tell me where you would like to go and when")
    assert "shown you" not in said
    await person.say("find hotel | place Munich | on 12 june | nights 2", "hotel in munich 12 june 2 nights")
    said = await person.say("pick garden lodge", "the third one please")
    assert said.startswith("I have nothing to choose from yet. Shall I look in ")
    assert "Hotels in " in await person.say("yes")


async def test_the_number_of_a_list_is_of_the_one_shown_last(person: Person) -> None:
    await person.say("find hotel | place Crete | on 1 july | until 8 july | people 2")
    await person.say("find hotel | with pool", "with a pool")
    assert "Compass Grand Crete" in await person.say("pick orchard guesthouse", "ok book the second one")
    said = await person.say("compare 1 2", "what is the difference between the first and the third?")
    assert said.startswith("There is no number 3 in my last list, which has 2 offers.")


async def test_somebody_goes_back_to_the_cheap_one(person: Person) -> None:
    await person.say("find flight+return | from Berlin | place Rome | on 12 june | until 14 june | people 1")
    said = await person.say("find return | on friday | time after 15:00", "anything later on the friday, after 3?")
    assert "from Berlin to Rome on 12 June 2026" in said
    assert "19 June" not in said
    said = await person.say("pick 1", "go back to the cheap one")
    assert said.startswith(
        "There and back that is $292.\n\nShall I book these?\nFlight NL2626 from Berlin to Rome, 12 June"
    )
    assert "from Rome to Berlin, 14 June" in said


async def test_the_best_rated_of_hotels_that_a_reply_names(person: Person) -> None:
    await person.say(
        "suggest | place crete or athens | on 3 august | until 13 august | people 2",
        "crete or athens, 3 to 13 august, 2",
    )
    said = await person.say("which these | pool", "which of these hotels has a pool?")
    assert "Lantern Backpackers Crete and Compass Grand Crete" in said
    assert "Shall I book this?\nCompass Grand Crete" in await person.say("pick best", "the one with the best rating")


async def test_other_kinds_are_told_and_not_weighed(person: Person) -> None:
    await person.say("find flight+hotel | from London | place Porto | on 12 june | until 15 june | people 2")
    assert (await person.say("compare 1 5")).startswith("These are of different kinds")


async def test_stops_and_airlines(person: Person) -> None:
    await person.say("find flight | from London | place Tokyo | on 4 october | people 1")
    said = await person.say("find flight | with few one stop", "no more than one stop")
    assert said.startswith("None of these changes planes more than once.\nFlights")
    said = await person.say("find flight | name lufthansa or ba", "only lufthansa or ba please")
    assert "There is no flight with Lufthansa or BA then." in said


async def test_no_place_is_read_into_words_that_name_none(person: Person) -> None:
    program = "find flight+return | from frankfurt | place edinburgh | on 15 june | until 18 june"
    said = await person.say(program, "from frankfurt to the big smoke, 15 june, back the 18th")
    assert "Edinburgh" not in said
    assert "Where would you like to go?" in said
    assert "to Edinburgh on 15 June" in await person.say(program, "to edinburg then, same days")


async def test_a_place_of_an_earlier_message_is_meant_again(person: Person) -> None:
    await person.say("find hotel | place rome", "a hotel in rome please")
    assert "Rome" in await person.say(
        "find hotel | place rome | on 3 october | nights 4 | people 2", "3 october, 4 nights"
    )


async def test_what_have_you_got_asks_nothing_of_memory(person: Person) -> None:
    said = await person.say(
        "find hotel | place rome | on 9 october | nights 3 | people 2 ; recall",
        "rome around the 9th of october for 3 nights for two. what have you got?",
    )
    assert said.startswith("Hotels in Rome, 9 October 2026")


async def test_the_flights_are_chosen_without_the_hotel_beside_them(person: Person) -> None:
    await person.say(
        "find flight+return+hotel | from london | place florence | on 5 october | until 10 october | people 2"
    )
    said = await person.say("pick 1 3 5", "book the cheapest flights")
    assert said.count("\nFlight ") == 2
    assert "Backpackers" not in said
    await person.say("no", "no")
    assert "Backpackers" in await person.say("pick 1 3 5", "book the cheapest of everything")


async def test_the_best_rated_is_no_number(person: Person) -> None:
    shown = await person.say("find hotel | place new york | on 12 september | nights 7 | people 2 | max 250 a night")
    ratings = re.findall(r"rated (\d\.\d)", shown)
    best = re.search(rf"\d\. ([^,]+),.*rated {max(ratings)}", shown)
    assert best
    worst = ratings.index(min(ratings)) + 1
    assert f"Shall I book this?\n{best[1]}" in await person.say(f"pick {worst}", "the best rated")


async def test_each_kind_is_chosen_by_its_own_words(person: Person) -> None:
    trip = "from dublin | place rome | on 3 july | until 7 july | people 2"
    await person.say(f"find flight+return+hotel | {trip}")
    said = await person.say("pick 2 3 5", "the cheapest flights and the hotel with breakfast")
    assert "Flight NL2547 from Dublin to Rome" in said
    assert "Flight AB1998 from Rome to Dublin" in said
    assert "Station Lodge Rome" in said
    assert "Meadow Backpackers" not in said
