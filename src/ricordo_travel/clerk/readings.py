"""Set right how a message was read, where the question before it or a promise about memory says what it must mean."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ricordo_travel.clerk.commands import Command
from ricordo_travel.dialogue.geography import find_mentions
from ricordo_travel.dialogue.memory_words import NEVER_SAID, RELATION
from ricordo_travel.dialogue.numbers import NUMBER, parse_numbers
from ricordo_travel.dialogue.questions import ASK_BUDGET, ASK_DIFFERENT, ASK_INTERESTS, ASK_SAME
from ricordo_travel.dialogue.suggestions import describes_place
from ricordo_travel.dialogue.text import normalise, split_sentences

SAME, DIFFERENT, DENIED = "same", "different", "denied"
"""References of commands: the same wishes as in memory, other ones, and a statement that nobody made."""
ASK_START = "Tell me where you start from, and I count the flights in."
_BLOCK = "ricordo-memory"
"""What a block of memory begins with. Who types one tells nothing by it."""
_OF_MEMORY = frozenset({"tell", "correct", "recall", "forget"})
_SMALL_TALK = frozenset({"chat", "hello", "thanks", "place", "ask", "about", "which"})
"""What an answer to a question about wishes is read as by mistake."""
_SAME = re.compile(r"\b(?:same|as before|like last time|these|those)\b")
_DIFFERENT = re.compile(r"\b(?:different|else|other|new|change)\b")
_PARTY = re.compile(
    rf"\d|\b(?:{NUMBER}|{RELATION}|me|myself|us|we|our|alone|solo|couple|pair|both|family|people|adults?|group|everyone|"
    r"person|persons|single|with|honeymoon|crew|lads|folks|buddy|buddies|in-laws|team|pax)\b"
)
_MAX_WORDS = 12


def settle_commands(reply: str, message: str, commands: Sequence[Command]) -> tuple[Command, ...]:
    """Return the commands of a message as they can be meant after a reply.

    Nothing is taken from a block of memory that somebody typed, and nothing is wished or noted that they say they never
    said. An answer to a question about wishes is one, and no number is wished that the message does not name.
    """
    if _BLOCK in message:
        return ()
    text = normalise(message)
    if NEVER_SAID.search(text):
        return _deny(text, commands)
    commands = _read_answer(reply, text, commands)
    return tuple(_keep_said(text, command) for command in commands)


def _deny(text: str, commands: Sequence[Command]) -> tuple[Command, ...]:
    """Return commands that take back what a text denies, with what it asks for beside that."""
    is_alone = len(list(split_sentences(text))) == 1 and not re.search(r"[,;]", text)
    others = [each for each in commands if each.verb not in _OF_MEMORY | {"suggest", "chat"}] if not is_alone else []
    return (Command("correct", (DENIED,)), *others)


def _read_answer(reply: str, text: str, commands: Sequence[Command]) -> Sequence[Command]:
    """Return the commands of the answer to a question about wishes, if the reply before it asks one."""
    verbs = {each.verb for each in commands}
    if ASK_SAME in reply:
        if "yes" in verbs or (_SAME.search(text) and not _DIFFERENT.search(text)):
            return [Command("suggest", (SAME,))]
        is_bare = not any(each.has("with", "place", "max", "on", "not") for each in commands)
        if is_bare and ("no" in verbs or _DIFFERENT.search(text)):
            return [Command("suggest", (DIFFERENT,))]
    if ASK_BUDGET in reply and "suggest" not in verbs and (amounts := parse_numbers(text)):
        return [*_leave_out_talk(commands), Command("suggest", (), (("max", f"{int(amounts[-1])} in all"),))]
    if ASK_START in reply and verbs == {"tell"} and (named := find_mentions(text)):
        return [*commands, Command("suggest", (), (("from", named[-1].name),))]
    is_asked = ASK_INTERESTS in reply or ASK_DIFFERENT in reply
    is_wish = describes_place(text) and len(text.split()) <= _MAX_WORDS
    if is_asked and is_wish and not verbs & {"suggest", "find"}:
        return [*_leave_out_talk(commands), Command("suggest", (), (("with", text),))]
    return commands


def _leave_out_talk(commands: Sequence[Command]) -> list[Command]:
    return [each for each in commands if each.verb not in _SMALL_TALK]


def _keep_said(text: str, command: Command) -> Command:
    """Return a command without people of whom a text says nothing, and with the one amount that it names."""
    if command.verb not in {"suggest", "find"}:
        return command
    slots = [slot for slot in command.slots if slot[0] != "people" or _PARTY.search(text)]
    amounts = [int(each) for each in parse_numbers(text)]
    if command.has("max") and len(amounts) == 1:
        slots = [(name, _put_amount(value, amounts[0]) if name == "max" else value) for name, value in slots]
    return replace(command, slots=tuple(slots))


def _put_amount(value: str, amount: int) -> str:
    """Return the value of a limit with an amount in the place of another."""
    said = [int(each) for each in parse_numbers(value.replace("$", ""))]
    return value if not said or amount in said else re.sub(r"\d[\d,.]*", str(amount), value, count=1)
