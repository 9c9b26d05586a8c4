"""The outcome of a yes in words: what was booked, changed or cancelled, and what did not work."""

from __future__ import annotations

from ricordo_travel.dialogue.plan import Plan, describe_fault, say
from ricordo_travel.dialogue.replies.offers import (
    Offer,
    describe_booking,
)
from ricordo_travel.dialogue.state import DialogueState
from ricordo_travel.outcomes import Outcome


def report_outcomes(state: DialogueState) -> Plan:
    """Say what came of a yes. The desk has carried it out before this, and what it could mean is asked for again."""
    is_unclear = any(each.fate == "unclear" for each in state.pending)
    asked = "Which one do you mean? Please say it, or say “both”." if is_unclear else ""
    return say("\n\n".join(filter(None, [describe_outcomes(state), asked])))


def describe_outcomes(state: DialogueState) -> str:
    """Return what came of a yes, a line for each booking. Of a yes that was not clear, nothing has."""
    return "\n".join(_describe_outcome(outcome) for outcome in state.outcomes if outcome.is_clear)


def is_done(state: DialogueState, offer: Offer) -> bool:
    """Return whether the message just booked an offer."""
    arguments = offer.call.arguments.items()
    return any(all(outcome.result.get(name) == value for name, value in arguments) for outcome in state.outcomes)


def _describe_outcome(outcome: Outcome) -> str:
    if outcome.error:
        return f"That did not work: {describe_fault(outcome.error)}. Nothing was changed."
    done = {"book": "Booked", "change": "Changed", "cancel": "Cancelled"}[outcome.action]
    return f"{done}. {describe_booking(outcome.result)}"
