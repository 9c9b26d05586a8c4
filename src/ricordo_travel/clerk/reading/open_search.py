"""Go on with a search that still lacks something, where the next message is read as something else."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ricordo_travel.clerk.changing.wanted import HOTEL_WORDS
from ricordo_travel.clerk.commands import Command
from ricordo_travel.clerk.reading.goal_kept import find_goal, is_open_idea, keep_of_trip
from ricordo_travel.clerk.reading.start_words import find_start_told
from ricordo_travel.dialogue.replies.offers import find_offers
from ricordo_travel.dialogue.replies.questions import ASK_DESTINATION, ASK_ORIGIN, TAKE_NEAREST, TRIP_QUESTIONS

_MAX_BACK = 4
"""Messages after which nobody speaks of a search any more without a word of it."""
_TALK = frozenset({"tell", "hello", "thanks", "chat"})
_BOOK_IT = re.compile(r"\b(?:book|reserve|take) (?:it|that|this|them)\b")
_IDEAS = re.compile(r"^• ", re.MULTILINE)


def go_on_with_search(
    earlier: Sequence[tuple[str, tuple[Command, ...]]], replies: Sequence[str], text: str, commands: Sequence[Command]
) -> Sequence[Command]:
    """Return commands that go on with a search for a place, where they are read as ideas or as something told.

    Args:
        earlier: The messages before, each with the reply before it and its commands.
        replies: The replies so far, the latest first.
        text: The message in lower case.
        commands: What it is read as.
    """
    sought = _find_search(earlier, replies)
    if sought is None:
        return commands
    if any(each.verb == "suggest" for each in commands) and {each.verb for each in commands} <= {"suggest", "tell"}:
        return [
            replace(each, verb="find", refs=sought.refs, slots=keep_of_trip(each.slots))
            if is_open_idea(text, each)
            else each
            for each in commands
        ]
    is_named = any(ref.lower() in HOTEL_WORDS for each in commands for ref in each.refs)
    is_choice = {each.verb for each in commands} <= {"yes", "pick"} and not is_named
    if is_choice and _BOOK_IT.search(text) and _lacks_details(replies):
        return [Command("find", sought.refs)]
    asked = replies[0] if replies else ""
    if ASK_ORIGIN in asked and ASK_DESTINATION not in asked and {each.verb for each in commands} <= _TALK:
        start = find_start_told(text)
        return [*commands, Command("find", sought.refs, (("from", start),))] if start else commands
    return commands


def _lacks_details(replies: Sequence[str]) -> bool:
    """Return whether replies ask for what a search lacks, and show nothing yet that could be booked."""
    latest = replies[:_MAX_BACK]
    is_asked = any(each in reply for each in TRIP_QUESTIONS for reply in latest)
    is_asked = is_asked or any(TAKE_NEAREST.search(reply) for reply in latest[1:])
    return is_asked and not any(find_offers(reply) for reply in latest)


def _find_search(earlier: Sequence[tuple[str, tuple[Command, ...]]], replies: Sequence[str]) -> Command | None:
    """Return the latest search for a place, if no ideas were shown since."""
    for (_, commands), answer in list(zip(reversed(earlier), replies, strict=False))[:_MAX_BACK]:
        if _IDEAS.search(answer):
            return None
        if found := next((each for each in reversed(commands) if each.verb in {"find", "place"}), None):
            is_place = found.verb == "place"
            found = replace(found, refs=("flight+hotel",)) if is_place and find_goal([[found]]) else found
            return found if found.refs else None
    return None
