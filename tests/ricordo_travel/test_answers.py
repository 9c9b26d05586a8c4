"""The yes in a message: what it agrees to, what takes it back, and what else the message says."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from ricordo_travel.desk import Answer
from ricordo_travel.dialogue.yes.agreement import read_answer
from ricordo_travel.dialogue.yes.answer_pieces import cut
from ricordo_travel.dialogue.yes.corrections import part_no, read_correction
from ricordo_travel.dialogue.yes.differences import repeats
from ricordo_travel.proposals import Proposal

FLIGHT = {
    "kind": "flight", "flight_number": "TW2891", "departs": "15:05", "origin": "New York", "destination": "Honolulu",
    "day": "2026-12-20", "passengers": 4, "cabin": "economy",
}  # fmt: skip

HOTEL = {
    "kind": "hotel", "hotel": "Garden Grand Singapore", "city": "Singapore", "check_in": "2026-11-30",
    "check_out": "2026-12-04", "nights": 4, "guests": 1, "rooms": 1, "room_type": "double",
}  # fmt: skip


BACK = {
    **FLIGHT, "flight_number": "AB2810", "departs": "09:40", "origin": "Honolulu", "destination": "New York",
    "day": "2026-12-28",
}  # fmt: skip

CAR = {
    "kind": "car", "car_class": "suv", "location": "Honolulu airport (HNL)", "city": "Honolulu",
    "pick_up": "2026-12-20", "drop_off": "2026-12-28", "days": 8,
}  # fmt: skip

ROOM = {
    **HOTEL, "hotel": "Willow House Honolulu", "city": "Honolulu", "check_in": "2026-12-20",
    "check_out": "2026-12-28", "nights": 8, "guests": 4, "room_type": "family",
}  # fmt: skip


def propose(preview: Mapping[str, Any], verb: str = "create") -> Proposal:
    name = str(preview.get("flight_number") or preview.get("hotel") or preview["car_class"])
    return Proposal(
        name,
        f"{verb}_{preview['kind']}_booking",
        "{}",
        {**preview, "booking_id": "X", "total_price": 100},
        "open",
        None,
    )


def agrees(text: str, proposal: Proposal) -> bool:
    return read_answer(text, [proposal]).agreed == (proposal,)


@pytest.mark.parametrize(
    "text",
    ["yes the 2 rooms one", "yes the single", "yes the family one", "yes, 2 doubles"],
)
def test_a_yes_to_something_else_is_no_yes_to_what_waits(text: str) -> None:
    assert not agrees(text, propose(HOTEL))


@pytest.mark.parametrize("text", ["yes the double", "yes the one room", "yes the double room please"])
def test_a_yes_may_name_the_rooms_that_wait(text: str) -> None:
    assert agrees(text, propose(HOTEL))


def test_a_yes_to_some_rooms_is_to_those_alone() -> None:
    double, single = propose(HOTEL), propose({**HOTEL, "hotel": "Garden House Singapore", "room_type": "single"})
    assert read_answer("yes the two rooms", [double, single]).agreed == (double, single)
    only = read_answer("yes just the double", [double, single])
    assert (only.agreed, only.refused) == ((double,), (single,))


def read(text: str, verb: str = "create") -> Answer:
    """Read an answer to the two flights, the room and the car."""
    return read_answer(text, [propose(each, verb) for each in (FLIGHT, BACK, ROOM, CAR)])


def codes(proposals: tuple[Proposal, ...]) -> list[str]:
    return [each.code for each in proposals]


@pytest.mark.parametrize(
    "text",
    [
        "yes. now the flights back on dec 28",
        "yes, and the 6:00 on the 8th too",
        "yes, and book AB2890 on 22 december too",
        "yes. what do you know about me?",
        "yes please. did you book the hotel?",
        "yes! and maybe a car as well?",
        "Never mind. Yes, please book it. Is there a flight back on the 28th?",
        "yes. and a hotel there, with a pool if possible",
        "yes to the 15:05 one. and the willow too",
        "yes. tokyo to sydney 28 december",
        "Yes. Now a hotel in Edinburgh from the 14th to the 18th",
        "yes, and joan is allergic to nuts, please note",
        "y. cancel the kyoto hotel too",
        "si ok",
        "yes. return flight 3 january",
        "yes. and the flight back two weeks later",
        "ok book that. and remember i always want an aisle seat",
        "is it really nonstop? ok book anyway",
    ],
)
def test_a_yes_with_another_wish_agrees(text: str) -> None:
    assert agrees(text, propose(FLIGHT))


@pytest.mark.parametrize(
    "text",
    [
        "yes, on the 21st",
        "yes, but for three people",
        "yes. there are three of us",
        "yes, but one of us drops out so 4",
        "yes, but my brother can't come",
        "yes. make it business class",
        "yes, if the hotel is free",
        "yes but wait, the hotel first",
        "yes but later",
        "yes. is it refundable?",
        "yes, actually show me bigger ones",
        "ok sure, but something nicer",
        "yes, book TW2891 on the 21st of december",
        "ok, and what about a cheaper one?",
        "the 10:45 one. book that",
        "number 2 then. book it",
        "i said yes to the willow, please book it",
        "yes, the 9:10 one",
        "yes cancel the hotel",
        "ok thank you dear",
        "i ask my husband first",
        "yes. what about the 21st?",
        "yes. how much is it in business class?",
        "is it safe for my allergy? if yes book it",
        "yes. but the flight a day later",
    ],
)
def test_a_yes_that_changes_or_doubts_what_was_proposed_does_not_agree(text: str) -> None:
    answer = read_answer(text, [propose(FLIGHT)])
    assert (answer.agreed, answer.refused) == ((), ())


@pytest.mark.parametrize(
    ("text", "is_agreed"),
    [
        ("too much. Ok Orchard Lodge then, yes book it", False),
        ("yes book the orchard lodge", False),
        ("yes, the garden grand please", True),
        ("yes book it", True),
    ],
)
def test_a_yes_with_the_name_of_another_hotel_does_not_agree(text: str, *, is_agreed: bool) -> None:
    assert agrees(text, propose(HOTEL)) is is_agreed


@pytest.mark.parametrize(
    "text",
    [
        "Yes, book the flight. And the Compass Lodge looks nicer with the pool, how far is it from the beach?",
        "yes, and the 09:40 back",
        "yes, and number 2 as well for the way there",
        "yes please. my wife is vegetarian, please remember that",
        "yes to all. can you tell me if there is a beach near?",
        "sweet yes. wots all booked for me",
        "yes m8. whats the damage per head",
        "Yes please. And one more question, how do I get from the airport to the hotel?",
        "yes please. do we need a visa?",
        "yes i said",
        "Yes, book that flight as well, and we'll take the later one home so we get one last swim.",
        "Yes, that's the one! Do you think we should rent a car on the island, and what would one cost for three days?",
        "Yes for the flight, no for the Willow House, it's too expensive. Please show me cheaper places.",
        "yes to the outbound, but the return should be later in the day",
        "Yes. Is breakfast included at the Lantern Guesthouse?",
        "yes. what about travel insurance?",
        "yes. which seat do i get, i'd like an aisle",
        "Yes please! Do we need passports?",
        "yes. btw my boyfriend is called luca and it's his birthday on the 27th",
    ],
)
def test_a_yes_stays_one_beside_something_else(text: str) -> None:
    assert agrees(text, propose(FLIGHT))


@pytest.mark.parametrize(
    "text",
    [
        "yes. is it refundable?",
        "yes, tell me if it is over 300 first",
        "yes, do you know if it is cheaper on monday?",
        "yes. wait, is that the cheapest?",
        "yes if there is a beach near",
        "yes, the hotel is too dear though, is that the cheapest flight?",
        "yes, what about travel insurance?",
        "yes. is insurance included?",
        "yes. or should i take insurance first?",
        "yes. is the seat big enough?",
        "yes. but my boyfriend is called luca",
        "yes. my son is called leo and he flies too",
        "yes. his birthday is on the 5th, can we go then",
    ],
)
def test_a_yes_with_a_doubt_is_none(text: str) -> None:
    assert not agrees(text, propose(FLIGHT))


def test_a_yes_to_some_leaves_a_question_about_the_others() -> None:
    text = "Flights yes, please book. Hotel I think about, is it good for couples?"
    answer = read_answer(text, [propose(FLIGHT), propose(BACK), propose(HOTEL)])
    assert [each.kind for each in answer.agreed] == ["flight", "flight"]


@pytest.mark.parametrize(
    ("text", "rows", "agreed"),
    [
        ("yes n the 09.40 back on 28th", [FLIGHT, ROOM], [FLIGHT, ROOM]),
        ("Yes to all of those please, and the cheaper one back.", [FLIGHT, ROOM], [FLIGHT, ROOM]),
        (
            "Yes, both please, but the flight back has to be for all of us, not just one!",
            [ROOM, FLIGHT],
            [ROOM, FLIGHT],
        ),
        (
            "Yes to both flights. The Garden Grand is a bit dear, is there anything below 100?",
            [FLIGHT, BACK],
            [FLIGHT, BACK],
        ),
        (
            "Yes, please book all three of them! And remember that my son can't swim.",
            [ROOM, FLIGHT, BACK],
            [ROOM, FLIGHT, BACK],
        ),
        ("yes to the flight back", [FLIGHT, ROOM], []),
        ("yes to both, but the return on the 27th", [FLIGHT, BACK], [FLIGHT]),
        ("yes but on the 21st. and hotels?", [FLIGHT], []),
        ("yes but only with a hotel", [FLIGHT], []),
        ("yes, but i need the hotel first", [FLIGHT], []),
        ("yes two of them", [ROOM, FLIGHT, BACK], []),
    ],
)
def test_a_yes_beside_more_is_to_what_it_names(
    text: str, rows: list[dict[str, Any]], agreed: list[dict[str, Any]]
) -> None:
    proposals = [propose(row) for row in rows]
    wanted = [proposal for proposal, row in zip(proposals, rows, strict=True) if row in agreed]
    assert list(read_answer(text, proposals).agreed) == wanted


def test_no_cancelling_beside_a_yes_to_changes_takes_nothing_back() -> None:
    changes = [propose(FLIGHT, "update"), propose({**ROOM, "guests": 3}, "update")]
    assert list(read_answer("dont cancel anything, just yes to those 2 changes", changes).agreed) == changes


def test_the_reader_alone_makes_no_yes() -> None:
    assert not agrees("airport", propose(CAR))  # it is sure that this is a yes
    assert not agrees("either is fine", propose(CAR))
    assert not agrees("yes, can we have it a day longer?", propose(CAR))
    assert not agrees("yes. is it an automatic?", propose(CAR))
    assert agrees("Yes, that's it, thank you so much! do we need a visa or anything as Austrians?", propose(CAR))
    assert agrees("yes for all three, thank you", propose(FLIGHT))
    assert not agrees("yes for all three of us", propose(FLIGHT))
    assert not agrees("whichever is fine", propose(CAR))
    assert agrees("fine by me, book it", propose(CAR))


def test_a_yes_but_is_none_unless_it_goes_on_with_another_thing() -> None:
    assert not agrees("yes but 2 bed separate", propose(HOTEL))
    assert agrees("yes but i also need a car", propose(HOTEL))


@pytest.mark.parametrize(
    "text", ["yes cancel it, im not going then", "yes, and find one on the 9th instead", "yes, we can't go any more"]
)
def test_a_yes_to_cancelling_may_say_why_or_what_instead(text: str) -> None:
    assert agrees(text, propose(FLIGHT, "cancel"))


@pytest.mark.parametrize("text", ["yes but wait", "yes, actually move it to the 9th", "no, im not going"])
def test_a_doubt_about_cancelling_is_no_yes(text: str) -> None:
    assert not agrees(text, propose(FLIGHT, "cancel"))


@pytest.mark.parametrize("text", ["yes change it", "yes change it. and the hotel one night more also"])
def test_a_yes_to_a_change_may_say_so(text: str) -> None:
    assert agrees(text, propose(FLIGHT, "update"))


@pytest.mark.parametrize(
    ("text", "agreed", "refused"),
    [
        ("yes", "TW2891 AB2810 Willow car", ""),
        ("yes book it all", "TW2891 AB2810 Willow car", ""),
        ("ok book it", "TW2891 AB2810 Willow car", ""),
        ("yes to all four", "TW2891 AB2810 Willow car", ""),
        ("flights yes", "TW2891 AB2810", ""),
        ("both flights yes. hotel no", "TW2891 AB2810", "Willow"),
        ("yes only the flights, hotel i ask my husband first", "TW2891 AB2810", ""),
        ("yes to the flights and the hotel", "TW2891 AB2810 Willow", ""),
        ("flights yes. hotel should be a single room, 1 guest", "TW2891 AB2810", ""),
        ("yes all except the car", "TW2891 AB2810 Willow", "car"),
        ("yes all except the car, cancel that one", "TW2891 AB2810 Willow", "car"),
        ("yes to the return flight", "AB2810", ""),
        ("yes TW2891", "TW2891", ""),
        ("yes the willow house", "Willow", ""),
        ("no", "", "TW2891 AB2810 Willow car"),
        ("no thanks", "", "TW2891 AB2810 Willow car"),
        ("no car", "", "car"),
        ("flights only. yes please", "TW2891 AB2810", "Willow car"),
        ("yes, flights only", "TW2891 AB2810", "Willow car"),
        ("the flights only, yes", "TW2891 AB2810", "Willow car"),
        ("just the hotel please", "Willow", "TW2891 AB2810 car"),
        ("yes to the flight to Honolulu. no to the flight to New York", "TW2891", "AB2810"),
        ("yes to the flight to Honolulu, but not the one to New York", "TW2891", "AB2810"),
        ("what is the total?", "", ""),
        ("wait", "", ""),
        ("my wife is vegan", "", ""),
    ],
)
def test_an_answer_says_which_proposals_it_means(text: str, agreed: str, refused: str) -> None:
    names = {"Willow": "Willow House Honolulu", "car": "suv"}
    answer = read(text)
    assert codes(answer.agreed) == [names.get(name, name) for name in agreed.split()]
    assert codes(answer.refused) == [names.get(name, name) for name in refused.split()]
    assert not answer.unclear


@pytest.mark.parametrize("text", ["yes the flight", "yes the first", "yes both"])
def test_a_yes_to_one_of_several_has_to_say_which(text: str) -> None:
    answer = read(text)
    assert not answer.agreed
    assert answer.unclear


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("yes. now the flights back on the 28th", ["now the flights back on the 28th"]),
        ("yes please, and a car too", ["and a car too"]),
        ("yes, book it, what do you know about me?", ["what do you know about me?"]),
        ("my wife is vegan. yes, book it", ["my wife is vegan."]),
        ("yes, thank you", []),
    ],
)
def test_a_yes_is_parted_from_the_rest(text: str, rest: list[str]) -> None:
    assert [piece.raw for piece in cut(text, [propose(FLIGHT)]) if piece.says == "else"] == rest


@pytest.mark.parametrize(
    ("text", "parted"),
    [
        ("no the evening one", ("no", "the evening one")),
        ("nah second", ("nah", "second")),
        ("No, in business", ("No,", "in business")),
        ("not that one, the cheaper", ("not that one,", "the cheaper")),
        ("not the first the second", ("not the first", "the second")),
        ("no thats the wrong one i said the 2nd", ("no thats the wrong one i said", "the 2nd")),
        ("oh no wait make it 3 nights", ("oh no wait", "make it 3 nights")),
        ("no breakfast", None),
        ("no hostels", None),
        ("no thanks", None),
        ("not yet, the second one later", None),
        ("nothing else", None),
    ],
)
def test_a_no_is_parted_from_what_follows_it(text: str, parted: tuple[str, str] | None) -> None:
    assert part_no(text) == parted


@pytest.mark.parametrize(
    ("text", "refused"),
    [
        ("no the evening one", "TW2891 AB2810"),
        ("no the morning one back", "AB2810"),
        ("no the one with a pool", "Willow House Honolulu"),
        ("no, in business", "TW2891 AB2810"),
        ("no a van", "suv"),
        ("no for 3", "TW2891 AB2810 Willow House Honolulu suv"),
    ],
)
def test_a_correction_refuses_what_it_is_about(text: str, refused: str) -> None:
    answer = read(text)
    assert " ".join(each.code for each in answer.refused) == refused
    assert answer.agreed == ()


@pytest.mark.parametrize(
    "text", ["no", "no thanks", "no, leave it", "no the willow house", "no, i have to ask my wife"]
)
def test_a_plain_no_corrects_nothing(text: str) -> None:
    assert read_correction(text, [propose(ROOM)]) is None


@pytest.mark.parametrize(
    "text",
    [
        "yes the second one",
        "yes number 2",
        "yes the cheaper one",
        "yes the other one",
        "yes book the van",
        "yes, the one in town",
    ],
)
def test_a_yes_to_another_one_is_none(text: str) -> None:
    assert not agrees(text, propose(CAR))


@pytest.mark.parametrize(
    "text", ["the honolulu hotel for 4", "the willow house from the 20th", "the hotel for 8 nights"]
)
def test_words_repeat_a_proposal(text: str) -> None:
    assert repeats(text, propose(ROOM))
    assert agrees(f"yes book {text}", propose(ROOM))


@pytest.mark.parametrize(
    "text", ["the honolulu hotel for 3", "a hotel in honolulu", "the hotel with a pool", "the hotel?"]
)
def test_words_that_say_more_do_not_repeat_a_proposal(text: str) -> None:
    assert not repeats(text, propose(ROOM))


def test_a_yes_with_a_name_is_to_what_it_names() -> None:
    assert [each.code for each in read("yes, the hotel").agreed] == ["Willow House Honolulu"]
    assert [each.code for each in read("yes book the honolulu hotel for 4").agreed] == ["Willow House Honolulu"]


@pytest.mark.parametrize(
    "text",
    [
        "nah dont care, book it",
        "no doesn't matter, book it",
        "nah its fine, book it",
        "nah thats ok, book it",
        "oh its even cheaper, great yes do it",
        "wow thats a good price, yes please",
        "thats way cheaper than i thought, yes please",
        "never mind, ill park on the street. book it",
        "ok never mind the pool. book it",
        "doesn't matter, i'll find parking. book it please",
    ],
)
def test_a_remark_before_a_yes_takes_nothing_back(text: str) -> None:
    assert agrees(text, propose(HOTEL))


@pytest.mark.parametrize(
    "text",
    [
        "nah, book it",
        "nah, book it another day",
        "nah dont care, book it another day",
        "nah dont care",
        "nah i dont care for it, book it",
        "nah dont care for that one, book another",
        "never mind, i'll stay with a friend. book it",
        "never mind, the cheapest. book it",
        "never mind, the street one. book it",
        "forget the room. book it",
        "never mind, i'll book it myself. yes",
        "no, cheaper. yes",
        "no. its fine. book it",
        "its cheaper? yes",
        "its cheaper by train, yes",
        "cheaper pls, yes",
        "its cheaper, yes?",
        "that's better than nothing, i guess yes",
    ],
)
def test_a_no_or_a_wish_before_a_yes_takes_it_back(text: str) -> None:
    assert not read_answer(text, [propose(HOTEL)]).agreed


@pytest.mark.parametrize("text", ["no its fine, do it", "nah dont care, go ahead"])
def test_a_no_to_cancelling_is_no_remark(text: str) -> None:
    assert not read_answer(text, [propose(HOTEL, "cancel")]).agreed
