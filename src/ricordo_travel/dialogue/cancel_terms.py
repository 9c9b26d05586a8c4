"""Until when what is booked, waits or was shown can be cancelled free of charge."""

from __future__ import annotations

from collections.abc import Sequence

from ricordo_travel.dialogue.booked import Row
from ricordo_travel.dialogue.meant import keep_fitting, kinds_in
from ricordo_travel.dialogue.offers import parse_offer
from ricordo_travel.dialogue.refunds import describe_money_back
from ricordo_travel.dialogue.state import DialogueState
from ricordo_travel.wording import describe


def say_terms(state: DialogueState, rows: Sequence[Row]) -> str:
    """Say until when money comes back for what waits, is booked or was shown."""
    kinds = kinds_in(state.text)
    meant = [row for row in keep_fitting(state, rows, state.text) or rows if not kinds or row["kind"] in kinds]
    booked = [offer for row in meant if (offer := parse_offer(describe(row)))]
    waiting = state.question.offer if state.question else None
    shown = [waiting] if waiting else booked or state.offers
    said = " ".join(describe_money_back(offer, state.today) for offer in shown)
    return f"You can cancel a booking here. {said} Nothing is cancelled unless you say so."
