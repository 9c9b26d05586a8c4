"""Trips to and from places that are not served: said once, nothing taken for agreed, and the rest of the trip kept."""

from __future__ import annotations

from ricordo_travel.clerk.commands import parse_commands
from ricordo_travel.clerk.reading.checks import settle_commands
from tests.ricordo_travel.clerk.conftest import Person

NEAR = (
    "I'm sorry, I have nothing to or in Osaka: it is not served. The nearest place that I serve is Kyoto, about 43 km "
    "away."
)


async def test_nothing_is_shown_for_a_place_near_by_until_it_is_agreed(person: Person) -> None:
    said = await person.say("find flight+return | from Paris | place Osaka | on 22 june | until 25 june")
    assert said == f"{NEAR} Shall I look in Kyoto instead?"
    said = await person.say("find flight+return | direct")
    assert said == "All right, nonstop. Osaka is not served, as I said. Shall I look in Kyoto instead?"
    said = await person.say("find hotel | until 26 june | people 2")
    assert said.startswith("All right, 22 to 26 June 2026, for 2 people. Osaka is not served, as I said.")
    said = await person.say("yes", "yes")
    assert "Hotels in Kyoto, 22 June 2026, 4 nights, for the two of you" in said


async def test_a_place_too_far_away_is_not_offered(person: Person) -> None:
    said = await person.say("find flight | from Reykjavik | place Tashkent | on 22 june")
    assert said == "I'm sorry, I have nothing to or in Tashkent: it is not served. Where would you like to go instead?"
    said = await person.say("find flight | from Tashkent | place Oslo | on 22 june", conversation="2")
    assert said == "I'm sorry, I have nothing from Tashkent: it is not served. Where else can you fly from?"


async def test_a_place_near_by_is_no_topic_until_it_is_agreed(person: Person) -> None:
    await person.say("find hotel | place Osaka | on 8 september | nights 4 | people 2")
    assert "Kyoto" not in await person.say("total", "ok whats my total")
    said = await person.say("find hotel | with quiet | with near centre", "just a quiet hotel near the center")
    assert said == "Osaka is not served, as I said. Shall I look in Kyoto instead?"


async def test_a_place_that_was_only_asked_about_is_not_taken_for_another(person: Person) -> None:
    await person.say("suggest | from London | on august | nights 7 | people 5 | with warm")
    await person.say("place Graz | info", "graz maybe?")
    said = await person.say("suggest | people 6", "actually make it 6 of us, mia said yes")
    assert said.startswith("All right, for 6 people. Graz is not served, as I said.")


async def test_a_no_and_another_wish_end_it(person: Person) -> None:
    await person.say("find hotel | place Osaka | on 8 september | nights 4 | people 2")
    assert "Osaka" not in await person.say("no", "no thats too far")
    said = await person.say("suggest | with warm", "somewhere warm then")
    assert "Osaka" not in said
    assert "for 4 nights and 2 people" in said


async def test_hotels_are_shown_where_only_the_start_is_not_served(person: Person) -> None:
    said = await person.say(
        "find flight+return+hotel | from Leeds | place Lisbon | on 11 june | until 15 june | people 2"
    )
    assert said.startswith("I have nothing from Leeds: it is not served; if ")
    assert "Flight " not in said
    assert "Hotels in Lisbon, 11 June 2026, 4 nights, for the two of you" in said
    said = await person.say("find flight+return | from Edinburgh", "ok from edinburgh")
    assert "Flights from Edinburgh to Lisbon on 11 June 2026, for the two of you" in said
    assert "Flights from Lisbon to Edinburgh on 15 June 2026" in said


async def test_a_question_about_such_a_place_offers_nothing_beside_what_waits(person: Person) -> None:
    await person.say("find hotel | place Rome | on 8 september | nights 4 | people 2")
    await person.say("pick 1")
    said = await person.say("place Osaka | weather", "what is the weather in osaka?")
    assert "instead" not in said
    assert "Still waiting for your yes:" in said
    both = await person.say("place Bali | info ; place Osaka | info", "bali, or perhaps osaka?", "2")
    assert "I'm sorry, I have nothing to or in Osaka." in both
    assert "instead" not in both


def test_a_search_leads_where_the_message_says() -> None:
    text = "sorry, the client moved it to munich. same dates"
    written = parse_commands("find flight+return | from munich | on same dates")
    assert settle_commands("", text, written)[0].value("place") == "munich"
    written = parse_commands("find flight | from munich | on same dates")
    assert settle_commands("", "we moved to munich, so flights from munich, same dates", written)[0].has("from")


async def test_the_only_served_of_two_places_that_were_compared_is_meant(person: Person) -> None:
    await person.say("suggest | on 8 september | nights 3 | people 2 | with warm")
    await person.say("compare Marrakech Osaka", "marrakech or osaka?")
    assert "Hotels in Marrakech" in await person.say("find hotel | with breakfast", "anything with breakfast")
