"""What waits for a yes: what a message did to it, what else the message says, and how the rest is asked for again.

A proposal lives until it is agreed to, refused or replaced. A reply shows all that still waits, so that a person always
reads what a yes would do.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property

from ricordo_travel.consent import Action
from ricordo_travel.desk import Fate
from ricordo_travel.dialogue import questions
from ricordo_travel.dialogue.act_reader import SURE, MessagePart, read_parts
from ricordo_travel.dialogue.acts import ANOTHER
from ricordo_travel.dialogue.amend import Amendment, find_amendments, join_amendments
from ricordo_travel.dialogue.answer_pieces import cut
from ricordo_travel.dialogue.answers import HOLDS
from ricordo_travel.dialogue.asking import describe_title
from ricordo_travel.dialogue.booked import days_of, names_direction, places_of
from ricordo_travel.dialogue.choice import HOTEL_NAMES, names_hotel, names_other_hotel
from ricordo_travel.dialogue.differences import names_something_else
from ricordo_travel.dialogue.geography import find_mentions
from ricordo_travel.dialogue.hotel_facts import find_asked
from ricordo_travel.dialogue.kept import is_kept, keeps_days, say_kept
from ricordo_travel.dialogue.legs import speaks_of_way_back
from ricordo_travel.dialogue.offers import BOOKING_ID, Offer, find_offers
from ricordo_travel.dialogue.open_offers import OpenOffers
from ricordo_travel.dialogue.outcomes import describe_outcomes, is_done
from ricordo_travel.dialogue.picks import find_picks
from ricordo_travel.dialogue.pieces import Piece
from ricordo_travel.dialogue.plan import Plan, ToolCall, join_words
from ricordo_travel.dialogue.references import Picks
from ricordo_travel.dialogue.state import DialogueState
from ricordo_travel.dialogue.text import normalise
from ricordo_travel.dialogue.wishes import find_amenities, find_kinds
from ricordo_travel.proposals import Proposal
from ricordo_travel.reservations import Kind

_QUESTIONS: dict[Action, tuple[str, str]] = {
    "book": ("Shall I book this?", "Shall I book these?"),
    "change": ("Shall I change this booking?", "Shall I change these bookings?"),
    "cancel": ("Shall I cancel this booking?", "Shall I cancel these bookings?"),
}
_AGREES = frozenset({"yes", "pick", "change", "cancel"})
"""Acts of a piece that may be a yes to what waits."""
_MORE = re.compile(r"\b(?:both|all|everything)\b")
_TWO = re.compile(r"\b(?:both|two)\b")
_ALREADY = "booked already"
_MAX_APART = 2
"""Days between a flight and the stay that it belongs to."""
_ALSO = re.compile(
    r"\W*(?:and |but |please |cancel ){0,3}(?:also (?:the|my|our) (?:\w+ ){0,2}(?:flights?|hotel|room|car)\b|"
    r"(?:the|my|our) (?:\w+ ){0,2}(?:flights?|hotel|room|car)\b[^,.;?]{0,30}\b(?:too|as well|also)\b)"
)
"""Another booking, beside a yes: "and also the flight to Rome", "the hotel too"."""
_LEFT_ALONE = re.compile(r"\W*(?:but |and )?(?:not|leave|keep) (?:the |my |our )?(?:hotel|room|flight|car)s?\b\W*")
_THAT_ONE = re.compile(r"\b(?:that|this) one\b", re.IGNORECASE)
_THE_ONE = re.compile(r"\W*(?:the|that|this) (?:\w+ )?one\b")
_THAT = re.compile(r"\b(?:that one|this one|that|it)\b", re.IGNORECASE)
_ONE = re.compile(r"\b(?:(?:an?other|a new) one|one(?! (?:more|day|week|night)))\b", re.IGNORECASE)
_ASKS_OF_IT = re.compile(r"\b(?P<asks>is|does|has|how (?:far|close|near) is) it\b", re.IGNORECASE)
_THAT_OR = "Shall I book that one, or"
_PUTS_OFF = re.compile(
    r"(?:^|\b(?:but|oh|hm+|ok|great|nice|no)\b)\W*(?:wait|hold on|hang on|one moment)\b|"
    r"\bbefore (?:i|we|you) (?:book|decide|say|do|confirm|agree|take)\b|\bfirst\W*$"
)
_NEEDS_NONE = re.compile(
    r"\b(?:don't|do not|won't|no longer) (?:need|want) (?:an?|any|the)\b|\bno thanks\b|\bdo without\b"
)
_HELD = "This waits for your yes:"
ONE_MORE_YES = "I need a plain yes for that, so I ask once more."
_ASKED_FIRST = "You also asked about it, so I wait for one more yes."
_NAMES: dict[Kind, tuple[str, ...]] = {
    "flight": ("flight_number",),
    "hotel": ("hotel", "room_type"),
    "car": ("car_class", "location"),
}
"""What two proposals for the same thing have in common."""


@dataclass(frozen=True)
class Answered:
    """A message as an answer to what the last reply proposed."""

    state: DialogueState

    @cached_property
    def pieces(self) -> list[Piece]:
        """The pieces of the message: those that say yes or no, and the others."""
        return cut(self.state.message, self.list_by_fate()) if self.state.pending else []

    @property
    def others(self) -> list[Piece]:
        """What the message says beside a yes and a no. A yes without a word of a yes may be a whole piece."""
        agreed = self.list_by_fate("agreed")
        is_heard = bool(agreed) and not any(piece.says == "yes" for piece in self.pieces)
        return [
            piece
            for piece in self.pieces
            if piece.says == "else" and not (is_heard and _is_yes_to(piece, agreed) and "?" not in piece.text)
        ]

    def list_by_fate(self, *fates: Fate) -> list[Proposal]:
        """Return the proposals of the last reply to which the message did one of these things; all if none is given."""
        return [each.proposal for each in self.state.pending if not fates or each.fate in fates]

    def list_left(self) -> list[Proposal]:
        """Return the proposals that still wait, without other forms of what the message agreed to."""
        done = self.list_by_fate("agreed")
        waiting = self.list_by_fate("waiting", "unclear")
        return [each for each in waiting if not any(_is_other_form(each, other) for other in done)]

    @property
    def is_held(self) -> bool:
        """True for a message that waits with its answer, and agrees to nothing: "I must ask my wife first"."""
        is_yes = any(piece.says == "yes" for piece in self.pieces)
        return not is_yes and any("?" not in each.text and HOLDS.search(each.text) for each in self.others)

    @property
    def only_holds(self) -> bool:
        """True for a message that waits with its answer, and does nothing else."""
        is_wish = "?" in self.state.text or self.state.reading.names("destination") or find_kinds(self.state.text)
        return self.is_held and not is_wish and all(HOLDS.search(each.text) for each in self.others)

    @property
    def only_refuses(self) -> bool:
        """True for a message that says no to what waits, and nothing else."""
        return bool(self.list_by_fate("refused")) and not self.others

    def find_instead(self) -> DialogueState | None:
        """Return the state for what the message wants in the stead of what it refuses, if that can be told apart."""
        refused = self.list_by_fate("refused")
        if not refused or not self.others:
            return None
        others = [piece for piece in self.others if not is_kept(piece.text)] or self.others
        own = replace(self.state, message=" ".join(piece.raw for piece in others))
        if dropped := set(find_amenities(self.state.text)[1]) - set(find_amenities(own.text)[1]):
            own = replace(own, message=f"{own.message} without {' or '.join(sorted(dropped))}")  # "skip the gym"
        is_change = any(each.action == "change" for each in refused)
        is_dated = own.reading.names("first") and "?" in self.state.text
        if is_change and keeps_days(self.state.text) and not keeps_days(own.text) and not is_dated:
            own = replace(own, message=f"keep the days, {own.message}")  # as its no says
        if len(self.others) == 1 or (is_change and self.others[0].act == "correct"):
            return own
        picks = find_picks(own)
        return own if picks.picks or picks.questions else None

    def describe_kept(self) -> str:
        """Return that the bookings stay, if the message says no to cancelling and to nothing else."""
        refused = self.list_by_fate("refused")
        is_kept = bool(refused) and {each.proposal.action for each in self.state.pending} == {"cancel"}
        return say_kept(self.state) if is_kept and len(refused) == len(self.state.pending) else ""

    def describe_refused(self) -> str:
        """Return which proposals the message refused, if there were others."""
        refused = self.list_by_fate("refused")
        if not refused or len(refused) == len(self.state.pending):
            return ""
        others = [each.proposal.kind for each in self.state.pending if each.proposal not in refused]
        things = list(dict.fromkeys(_describe_thing(each, is_one_of=each.kind in others) for each in refused))
        return f"As you said, I did not {refused[0].action} the {join_words(things, 'or')}."

    @cached_property
    def _amendments_by_piece(self) -> list[tuple[Piece, list[Amendment]]]:
        kept = find_kinds(" ".join(each.text for each in self.pieces if is_kept(each.text)))  # "don't touch the flight"
        left = [*self.list_left(), *self.list_by_fate("refused")]
        left = [each for each in left if each.action != "change" or each.kind not in kept]
        found = [(piece, find_amendments(piece, left, self.state.today)) for piece in self.others]
        return [(piece, amendments) for piece, amendments in found if amendments]

    @property
    def amendments(self) -> list[Amendment]:
        """What waits and gets other details by the message."""
        return join_amendments([amendment for _, found in self._amendments_by_piece for amendment in found])

    @property
    def only_amends(self) -> bool:
        """True for a message that does nothing else than to give what waits other details."""
        is_each = bool(self.others) and len(self._amendments_by_piece) == len(self.others)
        return is_each and not keeps_days(self.state.text)

    def find_rest(self) -> DialogueState | None:
        """Return the state for what the message says beside its yes, or None if it says nothing else."""
        amended = [piece for piece, _ in self._amendments_by_piece]
        others = [piece for piece in self.others if piece not in amended]
        own = self._follow_yes()
        parts = [part for piece in others for part in self._read(own, piece)]
        parts = [part for part in parts if part.act not in {"yes", "no", "talk"} and not self._is_settled(own, part)]
        if not parts:
            return None
        return replace(own, message=" ".join(part.text for part in parts), rest=tuple(parts))

    def _follow_yes(self) -> DialogueState:
        """Return the state after the yes of the message was carried out and told."""
        agreed = " ".join(piece.raw for piece in self.pieces if piece.says != "else")
        said = (("user", agreed or self.state.message), ("assistant", describe_outcomes(self.state)))
        return replace(self.state, history=(*self.state.history, *said), outcomes=())

    def _read(self, own: DialogueState, piece: Piece) -> list[MessagePart]:
        """Return the parts of a piece, read again if it was taken for an answer. "That one" is named."""
        raw, act = self._name_cancelled(piece), piece.act
        flights = {id for reply in own.replies for id in BOOKING_ID.findall(reply) if id.startswith("F")}
        if act == "change" and speaks_of_way_back(piece.text) and len(flights) < 2:
            act = "search"  # the flight back is not booked yet
        act = "cancel" if self._is_cancelled_too(piece) else act
        if len(piece.meant) == 1 and len(self.state.pending) > 1 and not find_kinds(piece.text):
            raw = _THAT.sub(f"the {piece.meant[0].kind}", raw, count=1)
        if piece.act in {"yes", "no"}:
            told = {"yes"} if "cancel" in piece.text or find_kinds(piece.text) else {"yes", "cancel"}  # it tells why
            return [replace(part, act="tell" if part.act in told else part.act) for part in read_parts(raw, "booked")]
        return [MessagePart(act, raw, piece.score)]

    def _is_cancelled_too(self, piece: Piece) -> bool:
        """Return whether a piece names another booking at the place of one that the message agrees to cancel."""
        rows = [each.preview for each in self.list_by_fate("agreed") if each.action == "cancel"]
        places = {place for row in rows for place in places_of(row)}
        is_meant = bool(rows) and bool(_ALSO.match(normalise(piece.raw)))
        return is_meant and {each.name for each in find_mentions(piece.text)} <= places

    def _name_cancelled(self, piece: Piece) -> str:
        """Return a piece as it was typed, "one" as the kind or the way of what the message cancels beside it."""
        rows = [each.preview for each in self.list_by_fate("agreed") if each.action == "cancel"]
        if len(rows) != 1 or piece.act != "search" or find_kinds(piece.text):
            return piece.raw
        row = rows[0]
        way = f" from {row['origin']} to {row['destination']}" if row["kind"] == "flight" else f" in {row['city']}"
        return _ONE.sub(f"a {row['kind']}{way}", piece.raw, count=1)

    def _is_settled(self, own: DialogueState, part: MessagePart) -> bool:
        """Return whether a part of a message picks or wishes for no more than what was just done."""
        said = replace(own, message=part.text)
        if self.list_by_fate("refused") and _LEFT_ALONE.fullmatch(said.text):
            return True
        if part.act == "pick" and (picked := find_picks(said).offers):
            return all(is_done(self.state, offer) for offer in picked)
        done = [outcome for outcome in self.state.outcomes if not outcome.error]
        if part.act in {"pick", "change", "search"} and _THE_ONE.match(said.text) and not find_kinds(said.text):
            return not any(names_something_else(said.text, each.result) for each in done)
        if part.act == "change" and (kinds := find_kinds(said.text)):  # "yes, move the flight to the 10th"
            moved = [each.result for each in done if each.action == "change" and each.result.get("kind") in kinds]
            return any(not names_something_else(said.text, row) for row in moved)
        return part.act == "search" and self._wants_done(said)

    def _wants_done(self, said: DialogueState) -> bool:
        done = {outcome.result.get("kind") for outcome in self.state.outcomes if outcome.action == "book"}
        kinds = set(find_kinds(said.text))
        others = ("first", "last", "nights", "month", "destination", "origin", "unserved", "people", "is_return")
        if names_direction(said.text) or ANOTHER.search(said.text):
            return False
        return bool(kinds) and kinds <= done and not said.reading.alters(*others)

    def drop_settled(self, reply: str) -> str:
        """Return a reply to the rest of a message without what it says to be booked already that was just booked."""
        results = [outcome.result for outcome in self.state.outcomes if outcome.is_clear and not outcome.error]
        done = [name for row in results for name in (row["booking_id"], describe_title(row))]
        said = [each for each in reply.split("\n\n") if _ALREADY not in each or not any(name in each for name in done)]
        return "\n\n".join(said)

    def find_more(self) -> Picks:
        """Return what a yes to more than was proposed means, too: what a sum named, or what the last reply listed."""
        said = " ".join(piece.text for piece in self.pieces if piece.says == "yes")
        is_picked = any(piece.act == "pick" for piece in self.others)  # "yes to all, and the cheaper one back"
        if not _MORE.search(said) or is_picked or (_TWO.search(said) and len(self.list_by_fate("agreed")) > 1):
            return Picks()
        own = self._follow_yes()
        if not OpenOffers(own).latest_sum and not any(offer.number for offer in find_offers(self.state.last_reply)):
            return Picks()
        more = find_picks(replace(own, message="all of it"))
        others = [pick for pick in more.picks if not any(_is_rival(each, pick.offer) for each in self.list_by_fate())]
        return replace(more, picks=tuple(others))

    def ask_again(self, reply: str) -> Plan:
        """Ask once more for a yes to all that waits, except for what the reply asks about or puts in its stead."""
        left = [each for each in self.list_left() if not _is_replaced(each, reply)]
        beside = [each for each in left if _is_beside(each, reply)]
        left = [each for each in left if each not in beside]
        outdated = [each for each in left if _is_outdated(each, reply)]
        waiting = [each for each in left if each not in outdated]
        gone = [f"The days are others now, so I have not booked {each.text}." for each in outdated]
        gone += [f"{_THAT_OR} {each.preview['hotel']}?" for each in beside]
        if not waiting:
            return "\n".join(gone)
        results = yield [ToolCall(each.tool, json.loads(each.arguments)) for each in waiting]
        lines: dict[Action, list[str]] = {}
        for each, result in zip(waiting, results, strict=True):
            if "what" in result.data:
                lines.setdefault(each.action, []).append(_capitalise(str(result.data["what"])))
            elif result.error:
                gone.append(f"This does not wait any more ({result.error}): {each.text}.")
        is_list = questions.ASK_OFFER in reply and questions.CONFIRM not in reply  # one question is enough
        if self.is_held or self._puts_off or is_list:
            asked = ["\n".join([_HELD, *(line for each in lines.values() for line in each)])] if lines else []
        else:
            asked = ["\n".join([_QUESTIONS[do][len(each) > 1], *each, questions.CONFIRM]) for do, each in lines.items()]
        if asked and reply and ONE_MORE_YES not in reply and self._asks_beside_yes:
            gone.append(_ASKED_FIRST)
        return "\n\n".join(["\n".join(gone), *asked] if gone else asked)

    @property
    def _puts_off(self) -> bool:
        """True for a message that would know something before it answers: "but wait, how much are the flights?"."""
        return bool(_PUTS_OFF.search(self.state.text))

    @property
    def _asks_beside_yes(self) -> bool:
        """True for a message that says yes to something that still waits, and asks about it."""
        left = self.list_left()
        agreed = any(piece.says == "yes" and any(each in left for each in piece.meant) for piece in self.pieces)
        return agreed and not self._puts_off and any("?" in piece.text for piece in self.others)

    def describe_unheard(self, reply: str) -> str:
        """Return what a yes was not taken for, if the reply puts something else in its stead."""
        if not any(piece.says == "yes" or piece.act == "yes" for piece in self.pieces):
            return ""
        amended = [proposal for proposal, _ in self.amendments]
        left = [each for each in self.list_by_fate("waiting") if each.action == "book" and each not in amended]
        gone = [each for each in left if _is_replaced(each, reply) and not _is_shown(each, reply)]
        return "\n".join(f"I have not booked {each.text}." for each in gone)


def drop_declined(state: DialogueState, reply: str) -> str:
    """Return a reply without the question which one of a list to book, if the message wants none of it."""
    if find_offers(reply) or questions.ASK_OFFER not in reply or find_picks(state).picks:
        return reply
    is_no = any(part.act == "no" and part.score >= SURE for part in state.parts)
    return reply.replace(questions.ASK_OFFER, "").rstrip() if is_no or _NEEDS_NONE.search(state.text) else reply


def _is_other_form(proposal: Proposal, done: Proposal) -> bool:
    """Return whether a proposal is for what was just booked, with other details: the same room with fewer guests."""
    if (proposal.kind, proposal.action, done.action) != (done.kind, "book", "book"):
        return False
    one, other = days_of(proposal.preview), days_of(done.preview)
    is_then = one[0] == other[0] or (one[0] < other[1] and other[0] < one[1])
    return is_then and all(proposal.preview.get(name) == done.preview.get(name) for name in _NAMES[proposal.kind])


def _is_shown(proposal: Proposal, reply: str) -> bool:
    return proposal.text.casefold() in reply.casefold()


def _is_replaced(proposal: Proposal, reply: str) -> bool:
    """Return whether a reply asks about a proposal, or about something that would take its place."""
    if _is_shown(proposal, reply) and questions.CONFIRM in reply:
        return True
    if proposal.action != "book":
        id = proposal.preview["booking_id"]
        return bool(re.search(rf"^(?:Change|Cancel) {id}\b", reply, re.MULTILINE))
    asks = questions.ASK_OFFER in reply or questions.CONFIRM in reply or not _is_shown(proposal, reply)
    return asks and any(_is_rival(proposal, offer) for offer in find_offers(reply))


def _is_yes_to(piece: Piece, agreed: Sequence[Proposal]) -> bool:
    return piece.act in _AGREES and all(each in agreed for each in piece.meant)


def name_it(state: DialogueState) -> DialogueState:
    """Return the state with "it" named after a hotel: "the lodge sounds good. how far is it from the beach?"."""
    named = list(HOTEL_NAMES.finditer(state.text))
    if not named or len({match[0] for match in named}) > 1 or not find_asked(state.text[named[0].end() :]):
        return state
    words = f"the {named[0][0].removeprefix('the ').strip()}"
    start = state.message.lower().rfind(named[0][0].split()[-1])
    rest = _ASKS_OF_IT.sub(rf"\g<asks> {words}", state.message[start:])
    return replace(state, message=state.message[:start] + rest) if start >= 0 else state


def name_that_one(state: DialogueState) -> DialogueState:
    """Return the state with "that one" named, if the last reply asks about it, or tells something of one thing only."""
    told, asked, _ = state.last_reply.rpartition(_THAT_OR)
    named = [each.title for each in OpenOffers(state).flatten() if each.kind == "hotel" and each.title in told]
    if not asked or not named:
        return _name_told(state)
    name = " ".join(named[0].split()[:2])  # without its place, which nobody asks about
    return replace(state, message=_THAT.sub(f"the {name}", state.message, count=1))


def _name_told(state: DialogueState) -> DialogueState:
    """Return the state with "that one" as the flight or the hotel that the last reply answered a question about."""
    if not _THAT_ONE.search(state.message) or find_offers(state.last_reply) or BOOKING_ID.search(state.last_reply):
        return state
    shown = {each.title: each for each in OpenOffers(state).flatten() if each.kind != "car"}
    told = [offer for title, offer in shown.items() if title in state.last_reply]
    if len(told) != 1:
        return state
    name = told[0].flight.number if told[0].kind == "flight" else f"the {' '.join(told[0].title.split()[:2])}"
    return replace(state, message=_THAT_ONE.sub(name, state.message, count=1))


def _is_beside(proposal: Proposal, reply: str) -> bool:
    """Return whether a reply speaks of another hotel than a proposal, so that "that one" would mean the other."""
    if (proposal.action, proposal.kind) != ("book", "hotel") or BOOKING_ID.search(reply) or find_offers(reply):
        return False
    text, row = reply.lower(), proposal.preview
    return row["city"].lower() in text and names_other_hotel(text, row["hotel"]) and not names_hotel(text, row["hotel"])


def _is_outdated(proposal: Proposal, reply: str) -> bool:
    """Return whether a reply shows flights to the place of a stay, or from there, that do not fit its days."""
    if proposal.kind == "flight" or proposal.action != "book":
        return False
    city, (first, last) = proposal.preview["city"], days_of(proposal.preview)
    flights = [offer for offer in find_offers(reply) if offer.kind == "flight"]
    days = [(offer.flight, date.fromisoformat(offer.call.arguments["day"])) for offer in flights]
    early = [(first - day).days for flight, day in days if flight.destination.name == city]
    late = [(day - last).days for flight, day in days if flight.origin.name == city]
    return any(found and not any(0 <= each <= _MAX_APART for each in found) for found in (early, late))


def _is_rival(proposal: Proposal, offer: Offer) -> bool:
    """Return whether an offer would take the place of a proposal: the same way, or the same stay."""
    row = proposal.preview
    if proposal.kind != offer.kind:
        return False
    if offer.kind == "flight":
        return (offer.flight.origin.name, offer.flight.destination.name) == (row["origin"], row["destination"])
    names = ("check_in", "check_out") if offer.kind == "hotel" else ("pick_up", "drop_off")
    first, last = (offer.call.arguments[name] for name in names)
    place = offer.hotel.place if offer.kind == "hotel" else offer.car.location.place
    begins, ends = (day.isoformat() for day in days_of(row))
    return place.name == row["city"] or (first < ends and begins < last)


def _describe_thing(proposal: Proposal, *, is_one_of: bool) -> str:
    """Return the kind of a proposal; of one of several flights or rooms, with what tells it from the others."""
    row = proposal.preview
    if not is_one_of or proposal.kind == "car":
        return proposal.kind
    return f"flight to {row['destination']}" if proposal.kind == "flight" else f"{row['room_type']} room"


def _capitalise(text: str) -> str:
    return text[:1].upper() + text[1:]
