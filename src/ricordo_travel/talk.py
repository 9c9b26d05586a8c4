"""What to do at each turn of a conversation, by plain rules: the first that has something to say decides.

This is no language model and never says that it is one. It reads what was said, what memory put into the run and what
the tools answered, and it keeps no state of its own.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from ricordo_travel.offers import CONFIRM, offers_in
from ricordo_travel.plan import Plan, listing, say
from ricordo_travel.situation import Situation
from ricordo_travel.talking import bookings, planning, searching
from ricordo_travel.talking.memory import about_memory, disputed, noted, remembered

NO_MODEL = (
    "No language model is configured, so I answer by plain rules from the timetable, the bookings and what I remember. "
    "To talk to a model, set RICORDO_CHAT_CLIENT to a Microsoft Agent Framework chat client, as module:name."
)
REFUSAL = (
    "I'm sorry, I can only help with travel: where to go, flights, hotels and rental cars. "
    "Is there a trip that I can help you with?"
)
_ITSELF = re.compile(
    r"\b(?:what can you do|how do you work|are you (?:an? )?(?:ai|llm|language model|bot|robot|human|chatgpt|real)|"
    r"which model|what model|language model|who are you)\b|^help\W*$",
    re.IGNORECASE,
)
_HELLO = re.compile(r"^\W*(?:hi|hello|hey|hiya|good (?:morning|afternoon|evening)|g'day)\b[^?]{0,30}$", re.IGNORECASE)
_THANKS = re.compile(
    r"^\W*(?:thanks?|thank you|cheers|great|perfect|lovely|wonderful|cool|ok(?:ay)?)\b[^?]{0,40}$", re.IGNORECASE
)
_BYE = re.compile(r"^\W*(?:bye|goodbye|see you|good night|that'?s all)\b[^?]{0,40}$", re.IGNORECASE)
_STATEMENT = re.compile(
    r"\b(?:i|we)(?:'m|'ve|'re| am| are| have)? (?:\w+ ){0,2}?(?:prefer|love|like|enjoy|hate|dislike|avoid|need|"
    r"eat|live|travel|been|went|visited|vegetarian|vegan|allergic|from|in|a|an|the|on)\b|"
    r"\b(?:my|our) (?:\w+ ){1,3}(?:is|are|was)\b|\bthere (?:are|will be) \w+ of us\b|\bcall me\b",
    re.IGNORECASE,
)
_BEYOND = re.compile(
    r"\b(?:visas?|passports?|weather|luggage|baggage|insurance|currency|vaccinations?|trains?|ferr(?:y|ies)|bus(?:es)?|"
    r"cruises?|restaurants?|museums?|sights?|customs|jet ?lag|airports?|tours?|itinerar(?:y|ies))\b",
    re.IGNORECASE,
)


def decide(situation: Situation) -> Plan:
    """What to do now."""
    return next(plan for rule in _RULES if (plan := rule(situation)))


def _itself(situation: Situation) -> Plan | None:
    if not _ITSELF.search(situation.said):
        return None
    return say(
        "I am a travel assistant. I suggest destinations, search flights, hotels and rental cars, book them when you "
        f"say yes, show and cancel your bookings, and remember what you tell me about yourself. {NO_MODEL}"
    )


def _statement(situation: Situation) -> Plan | None:
    if not _STATEMENT.search(situation.said) or situation.said.rstrip().endswith("?"):
        return None
    if doubts := disputed(situation):
        return say(f"{doubts} Please tell me, or settle it in the panel beside this conversation.")
    learned = noted(situation)
    if learned:
        return say(f"Thank you, I have noted {listing(learned)}. Shall I suggest somewhere, or look something up?")
    return say("Thank you, I keep that in mind. Shall I suggest somewhere, or look something up?")


def _manners(situation: Situation) -> Plan | None:
    if _HELLO.match(situation.said):
        return say(greeting(situation))
    if _THANKS.match(situation.said):
        return say("You're welcome! Is there anything else for your trip?")
    if _BYE.match(situation.said):
        return say("Have a good trip! I'll remember what you told me.")
    return None


def greeting(situation: Situation) -> str:
    """How somebody is greeted: with what they said before, if they did."""
    known = remembered(situation.known)
    if known and situation.is_new:
        return f"Hi again! I remember {listing(known)}. What shall we plan this time?"
    if known:
        return "Hello! What shall we plan?"
    return f"Hello! I'm your travel assistant. {NO_MODEL} Where would you like to go, or shall I suggest something?"


def _beyond(situation: Situation) -> Plan | None:
    if not _BEYOND.search(situation.said):
        return None
    return say(
        "That is about travel, but I cannot tell you: I only know flights, hotels, rental cars and what places are "
        f"good for. {NO_MODEL}"
    )


def _refusal(_: Situation) -> Plan:
    return say(REFUSAL)


def _declined(situation: Situation) -> Plan | None:
    """No, to what was about to be done."""
    if CONFIRM in situation.asked and offers_in(situation.asked) and bookings.is_no(situation.said):
        return say("All right, nothing was changed. What would you like instead?")
    return None


_RULES: tuple[Callable[[Situation], Plan | None], ...] = (
    bookings.confirmed,
    _declined,
    about_memory,
    _itself,
    bookings.moving,
    bookings.cancelling,
    bookings.listing_all,
    bookings.choosing,
    planning.same_preferences,
    planning.answering,
    searching.search,
    planning.suggest,
    planning.a_place,
    _manners,
    _statement,
    _beyond,
    _refusal,
)
