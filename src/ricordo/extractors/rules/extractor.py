"""The machine that runs the rules. It knows nothing about what people say: that stands in the tables."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ricordo.extractors.rules.answers import find_answers
from ricordo.extractors.rules.clauses import Clause, clauses
from ricordo.extractors.rules.rule import Rule
from ricordo.extractors.rules.shapes import SHAPES, capitalise_name
from ricordo.extractors.rules.tables import RULES
from ricordo.extractors.rules.wording import (
    article,
    capitalise,
    gerund,
    relations_spelled_out,
    third_person,
    with_count,
)
from ricordo.language.filters import holds_secret
from ricordo.language.slots import GENERAL_SLOTS
from ricordo.ports.extractor import Candidate, Cost, Exchange, Extraction
from ricordo.tasks import run_in_thread
from ricordo.values import Evidence, MemoryKind, StoredTurn

_MOST_CANDIDATES = 40
"""Candidates of one turn. Who says more about themselves at once is pasting something."""

_RATED_WITHIN = 90
"""Characters after the clause in which somebody says how a place was: "It was amazing!"."""

_RATING = re.compile(
    r"[\s,.!]*(?:(?:and|but|which) )?(?:(?:i|we) )?(?:(?:really|absolutely|just|totally|so)"
    r" )*(?P<verb>loved|enjoyed|liked|hated|adored|disliked) "
    r"(?:it|every (?:minute|second|moment)|that|the place)\b"
    r"|[\s,.!]*(?:(?:and|but) )?(?:it|that|which) was (?:(?:so|really|very|absolutely|just|"
    r"quite|pretty|truly) )*(?P<how>amazing|great|fantastic|wonderful|"
    r"beautiful|incredible|awesome|lovely|fun|okay|ok|fine|nice|good|boring|disappointing|"
    r"terrible|awful|horrible|magical|"
    r"unforgettable|overrated|crowded|perfect|gorgeous|breathtaking|stunning|not great|a disappointment)\b",
    re.IGNORECASE,
)


_MINE = re.compile(r"\b(?:my|our) ", re.IGNORECASE)


class RulesExtractor:
    """Finds what people say about themselves, in English, by rules: no model, no key, no cost.

    Only what the person says in their own voice counts; what the assistant asked just before may give meaning to a
    short answer.
    """

    name = "rules/1"

    def estimate(self, exchange: Exchange) -> Cost:  # noqa: ARG002 (the protocol's argument)
        """Nothing: rules are free."""
        return Cost()

    async def extract(self, exchange: Exchange) -> Extraction:
        """Extract what the person said about themselves, in its order. This takes a while and runs in a thread."""
        return Extraction(await run_in_thread(_find_candidates, exchange))


def _find_candidates(exchange: Exchange) -> tuple[Candidate, ...]:
    found: list[Candidate] = []
    asked = exchange.before[-1] if exchange.before else None
    for turn in exchange.turns:
        if turn.role == "user":
            found += candidates(turn, asked)
        asked = turn
    return tuple(found)


def candidates(turn: StoredTurn, asked: StoredTurn | None = None) -> list[Candidate]:
    """Return what one turn of the person says; ``asked`` is the turn just before it."""
    if turn.role != "user":
        return []
    found: dict[str, Candidate] = {}
    if asked is not None and asked.role == "assistant":
        for candidate in _from_answer(turn, asked.text):
            found.setdefault(candidate.content.lower(), candidate)
    for clause in clauses(turn.text):
        for candidate in _from_clause(turn, clause):
            found.setdefault(candidate.content.lower(), candidate)
        if len(found) >= _MOST_CANDIDATES:
            break
    return list(found.values())


def _from_answer(turn: StoredTurn, question: str) -> Iterator[Candidate]:
    for slot, content, value, quote in find_answers(question, turn.text):
        yield Candidate(_slot_kind(slot), content, (Evidence(turn.id, quote),), slot, value)


def _slot_kind(name: str) -> MemoryKind:
    """Return the kind of a slot's memories. The slots that applications define hold values of profiles."""
    slot = GENERAL_SLOTS.find(name)
    return slot.kind if slot else "profile"


def _from_clause(turn: StoredTurn, clause: Clause) -> Iterator[Candidate]:
    taken: set[str] = set()
    for rule in RULES:
        if rule.slot in taken or (rule.opens and not clause.opens):
            continue
        match = rule.expression.match(clause.text)
        if match and (made := list(_make_candidates(rule, match, turn, clause))):
            taken.add(rule.slot)
            yield from made


def _make_candidates(rule: Rule, match: re.Match[str], turn: StoredTurn, clause: Clause) -> Iterator[Candidate]:
    template = rule.ended if clause.ended else rule.content
    if template is None:
        return
    groups = {name: text or "" for name, text in match.groupdict().items()}
    quote = turn.text[clause.start : clause.end].strip()
    raw = groups.get("value", "")
    values = SHAPES[rule.shape](raw) if raw else [raw]
    for value in values:
        words = _words(rule, groups, value)
        said: object = rule.said.format_map(words) if rule.said else value
        if rule.slot == "visited":
            rating, quote = _find_rating(turn, clause, quote)
            words["rated"] = f": {rating}" if rating else ""
            said = {"destination": value, "rating": rating} if rating else {"destination": value}
        if "{what phrase}" in template and not words["what phrase"]:
            continue
        content = capitalise(" ".join(template.format_map(words).split()))
        if not holds_secret(content) and quote:
            yield Candidate(
                _slot_kind(rule.slot),
                content,
                (Evidence(turn.id, quote),),
                rule.slot,
                said,
                clause.ended,
                rule.explicit,
            )


def _words(rule: Rule, groups: dict[str, str], value: str) -> dict[str, str]:
    """Return the words that a template may use, made from the groups of the pattern."""
    if rule.slot == "family":
        value = relations_spelled_out(value)
    value = _tidy(value)
    verb = groups.get("verb") or value
    called = capitalise_name(groups.get("called", ""))
    what = groups.get("what", "")
    return {
        **groups,
        "value": value,
        "Value": capitalise(value),
        "a": article(value),
        "called": called,
        "named": f" called {called}" if called else "",
        "mine": with_count(groups.get("count", ""), value),
        "Verbs": third_person(verb),
        "verb": verb,
        "doing": groups["doing"]
        if "doing" in groups
        else gerund(f"{verb} {value}" if groups.get("verb") else value.removeprefix("to ")),
        "does": third_person(groups.get("does", "")) if groups.get("does") else "",
        "What": third_person(what) if what else "",
        "what": what,
        "what raw": what,
        "what phrase": next(iter(SHAPES["phrase"](what)), "") if what else "",
        "was": {"'s": "is"}.get(groups.get("was", ""), groups.get("was") or "is"),
    }


def _tidy(value: str) -> str:
    return " ".join(_MINE.sub("", value).split())


def _find_rating(turn: StoredTurn, clause: Clause, quote: str) -> tuple[str | None, str]:
    """Return the rating of a visited place, if the person gives one, and the words up to it."""
    match = _RATING.search(clause.voice, 0, clause.end - clause.start + _RATED_WITHIN)
    if not match or len(re.findall(r"[.!\n]", clause.voice[: match.start()])) > 1:
        return None, quote
    words = f"{match['verb']} it" if match["verb"] else match["how"]
    return words.lower(), turn.text[clause.start : clause.start + match.end()].strip()
