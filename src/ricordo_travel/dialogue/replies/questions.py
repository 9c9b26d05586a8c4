"""The questions that the assistant asks. The next message is read as the answer to those in the last reply."""

from __future__ import annotations

import re

ASK_ORIGIN = "Where will you fly from?"
ASK_DESTINATION = "Where would you like to go?"
ASK_DAY = "On which day do you leave?"
ASK_DAY_BACK = "On which day do you fly back?"
ASK_CHECK_IN = "From which day?"
ASK_NIGHTS = "For how many nights?"
ASK_DAYS = "For how many days do you need the car?"
ASK_PEOPLE = "How many are you in all?"
ASK_BUDGET = "What's your budget for this trip?"
ASK_INTERESTS = "What kind of experiences do you enjoy?"
ASK_SAME = "Would you like me to use these same preferences, or are you looking for something different?"
ASK_DIFFERENT = "What would you like to be different this time?"
ASK_SUGGESTION = "Say which one you like, or ask for others."
ASK_WHICH_PLACE = "Which of them would you like?"
ASK_OFFER = "Which one shall I book? Say its number, or tell me what to change."
ASK_KIND = "Shall I look for flights, a hotel or a car there?"
NOTHING_ERASED = "Nothing is erased yet."
ASK_RIGHT = "What is right? Please tell me in one sentence, and I correct it."
CONFIRM = "Please say yes or no."
STILL = "Still waiting for your yes:"

NEAREST = "The nearest place that I serve is"
TAKE_NEAREST = re.compile(
    r"Shall I look(?: (?:from|for flights back to) (?P<origin>[A-Z][A-Za-z ]{1,30}?))?"
    r"(?: (?:in|to) (?P<destination>[A-Z][A-Za-z ]{1,30}?))? instead\?"
)
ASIDES = (
    "I'm sorry, I can only help with travel",
    "That sounds hard; let us make the trip the easy part.",
    "How lovely!",
    "No problem at all!",
    "Haha!",
    "I see!",
)
"""The beginnings of replies to messages that say nothing about a trip."""
ONE_WAY_CAR = (
    "A car goes back to where you pick it up here; whether you can leave it elsewhere, the rental desk can say."
)
UNCHANGED = "All right, nothing was changed: your bookings stay as they are."
WHOLE_ASIDES = frozenset({ONE_WAY_CAR, UNCHANGED})
"""Replies to messages about what is booked, and nothing else: a place that such a message names is none to go to."""
TRIP_QUESTIONS = (
    ASK_ORIGIN,
    ASK_DESTINATION,
    ASK_DAY,
    ASK_DAY_BACK,
    ASK_CHECK_IN,
    ASK_NIGHTS,
    ASK_DAYS,
    ASK_PEOPLE,
)


def asks_which_place(reply: str) -> bool:
    """Return whether a reply asks to choose one of the places that it suggests, and asks nothing of a search after."""
    _, asked, after = reply.rpartition(ASK_SUGGESTION)
    return bool(asked) and not any(each in after for each in TRIP_QUESTIONS)


def join_questions(*questions: str) -> str:
    """Join the first two questions: nobody likes to be asked more at once."""
    return " ".join(questions[:2])
