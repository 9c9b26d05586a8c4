"""Answers about the assistant itself: what it is, does, serves and keeps; and what it said, once more."""

from __future__ import annotations

import re
from collections.abc import Callable, Container

from ricordo_travel.clerk.answering.subjects import find_place_named
from ricordo_travel.clerk.changing.bookings import SETTLED
from ricordo_travel.clerk.changing.bookings import tell as tell_booked
from ricordo_travel.clerk.commands import Command
from ricordo_travel.clerk.reading.unsold import UNSOLD
from ricordo_travel.clerk.scene import Scene
from ricordo_travel.dialogue.plan import Plan, join_words, say
from ricordo_travel.dialogue.replies import talk
from ricordo_travel.dialogue.replies.offers import find_offers
from ricordo_travel.dialogue.replies.questions import ASK_WHICH_PLACE, CONFIRM
from ricordo_travel.dialogue.replies.search import search
from ricordo_travel.dialogue.values.text import normalise
from ricordo_travel.dialogue.yes.context import find_open_questions
from ricordo_travel.flights.timetable import timetable
from ricordo_travel.places import all_places

_MOST_PLACES = 12
_OF_BOOKED = frozenset({"booking", "trip", "all", "everything"})
_HOW = (
    "A small model on this machine reads what you write, and the answers come from the timetable, the hotels, the "
    "bookings and what I remember."
)
_ABILITIES = (
    "I am a travel assistant. I suggest destinations, search flights, hotels and rental cars, book them when you say "
    "yes, show, move and cancel your bookings, add up what a trip costs, and remember what you tell me about yourself."
)
_NATURE = f"I am a program, a travel assistant, and no person. {_HOW}"
_REAL = (
    "This is a demo: the flights, hotels, cars and bookings are simulated, so nothing is really reserved and there is "
    "nothing to pay."
)
_PAYMENT = (
    "I take no payment and need no card: booking here is free and simulated, and you pay the airline, the hotel or the "
    "desk there."
)
_CONTACT = (
    "There is nobody behind me to call or to write to; I answer here in the chat. About a flight, a hotel or a car, "
    "please ask the airline, the hotel or the rental desk."
)
_MEMORY = (
    "I remember what you tell me about yourself, such as where you live, with whom you travel and what you like, also "
    "in later conversations; the panel beside this one shows it. Ask me what I know about you, and tell me what to "
    "forget or to correct."
)
_SENDING = "I send nothing to anybody, no mail, no message, no invoice and no file; all of it is here in the chat."
_GROUPS = "I can book up to nine seats on a flight at once, and as many rooms as a hotel has left."
_DISCOUNTS = "I know of no discounts: my prices count everybody in full. Please ask the airline, the hotel or the desk."
_INSURANCE = "I sell no travel insurance; please ask an insurer. Insurance of a rental car is in its price."
_COMMISSION = "No, I earn nothing by what you book: this is a demo, and its bookings are simulated."
_LAND = "No, I have no tickets for trains, buses, boats or tours: I book flights, hotels and rental cars only."
_NO = "I'm afraid I do not know about that."


def tell(scene: Scene, command: Command) -> Plan:
    """Say what the assistant is, does and cannot do."""
    topic = normalise(command.text) or "abilities"
    answer = next((answer for words, answer in _TOPICS if re.search(words, topic)), None)
    said = f"{_NO} {talk.ABILITIES}" if answer is None else answer if isinstance(answer, str) else answer(topic)
    asked = [] if scene.state.text.startswith("no ") else find_open_questions(scene.state.last_reply)
    return say(" ".join([said, *asked]))


def repeat(scene: Scene, command: Command) -> Plan:
    """Say once more what was said last, or show the latest list again: of a kind, or if only a yes was asked for."""
    kinds = {ref.lower().removesuffix("s") for ref in command.refs}
    if kinds & _OF_BOOKED or (not kinds and SETTLED.search(scene.state.last_reply)):
        return (yield from tell_booked(scene, Command("bookings", () if kinds - {"trip"} else ("trip",))))
    kinds = {"flight" if kind == "return" else kind for kind in kinds}
    replies = _find_lists(scene, kinds) if kinds else [scene.state.last_reply]
    if any(each.fate == "waiting" for each in scene.state.pending):
        return _drop_questions(replies[0]) if replies else ""
    said = [_drop_questions(reply) for reply in [*replies, *_find_lists(scene, {"flight", "hotel", "car"})]]
    return (yield from _look_again(scene, next((each for each in said if each), talk.ABILITIES)))


def _look_again(scene: Scene, said: str) -> Plan:
    """Return a reply; if it lists offers, after another search for them, so that they can be booked by their cards."""
    offers = find_offers(said)
    if not offers:
        return said
    found = yield from search(scene.quieten(), tuple(dict.fromkeys(offer.kind for offer in offers)))
    return found if {each.text for each in offers} <= {each.text for each in find_offers(found)} else said


def _find_lists(scene: Scene, kinds: Container[str]) -> list[str]:
    """Return the replies that list offers of some kinds, the latest first."""
    return [
        reply
        for reply in scene.state.replies
        if any(offer.number and offer.kind in kinds for offer in find_offers(reply))
    ]


def _drop_questions(reply: str) -> str:
    """Return a reply without what it asks a yes to: what waits is asked anew."""
    return "\n\n".join(part for part in reply.split("\n\n") if CONFIRM not in part)


def _tell_places(topic: str) -> str:
    """Say which places are served, in the country or the part of the world that a topic names, or how many."""
    mention = find_place_named(re.sub(r"\b(?:places?|served?|in|destinations?)\b", " ", topic).strip() or "nowhere")
    if mention and mention.place and mention.place.name != mention.name:
        return f"In {mention.name} I serve {mention.place.name} only."
    if mention and not mention.is_served:
        return f"No, {mention.name} is not served. {_count_places()}"
    if mention and mention.place:
        return f"Yes, I have flights to {mention.place.name}, and hotels and cars there."
    if mention:
        names = [place.name for place in mention.places]
        more = " and others" if len(names) > _MOST_PLACES else ""
        return f"In {mention.name} I serve {join_words(names[:_MOST_PLACES])}{more}. {ASK_WHICH_PLACE}"
    names = sorted(place.name for place in all_places())
    return f"{_count_places()} They are {join_words(names)}. Tell me what you like, and I suggest some."


def _count_places() -> str:
    places = all_places()
    countries = {place.country for place in places}
    return f"I serve {len(places)} places in {len(countries)} countries, with flights, hotels and rental cars."


def _tell_airlines(topic: str) -> str:
    del topic
    return f"I have flights of {join_words(sorted({flight.airline for flight in timetable().values()}))}."


def _tell_unsold(topic: str) -> str:
    thing = topic.removeprefix(UNSOLD).strip()
    many = thing if thing.endswith("s") else {"ferry": "ferries", "table for": "tables"}.get(thing, f"{thing}s")
    return (
        f"I cannot find or book {many}, sorry: I know flights, hotels and rental cars only. The hotel can help there."
    )


_TOPICS: tuple[tuple[str, str | Callable[[str], str]], ...] = (
    (rf"^{UNSOLD}\b", _tell_unsold),
    (r"\bcommission", _COMMISSION),
    (r"\bpay|\bcards?\b|\bdeposit|\bmoney\b|\bfree\b|\bcosts?\b|\bfees?\b", _PAYMENT),
    (r"\binvoices?|\breceipts?|\be?-?mails?\b|\bpdf\b|\bsend|\bprint|\bticket by\b", _SENDING),
    (r"\bmemor|\bremember|\bforget", _MEMORY),
    (r"\bpriva|\bdata\b|\bwho sees\b|\bstor(?:e|ed|age)|\bshare|\bsafe\b|\bsecur", talk.PRIVACY),
    (r"\binsur", _INSURANCE),
    (r"\bdiscount|\bvoucher|\bcoupon|\bloyalty|\bmiles\b", _DISCOUNTS),
    (r"\bgroups?\b", _GROUPS),
    (r"\bairlines?\b|\bcarriers?\b", _tell_airlines),
    (r"\btrains?\b|\bbus(?:es)?\b|\bferr|\bboats?\b|\bcruise|\btours?\b|\btaxis?\b", _LAND),
    (r"\bcontact|\bphone|\bcall\b|\bhuman agent|\bagent\b|\bsupport|\bcomplain|\bspeak to\b|\btalk to\b", _CONTACT),
    (r"\blanguages?\b|\bgerman\b|\bfrench\b|\bspanish\b", "I understand and write English only."),
    (r"\bplaces?\b|\bdestinations?\b|\bcountr|\bserved?\b|\bwhere\b|\bcities\b", _tell_places),
    (r"\breal\b(?! person)|\bdemo\b|\bsimulat|\bfake\b|\btest\b", _REAL),
    (r"\bwho\b|\bbot\b|\bhuman\b|\bmodel\b|\bname\b|\bperson\b|\bmachine\b|\bai\b|\brobot\b", _NATURE),
    (r"\babilit|\bhelp\b|\bdo\b|\bwork|\bwhat can\b|\bfeatures?\b|\bcapab|\bbook\b", _ABILITIES),
)
"""Topics by their words, and what is said of each; the first that fits."""
