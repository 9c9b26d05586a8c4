"""Answers to questions about offers, what waits, bookings and places."""

from __future__ import annotations

import pytest

from tests.ricordo_travel.clerk.conftest import Person

HOTELS = "find hotel | place Crete | on 12 june | nights 5 | people 2"
FLIGHTS = "find flight+return | from London | place Crete | on 12 june | until 17 june | people 2"
CARS = "find car | place Crete | on 12 june | nights 5"


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("ask 1 | distance beach", "Lantern Backpackers Crete is about 1.8 km from the beach."),
        ("ask 1 | breakfast", "No, Lantern Backpackers Crete has no breakfast."),
        ("ask Orchard Guesthouse | breakfast", "Yes, Orchard Guesthouse Crete has breakfast."),
        ("ask 1 | indoor pool", "has a pool. I know no more about “indoor pool”; please ask the hotel."),
        ("ask 1 | parking price", "has parking. Whether it costs extra I do not know; please ask the hotel."),
        ("ask 2 | check-out", "check-in is from 15:00 and check-out until 10:00."),
        ("ask 2 | cancellation", "is free until 7 days before, 5 June 2026; afterwards nothing comes back."),
        ("ask 1 | price each", "is $195 in all for the 2 of you, $97.50 each"),
        ("ask 2 | price a night", "Orchard Guesthouse Crete is $66 a night, $330 in all."),
        ("ask these | breakfast", "Of these, Orchard Guesthouse Crete and Heron Lodge Crete have breakfast."),
        (
            "ask 2 | distance river",
            "how far it is from the river, please ask the hotel; Orchard Guesthouse Crete is about 2.6 km",
        ),
        ("ask 1 | balcony", "I do not know whether the rooms have a balcony; please ask the hotel."),
        ("which 1 2 | nearest central park", "I do not know how far they are from central park, please ask the hotel;"),
        ("place central park | info", "I do not know how far they are from central park"),
        ("ask 2 | near train station", "I do not know how far it is from the train station"),
        ("which these | nearest good food", "I do not know how far they are from restaurants"),
        ("ask 2 | cheapest", "The cheapest is Lantern Backpackers Crete ($195 in all), then"),
        (
            "ask 1 | hotel shuttle",
            "I do not know whether Lantern Backpackers Crete has a shuttle; please ask the hotel. The airport of",
        ),
        ("ask with pool | price", "Lantern Backpackers Crete is $39 a night, $195 in all."),
        ("ask Cedar House | pool", "Cedar House Crete has"),
        ("ask these | weather", "Crete is warm in June"),
        ("which these | nearest beach", "The closest to the beach is Orchard Guesthouse Crete (about 600 m), then"),
        ("ask 2 | kids club", "I do not know whether Orchard Guesthouse Crete has a kids club; please ask the hotel."),
        ("which these | cheapest with pool", "Lantern Backpackers Crete ($195 in all) is the only one of these that"),
        ("which these | best rated with breakfast", "Crete have breakfast. The best rated is Orchard Guesthouse Crete"),
        ("which these | pool", "Of these, Lantern Backpackers Crete has a pool."),
        ("which these | cheapest", "The cheapest is Lantern Backpackers Crete ($195 in all), then"),
        ("which these | quietest", "Of these, Orchard Guesthouse Crete and Heron Lodge Crete are on a quiet street."),
        ("compare 1 3 | price", "Lantern Backpackers Crete is $240 cheaper in all than Heron Lodge Crete"),
        ("compare 1 2", "• Orchard Guesthouse Crete: $66 a night, 3 stars, rated 8.4"),
    ],
)
async def test_hotels(person: Person, asked: str, said: str) -> None:
    await person.say(HOTELS)
    assert said in await person.say(asked)


@pytest.mark.parametrize("last", ["Rome", "Barcelona"])
async def test_a_name_means_the_hotel_with_all_its_words(person: Person, last: str) -> None:
    await person.say("find hotel | place Lisbon | on 12 june | nights 5 | people 2")  # with the Lantern Guesthouse
    await person.say(HOTELS)
    await person.say(f"find hotel | place {last} | on 12 june | nights 5 | people 2")
    reply = await person.say("ask lantern backpackers | distance beach")
    assert reply == "Lantern Backpackers Crete is about 1.8 km from the beach."


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("ask 1 | luggage", "in economy, each passenger has 1 cabin bag and 1 checked bag of 23 kg included."),
        ("ask 1 | arrival", "Blue Heron BH2393 lands in Crete (HER) at 00:10 local time on 13 June, the next day."),
        ("ask 2 | departure", "Blue Heron BH2392 leaves London (LHR) at 06:20 on Friday, 12 June 2026."),
        ("ask 1 | stops", "Blue Heron BH2393 is nonstop."),
        ("ask 1 | child discount", "I do not know about discounts"),
        ("ask return | meal", "There is a meal on Southern Kite KT2234 and Northlight NL2235"),
        ("ask BH2392 | price each", "is $512 in all for the 2 of you, $256 each."),
        ("ask 1 | wifi", "I do not know whether there is Wi-Fi on board; please ask the airline."),
        ("ask these | wheelchair", "I do not know whether wheelchair help can be booked; please ask the airline."),
        ("ask 1 | guitar", "I do not know whether you can take a guitar with you, and what that costs"),
        ("ask 1 | check-in", "Be at the airport 2 hours before it leaves."),
        ("which these | earliest", "From Crete to London: The first to leave is Southern Kite KT2234"),
        ("which 1 2 | arrives before 15:00", "Blue Heron BH2392 (12:15) lands before 15:00."),
        ("ask 1 2 | price difference", "Blue Heron BH2393 is $12 cheaper in all"),
        ("which flight | direct", "From London to Crete: All of them are nonstop."),
    ],
)
async def test_flights(person: Person, asked: str, said: str) -> None:
    await person.say(FLIGHTS)
    assert said in await person.say(asked)


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("ask 1 | gearbox", "The economy car at Crete town centre has a manual gearbox."),
        ("ask 3 | bags", "The compact car at Crete town centre has room for 2 bags."),
        ("ask 1 | deposit", "I do not know about credit cards, cash or deposits; please ask the rental desk."),
        ("ask 1 | age", "must be 21 or older."),
        ("ask 2 | opening hours", "The desk at Crete airport (HER) is open from 06:00 to 23:30 every day."),
        ("ask these | return somewhere", "A car goes back to where you pick it up here"),
        ("ask 1 | late return", "What it costs to bring a car back late I do not know"),
        ("ask these | snow chains", "I do not know whether there are snow chains; please ask the rental desk."),
        ("which these | automatic", "None of them is an automatic."),
        ("compare economy town compact", "$30 cheaper in all"),
    ],
)
async def test_cars(person: Person, asked: str, said: str) -> None:
    await person.say(CARS)
    assert said in await person.say(asked)


async def test_several_questions_are_told_once_each(person: Person) -> None:
    await person.say(HOTELS)
    said = await person.say("ask 2 | check-in ; ask 2 | check-out ; ask 2 | lift")
    assert said.count("check-in is from") == 1
    assert "has stairs and no lift" in said


async def test_what_waits_and_what_is_booked(person: Person) -> None:
    await person.say(HOTELS)
    await person.say("pick 2")
    assert "Orchard Guesthouse Crete has Wi-Fi" in await person.say("ask a | wifi")
    assert "Booked." in await person.say("yes a", "yes")
    assert "The booking number of Orchard Guesthouse Crete is H-" in await person.say("ask x | booking number")
    later = await person.say("ask hotel | check-in", conversation="2")
    assert later.startswith("At Orchard Guesthouse Crete, check-in is from 15:00")


async def test_shown_long_before(person: Person) -> None:
    await person.say(HOTELS)
    await person.say(FLIGHTS)
    await person.say(CARS)
    assert "Heron Lodge Crete is rated 8.2" in await person.say("ask Heron Lodge | rating")
    assert "No, Heron Lodge Crete has no pool." in await person.say("ask hotel | pool")  # the one just spoken of
    assert "Lantern Backpackers Crete has a pool" in await person.say("ask hotels | pool")


async def test_the_car_that_was_spoken_of_is_the_car(person: Person) -> None:
    await person.say(CARS)
    await person.say("ask 3 | gearbox")
    assert (await person.say("ask car | bags")).count("has room for") == 1
    assert "whether you can leave it elsewhere" in await person.say("ask car Athens | drop-off Athens")


async def test_what_a_change_costs_more(person: Person) -> None:
    await person.say(HOTELS)
    await person.say("pick 2")
    await person.say("yes a", "yes")
    await person.say("change x | longer 2 nights")
    assert "That is $132 more than now." in await person.say("ask a | price difference")
    assert "15 August 2026 is a Saturday." in await person.say("ask 15 august | weekday")


async def test_nothing_shown(person: Person) -> None:
    assert "I have shown you nothing yet" in await person.say("ask 1 | pool")
    assert "I have shown you nothing yet" in await person.say("which these | pool")
    assert "I have shown you nothing yet" in await person.say("compare 1 2")


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("place Rome | weather may", "Rome is warm in May, about 24 °C by day, on average"),
        ("place Berlin | weather christmas", "Berlin is cold in December"),
        ("place Rome | beach", "I know of no beach in Rome."),
        ("place Crete | beach", "Cedar House Crete is the closest, on the beach."),
        ("place Rome | airport transfer", "about 35 minutes by train"),
        ("place Rome | currency", "In Rome one pays in euros"),
        ("place London | flight time from Edinburgh", "The flight from Edinburgh to London takes about 1 h 14 min."),
        ("place Rome | served", "Yes, I have flights to Rome"),
        ("place Graz | served", "The nearest place that I serve is Vienna, about 145 km away."),
        (
            "place Perugia | weather may",
            "I know no weather of Perugia; I know that of Florence. Florence is warm",
        ),
        ("place Warsaw | weather may", "I know no weather of Warsaw"),
        ("place Graz | train from munich", "I know no trains, buses or boats; please look elsewhere. I'm sorry"),
        ("place Europe | served", "In Europe I serve Lisbon"),
        ("place Italy | weather july", "In Italy I serve Rome, Amalfi Coast"),
        ("place Bali | visa", "I do not know about visas and passports; please ask the consulate"),
        ("place Atlantis | weather", "I know no place called “Atlantis”."),
        ("place Rome | prices", "Rome: about $240 for 5 nights for one person without flights"),
        ("compare Edinburgh Dublin | weather june", "The warmest in June is Dublin (18 °C by day)"),
        ("compare Crete Athens | hotel price", "Crete is $6 cheaper."),
        (
            "compare London Rome | price | nights 7 | from Berlin",
            "for 7 nights for one person with flights from Berlin",
        ),
        (
            "compare Crete Madeira | price with flights | from London | on 8 august | until 15 august",
            "• Madeira: $678 in all (flights $468 and rooms $210)",
        ),
        ("compare Oslo Bergen", "I have nothing to or in Bergen"),
    ],
)
async def test_places(person: Person, asked: str, said: str) -> None:
    assert said in await person.say(asked)


async def test_place_of_the_conversation(person: Person) -> None:
    await person.say(HOTELS)
    assert "Crete is warm in June" in await person.say("place there | weather")


async def test_list_of_the_same_reply(person: Person) -> None:
    await person.say(HOTELS)
    said = await person.say("find hotel | nights 2 ; ask Heron Lodge | price ; which these | cheapest ; total")
    assert "Heron Lodge Crete is $87 a night, $174 in all." in said
    assert "The cheapest is Lantern Backpackers Crete ($78 in all)" in said
    assert "The hotel Lantern Backpackers Crete $78 in all (the cheapest that I showed)." in said


async def test_hotel_that_was_not_shown(person: Person) -> None:
    await person.say(HOTELS)
    assert "1. Cedar House Crete, 1 double room, 12 to 17 June 2026" in await person.say("ask Cedar House | price")


async def test_flight_back_of_an_earlier_conversation(person: Person) -> None:
    await person.say(FLIGHTS)
    await person.say("pick 1 3")
    await person.say("yes", "yes")
    assert "KT2234 lands in London" in await person.say("ask return | arrival", conversation="2")
    assert "In all: $978." in await person.say("ask trip Crete | price", conversation="2")
    said = await person.say("ask all | cancellation", conversation="2")
    assert "5 June 2026" in said
    assert "10 June 2026" in said


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("ask 1 | chain", "I do not know about “chain” at Lantern Backpackers Crete; please ask the hotel."),
        ("ask 1 | kids club", "I do not know whether Lantern Backpackers Crete has a kids club; please ask"),
        ("ask 2 | gluten free breakfast", "I do not know what they can do for allergies and special diets"),
        ("ask 2 | wifi speed", "free of charge. I know no more about “wifi speed”; please ask the hotel."),
        ("ask 1 | city tax", "I know of no fees beside that"),
        ("ask 1 | beach towels", "I do not know whether Lantern Backpackers Crete has beach towels"),
        ("ask 2 | breakfast and pool", "please ask the hotel.\nNo, Orchard Guesthouse Crete has no pool."),
        ("ask 1 2 | gym", "Neither Lantern Backpackers Crete nor Orchard Guesthouse Crete has a gym."),
        ("which 1 2 | bar", "has a bar. In Crete, Heron Lodge Crete"),
        ("which these | good for kids", "For children, Lantern Backpackers Crete has family rooms"),
        ("which Cedar House Compass Grand | pool", "Of these, Compass Grand Crete has a pool."),
        ("compare Cedar House Compass Grand | quiet", "Of these, Compass Grand Crete is on a quiet street."),
    ],
)
async def test_the_very_question(person: Person, asked: str, said: str) -> None:
    await person.say(HOTELS)
    assert said in await person.say(asked)


async def test_what_was_compared_stays_the_subject(person: Person) -> None:
    await person.say(HOTELS)
    await person.say("compare Cedar House Compass Grand | quiet")
    assert "Neither Cedar House Crete nor Compass Grand Crete has breakfast." in await person.say(
        "which these | breakfast"
    )


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("ask 1 | pick-up 21:00", "No: the desk at Crete town centre is open from 08:00 to 18:00"),
        ("ask 1 | pick-up 5 pm", "Yes: the desk at"),
        ("ask 1 | diesel or petrol", "whether it takes petrol or diesel I do not know"),
        ("ask 1 | age 19", "No: the driver of"),
        ("ask 1 | drop-off Athens", "whether you can leave it elsewhere, the rental desk can say."),
        ("ask 1 | parking price", "I do not know about “parking price”"),
        ("ask 1 | young driver fee", "or older. Whether it costs extra I do not know"),
    ],
)
async def test_the_very_question_about_cars(person: Person, asked: str, said: str) -> None:
    await person.say(CARS)
    assert said in await person.say(asked)


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("place Lisbon | train to Porto", "I know no trains, buses or boats between Lisbon and other places"),
        ("place Lisbon | distance Munich", "Lisbon is about 1,964 km from Munich, as the crow flies."),
        (
            "place Lisbon | language and currency",
            "people speak Portuguese; English is widely spoken.\nIn Lisbon one pays",
        ),
        ("place Lisbon | flight time from Leeds", "Leeds is not served; Manchester is the nearest place to it."),
        ("place Rome | where to stay", "I do not know the parts of Rome; of the hotels there,"),
        ("place Lisbon | food prices", "I do not know about “food prices” in Lisbon"),
        ("place Lisbon | crowds august", "I do not know how quiet or busy Lisbon is."),
        ("about | places Africa", "In Africa I serve Cape Town, Marrakech and Cairo."),
        ("about | contact", "There is nobody behind me"),
        ("about | real", "simulated"),
    ],
)
async def test_places_and_the_assistant(person: Person, asked: str, said: str) -> None:
    assert said in await person.say(asked)


async def test_the_nearest_place_is_measured_from_what_was_said(person: Person) -> None:
    await person.say("suggest | people 2 | with sea")
    said = await person.say("tell | we're in leeds ; which these | closest", "we're in leeds, which is closest?")
    assert "The shortest flight from Manchester is to" in said
    assert "Leeds is not served; Manchester is the nearest place to it." in said


async def test_places_that_are_known_for_it(person: Person) -> None:
    said = await person.say("compare Hanoi Kathmandu | good for kids")
    assert "None of these is known for families." in said
    assert "are; shall I tell you more of that?" in said


async def test_what_waits_is_repeated_and_still_waits(person: Person) -> None:
    await person.say(HOTELS)
    await person.say("pick 1")
    assert "Shall I book this?\nLantern Backpackers Crete" in await person.say("again")
    assert "Booked. H-" in await person.say("yes a", "yes")


async def test_the_cost_of_a_trip_is_that_of_its_month(person: Person) -> None:
    said = await person.say("compare Madeira Crete | price | from London | on august | nights 7 | people 4")
    assert "Madeira: $2,327 in all" in said
    assert "Crete: $2,714 in all" in said
    said = await person.say("compare Madeira Crete | price | on may | nights 7 | people 4")
    assert "Madeira (about $1,950), then Crete (about $2,260)" in said


async def test_rain_is_taken_up(person: Person) -> None:
    reply = await person.say("place porto | things to do", "whats fun to do in porto when it rains")
    assert "When it rains, Porto still has its food and wine." in reply
    assert "rains" not in await person.say("place porto | things to do", "whats fun to do in porto")


async def test_a_question_goes_on_about_the_same(person: Person) -> None:
    shown = await person.say("find flight+hotel | from Paris | place Rome | on 12 june | nights 4 | people 2")
    number, name = shown.split(" Rome, 1 double room")[0].split("\n")[-1].split(". ")
    said = f"Does the {name} have breakfast included, and would it suit a diabetic? I prefer a morning flight."
    reply = await person.say(f"ask {number} | breakfast ; ask 1 | diabetic", said)
    assert "airline" not in reply
    reply = await person.say(f"ask {number} | breakfast ; ask 1 | meal", f"has {name} breakfast, and the plane a meal?")
    assert "meal" in reply


async def test_what_no_hotel_has_at_once_is_said(person: Person) -> None:
    await person.say("find hotel | place Crete | on 3 august | until 10 august | people 2")
    said = await person.say("which 1 2 3 | pool ; which 1 2 3 | breakfast", "do any have a pool AND breakfast?")
    assert said.startswith("None of them has a pool and breakfast. I know no hotel in Crete that has a pool")
    assert "Lantern Backpackers Crete has a pool." in said
    said = await person.say("which 1 2 3 | garden and breakfast", "which has a garden and breakfast?")
    assert said == "Of these, Orchard Guesthouse Crete has a garden and breakfast."


async def test_the_others_are_those_that_were_not_spoken_of(person: Person) -> None:
    await person.say("find hotel | place Crete | on 12 september | until 19 september | people 2 | with quiet")
    await person.say("ask 1 | lift")
    said = await person.say(
        "which orchard guesthouse heron lodge | lift", "that will not do. which of the other two has a lift?"
    )
    assert said == "Of these, Compass Grand Crete has a lift."


async def test_a_style_that_is_refused_is_none_of_the_others(person: Person) -> None:
    await person.say("find hotel | place Berlin | on 9 october | nights 3 | people 4 | rooms 2 double")
    said = await person.say(
        "which 1 2 3 | nearest centre ; which 1 2 3 | bar",
        "a hostel is not for us, so which of the others is nearer to the centre and has a bar?",
    )
    assert "The closest to the centre is Meadow Lodge Berlin" in said
    assert "Garden Backpackers" not in said.split("In Berlin")[0]
