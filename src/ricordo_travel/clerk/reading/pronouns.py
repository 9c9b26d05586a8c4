"""What the questions of a message are about, where its words say that and the reader took another thing."""

from __future__ import annotations

import calendar
import re
from collections.abc import Sequence
from dataclasses import replace

from ricordo_travel.clerk.answering.hotel_answers import AMENITIES, FACT_WORDS, find_feature
from ricordo_travel.clerk.commands import Command, split_refs
from ricordo_travel.clerk.reading.unsaid import find_pointed
from ricordo_travel.dialogue.replies.offers import Offer, find_offers
from ricordo_travel.dialogue.replies.questions import CONFIRM
from ricordo_travel.dialogue.values.geography import find_mentions
from ricordo_travel.dialogue.values.text import normalise, split_sentences
from ricordo_travel.hotels.catalog import hotels
from ricordo_travel.reservations import Kind

_IT = re.compile(r"\b(?:it|it's|its|that one|this one|that hotel|this hotel)\b")
_SEVERAL = re.compile(r"\b(?:they|them|these|those|any|all|both|each|which|either|ones)\b")
_ORDINALS = ("first|1st", "second|2nd", "third|3rd", "fourth|4th", "fifth|5th", "sixth|6th", "seventh|7th")
_PAIR = re.compile(
    r"\b(?:number |no\.? ?)?(?P<one>[1-9]) (?:and|or|vs|with|to) (?:number |no\.? ?)?(?P<other>[1-9])\b(?![:/.])"
)
_RANKED = re.compile(r"\b(?:last|other|cheapest|cheaper|dearest|former|latter|best|nearest|closest|earlier|later)\b")
_KIND_WORDS: dict[Kind, str] = {
    "hotel": r"hotels?|rooms?|hostels?",
    "flight": r"flights?|planes?|return|flying",
    "car": r"cars?|rentals?",
}
_OF_PLANE = re.compile(r"\b(?:on|in|with|for) (?:the |my |our )?(?:plane|flights?)\b|\bon board\b|\bfly with\b")
_OF_JOURNEY = re.compile(
    r"\b(?:luggage|bags?|suitcases?|seats?|stops?|duration|depart\w*|arriv\w*|leav\w*|lands?|terminal|airline|board\w*|"
    r"gear\w*|automatic|deposit|driv\w*|fuel|mileage|pick-?up|insurance|child seat|legroom|meals?)\b"
)
"""What is asked of flights and cars, and of no hotel."""
_LETTERS = "abcdefgh"
_BOTH_KINDS = re.compile(
    r"\b(?P<one>hotel|rooms?|flights?|car)s? ?(?:and|or|&|,) ?(?:the |our |my |also )*"
    r"(?P<other>hotel|rooms?|flights?|car)s?\b"
)
_KINDS: dict[str, Kind] = {"hotel": "hotel", "room": "hotel", "flight": "flight", "car": "car"}
_SEARCHES = re.compile(
    r"\b(?:any|other|another|others|else|something|anything|somewhere|hotels?|rooms?|places?|ones?|find|show|look|"
    r"search|have you|do you have|need|want|are there|is there|instead|cheaper|prefer|rather)\b"
)
"""Words of somebody who looks for a hotel, and does not ask what the one that was talked of is like."""
_FEW_WORDS = 8
_MONTH = rf"\b(?:{'|'.join(name.lower() for name in calendar.month_name[1:])})\b"


def settle_subjects(reply: str, text: str, commands: Sequence[Command]) -> list[Command]:
    """Return commands whose questions are about what a text in lower case names, after a reply."""
    commands = [each for command in commands for each in _ask_of_spoken(reply, text, command)]
    commands = [_ask_of_all_places(text, _ask_of_counted(text, each), commands) for each in commands]
    return _ask_of_chosen(reply, text, _ask_of_each_kind(reply, text, commands))


def _ask_of_chosen(reply: str, text: str, commands: Sequence[Command]) -> list[Command]:
    """Return commands whose questions for "it" are about what the message chose or named before.

    A question with a reference that the text does not have was given that by the reader, from what was talked of
    before the message.
    """
    settled: list[Command] = []
    named: tuple[str, ...] = ()
    for each in commands:
        if each.verb in {"pick", "yes"} and each.refs and not each.slots:
            named = each.refs if each.verb == "pick" else ()
        elif each.verb == "ask" and _names(reply, text, each.refs):
            named = each.refs
        is_other = each.verb == "ask" and each.refs != named and len(split_refs(named)) == 1
        settled.append(replace(each, refs=named) if is_other and _means(reply, text, each, named) else each)
    return list(dict.fromkeys(settled))


def _means(reply: str, text: str, command: Command, named: Sequence[str]) -> bool:
    """Return whether a question is about something that is named in the same message."""
    own = find_kind(reply, command.refs) or ("hotel" if find_feature(command.text.lower()) else None)
    kind = find_kind(reply, named)
    if own and kind == "hotel" and not _is_kind_named(reply, text, command, own):
        own = kind  # neither words nor the fact name another thing
    if own and kind and own != kind:
        return False
    asked = [each for each in split_sentences(text) if _IT.search(each) and not _SEVERAL.search(each)]
    return bool(asked) or (own is not None and own == kind and not _SEVERAL.search(text))


def _is_kind_named(reply: str, text: str, command: Command, kind: Kind) -> bool:
    """Return whether a text asks about a kind of thing by its name, or for a fact of such things only."""
    asked = " ".join(each for each in split_sentences(text) if each.rstrip().endswith("?")) or text
    is_said = re.search(rf"\b(?:{_KIND_WORDS[kind]})\b", asked) or _names(reply, asked, command.refs)
    return bool(is_said or _OF_JOURNEY.search(command.text.lower()))


def find_kind(reply: str, refs: Sequence[str]) -> Kind | None:
    """Return of what kind the one thing is that references mean after a reply; None if that is not clear."""
    first = "".join(refs[:1]).lower()
    for kind, words in _KIND_WORDS.items():
        if re.fullmatch(words, first):
            return kind
    found = _find_offers(reply, refs)
    if found:
        return found[0].kind
    if re.fullmatch(r"[a-z]{2}\d{3,4}|\d{1,2}:\d\d", first):
        return "flight"
    is_hotel = first in {hotel.name.split()[0].lower() for hotel in hotels().values()}
    return "hotel" if is_hotel or (first == "with" and find_feature(" ".join(refs).lower())) else None


def _find_offers(reply: str, refs: Sequence[str]) -> list[Offer]:
    """Return the offers of a reply that a number or the letter of what waits for a yes means."""
    first = "".join(refs[:1]).lower()
    offers = find_offers(reply)
    if first.isdigit():
        return [offer for offer in offers if offer.number == int(first)]
    if CONFIRM not in reply or len(first) != 1 or first not in _LETTERS:
        return []
    waiting = [offer for offer in offers if not offer.number] or list(offers)
    return waiting[_LETTERS.index(first) :][:1]


def _ask_of_counted(text: str, command: Command) -> Command:
    """Return a question about the first, or a comparison of 1 and 2, as one about these, if others were read."""
    is_named = any(re.search(rf"\b{re.escape(ref.lower())}\b", text) for ref in command.refs)
    is_title = len(command.refs) > 2 or "@" in command.subject  # of a list that was shown
    is_marked = command.verb == "ask" and (is_title or any(len(ref) == 1 for ref in command.refs))
    if command.verb not in {"ask", "compare"} or is_named or is_marked or find_mentions(command.subject):
        return command
    pair = _PAIR.search(text) if command.verb == "compare" else None
    numbers = find_pointed(text) or [int(each) for each in (pair.groups() if pair else ())]
    is_meant = len(numbers) > 1 if command.verb == "compare" else len(numbers) == 1 and bool(command.refs)
    return replace(command, refs=tuple(map(str, sorted(numbers)))) if is_meant else command


def _names(reply: str, text: str, refs: Sequence[str]) -> bool:
    """Return whether a text has words for what references mean."""
    if any(ref.isdigit() for ref in refs) and _RANKED.search(text):
        return True
    return any(_names_one(reply, text, ref.lower()) for ref in refs)


def _names_one(reply: str, text: str, ref: str) -> bool:
    kind = find_kind(reply, (ref,))
    if ref.isdigit():
        words = [ref, *_ORDINALS[int(ref) - 1 : int(ref)]]
        titles = [word for offer in _find_offers(reply, (ref,)) for word in offer.title.lower().split()[:1]]
        return bool(re.search(rf"\b(?:{'|'.join([*words, *titles])})\b", text))
    if len(ref) == 1:
        titles = [offer.title.lower().split()[0] for offer in _find_offers(reply, (ref,))]
        return any(re.search(rf"\b{re.escape(title)}\b", text) for title in titles)
    if ref in {"these", "those", "them", "all", "both"}:
        return bool(_SEVERAL.search(text)) or not _IT.search(text)
    if kind and re.fullmatch(_KIND_WORDS[kind], ref):
        return bool(re.search(rf"\b(?:{_KIND_WORDS[kind]})\b", text))
    return bool(re.search(rf"\b{re.escape(ref)}\b", text))


def _ask_of_each_kind(reply: str, text: str, commands: Sequence[Command]) -> list[Command]:
    """Return commands that ask the same of each kind that a question names: "cancel the hotel and the flights"."""
    asked = [each for each in commands if each.verb == "ask"]
    if len(asked) != 1:
        return list(commands)
    (command,) = asked
    if _OF_PLANE.search(text) and re.search(r"\bluggage\b|\bbag", command.text) and len(command.text.split()) <= 3:
        meant = command if find_kind(reply, command.refs) == "flight" else replace(command, refs=("flight",))
        return [meant if each is command else each for each in commands]
    both = next((match for each in split_sentences(text) if "?" in each and (match := _BOTH_KINDS.search(each))), None)
    if both is None or len(split_refs(command.refs)) > 1 or command.subject in {"these", "all", "everything"}:
        return list(commands)
    kinds = [_KINDS[both[name].rstrip("s")] for name in ("one", "other")]
    own = find_kind(reply, command.refs)
    of_each = [command if kind == own else replace(command, refs=(kind,)) for kind in dict.fromkeys(kinds)]
    return [new for each in commands for new in (of_each if each is command and len(of_each) > 1 else [each])]


def _ask_of_all_places(text: str, command: Command, commands: Sequence[Command]) -> Command:
    """Return a question about a place as one about all that the message compares, if it names that one only there."""
    compared = next((each for each in commands if each.verb == "compare"), None)
    if compared is None or command.verb != "place":
        return command
    places = list(dict.fromkeys(each.name for each in find_mentions(normalise(compared.subject)) if each.place))
    own = [each.name for each in find_mentions(normalise(command.subject))]
    is_one = len(own) == 1 and own[0] in places and len(places) > 1
    if not is_one or sum(each.name == own[0] for each in find_mentions(text)) > 1:
        return command
    refs = tuple(word for name in places for word in name.lower().split())
    month = re.search(_MONTH, compared.text.lower())
    if month is None or re.search(_MONTH, command.text.lower()):
        return replace(command, refs=refs)
    return replace(command, refs=refs, slots=((f"{command.text} {month[0]}", ""), *command.slots[1:]))


def _ask_of_spoken(reply: str, text: str, command: Command) -> list[Command]:
    """Return a search as questions about the one hotel of the reply, if the text only asks what that one is like.

    "Central but still quiet?" after something was told of one hotel is about that one.
    """
    wishes = command.values("with") + command.values("maybe")
    if command.verb != "find" or command.subject != "hotel" or len(wishes) != len(command.slots) or not wishes:
        return [command]
    asked = [each for each in split_sentences(text) if each.rstrip().endswith("?")]
    if len(asked) != 1 or _SEARCHES.search(asked[0]) or len(asked[0].split()) > _FEW_WORDS:
        return [command]
    name = find_spoken(reply)
    facts = [fact for table in (AMENITIES, FACT_WORDS) for fact, words in table.items() if _has(words, asked[0])]
    if name is None or not facts:
        return [command]
    return [Command("ask", tuple(name.split()), ((fact, ""),)) for fact in facts]


def _has(words: str, text: str) -> bool:
    return bool(re.search(rf"\b(?:{words})(?!\w)", text))


def find_spoken(reply: str) -> str | None:
    """Return the name of the one hotel that a reply without a list tells of, or None."""
    if any(offer.number for offer in find_offers(reply)):
        return None
    names = {hotel.name for hotel in hotels().values() if hotel.name in reply}
    return names.pop() if len(names) == 1 else None
