"""Say what is remembered: all of it, or what a question names. Nothing is said that memory does not hold."""

from __future__ import annotations

import re
from collections.abc import Generator, Mapping, Sequence
from dataclasses import replace

from ricordo_travel.dialogue import memory_words
from ricordo_travel.dialogue.keywords import keywords
from ricordo_travel.dialogue.memory_words import find_field
from ricordo_travel.dialogue.money import format_dollars
from ricordo_travel.dialogue.note_reader import find_notes
from ricordo_travel.dialogue.owners import find_owner
from ricordo_travel.dialogue.plan import Plan, ToolCall, ToolResult, call, join_words
from ricordo_travel.dialogue.questions import ASK_NAME, ERASABLE
from ricordo_travel.dialogue.recollection import (
    Row,
    Topic,
    asks_about_one,
    find_named,
    find_near_rows,
    find_of_others,
    find_rows,
    find_strangers,
    find_topic,
    is_of_other,
    list_learned,
    says_more,
)
from ricordo_travel.dialogue.remembered import (
    SLOTS,
    Fields,
    Known,
    count_common,
    describe_fields,
    find_meant,
    is_of_budget,
    name_things,
    read_known,
    stems_of,
)
from ricordo_travel.dialogue.state import DialogueState
from ricordo_travel.dialogue.text import split_sentences
from ricordo_travel.traveller import LABELS

_MAX_FACTS = 50
_MAX_TOLD = 4
_MAX_GREETED = 2
_TRIVIAL = re.compile(r"^Has (?:an? )?(?P<who>[\w-]+)$")
"""Facts that say little: "Has a husband"."""
_NOT_RECALL = frozenset({"search", "suggest", "pick", "ask_offer", "change", "cancel", "bookings"})
"""Acts of messages that ask for something else, whatever words of memory they have."""
_ASKS_OFFERS = re.compile(
    r"^\W*(?:(?:so|and|ok|then),? ){0,2}(?:what (?:else |others? )?(?:do you have|have you got)|"
    r"show (?:me |us )?(?:everything|all) (?:that )?you(?: have|'ve got))(?: there| for (?:us|me))?\W*$"
)
_SAYS_TOLD = re.compile(r"\b(?:i|we)(?:'ve| have)? (?:already |did )?(?:told|tell) you (?:about|of)\b")
"""Words of somebody who misses what they told."""
_NEXT_QUESTION = re.compile(r"(?:,| and|,? or) (?=(?:where|what|how|who|when|which)\b)")


def describe_known() -> Plan:
    """Say in one or two sentences what is remembered of somebody who comes back."""
    phrases, facts = yield from _read_all()
    told = [f"“{fact}”" for fact in facts[-_MAX_GREETED:]]
    said = [f"I remember {join_words(phrases)}."] if phrases else []
    return " ".join([*said, *([f"You {'also ' if said else ''}told me: {join_words(told)}."] if told else [])])


def asks_for_offers(state: DialogueState) -> bool:
    """Return whether the message asks what there is to book, and not what is remembered."""
    return bool(_ASKS_OFFERS.search(state.text))


def asks_what_is_known(state: DialogueState) -> bool:
    """Return whether the message asks for all that is remembered."""
    return state.act not in _NOT_RECALL and bool(memory_words.ASK_ALL.search(state.text))


def tell_all(state: DialogueState) -> Plan:
    """Say all that is remembered."""
    del state
    phrases, facts = yield from _read_all()
    if not phrases and not facts:
        return "Nothing yet. Tell me what you like, what a trip may cost, or where you have been."
    intro = f"I remember {join_words(phrases)}." if phrases else "This is what I remember:"
    return "\n".join(
        [intro, *(f"- {fact}" for fact in facts), "The panel beside this conversation shows the source of each."]
    )


def _read_all() -> Generator[Sequence[ToolCall], Sequence[ToolResult], tuple[list[str], list[str]]]:
    """Read a phrase for each known field of the profile, and the facts beside them."""
    known = yield from call("read_memory")
    fields = {name: field["value"] for name, field in known.data.get("fields", {}).items()}
    facts = list_facts(known.data.get("memories", ()), fields)
    return describe_fields({name: _leave_out(name, value, facts) for name, value in fields.items()}), facts


def _leave_out(name: str, value: str, facts: Sequence[str]) -> str:
    """Return the value of a list without what a fact says, too."""
    if name not in {"interests", "preferences", "travel_style"}:
        return value
    items = re.split(r", |; ", value)
    return ", ".join(item for item in items if not any(keywords(item) <= keywords(fact) for fact in facts))


def list_facts(rows: Sequence[Row], fields: Mapping[str, str]) -> list[str]:
    """Return what is known beside the fields, each fact once: one that another says in the same words is left out."""
    covered = {slot for slot, name in SLOTS.items() if name in fields}
    said = keywords(" ".join(fields.values()))
    contents = [
        row["content"]
        for row in rows
        if (row.get("subject") or row["field"] not in covered or says_more(row))
        and not keywords(row["content"]) <= said
    ]
    facts: list[str] = []
    for number, content in enumerate(contents):
        later = contents[number + 1 :]
        words, trivial = keywords(content), _TRIVIAL.match(content)
        is_twin = any(words == keywords(each) for each in (*later, *facts))
        is_said = trivial and any(keywords(trivial["who"]) & keywords(each) for each in (*later, *facts))
        if not is_twin and not is_said:
            facts.append(content)
    return facts[-_MAX_FACTS:]


def asks_if_erased(state: DialogueState) -> bool:
    """Return whether the message asks if something was erased, or could be."""
    return bool(memory_words.IS_ERASED.search(state.text) or memory_words.IS_ERASABLE.search(state.text))


def tell_if_erased(state: DialogueState) -> Plan:
    """Look whether what the message names, or what was last to be erased, is still known, and say so."""
    if memory_words.IS_ERASABLE.search(state.text):
        told = (yield from tell_all(state)) if asks_what_is_known(state) else ""
        return f"{told}\n\n{ERASABLE}".strip()
    known = yield from read_known()
    if find_topic(state.text, known.rows).words:
        held = find_meant(state.text, known)
        if held:
            return f"No, I still have {name_things(held)}. Say “forget it”, and I erase it."
        return "Yes, I have nothing about that in memory any more."
    spoken = next((reply for reply in state.replies if _OF_ERASING.search(reply)), "")
    named = _QUOTED.findall(spoken)
    contents = {row["content"] for row in known.rows}
    left = [f"“{each}”" for each in named if each in contents]
    if left:
        return f"No, I still have {join_words(left)}. Say “forget it”, and I erase it."
    fields = [name for name, label in LABELS.items() if f"your {label.lower()} (" in spoken]
    if (named or fields) and not set(fields) & known.fields.keys():
        gone = [*(f"your {LABELS[name].lower()}" for name in fields), *(f"“{each}”" for each in named)]
        return f"Yes, {join_words(gone)} {'is' if len(gone) == 1 else 'are'} erased."
    return (yield from tell_all(state))


_OF_ERASING = re.compile(r"\bI have erased\b|\bDo you mean\b|\bI still have\b|\bnothing to erase\b")
_QUOTED = re.compile(r"“([^”]{1,300})”(?!, and I erase)")


def tell_field(state: DialogueState) -> Plan:
    """Say what is known of each thing that the message asks for; all of it if it names nothing."""
    known = yield from read_known()
    rows, fields = known.rows, known.fields
    if asks_for_offers(state):
        return ""
    if _SAYS_TOLD.search(state.text):
        near = find_near_rows(find_topic(state.text, rows), rows)
        unknown = f"I'm sorry, {_NOTHING} that in memory. Tell me once more, and I note it."
        return _tell(near) if near else (_tell_asked(state, known) or unknown)
    if _names_nothing(state.text, rows):
        said = next((text for role, text in reversed(state.history) if role == "user"), "")
        told = list_learned(said, rows) if _asks_for_last(state.text) else []
        return _tell(told) if told else (yield from tell_all(state))
    owner = find_owner([state.message, *(text for role, text in reversed(state.history[-6:]) if role == "user")])
    asked = [
        _name_owner(part, owner)
        for sentence in split_sentences(state.text)
        if _is_question(sentence, state) or asks_about_one(sentence, state.memory.facts)
        for part in _NEXT_QUESTION.split(sentence)
        if keywords(part)
    ]
    told = dict.fromkeys(_tell_one(part, rows, fields) for part in asked or [state.text])
    is_erased = any("have erased" in reply and ("budget" in reply or "everything" in reply) for reply in state.replies)
    if (budget := state.trip.budget) and (unknown := _not_told("budget_range")) in told and not is_erased:
        told = {each: None for each in told if each != unknown}
        told[f"You gave me a budget of {format_dollars(budget.amount)} for this trip, counted in US dollars."] = None
    found = [each for each in told if each and not each.startswith(_NOTHING)]
    asked = _tell_asked(state, known) if not found and f"{_NOTHING} that in memory." in told else ""
    return " ".join(found) or asked or next(iter(told))


def tell_near(state: DialogueState) -> Plan:
    """Say the notes that fit a question in other words than theirs: all that share a word with it. Empty if none do."""
    known = yield from read_known()
    if said := _tell_asked(state, known):
        return said
    words = find_topic(state.text, known.rows).words - _OF_ASKING
    rows = [row for row in known.rows if count_common(words, stems_of(row))]
    return f"I have nothing just like that in memory. {_tell(rows)}" if rows else ""


def is_empty(said: str) -> bool:
    """Return whether what is said of memory is only that it holds nothing."""
    return said.startswith((_NOTHING, _NOT_TOLD)) and "You told me" not in said


def _tell_asked(state: DialogueState, known: Known) -> str:
    """Say the notes that the message asks for, whatever words it has for them. Empty if there is none."""
    things = find_notes(state, "ask", known)
    values = {thing.field: thing.item or known.fields[thing.field]["value"] for thing in things if thing.field}
    phrases = describe_fields(values)
    rows = [row for thing in things if not thing.field for row in known.rows if row["id"] == thing.ids[0]]
    return " ".join([*([f"I remember {join_words(phrases)}."] if phrases else []), *([_tell(rows)] if rows else [])])


def _name_owner(question: str, owner: str | None) -> str:
    """Return a question about "her" or "him" with whom that means."""
    is_named = owner is None or _OF_MINE.search(question) or not _THEIR.search(question)
    return question if is_named else _THEIR.sub(f"my {owner}", question, count=1)


_OF_MINE = re.compile(rf"\b(?:my|our) {memory_words.RELATION}\b")
_THEIR = re.compile(r"\b(?:her|his|she|he|him)\b")


def _names_nothing(text: str, rows: Sequence[Row]) -> bool:
    """Return whether a question is about all that is remembered: it names nobody and no thing."""
    if _KNOWN_OF_ME.search(text) and not find_field(text):
        return True
    topic = find_topic(text, rows)
    named = topic.is_single or find_field(text) or memory_words.NAME.search(text) or _ASKS_TASTE.search(text)
    return not named and (topic.words <= _OF_ASKING or bool(_ABOUT_ME.search(text)))


_OF_ASKING = keywords(
    "far yet until till exactly precisely currently moment today already else got get list show give read back repeat "
    "remind anything something nothing write written wrote down store save learn learnt kept pick hold information "
    "detail much many file record earlier last time since beginning start first conversation chat talk together full "
    "complete summary summarise summarize short quick check see look understood think mean oh well thanks yes okay "
    "sure curious wonder want u though right overall both fine great wait sorry"
)
"""Words of questions about memory that name nothing that could be remembered."""
_ABOUT_ME = re.compile(r"\b(?:about|on|of) (?:me|us|myself|(?:my|our|the) family)(?! and\b)\b")
_KNOWN_OF_ME = re.compile(
    rf"\b(?:know|remember(?:ed)?|noted?|wr(?:ite|itten|ote)|saved?|stored?|kept|keep|learn(?:ed|t)?)\b[^.?!]{{0,20}}"
    rf"{_ABOUT_ME.pattern}"
)
"""Words of a question for all that is known, whoever asks it: "Walter here, what have you written down about me?"."""


def _asks_for_last(text: str) -> bool:
    """Return whether a question is about what was said last: "did you note that?"."""
    return bool(re.search(r"\bjust\b" if _KNOWN_OF_ME.search(text) else r"\b(?:just|that|it|this)\b", text))


_NOTHING, _NOT_TOLD = "I have nothing about", "You have not told me"


def _is_question(sentence: str, state: DialogueState) -> bool:
    return bool(memory_words.ASKS.search(sentence)) and (find_field(sentence) is not None or len(state.text) < 80)


def _find_allergies(text: str, rows: Sequence[Row], diet: str) -> list[Row]:
    """Return the allergies that a text in lower case asks for beside those of a diet: feathers are no food."""
    said = keywords(f"is allergic to {diet} dietary requirements")
    held = [row for row in rows if "llergic" in row["content"]] if "allerg" in text else []
    return [row for row in held if not keywords(row["content"]) <= said]


def _tell_one(text: str, rows: Sequence[Row], fields: Fields) -> str:
    topic = find_topic(text, rows)
    topic = replace(topic, words=topic.words - _OF_ASKING)
    if memory_words.NAME.search(text):
        names = [row["value"] or row["content"] for row in rows if row["field"] == "name" and not row.get("subject")]
        return f"You are called {names[-1]}, you told me." if names else ASK_NAME
    if topic.people:
        told, near = find_rows(topic, rows), find_named(topic, rows)
        person = name_person(text, topic.people)
        strange = [row for row in find_strangers(text, rows) if not topic.aspect or row in find_of_others(topic, rows)]
        others = f" Of others you told me: {'; '.join(_contents_of(strange))}." if strange else ""
        if not told:
            nothing = f"{_NOTHING} that in memory. {_tell(near)}" if near else f"{_NOTHING} {person} in memory."
            return f"{nothing}{others}"
        return f"{_tell(told)}{others}"
    field = find_field(text)
    told = _find_of_aspect(topic, field, rows)
    is_narrow = bool(topic.aspect) and not topic.slots and bool(told)
    if field and field in fields and not is_narrow:
        known = f"I remember {describe_fields({field: fields[field]['value']})[0]}."
        more = [row for row in told if row.get("subject") or says_more(row)]
        more += [row for row in _find_allergies(text, rows, fields[field]["value"]) if row not in more]
        return f"{known} {_tell(more)}" if more else known
    if not told and not topic.is_single:
        told = [row for row in rows if topic.words & keywords(row["content"])]
    if told:
        return _tell(told)
    if not topic.aspect and (told := _find_tastes(text, topic, field, rows) or _find_dated(text, rows)):
        return _tell(told)
    others = find_of_others(topic, rows)
    if others:
        return f"{NOT_OF_YOURSELF} {_tell(others)}"
    if field:
        return _not_told(field)
    return f"{_NOTHING} that in memory."


NOT_OF_YOURSELF = "Of yourself you have told me nothing like that."
"""What is said before what is known of others, to a question about the person."""
_DATED = re.compile(
    r"\b(?:january|february|march|april|may|june|july|august|september|october|november|december|[a-z]{3,6}days?|"
    r"summer|winter|spring|autumn|holidays|weekends?)\b"
)


def _find_dated(text: str, rows: Sequence[Row]) -> list[Row]:
    """Return the memories that name a time of the year or of the week, if a question asks when something is."""
    return [row for row in rows if re.search(r"\bwhen\b", text) and _DATED.search(row["content"].lower())]


def _not_told(field: str) -> str:
    return f"{_NOT_TOLD} your {LABELS[field].lower()} yet, or I do not have it any more."


def _find_of_aspect(topic: Topic, field: str | None, rows: Sequence[Row]) -> list[Row]:
    """Return the memories of what a question names, beside those that its field is made of."""
    if field in {"interests", "preferences", "travel_style"} and not topic.aspect:
        return [row for row in rows if says_more(row) and SLOTS.get(row["field"] or "") == field]
    if field == "budget_range":
        return [row for row in rows if row["field"] != "budget" and is_of_budget(row)]
    return find_rows(topic, rows) if topic.is_single or topic.words else []


_ASKS_TASTE = re.compile(
    r"(?P<not>\b(?:i|we) (?:(?:really )?(?:don't|do not|never|can't) (?:really )?(?:like|love|want|stand|enjoy)|hate|"
    r"dislike|avoid)\b|\bdon't (?:i|we) (?:like|love|want|enjoy)\b)|"
    r"\b(?:i|we) (?:really |usually |always )?(?:like|love|prefer|enjoy|want)\b"
)
_TASTE = re.compile(
    r"(?P<not>\bnot (?:like|want|enjoy|stand|love)|\bhates?\b|\bdislikes?\b|\bavoids?\b|\bcannot stand\b|^never\b)|"
    r"\b(?:likes?|loves?|prefers?|enjoys?|wants?|needs?|rather|always|usually|only)\b"
)
_KIN = {
    "hotel": "hostels backpackers rooms resorts guesthouses lodges apartments floors breakfast pool",
    "flight": "flies fly airlines seats aisle window layovers nonstop economy business early morning planes",
}
"""Words of memories about things that a question names otherwise."""
_ANY_SORT = keywords("kind kinds type types sort sorts thing things preferences interests stuff")


def _find_tastes(text: str, topic: Topic, field: str | None, rows: Sequence[Row]) -> list[Row]:
    """Return what the person likes, or dislikes if a question asks for that; only of what it names, if anything."""
    asks = _ASKS_TASTE.search(text)
    if not asks and field != "preferences":
        return []
    words = {stem for word in topic.words - _ANY_SORT for stem in (word, *keywords(_KIN.get(word, "")))}
    tastes = [(row, match) for row in rows if not is_of_other(row) and (match := _TASTE.search(row["content"].lower()))]
    if asks:
        tastes = [each for each in tastes if bool(each[1]["not"]) is bool(asks["not"])]
    return [row for row, _ in tastes if not words or words & keywords(row["content"])]


_FIELD = re.compile(rf"^(?:{'|'.join(LABELS).replace('_', ' ')}): ", re.IGNORECASE)
"""The beginning of a memory that only holds a value of the profile."""


def _tell(rows: Sequence[Row]) -> str:
    return f"You told me: {'; '.join(_contents_of(rows))}."


def _contents_of(rows: Sequence[Row]) -> list[str]:
    every = [row["content"] for row in rows]
    others = keywords(" ".join(each for each in every if not _FIELD.match(each)))
    contents = [each for each in every if not keywords(_FIELD.sub("", each)) <= others or not _FIELD.match(each)]
    worth = [each for each in contents if not _TRIVIAL.match(each)] or contents
    return list(dict.fromkeys(worth[-_MAX_TOLD:]))


def name_person(text: str, people: frozenset[str]) -> str:
    """Return the words for somebody whom a text names: "your sister", "Karl"."""
    word = next((word for word in re.findall(r"[a-z]+", text) if keywords(word) & people), "")
    return (
        f"your {word}"
        if word and re.search(rf"\b(?:my|our|the) (?:\w+ )?{word}", text)
        else word.capitalize() or "that"
    )
