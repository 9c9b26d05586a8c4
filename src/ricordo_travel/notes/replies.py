"""Say what a message did to the notes about a person: what was noted and put right, erased, or is known."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ricordo_travel.clerk.reading.grounding import SOURCE
from ricordo_travel.clerk.scene import Scene
from ricordo_travel.dialogue.plan import Plan, call, join_words
from ricordo_travel.dialogue.replies import talk
from ricordo_travel.dialogue.replies.questions import ASK_RIGHT, CONFIRM, NOTHING_ERASED
from ricordo_travel.dialogue.state import DialogueState
from ricordo_travel.dialogue.values.keywords import keywords
from ricordo_travel.dialogue.yes.answers import is_explicit_yes, is_no
from ricordo_travel.notes.edits import Edit
from ricordo_travel.notes.known import Known, Row, read_known, tell_all
from ricordo_travel.notes.limits import NOT_KNOWN, asks_budget, find_limits, tell_limits
from ricordo_travel.notes.meant import (
    count_erasures,
    find_about,
    find_more_of,
    find_named,
    find_nearest,
    find_of_named,
    find_of_slots,
    find_people,
    find_topic,
    find_whole,
    is_meant,
    is_of_another,
    names_more,
    names_some_of,
    names_surely,
    says_too,
    speaks_of,
)
from ricordo_travel.notes.people import find_subject
from ricordo_travel.notes.reader import read_edits
from ricordo_travel.notes.sentences import says_more, show_note
from ricordo_travel.notes.situation import choose_notes

NOT_KEPT = "I'm sorry, I have not kept that. Please tell me in one short sentence what to remember."
KEPT_NOTHING = "All right, I have kept nothing of that."
STAYS = "What you wrote stays in our conversation until you erase that, too."
_NOTHING_LIKE_IT = "I find nothing by that name. "
NEVER_SAID = "I'm sorry, I read that into your words. It is not among what I remember about you."
DENIED = "denied"
"""The reference of a command that takes back what nobody said."""
_SAY_WHICH = "so I have erased nothing. Say it in its own words, or ask what I know about you to see them all."
NOT_POINTED = f"I do not see which note you mean, {_SAY_WHICH}"
NOT_SPARED = f"I do not see which note shall stay, {_SAY_WHICH}"
ERASED = "Done: I have erased"
TOLD = "You told me:"
_ERASED = "Done: everything that I knew about you is erased, with our conversations. Your bookings are as they were."
_ASK_ALL = (
    "Shall I erase everything that I know about you, and our conversations? It cannot be undone. "
    f"Your bookings stay. {CONFIRM}"
)
_ASKED_EXCEPT = re.compile(r"Shall I erase everything that I know about you, except (?P<kept>.+?)\? It cannot")
_ASKED_WHICH = re.compile(r"(?:Do you mean|Shall I erase) (?P<which>“[^?]{1,300}”)\? Please say")
_ASKED_DROP = re.compile(r"Is (?P<which>“[^?]{1,300}”) not so any more\? Please say")
_QUOTED = re.compile(r"“([^”]{1,300})”")
_ASKS_SOURCE = re.compile(
    r"\b(?:how (?:do|did|come|can) you (?:know|get|think)|when did (?:i|we)|where did (?:you|i)|"
    r"why do you (?:think|say))\b"
)
_ERASES = re.compile(
    r"\b(?:forget|erase|delete|remove|wipe|clear|unlearn|scrap|drop|lose|rid of|take|strike|cross|"
    r"bin|chuck|ditch|"
    r"don'?t (?:need|keep|save|store)|do not (?:need|keep|save|store)|no need|without|out|off|gone|go)\b"
)
_SPARES = re.compile(
    r"\b(?:don'?t|do not|never|not to) (?:\w+ ){0,2}?(?:forget|erase|delete|remove|wipe|clear|drop|lose|scrap)\b"
)
_GIVES_UP = re.compile(r"\b(?:never ?mind|whatever)\b|\bforget (?:about )?it(?= now| then|\W*$|[,.;!])")
"""Words of somebody who may only give up what was talked of."""
_KEEPS = re.compile(r"\b(?:keep|don'?t (?:forget|erase|delete)|do not (?:forget|erase|delete)|stays?|still|remember)\b")
_DOUBTS = re.compile(r"\b(?:why do|you) (?:you )?still (?:think|say|believe|have|list|show|got|claim|write)\b")
"""Words of somebody who said before that a note is wrong."""
_EXCEPT = re.compile(
    r"\b(?:except|but (?:not )?(?:keep|leave|my|the|that|what|where|for)|apart from|besides|other than|save for)\b"
)
_INSTEAD = re.compile(r"\b(?:instead of|rather than|in place of|no longer)\b")
_ABOUT_ME = re.compile(
    r"(?<!many )\b(?:about|on|of) (?:[\w'-]+ (?:and|&) ){0,2}(?:me|us|myself)\b"
    r"(?! (?:and|&) [\w'-]+ (?:food|diet|budget))"
)
"""Words of somebody who asks for all that is known, of themselves and perhaps of others."""
_ASKS_WHO = re.compile(
    r"\bwho(?: all)?(?:'s| is| are|'re)? (?:(?:usually|normally|always|else|all|i|we|am i|are we) )?"
    r"(?:travel|com|go|fly|in my family|with (?:me|us))|"
    r"\bhow many (?:of us|people|are we)\b|\b(?:my|our) (?:family|people|folks|companions?|fellow travellers)\b"
)
"""Words of somebody who asks for the people around them."""
REMEMBERS_LAST = re.compile(
    r"\W*(?:(?:and|so|ok|yes|please|pls|kindly|(?:can|could|will|would) you)\b\W*){0,3}"
    r"(?:remember|note|save|keep|store|write)(?: down)? (?:both|that|this|it|these|them|all(?: of)?(?: that| this)?)"
    r"(?: (?:too|down|please|pls|thanks|for me|for (?:later|next time)|in mind)){0,3}\W*"
)
"""Words of somebody who wants remembered what was said just now."""
_ASKS = re.compile(r"^(?:\w+ )?(?:what|whats|who|how|when|where|which|does|do|did|is|has|can|was|tell me)\b|\?\W*$")
_OF_NO_TRIP = frozenset({"offtopic", "about", "chat", "ask", "tell", "recall", "hello"})
"""Verbs that a question about somebody who is known is read as."""
_ALL = frozenset({"", "all", "everything", "it all", "all of it", "all about me", "everything about me"})
_SURE = 0.45
"""How likely the least likely piece of an edit has to be for a note to go by it, without another question."""
_SURE_TO_SHOW = 0.7
_SURE_TO_ASK = 0.9
"""How likely it has to be to ask about a note that shares no word with what shall be erased."""
_MAX_IDS = 50
_MAX_TOLD = 12
_MAX_ASKED = 4
_OF_MEMORY = ("recall", "forget", "correct", "tell")


@dataclass(frozen=True)
class NotesReading:
    """A message beside the notes as they were before it.

    Attributes:
        known: What is known by now.
        learned: The notes that rest on the message.
        notes: The notes that its edits number.
        edits: What it asks for.
    """

    known: Known
    learned: Sequence[Row]
    notes: Sequence[Row]
    edits: Sequence[Edit]

    def find_notes(self, edit: Edit) -> list[Row]:
        """Return the notes that an edit means and that are still known."""
        held = {row["id"] for row in self.known.rows}
        return [row for number in edit.notes if (row := self.notes[number - 1])["id"] in held]


def answer(scene: Scene) -> Plan:
    """Say all that a message did to the notes; empty if it did nothing."""
    if not scene.state.message:
        return ""
    reading = _read(scene.state, (yield from read_known()))
    if confirmed := _find_confirmed(scene.state, reading, _ASKED_WHICH):
        return (yield from _erase_named(reading, confirmed))
    if confirmed := _find_confirmed(scene.state, reading, _ASKED_DROP):
        return (yield from _reject(confirmed))
    if asks_about_note(scene.state.last_reply) and is_no(scene.state.text) and not (reading.learned or reading.edits):
        return "All right, I have erased nothing."
    if REMEMBERS_LAST.fullmatch(scene.state.text) and not reading.learned:
        last = [row for row in reading.known.rows if f"“{show_note(row['content'])}”" in scene.state.last_reply]
        return f"All right, I keep {_quote(last)}." if last else NOT_KEPT
    said = {_describe_learned(reading): None}
    edits = reading.edits or _find_edits(scene, reading)
    if whole := _find_whole(scene, reading, edits):
        said[(yield from _erase_named(reading, whole))] = None
        is_done = len(whole) >= count_erasures(scene.state.message.lower())
        others = [edit for edit in edits if not any(row in whole for row in reading.find_notes(edit))]
        edits = [edit for edit in edits if edit.verb != "erase" or not is_done or edit not in others]
        reading = replace(reading, known=(yield from read_known()))
    for edit in edits:
        said[(yield from _carry_out(scene, reading, edit))] = None
    told = [each for each in said if each and each != NOT_KNOWN]
    return " ".join(told or filter(None, said))  # it is not said that nothing is known beside what is


def _find_whole(scene: Scene, reading: NotesReading, edits: Sequence[Edit]) -> list[Row]:
    """Return the notes that a message asks to erase by all their words, if it asks for nothing else of them."""
    if any(edit.is_all for edit in edits):
        return []
    kept = [row for edit in edits if edit.verb in {"keep", "show"} for row in reading.find_notes(edit)]
    held = {row["id"] for row in reading.known.rows}
    rows = [row for row in reading.notes if row["id"] in held and row not in kept]
    return find_whole(scene.state.message.lower(), rows)


def excuse(scene: Scene) -> Plan:
    """Say what could not be done with a message that wants something of memory, of which nothing else was said."""
    verbs = {each.verb for each in scene.commands}
    verb = next((each for each in _OF_MEMORY if each in verbs), None)
    is_of_budget = verb in {"recall", "forget"} and asks_budget(scene.state.text)
    if told := (yield from tell_limits(scene.trip)) if is_of_budget else "":
        return told
    if verb == "recall":
        is_of_all = any(each.verb == verb and each.text.lower() in _ALL for each in scene.commands)
        return f"{'' if is_of_all else _NOTHING_LIKE_IT}{(yield from tell_all())}"
    if verb == "tell":
        return talk.small_talk(scene.state) or NOT_KEPT
    if verb == "correct" and any(DENIED in each.refs for each in scene.commands):
        return NEVER_SAID
    return {"forget": NOT_POINTED, "correct": f"I'm sorry. {ASK_RIGHT}"}.get(verb or "", "")


def asks_which_note(reply: str) -> bool:
    """Return whether a reply asks which of some notes are to be erased."""
    return NOTHING_ERASED in reply and "Do you mean “" in reply


def asks_about_note(reply: str) -> bool:
    """Return whether a reply asks a plain yes or no about one note."""
    asked = [pattern.search(reply) for pattern in (_ASKED_WHICH, _ASKED_DROP)]
    return any(match and _QUOTED.fullmatch(match["which"]) for match in asked)


def erase_everything(state: DialogueState) -> Plan:
    """Erase all that is known, after a yes; what the question says shall stay is kept."""
    if asked := _ASKED_EXCEPT.search(state.last_reply):
        kept = set(_QUOTED.findall(asked["kept"]))
        known = yield from read_known()
        rows = [row for row in (*known.ended, *known.rows) if show_note(row["content"]) not in kept]
        if error := (yield from _erase_rows(rows)):
            return error
        return f"All right, I keep {asked['kept']}, and have erased everything else that I knew about you. {STAYS}"
    result = yield from call("erase_everything")
    return f"I could not erase it: {result.error}." if result.error else _ERASED


def _read(state: DialogueState, known: Known) -> NotesReading:
    """Read a message beside the notes as they were before something was learned from it."""
    learned = _list_learned(known, state.message)
    new = {row["id"] for row in learned}
    replaced = [row for row in known.ended if row["superseded_by"] in new]
    before = sorted([*(row for row in known.rows if row["id"] not in new), *replaced], key=lambda row: row["since"])
    said = next((text for role, text in reversed(state.history) if role == "user"), "")
    reply = state.last_reply
    places = choose_notes([row["content"] for row in before], state.message, said, reply)
    notes = [before[place] for place in places]
    edits = read_edits(said, reply, [row["content"] for row in notes], state.message)
    return NotesReading(known, learned, notes, edits)


def _list_learned(known: Known, message: str) -> list[Row]:
    """Return the notes that rest on a message, if it is stored."""
    is_stored = _squeeze(known.last_turn.get("text", "")) == _squeeze(message)
    return [row for row in known.rows if is_stored and known.last_turn["id"] in row["turns"]]


def _find_edits(scene: Scene, reading: NotesReading) -> list[Edit]:
    """Return what the commands of a message say of all notes, if nothing was read beside the notes themselves."""
    if reading.learned:
        return []
    asked = [(each.verb, each.text.lower()) for each in scene.commands if each.verb in {"forget", "recall"}]
    edits: dict[Edit, None] = {}
    for verb, topic in asked:
        done = "erase" if verb == "forget" else "show"
        if topic in _ALL:
            edits[Edit(done, is_all=True)] = None
        elif found := (
            find_topic(topic, reading.notes)
            or (find_people(scene.state.text, reading.notes) if verb == "recall" else [])
            or find_named(scene.state, reading.notes)
        ):
            numbers = tuple(reading.notes.index(row) + 1 for row in found)
            edits[Edit(done, numbers, chance=1.0 if len(found) == 1 else 0.0)] = None
    verbs = {each.verb for each in scene.commands}
    if verbs == {"about"} and _ASKS.search(scene.state.text) and _ABOUT_ME.search(scene.state.text):
        return [Edit("show", is_all=True)]
    if not edits and verbs <= _OF_NO_TRIP and _ASKS.search(scene.state.text):
        found = find_people(scene.state.text, reading.notes, by_name=True)
        if found or asks_budget(scene.state.text):
            edits[Edit("show", tuple(reading.notes.index(row) + 1 for row in found))] = None
    return list(edits)


def _squeeze(text: str) -> str:
    return " ".join(text.split())


def _quote(rows: Sequence[Row], conjunction: str = "and") -> str:
    return join_words(list(dict.fromkeys(f"“{show_note(row['content'])}”" for row in rows)), conjunction)


def _describe_learned(reading: NotesReading) -> str:
    """Say what was noted of a message, and what that takes the place of."""
    before = {id: list[Row]() for id in (row["id"] for row in reading.learned)}
    for row in reading.known.ended:
        if row["superseded_by"] in before:
            before[row["superseded_by"]].append(row)
    disputed = [row for row in reading.learned if row["state"] == "disputed"]
    added = [row for row in reading.learned if not before[row["id"]] and row not in disputed]
    said = [f"Thank you, I have noted {_quote(added)}."] if added else []
    changed = [
        (row, old)
        for row in reading.learned
        if (old := [each for each in before[row["id"]] if each["content"] != row["content"]])
    ]
    said += [f"Thank you, corrected: {_quote([row])} instead of {_quote(old)}." for row, old in changed]
    again = [row for row in reading.learned if before[row["id"]] and row not in disputed]
    said = said or ([f"I know that already: {_quote(again)}."] if again else [])
    for row in disputed:
        other = [each for each in reading.known.rows if each not in reading.learned and _is_of_same_field(each, row)]
        said.append(f"{_quote([row])} contradicts {_quote(other) or 'what I knew before'}. Which is right?")
    return " ".join(said)


def _is_of_same_field(one: Row, other: Row) -> bool:
    return one["field"] is not None and (one["field"], one["subject"]) == (other["field"], other["subject"])


def _carry_out(scene: Scene, reading: NotesReading, edit: Edit) -> Plan:
    """Do what an edit asks for beside what was learned already, and say so."""
    rows = reading.find_notes(edit)
    match edit.verb:
        case "erase":
            return (yield from _erase(scene, reading, edit, rows))
        case "add" if rows:
            return f"{_quote(rows)} {'stays' if len(rows) == 1 else 'stay'}, too: tell me if that is not so any more."
        case "drop":
            return (yield from _drop(scene, reading, rows, edit.chance))
        case "replace":
            return (yield from _take_from_others(edit, rows))
        case "keep" if rows:
            return (yield from _keep(scene, reading, rows))
        case "show":
            return (yield from _show(scene, reading, edit, rows))
        case "wrong":
            return f"I'm sorry. {ASK_RIGHT}"
        case "private":
            return (yield from _erase_rows(reading.learned)) or KEPT_NOTHING
        case _:
            return ""


def _drop(scene: Scene, reading: NotesReading, rows: Sequence[Row], chance: float = 1.0) -> Plan:
    """Mark notes as not so if the message can mean them; else ask, if it speaks of them at all."""
    rows = [row for row in rows if not is_of_another(scene.state.text, row, reading.notes)]
    if all(is_meant(scene.state, row, reading.notes) and speaks_of(scene.state, row) for row in rows):
        return (yield from _reject(rows))
    near = find_nearest(scene.state.text, rows)
    return _ask(scene, "Is {} not so any more?", near) if near and chance >= _SURE_TO_ASK else ""


def _ask(scene: Scene, question: str, rows: Sequence[Row]) -> str:
    """Ask about notes: which one of several is meant, or a plain yes or no if it is one.

    Beside something else that waits for a yes, the one note has to be named: no yes means two things.
    """
    asked = question.format(_quote(rows[:_MAX_ASKED], "or"))
    if len(rows) > 1:
        return f"{asked.replace('Shall I erase', 'Do you mean')} Please say which. {NOTHING_ERASED}"
    if scene.state.pending:
        return f"{NOTHING_ERASED} To erase it, please write: forget {_quote(rows)}."
    return f"{asked} {CONFIRM}"


def _keep(scene: Scene, reading: NotesReading, rows: Sequence[Row]) -> Plan:
    """Say that notes stay, or are known; those that were in dispute are confirmed by it."""
    if _DOUBTS.search(scene.state.text):
        return (yield from _drop(scene, reading, rows))
    if _INSTEAD.search(scene.state.text):
        return f"I'm sorry. {ASK_RIGHT}"
    if disputed := [row for row in rows if row["state"] == "disputed"]:
        yield from call("confirm_memories", ids=_ids(disputed))
    if _KEEPS.search(scene.state.text) or disputed:
        return f"All right, I keep {_quote(rows)}."
    is_told = all(each.verb in _OF_MEMORY for each in scene.commands) and says_more(scene.state.text, "")
    return f"I know that already: {_quote(rows)}." if is_told else ""


def _reject(rows: Sequence[Row]) -> Plan:
    """Mark notes as not so, and say it."""
    if not rows:
        return ""
    result = yield from call("reject_memories", ids=_ids(rows))
    done = f"Thank you, corrected: I have taken {_quote(rows)} out of what I know about you."
    return f"I could not change it: {result.error}." if result.error else done


def _take_from_others(edit: Edit, rows: Sequence[Row]) -> Plan:
    """Mark notes as not so that hold of somebody else: "Is vegan" where "Wife is vegan" was to take its place.

    Memory keeps them beside the new note, since no statement about one person changes one about another.
    """
    said, subject = keywords(edit.content), keywords(find_subject(edit.content) or "")
    others = [row for row in rows if not keywords(row["subject"] or "") & subject and (row["subject"] or subject)]
    return _reject([row for row in others if keywords(row["content"]) - keywords(row["subject"] or "") <= said])


def _erase(scene: Scene, reading: NotesReading, edit: Edit, rows: Sequence[Row]) -> Plan:
    """Erase what a message names; ask if it is all, or if nothing in its words asks to erase."""
    if _SPARES.search(scene.state.text) and not _ERASES.search(_SPARES.sub(" ", scene.state.text)):
        return f"All right, I keep {_quote(rows)}." if rows else ""
    if edit.is_all:
        stays = [*rows, *(row for each in reading.edits if each.verb == "keep" for row in reading.find_notes(each))]
        if spared := _EXCEPT.search(scene.state.text):
            named = find_named(scene.state, reading.notes)
            named += find_of_slots(scene.state.text[spared.end() :], reading.notes)
            stays = [row for row in stays if row in named]
            return _ask_except(stays) if stays else NOT_SPARED
        return _ask_except(stays) if stays else _ASK_ALL
    if not rows:
        return ""
    asks = any(each.verb == "forget" for each in scene.commands) or _ERASES.search(scene.state.text)
    asks = asks or asks_which_note(scene.state.last_reply)
    is_sure = edit.chance >= _SURE or (len(rows) == 1 and names_surely(scene.state.text, rows[0], reading.notes))
    asks = asks and is_sure and not _GIVES_UP.search(scene.state.text)
    others = find_of_named(scene.state, rows, reading.notes) or [r for r in rows if names_some_of(scene.state.text, r)]
    if asks and others and not asks_which_note(scene.state.last_reply):
        return _ask(scene, "Shall I erase {}?", others)
    if not asks or not all(is_meant(scene.state, row, reading.notes) for row in rows):
        rows = [row for row in find_named(scene.state, reading.notes) if row in rows] or rows
        if edit.chance < _SURE_TO_ASK and not find_nearest(scene.state.text, rows):
            return NOT_POINTED
        return _ask(scene, "Shall I erase {}?", rows)
    if len(rows) == 1 and names_more(scene.state.text, rows[0]):
        return _ask(scene, "Shall I erase {}?", rows)
    return (yield from _erase_named(reading, [*rows, *find_more_of(scene.state.text, rows, reading.notes)]))


def _find_confirmed(state: DialogueState, reading: NotesReading, question: re.Pattern[str]) -> list[Row]:
    """Return the one note that the last reply asks about, if a message says yes to that, and to nothing else."""
    asked = question.search(state.last_reply)
    if asked is None or not is_explicit_yes(state.text) or state.last_reply.count(CONFIRM) > 1 or state.outcomes:
        return []
    rows = [row for row in reading.notes if show_note(row["content"]) in _QUOTED.findall(asked["which"])]
    return rows if len(rows) == 1 else []


def _erase_named(reading: NotesReading, rows: Sequence[Row]) -> Plan:
    """Erase notes with all that say the same, and those whose place they took."""
    same = {row["content"].casefold() for row in rows}
    rows = [
        *rows,
        *(row for row in reading.known.rows if row not in rows and any(says_too(row, each) for each in rows)),
    ]
    twins = [row for row in (*reading.known.rows, *reading.known.ended) if row["content"].casefold() in same]
    error = yield from _erase_rows([*rows, *twins, *_list_former(reading.known, [*rows, *twins])])
    return error or f"{ERASED} {_quote(rows)} from what I know about you. {STAYS}"


def _list_former(known: Known, rows: Sequence[Row]) -> Iterator[Row]:
    """Yield the notes whose place some notes took, and those whose place these had taken."""
    before: dict[str, list[Row]] = {}
    for row in known.ended:
        before.setdefault(row["superseded_by"] or "", []).append(row)
    found = [*rows]
    while found:
        former = before.pop(found.pop()["id"], [])
        yield from former
        found += former


def _erase_rows(rows: Sequence[Row]) -> Plan:
    """Erase notes for good. Return what went wrong, or an empty text."""
    ids = _ids(rows)
    for start in range(0, len(ids), _MAX_IDS):
        result = yield from call("erase_memories", ids=ids[start : start + _MAX_IDS])
        if result.error:
            return f"I could not erase it: {result.error}."
    return ""


def _ask_except(kept: Sequence[Row]) -> str:
    return (
        f"Shall I erase everything that I know about you, except {_quote(kept)}? It cannot be undone. "
        f"Our conversations and your bookings stay. {CONFIRM}"
    )


def _show(scene: Scene, reading: NotesReading, edit: Edit, rows: Sequence[Row]) -> Plan:
    """Say the notes that a message asks for, with the words that they come from if it asks for these."""
    verbs, text = {each.verb for each in scene.commands}, scene.state.text
    is_asked = "recall" in verbs or (verbs <= _OF_NO_TRIP and find_people(text, rows, by_name=True))
    if edit.chance < _SURE_TO_SHOW and not is_asked:
        return ""
    is_of_all = any(each.verb == "recall" and each.text.lower() in _ALL for each in scene.commands)
    if edit.is_all or (is_of_all and not rows) or _ABOUT_ME.search(scene.state.text):
        return (yield from tell_all())
    if _ASKS_WHO.search(scene.state.text):
        party = [row for row in reading.known.rows if row["field"] == "travellers"]
        is_counted = bool(party) and "how many" in scene.state.text
        rows = party if is_counted else [row for row in reading.known.rows if row["subject"] or row in [*rows, *party]]
    if asks_budget(scene.state.text):
        rows = find_limits(reading.known.rows)
    rows = [*rows, *(row for row in find_about(scene.state, reading.known.rows) if row not in rows)]
    if not rows and asks_budget(scene.state.text):
        return (yield from tell_limits(scene.trip)) or NOT_KNOWN
    if not (rows := rows or find_people(scene.state.text, reading.known.rows)):
        return NOT_KNOWN if is_asked or not verbs & {"find", "suggest"} else ""
    told = f"{TOLD} {'; '.join(show_note(row['content']) for row in rows[:_MAX_TOLD])}."
    asks_source = _ASKS_SOURCE.search(scene.state.text) or any(each.text == SOURCE for each in scene.commands)
    quotes = list(_list_quotes(rows)) if asks_source else []
    return f"{told} You wrote: {join_words(quotes)}." if quotes else told


def _list_quotes(rows: Sequence[Row]) -> Iterator[str]:
    yield from dict.fromkeys(f"“{row['quotes'][-1].strip()}”" for row in rows[:_MAX_ASKED] if row["quotes"])


def _ids(rows: Sequence[Row]) -> list[str]:
    return list(dict.fromkeys(row["id"] for row in rows))
