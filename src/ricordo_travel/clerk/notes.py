"""Notes about the person, and small talk."""

from __future__ import annotations

import re
from dataclasses import replace

from ricordo_travel.clerk.commands import Command
from ricordo_travel.clerk.scene import Scene
from ricordo_travel.dialogue import correcting, forgetting, memory, talk, telling
from ricordo_travel.dialogue.plan import Plan, say
from ricordo_travel.dialogue.state import DialogueState
from ricordo_travel.dialogue.text import normalise

_ALL = frozenset({"", "all", "everything", "it all", "all of it", "all about me", "everything about me"})
_THAT = frozenset({"that", "it", "this", "last", "the last one"})


def note(scene: Scene, command: Command) -> Plan:
    """Say what was noted of a statement."""
    said = yield from memory.acknowledge(_take(scene.state, command, "tell"))
    return said or (memory.NOT_KEPT if len(scene.commands) == 1 else "")


def recall(scene: Scene, command: Command) -> Plan:
    """Say what is known about the person: all of it, or one thing."""
    if command.text.lower() in _ALL:
        return telling.tell_all(scene.state)
    return telling.tell_field(replace(scene.state, message=f"what is my {_drop_my(command.text)}?", act="recall"))


def forget(scene: Scene, command: Command) -> Plan:
    """Erase what the person wants forgotten. All of it is asked about first."""
    text = command.text.lower()
    if text in _ALL:
        return forgetting.forget(replace(scene.state, message="forget everything about me", act="forget"))
    words = text if text in _THAT else f"my {_drop_my(command.text)}"
    return forgetting.forget(replace(scene.state, message=f"forget {words}", act="forget"))


def correct(scene: Scene, command: Command) -> Plan:
    """Correct what is known by what the person says is right."""
    state = _take(scene.state, command, "correct")
    said = yield from correcting.correct(state)
    return said or (yield from memory.acknowledge(replace(state, act="tell")))


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
    del scene, command
    return say(f"You are welcome! {talk.GOODBYE}")


def chat(scene: Scene, command: Command) -> Plan:
    """Reply to small talk with one friendly sentence."""
    del command
    return talk.chat(scene.state)


def refuse(scene: Scene, command: Command) -> Plan:
    """Say that only travel is helped with."""
    del command
    return talk.refuse(scene.state)


def _take(state: DialogueState, command: Command, act: str) -> DialogueState:
    """Return the state with the statement of a command as its message, as it was typed if that can be found."""
    is_there = normalise(command.text) in normalise(state.message)
    return replace(state, message=command.text if is_there else state.message, act=act)


def _drop_my(text: str) -> str:
    return re.sub(r"^(?:my|our|the)\s+", "", text.strip(), flags=re.IGNORECASE)
