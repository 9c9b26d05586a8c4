"""What a message does to the notes about a person, as the reader of things says: erase, keep, correct or ask for them.

A note is what people see of memory: a value of the profile, one item of a list, or a memory beside them.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from ricordo_travel.dialogue.keywords import keywords
from ricordo_travel.dialogue.recollection import NOISE, Row, says_more
from ricordo_travel.dialogue.remembered import LISTS, Known, Thing, fills, items_of, make_item, quote, take_field
from ricordo_travel.dialogue.state import DialogueState
from ricordo_travel.dialogue.thing_reader import find_things
from ricordo_travel.dialogue.things import Candidate
from ricordo_travel.traveller import LABELS

HESITATES = re.compile(r"\b(?:maybe|perhaps|think|might|probably|not sure|guess)\b")
"""Words of somebody who is not sure of what they say."""
_MAX_NOTES = 40
_TEACHES_NOTHING = frozenset({"forget", "recall", "other"})
"""Acts of parts from which nothing is learned."""
_NAMES = frozenset(name.replace("_", " ") for name in LABELS)


def holds_field(content: str) -> bool:
    """Return whether a memory only holds a value of the profile: "Dietary requirements: vegan"."""
    return content.partition(":")[0].lower() in _NAMES


def find_notes(state: DialogueState, deed: str, known: Known) -> list[Thing]:
    """Return the notes to which a message does something, one of `DEEDS`, each with all memories that say the same.

    What the message itself just made is none.
    """
    notes = {Candidate("note", text): thing for text, thing in list_notes(known, find_new(state, known)).items()}
    return [notes[each] for each in find_things(state.message, list(notes), deed)]


def find_new(state: DialogueState, known: Known) -> set[str]:
    """Return the ids of the memories that rest only on the message and on what another part of it told."""
    recent = list(state.history[-3:])
    is_part = len(recent) == 3 and recent[0] == recent[2]  # as `plan_steps` puts what a part tells
    told = [part.text for part in state.parts if part.act not in _TEACHES_NOTHING]
    said = " ".join(" ".join([*told, recent[1][1] if is_part else ""]).lower().split())
    quotes = {row["id"]: [" ".join(each.lower().split()) for each in row["quotes"]] for row in known.rows}
    return {id for id, each in quotes.items() if each and all(quote in said for quote in each)}


def list_notes(known: Known, new: Collection[str] = ()) -> dict[str, Thing]:
    """Return what is remembered, but for some memories, by its words: "diet: no gluten", "Wants an aisle seat"."""
    notes: dict[str, Thing] = {}
    for name, field in known.fields.items():
        own = {row["id"] for row in known.rows if fills(row, name)}
        items = items_of(field["value"]) if name in LISTS | {"dietary_requirements"} else []
        things = [make_item(name, item, known) for item in items] if len(items) > 1 else [take_field(name, known)]
        if not own or not own <= set(new):
            notes |= {f"{LABELS[name].lower()}: {thing.item or field['value']}": thing for thing in things}
    said = keywords(" ".join(field["value"] for field in known.fields.values()))
    for row in known.rows:
        is_field = any(fills(row, name) for name in known.fields) and not says_more(row)
        if not is_field and not keywords(row["content"]) <= said and row["id"] not in new:
            notes[row["content"]] = Thing(quote(row).words, tuple(_find_same(row, known)))
    return dict(list(notes.items())[-_MAX_NOTES:])


def _find_same(row: Row, known: Known) -> list[str]:
    """Return the ids of a memory, of those that say the same, and of those that they replaced."""
    words, subject = keywords(row["content"]) - NOISE, row.get("subject")
    others = (
        each for each in known.rows if each.get("subject") == subject and keywords(each["content"]) - NOISE == words
    )
    ids = dict.fromkeys(each["id"] for each in (row, *others))
    return [*ids, *(each["id"] for each in known.ended if each.get("superseded_by") in ids)]
