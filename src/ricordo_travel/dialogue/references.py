"""The things that a text means, of all that is open: one function for every kind of reference.

Each phrase of a text is read on its own, and narrows what is open until one thing is left. A phrase inherits the kind
and the way of the one before it if it names none. One that finds nothing, or several things, becomes a question.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from typing import Any

from ricordo_travel.dialogue.answers import is_no
from ricordo_travel.dialogue.cabins import find_cabin
from ricordo_travel.dialogue.dates import DateRange, parse_dates
from ricordo_travel.dialogue.matching import find_meeting, is_called, meets
from ricordo_travel.dialogue.numbers import drop_ratings, parse_count
from ricordo_travel.dialogue.offers import Offer
from ricordo_travel.dialogue.open_offers import (
    OpenOffers,
    asks_about_bookings,
    first_day,
    is_at_other_place,
    last_day,
    names_day_of,
)
from ricordo_travel.dialogue.phrases import Leg, Phrase, find_phrases, read_phrase, without_clock
from ricordo_travel.dialogue.plan import join_words
from ricordo_travel.dialogue.rooms import fits
from ricordo_travel.dialogue.state import DialogueState
from ricordo_travel.dialogue.text import normalise
from ricordo_travel.reservations import Kind

_COUNT = re.compile(r"\b(?:all|the|both) (?:of the )?(?P<count>two|three|four|five|six|[2-6])\b")
_NTH = re.compile(r"\b(?:first|second|third|fourth|fifth|last|1st|2nd|3rd|4th|5th)\b")
_ONE = re.compile(r"\b(?:one|flight)\b")
_TOO = re.compile(r"\b(?:too|also|as well)\b")
_REQUESTS = re.compile(r"(?:can|could) (?:i|we|you|it)\b")
NOT_SHOWN = "I do not find"
"""How a reply says that something was not shown."""
_MAX_NAMED = 4
_MAX_QUOTE = 60


@dataclass(frozen=True, slots=True)
class Pick:
    """An offer that a phrase means, and what the text says of it that the offer is not: other days, people, a cabin."""

    offer: Offer
    phrase: Phrase | None = None
    changes: dict[str, Any] = field(default_factory=dict[str, Any])


@dataclass(frozen=True, slots=True)
class Picks:
    """What a text picks, and the questions about phrases that are not clear."""

    picks: tuple[Pick, ...] = ()
    questions: tuple[str, ...] = ()
    unclear: tuple[Kind, ...] = ()

    @property
    def offers(self) -> tuple[Offer, ...]:
        return tuple(pick.offer for pick in self.picks)

    @property
    def is_strong(self) -> bool:
        """Whether one of them is named: by number, code, time, name or price."""
        return any(pick.phrase and pick.phrase.is_strong for pick in self.picks)


def find_changes(state: DialogueState, offer: Offer) -> dict[str, Any]:
    """Return what a message says of an offer that it is not, apart from its days: its people, its cabin."""
    return _Resolver(state).find_changes(offer, "")


def find_picks_by_words(state: DialogueState) -> Picks:
    """Return what the phrases of a message mean of all that is open."""
    if not state.replies or asks_about_bookings(state.last_reply):
        return Picks()
    return _Resolver(state).resolve(find_phrases(state.text))


def is_elsewhere(state: DialogueState, pick: Pick) -> bool:
    """Return whether a message speaks of another place, price or day than that of what it seems to pick."""
    if pick.phrase and pick.phrase.is_strong:
        return False
    changes, offer = state.reading.changes, pick.offer
    if state.reading.alters("unserved", "limits") or is_at_other_place(state, offer):
        return True
    if pick.phrase and names_day_of(offer, pick.phrase.text, state.today):
        return False  # the other day is that of something else
    if state.reading.alters("month", "days"):
        return True
    days = {first_day(offer), last_day(offer), pick.changes.get("first")}
    is_back = offer.kind == "flight" and (state.trip.is_return or OpenOffers(state).find_leg(offer) == "back")
    names = ("last",) if is_back else ("first", "last")
    return state.reading.alters(names[0]) and not {changes.get(name) for name in names} & days


@dataclass
class _Found:
    """What a phrase finds: offers, or those among which it does not choose."""

    offers: list[Offer] = field(default_factory=list[Offer])
    unclear: list[list[Offer]] = field(default_factory=list[list[Offer]])
    is_missing: bool = False


@dataclass(frozen=True, slots=True)
class _Days:
    """Days that were named apart from what they are for."""

    text: str = ""
    kinds: tuple[Kind, ...] = ()

    def fit(self, offer: Offer) -> bool:
        """Return whether they may be those of an offer."""
        return bool(self.text) and (not self.kinds or offer.kind in self.kinds)


class _Resolver:
    """Resolves the phrases of one message, one after the other."""

    def __init__(self, state: DialogueState) -> None:
        self._state = state
        self._open = OpenOffers(state)
        self._kinds: tuple[Kind, ...] = ()
        self._leg: Leg | None = None
        self._is_bare = False
        self._claimed: set[Leg] = set()
        self._picks: list[Pick] = []
        self._questions: list[str] = []
        self._unclear: list[Kind] = []
        self._days = _Days()
        self._is_after_number = False

    def resolve(self, phrases: Sequence[Phrase]) -> Picks:
        self._claimed = {phrase.leg for phrase in phrases if phrase.leg and not phrase.is_refused}
        for phrase in (each for each in phrases if not each.is_all):
            self._take(phrase)
        for phrase in phrases:
            if phrase.is_all and (phrase.is_pick or (_TOO.search(phrase.text) and self._open.latest_sum)):
                self._take_all(phrase)
        beside = [replace(pick, offer=each) for pick in self._picks for each in self._open.list_beside(pick.offer)]
        picks = {pick.offer.text: pick for pick in reversed([*self._picks, *beside])}
        return Picks(tuple(reversed(picks.values())), tuple(dict.fromkeys(self._questions)), tuple(self._unclear))

    def _take(self, phrase: Phrase) -> None:
        """Take what a phrase picks; keep the kind, the way or the day of one that picks nothing for the next one."""
        found = self._find(phrase)
        for offer in found.offers:
            self._picks.append(Pick(offer, phrase, self.find_changes(offer, phrase.text)))
        is_wish = phrase.is_wish and not (self._picks and _REQUESTS.match(phrase.text))
        if not found.offers and not phrase.selects and not phrase.is_refused and not is_wish:
            self._keep_days(phrase)
        self._questions += [self._ask_which(group) for group in found.unclear]
        if found.is_missing and not any(meets(pick.offer, phrase) for pick in self._picks[-1:]):
            self._questions.append(self._say_missing(phrase))
        own: dict[Kind, None] = dict.fromkeys(offer.kind for offer in found.offers)
        kinds: tuple[Kind, ...] = tuple(own) or phrase.implied_kinds
        if kinds or phrase.leg:
            self._is_bare = not found.offers
            self._kinds, self._leg = kinds or ("flight",), phrase.leg
            if found.offers and not (phrase.numbers and phrase.kinds):
                self._leg = None

    def _say_missing(self, phrase: Phrase) -> str:
        numbers = [offer.number for offer in self._state.offers if offer.number]
        if (phrase.numbers or phrase.position) and numbers:
            return f"I offered {len(numbers)}; please say a number from {min(numbers)} to {max(numbers)}."
        return f"{NOT_SHOWN} “{phrase.text[:_MAX_QUOTE]}” in what I have shown."

    def _keep_days(self, phrase: Phrase) -> None:
        """Keep the days of a phrase that names nothing else: for the pick before it, or for the next one."""
        found = self._parse_days(phrase.text, self._state.reading.before.anchor)
        if found == DateRange():
            return
        days = _Days(phrase.text, phrase.kinds or (("hotel", "car") if found.is_arrival else ()))
        last = self._picks[-1] if self._picks else None
        is_other = last is not None and phrase.leg not in {None, self._open.find_leg(last.offer)}
        if last and not is_other and not self._days.text:
            if days.fit(last.offer):
                changes = self.find_changes(last.offer, phrase.text)
                self._picks[-1] = replace(last, changes={**changes, **last.changes})
        else:
            self._days = days

    def _find(self, phrase: Phrase) -> _Found:
        if phrase.is_refused or (phrase.is_wish and not phrase.codes and not phrase.is_other):
            return _Found()
        self._open = self._open.narrow_to(phrase.text)
        if not phrase.is_pick:
            return self._find_bare(phrase)
        if phrase.codes:
            return self._find_flights(phrase)
        if phrase.name or phrase.style:
            found = self._find_hotels(phrase)
            if found.offers or found.unclear or phrase.name:
                return found
        if phrase.numbers or phrase.position:
            return self._find_numbered(phrase)
        if phrase.is_other:
            return self._find_other(phrase)
        if phrase.is_same:
            return _Found(self._find_same(phrase))
        return self._find_described(phrase)

    def _find_bare(self, phrase: Phrase) -> _Found:
        """Return what "the hotel" or "the flight back" means: what waits for a yes, or the only one in the list."""
        kinds: tuple[Kind, ...] = phrase.kinds or (("flight",) if phrase.leg else ())
        if phrase.is_definite and ((is_one := bool(_ONE.search(phrase.text))) or self._state.act == "pick"):
            listed = [each for each in self._open.flatten() if not kinds or each.kind in kinds]
            shown = {(each.title, first_day(each)): each for each in reversed(listed)}
            on = [each for each in shown.values() if self._is_on(each, phrase)]
            is_day = 0 < len(on) < len(shown)
            on = [each for each in on if each in self._open.shown[0]] or on
            if is_day and (is_one or len(on) == 1):
                return _Found(on) if len(on) == 1 else _Found(unclear=[on])  # "the one on the 26th"
        if not kinds or not (phrase.is_definite or phrase.takes):
            return _Found()
        found: list[Offer] = []
        for kind in kinds:
            if waiting := self._open.find_waiting([kind], phrase.leg):
                found += waiting[:1]
            else:
                groups = self._open.list_groups([kind], phrase.leg)
                alone = [group[0] for group in groups if len(group) == 1 and not self._open.has_taken(group)]
                found += [each for each in alone if phrase.takes or each.text not in self._open.refused_texts][:1]
        return _Found(found)

    def _find_flights(self, phrase: Phrase) -> _Found:
        """Return the flights with the codes of a phrase, on its day if they were shown on it."""
        found: list[Offer] = []
        for code in phrase.codes:
            shown = [offer for offer in self._open.flatten() if offer.kind == "flight" and offer.flight.number == code]
            found += self._prefer_days(phrase, shown)[:1]
        return _Found(found, is_missing=not found)

    def _find_hotels(self, phrase: Phrase) -> _Found:
        """Return the hotel that a phrase names, on its days if it was shown for them."""
        shown = [offer for offer in self._open.flatten() if offer.kind == "hotel" and is_called(offer, phrase)]
        titles = list(dict.fromkeys(offer.title for offer in shown))
        if len(titles) > 1:
            newest = {offer.title for offer in self._open.list_kind("hotel")}
            titles = [title for title in titles if title in newest] or titles[:1]
        if len(titles) > 1:
            return _Found(unclear=[[next(each for each in shown if each.title == title) for title in titles]])
        own = [offer for offer in shown if offer.title in titles]
        return _Found(self._prefer_days(phrase, own)[:1], is_missing=not own and bool(phrase.style and phrase.name))

    def _find_numbered(self, phrase: Phrase) -> _Found:
        """Return the offers with the numbers of a phrase, or at the place in the list that it names."""
        kinds = phrase.kinds or (self._kinds if self._is_bare or self._is_after_number else ())
        leg = phrase.leg or (self._leg if self._is_bare or self._is_after_number else None)
        self._is_after_number = bool(phrase.kinds or (kinds and self._is_after_number) or self._is_bare)
        numbers = phrase.numbers or ((phrase.position,) if phrase.position else ())
        found = [offer for number in numbers if (offer := self._find_number(phrase, number, kinds, leg))]
        return _Found(found, is_missing=len(found) < len(numbers))

    def _find_number(self, phrase: Phrase, number: int, kinds: Sequence[Kind], leg: Leg | None) -> Offer | None:
        if phrase.position and not phrase.numbers and not leg and not kinds and len(self._claimed) == 1:
            leg = next((way for way in self._open.legs if way not in self._claimed), None)
        if leg and (flights := self._open.legs.get(leg)):
            return _at(flights, number, by_place=bool(phrase.position))
        for offers in self._open.shown:
            listed = [each for each in offers if each.number is not None and (not kinds or each.kind in kinds)]
            if listed and (offer := _at(listed, number, by_place=bool(phrase.position) or bool(kinds))):
                return offer
        return None

    def _find_other(self, phrase: Phrase) -> _Found:
        """Return "the other one" of two, if one of them was talked about last; of more, those that it could be."""
        current = next((each for each in self._state.refused_offers if each.kind in phrase.kinds), self._state.offer)
        if current is None or (phrase.kinds and current.kind not in phrase.kinds):
            return _Found()
        leg = self._open.find_leg(current)
        groups = self._open.list_groups([current.kind], leg)
        others = [offer for group in groups for offer in group if offer.title != current.title]
        if len(others) > 1 and self._state.refused_offers:
            return _Found(unclear=[others])
        return _Found(others if len(others) == 1 else [])

    def _find_same(self, phrase: Phrase) -> list[Offer]:
        """Return those of the newest lists that were picked or booked before."""
        asked = [offer for offers in self._open.shown for offer in offers if offer.number is None]
        titles = {offer.title for offer in (*asked, *self._open.bookings)}
        kinds: Sequence[Kind] = phrase.kinds or ("flight", "hotel", "car")
        groups = self._open.list_groups(kinds, phrase.leg)
        return [offer for group in groups for offer in group if offer.title in titles]

    def _find_described(self, phrase: Phrase) -> _Found:
        """Return the offers of the newest lists that are as a phrase says, one of each list."""
        groups = self._list_groups(phrase)
        chosen = [(group, self._choose(phrase, group)) for group in groups]
        fitting = [(group, self._open.keep_asked(offers)) for group, offers in chosen if offers]
        if not fitting:
            is_named = bool(phrase.times or phrase.prices) or (phrase.is_definite and self._state.act == "pick")
            return _Found(is_missing=is_named and not self._names_other_day(phrase, groups))
        kinds = {group[0].kind for group, _ in fitting}
        if len(kinds) > 1 and not phrase.is_each:
            return _Found(unclear=[group for group, _ in fitting])
        if len(fitting) > 1 and len(self._state.refused_offers) < 2 and not phrase.is_each and _ONE.search(phrase.text):
            fitting = fitting[:1]
        found = _Found()
        for _, offers in fitting:
            if len(offers) == 1:
                found.offers += offers
            else:
                found.unclear.append(offers)
        return found

    def _list_groups(self, phrase: Phrase) -> list[list[Offer]]:
        """Return the lists that a phrase may choose from: of its kind and way, or those of what was shown last."""
        kinds: tuple[Kind, ...] = phrase.implied_kinds
        can_be: Sequence[Kind] = phrase.order.kinds if phrase.order else ("flight", "hotel", "car")
        kinds = kinds or tuple(kind for kind in self._kinds if kind in can_be)
        latest: list[Kind] = [offer.kind for offer in (self._open.shown[0] if self._open.shown else ())]
        kinds = kinds or tuple(dict[Kind, None].fromkeys(kind for kind in latest if kind in can_be))
        leg = phrase.leg or (self._leg if self._is_bare else None)
        groups = self._open.list_groups(kinds, leg)
        if not phrase.leg and "flight" in kinds and self._claimed and not leg:
            others = [flights for way, flights in self._open.legs.items() if way not in self._claimed]
            groups = [group for group in groups if group[0].kind != "flight" or group in others] or groups
        if not (leg or phrase.is_each or phrase.is_strong or self._claimed or _TOO.search(phrase.text)):
            groups = [group for group in groups if self._open.is_latest(group)] or groups
        free = [group for group in groups if not self._open.has_taken(group)] or groups
        if phrase.kinds or phrase.leg or len(kinds) < 2:
            return free
        waiting = self._open.find_waiting(kinds)  # of what is picked already, none is to be picked again
        return [group for group in free if not any(share_slot(self._open, group[0], w) for w in waiting)] or free

    def _choose(self, phrase: Phrase, group: list[Offer]) -> list[Offer]:
        """Return the offers of a list that are as a phrase says; of an older one if this one has none."""
        waiting = self._open.find_waiting([group[0].kind])
        is_alone = len(group) == 1 and group[0] in waiting and phrase.order is not None and self._is_refused()
        newest, older = group, self._open.list_older(group)
        others = self._open.list_other_days(group) if self._names_other_day(phrase, [group]) else []
        for offers in ([*newest, *older] if is_alone else newest, older, others):
            on = [each for each in self._leave_out_refused(phrase, offers) if self._is_on(each, phrase)]
            fitting = find_meeting(phrase, on, self._state.text)
            if phrase.order and fitting and group[0].kind in phrase.order.kinds:
                return [min(self._open.prefer_own_day(fitting), key=phrase.order.key)]
            if fitting and (len(fitting) == 1 or phrase.describes or phrase.is_strong):
                return fitting
        return []

    def _leave_out_refused(self, phrase: Phrase, offers: list[Offer]) -> list[Offer]:
        """Return a list without what the message refuses; for "no, the later one" only what is later than that."""
        refused = [each.title for each in self._state.refused_offers]
        last = next((each for each in offers if each.title in refused), None)
        if last is None or phrase.is_strong or (phrase.takes and phrase.hours):
            return offers
        others = [each for each in offers if each.title not in refused]
        key = phrase.order.key if phrase.order and last.kind in phrase.order.kinds else None
        return [each for each in others if key(each) < key(last)] if key else others

    def _is_refused(self) -> bool:
        """Return whether what was shown last is refused: "no, the cheapest one then"."""
        said = [text for role, text in self._state.history[-2:] if role == "user"]
        return any(is_no(normalise(text)) for text in (*said, self._state.message))

    def _take_all(self, phrase: Phrase) -> None:
        """Take several things at once: what waits, and the only one of each other list. Ask about the others."""
        count = _count(phrase.text)
        if len(self._picks) >= (count or 2):
            return
        offers = [offer for offer in self._open.find_together(phrase.kinds, phrase.leg) if self._is_free(offer)]
        taken = [*(pick.offer for pick in self._picks), *offers]
        if not count or len(taken) < count:
            latest: list[Kind] = [offer.kind for offer in self._state.offers]
            for group in self._open.list_groups(list(phrase.kinds or dict.fromkeys(latest)), phrase.leg):
                if any(share_slot(self._open, group[0], each) for each in taken) or self._open.has_taken(group):
                    continue
                if len(group) == 1:
                    offers.append(group[0])
                elif not offers or count:
                    self._questions.append(self._ask_which(group))
        self._picks += [Pick(offer, phrase, self.find_changes(offer, "")) for offer in offers]

    def _is_free(self, offer: Offer) -> bool:
        return not any(share_slot(self._open, offer, pick.offer) for pick in self._picks)

    def _ask_which(self, group: Sequence[Offer]) -> str:
        leg = self._open.find_leg(group[0])
        self._unclear.append(group[0].kind)
        thing = f"flight {leg}" if leg and len(self._open.legs) > 1 else group[0].kind
        return f"Which {thing} do you mean: {join_words(list(map(_name, group[:_MAX_NAMED])), 'or')}?"

    def _read_days(self, text: str, offer: Offer) -> DateRange:
        """Return the days that a phrase names for an offer: its own, or those that were named before it."""
        anchor = first_day(offer) - timedelta(days=1)  # its own day is the next with its number
        own = self._parse_days(text, anchor)
        if own != DateRange() or not self._days.fit(offer):
            return own
        return self._parse_days(self._days.text, anchor)

    def _parse_days(self, text: str, anchor: date | None) -> DateRange:
        words = drop_ratings(without_clock(text), self._state.last_reply)
        return parse_dates(_NTH.sub(" ", words) if read_phrase(text).position else words, self._state.today, anchor)

    def _is_on(self, offer: Offer, phrase: Phrase) -> bool:
        """Return whether an offer is on the day that a phrase names, if it names one."""
        days = self._read_days(phrase.text, offer)
        named = {days.first, days.last} - {None}
        return not named or bool(named & {first_day(offer), last_day(offer)})

    def _names_other_day(self, phrase: Phrase, groups: Sequence[Sequence[Offer]]) -> bool:
        return not any(self._is_on(offer, phrase) for group in groups for offer in group)

    def _prefer_days(self, phrase: Phrase, offers: Sequence[Offer]) -> list[Offer]:
        return [offer for offer in offers if self._is_on(offer, phrase)] or list(offers)

    def find_changes(self, offer: Offer, text: str) -> dict[str, Any]:
        """Return what a message says of an offer that it is not: its days, its people, its cabin."""
        changes: dict[str, Any] = {}
        days = self._read_days(text, offer)
        is_back = self._open.find_leg(offer) == "back"
        first = days.last if is_back and days.last else days.first
        if days.shift and not first:
            first = first_day(offer) + timedelta(days=days.shift)
        if first and first != first_day(offer):
            changes["first"] = first
        length = (last_day(offer) - first_day(offer)).days
        nights = days.nights or ((days.last - (days.first or first_day(offer))).days if days.last else None)
        nights = length + days.more if days.more and not nights else nights
        trip = self._state.reading.trip
        if first and not nights and trip.first == first and trip.last and trip.last > first:
            nights = (trip.last - first).days  # the end that was agreed stays
        if offer.kind != "flight" and nights and nights > 0 and nights != length:
            changes["nights"] = nights
        reading, beside = self._state.reading, [offer, *self._open.list_beside(offer)]
        is_said = bool(offer.number) or reading.names("rooms", "people", "parties")
        people = trip.of_kind(offer.kind).people if is_said else None
        if len(beside) > 1 and people == sum(each.call.arguments["guests"] for each in beside):
            people = None
        if people and people != offer.call.arguments.get("passengers", offer.call.arguments.get("guests", people)):
            changes["people"] = people
        rooms = trip.rooms if offer.kind == "hotel" and is_said else ()
        if rooms and ("people" in changes or not fits([each.call.arguments for each in beside], rooms)):
            changes["rooms"] = rooms
        is_other = any(pick.phrase and pick.phrase.cabin for pick in self._picks)
        is_older = trip.cabins == (None, None) and not any(offer in shown for shown in self._open.shown[:1])
        wished = trip.cabin if is_older else reading.changes.get("cabin")
        cabin = find_cabin(text) or (None if is_other else wished)
        changes |= {"cabin": cabin} if cabin and cabin != offer.call.arguments.get("cabin", cabin) else {}
        at_airport = reading.changes.get("at_airport")
        if offer.kind == "car" and at_airport not in {None, offer.car.location.at_airport}:
            changes["at_airport"] = at_airport
        return changes


def _at(offers: Sequence[Offer], number: int, *, by_place: bool) -> Offer | None:
    """Return the offer with a number in its list, or the one at that place of it."""
    if number < 0:
        return offers[-1]
    if shown := next((offer for offer in offers if offer.number == number), None):
        return shown
    return offers[number - 1] if by_place and 1 <= number <= len(offers) else None


def share_slot(opened: OpenOffers, offer: Offer, other: Offer) -> bool:
    """Return whether one of two offers would be taken, and not both."""
    return offer.kind == other.kind and opened.find_leg(offer) == opened.find_leg(other)


def _count(text: str) -> int | None:
    if match := _COUNT.search(text):
        return parse_count(match["count"])
    return 2 if re.search(r"\bboth\b", text) else None


def _name(offer: Offer) -> str:
    number = f"number {offer.number}, " if offer.number else ""
    time = f" at {offer.flight.departs}" if offer.kind == "flight" else ""
    return f"{number}{offer.title}{time}"
