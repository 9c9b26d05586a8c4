"""The stages of a trip to several places, "London to Berlin on the 8th, then Paris, home on Friday", one by one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from ricordo_travel.dialogue.trips.legs import speaks_of_way_back
from ricordo_travel.dialogue.values.days import MONTH, WEEKDAYS
from ricordo_travel.dialogue.values.geography import Mention, find_mentions
from ricordo_travel.dialogue.values.party import parse_party
from ricordo_travel.dialogue.values.wishes import find_kinds

_TO = re.compile(r" ?(?:to|on to|-{1,2}>?|>|/) ?")
_BREAK = re.compile(r"[,.;!?+]|\b(?:and|then|next|after that|afterwards)\b")
_LAST_BREAK = re.compile(r"(?:\b(?:and|then|next|after that|afterwards)\W*){1,3}$")
_NEXT = re.compile(r"\b(?:then|next|after that|afterwards|on to|onward to|and on to|followed by)\b")
_BEFORE_PLACE = re.compile(r"(?:\b(?:fly|flying|flights?|go|going|from|to|on|in|back|home|return|for) ){1,4}$")
_ROUND = re.compile(r"\b(?:round[ -]?trip|both ways|there and back)\b")
_RANGE = re.compile(r"\b\d{1,2}(?:st|nd|rd|th)?(?: [a-z]{3,9})? ?(?:-|to|until|till) ?(?:the )?\d{1,2}\b")
_STARTS = re.compile(
    r"\b(?:from|live in|living in|based in|start(?:ing)? (?:in|from)|home is|(?:i'm|we're|i am|we are) in|"
    r"(?:bus|train|coach|car|drive|driving) to) $"
)
_FLIES = re.compile(r"\b(?:fly|flying|home|back)\b")
_HOMEWARD = re.compile(r"\b(?:back|home|return(?:ing)?)\b")
_WHEN = re.compile(rf"\d|\b(?:{'|'.join(WEEKDAYS)}|{MONTH.replace('?P<month>', '?:')}|nights?|days?|week)\b")
_SETS_OUT = re.compile(
    r"[.,;] ?(?:and )?(?:(?:we|i)(?:'ll| will|'d like to| want to)? (?:leave|start|go|fly|set off)|leaving|starting|"
    r"departing)(?: (?:on|from|the)){0,2} (?=\d|[a-z]{3,9} \d)[\w ]{1,30}"
)
"""When a trip begins, said at its end: "first Rome, then Athens. we leave on 3 July"."""
_OF_BOOKINGS = re.compile(r"\b(?:cancel|change|move|shift|swap|rebook|booked|bookings?|moved|or|instead)\b")
_NOT_THERE = re.compile(r"\W*(?:(?:no|sorry|oh|but|please)\b\W*){0,3}not (?:to |in |via )?[a-z ]{3,20}[.;!] ?")
"""What is not wanted, in a sentence before the stages: "no not to Singapore. Berlin to Tokyo on …"."""
_LIKED = re.compile(
    r"\W*(?:(?:ok|oh|yes|hm+|then|great)\b\W*){0,3}[a-z]{3,15}(?: [a-z]{3,15})? (?:is|sounds|would be|looks|it is)"
    r"(?: (?:a|very|really|also|quite)){0,2} (?:good|fine|great|nice|perfect|ok|lovely|better|interesting)"
    r"(?: idea)?[.;!] ?"
)
"""Words on a place, in a sentence before the stages: "London is good. so Lisbon to Paris on …"."""
_MAX_PLACES = 12


@dataclass(frozen=True, slots=True)
class _Stage:
    """A flight of a trip and what is said of it. Without an origin it begins where the trip does."""

    origin: str | None
    destination: str
    said: str


def split_stages(text: str) -> list[str]:
    """Return each stage of the trip in a text in lower case as a message of its own; the text alone if it is one."""
    if liked := _LIKED.match(text):
        stages_after = split_stages(text[liked.end() :])
        return stages_after if len(stages_after) > 1 else [text]
    if refused := _NOT_THERE.match(text):
        text = text[refused.end() :]
    mentions = find_mentions(text)[:_MAX_PLACES]
    is_clear = all(mention.place for mention in mentions) and not _OF_BOOKINGS.search(text)
    stages = _find_stages(text, mentions) if is_clear and len(mentions) > 1 else []
    if stages and (begins := _SETS_OUT.search(stages[-1].said)):
        stages[-1] = replace(stages[-1], said=stages[-1].said.replace(begins[0], ""))
        stages[0] = replace(stages[0], said=f"{stages[0].said}{begins[0]}")
    start = stages[0].origin if stages else None
    visited = {stage.destination for stage in stages} - {start}
    if len(visited) < 2 or not _WHEN.search(stages[1].said):  # the day of the first one may be known
        return [text]
    if any(one.destination != other.origin for one, other in pairwise(stages)):
        return [text]
    people, kinds = parse_party(text), find_kinds(text)
    if "car" in kinds:
        return [text]  # which stage it is for is not clear
    is_flown = start is not None or "flight" in kinds or "hotel" not in kinds or bool(_FLIES.search(text))
    what = " and ".join([*(["one-way flight"] if is_flown else []), *(["a hotel"] if "hotel" in kinds else [])])
    said = [_describe(stage, start, what) for stage in stages]
    *others, last = [*said[:-1], *_split_home(said[-1])]
    of_stays = " ".join(piece for piece in re.split(r"[.;,]", last) if "hotel" in find_kinds(piece))
    if last.startswith("flight") and of_stays:  # "…, home on friday. hotels with breakfast"
        others, last = [f"{each}, {of_stays}" for each in others], last.replace(of_stays, "")
    return [f"{others[0]}, {people} people" if people else others[0], *others[1:], last]


def _find_stages(text: str, mentions: Sequence[Mention]) -> list[_Stage]:
    """Return the flights that a text names one after the other, none if it names places that are no stages."""
    legs: list[tuple[str | None, str, int, int]] = []
    start: Mention | None = None
    has_ranges = (
        len(_RANGE.findall(text)) >= len(mentions) - 1 and len(mentions) > 1
    )  # "rome 3-6 july, athens 6-9 july"
    for n, mention in enumerate(mentions):
        before = text[mentions[n - 1].end : mention.start] if n else text[: mention.start]
        after = text[mention.end : mentions[n + 1].start] if n + 1 < len(mentions) else ""
        if n and _TO.fullmatch(before):
            origin = mentions[n - 1]
            legs.append((origin.name, mention.name, origin.start, mention.end))
        elif _TO.fullmatch(after) or (not legs and _STARTS.search(before)):
            start = mention
        elif not legs:
            legs.append((start.name if start else None, mention.name, mention.start, mention.end))
        elif mention.name == legs[-1][1]:
            continue  # what is said of it goes on
        elif _STARTS.search(before):
            return []  # "back from kyoto": how one gets there is not said; or "i'm in sydney", where it begins
        elif _NEXT.search(before) or _HOMEWARD.search(before) or has_ranges:
            is_home = _HOMEWARD.search(before) and legs[0][0] is None and mention.name not in {leg[1] for leg in legs}
            legs[:1] = [(mention.name, *legs[0][1:])] if is_home else legs[:1]  # one goes back to where one began
            legs.append((legs[-1][1], mention.name, mention.start, mention.end))
        else:
            return []
    if not legs:
        return []  # "out from berlin, home from madeira": where one starts alone is no stage
    begun = start.end if start and start.end < legs[0][2] else 0  # "i live in berlin. fly to rome on …"
    cuts = [begun, *(_find_cut(text, one[3], other[2]) for one, other in pairwise(legs)), len(text)]
    return [
        _Stage(origin, destination, _join(text[cut:begin], text[end:following]))
        for (origin, destination, begin, end), (cut, following) in zip(legs, pairwise(cuts), strict=True)
    ]


def _find_cut(text: str, end: int, begin: int) -> int:
    """Return where a stage begins, between the place of the one before and its own."""
    breaks = [match.end() for match in _BREAK.finditer(text, end, begin)]
    return breaks[-1] if breaks else begin


def _join(before: str, after: str) -> str:
    return _ROUND.sub("", f"{_BEFORE_PLACE.sub('', before)} {_LAST_BREAK.sub('', after)}").strip(" ,.;:+")


def _describe(stage: _Stage, start: str | None, what: str) -> str:
    """Return the words of a stage as a message that asks for something there, or for the way back."""
    destination = stage.destination.lower()
    if stage.destination == start:
        return f"flight back to {destination}, {stage.said}"
    ends = f"from {stage.origin.lower()} to {destination}" if stage.origin else f"to {destination}"
    return f"{what} {ends if 'flight' in what else f'in {destination}'}, {stage.said}"


def _split_home(said: str) -> list[str]:
    """Return the last stage, and the way home after it if it is spoken of."""
    match = _HOMEWARD.search(said) if not said.startswith("flight back") else None
    breaks = [each.end() for each in _BREAK.finditer(said, 0, match.start())] if match else []
    if not match or not breaks or not speaks_of_way_back(f"flight {said[match.start() :]}"):
        return [said]
    home = f"flight home, {said[breaks[-1] : match.start()]}{said[match.end() :]}"
    return [_LAST_BREAK.sub("", said[: breaks[-1]]).rstrip(" ,.;+"), home]
