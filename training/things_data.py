"""Messages about offers, bookings and notes: read the data, and build training units.

    PYTHONPATH=src python training/things_data.py out/training/things

Writes `units.json.gz` into the folder. One table of ten is held out. Needs `tokenizers`, no GPU.
"""

from __future__ import annotations

import gzip
import json
import random
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from answers_data import FULL_TOKENIZER, HELD_OUT, HERE, TOKENIZER, retype
from ricordo_travel.dialogue.thing_reader import DEEDS, MAX_MESSAGE, encode
from ricordo_travel.dialogue.things import Candidate, describe_things, parse_thing
from tokenizers import Tokenizer

LETTERS = "pnqcxkew-"
"""The letter of each of `DEEDS`."""

_THING = re.compile(r"(?P<letter>[a-z])\| (?P<line>.*)")
_VARIATIONS = 7


@dataclass(frozen=True)
class Message:
    """A message, the things that its writer saw, and a letter of `LETTERS` for each of them."""

    things: tuple[Candidate, ...]
    text: str
    deeds: str
    is_held_out: bool = False


def read_messages(path: Path, *, is_held_out: bool = False) -> Iterator[Message]:
    """Yield the messages of a file; raise `ValueError` for a line that is not in form."""
    for number, paragraph in enumerate(re.split(r"\n\s*\n", path.read_text("utf-8").strip())):
        lines = paragraph.splitlines()
        things = {match["letter"]: parse_thing(match["line"]) for line in lines if (match := _THING.match(line))}
        if not all(things.values()):
            raise ValueError(f"{path.name}: not in form: {lines[0][:80]}")
        for line in lines[len(things) :]:
            label, _, text = line.partition("\t")
            deeds = {each[0]: each[1] for each in label.split() if each != "-"}
            if not text.strip() or not set(deeds) <= set(things) or not set(deeds.values()) <= set(LETTERS):
                raise ValueError(f"{path.name}: not in form: {line[:80]}")
            letters = "".join(deeds.get(letter, "-") for letter in things)
            held_out = is_held_out or number % HELD_OUT == HELD_OUT - 1
            yield Message(tuple(each for each in things.values() if each), text.strip(), letters, held_out)


def build_units(tokenizer: Tokenizer, message: Message) -> list[dict[str, Any]]:
    """Return a unit for each thing: the pieces of its description and of the message, and what that does to it."""
    text = tokenizer.encode(message.text, add_special_tokens=False).ids[:MAX_MESSAGE]
    units: list[dict[str, Any]] = []
    for described, deed in zip(describe_things(message.things), message.deeds, strict=True):
        ids, start = encode(described, text)
        units.append({"ids": ids, "text_start": start, "fate": LETTERS.index(deed)})
    return units


def vary(message: Message, notes: Sequence[Candidate], chance: random.Random) -> Message:
    """Return a message as somebody else might type it, with some things less that it says nothing of, or more notes."""
    kept = list(range(len(message.things)))
    spoken = {_group(message.things[place]) for place, deed in enumerate(message.deeds) if deed != "-"}
    if spoken and chance.random() < 0.4:
        left_out = {_group(each) for each in message.things if _group(each) not in spoken and chance.random() < 0.5}
        kept = [place for place in kept if _group(message.things[place]) not in left_out]
    things = tuple(message.things[place] for place in kept)
    deeds = "".join(message.deeds[place] for place in kept)
    if set(message.deeds) <= set("pnq-") and "note" not in {each.sort for each in things} and chance.random() < 0.15:
        more = chance.sample(notes, 2)
        things, deeds = (*things, *more), deeds + "-" * len(more)
    return replace(message, things=things, deeds=deeds, text=retype(message.text, chance))


def _group(thing: Candidate) -> str:
    """Return what is compared with what: flights of all ways, hotels, cars, bookings, each note on its own."""
    return thing.text if thing.sort == "note" else f"{thing.sort} {thing.offer.kind if thing.offer else ''}"


def main() -> None:
    """Write the units, each trained one also in some variations."""
    target = Path(sys.argv[1])
    target.mkdir(parents=True, exist_ok=True)
    messages = [each for path in sorted((HERE / "data/things").glob("*.txt")) for each in read_messages(path)]
    tokenizer = Tokenizer.from_file(str(TOKENIZER))
    vocabulary = Tokenizer.from_file(str(FULL_TOKENIZER)).get_vocab()
    pieces = sorted(tokenizer.get_vocab().items(), key=lambda item: item[1])
    trained = [each for each in messages if not each.is_held_out]
    notes = sorted({thing.text for each in trained for thing in each.things if thing.sort == "note"})
    chance = random.Random(0)
    variations: list[list[dict[str, Any]]] = []
    for each in trained:
        # the things of one message differ between variations, so that a unit is drawn for each place in turn
        drawn = [each, *(vary(each, [Candidate("note", text) for text in notes], chance) for _ in range(_VARIATIONS))]
        built = [build_units(tokenizer, one) for one in drawn]
        variations += [[units[place % len(units)] for units in built] for place in range(len(each.things))]
    held_out = [unit for each in messages if each.is_held_out for unit in build_units(tokenizer, each)]
    units = {
        "trained": variations,
        "held_out": held_out,
        "places": [vocabulary[piece] for piece, _ in pieces],
        "fates": len(DEEDS),
    }
    (target / "units.json.gz").write_bytes(gzip.compress(json.dumps(units).encode()))
    print(f"{len(messages)} messages, {len(trained)} to train on, {len(variations)} units, {len(held_out)} held out")


if __name__ == "__main__":
    main()
