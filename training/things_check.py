"""Measure what the travel assistant takes messages to mean, of offers, bookings and notes, on messages not trained on.

    PYTHONPATH=src python training/things_check.py [--words-alone] [--show] [FILE …]

Prints for each file of `data/things/checked` how many messages about offers are read with exactly the right choice, and
for each thing that a message can do how often it is found, and how often it is found where it is not.
With `--words-alone` the rules decide about offers, and the model is not asked.
"""

from __future__ import annotations

import argparse
from collections import Counter
from datetime import date
from pathlib import Path

from things_data import HERE, LETTERS, Message, read_messages

from ricordo_travel.dialogue.offers import Offer
from ricordo_travel.dialogue.picks import find_picks
from ricordo_travel.dialogue.questions import ASK_OFFER
from ricordo_travel.dialogue.references import find_picks_by_words
from ricordo_travel.dialogue.state import DialogueState
from ricordo_travel.dialogue.thing_reader import DEEDS, read_deeds

TODAY = date(2026, 6, 1)


def find_chosen(message: Message, *, by_words: bool) -> set[str]:
    """Return the offers that the assistant takes a message to choose."""
    offers = [thing.offer for thing in message.things if thing.sort == "offer" and thing.offer]
    reply = "\n".join([*(f"{offer.number}. {_write(offer)}" for offer in offers), ASK_OFFER])
    state = DialogueState(TODAY, message.text, (("user", "hello"), ("assistant", reply)))
    return {offer.text for offer in (find_picks_by_words if by_words else find_picks)(state).offers}


def _write(offer: Offer) -> str:
    return offer.text[:1].upper() + offer.text[1:]


def check(messages: list[Message], *, by_words: bool, show: bool) -> list[str]:
    """Return the figures of some messages as lines; print the wrong ones if asked to."""
    right: Counter[str] = Counter()
    found: Counter[tuple[str, bool]] = Counter()
    total: Counter[str] = Counter()
    for message in messages:
        pairs = list(zip(message.things, message.deeds, strict=True))
        if any(thing.sort == "offer" for thing, _ in pairs):
            wanted = {thing.offer.text for thing, deed in pairs if deed == "p" and thing.offer}
            chosen = find_chosen(message, by_words=by_words)
            sort = "chooses" if wanted else "chooses nothing"
            right[sort] += chosen == wanted
            total[sort] += 1
            if show and chosen != wanted:
                print(f"  {message.text}\n    wanted {sorted(wanted)}\n    chosen {sorted(chosen)}")
        if not by_words:
            for scores, deed in zip(read_deeds(message.text, message.things), message.deeds, strict=True):
                name = max(scores, key=lambda each: scores[each])
                own = DEEDS[LETTERS.index(deed)]
                found[name, name == own] += 1
                total[f"deed {own}"] += 1
    lines = [f"{sort}: {right[sort]} of {total[sort]} right" for sort in ("chooses", "chooses nothing")]
    lines += [
        f"{deed}: {found[deed, True]} of {total[f'deed {deed}']} found, {found[deed, False]} more taken for it"
        for deed in DEEDS
        if total[f"deed {deed}"] and not by_words
    ]
    return lines


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", type=Path, nargs="*", default=sorted((HERE / "data/things/checked").glob("*.txt")))
    parser.add_argument("--words-alone", action="store_true", help="do not ask the model")
    parser.add_argument("--show", action="store_true", help="print the messages that are read wrongly")
    options = parser.parse_args()
    for path in options.files:
        print(path.stem)
        for line in check(list(read_messages(path)), by_words=options.words_alone, show=options.show):
            print(f"  {line}", flush=True)


if __name__ == "__main__":
    main()
