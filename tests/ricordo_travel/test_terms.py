"""Questions about terms that nothing is known of are parted from the rest of a message."""

from __future__ import annotations

import pytest

from ricordo_travel.dialogue.terms import answer_terms


@pytest.mark.parametrize(
    ("message", "answer", "rest"),
    [
        ("number 3. do i need a credit card?", "ask the rental desk", "number 3."),
        ("is that in pounds?", "US dollars", ""),
        ("I meant the 785, is it dollars or pounds?", "US dollars", ""),
        ("my son is 6, does he get a discount?", "discounts", "my son is 6"),
        ("is it safe for nut allergy? if yes book it", "allergy", "if yes book it"),
        ("what's the phone number?", "phone number of the rental desk", ""),
        ("am i old enough to rent?", "how old", ""),
        ("number 1. can i change days later or no?", "change it later", "number 1."),
        ("maybe 5 night, i can change later?", "change it later", "maybe 5 night"),
        ("yes. and do tell the airline i use a wheelchair", "cannot pass anything on to the rental desk", "yes."),
        ("could you let the hotel know we arrive late?", "cannot pass anything on", ""),
        ("2 please, is it possible to move the dates afterwards?", "change it later", "2 please"),
        ("we're all fans. can u get us match tickets?", "no tickets for anything else", "we're all fans."),
        ("book us tickets for the football too", "no tickets for anything else", ""),
        ("yes go ahead. oh and my girlfriend wants to drive too, is that possible?", "second driver", "yes go ahead."),
        ("can my wife drive the car as well?", "second driver", ""),
        ("can we return the car in naples instead?", "leave it elsewhere", ""),
        ("thanks. can i return it somewhere else, in porto?", "leave it elsewhere", "thanks."),
        ("no, i mean the car. can i drop it off in porto?", "leave it elsewhere", ""),
        ("is there a deposit?", "deposits", ""),
        ("number 1. which papers do i need?", "which papers", "number 1."),
        ("ok. who owes me what?", "who owes whom", "ok."),
        ("i just want to know if i can drop off my rome car in naples", "leave it elsewhere", ""),
        ("1 and 4. the kids don't need to pay full price, do they?", "count everybody in full", "1 and 4."),
        ("i need wheelchair help at the airport", "cannot order help", "i need wheelchair help at the airport"),
        ("yes. did you order the wheelchair help also?", "No, I cannot order help at the airport", "yes."),
        ("isn't there a lot of peanuts in thai food? i like spain", "allergy", "i like spain"),
        ("1 and 3. i'd rather have an aisle seat", "cannot choose seats", "1 and 3."),
    ],
)
def test_terms_are_answered_apart(message: str, answer: str, rest: str) -> None:
    answers, left = answer_terms(message, "the rental desk")
    assert answer in " ".join(answers)
    assert left == rest


@pytest.mark.parametrize(
    "message",
    [
        "is there a hotel under 100 euros?",
        "i am allergic to nuts",
        "what do you know about my allergies?",
        "4 nights",
        "tell me about the hotel",
        "let them have the room",
        "can i change it to two days later?",
        "can we move the flight to a later one?",
        "i always want an aisle seat",
        "yes book it and add a second driver please",
        "an suv in rome for two drivers",
        "can i return it on the 18th instead?",
        "can you get us a car in rome, pick up in the evening?",
        "can we leave it at that?",
    ],
)
def test_other_messages_stay_as_they_are(message: str) -> None:
    assert answer_terms(message, "the hotel") == ([], message)


@pytest.mark.parametrize(
    "message", ["two tickets to rome please", "we already have match tickets", "flights and tickets for the match"]
)
def test_other_tickets_are_left_to_the_search(message: str) -> None:
    assert answer_terms(message, "the airline") == ([], message)
