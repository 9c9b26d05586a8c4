"""What the assistant without a language model learns: statements of a message, and answers to its own questions.

The reader of requests says which parts of a message tell something. The bundled reader reads one clause after the
other, so that a request beside a statement cannot colour it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from ricordo import Candidate, Cost, Evidence, Exchange, Extraction, ReaderExtractor, StoredTurn, count_people
from ricordo_travel.dialogue import memory_words
from ricordo_travel.dialogue.act_reader import MessagePart
from ricordo_travel.dialogue.choice import NAME as HOTEL_NAME
from ricordo_travel.dialogue.choice import STYLE
from ricordo_travel.dialogue.clauses import Clause, drop_asides, find_clauses
from ricordo_travel.dialogue.geography import find_mentions
from ricordo_travel.dialogue.keywords import keywords
from ricordo_travel.dialogue.lasting import asks_always, drop_taken_back, find_plain, is_passing
from ricordo_travel.dialogue.memory_words import RELATION
from ricordo_travel.dialogue.numbers import NUMBER
from ricordo_travel.dialogue.owners import find_owner
from ricordo_travel.dialogue.questions import ASK_BUDGET, ASK_DIFFERENT, ASK_INTERESTS
from ricordo_travel.dialogue.statements import OF_PERSON, find_statements, is_no_home, is_of_one_trip
from ricordo_travel.dialogue.text import is_common_word, is_first_name, is_somebody, normalise
from ricordo_travel.dialogue.told_parts import GivenName, find_given_name, find_told_in_row, read_message
from ricordo_travel.dialogue.wishes import find_amenities
from ricordo_travel.told_ages import find_ages
from ricordo_travel.told_sentences import VERB, describe, mend_sentence, speaks_of_both

_ANSWERS = {
    ASK_BUDGET: frozenset({"budget"}),
    ASK_INTERESTS: frozenset({"likes", "activities"}),
    ASK_DIFFERENT: frozenset({"likes", "activities"}),
}
"""The slots that an answer to a question of the assistant may fill."""

_HOTEL = re.compile(rf"(?:the )?(?:{HOTEL_NAME})(?: (?:{STYLE}))?(?: in [a-z ]{{3,20}})?", re.IGNORECASE)
_HABIT = re.compile(r"\b(?:always|usually|normally|generally|typically|tend|like|love|prefer|never|mostly)\b")
_BUDGET = re.compile(r"\bbudget\b|\bspend|\bsaved\b")
_WE_ARE = re.compile(
    r"^(?:(?:hi|hey|hello) )?(?:it'?s|it is|we'?re|we are|there'?s|there are)(?: (?:actually|now|just|only))* |"
    r" of us(?: now| then)?$",
    re.IGNORECASE,
)
_BESIDE_PARTY = re.compile(
    r"[:,(]| (?i:so|but|because|with (?:[a-z]+ ){0,2}(?:bags?|luggage|suitcases?))\b| (?i:from|in) "
)
_AGE = re.compile(r"\b\d{1,2}\b(?! (?:nights?|days?|times?))")
_EVERYWHERE = re.compile(r"\b(?:everywhere|anywhere|around|about)$")
_SAYS_NOTHING = re.compile(
    r"Prefers (?:s?he|they|it|we) .{1,200}|"
    r"(?:Does not )?(?:like|love|hate|want|need|prefer)s? (?:it|that|this|them|one)\.?|"
    r"Is an? (?:family|couple|group)(?:: me)?|\w{2,15} makes? (?:us |it )?\w{1,9}|"
    r"(?:Has|Is) (?:(?:an?|some|very|so|many|bad|strong|severe|serious|food) ){0,4}allerg(?:y|ies|ic)\.?|"
    r"(?:Always|Usually|Normally|Mostly|Never) (?:takes|goes|books|chooses|picks|gets|wants|needs|buys)|"
    r".{1,200} (?:to|with|of|for|about|from|the|an?|and|or|my)",
    re.IGNORECASE,
)
_COUNT = re.compile(rf"(?:Is|Are) (?:(?:now|just|only|all) )?{NUMBER}(?: (?:now|people|of us|this time))?")
"""How many travel on one trip: "so we are four", which is no age either."""
_WITH_OTHER = re.compile(
    rf"Lives in [\w .'-]{{2,40}}? with (?:\w{{1,12}} ){{0,2}}{RELATION}\b[^,;]{{0,40}}", re.IGNORECASE
)
_DATE = re.compile(r"\d ?(?:th|st|nd|rd|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)")
_NAME = re.compile(r"\bname\b|\bcall(?:ed)?\b|\b(?:i'm|i am|im|it's|its|this is)\b")
_NO_FACT = re.compile(r"^(?:maybe|would like|plans?|no longer: changed)\b|: $", re.IGNORECASE)
_VISIT = re.compile(r"(?:[\w ]{1,20} )?(?:i|we)(?:'ve| have)? (?:was in|were in|went to|been to|visited)\b")
_RELATIVE = re.compile(
    rf"\b(?i:my|our|(?:have|got|'ve) an?) (?P<who>(?i:{RELATION}))"
    r"(?:(?P<is>(?:'?s|,? who| whose)?(?: name)? is(?: called)? )|,? )(?P<name>[A-Za-z][a-z]{1,20})\b(?!')"
)
_SEVERAL = ("ds", "rs", "ns", "ts", "gs", "es", "children", "twins")
_TELLING = frozenset({"tell", "correct"})
_TEACHES_NOTHING = frozenset({"forget", "recall", "other"})
_DOUBTFUL = 0.45
_OF_TRIP = re.compile(r"\b(?:i|we)(?:'d| would)\b", re.IGNORECASE)
_DENIED = re.compile(r"\b(?:don't|dont|do not|not|never|no)\b", re.IGNORECASE)
_NOT = re.compile(r"\bnot\b", re.IGNORECASE)
_PUT_RIGHT = re.compile(
    r"\bnot [\w' -]{1,60}, (?:it's|its|it is) (?:the |an? |my )?[\w-]{1,20}(?: [\w-]{1,20})?\s{0,3}(?:[.!,;]|$)",
    re.IGNORECASE,
)
"""A note put right: "I'm not allergic to feathers, it's wool". What it denies is no fact of its own."""
_NAMED_AS = re.compile(r"\b(?P<name>[A-Za-z][a-z]{1,20}) \((?:my|our) (?P<who>\w{2,15})\)")
_EATEN = re.compile(r"\b(?:i|we) (?:do|can) eat\b", re.IGNORECASE)
"""What is eaten after all, which is no diet."""
_MAX_SUBJECT_WORDS = 4


class StatementExtractor:
    """An extractor that gives the bundled reader statements only, and keeps those that it does not mark."""

    name = "travel-statements/1"

    def __init__(self) -> None:
        self._reader = ReaderExtractor()

    async def extract(self, exchange: Exchange) -> Extraction:
        """Return the candidates in the person's turns."""
        found: list[Candidate] = []
        said = list(exchange.before)
        for turn in exchange.turns:
            if turn.role == "user":
                found += await self._extract_turn(turn, said)
            said.append(turn)
        return Extraction(tuple(found))

    def estimate(self, exchange: Exchange) -> Cost:  # noqa: ARG002  # the protocol's argument
        """Return no cost."""
        return Cost()

    async def summarise(self, turns: Sequence[StoredTurn], *, previous: str | None = None) -> None:
        """Make no summary: its quotes would hold what the person erases or corrects, and nobody could see that."""

    async def _extract_turn(self, turn: StoredTurn, before: Sequence[StoredTurn]) -> list[Candidate]:
        reply = next((each.text for each in reversed(before) if each.role == "assistant"), None)
        owner = find_owner((each.text for each in reversed(before) if each.role == "user"), turn.text)
        given = find_given_name(turn.text, reply)
        found = [_name_given(given, turn)] if given else []
        for part in read_message(drop_taken_back(turn.text), reply):
            if part.act not in _TEACHES_NOTHING:
                found += [_quote_typed(each, turn) for each in await self._extract_part(part, turn, owner)]
            owner = find_owner([part.text]) or owner
        aged = {each.subject for each in found if each.subject and _AGE.search(each.content) and not each.ended}
        found = [each for each in found if not (each.ended and each.subject in aged and _AGE.search(each.content))]
        asked = _find_asked(before)
        if asked:
            read = await self._read(turn, before[-1:])
            known = {each.field for each in found}
            found += [
                each
                for each in read
                if each.field in asked - known and not each.ended and not _DATE.search(str(each.value).lower())
            ]
        return found

    async def _extract_part(self, part: MessagePart, turn: StoredTurn, owner: str | None) -> list[Candidate]:
        stated = [*find_ages(part.text, turn), *_find_relatives(part.text, turn), *_find_pets(part.text, turn)]
        found: list[Candidate] = []
        for clause in _find_told(part, owner):
            spoken = await self._read(replace(turn, text=drop_asides(clause.spoken)))
            kept = [each for candidate in spoken for each in _sift(candidate, clause, turn)]
            certain = _find_certain(clause, turn)
            if certain and (_is_surer(certain[0]) or certain[0].field not in {each.field for each in kept}):
                fields = {each.field for each in certain}
                others = {None, "family", "age", "possessions", *fields}
                kept = [each for each in kept if each.field not in others] + certain
            kept = [each for each in _complete(kept, clause) if not clause.name or each.field in {"name", "home"}]
            is_name_left = clause.name and all(each.field != "name" for each in kept)
            kept += _state(clause, turn) if not kept or is_name_left else []
            found += [each for each in kept if _is_worth_note(each)]
        if not (found or stated) and part.act == "tell":
            found = _find_missed(part.text, turn)
        told = keywords(" ".join(each.content for each in found)) | keywords("has an aged")
        stated = [each for each in stated if not _AGE.search(each.content) or not keywords(each.content) <= told]
        said = keywords(" ".join(each.content for each in stated)) | keywords("name's called")
        return stated + [
            each for each in found if not (each.field or each.subject) or not keywords(each.content) <= said
        ]

    async def _read(self, turn: StoredTurn, before: Sequence[StoredTurn] = ()) -> tuple[Candidate, ...]:
        return (await self._reader.extract(Exchange((turn,), tuple(before)))).candidates


def _is_worth_note(candidate: Candidate) -> bool:
    """Return whether a candidate says something that lasts, of a person and not of a hotel."""
    liked = re.sub(r"^(?:Likes|Loves|Prefers|Wants|Enjoys) ", "", candidate.content)
    is_hotel = bool(_HOTEL.fullmatch(candidate.subject or liked))
    if candidate.field not in {"age", "travellers"} and _COUNT.fullmatch(candidate.content):
        return False
    return not (_SAYS_NOTHING.fullmatch(candidate.content) or is_passing(candidate.content) or is_hotel)


def _quote_typed(candidate: Candidate, turn: StoredTurn) -> Candidate:
    """Return a candidate with the words that were typed as its evidence, where they were read in other ones."""
    if candidate.evidence[0].quote in turn.text:
        return candidate
    is_reworded = candidate.field == "home" or "llergic" in candidate.content
    typed = find_told_in_row(turn.text, candidate.content.split()[-1]) or (turn.text if is_reworded else "")
    return replace(candidate, evidence=(Evidence(turn.id, typed),)) if typed else candidate


def _find_told(part: MessagePart, owner: str | None) -> list[Clause]:
    """Return the clauses of a part that tell something. In a wish, only what holds beyond it does."""
    clauses = find_clauses(part.text, owner, is_telling=part.act == "tell")
    if part.act in _TELLING or part.score < _DOUBTFUL:
        is_denial = bool(memory_words.WRONG.search(normalise(part.text)))
        put_right = [_NOT] * bool(_PUT_RIGHT.search(part.text))
        denied = [_DENIED] * is_denial + [_EATEN] * (part.act == "correct") + put_right
        return [each for each in clauses if not any(deny.search(each.text) for deny in denied) and _has_amount(each)]
    return [each for each in clauses if each.owner or each.name or _lasts_beyond(each)]


def _has_amount(clause: Clause) -> bool:
    """Return whether what a clause says of a budget says something: an amount, or that it is small."""
    is_budget = re.search(r"(?<!on a )(?<!on a tight )(?<!on a small )\bbudget\b(?! travel)", clause.text.lower())
    return not is_budget or bool(re.search(r"\d|hundred|thousand", clause.text))


def _lasts_beyond(clause: Clause) -> bool:
    """Return whether a clause of a wish holds beyond it: a habit or a liking, and not what is like something."""
    if re.search(r"\b(?:my|our) budget\b|\b(?:i|we)\b.{0,40}\bspend\b", clause.text.lower()):
        return _has_amount(clause)
    if _OF_TRIP.match(clause.spoken) or not clause.spoken.lower().startswith(clause.text.lower()[:3]):
        return False
    if _VISIT.match(clause.text.lower()):
        return True
    return clause.is_lasting or any(each.field in OF_PERSON for each in find_statements(normalise(clause.text)))


def _complete(found: list[Candidate], clause: Clause) -> list[Candidate]:
    """Return what was read of a clause about somebody, in its own words where the reader leaves some of them out."""
    whole = describe(clause)
    if len(found) != 1:
        return found
    first = found[0] if found[0].field else replace(found[0], subject=found[0].subject or clause.owner)
    is_odd = first.content.startswith("Has ") and not _HAS.search(clause.text)
    if not is_odd and keywords(whole) <= keywords(first.content):
        return [first]
    goes_on = first.field == "family" and _AND_CHILD.match(whole.removeprefix(first.content))
    if clause.owner or first.field == "traits" or is_odd or goes_on:
        return [replace(first, content=whole)]
    return [first, *_find_second(first, clause)]


def _find_second(first: Candidate, clause: Clause) -> Iterator[Candidate]:
    """Yield the second of two things that somebody likes or not: "I prefer aisle seats and 4-star hotels"."""
    match = _AND.fullmatch(clause.spoken)
    is_left_out = match and first.field in _TASTES and not keywords(match["second"]) & keywords(first.content)
    if match and is_left_out and not VERB.search(match["second"]) and str(first.value) in match["first"]:
        content = first.content.replace(str(first.value), match["second"])
        yield replace(first, content=content, value=match["second"])


_OF_HOTEL = re.compile(r"\b(?:in|at) (?:the|my|our|a) (?:hotel|room)s?$|\b(?:in|at) hotels$", re.IGNORECASE)
_HAS = re.compile(r"\b(?:have|has|had|having|got|ive|my|our|with)\b|'ve\b", re.IGNORECASE)
_AND = re.compile(r"(?P<first>[^,.;]{1,150}) and (?P<second>[\w' -]{3,60})")
_AND_CHILD = re.compile(
    rf"(?:,|,? and|,? plus|,? &) (?:(?:an?|one|two|the|our|my|new) ){{0,2}}{RELATION}\b", re.IGNORECASE
)
"""Somebody more in a list of a family: "a 3 year old and a baby"."""
_TASTES = frozenset({"preferences", "likes", "dislikes"})


def _find_asked(before: Sequence[StoredTurn]) -> frozenset[str]:
    if not before or before[-1].role != "assistant":
        return frozenset()
    return frozenset(slot for question, slots in _ANSWERS.items() if question in before[-1].text for slot in slots)


def _sift(candidate: Candidate, clause: Clause, turn: StoredTurn) -> Iterator[Candidate]:
    """Yield a candidate of the reader if it says what the clause says."""
    quote, text = candidate.evidence[0].quote, clause.text.lower()
    if (
        candidate.field == "plans"
        or (candidate.field == "diet" and not candidate.subject and _EATEN.search(text))
        or _NO_FACT.search(candidate.content)
        or (candidate.ended and re.search(r"\bagain\b", text))  # what ends by that is found in memory
        or len((candidate.subject or "").split()) > _MAX_SUBJECT_WORDS
    ):
        return
    is_once = candidate.field == "travellers" and is_of_one_trip(normalise(turn.text))
    if is_once or not _fits(candidate, normalise(clause.text)):
        if candidate.field not in {"diet", "travel_style", "likes"}:
            return
        candidate = replace(candidate, kind="semantic", field=None, value=None)  # what somebody eats is no diet
    if not VERB.search(quote) and quote.lower() != text and candidate.field != "family":
        return
    if candidate.subject and candidate.subject.lower() in {"she", "he", "they", "it", "who"}:
        return
    is_typed = quote in turn.text
    evidence = candidate.evidence if is_typed else (Evidence(turn.id, clause.text),)
    candidate = _deny_diet(candidate)
    is_of_both = candidate.subject is None and speaks_of_both(clause)
    content, value = describe(clause) if is_of_both else mend_sentence(candidate.content), candidate.value
    if candidate.field in {"home", "name"} and isinstance(value, str) and value.islower():
        content, value = content.replace(value, value.title()), value.title()
    if candidate.field == "home" and (named := _find_whole_name(content, str(value))):
        value = named
    content, value = _put_plainly(candidate, content, value)
    if candidate.field == "name" and not candidate.subject and content == f"Is {value}":
        content = f"Is called {value}"
    is_wish = candidate.field == "likes" and _OF_HOTEL.search(str(value)) and find_amenities(str(value).lower())[0]
    candidate = replace(candidate, kind="profile", field="preferences") if is_wish else candidate  # it is no pastime
    yield replace(candidate, content=content, value=value, evidence=evidence)


def _put_plainly(candidate: Candidate, content: str, value: Any) -> tuple[str, Any]:
    """Return the words and the value of a candidate: a name or a home without what stands beside it, an amount."""
    if candidate.field == "name" and isinstance(value, str) and (beside := _BESIDE_NAME.search(value)):
        return content.replace(value, value[: beside.start()]), value[: beside.start()]
    if candidate.field == "home" and not candidate.subject and _WITH_OTHER.fullmatch(content):
        return f"Lives in {value}", value
    if candidate.field == "preferences" and (cut := _find_uncut(content, str(value))):
        return content, cut
    is_bare = candidate.field == "budget" and str(value).isdigit()
    return content, f"${int(value):,}" if is_bare else value


def _find_uncut(content: str, value: str) -> str:
    """Return the whole of a liking whose value was cut off at an apostrophe or its beginning; empty if it was not."""
    whole = _PREFERS.sub("", content)
    is_cut = f"{value}'" in whole or (bool(_BEHIND.match(value)) and not whole.startswith(value))
    return whole if value in whole and is_cut else ""


_PREFERS = re.compile(r"^(?:Prefers|Likes|Loves|Wants|Needs) (?:to be |to have |to )?")
_BEHIND = re.compile(r"(?:before|after|at|in|on|by|near|until|during|without|away|from) ", re.IGNORECASE)
_BESIDE_NAME = re.compile(r"(?<=\w),? (?:from|in|near|here|and|but|not)\b", re.IGNORECASE)
"""What stands beside a name: "I am Marco from Milano"."""


def _deny_diet(candidate: Candidate) -> Candidate:
    """Return what somebody does not quite keep to as no diet: "so not really vegetarian"."""
    match = _NO_DIET.fullmatch(candidate.content)
    if match is None or (candidate.field not in {None, "diet"}):
        return candidate
    return replace(
        candidate, kind="semantic", content=f"Is not {match['really']}{match['diet']}", field=None, value=None
    )


_NO_DIET = re.compile(
    r"(?i)(?:.{0,40}\b)?(?:not|no|never|neither) (?:eat |be )?"
    r"(?P<really>(?:really |strictly |quite |entirely |fully )?)"
    r"(?:a |an )?(?P<diet>vegetarian|vegan|pescatarian)(?:s?(?:,? (?:n?or|and) .{1,40})?)"
)


def _find_whole_name(content: str, value: str) -> str | None:
    """Return the name of the place in a sentence that a value is only the end of: "York" of "Lives in new York"."""
    text = content.lower()
    return next((each.name for each in find_mentions(text) if value.lower() in text[each.start : each.end]), None)


def _is_surer(candidate: Candidate) -> bool:
    """Return whether the words leave no doubt where the reader may read half: who travels, an amount a night."""
    is_rate = candidate.field == "budget" and re.search(r" a (?:night|day|person)$", str(candidate.value))
    return candidate.field in {"travellers", "home"} or bool(is_rate)


def _find_certain(clause: Clause, turn: StoredTurn) -> list[Candidate]:
    """Return the candidate of a clause whose words leave no doubt about its field: how many travel, or a visit."""
    evidence, text = (Evidence(turn.id, clause.text),), clause.text.lower()
    if clause.owner:
        return []
    found: list[Candidate] = []
    stated = {each.field: each.value for each in find_statements(normalise(clause.text))}
    if "number_of_travelers" in stated and not is_of_one_trip(normalise(turn.text)):
        value = _WE_ARE.sub("", _BESIDE_PARTY.split(clause.text)[0].strip()).removesuffix(" here")
        people = _count_all(
            turn, stated["number_of_travelers"]
        )  # the profile counts words in its own way: not "and a 7 year old"
        value = value if count_people(value) == int(people) else people
        found.append(Candidate("profile", f"Travellers: {value}", evidence, field="travellers", value=value))
        if "home" in stated:
            home = stated["home"]
            found.append(Candidate("profile", f"Lives in {home}", evidence, field="home", value=home))
        return found
    if "home" in stated and ("airport" in text or clause.name):
        home = stated["home"]
        return [Candidate("profile", f"Lives in {home}", evidence, field="home", value=home)]
    if value := stated.get("budget_range"):
        is_aside = re.match(r"[^,]{1,60}, (?:(?:my|our|with|a) )*budget\b", text)  # "I am from Rome, budget 900"
        content = f"Has a budget of {value}" if is_aside else describe(clause)
        return [Candidate("profile", content, evidence, field="budget", value=value)]
    if _VISIT.match(text) and (places := find_mentions(text)):
        value = clause.text[places[0].start : places[0].end]
        return [Candidate("episodic", describe(clause), evidence, field="visited", value=value)]
    return []


def _count_all(turn: StoredTurn, people: str) -> str:
    """Return how many travel with those of whom another clause tells: "we are two and want to take our nephew"."""
    whole = [each.value for each in find_statements(normalise(turn.text)) if each.field == "number_of_travelers"]
    return max([people, *whole], key=int)


def _fits(candidate: Candidate, text: str) -> bool:
    """Return whether the clause says what the field of a candidate is about: a length alone is no habit."""
    match candidate.field:
        case "trip_length":
            return bool(_HABIT.search(text))
        case "budget":
            return bool(_BUDGET.search(text)) and not _DATE.search(str(candidate.value).lower())
        case "travel_style":
            return any(each.field == "travel_style" for each in find_statements(text))
        case "diet":
            return _fits_diet(candidate, text)
        case "likes":
            value = str(candidate.value).lower()
            is_place = any(value == each.name.lower() for each in find_mentions(value))
            return not (is_place or _EVERYWHERE.search(value))  # how somebody gets around is no interest either
        case "home" if is_no_home(str(candidate.value).lower()):
            return False
        case "home":
            return candidate.subject is not None or candidate.ended or _is_place(str(candidate.value), text)
        case "travellers":
            is_stated = any(each.field == "number_of_travelers" for each in find_statements(text))
            return is_stated or bool(_HABIT.search(text))
        case "visited":
            named = str(candidate.value)
            return candidate.ended or bool(find_mentions(named.lower())) or named[:1].isupper()
        case _:
            return candidate.field not in {"name", "age", "family"} or _fits_person(candidate, text)


def _fits_person(candidate: Candidate, text: str) -> bool:
    """Return whether a name, an age or a family is one."""
    if candidate.field == "name":
        return bool(_NAME.search(text)) and is_somebody(str(candidate.value))
    if candidate.field == "age":
        return candidate.subject is not None or not re.search(r"\band\b", str(candidate.value))
    return not candidate.ended or bool(VERB.search(candidate.evidence[0].quote))


def _fits_diet(candidate: Candidate, text: str) -> bool:
    """Return whether what somebody eats is a diet: one that the words name, or of somebody else."""
    diets = [each.value for each in find_statements(text) if each.field == "dietary_requirements"]
    if diets and candidate.subject is None:
        return any(keywords(each) & keywords(str(candidate.value)) for each in diets)
    return not candidate.content.startswith("Eats") or candidate.subject is not None


def _is_place(value: str, text: str) -> bool:
    return bool(find_mentions(value.lower())) or any(each.field == "home" for each in find_statements(text))


def _state(clause: Clause, turn: StoredTurn) -> list[Candidate]:
    """Return the candidate of a clause that the reader does not mark: its own words in the third person."""
    evidence = (Evidence(turn.id, clause.text),)
    if clause.name:
        return [_name(clause.name, turn, clause.text)]
    if not clause.is_lasting:
        return []
    return [Candidate("semantic", mend_sentence(describe(clause)), evidence, subject=clause.owner)]


def _find_missed(text: str, turn: StoredTurn) -> list[Candidate]:
    """Return a plain statement in which nothing else was found: "I'm in Tradewind's flyer program"."""
    plain = find_plain(text)
    is_wish = asks_always(plain)
    content = (
        plain[:1].upper() + plain[1:] if is_wish else mend_sentence(describe(Clause(plain, plain, is_lasting=True)))
    )
    return [Candidate("semantic", content, (Evidence(turn.id, plain),))] if plain else []


def _name(name: str, turn: StoredTurn, quote: str = "") -> Candidate:
    value = name.capitalize() if name.islower() else name
    evidence = (Evidence(turn.id, quote or name),)
    return Candidate("profile", f"Is called {value}", evidence, field="name", value=value)


def _name_given(given: GivenName, turn: StoredTurn) -> Candidate:
    """Return what a message says that only gives a name which was asked for."""
    return _relate(given.whose, given.name, turn, given.name) if given.whose else _name(given.name, turn)


def _find_relatives(text: str, turn: StoredTurn) -> Iterator[Candidate]:
    """Yield who is called what: "my husband Karl"."""
    for match in [*_RELATIVE.finditer(text[:4_000]), *_NAMED_AS.finditer(text[:4_000])][:5]:
        name = match["name"]
        is_plain = name[:1].isupper() or (not is_common_word(name) and not name.endswith(("s", "ed", "ing")))
        is_name = (
            is_first_name(name.lower())
            or (is_plain and not match.groupdict().get("is"))
            or (name[:1].isupper() and is_somebody(name))
        )
        if is_name and keywords(name) and not find_mentions(name.lower()) and not match["who"].endswith(_SEVERAL):
            yield _relate(match["who"], name, turn, match[0])


def _find_pets(text: str, turn: StoredTurn) -> Iterator[Candidate]:
    """Yield which pet somebody speaks of as theirs, whatever they ask: "can I bring my dog?"."""
    for match in list(_PET.finditer(text[:4_000]))[:1]:
        pet = match["pet"].lower()
        what = f"{pet}s" if match["several"] else f"a {pet}"
        yield Candidate("semantic", f"Has {what}", (Evidence(turn.id, match[0]),))


_PET = re.compile(
    r"\b(?:my|our) (?:(?:little|small|big|old|young|two|guide|own) )?(?P<pet>dog|cat|puppy|kitten)(?P<several>s)?\b"
    r"(?!')(?! (?:is|are|has|can|eats?|gets?|needs?|loves?|hates?|likes?) )",
    re.IGNORECASE,
)


def _relate(who: str, name: str, turn: StoredTurn, quote: str) -> Candidate:
    """Return that somebody around the person is called so: "Has a husband, Karl"."""
    article = "an" if who[:1].lower() in "aeiou" else "a"
    content = f"Has {article} {who.lower()}, {name.capitalize()}"
    return Candidate("semantic", content, (Evidence(turn.id, quote),))
