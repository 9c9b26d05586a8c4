"""Learn without a language model: the notes that a message adds, and those that it puts right."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator, Sequence

from ricordo import Candidate, Cost, Evidence, Exchange, Extraction, Memory, StoredTurn
from ricordo_travel.dialogue.values.geography import find_mentions
from ricordo_travel.dialogue.values.keywords import keywords
from ricordo_travel.dialogue.values.statements import find_statements
from ricordo_travel.dialogue.values.text import normalise
from ricordo_travel.notes.edits import Edit
from ricordo_travel.notes.homes import find_home
from ricordo_travel.notes.known import write_budget
from ricordo_travel.notes.people import find_subject
from ricordo_travel.notes.reader import read_edits
from ricordo_travel.notes.sentences import find_quote
from ricordo_travel.notes.situation import choose_notes

_PARTY = re.compile(
    r"(?:(?:Always|Usually|Often|Mostly|Normally) t|T)ravels "
    r"(?:as (?:an? )?(?P<people>[\w -]{1,20}?)(?: people)?|alone)"
)
"""How many travel, as a note says it."""
_FAMILY = re.compile(r"\bfamily of (?P<count>[2-9]|1\d|two|three|four|five|six|seven|eight|nine|ten)\b", re.IGNORECASE)
_NEGATED = re.compile(
    r"(?:Is|Are|Was|Has|Does|Do|Did|Can|Will|Would) (?:not|never|no longer)\b|(?:Is|Are|Was) no\b|"
    r"Cannot\b|Never\b|No longer\b"
)
_DIET = re.compile(
    r"(?:Is|Are|Eats|Keeps) (?:now )?(?:an? )?(?:strict(?:ly)? )?"
    r"(?P<diet>vegan|vegetarian|pescatarian|co?eliac|halal|kosher|gluten[- ]free|lactose[- ]intolerant)\b"
)
_LIKES = re.compile(r"(?:Likes|Loves|Enjoys) (?P<likes>[\w'-]+(?: [\w'-]+){0,3})")
_OF_BOOKINGS = re.compile(r"\b(?:seats?|hotels?|rooms?|flights?|hostels?|beds?|floors?|airlines?)\b")
_SAYS_BUDGET = re.compile(r"\bbudget\b", re.IGNORECASE)
_ANYTHING = keywords("everything anything")
_AMOUNT = re.compile(r"(?P<digits>\d{1,3}(?:,\d{3})+|\d{2,7})(?P<rest>(?: (?:a|per|in|each|for)\b.{0,40})?)")


class NotesExtractor:
    """An extractor that reads each message of a person beside what is known of them."""

    name = "travel-notes/1"

    async def extract(self, exchange: Exchange) -> Extraction:
        """Return the candidates in the person's turns, with the memories whose place they take."""
        found: list[Candidate] = []
        before = list(exchange.before)
        for turn in exchange.turns:
            if turn.role == "user":
                found += await asyncio.to_thread(_extract_turn, turn, tuple(before), exchange.known)
            before.append(turn)
        return Extraction(tuple(found))

    def estimate(self, exchange: Exchange) -> Cost:  # noqa: ARG002  # the protocol's argument
        """Return no cost."""
        return Cost()

    async def summarise(self, turns: Sequence[StoredTurn], *, previous: str | None = None) -> None:
        """Make no summary: its quotes would hold what the person erases or corrects, and nobody could see that."""


def _extract_turn(turn: StoredTurn, before: Sequence[StoredTurn], known: Sequence[Memory]) -> list[Candidate]:
    reply = before[-1].text if before and before[-1].role == "assistant" else ""
    said = next((each.text for each in reversed(before) if each.role == "user"), "") if reply else ""
    notes = [known[place] for place in choose_notes([each.content for each in known], turn.text, said, reply)]
    edits = read_edits(said, reply, [each.content for each in notes], turn.text)
    told = [*_find_family(turn.text, edits, notes), *_find_budget(turn.text, edits, notes)]
    return list(_make_candidates(turn, [*edits, *told], notes))


def _find_family(text: str, edits: Sequence[Edit], notes: Sequence[Memory]) -> list[Edit]:
    """Return how many a family is that a message counts, if the reader lost that among its people."""
    match = _FAMILY.search(text)
    if match is None or text.rstrip().endswith("?") or any(_PARTY.fullmatch(each.content) for each in (*edits, *notes)):
        return []
    return [Edit("add", (), f"Travels as {match['count'].lower()}", "travellers", match["count"].lower())]


def _find_budget(text: str, edits: Sequence[Edit], notes: Sequence[Memory]) -> list[Edit]:
    """Return the budget that a message names beside a search, which the reader takes for a limit of that."""
    named = [
        each.value for each in find_statements(normalise(text)) if each.field == "budget_range" and not each.is_denied
    ]
    if len(named) != 1 or edits or not _SAYS_BUDGET.search(text):
        return []
    old = tuple(number for number, note in enumerate(notes, 1) if note.field == "budget")
    return [Edit("replace" if old else "add", old, f"Budget is {named[0]}", "budget", named[0])]


def _make_candidates(turn: StoredTurn, edits: Sequence[Edit], notes: Sequence[Memory]) -> Iterator[Candidate]:
    for edit in edits:
        if edit.verb not in {"add", "replace"}:
            continue
        subject = find_subject(edit.content)
        old = edit.notes if edit.verb == "replace" else ()
        former = [note for note in (notes[number - 1] for number in old) if _may_replace(edit, note)]
        slot, value = find_value(edit) if subject is None else (None, None)
        others = [*(note.content for note in notes if note not in former), *(each.content for each in edits)]
        if subject is None and (home := find_home(edit.content, turn.text, others)):
            slot, value = "home", home
        if slot is None and any(note.field == "budget" for note in former) and re.search(r"\d", edit.content):
            slot, value = "budget", write_budget(edit.content)
        yield Candidate(
            "episodic" if slot == "visited" else "profile" if slot else "semantic",
            edit.content,
            (Evidence(turn.id, find_quote(turn.text, edit.content)),),
            field=slot,
            value=value,
            negated=bool(_NEGATED.match(edit.content)),
            subject=subject,
            replaces=tuple(note.id for note in former),
            is_new=not former,
        )


def _may_replace(edit: Edit, note: Memory) -> bool:
    """Return whether a note may give way: not one of another slot that shares no word."""
    is_other = edit.slot is not None and note.field is not None and edit.slot != note.field
    return not is_other or bool(keywords(edit.content) & keywords(note.content))


def find_value(edit: Edit) -> tuple[str | None, str | None]:
    """Return the slot that a note about the person fills, and its value; no slot for what it says is not so."""
    if match := _PARTY.fullmatch(edit.content):
        return "travellers", match["people"] or "alone"
    if _NEGATED.match(edit.content):
        return None, None
    if match := _DIET.match(edit.content):
        return "diet", match["diet"]
    if match := _LIKES.fullmatch(edit.content):
        return "preferences" if _OF_BOOKINGS.search(match["likes"]) else "likes", match["likes"]
    if edit.slot is None or edit.value is None or edit.slot == "travellers":
        return None, None
    if edit.slot == "visited" and not find_mentions(f"in {normalise(edit.value)}"):
        return None, None
    if edit.slot == "diet" and (_ANYTHING & keywords(edit.value) or not keywords(edit.value) <= keywords(edit.content)):
        return None, None
    if edit.slot == "budget" and (amount := _AMOUNT.fullmatch(edit.value)):  # without a currency it is in dollars
        return edit.slot, f"${int(amount['digits'].replace(',', '')):,}{amount['rest']}"
    if edit.slot == "budget" and re.search(r"\d", edit.value):
        return edit.slot, write_budget(edit.value)
    return edit.slot, edit.value
