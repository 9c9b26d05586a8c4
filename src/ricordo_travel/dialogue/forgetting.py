"""Erase from memory what a message names: one thing or several, or, after a yes, everything."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ricordo_travel.dialogue import memory_words
from ricordo_travel.dialogue.answers import is_no, is_yes
from ricordo_travel.dialogue.choice import find_number
from ricordo_travel.dialogue.endings import ends_something
from ricordo_travel.dialogue.keywords import keywords
from ricordo_travel.dialogue.memory import has_value
from ricordo_travel.dialogue.memory_words import find_field
from ricordo_travel.dialogue.note_reader import find_new, find_notes
from ricordo_travel.dialogue.plan import Plan, call, join_words
from ricordo_travel.dialogue.questions import CONFIRM, NOTHING_ERASED
from ricordo_travel.dialogue.recollection import NOISE, Row, find_rows, find_topic, is_of_other, list_learned
from ricordo_travel.dialogue.remembered import (
    LISTS,
    SLOTS,
    Known,
    Thing,
    count_common,
    describe_fields,
    erase,
    find_meant,
    find_near,
    find_quoted,
    find_unknown,
    list_others,
    name_things,
    quote,
    read_known,
    split_phrases,
    to_known,
)
from ricordo_travel.dialogue.state import DialogueState
from ricordo_travel.dialogue.statements import Statement, find_statements
from ricordo_travel.dialogue.swaps import states_instead, tell_of
from ricordo_travel.dialogue.telling import name_person
from ricordo_travel.dialogue.text import MAX_LENGTH, normalise, split_sentences
from ricordo_travel.dialogue.wishes import find_amenities, find_kinds
from ricordo_travel.traveller import LABELS

NOTHING_TO_ERASE = "so there is nothing to erase."
STAYS = "What you wrote stays in our conversation until you erase that, too."
_SPLIT = re.compile(
    r"(?<=[.!?;])\s|,? (?:and|but|so|then) (?=(?:(?:please|can you|could you|just|also|then) )*(?:forget|erase|delete|"
    r"remove|wipe|keep|remember|put|note|write|where|what|who|how|when|which|do you|show|find|book)\b)|"
    r", (?=(?:(?:please|can you|could you) )*(?:forget|erase|delete|remove|wipe|put|note|write)\b)",
    re.IGNORECASE,
)
_THAT = re.compile(
    r"\b(?:forget|erase|delete|remove|unlearn|(?:don't|do not|dont) (?:keep|save|store)) (?:that|this|it|them|those)"
    r"(?: (?:again|please|one|note|too|also|as well|now|then|thanks|ok)){0,3}\W*$"
)
_SPOKE_OF_MEMORY = re.compile(
    r"\bI have noted\b|\bYou told me:|\bI remember\b|\bThank you, corrected\b|\bDo you mean\b|\bI still have\b"
)
_NAMES = re.compile(
    r"\b(?:forget|erase|delete|remove|take(?: out)?|scrap|drop|lose|undo|get rid of) "
    r"(?:that |about |the fact that ){0,3}"
)
_REASON = re.compile(r",? (?:because|since|as|cos) .*|, (?:(?:she|he|they|it|that|we|i|my|our|the)\b).*")
"""Why something is to be forgotten, which does not name it: "the bit about Jo, she's just told us she's away"."""
_KEEPS = re.compile(r"\b(?:don't|do not|not|never|didn't)\b.{0,20}\b(?:forget|erase|delete|remove|wipe)\b")
_ONLY = re.compile(r"^\W*(?:no,? )?(?:only|just)\b")
_ABOUT_ME = re.compile(r"\babout (?:me|us|myself|ourselves)\b")
_ABOUT_OTHER = re.compile(
    r"\b(?:about|says|saying|mentions|mentioning|to do with|related to|concerning) "
    r"(?!me\b|us\b|myself\b|ourselves\b|everything\b|all\b)"
)
_EVERYTHING = re.compile(r"\b(?:everything|all)\b")
_EXCEPT = re.compile(
    r"[,.;]? (?:(?:and|but|only|just) ){0,2}(?:except|apart from|aside from|other than|besides|(?<=everything )but|"
    r"(?<=all )but|(?<=me )but|but not|(?<!n't )keep)\b"
    r"(?: (?:for|about|only|just|that|the fact)){0,3} (?P<kept>.{2,200})"
)
_REST = re.compile(r"\bkeep (?:all )?(?:the rest|everything else|the others?|it all)\b")
_ASKED_EXCEPT = re.compile(r"Shall I erase everything that I know about you, except (?P<kept>.{1,2000}?)\? It cannot")
_MEANT = re.compile(r"Do you mean (?P<named>.{1,600}?)\? Please")
_ASKS_WHICH = "Please say which."
_NOT_WANTED = re.compile(r"(?:n't|not) want you to (?:keep|know|remember|have|store) (?P<what>[^,.;?!]{2,60})")
_POINTS = re.compile(r"\b(?:that|this|it|these|those|them|both|all|one)\b")
_BOTH = re.compile(r"\b(?:both|all|them|these|those|everything)\b")
_STATES_OWN = re.compile(r"\W*(?:i|we|i'm|i've|we're)\b(?! mean)")
_MAX_ANSWER = 8


def answers_which(state: DialogueState) -> bool:
    """Return whether the message answers the question which memory is meant."""
    match = _MEANT.search(state.last_reply)
    if match is None or not leaves_choice(state.last_reply) or len(state.text.split()) > _MAX_ANSWER:
        return False
    if state.text.endswith("?") or (state.act == "tell" and _STATES_OWN.match(state.text)):
        return False  # a question or a statement erases nothing
    is_named = count_common(find_topic(state.text).words, keywords(match["named"])) > 0
    if memory_words.FORGET.search(state.text) and not is_named and not _points_back(state.text):
        return False  # it asks to erase something else
    return is_yes(state.text) or is_no(state.text) or bool(_POINTS.search(state.text)) or is_named


def names_exception(text: str) -> bool:
    """Return whether a text in lower case that asks to erase everything says what shall stay."""
    return bool(_EXCEPT.search(text)) and not _REST.search(text)


def forget(state: DialogueState) -> Plan:
    """Erase all that the message names. Ask if it is not clear, or if it is everything."""
    known = yield from read_known()
    if answers_which(state):
        return (yield from _forget_meant(state, known))
    asked = " ".join(_find_clauses(state)[0])
    asked = match["what"] if (match := _NOT_WANTED.search(state.text)) else asked
    text = _EXCEPT.sub("", normalise(asked))
    if _THAT.search(text) and (ended := _find_ended_before(state)):
        things, text, doubt = find_meant(ended, known), ended, ""
    elif things := _read_notes(state, text, known):
        doubt = ask_which(things[-3:]) if _may_be_other(text, things) else ""
    else:
        things, doubt = _find_asked(state, asked, text, known)
    if doubt:
        return doubt
    to_keep = _find_kept(state)
    kept = _find_to_stay(to_keep, known)
    if to_keep and (before := _ASKED_EXCEPT.search(state.last_reply)):
        kept = [*find_quoted(before["kept"], known), *kept]
    if _means_everything(text, things) or (to_keep and (_asks_all(state) or _EVERYTHING.search(text))):
        return _ask_for_rest(kept) if to_keep else _ASK_ALL
    things = _leave_out_new(state, [thing for thing in things if thing not in kept], known)
    if not things:
        return _ask_or_deny(text, known)
    instead = _find_instead(state, things)
    done = yield from (_replace(things[0], instead) if instead else _erase(things, _describe(text, things, known)))
    unknown = find_unknown(_NAMES.sub(" ", text), known)
    nothing = f" I have nothing about {' or '.join(unknown)} in memory." if unknown and not instead else ""
    return f"{done}{nothing}"


def _read_notes(state: DialogueState, text: str, known: Known) -> list[Thing]:
    """Return the notes that a message asks to erase, if it names them: "both of those" only points at something."""
    is_bare = (_THAT.search(text) or _points_back(text)) and not find_topic(state.text).words
    is_pointing = is_bare or _points_back(state.text)
    if is_pointing or _EVERYTHING.search(text) or _find_listed(state, text, known) or _find_kept(state):
        return []
    whose = find_topic(text, known.every_row)
    if whose.people and not whose.aspect and not whose.words:  # all that is known of somebody
        return []
    things = find_notes(state, "erase", known)
    if whose.aspect and (about := {row["id"] for row in find_rows(whose, known.every_row)}):
        things = [each for each in things if about & set(each.ids)]
    meant = {id for thing in find_meant(_NAMES.sub(" ", text), known) for id in thing.ids}
    words = find_topic(text).words
    if not find_topic(state.text, known.every_row).people:  # nothing of others but what is named
        others = {row["id"] for row in known.every_row if is_of_other(row)}
        things = [each for each in things if not others & set(each.ids) or count_common(words, keywords(each.words))]
    named = [each for each in things if meant & set(each.ids) or count_common(words, keywords(each.words))]
    return things if len(split_phrases(text)) > 1 else named or things


def _may_be_other(text: str, things: Sequence[Thing]) -> bool:
    """Return whether a text names something by words of some notes and others that they lack: "the night ferry"."""
    match = _OBJECT.search(text)
    named = keywords(match["what"]) - NOISE - _OF_ERASING if match else set[str]()
    held = keywords(" ".join(thing.words for thing in things))
    common = [count_common([word], held) for word in named]
    return any(common) and not all(common)


def _find_asked(state: DialogueState, asked: str, text: str, known: Known) -> tuple[list[Thing], str]:
    """Return what a message asks to erase, as typed and in lower case, or what to answer if that is in doubt."""
    if listed := _find_listed(state, text, known):
        return listed, ""
    if _THAT.search(text) or _points_back(text):
        text = state.text if _points_back(state.text) else text  # "the last one, delete it"
        noted = _find_noted(state, text, known)
        things = noted or _find_named(state, known)
        if len(things) > (2 if _TWO.search(text) else 1) and not noted:
            return [], ask_which(things)
        return things, _NOT_POINTED if known.rows and not things else ""
    doubt = _say_what_holds(text, known)
    named = _NAMES.sub(" ", text)
    things = find_meant(named, known) or find_meant(_NAMES.sub(" ", asked.lower()), known)
    return ([], doubt) if doubt else (things or find_meant(_REASON.sub(" ", named), known), "")


def _leave_out_new(state: DialogueState, things: Sequence[Thing], known: Known) -> list[Thing]:
    """Return things without what another part of the same message told, unless that is all: "… It is the 21st"."""
    new = find_new(state, known) - {row["id"] for row in list_learned(state.message, known.rows)}
    return [thing for thing in things if not new & set(thing.ids)] or list(things)


def _find_to_stay(text: str, known: Known) -> list[Thing]:
    """Return what a text says is to stay; what is known of others only if it names somebody."""
    of_others = {row["id"] for row in known.every_row if is_of_other(row)}
    names_people = bool(find_topic(text, known.every_row).people)
    current = {row["id"] for row in known.rows}
    meant = [thing for thing in find_meant(text, known) if thing.field or current & set(thing.ids)]
    return [thing for thing in meant if names_people or not of_others & set(thing.ids)]


def _ask_for_rest(kept: Sequence[Thing]) -> str:
    """Return the question whether to erase everything but some things, or that none of them is known."""
    if not kept:
        return "I have nothing like what you want to keep, so I have erased nothing. What shall stay, in other words?"
    named = join_words(list(dict.fromkeys(thing.words for thing in kept)))
    return (
        f"Shall I erase everything that I know about you, except {named}? It cannot be undone. "
        f"Our conversations and your bookings stay. {CONFIRM}"
    )


def _find_listed(state: DialogueState, text: str, known: Known) -> list[Thing]:
    """Return the memory in the list of the last reply that a text names by its place: "take out the first one"."""
    lines: list[str] = re.findall(r"^- (.+)$", state.last_reply, re.MULTILINE)
    number = find_number(text, len(lines)) or 0
    return [quote(row) for row in known.rows if 0 < number <= len(lines) and row["content"] == lines[number - 1]]


def _erase(things: Sequence[Thing], words: str) -> Plan:
    result = yield from erase(things)
    if result.error:
        return f"I could not erase it: {result.error}."
    return f"Done: I have erased {words} from what I know about you. {STAYS}"


def _find_instead(state: DialogueState, things: Sequence[Thing]) -> str:
    """Return how it is in the stead of the one memory that a message asks to erase, if it goes on with that."""
    said = [each for each in list(split_sentences(state.message))[1:] if states_instead(each)]
    is_one = len(things) == 1 and len(things[0].ids) == 1 and things[0].field is None
    return tell_of(said[0].strip(" .!")) if is_one and said and not ends_something(normalise(said[0])) else ""


def _replace(thing: Thing, content: str) -> Plan:
    """Give a memory other words, and erase those that it had."""
    result = yield from call("correct_memory", id=thing.ids[0], content=content)
    if not result.error:
        old = [row["id"] for row in to_known(result).ended if quote(row).words == thing.words]
        result = yield from call("erase_memories", ids=old[:50])
    if result.error:
        return f"I could not change it: {result.error}."
    is_noted = any(row["content"] == content for row in to_known(result).rows)
    noted = f" Thank you, I have noted “{content}”." if is_noted else ""
    return f"Done: I have erased {thing.words} from what I know about you.{noted}"


def _forget_meant(state: DialogueState, known: Known) -> Plan:
    """Erase what the last reply asked about, as far as the answer says which."""
    match = _MEANT.search(state.last_reply)
    things = find_quoted(match["named"], known) if match else []
    words = find_topic(state.text).words
    named = [thing for thing in things if count_common(words, keywords(thing.words))]
    if is_no(state.text):
        return f"All right, I keep {name_things(named)}." if named else "All right, nothing is erased."
    if number := find_number(state.text, len(things)):
        things = [things[number - 1]]
    elif not _BOTH.search(state.text):
        things = named or things
    if len(things) > 1 and not named and not _BOTH.search(state.text):
        return ask_which(things)
    if not things:
        return f"I do not have that any more, {NOTHING_TO_ERASE}"
    return (yield from _erase(things, name_things(things)))


def leaves_choice(reply: str) -> bool:
    """Return whether a reply asks which of some things are to be erased."""
    return _ASKS_WHICH in reply and bool(_MEANT.search(reply))


def ask_which(things: Sequence[Thing]) -> str:
    """Return the question which of some things are to be erased."""
    return f"Do you mean {name_things(things, 'or')}? {_ASKS_WHICH} {NOTHING_ERASED}"


def _means_everything(text: str, things: Sequence[Thing]) -> bool:
    if not memory_words.ALL.search(text):
        return False
    return bool(_ABOUT_ME.search(text)) or not (_names_one(text) or (things and not _EVERYTHING.search(text)))


def _names_one(text: str) -> bool:
    """Return whether a text names one thing to forget, and not all of it."""
    topic = find_topic(text)
    return bool(find_field(text) or topic.is_single or (_ABOUT_OTHER.search(text) and topic.words))


def _say_what_holds(text: str, known: Known) -> str:
    """Return what holds now if the message names a value that was replaced, or an empty string."""
    stated = _find_stated(text)
    held = known.fields.get(stated.field) if stated else None
    if stated is None or held is None or held["is_disputed"] or has_value(stated, held["value"], is_disputed=False):
        return ""
    return f"That does not hold any more: I remember {describe_fields({stated.field: held['value']})[0]}."


def _find_stated(text: str) -> Statement | None:
    """Return what a message says is to be forgotten, as a statement: "forget that we are 4, … we are 5 now"."""
    found = find_statements(re.split(r",| so | because | since |;", _NAMES.sub("", text))[0])
    return found[0] if found else None


def _find_ended_before(state: DialogueState) -> str:
    """Return the words before "forget that" that say what no longer holds: "that" is nothing else then."""
    return " ".join(text for text in map(normalise, _find_clauses(state)[1]) if ends_something(text))


def _points_back(text: str) -> bool:
    """Return whether a text in lower case asks to erase what was just noted, and names it by no other word."""
    words = set(re.findall(r"[a-z']+", text))
    return words <= _POINTING and bool(words & _POINTED) and not (words & {"all"} and words.isdisjoint(_PLURAL))


_ORDINALS = ("first", "second", "third")
_PLURAL = frozenset("them those these both two".split())
_POINTED = (
    frozenset("that this it one last latest newest note notes noted wrote saved said told first second third".split())
    | _PLURAL
)
_POINTING = _POINTED | frozenset(
    "no nope never mind ok okay please pls can could would you u just now and also too again as well thanks then so "
    "forget erase delete remove wipe clear unlearn scrap drop undo unnote strike cross out take off lose get rid of "
    "don't dont not keep the a i me my your all three ones memory memories entry entries thing things "
    "what have has down written stored remembered kept from list".split()
)
"""Words that ask to erase something and name nothing: "never mind, delete both those notes"."""
_OBJECT = re.compile(
    r"\b(?:forget|erase|delete|remove|drop|lose|scrap)(?: (?:about|what i said about|that|the|my|our)){0,3} "
    r"(?P<what>[\w'-]{2,20}(?: (?!and\b|or\b)[\w'-]{1,20}){1,3})(?=$|[.,;!?]| (?:but|and|so|please|pls)\b)"
)
_OF_ERASING = keywords(" ".join(_POINTING) + " limit date day town detail number rule remark line business trip")
"""Words beside what is to be erased that tell it from nothing else."""
_NOTE = re.compile(r"\W*(?:(?:i mean|please|just|no|ok|it's)\W+){0,3}(?:the|that) (?:note|one|bit|thing|part)\b[^?]*$")
_TWO = re.compile(r"\b(?:both|two)\b")
_ONE = re.compile(r"\b(?:last|latest|newest)\b(?! (?:two|three)\b)")
_NOT_POINTED = (
    "I do not see which note you mean, so I have erased nothing. Say it in its own words, "
    "or ask what I know about you to see them all."
)
_REACH = 4
"""Replies in which a note may stand that a message points back at."""


def _find_noted(state: DialogueState, text: str, known: Known) -> list[Thing]:
    """Return what the newest reply that noted something noted; of several such replies if a text means two things."""
    is_of_notes = bool(re.search(r"\b(?:not(?:es?|ed)|wrote|said|told|saved)\b", text))
    found: list[Thing] = []
    for number, reply in enumerate(state.replies[: _REACH if is_of_notes or _TWO.search(text) else 1]):
        said = [typed for role, typed in reversed(state.history) if role == "user"][number:]
        if "I have noted" in reply and said:
            found = [*_list_noted(reply, list_learned(said[0], known.rows), known), *found]
        if found and (len(found) > 1 or not _TWO.search(text)):
            break
    place = next((n for n, word in enumerate(_ORDINALS) if re.search(rf"\b{word}\b", text)), None)
    if place is not None:
        return found[place : place + 1]
    return found[-1:] if _ONE.search(text) else list(dict.fromkeys(found))


def _list_noted(reply: str, learned: Sequence[Row], known: Known) -> list[Thing]:
    """Return the memories that were learned from a message, and the fields that its reply says were set beside them."""
    covered = {SLOTS.get(row["field"] or "") for row in learned} | LISTS
    said = "\n".join(line for line in reply.splitlines() if "I have noted" in line)
    fields = [thing for thing in find_quoted(said, known) if thing.field and thing.field not in covered]
    return [*fields, *map(quote, learned)]


def _find_named(state: DialogueState, known: Known) -> list[Thing]:
    """Return what the last reply named and the message speaks of, or all that it named."""
    named = find_quoted(state.last_reply, known)
    words = find_topic(state.text).words
    counts = [count_common(words, keywords(thing.words)) for thing in named]
    most = max(counts, default=0)
    best = [thing for thing, count in zip(named, counts, strict=True) if most and count == most]
    return best if len(best) == 1 else named


def retract(state: DialogueState) -> Plan:
    """Reject what the person says that they never said."""
    known = yield from read_known()
    things = find_meant(memory_words.NEVER_SAID.sub(" ", state.text), known)
    ids = [id for thing in things for id in thing.ids]
    if not ids:
        return "I'm sorry, I read that into your words. It is not among what I remember about you."
    result = yield from call("reject_memories", ids=ids[:50])
    if result.error:
        return f"I could not change it: {result.error}."
    return "I'm sorry, I misunderstood you. I have taken that out of what I know about you."


def erase_everything(state: DialogueState) -> Plan:
    """Erase all that is known, after a yes; what the question says shall stay is kept."""
    if asked := _ASKED_EXCEPT.search(state.last_reply):
        known = yield from read_known()
        result = yield from erase(list_others(asked["kept"], known))
        if not result.error:
            return f"All right, I keep {asked['kept']}, and have erased everything else that I knew about you. {STAYS}"
    else:
        result = yield from call("erase_everything")
    if result.error:
        return f"I could not erase it: {result.error}."
    return "Done: everything that I knew about you is erased, with our conversations. Your bookings are as they were."


def _find_clauses(state: DialogueState) -> tuple[list[str], list[str]]:
    """Return the clauses of the message that ask to erase, and the others."""
    asking: list[str] = []
    others: list[str] = []
    asks_all = _asks_all(state)
    if not memory_words.FORGET.search(state.text):
        is_only = state.act == "forget" or (asks_all and (_ONLY.match(state.text) or _EXCEPT.search(state.text)))
        is_only = is_only or (_NOT_POINTED in state.last_reply and _NOTE.match(state.text))
        return ([state.message], []) if is_only else ([], [state.message])
    for clause in filter(str.strip, _SPLIT.split(memory_words.REST_STAYS.sub("", state.message[:MAX_LENGTH]))):
        text = normalise(clause)
        is_asking = (_asks(state, text) and not _KEEPS.search(text)) or (asks_all and _ONLY.match(text))
        (asking if is_asking else others).append(clause)
    return asking, others


def _asks_all(state: DialogueState) -> bool:
    """Return whether the last reply asks if everything is to be erased."""
    return state.question is not None and state.question.verb == "erase"


def _find_kept(state: DialogueState) -> str:
    """Return the words of a message that say what is to stay."""
    asking, others = _find_clauses(state)
    excepted = [match["kept"] for clause in asking if (match := _EXCEPT.search(normalise(clause)))]
    return " ".join([*excepted, *(clause for clause in map(normalise, others) if _STAYS_KNOWN.search(clause))])


_ASK_ALL = (
    "Shall I erase everything that I know about you, and our conversations? It cannot be undone. "
    f"Your bookings stay. {CONFIRM}"
)
_STAYS_KNOWN = re.compile(
    r"(?<!want you to )\bkeep\b|\bonly\b|\bexcept\b|\bapart from\b|^\W*(?:but )?not (?:my|the|that)\b|"
    r"\b(?:don't|do not) (?:forget|erase|delete)\b"
)


def _asks(state: DialogueState, text: str) -> bool:
    """Return whether a clause asks to erase something from memory, and not from a search."""
    if not memory_words.FORGET.search(text):
        return False
    if _THAT.search(text) and (_SPOKE_OF_MEMORY.search(state.last_reply) or _ends_fact(state)):
        return True
    if memory_words.NOT_MEMORY.search(text):
        return False
    is_named = memory_words.OF_MEMORY.search(text) or find_field(text) or _names_fact(state, text)
    return state.act == "forget" or bool(is_named)


def _ends_fact(state: DialogueState) -> bool:
    """Return whether a message says that something no longer holds, and means no wish of a search."""
    is_wish = find_kinds(state.text) or any(find_amenities(state.text))
    return state.act == "forget" and ends_something(state.text) and not is_wish


def _names_fact(state: DialogueState, text: str) -> bool:
    """Return whether a text names somebody, or has only words of one fact that is known."""
    topic = find_topic(text, [{"content": fact, "subject": None} for fact in state.memory.facts])
    return bool(topic.people) or any(topic.words and topic.words <= keywords(fact) for fact in state.memory.facts)


def _ask_or_deny(text: str, known: Known) -> str:
    field = find_field(text)
    if not field and (near := find_near(text, known)):
        return ask_which(near[-3:])
    return f"I have nothing about {_name_unknown(text, field)} in memory, {NOTHING_TO_ERASE}"


def _describe(text: str, things: Sequence[Thing], known: Known) -> str:
    """Return what is erased: “Is 67”, "everything about your kids", "your age (“Is 67”)"."""
    topic = find_topic(text, known.every_row)
    is_one = len(split_phrases(_NAMES.sub(" ", text))) == 1
    if topic.people and is_one and not topic.aspect and not topic.words:
        return f"everything about {name_person(text, topic.people)} ({name_things(things)})"
    if is_one and not topic.people and (match := _OWN_ASPECT.search(text)):
        return f"your {match['word']} ({name_things(things)})"
    return name_things(things)


_OWN_ASPECT = re.compile(r"\bmy (?P<word>age|name|birthday|job|work|languages?)\b")


def _name_unknown(text: str, field: str | None) -> str:
    if field:
        return f"your {LABELS[field].lower()}"
    people = find_topic(text).people
    return name_person(text, people) if people else "that"
