"""The parts of a message in the order in which they are carried out, each as a message of its own."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from ricordo_travel.dialogue import guide
from ricordo_travel.dialogue.act_reader import SURE, MessagePart
from ricordo_travel.dialogue.altering import is_new_wish, replaces_car
from ricordo_travel.dialogue.answers import gives_up, is_no
from ricordo_travel.dialogue.asides import DOUBTFUL, drop_asides, drop_doubtful, join_statements
from ricordo_travel.dialogue.bookings import asks_to_change
from ricordo_travel.dialogue.choice import HOTEL_NAMES, find_number, name_hotel
from ricordo_travel.dialogue.context import find_context
from ricordo_travel.dialogue.forgetting import repeats_end
from ricordo_travel.dialogue.geography import find_mentions
from ricordo_travel.dialogue.inquiries import asks_about_bookings, asks_to_split
from ricordo_travel.dialogue.kept import is_kept
from ricordo_travel.dialogue.meant import ALL, kinds_in
from ricordo_travel.dialogue.note_reader import HESITATES, read_told
from ricordo_travel.dialogue.offers import BOOKING_ID
from ricordo_travel.dialogue.open_offers import OpenOffers
from ricordo_travel.dialogue.party import changes_number
from ricordo_travel.dialogue.phrases import read_phrase
from ricordo_travel.dialogue.pick_parts import find_pick_parts, name_days
from ricordo_travel.dialogue.picks import find_picks
from ricordo_travel.dialogue.planning import asks_to_compare, find_suggested, refines_suggestions
from ricordo_travel.dialogue.references import find_references
from ricordo_travel.dialogue.refinement import asks_if_cheapest, asks_price_of_days
from ricordo_travel.dialogue.requests import SLOTS
from ricordo_travel.dialogue.state import DialogueState
from ricordo_travel.dialogue.statements import find_statements
from ricordo_travel.dialogue.sums import asks_for_sum
from ricordo_travel.dialogue.swaps import reword
from ricordo_travel.dialogue.talk import find_topic
from ricordo_travel.dialogue.text import normalise
from ricordo_travel.dialogue.wishes import find_kinds
from ricordo_travel.reservations import Kind

_ORDER = (
    "yes", "no", "tell", "correct", "forget", "recall", "assistant", "place", "ask_offer", "bookings",
    "suggest", "search", "cancel", "change", "pick", "other", "talk",
)  # fmt: skip
"""What changes the state comes first, what ends with a question that waits for a yes comes last."""


_EXCEPT = re.compile(
    r"\W*(?:(?:but|and|only|just|please) ){0,3}(?:except|apart from|besides|other than|all but|not (?:the|my|our|that)|"
    r"keep (?:the|my|our|only|just|that|where|what|who|how))\b",
    re.IGNORECASE,
)
_WHICH = re.compile(
    r"\W*(?:(?:just|only|no|and),? ){0,2}(?:i mean (?:the|that) (?:one|flight)|(?:the|that) one) "
    r"(?:from|to|on|back|home|there)\b",
    re.IGNORECASE,
)
"""What is to be cancelled, named after it was asked for: "cancel the flight. the one to Rome"."""
_BARE_PRICE = re.compile(
    r"\W*(?:and |also )?(?:for )?(?:(?:can|could) you (?:see|check|tell (?:me|us)|say) )?"
    r"(?:how much|what(?:'s| is| would be) the (?:total )?(?:price|cost|total|sum)|"
    r"what (?:(?:does|would|will|do) )?(?:it|that|this|they|everything) (?:costs?|be)|"
    r"(?:is|would|will) (?:it|that|this) (?:be )?cheaper)"
    r"(?: is (?:it|that))?"
    r"(?: (?:then|in total|in all|all together|altogether|together|for (?:everything|all of it))){0,2}\W*"
)
_ONLY_ONE = re.compile(r"\W*(?:or |and )?is (?:that|it|this) the only (?:one|flight|option)(?: there is)?\W*")
_AND = re.compile(r"\W*(?:and|also|plus|then|with)\b")
_FIX = re.compile(
    r"\W*(?:(?:and|so|then|please|can|could|would|you) ){0,4}(?:fix|change|correct|update) (?:it|that|this)\b.{0,15}"
)
_BOOKS_THEM = re.compile(
    r"\W*(?:(?:and|so|please) ){0,2}(?:can|could|would|will) you (?:please )?book "
    r"(?:all|both|them|those|these|it|that)\b.{0,20}"
)
_DID_NOT_SAY = re.compile(
    r"\W*(?:but |and )?you (?:didn't|did not|haven't|never) (?:say|said|answer|answered)\b(?!.* me\b)"
)
_NOTHING = re.compile(r"\b(?:cancel (?:nothing|none)|(?:don't|do not|not) cancel (?:anything|any))\b")
_OWN = re.compile(r"\b(?:my|our|i|we|me|us|remember|know|memory)\b")
_OF_PARTY = frozenset({"people", "parties", "rooms"})
_ALTERATIONS = _OF_PARTY | {"first", "nights", "last", "is_rough", "month", "cabin", "at_airport", "kinds"}
"""What a message may want otherwise of something that it picks."""
_NEW = re.compile(
    r"\b(?:an?|some|any) (?:\w+ )?(?:hotels?|hostels?|flights?|cars?)\b|"
    r"\b(?:another|one more|second) (?:hotel|hostel|flight|car|room)\b"
)
_NEXT_WISH = re.compile(r",? (?:and|also|plus) (?=(?:an?|some|find|show|the|get)\b)", re.IGNORECASE)
_REMEMBER = re.compile(r"\b(?:remember|note|write|keep|save|put)\b[^.?!]{0,10}\b(?:that|this|it|down)\b")
_OF_PLACES = frozenset({"place", "search", "suggest", "ask_offer"})
_WHICH_OF = re.compile(r"\W*(?:and |so |but |ok )?(?:which|wich) (?:one )?of (?:those|these|them)\b")
_MAY_BE_OF_MEMORY = frozenset(
    {"cancel", "no", "change", "ask_offer", "bookings", "talk", "other", "assistant", "recall"}
)
"""Acts of parts that may be about a note, if the reader of requests is in doubt."""
_WISHES_FOR = re.compile(r"\b(?:(?:can|could|may|would) (?:i|we|it|you|they|that|there)|possible|instead|but)\b")
_ELSEWHERE = re.compile(
    r"\b(?:some|any|else)?where\b(?! (?:[\w']{1,12} ){0,4}(?:sleep|stay)\b)|"
    r"\b(?:destinations?|cit(?:y|ies)|countr(?:y|ies)|trips?|holidays?)\b"
)
_THAT_ONE = re.compile(
    r"\W*(?:(?:then|so|ok|if so|in that case|i'll|ill|i|we'll|we|will|would|take|want|book|prefer|go|for|with|have|"
    r"please|that|this|it|one|instead)\b\W*){1,8}"
)
"""A pick of what a question before it is about: "does the other one have a gym? then that one"."""
_DETAILS = frozenset({"no", "tell", "talk", "place", "other", "search", "suggest"})
"""Acts whose words may hold details of a search in the same message."""


def find_parts(state: DialogueState) -> list[MessagePart]:
    """Return what a message does, each act once; small talk only if there is nothing else."""
    groups: dict[str, list[MessagePart]] = {}
    read = [_read_of_memory(state, part) for part in join_statements(drop_asides(find_pick_parts(state)))]
    for part in _join_exceptions(drop_doubtful(_drop_erased(state, read))):
        if part.act == "pick" and (is_no(normalise(part.text)) or "no" in list(groups)[-1:]):
            groups.pop("pick", None)  # "the first. no, the second": the last word counts
        groups.setdefault(part.act, []).append(part)
    if len(groups) > 1:
        groups.pop("talk", None)
    if {"tell", "assistant"} <= set(groups) and _REMEMBER.search(_state_of(state, groups["assistant"]).text):
        groups["tell"] = _sort(groups["tell"] + groups.pop("assistant"))
    _join_yes(state, groups)
    _join_compared_places(state, groups)
    _join_comparison(state, groups)
    _join_wishes(state, groups)
    _join_ideas(state, groups)
    return [
        MessagePart(act, " ".join(part.text for part in parts), min(part.score for part in parts))
        for act, parts in groups.items()
    ]


def _read_of_memory(state: DialogueState, part: MessagePart) -> MessagePart:
    """Return a part as what it does to a note, if it is no wish for a trip: "change the company limit to 180"."""
    is_doubtful = part.act in _MAY_BE_OF_MEMORY and part.score < SURE
    if not (is_doubtful or part.act == "tell") or find_kinds(normalise(part.text)):
        return part
    if read_told(part.text, state.memory, "erase"):
        return replace(part, act="forget", score=SURE)
    if is_doubtful and (any(_find_reworded(state, [part]).values()) or _states_otherwise(state, part)):
        return replace(part, act="correct", score=SURE)
    least = 0.5 if part.act == "recall" or part.score < DOUBTFUL else SURE
    is_asked = is_doubtful and not state.offers and read_told(part.text, state.memory, "ask", least)
    return replace(part, act="recall", score=SURE) if is_asked else part


def _states_otherwise(state: DialogueState, part: MessagePart) -> bool:
    """Return whether a part states a value of the profile otherwise than it is noted."""
    text = normalise(part.text)
    is_stated = bool(find_statements(text)) and not HESITATES.search(text)
    return is_stated and bool(read_told(part.text, state.memory, "correct"))


def _find_reworded(state: DialogueState, parts: Sequence[MessagePart]) -> dict[str, str]:
    """Return the notes that parts correct, each with the words that it has then; empty words if they give none."""
    said = {note: part.text for part in parts for note in read_told(part.text, state.memory, "correct", 0.5)}
    return {
        note: reword(normalise(text), {"id": note, "content": note, "subject": None}) for note, text in said.items()
    }


def _drop_erased(state: DialogueState, parts: Sequence[MessagePart]) -> list[MessagePart]:
    """Return the parts but those that erase what another one corrects: "erase the 200 / and note that it's 180"."""
    told = [part for part in parts if part.act in {"tell", "correct"}]
    if not told or all(part.act != "forget" for part in parts):
        return list(parts)
    reworded = _find_reworded(state, told)
    corrected = {note for note, content in reworded.items() if content and content not in state.memory.facts}
    erased = {part: set(read_told(part.text, state.memory, "erase")) for part in parts if part.act == "forget"}
    return [part for part in parts if not (named := erased.get(part)) or named - corrected]


def _join_exceptions(parts: Sequence[MessagePart]) -> list[MessagePart]:
    """Return the parts, what shall stay as a part of what becomes of the others: "cancel all, except the hotel"."""
    act = next((part.act for part in parts if part.act in {"cancel", "forget"}), None)
    if act:
        joined = (_EXCEPT, _WHICH) if act == "cancel" else (_EXCEPT,)
        return [replace(part, act=act) if any(each.match(part.text) for each in joined) else part for part in parts]
    others = [part.act for part in parts if not is_kept(normalise(part.text))]
    return [replace(part, act=others[-1]) if others and is_kept(normalise(part.text)) else part for part in parts]


def _join_yes(state: DialogueState, groups: dict[str, list[MessagePart]]) -> None:
    """Read a yes that no booking waits for as a part of the wish beside it, or as one, to the nearest place served."""
    if "yes" in groups and len(groups) > 1:
        agreed = groups.pop("yes")
        is_wish = "search" in groups or find_context(state.last_reply) == "unserved"
        if is_wish and state.question is None:
            groups["search"] = _sort(agreed + groups.get("search", []))


def _join_compared_places(state: DialogueState, groups: dict[str, list[MessagePart]]) -> None:
    """Read as one a question which of the places that were suggested has something, and is the cheapest."""
    if {"place", "search"} == set(groups) and _WHICH_OF.search(state.text) and asks_to_compare(state):
        groups["suggest"] = _sort(groups.pop("place") + groups.pop("search"))


def _join_comparison(state: DialogueState, groups: dict[str, list[MessagePart]]) -> None:
    """Compare places by all that a message asks of them, and look for other days beside a pick before proposing it."""
    is_of_places = len(groups) > 1 and set(groups) <= _OF_PLACES and bool(_WHICH_OF.match(state.text))
    if is_of_places and asks_to_compare(state):  # "which of those have a beach and are the cheapest?"
        joined = _sort([part for parts in groups.values() for part in parts])
        groups.clear()
        groups["suggest"] = joined
    for act in ("search", "ask_offer", "change"):
        own = _state_of(state, groups.get(act, ()))
        if "pick" in groups and act in groups and asks_price_of_days(own):
            groups["search"] = _sort([*groups.pop(act), *(groups.get("search", []) if act != "search" else [])])
            del groups["pick"]


def _join_wishes(state: DialogueState, groups: dict[str, list[MessagePart]]) -> None:
    """Read as one what only makes sense together."""
    _join_split(state, groups)
    _join_sum(state, groups)
    _join_picks(state, groups)
    _drop_repeated_end(state, groups)
    _drop_said_twice(state, groups)
    if "recall" in groups and "search" in groups and not _OWN.search(_state_of(state, groups["recall"]).text):
        groups["search"] = _sort(groups["search"] + groups.pop("recall"))  # "what have you got?"
    if len(groups) == 1 and "search" in groups and (_replaces(state) or replaces_car(state)):
        groups["change"] = groups.pop("search")
    _join_changes(state, groups)
    if "bookings" in groups and "search" in groups and not _asks_about_bookings(groups["bookings"]):
        groups["search"] = _sort(groups["search"] + groups.pop("bookings"))
    if {"tell", "search"} & set(groups):  # "a day earlier? i'm flexible between 3 and 6"
        is_of_shown = asks_if_cheapest(_state_of(state, groups.get("ask_offer", ())))
        acts = ("tell",) if is_of_shown else ("tell", "ask_offer")
        beside = [each for act in acts for each in groups.get(act, ())]
        if any(_state_of(state, [each]).reading.names("days") for each in beside):
            groups["search"] = _sort([*groups.get("search", []), *beside])
            for act in acts:
                groups.pop(act, None)
    asked = _state_of(state, groups.get("ask_offer", ())).text
    is_wish = "?" not in asked and _state_of(state, groups.get("search", ())).reading.alters("destination")
    if "ask_offer" in groups and "search" in groups and (not state.offers or is_wish or _BARE_PRICE.fullmatch(asked)):
        groups["search"] = _sort(groups["search"] + groups.pop("ask_offer"))
    elif "ask_offer" in groups and len(groups) > 1 and not state.offers and find_kinds(asked):
        groups["search"] = groups.pop("ask_offer")  # "i'd come from rome. what would the flights cost in may?"
    if "place" in groups and "search" in groups and not _asks_about_place(state, groups):
        del groups["place"]


def _join_changes(state: DialogueState, groups: dict[str, list[MessagePart]]) -> None:
    """Read as one a change and a wish that goes on with it: "my flight on the 13th / and the hotel from the 13th"."""
    if not {"change", "search"} <= set(groups):
        return
    own, wish = _state_of(state, groups["change"]), _state_of(state, groups["search"])
    both = _sort(groups["search"] + groups["change"])
    if changes_number(own.text) and asks_to_change(_state_of(state, both)):  # "tommo dropped out / only 3 of us now"
        own = wish = _state_of(state, both)
    is_party = set(own.reading.changes) <= _OF_PARTY and not kinds_in(own.text) and is_new_wish(wish.text)
    is_change = asks_to_change(own) and not is_party  # "we need a hotel / my sister joins us there, so 5 people"
    if not is_change or _goes_on(groups["search"]) or asks_to_change(wish):
        del groups["search"], groups["change"]
        groups["change" if is_change else "search"] = both


def _join_split(state: DialogueState, groups: dict[str, list[MessagePart]]) -> None:
    """Read as one a question for the total and how it is to be split: "my total? / and flights and hotel apart"."""
    for act in ("ask_offer", "change"):
        if "bookings" in groups and act in groups and asks_to_split(_state_of(state, groups[act]).text):
            groups["bookings"] = _sort(groups["bookings"] + groups.pop(act))


def _join_sum(state: DialogueState, groups: dict[str, list[MessagePart]]) -> None:
    """Read as one question what asks for a sum and says in several parts of what: "flight 1 / and hotel 6, in all?"."""
    own = {"pick", "ask_offer", "bookings", "search"} & set(groups)
    is_asked = {"ask_offer", "bookings"} & own and len(own) > 1
    asked = [part for act in own for part in groups[act]]
    has_booked = any(BOOKING_ID.search(reply) for reply in state.replies)
    is_new = "search" in own and _state_of(state, groups["search"]).reading.alters(*SLOTS)
    if is_asked and not is_new and not has_booked and asks_for_sum(_state_of(state, _sort(asked))):
        for act in own:
            del groups[act]
        groups["ask_offer"] = _sort(asked)


def _drop_repeated_end(state: DialogueState, groups: dict[str, list[MessagePart]]) -> None:
    """Forget nothing where a correction says that it is over: "i don't work nights any more, delete that"."""
    told = [*groups.get("correct", ()), *groups.get("forget", ())]
    if {"forget", "correct"} <= set(groups) and repeats_end(_state_of(state, told)):
        del groups["forget"]


def _drop_said_twice(state: DialogueState, groups: dict[str, list[MessagePart]]) -> None:
    """Drop what another part says, too: "his name is Garry / fix that", "to the 5th / what does it cost then"."""
    texts = {act: _state_of(state, parts).text for act, parts in groups.items()}
    if "cancel" in groups and len(groups) > 1 and _NOTHING.search(texts["cancel"]):
        del groups["cancel"]
    if {"cancel", "change"} <= set(groups) and not asks_to_change(_state_of(state, groups["change"])):
        groups["cancel"] = _sort(groups["cancel"] + groups.pop("change"))  # "cancel the hotel / keep the flights"
    if "recall" in groups and len(groups) > 1 and _DID_NOT_SAY.match(texts["recall"]):
        del groups["recall"]
    if "correct" in groups and _FIX.fullmatch(texts.get("change", "")):
        del groups["change"]
    if "pick" in groups and _BOOKS_THEM.fullmatch(texts.get("ask_offer", "")):
        del groups["ask_offer"]
    is_answered = _BARE_PRICE.fullmatch(texts.get("ask_offer", "")) or _ONLY_ONE.fullmatch(texts.get("ask_offer", ""))
    own = _state_of(state, groups.get("change", ()))
    if "change" in groups and is_answered and (own.reading.changes or asks_to_change(own)):
        del groups["ask_offer"]


def _goes_on(parts: Sequence[MessagePart]) -> bool:
    """Return whether a wish only goes on with a change of what is booked: it names a kind, and nothing new."""
    texts = [normalise(part.text) for part in parts]
    return all(_AND.match(text) and kinds_in(text) and not is_new_wish(text) for text in texts)


def _asks_about_place(state: DialogueState, groups: dict[str, list[MessagePart]]) -> bool:
    """Return whether a part asks about a place, which the wish beside it may name, and is no part of that wish."""
    own = _state_of(state, groups["place"])
    named = own if find_mentions(own.text) else _state_of(state, _sort(groups["search"] + groups["place"]))
    is_wish = bool(own.reading.changes or find_kinds(own.text))  # "do you have flights from there for the six of us?"
    return guide.can_answer(named) or find_topic(own.text) is not None or not is_wish


def _asks_about_bookings(parts: Sequence[MessagePart]) -> bool:
    """Return whether parts ask about what is booked: for sure, or in so many words."""
    text = normalise(" ".join(part.text for part in parts))
    return min(part.score for part in parts) >= SURE or asks_about_bookings(text)


def _join_picks(state: DialogueState, groups: dict[str, list[MessagePart]]) -> None:
    """Read as one a pick and what is said of it in other parts."""
    has_booked = any(BOOKING_ID.search(reply) for reply in state.replies)
    if "pick" in groups and "no" in groups and _state_of(state, groups["no"]).reading.names("first", "last"):
        groups["pick"] = _sort(groups["pick"] + groups.pop("no"))  # "keep wednesday, the morning one"
    if "pick" in groups:
        _join_alterations(state, groups)
    if "pick" in groups and "search" in groups and not state.offers:
        groups["search"] = _sort(groups["search"] + groups.pop("pick"))
    if "bookings" in groups and "pick" in groups and not has_booked:
        groups["ask_offer"] = _sort(groups.get("ask_offer", []) + groups.pop("bookings"))
    if "ask_offer" in groups and "pick" in groups and not find_picks(_state_of(state, groups["pick"])).offers:
        asked = find_references(_state_of(state, groups["ask_offer"]))
        if len(asked) == 1 and _THAT_ONE.fullmatch(_state_of(state, groups["pick"]).text):
            groups["pick"] = [replace(groups["pick"][0], text=f"the {asked[0].title}")]
        else:
            groups["ask_offer"] = _sort(groups["ask_offer"] + groups.pop("pick"))


def _replaces(state: DialogueState) -> bool:
    """Return whether a wish for a hotel that is named stands for the one that is booked: "change it to the lodge"."""
    is_booked = any(id.startswith("H-") for reply in state.replies for id in BOOKING_ID.findall(reply))
    is_verb = re.search(r"\b(?:change|switch|swap)\b.{0,30}\b(?:to|for)\b", state.text)
    return is_booked and bool(is_verb) and bool(HOTEL_NAMES.search(state.text))


def _join_alterations(state: DialogueState, groups: dict[str, list[MessagePart]]) -> None:
    """Read other days, people, rooms or another class beside a pick as a part of it: "number 3, but for 4 days"."""
    picked: set[Kind] = {offer.kind for offer in find_picks(_state_of(state, groups["pick"])).offers}
    for act in ("search", "change", "ask_offer"):
        for part in groups.get(act, []):
            head = replace(part, text=_NEXT_WISH.split(part.text, maxsplit=1)[0])
            own = _state_of(state, [head])
            if _alters_pick(own, act, picked) or (act == "search" and _goes_back(own)):
                apart = replace(head, text=f", {head.text}")  # what it says is no part of the name
                groups["pick"] = _sort([*groups["pick"], apart])
                groups[act] = [each for each in groups[act] if each != head]
        if not groups.get(act, [act]):
            del groups[act]


def _alters_pick(state: DialogueState, act: str, picked: Collection[Kind]) -> bool:
    """Return whether a part of a message says how something that it picks is to be otherwise, and asks for no more."""
    text = state.text
    said = {name for name, value in state.reading.changes.items() if value or name == "at_airport"}
    if said - _ALTERATIONS or set(find_kinds(text)) - set(picked) or _NEW.search(text):
        return False
    if act == "ask_offer" and not _WISHES_FOR.search(text):
        return False
    if act == "change" and any(BOOKING_ID.search(reply) for reply in state.replies):
        return bool(said & _OF_PARTY) and not ALL.search(text)
    return bool(said - {"kinds"}) or act == "change"


def _goes_back(state: DialogueState) -> bool:
    """Return whether a part of a message only names a place for which something was shown: "no, the one to Tokyo"."""
    is_bare = not state.reading.alters("first", "last", "nights", "people", "limits", "amenities", "is_return")
    return is_bare and not read_phrase(state.text).is_wish and bool(OpenOffers(state).narrow_to(state.text).places)


def _join_ideas(state: DialogueState, groups: dict[str, list[MessagePart]]) -> None:
    """Read as one what says where to go, and what is asked about a place."""
    if "other" in groups and find_topic(_state_of(state, groups["other"]).text):
        groups["place"] = _sort(groups.get("place", []) + groups.pop("other"))
    is_compared = asks_to_compare(_state_of(state, groups.get("suggest", ())))
    if {"place", "suggest"} <= set(groups) and not is_compared and _asks_for_ideas(_state_of(state, groups["place"])):
        groups["suggest"] = _sort(groups["suggest"] + groups.pop("place"))
    if "suggest" in groups and "ask_offer" in groups and not state.offers:
        groups["suggest"] = _sort(groups["suggest"] + groups.pop("ask_offer"))
    if "suggest" in groups and "search" in groups and not _names_place(state, groups["search"]):
        is_search = _names_goal(state, groups) or _is_of_shown(state) or _is_of_kind(state)
        act = "search" if is_search else "suggest"
        groups[act] = _sort(groups.pop("suggest") + groups.pop("search"))
    is_wish = state.reading.names("limits", "stars", "amenities")
    if "suggest" in groups and "search" not in groups and is_wish and (_is_of_shown(state) or _is_of_kind(state)):
        groups["search"] = groups.pop("suggest")
    if "search" in groups and find_suggested(state) and _narrows(_state_of(state, groups["search"])):
        groups["suggest"] = _sort(groups.pop("search") + groups.get("suggest", []))


def _names_goal(state: DialogueState, groups: dict[str, list[MessagePart]]) -> bool:
    """Return whether ideas are about one place, and a wish beside them says what is needed there, and when."""
    own = _state_of(state, groups["search"])
    return bool(find_kinds(own.text)) and own.reading.names("first") and _names_place(state, groups["suggest"])


def _is_of_shown(state: DialogueState) -> bool:
    """Return whether a message is about offers that were just shown, and about no other place: "something nicer"."""
    return find_context(state.last_reply) in {"offers", "confirm"} and not _ELSEWHERE.search(state.text)


def _is_of_kind(state: DialogueState) -> bool:
    """Return whether a message says how a hotel, a flight or a car is to be, for a trip whose place is known."""
    is_wish = bool(find_kinds(state.text)) and state.reading.names("limits", "stars", "amenities")
    return is_wish and state.trip.destination is not None and not _ELSEWHERE.search(state.text)


def _asks_for_ideas(state: DialogueState) -> bool:
    return guide.asks_for_ideas(state) or not guide.can_answer(state)


def _narrows(state: DialogueState) -> bool:
    """Return whether a wish after suggestions of places is for others of them: no place and no kind is named."""
    chooses = state.reading.names("destination", "unserved", "first") or find_number(state.text, 3)
    chooses = chooses or (find_kinds(state.text) and not state.reading.names("nights"))  # "2 nights in a hostel?"
    names = state.reading.names("origin", "budget", "limits", "people", "nights", "area")
    return not chooses and (names or refines_suggestions(state))


def _sort(parts: Sequence[MessagePart]) -> list[MessagePart]:
    return sorted(parts, key=lambda part: part.order)


def _state_of(state: DialogueState, parts: Sequence[MessagePart]) -> DialogueState:
    return replace(state, message=" ".join(part.text for part in parts))


def plan_steps(state: DialogueState, parts: Sequence[MessagePart]) -> Iterator[DialogueState]:
    """Yield the state for each part, in the order in which they are carried out.

    What a part says of the trip or of the person holds for those after it, and all of them see the last reply.
    """
    history = before = state.history
    last = (("assistant", state.last_reply),) if state.replies else ()
    for part in state.parts:
        if part.act == "talk" and len(state.parts) > 1 and find_mentions(normalise(part.text)):
            history = (*history, ("user", part.text), *last)  # "Oslo sounds lovely. Is it quiet there?"
    by_act = {part.act: part for part in parts}
    picked = find_picks(_state_of(state, [by_act["pick"]])).offers if "pick" in by_act else state.picked
    for act in sorted(by_act, key=_ORDER.index):
        part = by_act[act]
        own = replace(
            state, message=part.text, history=history, act=act, has_picked="pick" in by_act or state.has_picked
        )
        own = replace(own, picked=picked if act != "pick" else ())
        if act == "pick" and "search" in by_act:
            own = replace(own, message=name_days(state, part.text, picked))
        if act == "place" and "search" in by_act and not find_mentions(own.text):  # "Rome in May, is it hot?"
            own = replace(own, history=(*history, ("user", by_act["search"].text), *last))
        named = name_hotel(part.text, normalise(by_act["search"].text)) if "search" in by_act else ""
        if act == "ask_offer" and named:  # "the Cedar House, please. Does it have a pool?"
            own = replace(own, message=named, history=(*history, ("user", by_act["search"].text), *last))
        if act in {"search", "suggest"} and not ("place" in by_act and asks_to_compare(own)):
            beside = _DETAILS - {"suggest"} if act == "search" and "suggest" in by_act else _DETAILS
            own_parts = [
                each for each in find_pick_parts(state) if not (each.act == "no" and gives_up(normalise(each.text)))
            ]
            told = [each.text for each in own_parts if each.text in part.text or each.act in beside]
            own = replace(own, message=" ".join(told), history=before)
        if act != "no":
            yield own
        if act in {"no", "tell", "correct"}:
            history = (*history, ("user", part.text), *last)
            before = history if act == "correct" else before  # a search says what else was said once more


def _names_place(state: DialogueState, parts: Sequence[MessagePart]) -> bool:
    reading = _state_of(state, parts).reading
    return reading.names("destination") or any(not is_origin for _, is_origin in reading.trip.unserved)
