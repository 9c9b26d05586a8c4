"""Questions about bookings: which there are, when they are, whether something is booked, and what all of it costs."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ricordo_travel.dialogue import details, search, sums, trip_costs
from ricordo_travel.dialogue.asking import describe_title
from ricordo_travel.dialogue.booked import Row, find_next_trip, load_bookings, names_direction, people_of
from ricordo_travel.dialogue.changing import find_pending
from ricordo_travel.dialogue.geography import find_mentions
from ricordo_travel.dialogue.known import know_trip
from ricordo_travel.dialogue.meant import keep_fitting, kinds_in
from ricordo_travel.dialogue.money import format_dollars, parse_money
from ricordo_travel.dialogue.offers import BOOKING_ID, Offer, describe_booking, find_offers, number_lines, parse_offer
from ricordo_travel.dialogue.open_offers import find_asked_flights
from ricordo_travel.dialogue.picks import find_hotels
from ricordo_travel.dialogue.plan import Plan, join_words
from ricordo_travel.dialogue.questions import ASK_OFFER
from ricordo_travel.dialogue.references import find_references
from ricordo_travel.dialogue.shares import find_sharers, format_share
from ricordo_travel.dialogue.state import DialogueState
from ricordo_travel.dialogue.text import split_sentences
from ricordo_travel.dialogue.unmet import NO_SEATS
from ricordo_travel.dialogue.wishes import find_kinds, names_owned
from ricordo_travel.wording import count, describe

_TWICE = re.compile(r"\b(?:book(?:ed)?|reserved?)\b.{0,20}\b(?:twice|two times|double)\b|\bdouble[ -]book(?:ed|ing)?\b")
_LIST = re.compile(
    r"\b(?:my|show|list|see|all|any|i have|do i have|we have|i've|we've|what|which)\b.{0,40}"
    r"\b(?:bookings?|reservations?|booked|reserved)\b|\b(?:list|show) (?:me )?(?:my |the |all )*(?:bookings?|"
    r"reservations?)\b|\bmy (?:bookings?|reservations?|itinerary)\b|"
    r"\bwhat (?:have (?:i|we) got|do (?:i|we) have)\b(?! to)|"
    r"\b(?:what|which)\b.{0,30}\bdid (?:i|we|you) (?:book|reserve)\b|\bbooking (?:number|reference|id|code)\b"
)
_OWN = re.compile(
    r"\b(?:the|that|those|my|our) (?:flights?|hotel|car|rooms?|trip) (?:that |which )?(?:i|we|you)(?: have|'ve)? "
    r"(?:already |just )?(?:booked|reserved)\b"
)
_COURTESY = re.compile(r"\b(?:can|could|would|will) you (?:please |kindly )?(?:tell|remind|say|check|show|let)\b")
_LIST_ALL = re.compile(
    r"\W*(?:(?:please|now|just|can you|could you) ){0,2}(?:list|show|tell)(?: me)? (?:all )?(?:of )?(?:my|our|the) "
    r"bookings(?: again| please| now){0,2}\W*"
)
_LIST_THEM = re.compile(r"^\W*(?:please )?(?:list|show)(?: me)? (?:them|it|those|all)\b|^\W*which (?:ones|are they)\b")
_WHETHER = re.compile(
    r"\b(?:did|have|has|was|were|is|are)\b.{0,40}\b(?:book|booked|reserved?|go through|gone through|went through|"
    r"all set|confirmed)\b"
)
_DONE = re.compile(
    r"^\W{0,5}(?:(?:and|so|ok|but) ){0,2}(?:did (?:you|it|that)\b.{0,40}\b(?:change|move|cancel)|"
    r"(?:is|are|was|were|has|have)\b.{0,40}\b(?:changed|moved|cancelled))\b"
)
_NOT_WHETHER = re.compile(
    r"\b(?:can|could|would|will|please|want|need|like)\b.{0,20}\b(?:book|reserve)\b|\bfully booked\b|\bonce\b|\bif\b|"
    r"\b(?:hotel|flight|car)s? (?:you|they) (?:book|have)|\b(?:was|were|is|have|has) never\b"
)
_WHEN = re.compile(
    r"\b(?:when|what (?:day|date|time)s?|which (?:day|date)s?|how long|how many (?:nights|days)|(?:date|day|time) of)\b"
)
_MINE = re.compile(
    r"\b(?:am i|are we|i|we|i'm|we're|my|our)\b(?: \w+){0,3}? (?:fly|flying|flight|leave|leaving|check|stay|"
    r"staying|hotel|room|car|trip|thing|start|return|returning|come|coming|go|going|arrive|arriving|land|home|holiday|booking|"
    r"pick|depart|departing|back|there)\b"
)
_TOTAL = re.compile(
    r"\bhow much\b.{0,30}\b(?:spen[dt]|everything|it all|all of (?:it|that)|altogether|so far|whole trip|all together|"
    r"bookings?)\b|\b(?:total|sum)\b.{0,30}\b(?:so far|bookings?|booked|everything|whole trip|all of it|spen[dt])\b|"
    r"\b(?:everything|it all|all together|altogether|(?:trip|holidays?|vacation|journey))\b.{0,20}"
    r"\b(?:costs?|total|come to)\b|"
    r"\bcosts?\b.{0,20}\b(?:everything|it all|altogether|all together|(?:whole|our|my) (?:trip|holidays?|vacation))\b|"
    r"\bmy total\b|"
    r"^\W{0,3}(?:and |then |also |please ){0,3}(?:add|total) (?:it|that|them|everything)(?: all)? (?:up|together)"
    r"(?: for (?:me|us))?(?: please| too)?\W{0,3}$|"
    r"\b(?:total|sum)\b.{0,12}\b(?:trip|holidays?)\b|"
    r"\bwhat (?:did|have|do|am|are) (?:i|we) (?:already |now )?(?:spen[dt]|spending|pay|paid|paying|owe)\b"
)
_THE_TOTAL = re.compile(
    r"\b(?:the|our) (?:\w+ )?total\b|\b(?:add|tot|total) (?:it|that|this|them|everything)(?: all)? (?:up|together)\b"
)
"""Words for a total that may doubt a yes beside them, "total it up before you book", and so are none of the above."""
_ON_ARRIVAL = re.compile(
    r"(?<=[a-z0-9] )(?<!me )(?<!know )(?<!check )(?<!and )(?<!remember )"
    r"when (?:i|we) (?:land|arrive|get (?:there|in))\b"
)
"""A time at which something else is wanted: "a car when we land"."""
_LEFT = re.compile(r"\b(?:left|remaining|remains?)\b")
_BUDGET_LEFT = re.compile(
    r"\b(?:left|remaining|remains?) (?:of|from|in|out of|on) (?:my|our|the|that) (?:\w+ )?(?:budget|money|\$?\d)|"
    r"\b(?:how much|what|budget|money)\b[^.;]{0,30}\b(?:left|remaining)(?: over)?(?: to spend)?\W*$|"
    r"\b(?:how much|what)\b[^.;]{0,20}\bbudget\b[^.;]{0,20}\b(?:left|remaining)\b|"
    r"^\W*(?:and |so |but )*(?:did|am|are|were|have) (?:i|we)\b[^.;]{0,20}\b(?:within|in|under|over|above) budget\b"
)
_WITHIN = re.compile(
    r"\b(?:in|within|inside|under|below|over|above|stay\w* (?:in|within|under|below)|exceed\w*|kept? to|keep to) "
    r"(?:(?:(?:my|our|the) )(?:\w+ )?(?:budget|limit)|(?:(?:my|our|the) )?\$?\d[\d,]{2,8})"
)
_DID_I = re.compile(r"\W*(?:and |so |but )*(?:did|am|are|were|have) (?:i|we)\b")
_IS_ALL = re.compile(
    r"(?:^|[,;.?!] ?)\W{0,3}(?:(?:and|so|but) ){0,2}(?:is|are|does|do|would|will) "
    r"(?:it|that|this|they|all|everything|the (?:total|sum))\b"
)
"""A question about all of something, which may doubt a yes beside it, and so is none about bookings by itself."""
_PER_DAY = re.compile(r"\b(?:per|a|each|every) (?P<unit>day|night)\b|\b(?:daily|nightly)\b")
_SPLIT = re.compile(
    r"\b(?:split|separate(?:ly|d)?|break(?: it)?(?: all)? down|breakdown|broken down|itemi[sz]e[ds]?|"
    r"(?:flights?|hotels?|cars?) (?:and|versus|vs) (?:the )?(?:flights?|hotels?|cars?) (?:apart|alone|each))\b"
)
"""The wish to have a sum of bookings by kind, too."""
_LANDS = re.compile(r"\b(?:land|lands|landing|arriv\w+|get (?:there|in|home|back))\b")
_NEXT = re.compile(
    r"\bnext (?:trip|holidays?|journey|vacation|booking|stay|flight|hotel)\b|\b(?:go|going|travel\w*) next\b"
)
_EACH = re.compile(r"\b(?:per (?:person|head)|each|a (?:person|head)|for (?:one|every) (?:person|of us))\b")
_SEAT = re.compile(r"\b(?:which|what|my|our) seats?\b")
_AIRLINE = re.compile(
    r"\b(?:which|what) (?:airline|carrier)s?\b[^.;]{0,30}\b(?:my|our|we|i|us|booked|home|back|outbound|return)\b|"
    r"\b(?:whom?|what|which airline) (?:do|are|am|will|did) (?:we|i) (?:fly|flying|book|going)\b[^.;]{0,30}\bwith\b|"
    r"\bfly\b[^.;]{0,15} with (?:whom?|which airline)\b|\bairline\b[^.;]{0,20}\b(?:my|our) (?:\w{1,10} )?flights?\b"
)
_LEFT_OUT = re.compile(
    r"\byou(?:'ve| have)? (?:left out|forgot|forgotten|missed|omitted|"
    r"(?:did not|didn't) (?:count|include|list|add|mention)) (?:the|my|our)\b"
)
_IS_COMPLETE = re.compile(
    r"\b(?:do|have|did|am|is|are|what's)\b.{0,30}\b(?:all|every|everything|anything|complete|missing|miss)\b"
)
"""A question whether all is booked that is needed: "do i have all the flights now?"."""
_CHECK_IN = re.compile(r"\bcheck(?:ing)?[ -]?(?:in|out)\b")


NOT_BOOKED = "No, that is not booked."
_MAX_WORDS = 20
_SEND = re.compile(r"\b(?:e-?mail|mail|sms|text me|whatsapp|print|pdf|calendar)\b")
_NO_SENDING = "I cannot send anything, I can only show it here. "
_UNKNOWN = ((_SEAT, f"\n{NO_SEATS}"),)


def asks_about_bookings(text: str) -> bool:
    """Return whether a text in lower case asks something about what is booked."""
    return bool(_find_question(text))


def asks_for_total(text: str) -> bool:
    """Return whether a text in lower case asks what all that is booked costs."""
    return bool(_TOTAL.search(text) or _THE_TOTAL.search(text))


def asks_for_airline(text: str) -> bool:
    """Return whether a text in lower case asks which airline the booked flights are with."""
    return bool(_AIRLINE.search(text))


def asks_if_done(text: str) -> bool:
    """Return whether a text in lower case asks if bookings were changed or cancelled."""
    return bool(_DONE.search(text))


def asks_to_split(text: str) -> bool:
    """Return whether a text in lower case asks for a sum of flights and one of hotels apart."""
    return bool(_SPLIT.search(text)) and len(text.split()) <= _MAX_WORDS


def asks_about_budget(text: str) -> bool:
    """Return whether a text in lower case asks how much of the budget the bookings leave, or if they are within it."""
    return bool(_BUDGET_LEFT.search(text)) or asks_if_within(text)


def asks_if_within(text: str) -> bool:
    """Return whether a text in lower case asks if what is booked, or all of it, is within an amount."""
    return bool(_WITHIN.search(text)) and bool(_DID_I.match(text) or _IS_ALL.search(text))


def misses_some(state: DialogueState) -> bool:
    """Return whether the message says that a list of bookings lacks one: "you left out the hotel, didn't you?"."""
    return bool(BOOKING_ID.search(state.last_reply)) and bool(_LEFT_OUT.search(state.text) or sums.asks_again(state))


def asks_for_them(state: DialogueState) -> bool:
    """Return whether the message asks to list the bookings that the last reply speaks of."""
    return bool(BOOKING_ID.search(state.last_reply) and _LIST_THEM.search(state.text))


def answer_about_bookings(state: DialogueState) -> Plan:
    """Say what is booked, as far as the message asks for it."""
    is_short = state.act == "bookings" and len(state.text.split()) <= _MAX_WORDS
    plain = next((each for each in split_sentences(state.text) if _LIST_ALL.fullmatch(each)), "")
    plain = "list my bookings" if misses_some(state) and not sums.asks_for_sum(state) else plain
    asked = replace(state, message=plain or (state.text if is_short else _find_question(state.text)) or state.text)
    rows = yield from load_bookings()
    active = [row for row in rows if row["state"] == "booked"]
    if _asks_whether(asked.text) and not asks_for_airline(asked.text):
        missing = _say_missing(asked, active)
        told = _answer_whether(asked, active, [row for row in rows if row not in active])
        return f"{told.removeprefix('Yes. ')}{missing}" if missing else told
    if sums.asks_for_sum(asked):
        return (yield from sums.answer_sum(asked))
    is_of_waiting = details.asks_for_arrival(asked.text) and (
        state.open_offer("flight") or any(not state.has_booked(each) for each in find_references(asked))
    )
    if (is_of_waiting or not (active or _LIST.search(asked.text))) and details.asks_about_offers(asked):
        return (yield from details.answer_about_offers(asked))
    is_of_trip = trip_costs.asks_for_cost(asked)
    there = keep_fitting(asked, active, asked.text, is_exact=True) if is_of_trip else active
    if not there and (found := _find_prices(asked)):
        return (yield from found)
    if (_LEFT.search(asked.text) or asks_about_budget(asked.text)) and (left := _say_left(state, active)):
        return left
    if not active:
        return "You have no bookings." + (" The ones that you had are cancelled." if rows else "")
    kinds = kinds_in(asked.text)
    if kinds and not names_direction(asked.text) and not any(row["kind"] in kinds for row in active):
        return (yield from search.search(replace(state, act="search"), kinds=tuple(kinds)))
    if _NEXT.search(asked.text) and (trip := find_next_trip(active, state.today)):
        return _list([row for row in trip if row["kind"] in kinds][:1] or trip, "Your next trip:")
    others = _without_total(asked.text)
    found = keep_fitting(asked, active, others)
    is_of_all = asks_for_total(asked.text) and others != asked.text
    found = active if is_of_all and len(found) > 1 else found  # a list of some would say the sum of those
    total = _sum(active) if is_of_all and found != active else ""
    twice = f"{_say_if_twice(active)} " if _TWICE.search(asked.text) else ""
    split = _say_split(found or active) if _SPLIT.search(asked.text) else ""
    each = _say_each(found or active, find_sharers(asked.text)) if _EACH.search(asked.text) else ""
    if told := _say_detail(asked.text, found or active):
        return told
    sending = _NO_SENDING if _SEND.search(asked.text) else ""
    unknown = next((said for asks, said in _UNKNOWN if asks.search(asked.text)), "")
    airlines = _say_airlines(found or active) if _AIRLINE.search(asked.text) else ""
    parts = (total, split, each, unknown, airlines, _say_missing(asked, active))
    return f"{sending}{twice}{_list(found or active)}{''.join(parts)}"


def _find_prices(state: DialogueState) -> Plan | None:
    """Return the answer to a question for a total if nothing is booked: of a trip to a place, or of what was shown."""
    if trip_costs.asks_for_cost(state):
        return trip_costs.answer_cost(state)
    return details.answer_about(state, state.offers) if asks_for_total(state.text) and state.offers else None


def _answer_whether(state: DialogueState, active: Sequence[Row], gone: Sequence[Row]) -> str:
    """Return whether something is booked, changed or cancelled: yes only if it is exactly what the message names."""
    if asks_if_done(state.text):
        is_cancelled = re.search(r"\bcancel", state.text)
        return _answer_whether_gone(state, active, gone) if is_cancelled else _answer_whether_changed(state, active)
    kinds = kinds_in(state.text)
    found = keep_fitting(state, active, state.text, is_exact=True)
    if not _LIST.search(state.text) and (waiting := _find_waiting(state, kinds)):
        rest = f" {_list(found)}" if found and kinds and not names_direction(state.text) else ""
        things = join_words([offer.title for offer in waiting])
        return f"No, {things} {'is' if len(waiting) == 1 else 'are'} not booked yet.{rest}"
    shown = find_hotels(state, state.text) or find_asked_flights(state, state.text)
    offer = next(iter(shown), None) if not found else _find_unbooked(state, found)
    if offer and not state.has_booked(offer) and not _LIST.search(state.text):
        return f"No, {offer.title} is not booked.{f' {_list(found)}' if found else ''}"
    if not found and (active or not _LIST.search(state.text)):
        rest = f" {_list(active)}" if active and not _ask_again(state) else ""
        return f"{NOT_BOOKED}{_ask_again(state)}{rest}"
    if not found:
        return "You have no bookings."
    twice = f"{_say_if_twice(active)} " if _TWICE.search(state.text) else ""
    missing = [kind for kind in kinds if kind not in {row["kind"] for row in found}]
    no = f"No {join_words(missing, 'and no')} is booked. " if missing else ""
    yes = "" if _LIST.search(state.text) or twice or no else "Yes. "
    return f"{twice}{no}{yes}{_list(found)}"


def _answer_whether_changed(state: DialogueState, active: Sequence[Row]) -> str:
    """Return whether bookings were changed in this conversation."""
    found = keep_fitting(state, active, state.text)
    done = [line for reply in state.replies for line in reply.splitlines() if line.startswith("Changed. ")]
    if find_pending(state):
        return "No, not yet."  # it is asked for again
    changed = [row for row in found if any(row["booking_id"] in line for line in done)]
    return f"Yes. {_list(changed)}" if changed else f"No, nothing was changed. {_list(found or active)}"


def _answer_whether_gone(state: DialogueState, active: Sequence[Row], gone: Sequence[Row]) -> str:
    """Return whether the bookings that a message names are cancelled, as they are kept: those that are, and are not."""
    asked = [keep_fitting(state, rows, state.text, is_exact=True) for rows in (active, gone)]
    booked, cancelled = asked if any(asked) else (active, gone)
    if not cancelled:
        no = "No, not that." if gone else "No, nothing was cancelled."
        return (
            f"{no} {_list(booked, 'Still booked:' if gone else 'Your bookings:')}"
            if booked
            else "You have no bookings."
        )
    lines = number_lines([describe_booking(row) for row in cancelled])
    return f"These are cancelled:\n{lines}\n{_list(booked, 'Still booked:')}" if booked else f"Yes, cancelled:\n{lines}"


def _find_waiting(state: DialogueState, kinds: Sequence[str]) -> list[Offer]:
    """Return the offers of some kinds that wait for a yes, of which the reply reminds."""
    waiting = [each.proposal for each in state.pending if each.fate != "agreed" and each.proposal.action == "book"]
    return [offer for each in waiting if (not kinds or each.kind in kinds) and (offer := parse_offer(each.line))]


def _say_each(rows: Sequence[Row], sharers: int | None) -> str:
    """Return what bookings cost for each of the people that they are for, or of as many as share it."""
    people = {sharers} if sharers else {count for row in rows if (count := people_of(row))}
    total = sum(row["total_price"] for row in rows)
    if people == {1} or not people:
        return ""
    if len(people) > 1:
        return "\nThey are not all for the same number of people; tell me among how many of you I shall divide it."
    return f"\nFor each of the {people.copy().pop()} of you: {format_share(total / people.pop())}"


def _say_detail(text: str, rows: Sequence[Row]) -> str:
    """Return what a text asks of bookings that a list of them does not say: a price a day, when they land."""
    if _PER_DAY.search(text):
        return _say_daily(rows)
    return _say_landing(rows) if _LANDS.search(text) else ""


def _say_split(rows: Sequence[Row]) -> str:
    """Return what the bookings of each kind cost, if there are several kinds."""
    kinds = list(dict.fromkeys(row["kind"] for row in rows))
    sums_of = {kind: [row["total_price"] for row in rows if row["kind"] == kind] for kind in kinds}
    parts = [f"{count(len(prices), kind)} {format_dollars(sum(prices))}" for kind, prices in sums_of.items()]
    return f"\nOf that: {join_words(parts)}" if len(kinds) > 1 else ""


def _say_daily(rows: Sequence[Row]) -> str:
    """Return what rooms and cars cost a night or a day."""
    units = {"hotel": "nights", "car": "days"}
    stays = [(row, row[units[row["kind"]]], units[row["kind"]][:-1]) for row in rows if row["kind"] in units]
    return "\n".join(
        f"{_capitalise(describe_title(row))} is {format_dollars(row['total_price'] / number)} a {unit}."
        for row, number, unit in stays
    )


def _capitalise(text: str) -> str:
    return text[:1].upper() + text[1:]


def _say_landing(rows: Sequence[Row]) -> str:
    """Return when the flights among some bookings land."""
    offers = [parse_offer(describe(row)) for row in rows if row["kind"] == "flight"]
    return "\n".join(details.describe_arrival(offer) for offer in offers if offer)


def _say_airlines(rows: Sequence[Row]) -> str:
    """Return with which airline each of the flights among some bookings is."""
    offers = [parse_offer(describe(row)) for row in rows if row["kind"] == "flight"]
    return "".join(f"\nFlight {each.flight.number} is with {each.flight.airline}." for each in offers if each)


def _say_missing(state: DialogueState, rows: Sequence[Row]) -> str:
    """Return the flights shown before or after booked ones that are not booked, if a message asks if all is."""
    if not _IS_COMPLETE.search(state.text):
        return ""
    booked = {(row["origin"], row["destination"]) for row in rows if row["kind"] == "flight"}
    starts, ends = {start for start, _ in booked}, {end for _, end in booked}
    shown = [offer.flight for reply in state.replies for offer in find_offers(reply) if offer.kind == "flight"]
    ways = dict.fromkeys((flight.origin.name, flight.destination.name) for flight in shown)
    left = [way for way in ways if way not in booked and (way[0] in ends - starts or way[1] in starts - ends)]
    names = join_words([f"from {start} to {end}" for start, end in left])
    return f"\nNot booked yet: a flight {names}, which I showed you." if left else ""


def _without_total(text: str) -> str:
    """Return a question without its part about the total, which is about all bookings."""
    parts = re.split(r",|\band\b", text)
    if any(_TOTAL.search(part) and (kinds_in(part) or find_mentions(part)) for part in parts):
        return text  # "the total of the rome trip"
    return " ".join(part for part in parts if not _TOTAL.search(part)) or text


def _say_left(state: DialogueState, rows: Sequence[Row]) -> str:
    """Return how much of the budget the bookings leave, or nothing if there is no budget."""
    budget = parse_money(state.text, is_asked=True) or know_trip(state).budget
    if budget is None or budget.basis in {"night", "day"}:
        return ""
    total = sum(row["total_price"] for row in rows)
    rest = budget.amount - total
    if not rows:
        return f"You have no bookings, so all of {format_dollars(budget.amount)} is left."
    is_over = f"so you are {format_dollars(-rest)} over" if rest < 0 else f"so {format_dollars(rest)} is left of"
    return f"Your bookings are {format_dollars(total)} in all, {is_over} {format_dollars(budget.amount)}."


def _find_unbooked(state: DialogueState, rows: Sequence[Row]) -> Offer | None:
    """Return the offer of the kind asked about that was talked about last on its own, if it is not booked."""
    kinds = find_kinds(state.text)
    offer = state.last_offer(kinds[0]) if len(kinds) == 1 and not names_direction(state.text) else None
    booked = {describe(row).casefold() for row in rows}
    return offer if offer and not state.has_booked(offer) and offer.text.casefold() not in booked else None


def _list(rows: Sequence[Row], title: str = "Your bookings:") -> str:
    lines = number_lines([describe_booking(row) for row in rows])
    return f"{title}\n{lines}" + (_sum(rows) if len(rows) > 1 else "")


def _sum(rows: Sequence[Row]) -> str:
    return f"\nIn all: ${sum(row['total_price'] for row in rows):,.0f}"


def _find_question(text: str) -> str:
    """Return the sentence of a text that asks about bookings, or an empty one."""
    for sentence in split_sentences(text):
        if names_owned(sentence) and find_kinds(sentence):
            continue  # "i have flights booked, and still need a hotel"
        asks = any(each.search(sentence) for each in (_TWICE, _LIST, _OWN, _TOTAL))
        asks = asks or bool(_DID_I.match(sentence) and _WITHIN.search(sentence))
        asks = asks or _asks_whether(sentence)
        if (asks and not re.search(r"\b(?:hotel|flight|car)s? (?:you|they) (?:book|have)", sentence)) or _asks_when(
            sentence
        ):
            return sentence
    return ""


def _asks_whether(text: str) -> bool:
    text = _OWN.sub(" ", text)  # "the flights that we have booked" asks nothing
    return bool(_WHETHER.search(text) or asks_if_done(text)) and not _NOT_WHETHER.search(text)


def _asks_when(text: str) -> bool:
    text = _ON_ARRIVAL.sub(" ", _COURTESY.sub(" ", text))
    return bool(_WHEN.search(text) and _MINE.search(text)) and not re.search(r"\b(?:should|can|could|would)\b", text)


def _ask_again(state: DialogueState) -> str:
    """Return the question which of the offers that were shown last to book, if they are what is asked about."""
    kinds = find_kinds(state.text) or ["flight"]
    shown = [offer for offer in state.offers if offer.kind in kinds]
    is_open = bool(shown) and not state.question and not any(map(state.has_booked, shown))
    return f" {ASK_OFFER}" if is_open else ""


def _say_if_twice(rows: Sequence[Row]) -> str:
    things = [describe(row) for row in rows]
    same = next((thing for thing in things if things.count(thing) > 1), None)
    return f"Yes, this is booked more than once: {same}." if same else "No, nothing is booked twice."
