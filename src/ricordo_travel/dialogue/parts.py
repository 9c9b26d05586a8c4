"""The parts of a message in the order in which they are carried out, each as a message of its own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ricordo_travel.dialogue import guide
from ricordo_travel.dialogue.act_reader import MessagePart
from ricordo_travel.dialogue.answers import answers_by_kind
from ricordo_travel.dialogue.bookings import asks_to_change, describe_outcomes, is_done
from ricordo_travel.dialogue.offers import BOOKING_ID
from ricordo_travel.dialogue.picks import find_picks
from ricordo_travel.dialogue.state import DialogueState

_ORDER = (
    "yes", "no", "tell", "correct", "forget", "recall", "assistant", "other", "place", "ask_offer", "bookings",
    "suggest", "search", "cancel", "change", "pick", "talk",
)  # fmt: skip
"""What changes the state comes first, what ends with a question that waits for a yes comes last."""

BESIDE = frozenset(
    {"tell", "talk", "recall", "forget", "correct", "bookings", "place", "assistant", "ask_offer", "other"}
)
"""Acts that leave open what waits for a yes."""

_DOUBTFUL = 0.45

_DETAILS = frozenset({"no", "tell", "talk", "place", "search", "suggest"})
"""Acts whose words may hold details of a search in the same message."""


def find_parts(state: DialogueState) -> list[MessagePart]:
    """Return what a message does, each act once; small talk only if there is nothing else."""
    if answers_by_kind(state.text):
        return []
    groups: dict[str, list[MessagePart]] = {}
    for part in _drop_doubtful(state.parts):
        groups.setdefault(part.act, []).append(part)
    if len(groups) > 1:
        groups.pop("talk", None)
    _join_yes(state, groups)
    _join_wishes(state, groups)
    return [
        MessagePart(act, " ".join(part.text for part in parts), min(part.score for part in parts))
        for act, parts in groups.items()
    ]


def _drop_doubtful(parts: Sequence[MessagePart]) -> list[MessagePart]:
    """Return the parts, each that the reader is not sure of as what the one before or after it is."""
    sure = [part for part in parts if part.score >= _DOUBTFUL]
    if not sure:
        return list(parts)
    found: list[MessagePart] = []
    act = sure[0].act
    for part in parts:
        act = part.act if part.score >= _DOUBTFUL else act
        found.append(replace(part, act=act))
    return found


def _join_yes(state: DialogueState, groups: dict[str, list[MessagePart]]) -> None:
    """Read a yes that was not heard as a part of the wish beside it, and a pick of what is agreed to as a yes."""
    if "yes" not in groups or len(groups) == 1:
        return
    if not state.outcomes:
        agreed = groups.pop("yes")
        if "search" in groups and state.question is None:
            groups["search"] = _sort(state, agreed + groups["search"])
    elif "pick" in groups and not _picks_another(state, groups["pick"]):
        groups["yes"] = _sort(state, groups["yes"] + groups.pop("pick"))


def _join_wishes(state: DialogueState, groups: dict[str, list[MessagePart]]) -> None:
    """Read as one what only makes sense together."""
    if "pick" in groups and "search" in groups and (not state.offers or _replaces_pick(state, groups)):
        groups["search"] = _sort(state, groups["search"] + groups.pop("pick"))
    elif "search" in groups and len(groups) > 1 and _only_picks(_state_of(state, groups["search"])):
        groups["pick"] = _sort(state, groups.get("pick", []) + groups.pop("search"))
    if "change" in groups and "search" in groups and not asks_to_change(_state_of(state, groups["change"])):
        groups["search"] = _sort(state, groups["search"] + groups.pop("change"))
    if "ask_offer" in groups and "search" in groups and not state.offers:
        groups["search"] = _sort(state, groups["search"] + groups.pop("ask_offer"))
    if "place" in groups and "suggest" in groups and not guide.can_answer(_state_of(state, groups["place"])):
        groups["suggest"] = _sort(state, groups["suggest"] + groups.pop("place"))
    if "place" in groups and "search" in groups and not guide.can_answer(_state_of(state, groups["place"])):
        del groups["place"]
    if "suggest" in groups and "search" in groups and not _names_place(state, groups["search"]):
        groups["suggest"] = _sort(state, groups["suggest"] + groups.pop("search"))
    for question in ("ask_offer", "bookings"):
        is_open = question == "ask_offer" or not any(BOOKING_ID.search(reply) for reply in state.replies)
        if question in groups and "pick" in groups and is_open:
            groups["ask_offer"] = _sort(state, groups.pop(question) + groups.pop("pick"))


def _sort(state: DialogueState, parts: Sequence[MessagePart]) -> list[MessagePart]:
    texts = [part.text for part in state.parts]
    return sorted(parts, key=lambda part: texts.index(part.text))


def _state_of(state: DialogueState, parts: Sequence[MessagePart]) -> DialogueState:
    return replace(state, message=" ".join(part.text for part in parts))


def _only_picks(state: DialogueState) -> bool:
    """Return whether a wish is for offers that were shown, with no other place, days or party than theirs."""
    return bool(find_picks(state).offers) and not state.reading.alters(
        "first", "last", "nights", "month", "destination", "origin", "unserved", "people", "limits", "is_return"
    )


def _replaces_pick(state: DialogueState, groups: dict[str, list[MessagePart]]) -> bool:
    """Return whether a search gives other days, people or places to what is picked beside it."""
    picked = {offer.kind for offer in find_picks(_state_of(state, groups["pick"])).offers}
    wish = _state_of(state, groups["search"])
    kinds = set(wish.reading.changes.get("kinds", ())) or picked
    return bool(picked & kinds) and wish.reading.alters("first", "last", "nights", "people", "destination", "origin")


def _picks_another(state: DialogueState, parts: Sequence[MessagePart]) -> bool:
    """Return whether a pick beside a yes is of something else than what was agreed to."""
    picked = find_picks(_state_of(state, parts)).offers
    current = state.question.offer if state.question else None
    return any(not is_done(state, offer) and (current is None or offer.text != current.text) for offer in picked)


def plan_steps(state: DialogueState, parts: Sequence[MessagePart]) -> Iterator[DialogueState]:
    """Yield the state for each part, in the order in which they are carried out.

    What a part says of the trip or of the person holds for those after it, and all of them see the last reply.
    """
    history = before = state.history
    by_act = {part.act: part for part in parts}
    for act in sorted(by_act, key=_ORDER.index):
        part = by_act[act]
        if act == "yes" and state.outcomes:
            yield replace(state, message=part.text, act=act)
            history = before = (*history, ("user", part.text), ("assistant", describe_outcomes(state)))
            continue
        own = replace(state, message=part.text, history=history, outcomes=(), act=act, has_picked="pick" in by_act)
        if act in {"search", "suggest"}:
            told = [each.text for each in state.parts if each.text in part.text or each.act in _DETAILS]
            own = replace(own, message=" ".join(told), history=before)
        if act != "no":
            yield own
        if act in {"no", "tell", "correct"}:
            last = (("assistant", state.last_reply),) if state.replies else ()
            history = (*history, ("user", part.text), *last)
            before = history if act != "tell" else before


def _names_place(state: DialogueState, parts: Sequence[MessagePart]) -> bool:
    return _state_of(state, parts).reading.names("destination", "unserved")
