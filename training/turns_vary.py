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
        texts = [turn.situation, turn.message, turn.program]
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
        print(f"{turn.message}\n    {turn.program}\n  {varied.message}\n    {varied.program}\n")


if __name__ == "__main__":
    main()
