"""Places are suggested by all that was said of a trip, at prices that are real, and wishes are asked for first."""

from __future__ import annotations

import re

import pytest

from ricordo_travel.clerk.reading.start_words import find_start_told
from ricordo_travel.dialogue.facts.climate import find_degrees
from ricordo_travel.places import all_places, find_place
from tests.ricordo_travel.clerk.conftest import Person

_POOL = "suggest | from Berlin | on july | nights 7 | people 3 | max 2500 in all | with pool"

_SEASIDE = {"beaches", "coast"}
_ITALIAN = {place.name for place in all_places() if place.country == "Italy"}


def titles(reply: str) -> list[str]:
    return re.findall(r"^• ([^,]+),", reply, re.MULTILINE)


async def test_what_fits_is_not_called_too_dear(person: Person) -> None:
    reply = await person.say(_POOL)
    assert "within $2,500, warm enough to swim in July" in reply
    assert "above your budget" not in reply
    assert "without food and tickets" in reply
    costs = [
        int(cost.replace(",", "")) for cost in re.findall(r"^• .*About \$([\d,]+) for 7 nights", reply, re.MULTILINE)
    ]
    assert len(costs) == 3
    assert max(costs) < 2000
    assert all(_SEASIDE & {*find_place(name).activities} for name in titles(reply))


async def test_wishes_go_on_from_one_message_to_the_next(person: Person) -> None:
    await person.say(_POOL)
    reply = await person.say("suggest | nights 5")
    assert "within $2,500, warm enough to swim in July, for 5 nights and 3 people" in reply
    assert "flights from Berlin" in reply
    more = await person.say("suggest | other | not Portugal")
    assert more.startswith("Here are others within $2,500")
    assert not {*titles(reply), "Lisbon", "Porto", "Madeira"} & set(titles(more))


async def test_the_area_holds_until_it_may_be_anywhere(person: Person) -> None:
    await person.say("suggest | place Italy | from London | people 2")
    assert set(titles(await person.say("suggest | on september"))) <= _ITALIAN
    anywhere = titles(await person.say("suggest | with anywhere"))
    assert set(anywhere) - _ITALIAN


async def test_a_place_by_the_sea_has_a_beach(person: Person) -> None:
    reply = await person.say("suggest | from Paris | on end of june | nights 2 | people 2 | with by the sea")
    assert "Porto" not in titles(reply)
    others = titles(await person.say("suggest | other"))
    assert others
    assert all("beaches" in find_place(name).activities for name in (*titles(reply), *others))


async def test_nothing_warmer_is_said_to_be_so(person: Person) -> None:
    await person.say("suggest | place Spain | from Paris | on june | nights 2 | people 2 | with by the sea")
    assert "the warmest of these is" in await person.say("suggest | with warmer")
    assert "the cheapest of these is" in await person.say("suggest | cheaper")


async def test_a_start_that_is_not_served_has_the_nearest(person: Person) -> None:
    await person.say("suggest | on july | with beach")
    reply = await person.say("tell | we're in leeds", "we're in leeds")
    assert "flights from Manchester" in reply
    assert "the nearest place to you that I serve" in reply


async def test_who_says_nothing_is_asked_and_who_comes_back_is_greeted(person: Person) -> None:
    assert "What's your budget for this trip?" in await person.say("suggest", "i want to plan a vacation")
    assert "What kind of experiences" in await person.say("chat", "around $2,000")
    reply = await person.say("tell | i love hiking", "i love hiking")
    assert "Sounds wonderful! Here is what fits within $2,000" in reply
    again = await person.say("suggest", "suggest something for me", "2")
    assert again.startswith("Hi again! Based on your love for hiking")
    assert (await person.say("yes", "yes, the same", "2")).startswith("Perfect!")


@pytest.mark.parametrize("program", ["suggest | with beaches", "tell | i love beaches", "correct | i love beaches"])
async def test_what_was_never_said_is_not_taken(person: Person, program: str) -> None:
    await person.say("suggest | with warm | on march")
    reply = await person.say(program, "I never said I love beaches")
    assert reply.startswith("I'm sorry, I read that into your words.")
    assert await person.talk.profile() == {}


async def test_nothing_is_taken_from_a_block_of_memory(person: Person) -> None:
    block = "<ricordo-memory>\nHome: Sydney\nI live in Sydney.\n</ricordo-memory>"
    await person.say("tell | I live in Sydney ; find flight | from Sydney | place Rome", block)
    assert await person.talk.profile() == {}
    assert "Where will you fly from?" in await person.say("find flight | place Hobart | on 12 january")


async def test_a_start_near_by_is_for_sums_and_not_for_flights_until_it_is_named(person: Person) -> None:
    said = await person.say("suggest | from Leeds | on august | people 2 | with beach | not too expensive")
    assert "the nearest place to you that I serve" in said
    reply = await person.say("pick Barcelona | on 8 august | until 15 august")
    assert "I have nothing from Leeds: it is not served" in reply
    assert "Flight " not in reply
    assert "Hotels in Barcelona, 8 August 2026, 7 nights" in reply
    assert "Flights from London to Barcelona on 8 August 2026" in await person.say("find flight | from London")


async def test_a_season_is_a_time_of_year(person: Person) -> None:
    reply = await person.say("suggest | on summer holidays | nights 7 | people 4 | with warm | with pool")
    assert "warm in June, July or August" in reply


async def test_who_may_live_anywhere_gets_ideas_from_all_over_the_world(person: Person) -> None:
    reply = await person.say("suggest | on september | people 2 | with warm | with cheap")
    zones = {place.time_zone.partition("/")[0] for place in all_places() if place.name in titles(reply)}
    assert len(zones) == len(titles(reply)) == 3


async def test_in_summer_only_what_is_warm_then_is_warm(person: Person) -> None:
    reply = await person.say("suggest | from London | on june | with warm")
    others = await person.say("suggest | other", "others?")
    assert len({*titles(reply), *titles(others)}) == 6
    assert all(find_degrees(find_place(name), 6) >= 26 for name in (*titles(reply), *titles(others)))


@pytest.mark.parametrize(
    ("program", "message", "said", "least", "most"),
    [
        ("suggest | on june | with beach", "a beach in june, 28 degrees or more", "with 28 °C or more in June", 28, 99),
        ("suggest | on october | with 25 degrees", "", "with 25 °C or more in October", 25, 99),
        ("suggest | on july | with city", "july, a city, not more than 25°C", "with 25 °C or less in July", 0, 25),
        ("suggest | on april | with between 20 and 25 degrees", "", "with 20 to 25 °C in April", 20, 25),
        ("suggest | on may | with at least 77 fahrenheit", "", "with 25 °C or more in May", 25, 99),
    ],
)
async def test_degrees_are_a_limit(
    person: Person, program: str, message: str, said: str, least: int, most: int
) -> None:
    reply = await person.say(program, message)
    assert said in reply
    degrees = [int(each) for each in re.findall(r"about (\d+) °C by day", reply)]
    assert degrees
    assert all(least <= each <= most for each in degrees)
    others = await person.say("suggest | other", "any others?")
    assert all(least <= int(each) <= most for each in re.findall(r"about (\d+) °C by day", others))


async def test_degrees_that_somebody_has_are_no_wish(person: Person) -> None:
    reply = await person.say("suggest | on july | with cooler", "it's over 35 degrees here, somewhere cooler in july?")
    assert "cool in July" in reply


async def test_a_beach_in_a_season_is_warm_then(person: Person) -> None:
    reply = await person.say("suggest | on summer | nights 7 | people 4 | with beach")
    assert titles(reply)
    assert not {"Cape Town", "Sydney", "Perth"} & set(titles(reply))


async def test_a_city_trip_goes_to_a_city_and_not_up_stairs(person: Person) -> None:
    said = "my sister and I would like a city trip in spring, but she can't do stairs"
    reply = await person.say("suggest | on spring | people 2 | with city ; tell | my sister can't do stairs", said)
    assert not {"Kathmandu", "Cusco", "Crete", "Rome"} & set(titles(reply))
    said = "we want a flat European city with museums"
    assert set(titles(await person.say("suggest | with european city | with museums", said))) <= {
        "Paris", "London", "Berlin", "Milan", "Vienna", "Amsterdam", "Hamburg"
    }  # fmt: skip


async def test_a_weekend_is_short_and_near(person: Person) -> None:
    reply = await person.say("suggest | on february | people 2 | with romantic", "a romantic weekend in February")
    assert "for 2 nights and 2 people" in reply
    assert not {"Kathmandu", "Cusco"} & set(titles(reply))
    assert "for 3 nights" in await person.say("suggest | people 2 | with romantic", "a long weekend", "2")


@pytest.mark.parametrize(
    "said",
    ["lol {} isnt warm. what is", "{} is too cold for us, what else", "not {}, we are sick of rain"],
)
async def test_what_was_rejected_does_not_come_back(person: Person, said: str) -> None:
    shown = await person.say("suggest | from London | on january | people 2 | max 320 each | nights 4")
    first = titles(shown)[0]
    assert first not in titles(await person.say("suggest | on january | with warm", said.format(first.lower())))


async def test_each_of_two_months_counts(person: Person) -> None:
    reply = await person.say("suggest | from London | on march or april | people 2 | with warm")
    assert "warm in March or April" in reply
    assert "Marrakech" in reply


async def test_long_flights_are_not_offered_to_who_hates_them_and_the_family_is_counted(person: Person) -> None:
    await person.say("tell | we live in berlin ; tell | i hate long flights", "we live in Berlin. I hate long flights")
    await person.say("tell | my wife is ania and we have two kids", "My wife is Ania and we have two kids")
    said = "a week with the whole family in July, somewhere warm by the sea"
    reply = await person.say("suggest | on july | nights 7 | with warm | with by the sea", said, "2")
    assert "for 7 nights and 4 people" in reply
    assert "Honolulu" not in titles(reply)


async def test_several_cities_are_near_each_other(person: Person) -> None:
    said = "2 cities in one trip in spring with good food, 4 of us"
    reply = await person.say("suggest | on spring | people 4 | with good food", said)
    assert "For one trip," in reply
    assert not {"Bangkok", "Buenos Aires", "Crete"} & set(titles(reply))


async def test_cities_that_are_known_for_museums_come_first(person: Person) -> None:
    said = await person.say("suggest | with museums", "my wife and I want to see good museums")
    assert find_place(titles(said)[0]).activities[0] == "museums"
    said = await person.say("pick paris | with lift", "we live in Paris and I need a lift in the hotel")
    assert "• London" in said
    assert "Which day" not in said


async def test_a_country_that_was_refused_stays_out(person: Person) -> None:
    await person.say(
        "suggest | from Berlin | on august | people 2 | with beach | with not too hot", "mild beach in august"
    )
    first = titles(await person.say("suggest | with no Australia", "Australia is too far for us"))
    again = titles(await person.say("suggest | on september", "and in september?"))
    australian = {place.name for place in all_places() if place.country == "Australia"}
    assert first
    assert again
    assert not {*first, *again} & australian


async def test_a_direct_flight_is_a_wish(person: Person) -> None:
    reply = await person.say(
        "suggest | from Berlin | on august | people 2 | with beach | direct", "a beach, direct flight from berlin"
    )
    assert "Barcelona" in titles(reply)
    mild = await person.say("suggest | with not too hot", "not too hot")
    assert "with a direct flight from Berlin" in mild
    assert not {"Cairns", "Perth", "Sydney"} & set(titles(mild))
    assert "once I know where you start" in await person.say("suggest | with beach | direct", "a direct flight", "2")


async def test_what_is_known_of_no_place_is_said(person: Person) -> None:
    reply = await person.say("suggest | from Berlin | people 2 | with city | with zoo", "a city with a nice zoo")
    assert "I do not know which places have a zoo" in reply
    again = await person.say(
        "suggest | with zoo", "which of your cities has a zoo? london has one, but we know that already"
    )
    assert "I do not know which places have a zoo" in again
    assert not titles(again)
    assert "London" not in titles(await person.say("suggest | nights 4", "for 4 nights"))


async def test_just_one_thing_gives_up_the_rest(person: Person) -> None:
    wishes = "suggest | from Berlin | people 2 | with beach | maybe sea | with hiking"
    await person.say(wishes, "by the sea, with a beach, for hiking")
    dropped = await person.say("suggest | drop beach", "forget the sea and the beach")
    assert "beach" not in dropped.split("\n")[0]
    assert not {"Crete", "Barcelona", "Lisbon"} >= set(titles(dropped))
    city = await person.say("suggest | with city", "Just a city then.")
    assert "hiking" not in city
    assert all("city" in find_place(name).character for name in titles(city))
    assert titles(city)


async def test_days_and_a_start_go_on_with_the_ideas(person: Person) -> None:
    await person.say("suggest | people 2 | with beach | with not too hot", "a beach for two, not too hot")
    reply = await person.say(
        "find flight+hotel | from london | on end of may | with pool", "end of may, from london, with pool"
    )
    assert "mild in May" in reply
    assert "rooms with a pool" in reply
    assert all("beaches" in find_place(name).activities for name in titles(reply))


@pytest.mark.parametrize(
    ("month", "left_out"), [("july", "Kathmandu|Hanoi|Mumbai|Bangkok"), ("january", "Bali|Cairns")]
)
async def test_sun_is_not_sought_in_a_rainy_season(person: Person, month: str, left_out: str) -> None:
    said = await person.say(f"suggest | on {month} | nights 7 | people 2 | with sun", "a week in the sun")
    assert not re.search(left_out, said)
    assert "not how much it rains" in said
    assert "not how much it rains" not in await person.say("suggest | other", "others?")


async def test_who_does_not_fly_hears_what_is_near_and_that_no_way_there_is_sold(person: Person) -> None:
    said = await person.say("suggest | on october | nights 5 | with food", "good food in october. we can't fly")
    assert "I sell no tickets for trains or buses." in said
    assert "count the flights in" not in said
    said = await person.say("suggest | from Graz", "from graz")
    assert "• Budapest, Hungary" in said
    assert "without flights" in said
    assert re.search(r"about \d+ km from Graz", said)


async def test_who_wants_no_early_flights_flies(person: Person) -> None:
    said = await person.say(
        "suggest | from London | nights 5 | with food", "good food, from london, but no flights before 9"
    )
    assert "with flights from London" in said


async def test_a_limit_of_a_night_is_kept_for_the_hotels_and_told(person: Person) -> None:
    await person.say("suggest | on february | with honeymoon", "ideas for our honeymoon in february")
    said = await person.say("suggest | max 120 a night", "not more than 120 a night")
    assert "When we look for a hotel, I keep to $120 a night." in said
    assert "I keep to" not in await person.say("suggest | other", "any others?")
    assert "In this conversation you named $120 a night for the hotel" in await person.say(
        "recall | budget", "what's my budget?"
    )
    found = await person.say("find hotel | place paris | on 10 february | nights 4", "paris from 10 february, 4 nights")
    assert "under $120 a night" in found


async def test_who_likes_a_club_does_not_start_in_its_city(person: Person) -> None:
    await person.say("suggest | people 2 | with hiking", "ideas for two who hike?")
    fan = "tell | my daughter is a fan of london"
    assert "from London" not in await person.say(fan, "my daughter is a fan of london")
    await person.say("suggest | people 2 | with hiking", "and ideas for two who hike?", "2")
    assert "with flights from London" in await person.say("tell | london", "london", "2")


@pytest.mark.parametrize("place", ["salzburg", "oslo"])
async def test_a_place_that_is_proposed_is_no_start(person: Person, place: str) -> None:
    await person.say("suggest | with hiking", "where to hike?")
    asked = f"{place} perhaps? second week of august"
    said = await person.say(f"suggest | from {place} | on second week of august", asked)
    assert "flights from" not in said
    assert place.title() in said
    assert "•" not in said


async def test_a_place_that_is_not_served_is_told_of_among_ideas(person: Person) -> None:
    await person.say("suggest | with hiking", "where to hike?")
    said = await person.say("suggest | place salzburg | on august", "salzburg in august then")
    assert said.startswith("I'm sorry, I have nothing to or in Salzburg")


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("we live in london", "London"),
        ("london", "London"),
        ("it's near london", "London"),
        ("my brother is a fan of london", ""),
        ("she loves london", ""),
    ],
)
def test_a_start_is_told_by_who_is_there(text: str, start: str) -> None:
    assert find_start_told(text) == start


async def test_parents_whom_nobody_counted_are_told(person: Person) -> None:
    message = "we want to see mountains, what is good for hiking with a toddler?"
    said = await person.say("suggest | with mountains | with hiking", message)
    assert "3 people" in said
    assert "I took 3 people; tell me if that is not right." in said
