"""The start of a trip: the place that was said, the nearest one that is served, or home."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ricordo_travel.clerk.commands import Command
from ricordo_travel.clerk.reading.start_words import OF_START
from ricordo_travel.clerk.scene import Scene
from ricordo_travel.dialogue.trips.booked import find_last_start
from ricordo_travel.dialogue.values.geography import Mention, find_mentions, find_named, find_near
from ricordo_travel.dialogue.values.text import normalise
from ricordo_travel.places import Place, find_place

_BEFORE = re.compile(r"\b(?:from|to|near|of) $")


@dataclass(frozen=True, slots=True)
class Start:
    """The start of a trip.

    Attributes:
        place: The place, which is served.
        named: The place that was named, if that is not served and the other one is the nearest to it.
        is_earlier: Whether nobody named it, and the last booked trip began there.
    """

    place: Place
    named: str = ""
    is_earlier: bool = False

    def explain(self) -> str:
        """Return that the place is only the nearest one, or taken from a trip before; nothing if it was named."""
        if self.is_earlier:
            return f"I took {self.place.name} as the start, like last time; tell me if that is not right."
        return f"{self.named} is not served; {self.place.name} is the nearest place to it." if self.named else ""


def find_start(scene: Scene, text: str = "", without: Sequence[Place] = ()) -> Start | None:
    """Return where a trip starts: as a fact in lower case names it, as was said, as memory has it, or as last time."""
    mention = _find_in_fact(text, without) or _find_told(scene.commands)
    if mention is None and scene.trip.origin:
        said = _settle(_find_said(scene))
        return said if said and said.place == scene.trip.origin else Start(scene.trip.origin)
    known = scene.known()
    mention = mention or _find_said(scene)
    if mention is None and known.start:
        return Start(known.start)
    return _settle(mention or known.told_start or known.home) or find_earlier_start(scene)


def find_earlier_start(scene: Scene) -> Start | None:
    """Return where the last booked trip began."""
    name = find_last_start(scene.booked)
    return Start(find_place(name), is_earlier=True) if name else None


def _settle(mention: Mention | None) -> Start | None:
    """Return a place that was named as a start, or the one near it that is served."""
    if mention is None or len(mention.places) > 1:
        return None
    place = mention.place or find_near(mention)
    return Start(place, "" if mention.place else mention.name) if place else None


def _find_in_fact(text: str, without: Sequence[Place]) -> Mention | None:
    """Return the place that a fact measures from: "shortest flight from London", "closest to Amsterdam"."""
    named = [each for each in find_mentions(text) if _BEFORE.search(text[: each.start])]
    return next((each for each in named if each.place not in without), None)


def _find_told(commands: Iterable[Command]) -> Mention | None:
    """Return where people say that they are or live, the last of some commands that says so."""
    found: Mention | None = None
    for command in commands:
        text = normalise(command.text) if command.verb in {"tell", "correct"} else ""
        own = next((each for each in find_mentions(text) if OF_START.search(text[: each.start])), None)
        found = own or found
    return found


def _find_said(scene: Scene) -> Mention | None:
    """Return the latest place that a message of the conversation names as the start."""
    for commands in (scene.commands, *(said for _, said in reversed(scene.earlier))):
        named = [value for command in commands for value in command.values("from")]
        mention = find_named(normalise(named[-1])) if named else _find_told(commands)
        if mention:
            return mention
    return None
