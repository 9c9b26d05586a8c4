"""Measure what the travel assistant takes for a yes, on answers that are not trained on.

    PYTHONPATH=src python training/answers_check.py [--words-alone | --with-commands] [--show] [FILE …]

Prints for each file of `data/answers/checked` how many yeses are taken for one, how many that ask something as well,
and how many other answers. With `--words-alone` the rules decide, and the model is not asked; with `--with-commands`
the reader of turns is asked, too, as the assistant does.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter
from datetime import date
from pathlib import Path
from typing import Any

from answers_data import HERE, read_answers

from ricordo_travel.clerk.choosing.consent import read_consent
from ricordo_travel.clerk.reading.reader import read
from ricordo_travel.dialogue.yes.agreement import read_answer, read_words
from ricordo_travel.dialogue.yes.answer_pieces import cut
from ricordo_travel.proposals import Proposal

_LINE = re.compile(r"(?P<action>book|change (?P<changed>\S+) to|cancel (?P<cancelled>\S+?),) (?P<thing>.*)")
_PRICE = re.compile(r"\$(?P<price>[\d,.]+) in all")
_FLIGHT = re.compile(
    r"flight (?P<flight_number>\S+) from (?P<origin>.+?) to (?P<destination>.+?), (?P<day>\d+ \w+ \d{4}) "
    r"at (?P<departs>\d\d:\d\d), (?P<passengers>\d+) passengers? in (?P<cabin>[\w ]+),"
)
_CAR = re.compile(r"(?P<car_class>[\w -]+?) car at (?P<location>.+?), (?P<days>\d.+?) \((?P<count>\d+) days?\)")
_HOTEL = re.compile(
    r"(?P<hotel>.+?)(?: in (?P<city>[A-Z][\w ]+))?, (?P<rooms>\d+) (?P<room_type>\w+)(?: rooms?)?, (?P<days>\d.+?) "
    r"\((?P<count>\d+) nights?\), (?P<guests>\d+) guests?"
)
MONTHS: list[str] = ("January February March April May June July August September October November December").split()
_KINDS = {"y": "yeses", "q": "yeses with a question"}
_VERBS = {"book": "create", "change": "update", "cancel": "cancel"}


def parse_proposal(line: str, code: str) -> Proposal:
    """Return the proposal that a line describes."""
    match, price = _LINE.match(line), _PRICE.search(line)
    if not match or not price:
        raise ValueError(f"not in form: {line[:80]}")
    row = _parse_thing(match["thing"])
    row |= {
        "booking_id": match["changed"] or match["cancelled"] or "new",
        "total_price": float(price["price"].replace(",", "")),
    }
    verb = _VERBS[match["action"].split()[0]]
    return Proposal(code, f"{verb}_{row['kind']}_booking", "{}", row, "open")


def _parse_thing(text: str) -> dict[str, Any]:
    if found := _FLIGHT.match(text):
        return {
            **found.groupdict(), "kind": "flight", "day": _parse_day(found["day"]).isoformat(),
            "passengers": int(found["passengers"]),
        }  # fmt: skip
    if found := _CAR.match(text):
        first, last = _parse_days(found["days"])
        return {
            "kind": "car", "car_class": found["car_class"], "location": found["location"],
            "city": re.split(r" (?:airport|city|town)", found["location"])[0], "days": int(found["count"]),
            "pick_up": first.isoformat(), "drop_off": last.isoformat(),
        }  # fmt: skip
    found = _HOTEL.match(text)
    if not found:
        raise ValueError(f"not in form: {text[:80]}")
    first, last = _parse_days(found["days"])
    return {
        "kind": "hotel", "hotel": found["hotel"], "city": found["city"] or found["hotel"].split()[-1],
        "rooms": int(found["rooms"]), "room_type": found["room_type"], "nights": int(found["count"]),
        "guests": int(found["guests"]), "check_in": first.isoformat(), "check_out": last.isoformat(),
    }  # fmt: skip


def _parse_day(text: str) -> date:
    day, month, year = text.split()
    return date(int(year), MONTHS.index(month) + 1, int(day))


def _parse_days(text: str) -> tuple[date, date]:
    start, _, end = text.partition(" to ")
    last = _parse_day(end)
    given = start.split()
    shared = end.split()[len(given) :]
    return _parse_day(" ".join([*given, *shared])), last


def find_agreed(answer: str, proposals: list[Proposal], by: str) -> list[Proposal]:
    """Return the proposals that an answer agrees to, by its words, with the model, or with the commands as well."""
    if by == "commands":
        asked = [f"Shall I {each.action} this?\n{each.line}\nPlease say yes or no." for each in proposals]
        history = [("user", "that one please"), ("assistant", "\n\n".join(asked))]
        return list(read_consent(answer, proposals, history=history, read=read).agreed)
    if by == "model":
        return list(read_answer(answer, proposals).agreed)
    pieces = cut(answer, proposals)
    return [each for each in proposals if read_words(each, pieces, is_one_of=len(proposals)) == "agreed"]


def check(path: Path, by: str, *, show: bool) -> str:
    """Return how many yeses in a file are taken for one, and how many others; print the wrong ones if asked to."""
    counts: Counter[tuple[str, bool]] = Counter()
    for answered in read_answers(path):
        proposals = [parse_proposal(line, f"P{place}") for place, line in enumerate(answered.waiting)]
        agreed = find_agreed(answered.answer, proposals, by)
        for proposal, fate in zip(proposals, answered.fates, strict=True):
            is_taken = proposal in agreed
            counts[_KINDS.get(fate, "others"), is_taken] += 1
            if show and is_taken != (fate in _KINDS):
                print(f"  {fate} {'taken' if is_taken else 'not taken'}: {answered.answer} | {proposal.line}")
    kinds = (*_KINDS.values(), "others")
    taken = [f"{counts[kind, True]} of {counts[kind, True] + counts[kind, False]} {kind}" for kind in kinds]
    return f"{path.stem}: taken for a yes are {', '.join(taken)}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", type=Path, nargs="*", default=sorted((HERE / "data/answers/checked").glob("*.txt")))
    readers = parser.add_mutually_exclusive_group()
    for option, by, words in (
        ("--words-alone", "words", "do not ask the model"),
        ("--with-commands", "commands", "ask the reader of turns, too"),
    ):
        readers.add_argument(option, dest="by", action="store_const", const=by, default="model", help=words)
    parser.add_argument("--show", action="store_true", help="print the answers that are read wrongly")
    options = parser.parse_args()
    for path in options.files:
        print(check(path, options.by, show=options.show), flush=True)


if __name__ == "__main__":
    main()
