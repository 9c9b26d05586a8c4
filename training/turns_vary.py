"""Vary messages to the travel assistant, so that the reader learns from each of them as from many.

    python training/turns_vary.py

prints some of the messages as they were written and varied.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Sequence
from dataclasses import replace

from turns_data import FOLDER, Turn, read_turns

UNSERVED = (
    "Amsterdam Austin Bilbao Bologna Bordeaux Boston Bristol Brussels Budapest Cairo Catania Chicago Cologne "
    "Copenhagen Cork Denver Dubai Florence Frankfurt Galway Geneva Glasgow Graz Hamburg Helsinki Istanbul Krakow "
    "Leeds Lyon Madrid Malaga Malta Manchester Marseille Milan Montreal Munich Naples Nice Palermo Prague Riga "
    "Santorini Seattle Seville Split Stockholm Stuttgart Tallinn Toronto Turin Valencia Venice Vienna Warsaw Zagreb "
    "Zurich"
).split()
MONTHS = "January February March April June July August September October November December".split()
"""The months but May, which is a word."""

_OFFER = re.compile(r"\b(?P<number>[1-4]) (?P<what>(?P<kind>flight|hotel|car) [^;]+)(?=;)")
_BY_ITS_PLACE = re.compile(
    r"\b(?:\d|one|two|three|four|first|1st|second|2nd|third|3rd|fourth|last|top|middle|former|latter|other|both|all|"
    r"these|those|them|either|any|next|above|bottom)\b",
    re.IGNORECASE,
)
_MOST = re.compile(
    r"\b(?:cheap|pric|expens|dear|earl|late|morning|evening|afternoon|noon|night flight|near|clos|star|best|quiet|fast|"
    r"quick|small|big|large)\w*",
    re.IGNORECASE,
)
_NUMBERS_NAMED = frozenset({"pick", "yes", "no", "ask", "compare", "whatif", "total", "keep", "which"})
_LETTERS_NAMED = _NUMBERS_NAMED | {"cancel", "change", "bookings"}
_ORDER = "abcdefghxyzwvutsrq"
_LIST = re.compile(r"^(?P<name>waits|booked): (?P<things>.+)$", re.MULTILINE)
_BY_ITS_ORDER = re.compile(
    r"\b(?:one|two|three|first|1st|second|2nd|third|3rd|last|top|former|latter|next|above|bottom|[1-9])\b",
    re.IGNORECASE,
)
_FLIGHT = re.compile(r"\b([A-Za-z]{2})(\d{3,4})\b")
_MONTH = rf"(?:{'|'.join(MONTHS)}|(?-i:May))\b"
_DAY = re.compile(
    rf"\b(?P<day>\d{{1,2}})(?P<after>(?:st|nd|rd|th)\b|(?: ?(?:to|-|–|and|until) ?\d{{1,2}})? (?:of )?{_MONTH})",
    re.IGNORECASE,
)
_PLACE_IN_LIST = re.compile(rf"\b[1-4](?:st|nd|rd|th)\b(?! (?:of )?{_MONTH})", re.IGNORECASE)
_ORDINALS = {1: "st", 2: "nd", 3: "rd", 21: "st", 22: "nd", 23: "rd", 31: "st"}
_LAST_DAY = 28
_PRICE = re.compile(r"\$(\d[\d,]*)")
_LEAST_PRICE = 40
_MONEY = re.compile(r"\b(?:max|min) (\d{2,5})\b")
_SUMS = (60, 75, 90, 110, 140, 180, 250, 350, 480, 650, 800, 1200, 1500, 2500)

_FIRST = frozenset({"yes", "pick", "tell", "no", "correct", "forget", "cancel", "keep"})
_SECOND = frozenset({"find", "ask", "place", "total", "tell", "bookings", "recall", "which", "whatif", "about"})
_JOINTS = (". ", ". ", ", ", " and ", ". also ", " - ", ", and ", ". oh and ", " also ", "! ", ". then ", "... ")
_BEGINS = re.compile(r"(?:and|but|also|then|ok(?:ay)?|so|well|no|yes|hi|hello)\b[ ,.!]*", re.IGNORECASE)
_MAX_JOINED = 150
"""Letters of a message that is joined to another."""


class Varier:
    """Varies turns: other names, months, sums and typing, offers in another order, two messages in one."""

    def __init__(self, places: Sequence[str], hotels: Sequence[str], turns: Sequence[Turn]) -> None:
        self._swaps = [(list(places), 0.5), (UNSERVED, 0.3), (list(hotels), 0.5)]
        self._together: dict[int, list[Turn]] = {}
        for turn in turns:
            self._together.setdefault(turn.number, []).append(turn)

    def vary(self, turn: Turn, chance: random.Random) -> Turn:
        """Return a turn as somebody else might have it. What is named in its commands changes with its texts."""
        if not turn.task and chance.random() < 0.15:
            turn = self._join(turn, chance)
        if not turn.task and chance.random() < 0.5:
            turn = _reorder(turn, chance)
            turn = _relist(turn, chance)
        texts = [turn.situation, turn.message, turn.program]
        for change in (_change_flights, _shift_days, _scale_prices):
            if not turn.task and chance.random() < 0.5:
                texts = change(texts, chance)
        for names, share in self._swaps:
            if chance.random() < share:
                texts = _swap_some(texts, names, chance)
        if chance.random() < 0.3:
            shift = chance.randrange(1, len(MONTHS))
            texts = _swap(texts, dict(zip(MONTHS, MONTHS[shift:] + MONTHS[:shift], strict=True)))
        if chance.random() < 0.4:
            texts = _change_sums(texts, chance)
        situation, message, program = texts
        if chance.random() < 0.1:
            situation = re.sub(r"\nearlier: .*", "", situation)
        return replace(turn, situation=situation, message=_retype(message, chance), program=program)

    def _join(self, turn: Turn, chance: random.Random) -> Turn:
        """Return a message that says two things: that of a turn, and another one of the same situation."""
        heads = {command.split(" | ")[0] for command in turn.program.split(" ; ")}
        if not {head.split(" ")[0] for head in heads} <= _FIRST or len(turn.message) > _MAX_JOINED:
            return turn
        others = [
            other
            for other in self._together.get(turn.number, ())
            if other.program.split(" ")[0] in _SECOND
            and " ; " not in other.program
            and len(other.message) <= _MAX_JOINED
            and other.program.split(" | ")[0] not in heads
        ]
        if not others:
            return turn
        other = chance.choice(others)
        said = turn.message.rstrip(" .!?,") + chance.choice(_JOINTS) + _BEGINS.sub("", other.message, count=1)
        return replace(turn, message=said, program=f"{turn.program} ; {other.program}")


def _reorder(turn: Turn, chance: random.Random) -> Turn:
    """Return a turn with its offers in another order, if its message says by what they are which one it means."""
    offers = list(_OFFER.finditer(turn.situation))
    names = [offer["number"] for offer in offers]
    meant = {ref for command in turn.program.split(" ; ") for ref in _list_numbers(command)}
    if len(offers) < 2 or len(set(names)) < len(names) or not meant or _BY_ITS_PLACE.search(turn.message):
        return turn
    if not _MOST.search(turn.message) and not all(_is_described(turn.message, ref, offers) for ref in meant):
        return turn
    order = [other for group in _group(offers) for other in chance.sample(group, len(group))]
    situation, end = "", 0
    for offer, other in zip(offers, order, strict=True):
        situation += turn.situation[end : offer.start("what")] + other["what"]
        end = offer.end()
    renumbered = {other["number"]: offer["number"] for offer, other in zip(offers, order, strict=True)}
    commands = [_renumber(command, renumbered) for command in turn.program.split(" ; ")]
    return replace(turn, situation=situation + turn.situation[end:], program=" ; ".join(commands))


def _relist(turn: Turn, chance: random.Random) -> Turn:
    """Return a turn with what waits and what is booked in another order, if its message names nothing by its order."""
    if _BY_ITS_ORDER.search(turn.message):
        return turn
    letters: dict[str, str] = {}

    def shuffle(match: re.Match[str]) -> str:
        things = match["things"].split("; ")
        if not all(re.match(r"[a-hq-z] ", thing) for thing in things):
            return match[0]
        order = chance.sample(things, len(things))
        letters.update({other[0]: thing[0] for thing, other in zip(things, order, strict=True)})
        return f"{match['name']}: " + "; ".join(t[0] + o[1:] for t, o in zip(things, order, strict=True))

    situation = _LIST.sub(shuffle, turn.situation)
    commands = [_reletter(command, letters) for command in turn.program.split(" ; ")]
    return replace(turn, situation=situation, program=" ; ".join(commands))


def _reletter(command: str, letters: dict[str, str]) -> str:
    head, *slots = command.split(" | ")
    verb, *refs = head.split(" ")
    if verb not in _LETTERS_NAMED:
        return command
    named = [ref for ref in refs if ref in letters]
    new = [letters[ref] for ref in named]
    if named == sorted(named, key=_ORDER.index):
        new.sort(key=_ORDER.index)
    following = iter(new)
    return " | ".join([" ".join([verb, *(next(following) if ref in letters else ref for ref in refs)]), *slots])


def _change_flights(texts: list[str], chance: random.Random) -> list[str]:
    """Return texts with other numbers of flights."""
    table: dict[str, str] = {}

    def change(match: re.Match[str]) -> str:
        number = match[2]
        table.setdefault(number, str(chance.randrange(10 ** (len(number) - 1), 10 ** len(number))))
        return match[1] + table[number]

    return [_FLIGHT.sub(change, text) for text in texts]


def _shift_days(texts: list[str], chance: random.Random) -> list[str]:
    """Return texts with all days of months moved by as many days."""
    days = {int(number) for text in texts for match in _DAY.finditer(text) for number in re.findall(r"\d+", match[0])}
    if not days or min(days) < 1 or max(days) > _LAST_DAY or _PLACE_IN_LIST.search(texts[1]):
        return texts
    by = chance.randrange(1 - min(days), _LAST_DAY - max(days) + 1)

    def shift(match: re.Match[str]) -> str:
        if match["after"][:2].lower() in {"st", "nd", "rd", "th"}:
            day = int(match["day"]) + by
            return f"{day}{_ORDINALS.get(day, 'th')}"
        return re.sub(r"\d+", lambda number: str(int(number[0]) + by), match[0])

    return [_DAY.sub(shift, text) for text in texts]


def _scale_prices(texts: list[str], chance: random.Random) -> list[str]:
    """Return texts with all prices of a situation higher or lower by the same share."""
    share = chance.uniform(0.6, 1.5)
    prices = {match[1] for match in _PRICE.finditer(texts[0])}
    table: dict[str, str] = {}
    for price in prices:
        amount = int(price.replace(",", ""))
        if amount >= _LEAST_PRICE:
            new = round(amount * share)
            table |= {str(amount): str(new), f"{amount:,}": f"{new:,}"}
    if not table:
        return texts
    pattern = re.compile(
        r"(?<![\d.,:A-Za-z])(?:" + "|".join(map(re.escape, sorted(table, key=len, reverse=True))) + r")(?![\d:]|[.,]\d)"
    )
    situation = _PRICE.sub(lambda match: "$" + table.get(match[1], match[1]), texts[0])
    return [situation, *(pattern.sub(lambda match: table[match[0]], text) for text in texts[1:])]


def _group(offers: Sequence[re.Match[str]]) -> list[list[re.Match[str]]]:
    """Return the offers of each list: those that nothing stands between."""
    groups: list[list[re.Match[str]]] = []
    for offer in offers:
        if groups and offer.start() - groups[-1][-1].end() <= len("; "):
            groups[-1].append(offer)
        else:
            groups.append([offer])
    return groups


def _list_numbers(command: str) -> list[str]:
    verb, *refs = command.split(" | ", maxsplit=1)[0].split(" ")
    return [ref for ref in refs if re.fullmatch(r"[1-4]", ref)] if verb in _NUMBERS_NAMED else []


def _renumber(command: str, numbers: dict[str, str]) -> str:
    head, *slots = command.split(" | ")
    verb, *refs = head.split(" ")
    if verb not in _NUMBERS_NAMED:
        return command
    return " | ".join([" ".join([verb, *(numbers.get(ref, ref) for ref in refs)]), *slots])


def _is_described(message: str, number: str, offers: Sequence[re.Match[str]]) -> bool:
    """Return whether a message has a word of this offer that is in none of the others."""
    said = set(re.findall(r"[a-z]{4,}|\d[\d:,]+", message.lower()))
    words = {offer["number"]: set(re.findall(r"[a-z]{4,}|\d[\d:,]+", offer["what"].lower())) for offer in offers}
    others = set().union(*(each for name, each in words.items() if name != number))
    return bool(said & words.get(number, set()) - others)


def _change_sums(texts: list[str], chance: random.Random) -> list[str]:
    """Return texts with other sums, where only the message names them."""
    situation, message, program = texts
    for number in {match[1] for match in _MONEY.finditer(program)}:
        word = re.compile(rf"(?<![\d.,:]){number}(?![\d.,:]*\d)")
        if word.search(message) and not word.search(situation):
            other = str(chance.choice(_SUMS))
            message, program = word.sub(other, message), word.sub(other, program)
    return [situation, message, program]


def _swap_some(texts: list[str], names: Sequence[str], chance: random.Random) -> list[str]:
    said = "\n".join(texts).lower()
    present = [name for name in names if name.lower() in said]
    others = [name for name in names if name not in present]
    if not present or len(others) < len(present):
        return texts
    return _swap(texts, dict(zip(present, chance.sample(others, len(present)), strict=True)))


def _swap(texts: list[str], names: dict[str, str]) -> list[str]:
    table = names | {old.lower(): new.lower() for old, new in names.items()}
    pattern = re.compile(r"\b(?:" + "|".join(map(re.escape, sorted(table, key=len, reverse=True))) + r")\b")
    return [pattern.sub(lambda match: table[match[0]], text) for text in texts]


def _retype(message: str, chance: random.Random) -> str:
    style = chance.random()
    if style < 0.2:
        message = re.sub(r"[.,!?']+(?=\s|$)", "", message) or message
    elif style < 0.4:
        message = message.lower()
    return _mistype(message, chance) if chance.random() < 0.12 else message


def _mistype(text: str, chance: random.Random) -> str:
    at = chance.randrange(1, len(text) - 2) if len(text) > 9 else 0
    if not at or not text[at : at + 2].isalpha():
        return text
    one, other = text[at : at + 2]
    return text[:at] + chance.choice((other + one, other, one + one + other)) + text[at + 2 :]


def main() -> None:
    """Print some messages and how they are varied."""
    turns = list(read_turns(FOLDER))
    names = json.loads((FOLDER / "names.json").read_text("utf-8"))
    varier = Varier(names["places"], names["hotels"], turns)
    chance = random.Random(1)
    for turn in chance.sample(turns, 60):
        varied = varier.vary(turn, chance)
        print(f"{turn.message}\n    {turn.program}\n{varied.situation}\n  {varied.message}\n    {varied.program}\n")


if __name__ == "__main__":
    main()
