"""Notes about the person, and small talk."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ricordo_travel.clerk.commands import Command
from ricordo_travel.clerk.readings import DENIED
from ricordo_travel.clerk.scene import Scene
from ricordo_travel.dialogue import correcting, forgetting, memory, talk, telling
from ricordo_travel.dialogue.keywords import keywords
from ricordo_travel.dialogue.memory_words import RELATION, find_field
from ricordo_travel.dialogue.note_reader import HESITATES
from ricordo_travel.dialogue.plan import Plan, call, say
from ricordo_travel.dialogue.questions import ASK_RIGHT
from ricordo_travel.dialogue.recollection import NOISE, list_learned
from ricordo_travel.dialogue.remembered import SLOTS, read_known
from ricordo_travel.dialogue.state import DialogueState
from ricordo_travel.dialogue.text import normalise

_ALL = frozenset({"", "all", "everything", "it all", "all of it", "all about me", "everything about me"})
_THAT = frozenset({"that", "it", "this", "last", "the last one"})
_PARTY = re.compile(
    r"\bwho\b.*\b(?:travel\w*|along|with|com(?:es?|ing)|go(?:es|ing)?)\b|compan|travell?ers|party|how many"
)
_RELATION = re.compile(rf"\b{RELATION}\b")
_MAX_TOLD = 5
_ASKED = {
    "name": "what is my name?",
    "home": "where do i live?",
    "interests": "what are my interests?",
    "likes": "what do i like?",
    "dislikes": "what do i not like?",
    "past trips": "where have i been?",
    "trips": "where have i been?",
    "food": "what is my diet?",
    "allergies": "what are my allergies?",
}
"""Topics of a question about memory that are asked for in other words than "what is my …"."""


def note(scene: Scene, command: Command) -> Plan:
    """Say once what was noted of all statements of a message."""
    told = [each for each in scene.commands if each.verb == "tell"]
    if told and command != told[0]:
        return ""
    said = yield from memory.acknowledge(_take(scene, told or [command], "tell"))
    return said or (memory.NOT_KEPT if len(scene.commands) == len(told) else "")


def recall(scene: Scene, command: Command) -> Plan:
    """Say what is known about the person: all of it, or one thing and in which words they told it."""
    topic = _drop_my(command.text)
    if topic and telling.asks_if_erased(scene.state):  # "have you forgotten it?"
        return (yield from telling.tell_if_erased(scene.state)) if command == scene.commands[0] else ""
    if topic.lower() in _ALL:
        return (yield from telling.tell_all(scene.state))
    if _PARTY.search(topic.lower()):
        return (yield from _recall_party())
    question = _ASKED.get(topic.lower(), f"what is my {topic}?")
    state = replace(scene.state, message=question, act="recall", own_trip=scene.trip)
    said = yield from telling.tell_field(state)
    return f"{said}{(yield from _quote_source(question, said))}"


def _recall_party() -> Plan:
    """Say who travels along, as far as that is known."""
    known = yield from read_known()
    number = known.fields.get("number_of_travelers", {}).get("value", "")
    people = [row["content"] for row in known.rows if row.get("subject") or _RELATION.search(row["content"].lower())]
    said = [f"You are {number} in all, you told me."] if number else []
    said += [f"You told me: {'; '.join(dict.fromkeys(people[-_MAX_TOLD:]))}."] if people else []
    return " ".join(said) or "You have not told me yet who travels with you."


def _quote_source(question: str, said: str) -> Plan:
    """Return the words in which the person told the field of the profile that a question asks for."""
    field = find_field(question)
    known = yield from read_known()
    if field is None or field not in known.fields or known.fields[field]["value"] not in said:
        return ""
    quotes = [row["quotes"][-1] for row in known.rows if SLOTS.get(row["field"] or "") == field and row["quotes"]]
    return f" You wrote: “{quotes[-1].strip()}”." if quotes else ""


def forget(scene: Scene, command: Command) -> Plan:
    """Erase what the person wants forgotten. All of it is asked about first."""
    text = command.text.lower()
    if text in _ALL:
        return forgetting.forget(replace(scene.state, message="forget everything about me", act="forget"))
    words = text if text in _THAT else f"my {_drop_my(command.text)}"
    return forgetting.forget(replace(scene.state, message=f"forget {words}", act="forget"))


def correct(scene: Scene, command: Command) -> Plan:
    """Correct what is known by what the person says is right; take out what they say they never said."""
    if DENIED in command.refs:
        return (yield from forgetting.retract(scene.state))
    state = _take(scene, [command], "correct")
    if HESITATES.search(scene.state.text):  # "I think it is $5,000, maybe" is asked back
        return (yield from memory.acknowledge(replace(scene.state, act="tell")))
    said = yield from correcting.correct(state)
    said = said or (yield from memory.acknowledge(replace(state, act="tell")))
    if not said or ASK_RIGHT in said or said == memory.NOT_KEPT:
        said = (yield from _replace_note(scene, command)) or said
    return said or (memory.NOT_KEPT if len(scene.commands) == 1 else "")


def _replace_note(scene: Scene, command: Command) -> Plan:
    """Put a statement in the stead of the memory that shares most words with it. Empty if none does."""
    statement = command.text.strip(" .!")
    words = keywords(statement) - NOISE
    known = yield from read_known()
    learned = {row["id"] for row in list_learned(scene.state.message, known.rows)}
    shared = [(len(words & keywords(row["content"])), row) for row in known.rows if row["id"] not in learned]
    most, row = max(shared, key=lambda pair: pair[0], default=(0, None))
    if row is None or not most or len(words) <= most:
        return ""
    content = statement[:1].upper() + statement[1:]
    result = yield from call("correct_memory", id=row["id"], content=content)
    return f"I could not change it: {result.error}." if result.error else f"Thank you, corrected: “{content}”."


def greet(scene: Scene, command: Command) -> Plan:
    """Greet."""
    del command
    return talk.greet(scene.state)


def thank(scene: Scene, command: Command) -> Plan:
    """Say that the person is welcome."""
    del command
    is_open = bool(scene.state.pending or scene.state.offers)
    return say("You're welcome!" if is_open else "You're welcome! What else shall we plan?")


def take_leave(scene: Scene, command: Command) -> Plan:
    """Say goodbye."""
    del command
    is_thanked = "thank" in scene.state.text or "cheers" in scene.state.text
    return say(f"{'You are welcome! ' if is_thanked else ''}{talk.GOODBYE}")


def chat(scene: Scene, command: Command) -> Plan:
    """Reply to small talk with one friendly sentence."""
    del command
    return talk.chat(scene.state)


def refuse(scene: Scene, command: Command) -> Plan:
    """Say that only travel is helped with."""
    del command
    return talk.refuse(scene.state)


def _take(scene: Scene, commands: Sequence[Command], act: str) -> DialogueState:
    """Return the state with the statements of commands as its message, as it was typed.

    All of the message is taken if it asks for nothing else, or if they are not found in it.
    """
    said = [each.text for each in commands]
    typed = normalise(scene.state.message)
    is_apart = len(commands) < len(scene.commands) and all(normalise(text) in typed for text in said)
    return replace(scene.state, message=". ".join(said) if is_apart else scene.state.message, act=act)


def _drop_my(text: str) -> str:
    return re.sub(r"^(?:my|our|the)\s+", "", text.strip(), flags=re.IGNORECASE)
