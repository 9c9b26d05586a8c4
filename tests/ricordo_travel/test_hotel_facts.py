"""Facts known of every hotel: the facts themselves, the wishes for them, and the answers about them."""

from __future__ import annotations

import pytest

from ricordo_travel.dialogue.facts.hotel_facts import FACTS, describe_predicate, describe_with, find_asked, meets, tell
from ricordo_travel.dialogue.values.text import normalise
from ricordo_travel.dialogue.values.wishes import drop_shown, find_amenities, find_unknown_wishes, names_unsure
from ricordo_travel.hotels.catalog import hotels

LIST = "1. Cedar House Crete, 1 double room\nWhich one shall I book?"


def test_facts_fit_the_place_and_the_stars() -> None:
    for hotel in hotels().values():
        facts = hotel.facts
        assert (facts.beach_km is not None) is ("beaches" in hotel.place.activities)
        assert abs(facts.airport_km - hotel.place.airport_km) <= facts.centre_km + 0.5
        assert facts.check_in > facts.check_out
        assert facts.free_cancellation_days > 0
        assert hotel.stars != 5 or (facts.has_lift and facts.has_restaurant and facts.has_cots)
        assert hotel.stars != 2 or not facts.has_lift
        assert not facts.has_sea_view or facts.beach_km is not None


@pytest.mark.parametrize(
    ("text", "wishes"),
    [
        ("hotel near the beach", ("near the beach",)),
        ("somewhere quiet, not too far out", ("on a quiet street", "near the centre")),
        ("close to the centre with air con and wifi", ("near the centre", "air conditioning", "Wi-Fi")),
        ("with a lift, my wife can't do stairs", ("lift",)),
        ("a pool, and pet friendly", ("pool", "pet-friendly")),
        ("near the airport please", ("near the airport",)),
        ("with a sea view", ("sea view",)),
        ("a quiet island with beaches", ()),
        ("we have a dog at home", ()),
        ("a car at the airport", ()),
        ("good restaurants around there", ()),
    ],
)
def test_wishes_are_read(text: str, wishes: tuple[str, ...]) -> None:
    assert find_amenities(normalise(text))[0] == wishes


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("does it have many stairs?", ["lift"]),
        ("how far is it to the beach?", ["near the beach"]),
        ("what time is check-in", ["check-in and check-out"]),
        ("is it noisy there?", ["on a quiet street"]),
        ("can i get my money back?", ["free cancellation"]),
        ("where can we leave our bags?", ["luggage storage"]),
        ("is it near the station?", []),
    ],
)
def test_questions_are_read(text: str, facts: list[str]) -> None:
    assert find_asked(normalise(text)) == facts


def test_what_is_not_known_stays_unknown() -> None:
    assert find_unknown_wishes("is it near the station?") == ["how far it is from the station"]
    assert find_unknown_wishes("is it near the beach?") == []
    assert find_unknown_wishes("with a balcony") == ["balconies"]


def test_each_fact_is_told_of_one_and_of_several() -> None:
    some = list(hotels().values())[:3]
    for name in FACTS:
        assert some[0].name in tell(name, some[:1], "is it so?") or "no beach" in tell(name, some[:1], "is it so?")
        assert tell(name, some, "which of them?").endswith(".")


def test_distances_are_ranked_and_a_missing_beach_is_named() -> None:
    crete = [each for each in hotels().values() if each.place.name == "Crete"]
    assert tell("near the beach", crete, "which is closest?").startswith(
        "The closest to the beach is Cedar House Crete (on it), then Compass Grand Crete (about 200 m)"
    )
    berlin = next(each for each in hotels().values() if each.place.name == "Berlin")
    assert tell("near the beach", [berlin], "is it near the beach?") == "I know of no beach in Berlin."


def test_wishes_are_described() -> None:
    assert describe_with(("pool", "lift", "near the beach")) == "with a pool and a lift, near the beach"
    assert describe_predicate("lift", "pet-friendly", is_one=False) == "have a lift and are pet-friendly"


def test_a_wish_may_leave_the_choice() -> None:
    hotel = next(each for each in hotels().values() if each.facts.has_lift and "pool" not in each.amenities)
    assert meets(hotel, "pool or lift")
    assert not meets(hotel, "pool")


@pytest.mark.parametrize("text", ["is it near the beach?", "which of them is close to the centre?", "and a lift?"])
def test_a_question_about_what_was_shown_is_no_wish(text: str) -> None:
    assert find_amenities(drop_shown(text, LIST))[0] == ()


def test_a_search_stays_a_wish_and_a_fact_beside_a_yes_is_not_plain() -> None:
    assert find_amenities(drop_shown("is there a hotel near the beach?", LIST))[0] == ("near the beach",)
    assert names_unsure("with a lift")
