"""The cost of a trip if it were changed, as the reply to that question says it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ricordo_travel.clerk.commands import Command
from ricordo_travel.clerk.scene import Scene
from ricordo_travel.dialogue.values.numbers import parse_numbers

_PRICE = r"would (?:be|cost the same,) \$(?P<total>[\d,]+)"
_ALL = re.compile(rf"All of the trip {_PRICE}")
_ONE = re.compile(_PRICE)


@dataclass(frozen=True, slots=True)
class Supposed:
    """The cost of a trip that is not booked so.

    Attributes:
        total: The price of all of it.
        people: For how many it would be, if the question was about that.
    """

    total: int
    people: int | None = None


def find_supposed(scene: Scene, *, is_new: bool) -> Supposed | None:
    """Return what the message before this command supposes, or else, unless it must be new, the message before it."""
    before = scene.commands[: scene.at] if scene.at is not None else scene.commands
    own = [each for each in before if each.verb == "whatif"]
    if own:
        return _read("\n".join(scene.said), own[-1])
    asked = [each for _, commands in scene.earlier[-1:] for each in commands if each.verb == "whatif"]
    return _read(scene.state.last_reply, asked[-1]) if asked and not is_new else None


def _read(text: str, asked: Command) -> Supposed | None:
    """Return what a reply to a question says that a trip would cost; None if it does not say one price."""
    found = list(dict.fromkeys(_ALL.findall(text) or _ONE.findall(text)))
    people = parse_numbers(asked.value("people") or "")
    if len(found) != 1:
        return None
    return Supposed(int(found[0].replace(",", "")), int(people[0]) if people else None)
