"""Questions for a price that needs more than what was shown: the parts of a trip, a change that waits, a share."""

from __future__ import annotations

import re
from collections.abc import Generator, Sequence
from dataclasses import dataclass, replace
from datetime import date

from ricordo_travel.dialogue import bookings, changed_prices, inquiries, place_prices, search, shares, sums, trip_costs
from ricordo_travel.dialogue.act_reader import SURE
from ricordo_travel.dialogue.booked import load_active
from ricordo_travel.dialogue.choice import HOTEL_NAMES, find_number
from ricordo_travel.dialogue.geography import find_mentions
from ricordo_travel.dialogue.known import KnownTrip, know_trip
from ricordo_travel.dialogue.legs import is_one_way, speaks_of_both_ways
from ricordo_travel.dialogue.money import format_dollars
from ricordo_travel.dialogue.numbers import NUMBER
from ricordo_travel.dialogue.offers import BOOKING_ID, Offer, find_offers, parse_offer
from ricordo_travel.dialogue.open_offers import OpenOffers, first_day, last_day
from ricordo_travel.dialogue.plan import Plan, ToolCall, ToolResult
from ricordo_travel.dialogue.questions import ASK_OFFER
from ricordo_travel.dialogue.references import find_picks_by_words
from ricordo_travel.dialogue.requests import SLOTS
from ricordo_travel.dialogue.state import DialogueState
from ricordo_travel.dialogue.text import split_sentences
from ricordo_travel.dialogue.whole_trip import ADDS, TOLD
from ricordo_travel.dialogue.wishes import find_kinds
from ricordo_travel.outcomes import Pending
from ricordo_travel.reservations import Kind
from ricordo_travel.wording import describe

_TOTAL = re.compile(
    r"\b(?:altogether|all together|in total|in all|the (?:new |whole |full )?total|new total|total (?:price|cost|be)|"
    r"grand total|everything|whole (?:thing|trip|lot)|all in|so far|the sum|sum up|add up|come to)\b"
)
_PRICE = re.compile(
    r"\b(?:how much|what (?:would|will|does|do|is|are) (?:it|that|this|the|we|i|all|everything|\w{3,20})|"
    r"what's (?:it|that|this|the)|costs?|price|pay)\b|"
    r"\b(?:under|below|over|within|less than|more than) (?:the |my |our )?(?:\$?\d[\d,]{2,8}|budget)\b"
)
_WITH = re.compile(r"\b(?:that|it|this)\b[^.;!?]{0,20}\bwith\b|\bwith (?:the )?flights?\b")
"""Words of somebody who adds something to what was proposed: "what would that be with the flights?"."""
_WHAT_IF = re.compile(
    rf"\b(?:how much|what (?:would|will|does|do|if)|would (?:it|that) be|cheaper if|and (?:if|for))\b[^.;!?]{{0,30}}?"
    rf"\b(?:(?P<nights>{NUMBER}) (?:nights?|days)\b(?! (?:later|earlier|before|after))|"
    rf"(?P<by>{NUMBER}|an?) (?P<unit>days?|weeks?) (?P<way>later|earlier)\b)[^.;!]{{0,30}}\?"
)
"""The question what a trip would cost with other nights or on other days."""
_ASKS = re.compile(r"\?|\b(?:what if|how much|what would)\b", re.IGNORECASE)
_DOES = frozenset({"pick", "cancel", "change", "forget", "correct", "tell", "suggest"})
"""Acts that a message may have beside a question, and that are not to be passed over."""
_OF_ALL = 3
_MOST = 9


def answer_price(state: DialogueState) -> Plan:
    """Say what is asked for the price of more than was shown; say nothing to any other message."""
    if place_prices.doubts_prices(state.text) and (compared := (yield from place_prices.compare_prices(state))):
        return compared
    if _does_more(state) or _chooses_several(state):
        return ""
    if divided := shares.divide(state):
        return divided
    if contents := trip_costs.explain_estimate(state):
        return contents
    if compared := (yield from place_prices.compare_prices(state)):
        return compared
    if shares.find_sharers(state.text) and _PRICE.search(state.text) and _speaks_of_bookings(state):
        return (yield from inquiries.answer_about_bookings(replace(state, act="bookings")))
    if question := _ask_what_if(state):
        return (yield from bookings.change_booking(replace(state, message=question)))
    changes = [each for each in state.pending if each.proposal.action == "change" and each.fate == "waiting"]
    if changes and _asks_for_total(state) and not changed_prices.asks_what_change_costs(state):
        return (yield from _add_up_changed(state, changes))
    if any(each.fate == "waiting" for each in state.pending) and not changes and _asks_if_all_fits(state):
        return (yield from sums.answer_sum(state))
    return (yield from _price_parts(state))


def _does_more(state: DialogueState) -> bool:
    return any(part.act in _DOES and part.score >= SURE and not _ASKS.search(part.text) for part in state.parts)


def _chooses_several(state: DialogueState) -> bool:
    """Return whether a message takes one of each that was shown: "the cheapest flight and hotel. what is that?"."""
    picks = [part.text for part in state.parts if part.act == "pick" and not _ASKS.search(part.text)]
    chosen = find_picks_by_words(replace(state, message=" ".join(picks), rest=())) if picks else None
    return chosen is not None and len({pick.offer.kind for pick in chosen.picks}) > 1


def _find_latest(state: DialogueState) -> str:
    """Return the latest reply that names bookings or offers."""
    return next((reply for reply in state.replies if BOOKING_ID.search(reply) or find_offers(reply)), "")


def _speaks_of_bookings(state: DialogueState) -> bool:
    """Return whether what was spoken of last is booked, and nothing else was shown after it."""
    latest = _find_latest(state)
    return bool(BOOKING_ID.search(latest)) and ASK_OFFER not in latest


def _ask_what_if(state: DialogueState) -> str:
    """Return the question what the booked trip would cost otherwise, in plain words, if a message asks that."""
    latest = _find_latest(state)
    is_other = any(each.name not in latest for each in find_mentions(state.text))
    if not _speaks_of_bookings(state) or is_other or state.pending:
        return ""
    match = next((found for each in split_sentences(state.text) if (found := _WHAT_IF.search(each))), None)
    if match is None:
        return ""
    if match["nights"]:
        has_stay = any(id.startswith("H-") for reply in state.replies for id in BOOKING_ID.findall(reply))
        return "" if not has_stay else f"how much would it be to change our stay to {match['nights']} nights?"
    return f"how much would it be to move the trip {match['by']} {match['unit']} {match['way']}?"


def _asks_for_total(state: DialogueState) -> bool:
    """Return whether a message asks what all costs, or whether all is within the budget."""
    is_total = bool(_TOTAL.search(state.text)) and bool(_PRICE.search(state.text) or "?" in state.text)
    return is_total or sums.asks_if_enough(state.text)


def _asks_if_all_fits(state: DialogueState) -> bool:
    """Return whether a message asks if what is booked, with what waits for a yes, is within the budget."""
    return bool(_TOTAL.search(state.text)) and sums.asks_if_enough(state.text) and sums.asks_for_sum(state)


def _add_up_changed(state: DialogueState, changes: Sequence[Pending]) -> Plan:
    """Say what the bookings cost together once what waits for a yes is changed."""
    new = {each.proposal.preview["booking_id"]: each.proposal.preview for each in changes}
    rows = yield from load_active()
    before = round(sum(row["total_price"] for row in rows))
    then = [new.get(row["booking_id"], row) for row in rows]
    total = round(sum(row["total_price"] for row in then))
    offers = [offer for row in then if (offer := parse_offer(describe(row)))]
    more = f"{format_dollars(abs(total - before))} {'more' if total > before else 'less'} than now"
    than = "as much as now" if total == before else more
    text = f"With that change your bookings are {format_dollars(total)} in all, {than} ({format_dollars(before)})."
    share = sums.describe_share(state, offers, total)
    return " ".join(filter(None, (text, share, sums.compare_total(state, offers, total))))


@dataclass(frozen=True, slots=True)
class _Part:
    """A part of a trip: a flight on one of its ways, or the hotel."""

    kind: Kind
    known: KnownTrip
    is_back: bool = False

    @property
    def day(self) -> date | None:
        return self.known.trip.last if self.is_back else self.known.trip.first

    def fits(self, offer: Offer) -> bool:
        """Return whether an offer is for this part of the trip: its place, its days and its way."""
        if offer.kind != self.kind or first_day(offer) != self.day:
            return False
        trip = self.known.trip
        if offer.kind == "hotel":
            return offer.hotel.place == trip.destination and last_day(offer) == trip.last
        ends = (trip.turn, self.known.start) if self.is_back else (self.known.start, trip.goal)
        return (offer.flight.origin, offer.flight.destination) == ends


def _price_parts(state: DialogueState) -> Plan:
    """Say what the flights and the hotel of a trip cost together, and look up those that were not shown."""
    adds = bool(TOLD.search(state.last_reply) and ADDS.search(state.text))
    if not (adds or _PRICE.search(state.text)) or state.reading.alters(*SLOTS) or find_kinds(state.text) == ["car"]:
        return ""
    parts = _find_parts(state)
    if len(parts) < 2:
        return ""
    found = [_find_shown(state, part) for part in parts]
    booked = yield from _load_booked()
    mine = [[offer for offer in booked if part.fits(offer)] for part in parts]
    is_named = bool(HOTEL_NAMES.search(state.text)) or find_number(state.text, _MOST) is not None
    named: Sequence[Offer] = sums.find_named(state) if is_named else ()
    waiting = OpenOffers(state).pending
    is_more = (adds and len(find_kinds(state.text)) > 1) or (waiting and _WITH.search(state.text))
    if any(mine) or (all(found) and (named or not is_more)):
        return ""
    shown: list[str] = []
    for n, part in enumerate(parts):
        if not found[n]:
            trip = replace(part.known.trip, is_return=part.is_back, is_round=True, kinds=("flight", "hotel"))
            said = yield from search.search_part(replace(part.known, trip=trip), part.kind, len(shown) + 1)
            found[n] = find_offers(said)
            shown.append(said)
    if not all(found):
        return ""
    wanted = [*named, *waiting]
    chosen = {sums.name_way(each[0]): _choose(each, wanted) for each in found}
    is_all = len(chosen) == _OF_ALL
    has_chosen = any(offer in wanted for offer in chosen.values())
    text = sums.describe_choice(state, chosen, is_all=is_all, has_chosen=has_chosen)
    is_open = shown and not any(each.fate == "waiting" for each in state.pending)
    return "\n".join([*shown, text, *([ASK_OFFER] if is_open else [])])


def _choose(offers: Sequence[Offer], wanted: Sequence[Offer]) -> Offer:
    """Return what was named or waits for a yes among some offers, or else the cheapest of them."""
    asked = [offer for offer in wanted if any(offer.text == each.text for each in offers)]
    return asked[0] if asked else min(offers, key=lambda offer: offer.total)


def _find_parts(state: DialogueState) -> list[_Part]:
    """Return the parts of the trip that a question for a price is about; none if the trip is not known so far."""
    known = know_trip(state, "flight")
    trip = known.trip
    if not (trip.destination and trip.first and trip.last and known.start) or is_one_way(state.text):
        return []
    named = set(find_kinds(state.text))
    shown = {offer.kind for offer in OpenOffers(state).flatten()} | {offer.kind for offer in OpenOffers(state).pending}
    if _TOTAL.search(state.text):
        named |= shown - {"car"} if not named else set()
    waiting = {offer.kind for offer in OpenOffers(state).pending if first_day(offer) == trip.first}
    if _WITH.search(state.text):
        named |= waiting or ({"hotel"} & shown)
    if speaks_of_both_ways(state.text):
        named |= {"flight"} | ({"hotel"} & waiting)
    if not named - {"flight"} and not (_TOTAL.search(state.text) or speaks_of_both_ways(state.text)):
        return []  # "how much are the flights?"
    parts = [_Part("flight", known), _Part("flight", known, is_back=True)] if "flight" in named else []
    return [*parts, *([_Part("hotel", know_trip(state, "hotel"))] if "hotel" in named else [])]


def _find_shown(state: DialogueState, part: _Part) -> list[Offer]:
    """Return the newest offers for a part of a trip."""
    people = part.known.people
    for offers in OpenOffers(state).shown:
        own = [offer for offer in offers if part.fits(offer) and _count_people(offer) in {None, people}]
        if own:
            return own
    return []


def _count_people(offer: Offer) -> int | None:
    return offer.call.arguments.get("passengers") or offer.call.arguments.get("guests")


def _load_booked() -> Generator[Sequence[ToolCall], Sequence[ToolResult], list[Offer]]:
    """Load what is booked, as the offers that it was."""
    return [offer for row in (yield from load_active()) if (offer := parse_offer(describe(row)))]
