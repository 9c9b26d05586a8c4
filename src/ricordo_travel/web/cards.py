"""Cards: offers and proposals as the page shows them, each with its button."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ricordo_travel.assistant import CHOICE, Button, ask_for, describe_yes
from ricordo_travel.proposals import Proposal
from ricordo_travel.wording import count, describe_days, describe_party, format_price

_LISTED = re.compile(r"\s*(?:\d{1,2}[.)]|[-*•])\s")
_NUMBER = re.compile(r"\s*(\d{1,2})[.)]\s")
_QUESTION = re.compile(r"\s*(?:Shall I (?:book|change|cancel|do)[^.?\n]{0,40}\? ?)?(?:Please say yes or no\.)?\s*")
_QUESTIONS = {"book": "Shall I book this?", "change": "Shall I change it to this?", "cancel": "Shall I cancel this?"}


@dataclass(frozen=True, slots=True)
class Card:
    """An offer or a proposal.

    Attributes:
        question: What a proposal asks; empty for an offer.
        asked: The same as a line of an answer.
        names: Words that a line of an answer has if it is about this card.
        said: What the person says by pressing the button.
    """

    title: str
    facts: tuple[str, ...]
    price: str
    question: str
    asked: str
    label: str
    button: Button
    code: str
    said: str
    names: tuple[str, ...]

    @property
    def is_proposal(self) -> bool:
        return self.button == "proposal"


def create_card(proposal: Proposal, offer: Proposal | None = None) -> Card:
    """Return the card of an offer, or of a proposal and the offer that it was made from."""
    row = {**(offer.preview if offer else {}), **proposal.preview}
    title, facts, names = {"flight": _show_flight, "hotel": _show_rooms, "car": _show_car}[proposal.kind](row)
    price = format_price(row["total_price"])
    is_offer = proposal.state == "offered"
    yes = describe_yes(proposal)
    return Card(
        title=title,
        facts=tuple(fact for fact in facts if fact),
        price=price,
        question="" if is_offer else _QUESTIONS[proposal.action],
        asked="" if is_offer else ask_for(proposal),
        label=f"Book for {price}" if is_offer else yes.rstrip("."),
        button="offer" if is_offer else "proposal",
        code=proposal.code,
        said=CHOICE if is_offer else yes,
        names=names,
    )


@dataclass(slots=True)
class Part:
    """A part of an answer: words, or cards with the numbers that they have in it."""

    lines: list[str] = field(default_factory=list[str])
    cards: list[tuple[str, Card]] = field(default_factory=list[tuple[str, Card]])

    @property
    def words(self) -> str:
        return "\n".join(self.lines).strip()


def lay_out(text: str, cards: Sequence[Card], *, has_model: bool) -> list[Part]:
    """Return the parts of an answer: each card stands where the answer has a line about it, and takes its place.

    Of what a model wrote itself, nothing is removed; its cards stand at the end.
    """
    parts: list[Part] = [Part()]
    waiting = list(cards)
    for line in text.splitlines():
        shown = [card for card in cards if line == card.asked or (not has_model and _shows(card, line))]
        if card := next((card for card in shown if card in waiting and _names(card, line)), None):
            waiting.remove(card)
            _place(parts, _read_number(line), card)
        elif not shown:
            if parts[-1].cards and line.strip():
                parts.append(Part())
            parts[-1].lines.append(line)
    is_list = len(waiting) == len(cards)
    for number, card in enumerate(waiting, 1):
        _place(parts, str(number) if is_list else "", card)
    return [part for part in parts if part.cards or part.words]


def _place(parts: list[Part], number: str, card: Card) -> None:
    """Put a card at the end of the answer, beside the one before it."""
    if parts[-1].words:
        parts.append(Part())
    parts[-1].cards.append((number, card))


def _read_number(line: str) -> str:
    found = _NUMBER.match(line)
    return found[1] if found else ""


def _shows(card: Card, line: str) -> bool:
    if card.is_proposal and line.strip() and _QUESTION.fullmatch(line):
        return True
    return _names(card, line) and "$" in line and (card.is_proposal or bool(_LISTED.match(line)))


def _names(card: Card, line: str) -> bool:
    return all(name.casefold() in line.casefold() for name in card.names)


def _show_flight(row: Mapping[str, Any]) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
    journey = ""
    if "minutes" in row:
        hours, minutes = divmod(row["minutes"], 60)
        stops = f"changing in {row['via']}" if row["via"] else "nonstop"
        journey = f"{hours} h {minutes:02} min, {stops}"
    facts = (f"{row['origin']} to {row['destination']}", describe_days(row), journey, describe_party(row))
    return f"{row['airline']} {row['flight_number']}", facts, (row["flight_number"],)


def _show_rooms(row: Mapping[str, Any]) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
    quality = f"{count(row['stars'], 'star')}, rated {row['rating']}" if "stars" in row else ""
    rooms = count(row["rooms"], f"{row['room_type']} room")
    city = "" if row["city"] in row["hotel"] else row["city"]
    amenities = ", ".join(row.get("amenities", ()))
    facts = (city, quality, amenities, f"{rooms} for {describe_party(row)}", describe_days(row))
    return row["hotel"], facts, (row["hotel"],)


def _show_car(row: Mapping[str, Any]) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
    size = f"{count(row['seats'], 'seat')}, room for {count(row['bags'], 'bag')}" if "seats" in row else ""
    facts = (row["location"], size, describe_days(row))
    return f"{row['car_class'].capitalize()} car", facts, (row["car_class"], row["location"])
