"""Small talk: greetings, thanks, goodbyes, and what is no travel."""

from __future__ import annotations

from ricordo_travel.clerk.commands import Command
from ricordo_travel.clerk.scene import Scene
from ricordo_travel.clerk.searching.stays_of_trips import describe_last_seen
from ricordo_travel.dialogue.plan import Plan, say
from ricordo_travel.dialogue.replies import talk
from ricordo_travel.wording import count


def greet(scene: Scene, command: Command) -> Plan:
    """Greet, and say to somebody who comes back what was looked at last."""
    del command
    said = yield from talk.greet(scene.state)
    last = (yield from describe_last_seen()) if scene.state.is_new else ""
    said = f"Hi again! {talk.ASK_NEXT}" if last and talk.ASK_NEXT not in said else said
    return said.replace(talk.ASK_NEXT, f"{last} {talk.ASK_NEXT}".lstrip())


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


def leave_to_notes(scene: Scene, command: Command) -> Plan:
    """Say nothing but for how many a trip is: what is told, corrected or asked of people is read beside the notes."""
    del scene
    people = command.value("people")
    return say(f"All right, for {count(int(people), 'person').replace('persons', 'people')}." if people else "")
