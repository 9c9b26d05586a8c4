"""Find the questions of a message that no command is for, and read them by themselves."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from ricordo_travel.clerk.choosing.whole_yes import says_yes_to_all
from ricordo_travel.clerk.commands import MAX_SAID, Command
from ricordo_travel.clerk.reading.asked import TAG_END
from ricordo_travel.clerk.reading.invented import take_back_places, take_back_statements
from ricordo_travel.clerk.reading.start_words import write_start
from ricordo_travel.clerk.scene import Read
from ricordo_travel.clerk.situation import Situation
from ricordo_travel.dialogue.values.text import normalise, split_sentences, write_yes

_QUESTIONS = frozenset({"ask", "place", "compare", "which", "about", "recall", "bookings", "total"})
"""Verbs of questions: what they stand for changes nothing and searches nothing."""
_BEGINS = "(?:is|are|was|does|do|did|can|could|will|would|has|have|what|whats|which|how|where|when|who|why|isnt|any)"
_LAST_CLAUSE = re.compile(rf"(?:^|[,;:–-] |\b(?:and|but|so|also|btw) )(?P<asked>{_BEGINS} [^,;:]*(?:, [^,;:]*)?)$")
_ASKS = re.compile(r"(?:and |but |so |also )?(?:how|what|where|when|which|who|is it|are they|does|do (?:they|i|we)) ")
"""How a sentence begins that is a question, though it may lack its mark."""
_BOOK_IT = r"(?:please )?(?:book|take) (?:it|them|both|that|this|these|those)(?: all)?|do it|do that|go ahead|go for it"
_YES = re.compile(
    rf"(?:oh |ok(?:ay)?,? )?(?:yes|yep|yeah|yup|sure|{_BOOK_IT})(?:,? (?:please|thanks|thank you|{_BOOK_IT}))*[.!]+ \w"
)
"""A yes that is a sentence of its own, before something else."""
_WAITS = "waits: "
"""What the line of a situation begins with that says what waits for a yes."""
_CHANGES = re.compile(r"^waits: (?:[a-z] change [^;\n]+(?:; |$))+$", re.MULTILINE)
_OLD = re.compile(r"\bcancel (?:the |my |our )?old\b")
"""What a change that waits gives up anyway: "yes, and cancel the old room"."""
_MIN_WORDS = 3
_BESIDE = frozenset({"place", "from", "not", "drop"})
"""Slots that do not tell whether a command is for a question that has their words, too."""


def read_whole(read: Read, seen: Situation, message: str) -> Sequence[Command]:
    """Read a message in its situation, and by itself a question in it that is left out of what was read."""
    situation, message = seen.text, seen.mark_bookings(write_start(write_yes(message[:MAX_SAID])))
    said = take_back_statements(situation, message, take_back_places(situation, message, read(situation, message)))
    commands = keep_yes(situation, message, said)
    return add_left_out(message, commands, lambda question: read(situation, question))


def keep_yes(situation: str, message: str, commands: Sequence[Command]) -> Sequence[Command]:
    """Return the commands of a message with its yes, if that is a sentence of its own and only the rest was read."""
    if _WAITS in situation and says_yes_to_all(normalise(message)):
        misread = [each for each in commands if each.verb == "no" and all(len(ref) == 1 for ref in each.refs)]
        rest = [each for each in commands if each not in misread]
        commands = rest if not misread or any(each.verb == "yes" for each in rest) else [Command("yes"), *rest]
    if any(each.verb == "yes" for each in commands) and _OLD.search(normalise(message)) and _CHANGES.search(situation):
        commands = [each for each in commands if each.verb != "cancel"]
    is_lost = commands and all(each.verb in _QUESTIONS | {"tell", "chat"} for each in commands)
    if not is_lost or _WAITS not in situation or not _YES.match(normalise(message)):
        return commands
    return [Command("yes"), *(each for each in commands if each.verb != "chat")]


def add_left_out(
    message: str, commands: Sequence[Command], read_alone: Callable[[str], Sequence[Command]]
) -> list[Command]:
    """Return the commands of a message with those of a question in it that none of them is for.

    A sentence that is a question by itself is left out where the message has fewer commands that ask than sentences.
    """
    sentences = list(split_sentences(normalise(message)))
    asked = [each for each in sentences if _is_question(each)]
    known = [each for each in commands if each.verb in _QUESTIONS]
    is_whole = len(sentences) == 1 and _find_question(sentences[0]) == sentences[0].rstrip("? ")
    if is_whole or len(known) >= len(asked) or not commands:
        return list(commands)
    left: list[tuple[int, Command]] = []
    for sentence in asked:
        question = _find_question(sentence)
        if any(_is_for(each, question) for each in commands):
            continue
        found = read_alone(f"{question}?")
        if found and all(each.verb in _QUESTIONS for each in found):
            left += [(sentences.index(sentence), each) for each in found if each not in commands]
    first = [each for at, each in left if at == 0 and len(sentences) > 1]
    last = [each for _, each in left if each not in first]
    kept = [each for each in commands if each.verb not in {"chat", "hello", "thanks"}] if left else commands
    kept = [_drop_asked(each, asked) for each in kept] if left else kept
    return [*first, *kept, *last]


def _is_question(sentence: str) -> bool:
    """Return whether a sentence asks something of its own; "and Crete?" only goes on with what the next one asks."""
    asks = sentence.endswith("?") or bool(TAG_END.search(sentence)) or bool(_ASKS.match(sentence))
    return asks and len(_find_question(sentence).split()) >= _MIN_WORDS


def _drop_asked(command: Command, asked: Sequence[str]) -> Command:
    """Return a search for flights or cars without wishes that are questions: "does the baby need a seat?"."""
    if command.verb != "find" or "hotel" in command.subject:
        return command
    text = " ".join(asked)
    slots = [slot for slot in command.slots if slot[0] != "with" or not all(word in text for word in slot[1].split())]
    return replace(command, slots=tuple(slots))


def _find_question(sentence: str) -> str:
    """Return the part of a sentence that asks: its last clause if that begins like a question, else all of it."""
    words = sentence.rstrip("?!. ")
    match = _LAST_CLAUSE.search(words)
    return match["asked"] if match else words


def _is_for(command: Command, question: str) -> bool:
    """Return whether a command has been read from a question: words of its values are in it."""
    is_no_hotel = command.verb == "find" and "hotel" not in command.subject
    beside = {*_BESIDE, "with"} if is_no_hotel else _BESIDE
    said = " ".join(f"{name} {value}" for name, value in command.slots if name not in beside).lower()
    words = [word for word in said.split() if len(word) > _MIN_WORDS]
    return command.verb != "tell" and any(re.search(rf"\b{re.escape(word)}", question) for word in words)
