"""What a message names, against what the reader took: hotels in full, wishes that are questions, what is not sold."""

from __future__ import annotations

import pytest

from ricordo_travel.clerk.choosing.chosen import settle_picks
from ricordo_travel.clerk.commands import Command, parse_commands
from ricordo_travel.clerk.reading.named import hold_it, hold_names, pick_named_kinds, search_way_back
from ricordo_travel.clerk.reading.search_wishes import settle_wishes
from ricordo_travel.clerk.reading.unsold import refuse_unsold
from ricordo_travel.dialogue.replies.offers import find_offers
from tests.ricordo_travel.clerk.conftest import Person

ROME = (
    "1. Cedar Guesthouse Rome, 1 double room, 19 to 24 October 2026 (5 nights), 2 guests, $890 in all\n"
    "2. Station Lodge Rome, 1 double room, 19 to 24 October 2026 (5 nights), 2 guests, $1,260 in all\n"
    "3. Compass House Rome, 1 double room, 19 to 24 October 2026 (5 nights), 2 guests, $1,460 in all"
)


def _write(commands: list[Command]) -> str:
    slots = [[" | " + f"{name} {value}".strip() for name, value in each.slots] for each in commands]
    return " ; ".join(
        " ".join([each.verb, *each.refs]) + "".join(own) for each, own in zip(commands, slots, strict=True)
    )


@pytest.mark.parametrize(
    ("text", "read", "meant"),
    [
        ("we take the station lodge then", "pick compass lodge", "pick station lodge"),
        ("we take the station lodge. and the total?", "pick 3 ; total 3", "pick station lodge ; total station lodge"),
        ("does the station lodge have a gym?", "ask compass house | gym", "ask station lodge | gym"),
        ("i said the station lodge, not compass house", "pick compass house", "pick station lodge"),
        (
            "station lodge or compass house?",
            "compare station lodge compass house",
            "compare station lodge compass house",
        ),
        ("is it dearer than the station lodge?", "ask 3 | price", "ask 3 | price"),
        ("not the station lodge, the compass one", "pick compass house", "pick compass house"),
        ("the third, and is the station lodge full?", "pick 3", "pick 3"),
    ],
)
def test_a_name_in_full_beats_what_was_read(text: str, read: str, meant: str) -> None:
    assert _write(hold_names(text, parse_commands(read), [find_offers(ROME)])) == meant


@pytest.mark.parametrize(
    ("text", "read", "meant"),
    [
        ("a hotel near the centre please", "find hotel | with near centre", "find hotel | with near centre"),
        (
            "what hotels do you have in rome, and do they include breakfast?",
            "find hotel | place rome | with breakfast",
            "find hotel | place rome ; which hotel rome | breakfast",
        ),
        ("show me hotels with breakfast", "find hotel | with breakfast", "find hotel | with breakfast"),
        ("i don't need the pool", "find hotel | drop pool", "find hotel | drop pool"),
        ("show me all the hotels, not only that one", "find hotel | place rome | other", "find hotel | place rome"),
        ("all the other hotels please", "find hotel | other", "find hotel | other"),
        (
            "from 12 march, 4 nights. which are central?",
            "find hotel | nights 4 ; find hotel | nights 3 | with central",
            "find hotel | nights 4 ; find hotel | with central",
        ),
    ],
)
def test_a_question_is_no_wish(text: str, read: str, meant: str) -> None:
    assert _write(settle_wishes(text, parse_commands(read))) == meant


@pytest.mark.parametrize(
    ("text", "read", "meant"),
    [
        (
            "yes please, and could you find a good restaurant for the saturday evening?",
            "yes a ; find hotel | on saturday",
            "yes a ; about | unsold restaurant",
        ),
        ("no, not another hotel! i meant a restaurant.", "find hotel | with restaurant", "about | unsold restaurant"),
        ("can you book us tickets for the opera?", "offtopic", "about | unsold opera tickets"),
        ("we need a taxi from the airport", "find car | at airport", "about | unsold taxi"),
        ("a hotel with a restaurant", "find hotel | with restaurant", "find hotel | with restaurant"),
        ("i need tickets to rome", "find flight | place rome", "find flight | place rome"),
        ("where can we hike? suggest trails", "suggest | with hiking", "suggest | with hiking"),
    ],
)
def test_what_is_not_sold_is_no_hotel(text: str, read: str, meant: str) -> None:
    assert _write(refuse_unsold(text, parse_commands(read))) == meant


async def test_what_is_not_sold_is_declined_beside_the_rest(person: Person) -> None:
    said = await person.say("find hotel | on saturday", "could you find a good restaurant for saturday evening?")
    assert "I cannot find or book restaurants" in said
    assert "Hotels in" not in said


async def test_a_proposal_above_a_limit_says_so(person: Person) -> None:
    await person.say("find hotel | place Berlin | on 4 december | nights 2 | people 1 | max 150 a night")
    assert "more than the $150 that you named" in await person.say("pick Market House | people 2")
    await person.say("no a")
    await person.say("suggest | from london | on january | people 2 | max 400 each")
    await person.say("find flight+return+hotel | place lisbon | on 12 january | nights 4")
    assert "more than the $400 that you named" in await person.say("pick 1 3 5 | people 1 | nights 14")


async def test_the_same_search_twice_is_one(person: Person) -> None:
    await person.say("find hotel | place rome | people 2")
    said = await person.say("find hotel | on 12 march | nights 4 ; find hotel | place rome | with near centre")
    assert said.count("Hotels in Rome") == 1


async def test_the_only_one_is_not_shown_as_new(person: Person) -> None:
    search = "find hotel | place Crete | on 12 july | nights 7 | people 4 | with pool | with near beach | not hostel"
    await person.say(search)
    assert "is still the only one like that" in await person.say(
        "find hotel | with pool | drop near beach | not hostel"
    )


async def test_a_choice_with_another_room_is_one_proposal(person: Person) -> None:
    await person.say("find hotel | place London | on 10 august | nights 5 | people 2")
    said = await person.say("pick 2 ; whatif 2 | rooms 2 single", "the second looks nice, but two single rooms?")
    assert said.count("Shall I book") == 1
    assert "1 double room" not in said


async def test_two_unserved_places_are_one_apology(person: Person) -> None:
    said = await person.say("place leeds | served ; place graz | served")
    assert said.count("I'm sorry") == 1
    assert "Leeds or Graz" in said


def test_a_number_that_counts_a_thing_is_no_choice() -> None:
    commands = parse_commands("yes a ; pick 1 | with cot")
    assert [each.verb for each in hold_names("yes. n 1 cot pls", commands, [])] == ["yes", "ask"]
    assert [each.verb for each in hold_names("yes to 1 with 1 cot", commands, [])] == ["yes", "pick"]
    assert [each.verb for each in hold_names("yes, and the first with a cot", commands, [])] == ["yes", "pick"]


def test_a_hotel_where_others_are_sought_is_not_chosen() -> None:
    text = "yes. and now the hotel in rome, as central as possible with at least three stars"
    program = "yes a ; find hotel | place rome | with central | stars 3"
    assert [each.verb for each in settle_picks([ROME], text, parse_commands(program))] == ["yes", "find"]


def test_a_letter_means_nothing_where_nothing_was_shown() -> None:
    commands = parse_commands("yes a")
    assert pick_named_kinds("yes", commands, []) == tuple(commands)


_OUT = "1. Flight NL2626 from Berlin to Rome, 19 October 2026 at 08:20, 2 passengers in economy, $378 in all"
_HOME = "2. Flight MR2000 from Rome to Berlin, 24 October 2026 at 09:40, 2 passengers in economy, $441 in all"


@pytest.mark.parametrize(
    ("message", "program", "added"),
    [
        ("cedar, and the 8:20 flight with return on 24th", "pick 1 nl2626", " ; find return | on 24th"),
        ("the 8:20 please and back saturday evening", "pick nl2626", " ; find return | on saturday | time evening"),
        ("the 8:20 flight, we come back on 24 october", "pick nl2626", " ; find return | on 24 october"),
        ("the cedar one please", "pick 1", ""),
        ("the 8:20. is there one back on 24th?", "pick nl2626", ""),
    ],
)
def test_the_flight_back_whose_day_is_said_is_looked_for(message: str, program: str, added: str) -> None:
    lists = [find_offers(ROME), find_offers(_OUT)]
    assert _write(list(search_way_back(message, parse_commands(program), lists))) == program + added
    lists = [find_offers(ROME), find_offers(f"{_OUT}\n{_HOME}")]
    assert _write(list(search_way_back(message, parse_commands(program), lists))) == program


@pytest.mark.parametrize(
    ("message", "program", "keeps"),
    [
        ("need a hotel in lisbon 2 nights from tuesday, business", "find hotel | class business", False),
        ("flight to lisbon on tuesday, business trip", "find flight | class business", False),
        ("two of us on business, flights to rome", "find flight+return | class business", False),
        ("flights to rome, business please", "find flight+return | class business", True),
        ("on business again, so business class", "find flight | class business", True),
    ],
)
def test_business_can_be_why_somebody_travels(message: str, program: str, keeps: bool) -> None:
    assert settle_wishes(message, parse_commands(program))[0].has("class") == keeps


@pytest.mark.parametrize(
    ("text", "read", "last", "meant"),
    [
        ("ok book it", "pick compass house", "Yes, Station Lodge Rome has parking.", "pick station lodge rome"),
        ("perfect, book it", "pick it", "Yes, Station Lodge Rome has parking.", "pick station lodge rome"),
        ("ok book it", "pick compass house", "Thank you, I have noted “Needs quiet”.", "pick it"),
        ("book it", "pick 1", "The cheapest is Cedar Guesthouse Rome, then Station Lodge Rome.", "pick 1"),
        ("book it", "pick 3", "The cheapest is Cedar Guesthouse Rome, then Station Lodge Rome.", "pick it"),
        ("book the third", "pick 3", "Yes, Station Lodge Rome has parking.", "pick 3"),
        ("ok book it", "pick compass house", "Booked. H-44DZRG65: Station Lodge Rome", "pick compass house"),
    ],
)
def test_who_points_to_it_means_what_was_talked_about_last(text: str, read: str, last: str, meant: str) -> None:
    assert _write(list(hold_it(text, parse_commands(read), [last, ROME], ()))) == meant


def test_what_the_message_before_was_about_is_kept() -> None:
    before = parse_commands("tell | i like the compass house")
    found = hold_it("ok book it", parse_commands("pick compass house"), ["Noted.", ROME], before)
    assert _write(list(found)) == "pick compass house"
