"""Messages that name several places at once: a choice between them, or a trip from one to the next."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from ricordo_travel.dialogue.geography import Mention, find_mentions
from ricordo_travel.dialogue.known import know_trip
from ricordo_travel.dialogue.origins import find_start
from ricordo_travel.dialogue.plan import join_words
from ricordo_travel.dialogue.questions import ASK_DAY, ASK_ORIGIN, ASK_WHICH_PLACE, join_questions
from ricordo_travel.dialogue.refusals import is_refused
from ricordo_travel.dialogue.state import DialogueState
from ricordo_travel.dialogue.suggestions import describe_unlisted
from ricordo_travel.places import Place

_JOINED = re.compile(r"\s*(?:,|/|&|,?\s?(?:and|then|and then|plus))\s*(?:to\s|in\s)?\s*")
_ELSE = re.compile(r"\s*(?:/|,?\s?or)\s*(?:maybe\s|perhaps\s|rather\s|to\s|in\s)?\s*")
_START = ("from ", "live in ", "start in ", "starting in ", "based in ")


def describe_several(state: DialogueState) -> str:
    """Return what is served of the places that a message names together, and ask what it leaves open; else nothing."""
    mentions = _find_joined(state)
    places = list(dict.fromkeys(place for mention in mentions for place in mention.places))
    if len(mentions) < 2 or len(places) < 2:
        return ""
    names, unlisted = join_words([place.name for place in places]), describe_unlisted(state.text)
    if _is_choice(state.text, mentions):
        return " ".join(filter(None, [f"I serve {names}.", unlisted, ASK_WHICH_PLACE]))
    return ask_about_route(state, places, unlisted)


def ask_about_route(state: DialogueState, places: Sequence[Place], remark: str = "") -> str:
    """Say how a trip goes from one place to the next, and ask for the rest of it."""
    asked = [*([] if find_start(state) else [ASK_ORIGIN]), *([] if know_trip(state).first else [ASK_DAY])]
    all_of = "both" if len(places) == 2 else "all of them"
    names = join_words([place.name for place in places])
    how = f"I serve {all_of}: {names}. We go from one to the next, beginning with {places[0].name}."
    return " ".join(filter(None, [how, remark, join_questions(*asked), "And how many nights in each place?"]))


def _find_joined(state: DialogueState) -> list[Mention]:
    """Return the places that a message names one after the other, without a region that holds others of them."""
    text, start = state.text, find_start(state)
    named = [
        each
        for each in find_mentions(text)
        if each.is_served and not is_refused(text, each) and not text[: each.start].endswith(_START)
    ]
    named = [each for each in named if each.place is None or each.place != start]
    single: set[Place] = {each.place for each in named if each.place}
    named = [each for each in named if each.place or not single & set(each.places)]
    joined = [
        pair
        for pair in pairwise(named)
        if (between := text[pair[0].end : pair[1].start]) and (_JOINED.fullmatch(between) or _ELSE.fullmatch(between))
    ]
    return list(dict.fromkeys(each for pair in joined for each in pair))


def _is_choice(text: str, mentions: list[Mention]) -> bool:
    """Return whether only one of several places is meant: "Rome or Athens", or countries with several places each."""
    ends = [text[one.end : other.start] for one, other in pairwise(mentions)]
    return any(_ELSE.fullmatch(each) for each in ends) or any(each.place is None for each in mentions)
