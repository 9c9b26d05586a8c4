"""Keep the place that somebody names as the goal of a trip, where a message is read as talk or as a wish for ideas."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ricordo_travel.clerk.commands import Command
from ricordo_travel.clerk.reading.slots import find_named_place, find_wishes
from ricordo_travel.clerk.reading.tidying import Slot
from ricordo_travel.clerk.searching.between import WITHOUT
from ricordo_travel.dialogue.replies.suggestions import describes_place
from ricordo_travel.dialogue.values.geography import Mention, find_mentions, find_near
from ricordo_travel.dialogue.values.text import normalise
from ricordo_travel.places import Place

OF_TRIP = frozenset({"on", "until", "nights", "people", "from", "direct", "max", "time", "class", "shift"})
"""Slots that say more of a trip, and nothing of where it may go."""
WANTS_IDEAS = re.compile(
    r"\b(?:suggest\w*|ideas?|recommend\w*|options?|somewhere|anywhere|elsewhere|destinations?|"
    r"(?<!of all )places?(?! to (?:stay|sleep))|where(?! do i (?:start|begin)\b)|"
    r"(?:what|anything|something|others?) else|others|getaway|trip somewhere)\b"
)
_GOALS = frozenset({"find", "place", "pick", "suggest", "compare"})
"""Verbs of commands that may name a goal."""
_TALK = frozenset({"chat", "hello", "thanks", "about", "tell"})
"""Verbs that the opening of a conversation is read as whose request is put in many words."""
_PLANS = re.compile(
    r"\b(?:(?:what|how) about|plan\w*|think\w*|trip|journey|holidays?|vacation|break|visit\w*|go(?:ing)?|get to|"
    r"travel\w*|fl(?:y|ying)|see|arrange|organi[sz]e|book|wedding|wed|married|conference|meeting|honeymoon|"
    r"send(?:s|ing)|idea|fancy|dream\w*|(?:shall|should|will) be)\b"
)
"""Words of somebody who speaks of a trip to come."""
_NO_GOAL = re.compile(
    r"\b(?:been|was|were|went|go last|visited|back|returned|loved|liked|like(?! to\b)|not|than|no|except|besides|"
    r"similar to|from|live|lives|living|based|home|via|out of|moved (?:away|out)|"
    r"(?:am|are|i'm|we're|here) (?:now )?in)\b"
    r"[^.,;:!?]{0,20}$"
)
"""What stands before a place to which nobody says that they want to go."""
_ASKS_INFO = re.compile(r"\b(?:what|whats|like|tell|know|info\w*|about it)\b")
"""Words of somebody who wants to know something of a place, and not only to go there."""
_WILLING = re.compile(
    r"\b(?:mind|happy|fine|can|could|ok|able|willing) (?:to |with |also |just |always )?"
    r"(?:go(?:ing)?|fly(?:ing)?|leav\w+|start\w*|travel\w*|depart\w*) from $"
)
"""Words before another place where somebody would start as well."""
_BEFORE = 60


def find_goal(commands: Sequence[Sequence[Command]]) -> Mention | None:
    """Return the place that the commands of some messages, oldest first, go to or ask about last."""
    for said in reversed(commands):
        for each in reversed(said):
            value = each.value("place") or (each.subject if each.verb in {"place", "pick"} else "")
            if each.verb in _GOALS and value and (mention := find_named_place(value)):
                return mention
    return None


def name_goal(
    earlier: Sequence[tuple[str, tuple[Command, ...]]], text: str, commands: Sequence[Command]
) -> list[Command]:
    """Return the commands of a message with the goal that it names, if none was named and they are for something else.

    "I wonder whether you might help me plan a short journey to Vienna" does not ask for abilities.
    """
    goals = {each.name: each for each in find_mentions(text) if not _NO_GOAL.search(text[: each.start][-_BEFORE:])}
    if len(goals) != 1 or not _PLANS.search(text) or find_goal([said for _, said in earlier]):
        return list(commands)
    (goal,) = goals.values()
    settled = [own for each in commands for own in _go_to(goal, text, each)]
    is_talk = all(each.verb in _TALK and each.text in {"", "abilities"} for each in commands if each.verb != "tell")
    if not is_talk:
        return settled
    kept = [each for each in commands if each.verb == "tell"]
    return [*kept, Command("place", tuple(goal.name.lower().split()), (("trip", ""),))]


def _go_to(goal: Mention, text: str, command: Command) -> list[Command]:
    """Return a wish for ideas that describes no place as a search in the one that a text names, or a word on it."""
    if command.verb == "place" and command.text == "info" and not _ASKS_INFO.search(text):
        return [replace(command, slots=(("trip", ""), *command.slots[1:]))]
    if not is_open_idea(text, command) or command.has("place"):
        return [command]
    name = goal.name.lower()
    if len(goal.places) > 1:
        return [replace(command, slots=(("place", name), *command.slots))]
    slots = keep_of_trip(command.slots)
    if command.has("on", "until"):
        return [Command("find", ("flight+hotel",), (("place", name), *slots))]
    return [Command("place", tuple(name.split()), (("trip", ""), *slots))]


def is_open_idea(text: str, command: Command) -> bool:
    """Return whether a wish for ideas says nothing of what the places shall be like, and the text asks for none."""
    is_bare = command.verb == "suggest" and not command.refs and not WANTS_IDEAS.search(text)
    wishes = [value for name, value in command.slots if name in {"with", "maybe"}]
    others = {name for name, _ in command.slots} - OF_TRIP - {"with", "maybe"}
    return is_bare and not others and not any(map(describes_place, wishes))


def keep_of_trip(slots: Sequence[Slot]) -> tuple[Slot, ...]:
    """Return the slots of a wish for ideas that a search has, too."""
    return tuple(slot for slot in slots if slot[0] in OF_TRIP or find_wishes(slot[1]))


def stay_at_goal(
    earlier: Sequence[tuple[str, tuple[Command, ...]]], text: str, commands: Sequence[Command]
) -> list[Command]:
    """Return commands that stay at the goal of a trip, where they name a place that is not served and is near it.

    Who goes to Florence and wants to stay in Siena is told that this is not served, and shown what is in Florence.
    """
    goal = find_goal([said for _, said in earlier])
    if goal is None or goal.place is None:
        return list(commands)
    mentions = find_mentions(text)
    near = [each for each in mentions if not each.is_served and find_near(each) == goal.place]
    has_start = any(each.has("from") for _, said in earlier for each in said)
    stayed = [_stay(goal.place, near, each) for each in commands]
    return [_leave_out_start(mentions, each) for each in stayed] if has_start else stayed


def name_place(command: Command, place: Place | None) -> Command:
    """Return a question about a place that is not served as one about the place that was taken instead."""
    mention = find_named_place(command.subject) if command.verb == "place" and command.refs else None
    is_other = place is not None and mention is not None and not mention.is_served
    return replace(command, refs=tuple(place.name.lower().split())) if place and is_other else command


def start_where_willing(text: str, command: Command) -> Command:
    """Return a search that starts where a text is willing to, and not at the other place that it names."""
    willing = [each for each in find_mentions(text) if each.place and _WILLING.search(text[: each.start][-_BEFORE:])]
    if command.verb not in {"find", "suggest"} or len(willing) != 1 or not command.has("from"):
        return command
    name = willing[0].name
    slots = [slot for slot in command.slots if slot[0] != "from" and slot[1].lower() != name.lower()]
    return replace(command, slots=(("from", name), *slots))


def _leave_out_start(mentions: Sequence[Mention], command: Command) -> Command:
    """Return a command without a start that is not served and not named: there may be another one by now."""
    start = find_named_place(command.value("from") or "-")
    if start is None or start.is_served or any(each.name == start.name for each in mentions):
        return command
    return replace(command, slots=tuple(slot for slot in command.slots if slot[0] != "from"))


def _stay(goal: Place, near: Sequence[Mention], command: Command) -> Command:
    names = {each.name for each in near}
    value = command.subject if command.verb == "place" else command.value("place") or ""
    mention = find_named_place(value) if value else None
    if command.verb == "place" and mention and mention.name not in names and find_near(mention) == goal:
        return name_place(command, goal)
    wished = {slot for slot in command.slots if slot[0] == "with" and any(_names(each, slot[1]) for each in near)}
    is_named = mention is not None and mention.name in names
    is_open = bool(near) and not command.has("place")
    if command.verb != "find" or command.subject == "car" or not (is_named or wished or is_open):
        return command
    slots = [slot for slot in command.slots if slot[0] != "place" and slot not in wished]
    return replace(command, slots=(("place", goal.name), *slots, *((WITHOUT, each.name) for each in near[:1])))


def _names(mention: Mention, value: str) -> bool:
    return any(each.name == mention.name for each in find_mentions(normalise(value)))
