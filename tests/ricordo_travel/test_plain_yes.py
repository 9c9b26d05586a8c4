"""What looks like a yes and is none: conditions, doubts, jokes, questions that decide, and a yes to something else."""

from __future__ import annotations

import pytest

from ricordo_travel.dialogue.yes.agreement import read_answer
from ricordo_travel.dialogue.yes.plain_yes import find_foreign, means_some
from ricordo_travel.hotels.catalog import hotels
from tests.ricordo_travel.test_answers import BACK, CAR, FLIGHT, HOTEL, ROOM, propose

ONE = propose({**FLIGHT, "passengers": 1})


@pytest.mark.parametrize(
    "text",
    [
        "yes. is it far from the colosseum? i can't walk much",
        "great, yes. my husband hasn't said yes yet",
        "i haven't got the money yet. yes",
        "yes. the conference moved to berlin",
        "yes. my passport runs out that week",
        "yes. it has to be quiet, i'm a light sleeper",
        "suppose i say yes, what happens then",
        "yes once i get paid",
        "yes after you've checked that there's a lift",
        "yes as soon as my wife confirms",
        "yes, with my points",
        "yes so long as i can pay cash",
        "sure, when pigs fly",
        "yes, in theory",
        "yes probably",
        "imagine i said yes",
        "ok so yes means you charge my card?",
        "sure, provided it's quiet",
        "yes given that it has a lift",
        "yes when you have found out what the deposit is",
        "yes, subject to my boss approving",
        "yes (kidding)",
        "yes jk",
        "haha yes and a pony too, just kidding",
        "sure, and pigs might fly",
        "yes would be a bit early",
        "ok just a sec",
        "yes, the willow guesthouse",
        "yes, is breakfast included?",
        "yes, how much is the deposit?",
        "yes please, and what was the cancellation rule?",
        "yes. do i have to pay extra?",
        "yes, i can see that",
        "yes i can",
        "yes that is a hotel",
        "yes it is a nice hotel",
        "yes that's a price",
        "is that a yes",
        "anything but yes",
        "yes i have it",
        "yes we have that already",
        "yes i have a hotel already",
        "yes it was good",
        "i'll take it from here",
        "do i have to book it now?",
        "can you book it tomorrow",
        "could you book it with a cot?",
        "ok thanks",
        "great, thanks, bye",
        "great, thanks",
        "perfect, thank you so much!",
    ],
)
def test_a_yes_to_a_hotel_that_is_none(text: str) -> None:
    assert not read_answer(text, [propose(HOTEL)]).agreed


@pytest.mark.parametrize(
    "text",
    [
        "yes with two bags",
        "yes for me and my wife",
        "yes, do i need a passport? mine has expired",
        "yes, nonstop i hope?",
        "yes, can i bring my guitar?",
        "yes, i'm 36 weeks pregnant, is that allowed?",
        "yes one way? i need a return",
        "yes from gatwick",
        "yes, in the morning",
        "yes with tradewind",
    ],
)
def test_a_yes_to_a_flight_that_is_none(text: str) -> None:
    assert not read_answer(text, [ONE]).agreed


@pytest.mark.parametrize(
    "text",
    [
        "sure, provided it's an automatic",
        "yes as long as the child seat is included",
        "yes with full insurance",
        "yes given that it's a diesel",
        "yes with gps",
        "yes, i only have a learner's permit, is that ok?",
        "yes, the bmw",
        "yes with a second driver",
    ],
)
def test_a_yes_to_a_car_that_is_none(text: str) -> None:
    assert not read_answer(text, [propose(CAR)]).agreed


@pytest.mark.parametrize(
    "text",
    [
        "yes, do i get a refund?",
        "yes, how much do i get back?",
        "yes, what does it cost me?",
        "yes, what's the penalty?",
        "yes keep it",
        "yes we're going",
        "yes i'm still flying",
        "yes i need the car",
        "yes, after i've booked another one",
        "yes cancel the last day",
        "yes one of the rooms",
        "yes. how much will i get back?",
        "yes cancel my hotel in tokyo",
        "yes, cancel only my wife's seat",
    ],
)
def test_a_yes_to_cancelling_that_is_none(text: str) -> None:
    for row in (FLIGHT, HOTEL, CAR):
        assert not read_answer(text, [propose(row, "cancel")]).agreed, row["kind"]


@pytest.mark.parametrize(
    "text",
    [
        "yes to one of them",
        "yes to just one",
        "yes the train",
        "yes the bus",
        "yes to whichever is refundable",
        "yes to two of them",
        "yes to at most two",
        "yes to most of it",
        "yes to that one",
        "yes either",
        "yes, the willow guesthouse",
    ],
)
def test_a_yes_that_does_not_say_to_which(text: str) -> None:
    assert not read_answer(text, [propose(FLIGHT), propose(HOTEL), propose(CAR)]).agreed


@pytest.mark.parametrize("text", ["yes all but the hotel", "yes, all but the hotel", "yes apart from the hotel"])
def test_what_is_excepted_is_not_agreed_to(text: str) -> None:
    flight, hotel, car = propose(FLIGHT), propose(HOTEL), propose(CAR)
    answer = read_answer(text, [flight, hotel, car])
    assert (answer.agreed, answer.refused) == ((flight, car), (hotel,))


@pytest.mark.parametrize("text", ["yes and keep the old one too", "yes i liked the old dates better"])
def test_a_yes_to_a_change_that_is_none(text: str) -> None:
    assert not read_answer(text, [propose(HOTEL, "update")]).agreed


@pytest.mark.parametrize(
    "text",
    [
        "yes",
        "yes please",
        "ok book it",
        "yes let's do it, thanks a lot",
        "yeah go for it mate",
        "yes that one please",
        "yes book the room please",
        "yes. and a car please",
        "yes book it, thanks. what is the weather like?",
        "go ahead, and remember i am vegan",
        "yes. my wife loves opera by the way",
        "why not, book it",
        "yes 30 november for 4 nights",
        "perfect, book that for us",
        "by all means",
        "okey dokey",
        "we will have that one please",
        "yes of course, why not",
        "yes no worries",
        "yes that'd be great",
        "👍",
        "wonderful, we'll take it",
        "lovely, we'll have it",
        "we'll take it, thanks",
        "yes please, i can't wait!",
        "can you book it for me please",
        "could you please book it?",
        "i'd like to book that please",
        "yes, that's what i want",
    ],
)
def test_a_plain_yes_is_one(text: str) -> None:
    assert read_answer(text, [propose(HOTEL)]).agreed


def test_several_may_be_meant_by_their_kinds() -> None:
    flight, back, room, car = (propose(each) for each in (FLIGHT, BACK, ROOM, CAR))
    answer = read_answer("yes to the flights and the hotel, no car thanks", [flight, back, room, car])
    assert (answer.agreed, answer.refused) == ((flight, back, room), (car,))


def test_what_a_yes_leaves_out_may_stand_at_its_end() -> None:
    flight, back = propose(FLIGHT), propose(BACK)
    answer = read_answer("yes to all but the way back", [flight, back])
    assert (answer.agreed, answer.refused) == ((flight,), (back,))


def test_the_word_that_does_not_agree_is_found() -> None:
    assert find_foreign("yes once i get paid", [ONE]) == "once"
    assert find_foreign("yes the honolulu flight at 15:05", [ONE]) is None


def test_some_of_several_says_not_which() -> None:
    assert means_some("yes to one of them")
    assert not means_some("yes for two of us")


@pytest.mark.parametrize(
    "text",
    [
        "yes book the flight. and the hotel is in singapore, 30 november to 4 december",
        "Yes to the flight. The hotel is for 1 person",
        "yes book the flight. hotel in singapore for one",
    ],
)
def test_a_yes_to_the_flight_is_none_to_the_hotel_that_is_spoken_of_after_it(text: str) -> None:
    flight, hotel = ONE, propose(HOTEL)
    assert read_answer(text, [flight, hotel]).agreed == (flight,)


@pytest.mark.parametrize(
    "text",
    [
        "Yes, and the Backpackers for both of us please.",
        "I said yes. And the hotel too, the Willow",
        "Yes to the flight. The kitchen is too much money, I take the Willow hotel.",
        "Yes, and how do I get from the airport to the centre?",
    ],
)
def test_a_yes_to_a_flight_holds_beside_what_is_said_of_a_hotel_or_of_the_way_back(text: str) -> None:
    flight = propose({**FLIGHT, "passengers": 2})
    assert read_answer(text, [flight]).agreed == (flight,)


@pytest.mark.parametrize(
    "text",
    [
        "yes. i still have to ask my boss",
        "yes. my boss needs to approve it",
        "Yes. We decide tonight",
        "yes. that yes was a mistake",
        "yes. sorry that was for my wife",
        "yes and my sister flies too",
        "yes and for my sister too",
        "yes, and the Backpackers for my sister, she can't fly so just me",
        "yes its nice, what else is there",
        "yes but first show me hotels",
        "yes and a hotel, both or none",
        "i said yes and you booked the wrong one",
    ],
)
def test_a_yes_to_a_flight_beside_a_doubt_about_it_is_none(text: str) -> None:
    assert not read_answer(text, [propose({**FLIGHT, "passengers": 2})]).agreed


@pytest.mark.parametrize("text", ["yes, one of them", "i said yes to one"])
def test_a_yes_to_one_of_two_is_none_to_the_other(text: str) -> None:
    assert propose(HOTEL) not in read_answer(text, [ONE, propose(HOTEL)]).agreed


@pytest.mark.parametrize(
    "text",
    [
        "yes. any with a sauna?",
        "yes. is the sauna in our room?",
        "yes. does it have a sauna? hate saunas",
        "yes. is there a hotel with a sauna?",
    ],
)
def test_a_question_for_more_than_what_a_hotel_has_holds_the_yes(text: str) -> None:
    hotel = next(each for each in hotels().values() if "sauna" in each.amenities)
    assert not read_answer(text, [propose({**HOTEL, "hotel": hotel.name, "city": hotel.place.name})]).agreed


@pytest.mark.parametrize(
    ("text", "is_yes"),
    [
        ("yes and cancel the van please", True),
        ("yes and cancel the suv please", False),
        ("yes and cancel it", False),
        ("imagine i said yes", False),
    ],
)
def test_a_yes_to_a_car_holds_beside_cancelling_another_one(text: str, is_yes: bool) -> None:
    assert bool(read_answer(text, [propose(CAR)]).agreed) == is_yes


@pytest.mark.parametrize(
    "text", ["yes. does that fit my budget?", "yes. are we over budget?", "yes. can we afford it?"]
)
def test_a_yes_beside_a_doubt_about_the_price_is_none(text: str) -> None:
    assert not read_answer(text, [ONE, propose(HOTEL)]).agreed


@pytest.mark.parametrize("text", ["does it have a {}?", "is there a {}?", "it has a {}?", "has it got a {}?"])
@pytest.mark.parametrize("yes", ["Yes.", "Yes please!", "Yes, book it."])
def test_a_yes_holds_beside_a_question_for_what_a_hotel_has(yes: str, text: str) -> None:
    hotel = next(each for each in hotels().values() if {"sauna", "kitchen"} & set(each.amenities) == {"sauna"})
    proposal = propose({**HOTEL, "hotel": hotel.name, "city": hotel.place.name})
    assert read_answer(f"{yes} {text.format('sauna')}", [proposal]).agreed
    for asked in ("kitchen", "free sauna", "sauna and a kitchen", "balcony"):
        assert not read_answer(f"{yes} {text.format(asked)}", [proposal]).agreed
    assert not read_answer(f"{yes[:-1]}, but {text.format('sauna')}", [proposal]).agreed
