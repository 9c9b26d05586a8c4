"""Questions that were read as something near to them, or left out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from ricordo_travel.clerk.commands import Command, parse_commands
from ricordo_travel.clerk.reading.asked import settle_questions
from ricordo_travel.clerk.reading.left_out import add_left_out, keep_yes
from ricordo_travel.clerk.reading.pronouns import settle_subjects
from tests.ricordo_travel.clerk.conftest import Person

HOTELS = "find hotel | place Crete | on 8 august | nights 10 | people 4"


@pytest.mark.parametrize(
    ("text", "read", "meant"),
    [
        ("the backpackers one is a hostel isnt it", "pick 1", "ask 1 | a hostel"),
        ("the first one has a pool, right?", "pick 1", "ask 1 | a pool"),
        ("why that one?", "no a", "ask a | why"),
        ("why is the second so expensive", "ask 2 | price", "ask 2 | why price"),
        ("how long is the drive to porto?", "place Porto | car", "place Porto | driving time"),
        ("what time do i have to be at the airport?", "ask 1 | check-in", "ask 1 | time at the airport"),
        ("is it a big plane?", "ask 1 | luggage", "ask 1 | plane"),
        ("what if my flight is delayed?", "bookings flight | booked", "ask flight | delay"),
        ("the first one is the cheapest right?", "ask 1 | cancellation", "ask 1 | the cheapest"),
        ("can i smoke on the balcony?", "ask 1 | air conditioning", "ask 1 | smoke"),
        ("is it cool inside?", "ask 1 | air conditioning", "ask 1 | air conditioning"),
        ("how long is the wait?", "ask x | stops", "ask x | layover"),
        ("will it rain?", "place Rome | weather june", "place Rome | weather june rain"),
        ("i'm 22, is that ok?", "ask these | age", "ask these | age 22"),
        ("how many are left?", "bookings | booked", "ask these | availability"),
        ("can you book trains too?", "about | abilities", "about | trains"),
        ("what can you do?", "about | abilities", "about | abilities"),
        (
            "is the lodge near the airport or in the city?",
            "ask 3 | distance airport",
            "ask 3 | distance airport ; ask 3 | distance centre",
        ),
        ("i asked about central park, do you know?", "recall | central park", "place central park | info"),
        ("why not the third? book the third", "pick 3", "pick 3"),
        (
            "do they have something without nuts at breakfast?",
            "pick 6 ; ask 6 | vegetarian menu",
            "pick 6 ; ask 6 | nuts",
        ),
        ("is the breakfast nut free?", "ask 1 | breakfast", "ask 1 | nut"),
        ("is there breakfast, and is it gluten free?", "ask 1 | breakfast", "ask 1 | breakfast"),
        ("is the meal safe for a peanut allergy?", "ask 1 | meal", "ask 1 | peanut allergy"),
        ("do they have tennis courts?", "ask 1 | gym", "ask 1 | tennis"),
        ("will they store our skis overnight?", "ask 1 | garden", "ask 1 | store skis overnight"),
        ("can you eat there in the evening?", "ask 1 | restaurant", "ask 1 | restaurant"),
        ("and is it heated?", "ask 1 | pool", "ask 1 | pool"),
        ("which one would you take?", "pick best", "which these | best"),
        ("what would you recommend?", "pick best", "which these | best"),
        ("which of the hotels would you take?", "pick 3", "which hotel | best"),
        ("which of these flights is best for us?", "which these | best rating", "which flight | best"),
        ("which flight would you recommend?", "find flight | from berlin", "which flight | best"),
        ("which hotel do you recommend in rome?", "find hotel | place rome", "find hotel | place rome"),
        ("what would you do?", "about | abilities", "which these | best"),
        ("is the expensive one worth it?", "compare a expensive | price", "compare a expensive | better"),
        ("can you ask them for a room high up?", "ask a | room high", "ask a | request"),
        ("you decide", "pick best", "pick best"),
        ("can i take my surfboard?", "ask flight | luggage", "ask flight | luggage surfboard"),
        ("do i need a coat?", "place Paris | weather september", "place Paris | weather september coat"),
        ("much snow?", "place Oslo | weather july", "place Oslo | weather july snow"),
        ("the second one please", "pick 2", "pick 2"),
        ("can i drive there?", "place Porto | car", "place Porto | car"),
    ],
)
def test_neighbouring_questions(text: str, read: str, meant: str) -> None:
    settled = settle_questions(text, parse_commands(read))
    assert [(each.verb, each.refs, each.text) for each in settled] == [
        (each.verb, each.refs, each.text) for each in parse_commands(meant)
    ]


LIST = (
    "1. Cedar Guesthouse Rome, 1 family room, 19 to 24 October 2026 (5 nights), 3 guests, $890 in all\n"
    "2. Station Lodge Rome, 1 family room, 19 to 24 October 2026 (5 nights), 3 guests, $1,260 in all\n"
    "3. Compass House Rome, 1 family room, 19 to 24 October 2026 (5 nights), 3 guests, $1,460 in all"
)
TOLD = "Station Lodge Rome is on a busy street."


@pytest.mark.parametrize(
    ("reply", "text", "read", "meant"),
    [
        (
            TOLD,
            "then rather the one with the pool. is it quieter?",
            "pick with pool ; ask station lodge | quiet",
            "pick with pool ; ask with pool | quiet",
        ),
        (
            LIST,
            "compass has a kitchen, i can cook. is it in the centre?",
            "ask compass house | kitchen ; ask 1 | distance centre",
            "ask compass house | kitchen ; ask compass house | distance centre",
        ),
        (
            LIST,
            "does the second have a pool? and is the first one quiet?",
            "ask 2 | pool ; ask 1 | quiet",
            "ask 2 | pool ; ask 1 | quiet",
        ),
        (
            LIST,
            "the second. do they have breakfast?",
            "pick 2 ; ask these | breakfast",
            "pick 2 ; ask 2 | breakfast",
        ),
        (
            TOLD,
            "very nice. can i cancel the hotel and the flights?",
            "ask station lodge | cancellation",
            "ask station lodge | cancellation ; ask flight | cancellation",
        ),
        (
            TOLD,
            "central but still quiet? my father sleeps badly",
            "find hotel | with central ; tell | my father sleeps badly",
            (
                "ask Station Lodge Rome | near the centre ; ask Station Lodge Rome | on a quiet street ; "
                "tell | my father sleeps badly"
            ),
        ),
        (LIST, "central but still quiet?", "find hotel | with central", "find hotel | with central"),
        (TOLD, "anything with a pool?", "find hotel | with pool", "find hotel | with pool"),
        (
            "",
            "rome or crete, which is better for beaches in august and what would the flights cost?",
            "compare rome crete | beaches august ; place rome | flight prices",
            "compare rome crete | beaches august ; place rome crete | flight prices august",
        ),
        (
            "",
            "rome or crete, which is warmer? and how long is the flight to rome?",
            "compare rome crete | weather ; place rome | flight time",
            "compare rome crete | weather ; place rome | flight time",
        ),
        (
            LIST,
            "which one is better, the first or the second?",
            "compare garden backpackers meadow house",
            "compare 1 2",
        ),
        ("", "what is the difference between 1 and 2", "compare heron lodge orchard guesthouse", "compare 1 2"),
        ("", "the second looks nice. does it have parking?", "ask willow guesthouse | parking", "ask 2 | parking"),
        (
            "",
            "does the willow have the first night free?",
            "ask willow guesthouse | price",
            "ask willow guesthouse | price",
        ),
        ("", "can i take my board on the plane?", "ask a b | luggage", "ask flight | luggage"),
    ],
)
def test_what_questions_are_about(reply: str, text: str, read: str, meant: str) -> None:
    settled = settle_subjects(reply, text, parse_commands(read))
    assert [(each.verb, each.refs, each.text) for each in settled] == [
        (each.verb, each.refs, each.text) for each in parse_commands(meant)
    ]


@pytest.mark.parametrize(
    ("situation", "message", "kept"),
    [
        ("waits: a hotel", "yes please. can you put it on my parents' names?", True),
        ("waits: a hotel", "Yes! Is breakfast included?", True),
        ("waits: a hotel", "yes if it has breakfast. does it?", False),
        ("waits: a hotel", "is it quiet?", False),
        ("reply: hello", "yes please. what can you do?", False),
    ],
)
def test_a_plain_yes_is_kept(situation: str, message: str, kept: bool) -> None:
    commands = keep_yes(situation, message, parse_commands("ask a | names"))
    assert [each.verb for each in commands] == ["yes", "ask"][not kept :]


def test_the_other_place_of_a_question() -> None:
    (settled,) = settle_questions("whats the time difference to london?", parse_commands("place Lisbon | time zone"))
    assert settled.value("from") == "London"


def _reading(alone: Mapping[str, str]):
    def read(question: str) -> Sequence[Command]:
        return parse_commands(alone.get(question, ""))

    return read


@pytest.mark.parametrize(
    ("message", "read", "alone", "meant"),
    [
        (
            "then no car. by the way i taught biology, are there any gardens to visit?",
            "no car ; tell | i taught biology",
            {"are there any gardens to visit?": "place Madeira | gardens"},
            "no car ; tell | i taught biology ; place Madeira | gardens",
        ),
        (
            "berlin is cheaper than kathmandu? anyway we want a beach",
            "suggest | with beach | not kathmandu",
            {"berlin is cheaper than kathmandu?": "compare berlin kathmandu | price"},
            "compare berlin kathmandu | price ; suggest | with beach | not kathmandu",
        ),
        (
            "the second one. does it have a pool?",
            "pick 2 ; ask 2 | pool",
            {"does it have a pool?": "ask these | pool"},
            "pick 2 ; ask 2 | pool",
        ),
        (
            "too far. is there anything by the sea?",
            "find hotel | with near beach",
            {"is there anything by the sea?": "find hotel | with near beach"},
            "find hotel | with near beach",
        ),
        (
            "now flights from london on the 20th. does the baby need a seat?",
            "find flight | from london | on the 20th | with baby seat",
            {"does the baby need a seat?": "ask these | baby seat"},
            "find flight | from london | on the 20th ; ask these | baby seat",
        ),
        ("is there a pool?", "yes a", {"is there a pool?": "ask a | pool"}, "yes a"),
    ],
)
def test_questions_left_out(message: str, read: str, alone: Mapping[str, str], meant: str) -> None:
    assert add_left_out(message, parse_commands(read), _reading(alone)) == parse_commands(meant)


async def test_a_hostel_is_told_and_not_taken(person: Person) -> None:
    await person.say(HOTELS)
    said = await person.say("pick 1", "the backpackers one is a hostel isnt it")
    assert "Lantern Backpackers Crete is a hostel with 2 stars" in said
    assert "Shall I book" not in said


async def test_reasons(person: Person) -> None:
    await person.say(HOTELS)
    assert "fits what you asked for, the cheapest first" in await person.say("chat", "why that one?")
    assert "• Heron Lodge Crete: $139 a night" in await person.say("ask 3 | price", "why is the third so expensive?")


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("place Barcelona | prices september | from Edinburgh", "September costs the same as most months;"),
        ("place Barcelona | prices august | from Edinburgh", "August is dearer than most months"),
        ("place Barcelona | prices september", "Rooms cost the same in September as all year;"),
    ],
)
async def test_prices_of_a_month(person: Person, asked: str, said: str) -> None:
    assert said in await person.say(asked)


async def test_driving_time_is_not_known(person: Person) -> None:
    await person.say("find car | place Sydney | on 3 july | nights 5")
    said = await person.say("place Great Ocean Road | car", "how long is the drive to great ocean road?")
    assert "I do not know how long the drive is. Great Ocean Road is about 830 km from Sydney" in said


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("place Paris | weather september coat", "a light jacket for the evening will do."),
        ("place Oslo | weather january snow", "It is cold enough for snow then. Oslo is known for skiing;"),
        ("place Crete | swimming november", "a swim is for the hardy"),
        ("place Crete | weather july clothes", "Light clothes will do"),
    ],
)
async def test_advice_from_the_temperature(person: Person, asked: str, said: str) -> None:
    assert said in await person.say(asked)


async def test_what_a_trip_is_for(person: Person) -> None:
    said = await person.say("find hotel | place Queenstown | on 6 july | nights 5 | people 2 | with skiing")
    assert said.startswith("Queenstown is known for skiing.\nHotels in Queenstown")
    said = await person.say("find hotel | place Rome | on 6 july | nights 5 | people 2 | with skiing", conversation="2")
    assert "skiing" not in said
    said = await person.say("find hotel | with hot tub", conversation="2")
    assert "I do not know which of them have a hot tub; please ask the hotel." in said


async def test_names_are_not_put_on_bookings(person: Person) -> None:
    await person.say(HOTELS)
    await person.say("pick 1")
    said = await person.say("ask a | parents's names", "yes please. can you put it on my parents' names?")
    assert "Booked. H-" in said
    assert "I cannot put other names on a booking; please tell the hotel who comes." in said


async def test_a_reasoned_choice(person: Person) -> None:
    await person.say(HOTELS)
    assert "I would take " in await person.say("pick best", "which one would you take?")
    assert "I would take " in await person.say("ask 3 | worth it", "is the third worth it?")
    assert "I would take " in await person.say("compare 1 2 | better")


async def test_things_that_do_not_fit_into_a_bag(person: Person) -> None:
    await person.say("find flight | from London | place Rome | on 6 july | people 1")
    said = await person.say("ask 1 | luggage", "can i take my surfboard?")
    assert "1 checked bag of 23 kg included.\nI do not know whether you can take a surfboard with you" in said


async def test_rules_before_anything_was_shown(person: Person) -> None:
    assert "each passenger has 1 cabin bag" in await person.say("ask flight | luggage")
    assert "Cancelling a flight is free until 7 days before" in await person.say("ask flight | cancellation")
    assert "A child under 2 sits on a lap" in (said := await person.say("ask these | baby seat"))
    assert "From 2 on a child needs a seat of its own, and pays its full price." in said
    assert "I have shown you no cars yet." in await person.say("ask car | colour")


async def test_things_nearby_are_not_known(person: Person) -> None:
    await person.say(HOTELS)
    said = await person.say("ask 1 | park nearby")
    assert said.startswith("I do not know whether there is a park nearby; please ask the hotel.")
    said = await person.say("which these | hot tub")
    assert said.startswith("I do not know whether these hotels have a hot tub")


async def test_nobody_with_an_allergy_is_answered_by_another_fact(person: Person) -> None:
    await person.say(HOTELS)
    for message, program in (
        ("will they have something without nuts for zosia at breakfast?", "ask 2 | vegetarian menu"),
        ("is the vegetarian menu gluten free?", "ask 2 | gluten free vegetarian menu"),
        ("which of them can cook for a coeliac?", "which these | restaurant"),
    ):
        said = await person.say(program, message)
        assert said.startswith("I do not know what they can do for allergies"), said
    said = await person.say("find hotel | with nut free breakfast", "one with nut free breakfast please")
    assert "please ask the hotel" in said
