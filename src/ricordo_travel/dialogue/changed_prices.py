"""The cost of changing bookings: whether what is asked for, or was just done, is dearer than what is booked."""

from __future__ import annotations

import re

from ricordo_travel.dialogue.asking import describe_title
from ricordo_travel.dialogue.booked import load_bookings
from ricordo_travel.dialogue.money import format_dollars
from ricordo_travel.dialogue.plan import Plan, join_words
from ricordo_travel.dialogue.state import DialogueState

_ASKS = re.compile(
    r"\b(?:extra|dearer|pricier|surcharge|price difference|difference in (?:the )?price|what's the difference)\b|"
    r"\b(?:more expensive|cheaper|(?:the )?same(?: price)?|more|less|anything|something)"
    r"(?: now| then| than before)?\W*\?|"
    r"\b(?:than|as) (?:before|now|it was|what we (?:had|paid))\b|"
    r"\bprices? (?:stays?|remains?|is|are|changes?|goes?|will|would|differs?)\b|"
    r"\b(?:change|affect|effect)\b[^.;?]{0,20}\bprice\b|"
    r"\bhow much (?:more|less|is the (?:change|difference)|(?:does|would|will) (?:the|this|that) change)\b|"
    r"\b(?:pay|cost|costs)(?: us| me)? (?:more|less|anything|the same)\b|\bmoney back\b|"
    r"\b(?:change|changing (?:it|them|that))\b[^.;?]{0,12}\bcosts?\b"
)
_OTHERS = re.compile(
    r"\b(?:anything|something|is there|are there|any|find|show|look)\b[^?]{0,20}\b(?:cheaper|else)\b|"
    r"\b(?:earlier|later|other|another) (?:flights?|ones?|hotels?|cars?)\b"
)
_PRICE = re.compile(r"\$([\d,]+)(?:\.\d\d)? in all")


def asks_what_change_costs(state: DialogueState) -> bool:
    """Return whether a message asks if a change that waits for a yes, or got one just now, is dearer or cheaper."""
    is_change = any(each.proposal.action == "change" and each.fate != "refused" for each in state.pending)
    return is_change and bool(_ASKS.search(state.text)) and not _OTHERS.search(state.text)


def answer_what_change_costs(state: DialogueState) -> Plan:
    """Say how much dearer or cheaper each booking gets, and all of them together."""
    rows = {row["booking_id"]: row for row in (yield from load_bookings())}
    said: list[str] = []
    total = 0
    for each in state.pending:
        if each.proposal.action != "change" or each.fate == "refused":
            continue
        new = each.proposal.preview
        id = new["booking_id"]
        old = _find_last_price(state, id) if each.fate == "agreed" else rows[id]["total_price"]
        if old is None:
            return "I do not know any more what it cost before."
        total += round(new["total_price"] - old)
        more, price = _say_more(round(new["total_price"] - old)), format_dollars(new["total_price"])
        said.append(f"{describe_title(new)} {more} ({price}, before {format_dollars(old)})")
    text = join_words(said)
    together = f" In all that {_say_more(total)}." if len(said) > 1 else ""
    return f"{text[:1].upper()}{text[1:]}.{together} I know of no fee for the change itself."


def _find_last_price(state: DialogueState, id: str) -> int | None:
    """Return what a booking cost before the change that the latest reply tells: the price that was said before that."""
    lines = [line for reply in state.replies for line in reply.splitlines() if id in line]
    is_told = bool(lines) and lines[0].startswith("Changed.")
    prices = (_PRICE.search(line) for line in lines[is_told:] if not line.startswith("Change "))
    return next((int(price[1].replace(",", "")) for price in prices if price), None)


def _say_more(more: int) -> str:
    if more == 0:
        return "costs the same"
    return f"costs {format_dollars(abs(more))} {'more' if more > 0 else 'less'}"
