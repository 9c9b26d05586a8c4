"""The rules that decide how to reply. The first rule that applies wins.

This is not a language model, and it says so. It reads the messages, the memory in the run and the results of the tools,
and keeps no state of its own.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from ricordo_travel.dialogue import bookings, planning, search
from ricordo_travel.dialogue.memory import (
    answer_about_memory,
    ask_about_conflict,
    describe_new_memories,
    describe_profile,
)
from ricordo_travel.dialogue.offers import CONFIRM, find_offers
from ricordo_travel.dialogue.plan import ReplyPlan, join_words, reply_with
from ricordo_travel.dialogue.state import DialogueState

NO_MODEL = (
    "No language model is configured, so I answer by plain rules from the timetable, the bookings and what I remember. "
    "To talk to a model, set RICORDO_CHAT_CLIENT to a Microsoft Agent Framework chat client, as module:name."
)
REFUSAL = (
    "I'm sorry, I can only help with travel: where to go, flights, hotels and rental cars. "
    "Is there a trip that I can help you with?"
)
_ABOUT_ASSISTANT = re.compile(
    r"\b(?:what can you do|how do you work|are you (?:an? )?(?:ai|llm|language model|bot|robot|human|chatgpt|real)|"
    r"which model|what model|language model|who are you)\b|^help\W*$",
    re.IGNORECASE,
)
_HELLO = re.compile(r"^\W*(?:hi|hello|hey|hiya|good (?:morning|afternoon|evening)|g'day)\b[^?]{0,30}$", re.IGNORECASE)
_THANKS = re.compile(
    r"^\W*(?:thanks?|thank you|cheers|great|perfect|lovely|wonderful|cool|ok(?:ay)?)\b[^?]{0,40}$", re.IGNORECASE
)
_GOODBYE = re.compile(r"^\W*(?:bye|goodbye|see you|good night|that'?s all)\b[^?]{0,40}$", re.IGNORECASE)
_STATEMENT = re.compile(
    r"\b(?:i|we)(?:'m|'ve|'re| am| are| have)? (?:\w+ ){0,2}?(?:prefer|love|like|enjoy|hate|dislike|avoid|need|"
    r"eat|live|travel|been|went|visited|vegetarian|vegan|allergic|from|in|a|an|the|on)\b|"
    r"\b(?:my|our) (?:\w+ ){1,3}(?:is|are|was)\b|\bthere (?:are|will be) \w+ of us\b|\bcall me\b",
    re.IGNORECASE,
)
_OTHER_TRAVEL_TOPIC = re.compile(
    r"\b(?:visas?|passports?|weather|luggage|baggage|insurance|currency|vaccinations?|trains?|ferr(?:y|ies)|bus(?:es)?|"
    r"cruises?|restaurants?|museums?|sights?|customs|jet ?lag|airports?|tours?|itinerar(?:y|ies))\b",
    re.IGNORECASE,
)


def decide(state: DialogueState) -> ReplyPlan:
    """Return the plan for the next reply."""
    return next(plan for rule in _RULES if (plan := rule(state)))


def _answer_about_assistant(state: DialogueState) -> ReplyPlan | None:
    if not _ABOUT_ASSISTANT.search(state.message):
        return None
    return reply_with(
        "I am a travel assistant. I suggest destinations, search flights, hotels and rental cars, book them when you "
        f"say yes, show and cancel your bookings, and remember what you tell me about yourself. {NO_MODEL}"
    )


def _acknowledge_statement(state: DialogueState) -> ReplyPlan | None:
    if not _STATEMENT.search(state.message) or state.message.rstrip().endswith("?"):
        return None
    if question := ask_about_conflict(state):
        return reply_with(f"{question} Please tell me, or settle it in the panel beside this conversation.")
    if memories := describe_new_memories(state):
        return reply_with(
            f"Thank you, I have noted {join_words(memories)}. Shall I suggest somewhere, or look something up?"
        )
    return reply_with("Thank you, I keep that in mind. Shall I suggest somewhere, or look something up?")


def _answer_small_talk(state: DialogueState) -> ReplyPlan | None:
    if _HELLO.match(state.message):
        return reply_with(_greet(state))
    if _THANKS.match(state.message):
        return reply_with("You're welcome! Is there anything else for your trip?")
    if _GOODBYE.match(state.message):
        return reply_with("Have a good trip! I'll remember what you told me.")
    return None


def _greet(state: DialogueState) -> str:
    """Return a greeting that mentions what is known about the person."""
    known = describe_profile(state.memory)
    if known and state.is_new:
        return f"Hi again! I remember {join_words(known)}. What shall we plan this time?"
    if known:
        return "Hello! What shall we plan?"
    return f"Hello! I'm your travel assistant. {NO_MODEL} Where would you like to go, or shall I suggest something?"


def _decline_other_topic(state: DialogueState) -> ReplyPlan | None:
    if not _OTHER_TRAVEL_TOPIC.search(state.message):
        return None
    return reply_with(
        "That is about travel, but I cannot tell you: I only know flights, hotels, rental cars and what places are "
        f"good for. {NO_MODEL}"
    )


def _refuse(_: DialogueState) -> ReplyPlan:
    return reply_with(REFUSAL)


def _accept_refusal(state: DialogueState) -> ReplyPlan | None:
    """Take a "no" to the last offer."""
    if CONFIRM in state.last_reply and find_offers(state.last_reply) and bookings.is_no(state.message):
        return reply_with("All right, nothing was changed. What would you like instead?")
    return None


_RULES: tuple[Callable[[DialogueState], ReplyPlan | None], ...] = (
    bookings.report_outcomes,
    _accept_refusal,
    answer_about_memory,
    _answer_about_assistant,
    bookings.move_booking,
    bookings.cancel_booking,
    bookings.list_bookings,
    bookings.choose_offer,
    planning.keep_or_change_preferences,
    planning.continue_suggestions,
    search.search_offers,
    planning.suggest_destinations,
    planning.describe_place,
    _answer_small_talk,
    _acknowledge_statement,
    _decline_other_topic,
    _refuse,
)
