"""Consent to what waits: by its commands, its words and the reader of answers together."""

from __future__ import annotations

import pytest

from ricordo_travel.clerk.choosing.consent import find_waiting, read_consent
from ricordo_travel.clerk.choosing.provisos import cut_yes, only_seems_yes
from ricordo_travel.clerk.choosing.whole_yes import says_yes_to_them, settle_whole
from ricordo_travel.clerk.commands import parse_commands
from ricordo_travel.dialogue.values.text import write_yes
from ricordo_travel.proposals import Proposal
from tests.ricordo_travel.clerk.conftest import Person
from tests.ricordo_travel.test_answers import CAR, FLIGHT, HOTEL, propose

_FLIGHTS = "find flight+return | from London | place Rome | on 12 june | until 16 june | people 2"
_HOTELS = "find hotel | place Lisbon | on 10 june | nights 3 | people 2"


def _ask_for(*proposals: Proposal) -> list[tuple[str, str]]:
    asked = [f"Shall I book this?\n{each.line}\nPlease say yes or no." for each in proposals]
    return [("user", "those please"), ("assistant", "\n\n".join(asked))]


def _agree(message: str, program: str, *proposals: Proposal) -> tuple[Proposal, ...]:
    history = _ask_for(*proposals)
    return read_consent(
        message, proposals, history=history, read=lambda _situation, _message: parse_commands(program)
    ).agreed


@pytest.mark.parametrize(
    ("message", "program"),
    [
        ("yes. and is there a gym?", "yes a ; ask a | gym"),
        ("yes. and what time is check in?", "yes a ; ask a | check-in"),
        ("yes. by the way, do they have a hair dryer?", "yes a ; ask a | hair dryer"),
        ("book it yes, and a flight back on the 20th", "yes a ; find return | on the 20th"),
        ("yes. what's the total now?", "yes a ; total"),
    ],
)
def test_a_yes_counts_beside_a_question_or_another_wish(message: str, program: str) -> None:
    room = propose(HOTEL)
    assert _agree(message, program, room) == (room,)


@pytest.mark.parametrize(
    ("message", "program"),
    [
        ("yes if breakfast is included", "yes a ; ask a | breakfast"),
        ("yes, once my wife agrees", "yes a"),
        ("yes but in july", "pick a | on july"),
        ("yes but in july", "yes a"),
        ("yes hmm wait, let me think", "yes a ; wait"),
        ("yes, for three", "yes a ; pick a | people 3"),
        ("ok, show me hotels in the centre", "yes a ; find hotel | with central"),
        ("what about breakfast?", "yes a"),
        ("sure, but does it have its own bathroom?", "yes a ; ask a | bathroom"),
        ("yes, though is there a gym?", "yes a ; ask a | gym"),
        ("yes. and is breakfast included?", "yes a ; ask a | breakfast"),
        ("yes. can i cancel it later?", "yes a ; ask a | cancellation"),
        ("yes - has it got its own bathroom??", "yes a ; ask a | bathroom"),
        ("no thanks", "yes a"),
    ],
)
def test_a_yes_with_a_condition_or_a_change_is_none(message: str, program: str) -> None:
    assert _agree(message, program, propose(HOTEL)) == ()


@pytest.mark.parametrize(
    ("message", "program"),
    [
        ("cancel everything but the flights", "cancel x"),
        ("cancel everything but keep the flights", "cancel x ; keep flight"),
        ("cancel my whole trip except the hotel", "yes a"),
    ],
)
def test_cancelling_all_with_an_exception_is_no_yes_to_the_one_that_waits(message: str, program: str) -> None:
    assert _agree(message, program, propose(HOTEL, "cancel")) == ()


def test_a_search_elsewhere_is_no_objection() -> None:
    room = propose(HOTEL)
    assert _agree("yes book it. and hotels in Rome after that", "yes a ; find hotel | place Rome", room) == (room,)


def test_all_or_none_of_several() -> None:
    waiting = propose(FLIGHT), propose(HOTEL), propose(CAR)
    assert _agree("never mind the price, yes to all of it", "yes", *waiting) == waiting


def test_letters_mean_their_own() -> None:
    flight, room = propose(FLIGHT), propose(HOTEL)
    history = _ask_for(flight, room)
    program = parse_commands("yes a ; no b")
    answer = read_consent(
        "yes to the flight but not the hotel",
        (flight, room),
        history=history,
        read=lambda _situation, _message: program,
    )
    assert (answer.agreed, answer.refused) == ((flight,), (room,))


def test_the_only_offer_of_a_list_has_its_number() -> None:
    room, flight = propose(HOTEL), propose(FLIGHT)
    asked = f"1. {room.line}\nShall I book it? Please say yes or no.\n\nShall I book this?\n{flight.line}"
    marks = [each.marks for each in find_waiting([room, flight], [("assistant", asked)])]
    assert marks[1] == {"a"}
    assert "a" not in marks[0]


async def test_a_yes_with_a_question_books_and_answers(person: Person) -> None:
    await person.say(_HOTELS)
    await person.say("pick 2")
    reply = await person.say("yes a ; ask a | breakfast", "yes. and is breakfast included?")
    assert reply.startswith("Booked.")
    assert "breakfast" in reply
    assert "Shall I" not in reply


async def test_a_yes_that_doubts_the_price_waits(person: Person) -> None:
    await person.say(_HOTELS)
    await person.say("pick 2")
    reply = await person.say("yes a ; ask a | breakfast", "ok yes, is breakfast really included?")
    assert "Whether it costs extra I do not know" in reply
    assert "Shall I book this?" in reply


async def test_what_was_just_booked_is_not_called_booked_already(person: Person) -> None:
    await person.say("find flight | from Berlin | place Rome | on 7 september | people 2 | time morning")
    reply = await person.say("yes 1 ; find hotel | nights 2", "book it yes. and a hotel for 2 nights")
    assert "Booked. F-" in reply
    assert "already" not in reply
    assert "Hotels in Rome" in reply


async def test_who_turns_elsewhere_is_not_asked_for_the_old_one(person: Person) -> None:
    await person.say(_HOTELS)
    await person.say("pick 1")
    reply = await person.say("find hotel | place Paris | on same dates", "hotels in paris instead?")
    assert "Hotels in Paris" in reply
    assert "Orchard Backpackers Lisbon" not in reply
    assert "Shall I book this?\nOrchard Backpackers Lisbon" in await person.say("pick Orchard Backpackers Lisbon")


async def test_who_goes_on_is_asked_again(person: Person) -> None:
    await person.say(_HOTELS)
    await person.say("pick 1")
    reply = await person.say("find hotel | place Porto | on 13 june | nights 2", "then two nights in porto")
    assert "Shall I book this?\nOrchard Backpackers Lisbon" in reply
    assert "Hotels in Porto" in reply


async def test_other_days_of_what_waits(person: Person) -> None:
    await person.say(_HOTELS)
    await person.say("pick 1")
    reply = await person.say("pick a | on 10 august", "rather in august")
    assert "10 to 13 August 2026" in reply
    assert "June" not in reply


async def test_the_nearest_start_is_used_in_later_questions(person: Person) -> None:
    await person.say("suggest | on 12 june | nights 3 | people 2 | with sea")
    await person.say("which these | nearest home", "which of them is closest")
    await person.say("find flight | from Leeds", "from leeds")
    said = await person.say("which these | nearest home", "so which is closest?")
    assert "Leeds is not served; " in said
    assert "The shortest flight from " in said


async def test_a_suggested_place_is_searched(person: Person) -> None:
    await person.say("suggest | from London | on 10 july | nights 5 | people 2")
    reply = await person.say("pick Porto Portugal", "porto it is")
    assert "Flights from London to Porto on 10 July 2026" in reply
    assert "Hotels in Porto" in reply


async def test_a_full_name_means_one_hotel(person: Person) -> None:
    await person.say("find hotel | place Rome | on 7 september | nights 3 | people 2")
    await person.say("pick Compass House")
    await person.say("find hotel | place Barcelona | on 10 september | nights 3")
    reply = await person.say("pick Compass Lodge", "the compass lodge")
    assert reply.startswith("Shall I book these?\nCompass Lodge Barcelona")
    assert "several" not in reply


async def test_nothing_is_proposed_twice(person: Person) -> None:
    await person.say(_HOTELS)
    reply = await person.say("pick 1 ; whatif 1 | people 2", "the first. how much for the two of us?")
    assert reply.count("Orchard Backpackers Lisbon") == 1


async def test_a_flight_that_goes_on_leaves_the_first_one(person: Person) -> None:
    await person.say(_FLIGHTS)
    await person.say("pick 1")
    reply = await person.say("find flight | from Rome | place Barcelona", "then from rome to barcelona")
    assert "Shall I book this?\nFlight AB2386 from London to Rome" in reply


async def test_who_wants_other_ideas_is_not_asked_for_the_old_one(person: Person) -> None:
    await person.say(_HOTELS)
    await person.say("pick 1")
    assert "Shall I book" not in await person.say("suggest | with mountains", "hmm, where else could we go? mountains")


def test_no_more_is_agreed_to_than_is_counted() -> None:
    flight, room, car = propose(FLIGHT), propose(HOTEL), propose(CAR)
    assert car not in _agree("yes both", "yes a b", flight, room, car)
    assert _agree("yes, all three", "yes", flight, room, car) == (flight, room, car)


def test_what_is_wanted_before_a_booking_puts_it_off() -> None:
    room = propose(HOTEL)
    assert _agree("yes, total it up before you book", "yes a ; total", room) == ()
    assert _agree("yes, but show me the total before i pay", "yes a ; total", room) == ()
    assert _agree("sure, what do we pay before you book", "yes a ; total", room) == ()
    assert _agree("yes, and total it up", "yes a ; total", room) == (room,)


@pytest.mark.parametrize("message", ["yes. can mum get a wheelchair at the airport?", "yes please! is there a piano?"])
def test_what_is_not_known_hinders_no_yes_of_its_own(message: str) -> None:
    room = propose(HOTEL)
    assert _agree(message, "yes a ; ask a | wheelchair at airport", room) == (room,)


@pytest.mark.parametrize(
    ("message", "fact"),
    [
        ("yes. can i get my money back?", "refund"),
        ("yes, but can mum get a wheelchair?", "wheelchair"),
        ("yes if mum gets a wheelchair. can she?", "wheelchair"),
    ],
)
def test_a_condition_hinders_a_yes(message: str, fact: str) -> None:
    assert _agree(message, f"yes a ; ask a | {fact}", propose(HOTEL)) == ()


async def test_what_is_not_known_of_the_price_hinders_a_yes(person: Person) -> None:
    await person.say(_HOTELS)
    await person.say("pick 1")
    assert "Booked." not in await person.say("yes a ; ask a | crib included", "yes. is a crib included?")
    assert "Booked." in await person.say("yes a ; ask a | tap dancing", "yes. do they teach tap dancing?")


async def test_that_one_is_no_yes_after_another_was_told_of(person: Person) -> None:
    await person.say(_HOTELS)
    await person.say("pick 1")
    await person.say("ask Lantern Guesthouse | pool", "does the lantern guesthouse have a pool?")
    assert "Booked." not in await person.say("yes a", "ok that one")
    assert "Booked." in await person.say("yes a", "yes")


@pytest.mark.parametrize(
    "message",
    [
        "yes that's the one I was complaining about",
        "yes this is the one with the pool right?",
        "yes, I mean the flight",
        "yes just show me the details",
        "yes, just the price please",
        "ok, and a car, before I decide",
        "ok and flights from Tokyo first, I need to compare",
        "ok and flights from London",
        "ok then do I need a visa?",
        "yh go on. actually hang on, is barcelona even hot in may",
        "yes, book it. no wait, let me ask my wife",
        "yes please. one moment, can I cancel it later?",
    ],
)
def test_a_yes_that_points_goes_on_or_asks_for_less_agrees_to_nothing(message: str) -> None:
    assert only_seems_yes(message, "", waits_alone=True)


@pytest.mark.parametrize(
    "message",
    [
        "yes that's the one",
        "yes, that's the one i want",
        "ok then book it",
        "ok",
        "ok that's fine",
        "yes just book it",
        "yes! can't wait",
        "hang on... ok yes, book it",
        "yes please, never mind the car",
        "Yes. Just so you know, I come from Bremen",
    ],
)
def test_a_plain_yes_is_one(message: str) -> None:
    assert not only_seems_yes(message, "", waits_alone=True)


def test_a_bare_yes_to_two_questions_is_none() -> None:
    assert only_seems_yes("yes", "Shall I look in Rome instead?\n\nShall I book this?", waits_alone=True)
    assert not only_seems_yes("yes, book it", "Shall I look in Rome instead?\n\nShall I book this?", waits_alone=True)


async def test_the_details_come_before_the_booking(person: Person) -> None:
    await person.say("find hotel | place Rome | on 12 june | nights 3 | people 2")
    await person.say("pick 1")
    assert "Booked" not in await person.say("yes a ; ask a | info", "yes just show me the details")
    assert "Booked" in await person.say("yes a", "yes")


@pytest.mark.parametrize(
    ("message", "program", "is_all"),
    [
        (
            "i asked about nuts, i'll ask the hotel. yes book all. also forget my birthday",
            "no a b ; forget | birthday",
            True,
        ),
        ("i asked about nuts, not vegetarian. yes book all", "no a b ; yes", True),
        ("book it all, i'll ask the hotel myself", "yes a", True),
        ("no, don't book all", "no a b", False),
        ("no thanks, ok that's all", "no a b", False),
        ("book all. not the hotel though", "yes a ; no b", False),
    ],
)
def test_a_yes_to_all_is_to_all_or_none(message: str, program: str, is_all: bool) -> None:
    flight, room = propose(FLIGHT), propose({**HOTEL, "city": "Honolulu", "hotel": "Willow House Honolulu"})
    history = [*_ask_for(flight, room)]
    answer = read_consent(
        message, (flight, room), history=history, read=lambda _situation, _message: parse_commands(program)
    )
    assert len(answer.agreed) in ({0, 2} if is_all else {0, 1} if "though" in message else {0})
    assert not (is_all and answer.refused)


@pytest.mark.parametrize(
    ("message", "program", "count"),
    [
        ("yes, book these please. can you tell me if two separate beds are possible?", "yes ; ask a b | beds", 2),
        ("yes please, take them. can mum get a wheelchair?", "yes ; ask a b | wheelchair", 2),
        ("book them, but is breakfast included?", "yes ; ask b | breakfast", 0),
        ("yes to everything, is breakfast included?", "yes ; ask b | breakfast", 0),
        ("yes book both, can i cancel the hotel?", "yes a b ; ask b | cancellation", 0),
        ("yes book them but not the hotel", "yes a ; no b", 1),
    ],
)
def test_a_yes_to_them_is_never_to_a_part(message: str, program: str, count: int) -> None:
    both = propose(FLIGHT), propose(HOTEL)
    assert len(_agree(message, program, *both)) == count


@pytest.mark.parametrize(
    ("text", "is_whole"),
    [
        ("yes, book these please. can you tell me if two separate beds are possible?", True),
        ("book it all", True),
        ("the flights are fine, book them", False),
        ("book them, but not the car", False),
        ("book these. only the first", False),
        ("can i cancel the hotel? book them", True),
    ],
)
def test_a_yes_to_them_means_all_unless_a_part_is_named(text: str, *, is_whole: bool) -> None:
    assert says_yes_to_them(text) is is_whole


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("the flights are fine, book them", {"flight"}),
        ("flights look good. please book those", {"flight"}),
        ("the hotel is nice, take it", {"hotel"}),
        ("book them", {"flight", "hotel"}),
        ("the flights and the hotel are fine, book them", {"flight", "hotel"}),
        ("the flights are fine, book them and the rest", {"flight", "hotel"}),
    ],
)
def test_what_them_means_is_of_the_kind_before_it(text: str, kinds: set[str]) -> None:
    fates = settle_whole(text, [(propose(FLIGHT), "agreed"), (propose(HOTEL), "agreed")])
    assert {each.kind for each, fate in fates if fate == "agreed"} == kinds


async def test_a_question_about_what_waits_leaves_it_waiting(person: Person) -> None:
    await person.say(_HOTELS)
    await person.say("pick 2")
    message = "That is one double room, though. Are there two beds in it, or do we have to share?"
    said = await person.say("ask a | beds", message)
    assert "Shall I book this?" in said
    said = await person.say("yes", "Perfect, that's well under our limit, so please book all of it.")
    assert said.startswith("Booked. H-")


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        (
            "Yes to the flights. But with the flights the Compass Grand is over my budget, isn't it?",
            "Yes to the flights.",
        ),
        ("ok, book both flights, but is the hotel near the beach?", "ok, book both flights."),
        ("Yes to the flights. But they are over my budget, aren't they?", ""),
        ("yes to the flights, but the lodge is not free, so wait", ""),
        ("Yes to the flights, but only if the Compass Grand is free", ""),
        ("yes to the flights. but the hotel costs too much, leave it all", ""),
    ],
)
def test_a_but_about_the_hotel_does_not_hold_a_yes_to_flights(message: str, expected: str) -> None:
    assert cut_yes(message) == (expected or message)


def test_a_yes_hangs_on_whether_it_is_within_the_budget() -> None:
    message = "Yes to the flight, but is it over my budget?"
    assert _agree(message, "yes a ; total a | budget", propose(FLIGHT)) == ()


@pytest.mark.parametrize(
    "message", ["till 2 july, and the two flights from before", "to 2 july pls, and the flights as well"]
)
async def test_what_puts_the_days_right_and_says_no_yes_books_nothing(person: Person, message: str) -> None:
    await person.say("find hotel | place Crete | on 26 june | until 1 july | with pool | people 2")
    await person.say("pick 1")
    reply = await person.say("pick a | until 2 july ; find flight | on 2 july", message)
    assert "Booked." not in reply
    assert "26 June to 2 July" in reply


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("yes book it. lena is vegan btw", "yes book it."),
        ("Yes, please. By the way, my husband is allergic to nuts.", "Yes, please."),
        ("Yes please! We're both vegetarians", "Yes please!"),
        ("yes book that as well, we can ask them when we get there", "yes book that as well"),
        ("yes, but we can ask them first", ""),
        ("Ok, I'll see later.", ""),
        ("Ok, we can check it ourselves later", ""),
        ("Sure, but we will find out later.", ""),
        ("Yes, I'll sort it out myself", ""),
        ("ok, we can ask them there", ""),
        ("yes. we can ask them there, can't we?", ""),
        ("yes. if lena is vegan", ""),
        ("yes. but lena is vegan", ""),
        ("yes. lena is vegan, so not that one", ""),
        ("yes. the hotel is vegetarian", ""),
        ("yes. lena is coming too", ""),
    ],
)
def test_what_is_told_of_a_diet_does_not_hold_a_yes(message: str, expected: str) -> None:
    assert cut_yes(message) == (expected or message)


async def test_a_yes_with_a_request_behind_it_books(person: Person) -> None:
    await person.say("find hotel | place rome | on 3 october | until 6 october | people 2")
    await person.say("pick 2")
    reply = await person.say("yes a ; ask a | low floor", "perfect yes book it. and can you ask for a low floor")
    assert "Booked." in reply


async def test_a_yes_with_a_diet_beside_it_books_all(person: Person) -> None:
    await person.say(_FLIGHTS)
    await person.say("pick 1 3")
    await person.say("yes ; tell | lena is vegan", "yes book it. lena is vegan btw")
    assert len(await person.talk.bookings()) == 2


@pytest.mark.parametrize(
    ("message", "is_yes"),
    [
        ("yesss. ben is vegan btw, im not, i eat everything", True),
        ("Yes please, and may I mention that I am a vegetarian, although Gerald eats more or less everything?", True),
        ("yep book it. Tom hates early mornings", True),
        ("yes, and could you remember that I prefer an aisle seat?", True),
        ("yes. I hate the second one", False),
        ("yes, and Tom arrives later", False),
        ("yes. Tom hates flying early", False),
        ("yes. my wife likes Lisbon", False),
        ("yes. I love breakfast, is it included?", False),
    ],
)
def test_what_is_told_of_people_does_not_hold_a_yes(message: str, *, is_yes: bool) -> None:
    assert (cut_yes(write_yes(message)) != write_yes(message)) == is_yes


@pytest.mark.parametrize("message", ["yesss", "yess!!", "yeees", "okk", "yup yup", "jep", "Yessss please"])
def test_a_drawn_out_yes_is_one(message: str) -> None:
    assert _agree(message, "yes a", propose(HOTEL)) == (propose(HOTEL),)


@pytest.mark.parametrize(
    ("message", "program", "count"),
    [
        (
            "Yes please, that is perfect. Will we need to hire a car, or is all within walking distance of the hotel?",
            "yes ; place Rome | car ; ask a b | distance centre",
            2,
        ),
        ("yes please, for three. is the hotel far from the centre?", "yes ; ask b | distance centre", 0),
        ("yes, but is the hotel quiet?", "yes ; ask b | quiet", 0),
        ("yes to the flight, but is the hotel quiet?", "yes a ; ask b | quiet", 1),
    ],
)
def test_a_question_that_names_the_hotel_leaves_the_yes_to_all(message: str, program: str, count: int) -> None:
    assert len(_agree(message, program, propose(FLIGHT), propose(HOTEL))) == count
