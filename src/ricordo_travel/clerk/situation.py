"""The situation that a message is read in: what the person sees, in few words, with a mark for each thing in it.

Offers have the numbers of their list, what waits for a yes has the letters a, b, c …, and what is booked x, y, z ….
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ricordo_travel.dialogue.replies.offers import BOOKING_ID

WAITING = "abcdefgh"
BOOKED = "xyzwvutsrq"
START = "start"
"""The situation in which nothing was said yet."""

_FLIGHT = re.compile(
    r"[Ff]light (?P<number>[A-Z]{2}\d+) from (?P<origin>[^,]{1,40}?) to (?P<goal>[^,]{1,40}?), (?P<day>\d+ \w+) \d{4} "
    r"at (?P<time>\d\d:\d\d), (?P<people>\d+) passengers? in (?P<cabin>\w+), "
    r"\$(?P<total>[\d,]+) in all(?: – (?P<more>.*))?"
)
_HOTEL = re.compile(
    r"(?P<name>[A-Z][^,$]{1,60}?), (?P<rooms>\d+ [\w ]{1,40}?rooms?(?: and \d+ [\w ]{1,40}?rooms?){0,3}), "
    r"(?P<days>\d+(?: \w+)?(?: \d{4})? to \d+ \w+) \d{4} \((?P<nights>\d+) nights?\), (?P<people>\d+) guests?, "
    r"\$(?P<total>[\d,]+) in all(?: – (?P<more>.*))?"
)
_CAR = re.compile(
    r"(?P<car_class>[\w-]+) car at (?P<location>[^,]{1,60}?), (?P<days>\d+(?: \w+)?(?: \d{4})? to \d+ \w+) \d{4} "
    r"\((?P<nights>\d+) days?\), \$(?P<total>[\d,]+) in all(?: – (?P<more>.*))?"
)
_NAMED_FLIGHT = re.compile(r"(?P<name>flight [A-Z]{2}\d+ \D+) \d+ \w+ (?P<time>\d\d:\d\d)")
_NUMBERED = re.compile(r"(?P<number>\d+)\. (?P<rest>.+)$")
_SETTLED = re.compile(r"(?P<done>Booked|Cancelled|Changed)\. (?P<id>[FHC]-\w+): (?P<what>.+)$")
_LISTED = re.compile(r"(?P<number>\d+)\. (?P<id>[FHC]-\w+): (?P<what>.+)$")
_ASKED = re.compile(r"Shall I (?P<verb>book|change|cancel) (?:this|these)(?: bookings?)?\?|Still waiting for your yes:")
_CHANGED = re.compile(r"(?:Change|Cancel) [FHC]-\w+(?:,| to) ")
_ID = re.compile(r"[FHC]-\w{8}: | \([FHC]-\w{8}\)")
_HEADING = re.compile(r"(?:Hotels in|Flights from|Cars in) ")
_PER_NIGHT = re.compile(r"\$([\d,]+) a night")
_STARS = re.compile(r"(\d) stars")
_RATED = re.compile(r"rated [\d.]+,? ?(.*)")
_WHICH = "Which one shall I book? Say its number, or tell me what to change."
_BOOK_IT = "Shall I book it?"
_CONFIRM = "Please say yes or no."
_MAX_REPLY = 1_500
_MAX_OLDER = 6


@dataclass(frozen=True)
class Situation:
    """The things that a person sees when they type.

    Attributes:
        text: All of it in few words, as the reader is given it.
        booked: The ids of the bookings, by their letters.
    """

    text: str
    booked: dict[str, str]

    def mark_bookings(self, message: str) -> str:
        """Return a message with the letter of each booking instead of its id, which is no word that a reader knows."""
        letters = {id: letter for letter, id in self.booked.items()}
        return BOOKING_ID.sub(lambda match: letters.get(match[1].upper(), match[1]), message)


def describe_situation(history: Sequence[tuple[str, str]]) -> Situation:
    """Return the situation after the messages of a conversation, each with its role; the last is the assistant's."""
    if not history:
        return Situation(START, {})
    booked, older = _find_bookings(history)
    replies = [text for role, text in history if role == "assistant"]
    said = [text for role, text in history if role == "user"]
    last = replies[-1] if replies else ""
    reply, waits, shown = _condense(last, booked)
    lines = [f"said: {_shorten(said[-1], 25)}"] if said else []
    lines.append(f"reply: {reply[:_MAX_REPLY]}")
    headings = [line.rstrip(":") for text in replies for line in text.splitlines() if _HEADING.match(line)]
    if headings and headings[-1] not in last:
        lines.append(f"about: {_shorten(headings[-1], 20)}")
    if waits:
        lines.append("waits: " + "; ".join(waits))
    if booked:
        lines.append(
            "booked: " + "; ".join(f"{mark} {what}" for mark, what in zip(BOOKED, booked.values(), strict=False))
        )
    names = [name for name in older if name not in shown and all(_name(what) != name for what in booked.values())]
    if names:
        lines.append("earlier: " + "; ".join(names[-_MAX_OLDER:]))
    return Situation("\n".join(lines), dict(zip(BOOKED, booked, strict=False)))


def _find_bookings(history: Sequence[tuple[str, str]]) -> tuple[dict[str, str], list[str]]:
    """Return what is booked by its id, and the names of all offers, as far as the replies of a conversation say."""
    booked: dict[str, str] = {}
    offers: dict[str, None] = {}
    for role, text in history:
        for line in text.splitlines() if role == "assistant" else ():
            if settled := _SETTLED.match(line):
                if settled["done"] == "Cancelled":
                    booked.pop(settled["id"], None)
                else:
                    booked[settled["id"]] = describe_line(settled["what"]) or settled["what"]
            elif listed := _LISTED.match(line):
                booked[listed["id"]] = describe_line(listed["what"]) or listed["what"]
            elif (numbered := _NUMBERED.match(line)) and (thing := describe_line(numbered["rest"])):
                offers[_name(thing)] = None
    return booked, list(offers)


def _condense(reply: str, booked: dict[str, str]) -> tuple[str, list[str], set[str]]:
    """Return a reply in few words, what waits for a yes in it, and the names of the things that it shows."""
    said: list[str] = []
    waits: list[str] = []
    shown: set[str] = set()
    verb = ""
    for line in filter(None, map(str.strip, reply.splitlines())):
        if line == _CONFIRM:
            continue
        if listed := _LISTED.match(line):
            said.append(f"{listed['number']} {booked.get(listed['id'], '')}")
        elif (numbered := _NUMBERED.match(line)) and (thing := describe_line(numbered["rest"])):
            said.append(f"{numbered['number']} {thing};")
            shown.add(_name(thing))
        elif asked := _ASKED.match(line):
            verb = asked["verb"] or "book"
        elif verb and (thing := describe_line(_capitalise(_CHANGED.sub("", line)))):
            waits.append(f"{WAITING[len(waits)] if len(waits) < len(WAITING) else 'z'} {verb} {thing}")
            shown.add(_name(thing))
        elif settled := _SETTLED.match(line):
            said.append(f"{settled['done']} {describe_line(settled['what']) or settled['what']}.")
        elif line == _WHICH:
            said.append("Which one?")
        else:
            said.append("Book it?" if line.startswith(_BOOK_IT) else _shorten(_ID.sub("", line), 30))
    return " ".join(said), waits, shown


def describe_line(text: str) -> str | None:
    """Return the offer or booking in a line in few words, or None if there is none."""
    if match := _FLIGHT.search(text):
        stop = "" if not match["more"] or "nonstop" in match["more"] else " with stop"
        cabin = "" if match["cabin"] == "economy" else f" {match['cabin']}"
        way = f"{match['origin']} to {match['goal']} {match['day']} {match['time']}"
        return f"flight {match['number']} {way} {match['people']} people{cabin} ${match['total']}{stop}"
    if match := _HOTEL.search(text):
        more = match["more"] or ""
        night, stars, rest = _PER_NIGHT.search(more), _STARS.search(more), _RATED.search(more)
        extras = f" ${night[1]} a night" if night else ""
        extras += f" {stars[1]} stars" if stars else ""
        extras += f" {rest[1][:70]}" if rest and rest[1] else ""
        stay = f"{match['days']} {match['people']} people {match['rooms']} ${match['total']}"
        return f"hotel {match['name']} {stay}{extras}"
    if match := _CAR.search(text):
        more = f" {match['more'][:40]}" if match["more"] else ""
        return f"car {match['car_class'].lower()} {match['location']} {match['days']} ${match['total']}{more}"
    return None


def _name(thing: str) -> str:
    """Return what sets a thing apart from others of its kind: all but days, party and price."""
    if flight := _NAMED_FLIGHT.match(thing):
        return f"{flight['name']} {flight['time']}"
    return re.sub(r" \d.*", "", thing)


def _shorten(text: str, most: int) -> str:
    words = text.split()
    return " ".join(words[:most]) + (" …" if len(words) > most else "")


def _capitalise(text: str) -> str:
    return text[:1].upper() + text[1:]
