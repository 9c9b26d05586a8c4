"""Wishes for what is not sold here: restaurants, tickets, guides, taxis. The reader takes them for hotels or cars."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ricordo_travel.clerk.commands import Command
from ricordo_travel.dialogue.values.text import split_sentences

UNSOLD = "unsold"
"""The topic of what is not sold, with its name."""
_THINGS = (
    r"restaurants?|table for|dinner|caf[eé]s?|concerts?|"
    r"(?<!flight )(?<!plane )(?<!return )(?<!air )(?<!airline )tickets?(?! (?:to|from)\b)|"
    r"shows?|musicals?|opera|theatres?|(?:guided |boat |day |city )?tours?|guides?|excursions?|taxis?|cabs?|"
    r"massages?|babysitters?|ferry|ferries|hikes?|trails?|cooking class(?:es)?|surf lessons?|diving (?:course|lesson)s?"
)
_SEEKS = re.compile(
    r"\b(?:find|book|reserve|get|arrange|organi[sz]e|look(?:ing)? for|need|want|meant?|recommend|suggest|have)\b"
    r"(?: (?:me|us|him|her|them|for|a|an|the|any|some|also|you))*(?: (?!hotel|room|with)[\w'-]+){0,3}? "
    rf"(?P<thing>{_THINGS})\b"
)
_MAY_BE_THERE = re.compile(
    r"\b(?:dinner|restaurants?|caf[eé]s?|guides?|massages?|babysitters?|shows?|hikes?|trails?|includ\w+)\b"
)
"""What a hotel may have, so that somebody may want it of the one that waits for a yes."""
_TICKETS = re.compile(
    r"\btickets? (?:for|to|at)(?: (?:an?|the|some|any))? (?P<what>museums?|galler(?:y|ies)|exhibitions?|concerts?|"
    r"shows?|match(?:es)?|games?|operas?|theatres?|parks?|zoos?|aquariums?|tours?)\b|"
    r"\b(?P<of>museum|gallery|exhibition|concert|show|match|opera|theatre|park|zoo|tour) tickets?\b"
)
"""Tickets that are for no journey."""
_SOLD = re.compile(r"\b(?:hotels?|hostels?|rooms?|guest ?houses?|stay|accommodation|nights?|cars?|rentals?)\b")
_DENIED = re.compile(r"\b(?:not|no)\b(?: \w+){0,3} (?:hotels?|rooms?|cars?)\b")
_CLAUSE = re.compile(r"[,;:] ?|,? (?:and|but) ")
_FLIES = re.compile(r"\b(?:fl(?:y|ying|ights?)|planes?|airports?|depart\w*|arriv\w*|leave)\b")
_OF_TICKETS = frozenset({"place", "ask", "chat", "offtopic", "again"})
"""What a wish for such tickets is read as."""
_MISREAD = frozenset({"find", "chat", "offtopic", "again"})


def refuse_unsold(text: str, commands: Sequence[Command]) -> list[Command]:
    """Return commands with a word on what a text in lower case looks for and nobody sells here.

    A search for a hotel or a car that the rest of the text does not name goes: it was read from those words.
    """
    if tickets := _TICKETS.search(text):
        of = (tickets["of"] or tickets["what"]).removesuffix("s")
        rest = [each for each in commands if each.verb not in _OF_TICKETS or each.has("people", "on", "from")]
        rest = [each for each in rest if not _is_of_evening(text, each)]
        rest = _drop_read_from_tickets(text, rest)
        return [*rest, Command("about", (), ((UNSOLD, f"{of} tickets"),))]
    clauses = [clause for each in split_sentences(text) for clause in _CLAUSE.split(each)]
    found = [match for clause in clauses if (match := _SEEKS.search(clause)) and not _SOLD.search(clause)]
    if not found or any(each.verb in {"place", "ask", "which", "about", "suggest"} for each in commands):
        return list(commands)
    rest = " ".join(_DENIED.sub(" ", clause) for clause in clauses if not _SEEKS.search(clause))
    is_sought = bool(_SOLD.search(rest)) or "flight" in rest
    kept = [each for each in commands if is_sought or each.verb not in _MISREAD or "flight" in each.subject]
    if len(kept) == len(commands) and is_sought and not any(each.verb in {"yes", "pick", "tell"} for each in commands):
        return list(commands)
    return [*kept, Command("about", (), ((UNSOLD, found[0]["thing"]),))]


def seeks_unsold(sentence: str) -> bool:
    """Return whether a sentence in lower case looks for what is not sold here, and for nothing that a hotel has."""
    is_sought = bool(_SEEKS.search(sentence)) and not _MAY_BE_THERE.search(sentence)
    return (is_sought or bool(_TICKETS.search(sentence))) and not _SOLD.search(sentence)


def _drop_read_from_tickets(text: str, commands: Sequence[Command]) -> list[Command]:
    """Return commands without searches beside a yes that name no place, if a text names nothing else to search for."""
    others = " ".join(each for each in split_sentences(text) if not _TICKETS.search(each))
    is_yes = any(each.verb == "yes" for each in commands)
    if not is_yes or _SOLD.search(others) or _FLIES.search(text):
        return list(commands)
    return [each for each in commands if each.verb != "find" or each.has("place", "from")]


def _is_of_evening(text: str, command: Command) -> bool:
    """Return whether a search for flights was read from the hour of a show: "the opera on one of the evenings"."""
    is_bare = {name for name, _ in command.slots} <= {"place", "time"} and command.has("time")
    return command.verb == "find" and "flight" in command.subject and is_bare and not _FLIES.search(text)
