"""Set right how a message was read, where the question before it or a promise about memory says what it must mean."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from ricordo_travel.clerk.commands import MAX_SAID, Command
from ricordo_travel.clerk.reading.asked import settle_questions
from ricordo_travel.clerk.reading.corrected_days import put_days_right
from ricordo_travel.clerk.reading.goals import settle_goals
from ricordo_travel.clerk.reading.grounding import ground_commands, to_slot
from ricordo_travel.clerk.reading.legs import settle_legs
from ricordo_travel.clerk.reading.misplaced import settle_misplaced
from ricordo_travel.clerk.reading.misread import settle_misread
from ricordo_travel.clerk.reading.offtopic import is_offtopic, take_for_travel
from ricordo_travel.clerk.reading.pronouns import settle_subjects
from ricordo_travel.clerk.reading.search_wishes import add_bound, settle_named_wishes, settle_wishes
from ricordo_travel.clerk.reading.slots import find_named_place
from ricordo_travel.clerk.reading.start_words import (
    find_start_told,
    leads_to,
    proposes_place,
    start_where_served,
    write_start,
)
from ricordo_travel.clerk.reading.tidying import tidy_commands
from ricordo_travel.clerk.reading.told_party import name_trip, tell_party
from ricordo_travel.clerk.reading.unsold import refuse_unsold
from ricordo_travel.clerk.searching.between import AMONG
from ricordo_travel.dialogue.replies.questions import (
    ASK_BUDGET,
    ASK_DAYS,
    ASK_DIFFERENT,
    ASK_INTERESTS,
    ASK_NIGHTS,
    ASK_PEOPLE,
    ASK_SAME,
    ASK_SUGGESTION,
    ASK_WHICH_PLACE,
    CONFIRM,
    TAKE_NEAREST,
)
from ricordo_travel.dialogue.replies.suggestions import describes_place
from ricordo_travel.dialogue.replies.unserved import NOT_SERVED
from ricordo_travel.dialogue.trips.shown import list_suggested
from ricordo_travel.dialogue.values.aims import find_sights, wants_only
from ricordo_travel.dialogue.values.geography import Mention, find_mentions
from ricordo_travel.dialogue.values.memory_words import NEVER_SAID, RELATION
from ricordo_travel.dialogue.values.numbers import NUMBER, parse_count, parse_numbers
from ricordo_travel.dialogue.values.text import is_first_name, normalise, split_sentences
from ricordo_travel.notes.replies import DENIED, NOT_KEPT, asks_which_note

SAME, DIFFERENT = "same", "different"
"""References of commands: the same wishes as in memory, and other ones."""
ASK_START = "Tell me where you start from, and I "
ONLY = "only"
"""The slot of what alone is still wished for; wishes of before are given up for it."""
_BLOCK = "ricordo-memory"
"""What a block of memory begins with. Who types one tells nothing by it."""
_OF_MEMORY = frozenset({"tell", "correct", "recall", "forget"})
_SMALL_TALK = frozenset({"chat", "hello", "thanks", "place", "ask", "about", "which", "recall"})
"""What an answer to a question about wishes is read as by mistake."""
_REFUSES = re.compile(r"(?:no|nope|nah|not)\b")
_NAMES_PLACE = frozenset({"place", "pick", "find", "suggest", "yes", "chat"})
"""What the bare name of a place is read as."""
_IDEAS = re.compile(r"\b(?:ideas?|suggest\w*|recommend\w*|else|other|instead|(?:some|any)where)\b")
"""Words of somebody who wants to go somewhere else."""
_SAME = re.compile(r"\b(?:same|as before|like last time|these|those)\b")
_DIFFERENT = re.compile(r"\b(?:different|else|other|new|change)\b")
_PARTY = re.compile(
    rf"\d|\b(?:{NUMBER}|{RELATION}|me|myself|own|us|we|our|alone|solo|couple|pair|both|family|people|adults?|group|everyone|"
    r"person|persons|single|with (?:an?|another|some|him|her|them|someone)|honeymoon|crew|lads|folks|buddy|buddies|"
    r"in-laws|team|pax)\b"
)
_LATE = re.compile(rf"\b(?:my|our) late (?:{RELATION})\b")
"""Words for somebody who has died and travels with nobody."""
_WITH_NAMED = re.compile(r"\bwith ([a-z]{2,20})\b")
_MAX_WORDS = 12
_MISREAD = frozenset({"change", "chat", "ask", "recall"})
"""What a sentence to remember is read as by mistake."""
_OF_WRITER = re.compile(
    r"^(?!(?:can|could|please|would|what\S*|where|who|how|when|which|do|did|does|show|tell) )"
    r".*\b(?:i|me|my|we|us|our)\b"
)
_FEAST = re.compile(r"(?:after|before|around|past) (?:the )?(?:xmas|christmas|new year'?s?|easter|holidays)(?: \w+)?")
_MONTH = re.compile(
    r"\b(?:jan(?:uary)?|feb(?:ruary)?|apr(?:il)?|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|"
    r"dec(?:ember)?|(?<=in )ma(?:rch|y))\b"
)
_OF_IDEAS = ("from", "on", "until", "nights", "people", "max", "with", "maybe", "direct")
"""Slots with which somebody goes on with ideas who has chosen none of them."""
_ASKS_SERVED = re.compile(
    r"\b(?:which|what|list|all)\b[^.?!]{0,40}\b(?:cities|towns|places|countries|destinations)\b[^.?!]{0,60}"
    r"\b(?:serve|offer|cover|have|got|fly to|sell)\b"
)
"""Words of somebody who wants a list of what is served, and no advice."""
_AND_TO = re.compile(r"(?:(?:hm+|ok|and|or|so|what about|how about|maybe),? ){0,4}to (?:the )?[a-z ]{3,30}\W{0,3}")
_NO_PLACE = re.compile(r"^(?:no|not|without|except) (?:in |to )?", re.IGNORECASE)
_THERE = re.compile(r"\b(?:there|(?:the )?(?:first|second|third|last|cheapest|one|ones)|(?:number|no\.?) \d|book)\b")
_BASIS = re.compile(
    r"\d ?(?:dollars |euros |pounds |quid |bucks )?"
    r"(?:(?P<total>(?:in )?total\b|altogether\b|all (?:in|together)\b|in all\b)|"
    r"(?:a|per|each|/) ?night\b)"
)
"""What stands behind the only amount of a message, and says what it is for."""
_LEAST_AMOUNT = 20
"""The least amount of money that a trip is limited to; numbers below it count something else."""
_YEAR = re.compile(
    r"(?<![$€£\d])\b20[2-4]\d\b(?! ?(?:\$|€|£|dollars?|euros?|pounds?|usd|eur|gbp|in all|in total|each))"
)
_BARE_NUMBER = re.compile(
    rf"(?:about |only |just |for )?(?P<count>{NUMBER})(?: (?:nights?|days?|people|persons?|adults?|of us))?"
    r"(?:,? (?:please|thanks))?[.!]?"
)
_COUNTED = ((ASK_NIGHTS, "hotel", "nights"), (ASK_DAYS, "car", "nights"), (ASK_PEOPLE, "hotel", "people"))
"""Questions that a number answers, with what they are asked for and the slot of the answer."""
_SOUGHT = (("find you flights", "flight"), ("find you a flight", "flight"), ("find you a car", "car"))


def settle_commands(reply: str, message: str, commands: Sequence[Command]) -> tuple[Command, ...]:
    """Return the commands of a message as they can be meant after a reply.

    What is no travel is left alone, and what the reader garbled is taken from the words of the message. Nothing is
    taken from a block of memory that somebody typed, and nothing is wished or noted that they say they never said. An
    answer to a question is one, and no number is wished that the message does not name.
    """
    if _BLOCK in message:
        return ()
    message = write_start(message[:MAX_SAID])
    text = normalise(message)
    if NEVER_SAID.search(text):
        return _deny(text, commands)
    if is_offtopic(reply, message, text, commands):
        return tuple(refuse_unsold(text, (Command("offtopic"),)))
    commands = put_days_right(text, name_trip(text, commands))
    commands = settle_misplaced(text, commands)
    commands = settle_subjects(reply, text, tidy_commands(settle_goals(reply, text, commands)))
    commands = settle_wishes(text, commands)
    commands = settle_misread(reply, text, refuse_unsold(text, settle_questions(text, commands)))
    commands = _answer_which(reply, start_where_served(text, ground_commands(reply, message, text, commands)))
    commands = [_go_there(reply, text, each) for each in _go_on_anyway(reply, text, commands)]
    commands = _read_answer(reply, text, settle_legs(reply, text, commands))
    commands = take_for_travel(text, tell_party(text, commands))
    commands = add_bound(text, [other for each in commands for other in settle_named_wishes(text, each)])
    return tuple(_read_ideas(reply, text, _keep_said(text, command)) for command in commands)


def _answer_which(reply: str, commands: Sequence[Command]) -> Sequence[Command]:
    """Return commands without a choice of offers, if the reply asks which of some notes is meant."""
    if not asks_which_note(reply):
        return commands
    return [each for each in commands if each.verb != "pick"] or [Command("forget")]


def _deny(text: str, commands: Sequence[Command]) -> tuple[Command, ...]:
    """Return commands that take back what a text denies, with what it asks for beside that."""
    is_alone = len(list(split_sentences(text))) == 1 and not re.search(r"[,;]", text)
    others = [each for each in commands if each.verb not in _OF_MEMORY | {"suggest", "chat"}] if not is_alone else []
    return (Command("correct", (DENIED,)), *others)


def _read_answer(reply: str, text: str, commands: Sequence[Command]) -> Sequence[Command]:
    """Return the commands of the answer to a question about wishes, if the reply before it asks one."""
    if ASK_WHICH_PLACE in reply:  # what else is told of the trip is no wish for other ideas
        commands = [_go_on_searching(each, "flight+hotel") for each in commands]
    verbs = {each.verb for each in commands}
    if ASK_SAME in reply:
        if "yes" in verbs or (_SAME.search(text) and not _DIFFERENT.search(text)):
            return [Command("suggest", (SAME,))]
        is_bare = not any(_names_wish(each) for each in commands)
        if is_bare and ("no" in verbs or _DIFFERENT.search(text)):
            return [Command("suggest", (DIFFERENT,))]
    if (number := _BARE_NUMBER.fullmatch(text)) and (asked := _find_asked(reply)):
        return [Command("find", (asked[1],), ((asked[2], str(parse_count(number["count"]))),))]
    if NOT_KEPT in reply and "?" not in text and verbs <= _MISREAD and _OF_WRITER.search(text):
        return [Command("correct", (), (to_slot(text),))]
    if ASK_BUDGET in reply and "suggest" not in verbs and (amounts := _find_amounts(text)):
        return [*_leave_out_talk(commands), Command("suggest", (), (("max", f"{amounts[-1]} in all"),))]
    told = [find_start_told(normalise(each.text)) for each in commands if each.verb == "tell"]
    if ASK_START in reply and verbs <= {"tell", "place", "ask"} and any(told):
        return [*commands, Command("suggest", (), (("from", next(filter(None, reversed(told)))),))]
    is_asked = ASK_INTERESTS in reply or ASK_DIFFERENT in reply
    is_wish = describes_place(text) and len(text.split()) <= _MAX_WORDS
    if is_asked and is_wish and not verbs & {"suggest", "find"}:
        return [*_leave_out_talk(commands), Command("suggest", (), (("with", text),))]
    return commands


def _go_on_anyway(reply: str, text: str, commands: Sequence[Command]) -> Sequence[Command]:
    """Return commands after a reply that a place is not served, which may offer the nearest.

    Who only names that agrees to it, and who only says more of the trip wants no other ideas.
    """
    if NOT_SERVED not in reply:
        return commands
    nearest = TAKE_NEAREST.search(reply)
    offered = {name for name in nearest.groupdict().values() if name} if nearest else set[str]()
    named = {each.name for each in find_mentions(text)}
    is_bare = {each.verb for each in commands} <= _NAMES_PLACE and not any(each.has(*_OF_IDEAS) for each in commands)
    if named and named == offered and is_bare and CONFIRM not in reply and "?" not in text and not _REFUSES.match(text):
        return [Command("yes")]
    kept = [each if named & offered else _leave_out(offered, each) for each in commands]
    return kept if _IDEAS.search(text) else [_go_on_searching(each) for each in kept]


def _leave_out(names: Collection[str], command: Command) -> Command:
    """Return a command without the ends of a trip that have one of some names."""
    ends = [slot for slot in command.slots if slot[0] in {"place", "from"}]
    refused = {slot for slot in ends if (end := find_named_place(slot[1])) and end.name in names}
    return replace(command, slots=tuple(slot for slot in command.slots if slot not in refused))


def _go_there(reply: str, text: str, command: Command) -> Command:
    """Return a wish for ideas as a search in the one place that a text proposes, if none is served of that name.

    What was read as the start may be such a place, too. A search leads where the text says, and does not start there.
    After flights, "and to Rome?" asks for those.
    """
    if command.verb == "place" and command.has("info") and "flight" in reply.lower() and _AND_TO.fullmatch(text):
        return Command("find", ("flight",), (("place", command.subject),))
    goal = find_named_place(command.value("place") or "")
    start = command.value("from") or ""
    if command.verb == "find" and start and not command.has("place") and leads_to(text, start):
        return replace(
            command, slots=tuple(("place", start) if slot == ("from", start) else slot for slot in command.slots)
        )
    is_start = not goal and bool(start) and proposes_place(text, start)
    if command.verb != "suggest" or (not is_start and (goal is None or goal.is_served)):
        return command
    slots = [("place", value) if is_start and name == "from" else (name, value) for name, value in command.slots]
    return replace(command, verb="find", refs=("hotel",), slots=tuple(slots))


def _names_wish(command: Command) -> bool:
    """Return whether a command says what a trip shall be like, and not only that it shall be different."""
    named = [value for name, value in command.slots if name in {"with", "place", "max", "on", "not"}]
    return any(not _DIFFERENT.search(value) for value in named)


def _find_asked(reply: str) -> tuple[str, str, str] | None:
    """Return the one question of a reply that a number answers, the kind that it is asked for, and its slot."""
    asked = [each for each in _COUNTED if each[0] in reply]
    if len(asked) != 1:
        return None
    question, kind, slot = asked[0]
    kinds = [kind for words, kind in _SOUGHT if words in reply]
    return question, kinds[0] if kinds and question == ASK_PEOPLE else kind, slot


def _read_ideas(reply: str, text: str, command: Command) -> Command:
    """Return a command as a wish for ideas where to go, if it is one: flights to a beach, or the places of an area."""
    mentions = find_mentions(text)
    if command.verb == "about" and command.text == "places" and len(mentions) == 1 and _is_area(mentions[0]):
        name, is_single = mentions[0].name, mentions[0].place is not None
        return (
            Command("about", (), (("places", f"in {name}"),))
            if is_single or _ASKS_SERVED.search(text)
            else Command("suggest", (), (("place", name),))
        )
    if command.verb == "suggest":
        command = replace(command, slots=tuple(_read_refused(mentions, command.slots)))
    only = wants_only(text) if command.verb == "suggest" else ""
    if only and (describes_place(only) or find_sights(only)):
        return replace(command, slots=(*command.slots, (ONLY, only)))
    if command.verb != "find" or command.subject == "car" or command.has("place", "name"):
        return command
    if (
        ASK_SUGGESTION in reply
        and command.has(*_OF_IDEAS)
        and len(list_suggested(reply)) > 1
        and not _names_there(text)
    ):
        return replace(command, verb="suggest", refs=())
    if "flight" not in command.subject:
        return command
    starts = {(command.value("from") or "").lower()}
    is_nowhere = not find_mentions(normalise(reply)) and all(each.name.lower() in starts for each in mentions)
    wishes = command.values("with")
    return replace(command, verb="suggest", refs=()) if is_nowhere and any(map(describes_place, wishes)) else command


def _read_refused(mentions: Sequence[Mention], slots: Sequence[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """Return slots in which "no Australia" refuses a place, and none is refused but those that a message names."""
    named = {place.key for each in mentions for place in each.places}
    for name, value in slots:
        places = {place.key for each in find_mentions(normalise(value)) for place in each.places}
        is_refused = name == "not" or (name in {"with", "place"} and bool(_NO_PLACE.match(value.lower())))
        if not is_refused or not places:
            yield name, value
        elif not named or named & places:
            yield "not", _NO_PLACE.sub("", value)


def _names_there(text: str) -> bool:
    """Return whether a text in lower case speaks of a place that was suggested: "hotels there with a pool"."""
    return bool(_THERE.search(text))


def _is_area(mention: Mention) -> bool:
    return mention.is_served and (mention.place is None or mention.place.name != mention.name)


def _go_on_searching(command: Command, *kinds: str) -> Command:
    """Return a wish for ideas that describes no place as a search, by default for the kinds that were sought before."""
    wishes = " ".join(command.values("with"))
    is_other = command.refs or command.has("place", "not", "other", AMONG) or describes_place(wishes)
    is_idea = command.verb == "suggest" and not is_other and not find_sights(wishes)
    return replace(command, verb="find", refs=kinds) if is_idea else command


def _leave_out_talk(commands: Sequence[Command]) -> list[Command]:
    return [each for each in commands if each.verb not in _SMALL_TALK]


def _keep_said(text: str, command: Command) -> Command:
    """Return a command without people of whom a text says nothing, and with the one amount that it names."""
    if command.verb not in {"suggest", "find"}:
        return command
    is_party = _PARTY.search(text) or any(map(is_first_name, _WITH_NAMED.findall(text)))
    slots = [slot for slot in command.slots if slot[0] != "people" or (is_party and not _LATE.search(text))]
    slots = [(name, _name_month(text, value) if name == "on" else value) for name, value in slots]
    slots = [(name, value) for name, value in slots if name != "max" or _is_amount(value)]
    amounts = _find_amounts(text)
    if command.has("max") and len(amounts) == 1:
        slots = [(name, _put_amount(value, amounts[0]) if name == "max" else value) for name, value in slots]
        slots = [(name, _name_basis(text, value) if name == "max" else value) for name, value in slots]
    if len(amounts) > 1:  # no limit but one that is named
        slots = [slot for slot in slots if slot[0] != "max" or {*_find_amounts(slot[1])} & {*amounts}]
    return replace(command, slots=tuple(slots))


def _name_month(text: str, value: str) -> str:
    """Return a first day by the one month that a text names, if it is said by a feast: "after xmas, prob jan"."""
    named = {match[0][:3] for match in _MONTH.finditer(text)}
    return named.pop() if _FEAST.fullmatch(value.lower()) and len(named) == 1 else value


def _name_basis(text: str, value: str) -> str:
    """Return a limit for what a text in lower case says beside its only amount: a night, or all of it."""
    basis, amount = _BASIS.search(text), re.search(r"\d[\d,.]*", value)
    return f"{amount[0]} {'in all' if basis['total'] else 'a night'}" if basis and amount else value


def _find_amounts(text: str) -> list[int]:
    return [int(each) for each in parse_numbers(_YEAR.sub(" ", text)) if each >= _LEAST_AMOUNT]


def _is_amount(value: str) -> bool:
    """Return whether a limit is one: no number of people, nor a year."""
    return bool(_find_amounts(value)) or not re.search(r"\d", value)


def _put_amount(value: str, amount: int) -> str:
    """Return the value of a limit with an amount in the place of another."""
    said = [int(each) for each in parse_numbers(value.replace("$", ""))]
    return value if not said or amount in said else re.sub(r"\d[\d,.]*", str(amount), value, count=1)
