"""How many people a message speaks of, where the reader did not write it down."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ricordo_travel.clerk.commands import Command
from ricordo_travel.clerk.reading.slots import AT_LEAST
from ricordo_travel.clerk.reading.tidying import Slot
from ricordo_travel.clerk.reading.weekdays import MONTH
from ricordo_travel.dialogue.values.geography import find_mentions
from ricordo_travel.dialogue.values.memory_words import RELATION
from ricordo_travel.dialogue.values.numbers import NUMBER, parse_count, parse_numbers
from ricordo_travel.dialogue.values.party import MAX_PEOPLE, parse_company, parse_listed, parse_party, tells_former
from ricordo_travel.dialogue.values.text import is_first_name

_PAIR = re.compile(
    r"\bfor (?:my|our|his|her) (?:\w+ )?(?:parents|grandparents|in-laws)\b(?! and)|\b(?:anniversary|honeymoon)\b"
)
"""Words that tell of two who travel."""
_NOT_PEOPLE = re.compile(r"(?:nigh?te?s?|days?|weeks?|months?|hours?|stars?|rooms?|bags?|us|me|my|our|u|you)")
"""What stands behind a number that counts no people; "4 us" is "for us"."""
_YEARS_OLD = re.compile(r"\byears? olds?\b")
_ADULTS = re.compile(
    rf"\b(?P<adults>{NUMBER}) (?:adults?|grown-?ups?)(?:,| and| plus| \+| &)? (?:the |our |my )?"
    rf"(?P<young>{NUMBER}) (?:small |little |young )?(?:kids?|child(?:ren)?|teens?|teenagers?|toddlers?|babies|baby)\b"
)
_COUPLE = re.compile(r"\b(?:both|two|couple|pair|us)\b")
_VISITED = re.compile(
    r"\b(?:visit|visiting|see|seeing|meet|meeting|stay with|staying with) "
    rf"(?:(?:my|our|the|his|her) (?:\w+ )?{RELATION}\b|(?P<name>[a-z]{{2,20}})\b)"
)
_WITH_OWN = re.compile(rf"\b(?<!stay )(?<!staying )with (?:my|our) (?={NUMBER} )")
"""Words before people whom somebody takes along and counts: "a trip with my two grandkids"."""
_WITH_SOME = re.compile(
    rf"\bwith (?:my )?(?P<count>{NUMBER}) (?:\w+ )?(?:friends|mates|buddies|colleagues|girlfriends|lads)\b"
)
"""Words of one who goes with others, and counts only these."""
_WE = re.compile(r"\b(?:we|we're|we'd|us|our)\b")
_WITH_OTHERS = re.compile(r"\b(?:we|us|our|ours)\b|\b(?:with|and) (?:my|the|\d)")


_MY_CHILDREN = re.compile(rf"\bmy (?:{NUMBER} )?(?:\w+ )?(?:kids?|child(?:ren)?|sons?|daughters?|boys?|girls?)\b")
_WITH_PARTNER = re.compile(
    r"\b(?:we|us|our|wife|husband|hubby|partner|spouse|girlfriend|boyfriend|fianc\w+|"
    r"(?:their|his|her) (?:mum|mom|dad))\b"
)


def add_party(text: str, commands: list[Command]) -> list[Command]:
    """Return commands whose question about a place is asked for the people of the text.

    Who is only spoken of may be some of those who travel: "is it good with a child?".
    """
    people = parse_party(text) or (2 if _PAIR.search(text) else None)
    is_all = bool(_PAIR.search(text)) or parse_party(text, MAX_PEOPLE + 1) is not None
    for n, each in enumerate(commands):
        if _PAIR.search(text) and each.verb in {"find", "suggest"} and not any(one.has("people") for one in commands):
            commands[n] = replace(each, slots=(*each.slots, ("people", str(people))))
    if not people or people < 2 or any(each.has("people") for each in commands):
        return commands
    if any(each.verb in {"find", "suggest", "pick"} for each in commands):
        return commands
    at = next((n for n, each in enumerate(commands) if each.verb == "place" and each.slots), None)
    if at is not None:
        slot = ("people", f"{people}" if is_all else f"{AT_LEAST}{people}")
        commands[at] = replace(commands[at], slots=(*commands[at].slots, slot))
    return commands


def ground_people(text: str, slots: Sequence[Slot]) -> list[Slot]:
    """Return slots with the people whom the message counts, not with a day or with somebody who is visited."""
    slots = [slot for slot in slots if slot[0] != "people" or not _counts_else(text, slot[1])]
    match, party = _ADULTS.search(text), parse_party(text)
    if match:
        number = parse_count(match["adults"]) + parse_count(match["young"])
        return [(name, str(number) if name == "people" and party == number else value) for name, value in slots]
    is_alone = bool(_MY_CHILDREN.search(text)) and not _WITH_PARTNER.search(text)
    is_whole = not re.search(r"\bwith (?:my|our)\b", text)
    if listed := (is_alone and parse_company(text)) or (is_whole and parse_listed(text)):  # they are not counted
        said = {*parse_numbers(text)}
        slots = [(n, str(listed) if n == "people" and not said & {*parse_numbers(v)} else v) for n, v in slots]
    if (others := _WITH_SOME.search(text)) and not _WE.search(text):
        count = str(parse_count(others["count"]))
        slots = [(name, str(int(value) + 1) if (name, value) == ("people", count) else value) for name, value in slots]
    is_counted = party is not None
    return [slot for slot in slots if slot[0] != "people" or is_counted or not _is_miscounted(text, slot[1])]


def _counts_else(text: str, number: str) -> bool:
    """Return whether a text has a number only with what is not counted by people: "4 nites", "ok 4 us"."""
    found = re.findall(rf"(?<![\d:.,]){re.escape(number)}(?![\d:.,]\d)\b ?(?P<what>[a-z]*)", text)
    return bool(found) and all(_NOT_PEOPLE.fullmatch(what) for what in found)


def add_people(text: str, command: Command, slots: list[Slot]) -> list[Slot]:
    """Return the slots of a search with the people whom the message names: "my wife and I", "for our honeymoon"."""
    is_counted = any(name in {"people", "seats", "rooms"} for name, _ in slots) or _YEARS_OLD.search(text)
    if is_counted or command.verb not in {"find", "suggest"} or command.subject == "car":
        return slots
    party = parse_party(text)
    if party is None and (own := _WITH_OWN.search(text)) and (company := parse_company(text[own.start() :])):
        return [*slots, ("people", f"{AT_LEAST}{company}")]
    if party is None and any(_list_visited(text)) and command.has("place") and not _WITH_OTHERS.search(text):
        return [*slots, ("people", "1")]  # who is called by a name may have been counted for the trip before
    return [*slots, ("people", str(party))] if party and party > 1 else slots


def _list_visited(text: str) -> list[str]:
    """Return the names of those whom the traveller visits, empty ones for relatives: "visit Marta in Rome"."""
    names = [match["name"] or "" for match in _VISITED.finditer(text)]
    return [name for name in names if not name or (is_first_name(name) and not find_mentions(f"in {name}"))]


def _is_miscounted(text: str, number: str) -> bool:
    """Return whether a number of people is only the day of a month, or counts somebody who is visited or has died."""
    if _list_visited(text) or tells_former(text):
        return True
    count = re.escape(number)
    found = len(re.findall(rf"\b{count}(?:st|nd|rd|th)?\b", text))
    day = rf"\b{count}(?:(?:st|nd|rd|th)\b| (?:of )?{MONTH}\b| (?:back|out|home)\b)|\b{MONTH} {count}\b"
    return found > 0 and not _COUPLE.search(text) and len(re.findall(day, text)) == found
