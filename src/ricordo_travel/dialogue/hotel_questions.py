"""Questions about hotels by their names: what one has, which of two it is worth to take, which is rated best."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ricordo_travel.dialogue import details, hotel_facts
from ricordo_travel.dialogue.choice import NAME, STYLE, names_hotel, split_refused_hotels
from ricordo_travel.dialogue.money import format_dollars
from ricordo_travel.dialogue.offers import Offer, count_people, find_offers
from ricordo_travel.dialogue.plan import Plan, ToolCall, join_words, say
from ricordo_travel.dialogue.questions import asks_which_place
from ricordo_travel.dialogue.references import find_references
from ricordo_travel.dialogue.state import DialogueState
from ricordo_travel.dialogue.text import normalise, split_sentences
from ricordo_travel.dialogue.wishes import find_unknown_wishes
from ricordo_travel.hotels.catalog import Hotel, hotels_in

_ASKS = re.compile(
    r"\?|^\W*(?:(?:and|but|ok|so|oh|hm+|also|thanks|well|then)\b\W*){0,3}"
    r"(?:does|do|is|are|has|have|what|what's|which|how|can|will|any|got|would)\b"
)
_WANTS = re.compile(
    r"\b(?:book|take|change|switch|swap|move|cancel|show|find|search|look|how much|costs?|price|total|cheaper|cheapest|"
    r"night|nights|another|other|others|in all|altogether)\b"
)
_COMPARES = re.compile(
    r"\b(?:worth|compared?|comparison|differ|differs|differences?|better|nicer|versus|vs|than|which|prefer|recommend|"
    r"choose|between|would you (?:take|pick|book|go (?:for|with)|suggest))\b"
)
_OPINION = re.compile(
    r"\bwould you (?:take|pick|book|choose|go (?:for|with)|suggest|recommend|prefer)\b|\b(?:do|can) you recommend\b|"
    r"\byour (?:favou?rite|pick|advice|opinion|recommendation)\b|\bshould (?:i|we) (?:take|book|choose|pick)\b|"
    r"\bwhat do you think\b|\b(?:which (?:one )?is|what's|what is) (?:the )?(?:better|nicer)\b"
)
"""A question which one to take, which the rating and the price can answer."""
_OF_TWO = re.compile(r"\b(?:the two|both|these two|those two|the other)\b")
_BEST = re.compile(
    r"\b(?:which|wich|what|what's)\b[^.;?]{0,40}\b(?:(?:best|highest|top|better|higher)[ -]?(?:rat\w{2,4}|reviews?|"
    r"reviewed|scores?|scoring)|(?:most|more) (?P<stars>stars))\b|"
    r"\b(?:which|wich) (?:one |hotel |place |of (?:them|these|those) )?(?:is|has|would be) (?:the )?(?:best|nicest)\b"
    r"(?! (?:for|price|deal|value|view|location|breakfast|pool|way|time|one for)\b)"
)
_WHICH_IS = re.compile(r"\b(?:which|wich)(?: (?:one|hotel|place))?(?: of (?:these|those|them))? (?:is|has|would be)\b")
_OF_ALL = re.compile(
    r"\b(?:do|have|are|can|will) (?:(?:all|most|any|some)(?: of)? )?(?:the |your )?hotels\b"
    r"(?: (?:there|in [a-z ]{3,20}))? (?:have|has|got|offer|take|allow|near|on|close|quiet|with)\b"
)
"""A question about the hotels of a place."""
_RATING = re.compile(r"\b(?:rating|rated|reviews?|stars?|any good|how good)\b")
_FULL_NAME = re.compile(rf"\b(?:{NAME}) (?:{STYLE})\b")
_MEANT = re.compile(r"\b(?:i|we) (?:meant|mean|was asking|were asking|asked)\b|\bi'm asking\b")


def asks_about_hotels(state: DialogueState) -> bool:
    """Return whether the message asks something about hotels by their names, or which of those shown is rated best."""
    return bool(_find_answer(state))


def answer_about_hotels(state: DialogueState) -> Plan:
    """Say of hotels what the message asks: of one that it names, of two against each other, or of the best rated."""
    return say(_find_answer(state))


def _find_answer(state: DialogueState) -> str:
    if meant := _answer_meant(state):
        return meant
    if not _ASKS.search(state.text):
        return ""
    named = find_named(state)
    if _COMPARES.search(state.text) and len(compared := _find_compared(state, named)) > 1:
        return _compare(state, compared[:2])
    if _BEST.search(state.text) and not named:
        return _name_best(state)
    if not named and _WHICH_IS.search(state.text) and find_unknown_wishes(state.text):
        return _say_unknown(state)
    return _answer_of_one(state, state.text, named) or _answer_of_all(state)


def find_named(state: DialogueState) -> list[Hotel]:
    """Return the hotels that the message names: of those shown, and in the place of the trip by their full names."""
    text = split_refused_hotels(state.text)[0]
    shown = [offer.hotel for offer in _list_shown(state)]
    found = [hotel for hotel in shown if names_hotel(text, hotel.name)]
    place = state.trip.destination or (shown[0].place if shown else None)
    full = [match[0] for match in _FULL_NAME.finditer(text)]
    named = [hotel for hotel in (hotels_in(place) if place else ()) if hotel.name.lower().startswith(tuple(full))]
    there = [hotel for hotel in found if hotel.place == place] or found
    by_id = {hotel.id: hotel for hotel in [*there, *(named if full else ())]}
    return sorted(by_id.values(), key=lambda hotel: text.find(hotel.name.split()[0].lower()))


def _find_compared(state: DialogueState, named: Sequence[Hotel]) -> Sequence[Hotel]:
    """Return the hotels that are compared: those named, by their first names alone, too, or the two spoken of last."""
    if len(named) > 1:
        return named
    shown = list({offer.hotel.id: offer.hotel for offer in _list_shown(state)}.values())
    place = state.trip.destination
    there = [hotel for hotel in shown if hotel.place == place] or shown
    words = re.findall(r"[a-z]+", state.text)
    bare = [hotel for hotel in there if hotel.name.split()[0].lower() in words]
    if len(bare) > 1 and len({hotel.name.split()[0] for hotel in bare}) == len(bare):
        return sorted(bare, key=lambda hotel: words.index(hotel.name.split()[0].lower()))
    if not (_OF_TWO.search(state.text) and _OPINION.search(state.text)):
        return named
    told = [hotel for reply in state.replies for hotel in there if hotel.name in reply and not _lists_some(reply)]
    return list({hotel.id: hotel for hotel in told}.values())[:2]


def _lists_some(reply: str) -> bool:
    """Return whether a reply lists more than two hotels, so that it speaks of none of them."""
    return len({offer.title for offer in find_offers(reply) if offer.kind == "hotel"}) > 2


def _list_shown(state: DialogueState) -> list[Offer]:
    """Return all hotels that were shown, offered or booked in a conversation, the latest first."""
    return [offer for reply in state.replies for offer in find_offers(reply) if offer.kind == "hotel"]


def _say_unknown(state: DialogueState) -> str:
    """Return that it is not known which of the hotels shown last is the quietest or the like; empty if none were."""
    is_of_hotels = bool(state.offers) and state.offers[0].kind == "hotel" and not asks_which_place(state.last_reply)
    return details.describe_known(state.text, state.list_offers("hotel")) if is_of_hotels else ""


def _answer_of_one(state: DialogueState, question: str, named: Sequence[Hotel]) -> str:
    """Return what is known of the one hotel that is named, where no offer of it is open; empty if that is not asked."""
    is_asked = details.names_feature(question) or bool(_RATING.search(question))
    if len(named) != 1 or not is_asked or _WANTS.search(question):
        return ""
    if any(offer.kind == "hotel" and offer.hotel == named[0] for offer in find_references(state)):
        return ""  # that is answered with all that is known of the offer
    return describe_known(question, named)


def describe_known(question: str, named: Sequence[Hotel]) -> str:
    """Return the answer to a question in lower case about hotels, whether they were offered or not."""
    return details.describe_known(question, [_make_offer(hotel) for hotel in named])


def _answer_of_all(state: DialogueState) -> str:
    """Return which hotels of a place have what is asked of all of them, before any of them was shown; else nothing."""
    asked = next((each for each in split_sentences(state.text) if _OF_ALL.search(each)), "")
    place = state.trip.destination
    is_shown = any(offer.hotel.place == place for offer in _list_shown(state))
    if not asked or not place or is_shown or state.reading.names("first", "nights") or not details.names_feature(asked):
        return ""
    if _WANTS.search(asked) or find_unknown_wishes(asked):
        return ""
    told = describe_known(asked, hotels_in(place)).removeprefix("Yes, ")
    they = f"the hotels that I have in {place.name}"
    told = re.sub(r"\b(Of|[Aa]ll of|None of) (?:these|them)\b", rf"\1 {they}", told)
    return f"{told[:1].upper()}{told[1:]} Tell me your days, and I look which rooms are free."


def _answer_meant(state: DialogueState) -> str:
    """Return the answer to the question before, for the hotel that was meant: "i meant the heron, not the garden"."""
    if not _MEANT.search(state.text):
        return ""
    before = next((normalise(text) for role, text in reversed(state.history) if role == "user"), "")
    asked = [each for each in split_sentences(before) if _ASKS.search(each)]
    named = find_named(state)
    if not asked or len(named) != 1 or _WANTS.search(state.text):
        return ""
    other = replace(state, history=())
    return _answer_of_one(other, asked[-1], named)


def _make_offer(hotel: Hotel) -> Offer:
    """Return a hotel as an offer without days, of which only what the hotel has is known."""
    return Offer("hotel", hotel.name, hotel.name, ToolCall("search_hotel_rooms", {"hotel_id": hotel.id}), "night", 0, 0)


def _compare(state: DialogueState, hotels: Sequence[Hotel]) -> str:
    """Return what two hotels cost, as they were shown last, and what each of them has."""
    shown = _list_shown(state)
    offers = [offer for hotel in hotels for offer in [each for each in shown if each.hotel == hotel][:1]]
    near = [name for name in ("near the beach", "near the centre") if name in state.trip.amenities]
    told = [_weigh(*offers) if len(offers) > 1 else "", *map(_describe, hotels)]
    told += [hotel_facts.tell(name, hotels, "") for name in near]
    judge = ["Whether that is worth it only you can say."] if "worth" in state.text else []
    judge += [_judge(hotels, offers)] if _OPINION.search(state.text) else []
    return " ".join(filter(None, [*told, *judge]))


def _judge(hotels: Sequence[Hotel], offers: Sequence[Offer]) -> str:
    """Return which of two hotels to take: by the rating, and by the price if both were shown with one."""
    best = max(hotels, key=lambda hotel: hotel.rating)
    cheap = min(offers, key=lambda offer: offer.unit_price).hotel if len(offers) > 1 else best
    if cheap == best:
        return f"I would take {best.name}."
    return f"By its rating I would take {best.name}, by the price {cheap.name}."


def _weigh(one: Offer, other: Offer) -> str:
    """Return which of two hotels costs more: in all for the same stay, or else a night for as many people."""
    stays = {tuple(each.call.arguments[name] for name in ("check_in", "check_out")) for each in (one, other)}
    if count_people(one) != count_people(other):
        return ""
    is_same = len(stays) == 1
    cheap, dear = sorted((one, other), key=lambda offer: offer.total if is_same else offer.unit_price)
    low, high = (each.total if is_same else each.unit_price for each in (cheap, dear))
    unit = "in all" if is_same else "a night"
    if low == high:
        return f"Both cost {format_dollars(low)} {unit}."
    more = format_dollars(high - low)
    return f"{dear.title} costs {more} more {unit} ({format_dollars(high)} against {format_dollars(low)})."


def _describe(hotel: Hotel) -> str:
    stars = f"{hotel.stars} stars" if hotel.stars != 1 else "1 star"
    return f"{hotel.name} has {stars}, is rated {hotel.rating} and has {join_words(hotel.amenities)}."


def _name_best(state: DialogueState) -> str:
    """Return which of the hotels that were shown in a place is rated best, and which is of all that are there."""
    listed = state.list_offers("hotel")
    place = listed[0].hotel.place if listed else None
    match = _BEST.search(state.text)
    if place is None or match is None or place not in {None, state.trip.destination}:
        return ""
    is_stars = bool(match["stars"])
    shown = [offer.hotel for offer in _list_shown(state) if offer.hotel.place == place]
    best, top = (_find_best(each, is_stars=is_stars) for each in (shown, hotels_in(place)))
    of = "with the most stars" if is_stars else "best rated"
    told = f"{top.name} ({top.stars} stars, rated {top.rating})"
    if top == best or len(shown) < 2:
        return f"The one {of} in {place.name} is {told}."
    what = f"{best.name} ({best.stars} stars, rated {best.rating})"
    return f"Of those you have seen, the one {of} is {what}. In all of {place.name} it is {told}."


def _find_best(hotels: Sequence[Hotel], *, is_stars: bool) -> Hotel:
    return max(hotels, key=lambda each: (each.stars, each.rating) if is_stars else (each.rating, each.stars))
