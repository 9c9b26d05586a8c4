"""Measure what the reader of things takes messages to do to offers, bookings and notes, on messages not trained on.

    PYTHONPATH=src python training/things_check.py [--show] [FILE …]

Prints for each file of `data/things/checked`, and for each thing that a message can do, how often it is found, and how
often it is found where it is not.
"""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path

from ricordo_travel.dialogue.thing_reader import DEEDS, read_deeds
from things_data import HERE, LETTERS, Message, read_messages


def check(messages: list[Message], *, show: bool) -> list[str]:
    """Return the figures of some messages as lines; print the wrong ones if asked to."""
    found: Counter[tuple[str, bool]] = Counter()
    total: Counter[str] = Counter()
    for message in messages:
        for scores, deed in zip(read_deeds(message.text, message.things), message.deeds, strict=True):
            name = max(scores, key=lambda each: scores[each])
            own = DEEDS[LETTERS.index(deed)]
            found[name, name == own] += 1
            total[own] += 1
            if show and name != own:
                print(f"  {message.text}\n    wanted {own}\n    found {name}")
    return [
        f"{deed}: {found[deed, True]} of {total[deed]} found, {found[deed, False]} more taken for it"
        for deed in DEEDS
        if total[deed]
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", type=Path, nargs="*", default=sorted((HERE / "data/things/checked").glob("*.txt")))
    parser.add_argument("--show", action="store_true", help="print the messages that are read wrongly")
    options = parser.parse_args()
    for path in options.files:
        print(path.stem)
        for line in check(list(read_messages(path)), show=options.show):
            print(f"  {line}", flush=True)


if __name__ == "__main__":
    main()
