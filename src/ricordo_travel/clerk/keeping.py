"""Keep what people tell in words from which the learner takes nothing, and erase nothing that they want kept."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ricordo_travel.clerk.commands import Command
from ricordo_travel.clerk.grounding import to_slot
from ricordo_travel.clerk.scene import Scene
from ricordo_travel.dialogue import forgetting, memory
from ricordo_travel.dialogue.clauses import find_clauses
from ricordo_travel.dialogue.endings import POLARITY, ends_something
from ricordo_travel.dialogue.keywords import keywords
from ricordo_travel.dialogue.lasting import drop_taken_back, is_passing
from ricordo_travel.dialogue.memory_words import IS_ERASABLE, IS_ERASED, RELATION
from ricordo_travel.dialogue.money import parse_money
from ricordo_travel.dialogue.note_reader import HESITATES
from ricordo_travel.dialogue.owners import find_owner
from ricordo_travel.dialogue.plan import Plan, call, join_words
from ricordo_travel.dialogue.recollection import NOISE, Row, list_learned
from ricordo_travel.dialogue.remembered import SLOTS, Known, name_things, quote, read_known, stems_of, to_known
from ricordo_travel.dialogue.remembered import find_meant as find_things_meant
from ricordo_travel.dialogue.statements import find_statements
from ricordo_travel.dialogue.swaps import lists_age
from ricordo_travel.dialogue.text import is_common_word, is_first_name, normalise
from ricordo_travel.told_sentences import describe

_PRIVATE = re.compile(
    r"\bbetween (?:us|you|ourselves)\b|\boff the record\b|\bprivate|\bsecret|\bconfiden|\bto yourself\b|\bforget\b|"
    r"(?:n't|\bdont|\bnot|\bnever|\bno|\bwithout)\b.{0,30}"
    r"\b(?:sav(?:e|ing)|stor(?:e|ing)|record|remember|note|keep|memory|writ(?:e|ing))"
)
"""Words of somebody who may not want that something is kept. Too many of them cost no more than a question."""

_SECRET = re.compile(
    r"(?:n't|\bdont|\bnot|\bnever)\b (?:\w+ ){0,3}(?:write|note|save|store|keep|record|remember|put) "
    r"(?:that|this|it)\b|\boff the record\b|\bbetween (?:us|you and me|ourselves)\b|\bto yourself\b"
)
ERASING = (
    r"(?:forget(?:ting)?|erase|erasing|delete|deleting|remove|removing|wipe|clear|unlearn|scrap|drop|lose|"
    r"get rid of|take (?:\w+ ){0,4}(?:out|off)|strike|cross out)"
)
_TOLD = frozenset({"tell", "correct", "forget"})
_GREW = re.compile(
    r"\b(?P<who>[a-z]{2,20}) (?:isn't|is not|isnt|is no longer|ain't) (?P<old>\d{1,2})(?: any ?more| any longer| now)?"
    r"[,;.]{0,1} (?:(?:but|and|s?he|has|is|it's|just|already|now) |s?he's ){0,4}(?:turned |is )?(?P<new>\d{1,2})\b"
    r"[^.,;!?]{0,30}"
)
"""How old somebody is by now, and no longer is: "Zosia isn't 9 anymore, she turned 10"."""
_ERASES = re.compile(rf"\b{ERASING}\b")
_NOT_ERASED = re.compile(
    r"(?:\b(?:don't|dont|do not|not|never|didn't|didnt|shouldn't|mustn't|why did you|no need to|without)\b"
    rf"[^.;!?]{{0,20}}?\b{ERASING}|"
    r"\b(?:you|u)(?:'ve| have)?(?: just| also| already)? (?:forgot(?:ten)?|erased|deleted|removed|left out)|"
    r"\b(?:i|we|he|she|they|i'll|we'll)(?: (?:always|often|sometimes|will|might|may|just|also|did))* forget|"
    r"\bforget to)\b"
)
"""Words of somebody who wants something kept, misses it or forgets: "don't erase it", "did I forget to say yes?"."""
_TO_REMEMBER = re.compile(
    r"(?:^|[,.;!:?] ?|\b(?:please|pls|and|but|also|just|instead|then) )(?:remember|note|keep|save|store)\b"
)
_NOT_TO_KEEP = re.compile(
    r"(?:n't|\bdont|\bnot|\bnever|\bno need to|\bstop|\bwithout)\b.{0,30}"
    r"\b(?:remember|keep|sav|stor|note|know|hold|record)|\bprivate\b|\bno longer\b|\bany ?more\b"
)
_APPOSED = re.compile(
    rf"\b(?P<name>[a-z]{{2,20}}), (?P<who>(?:my|our) (?:(?:best|oldest|good|close|old) )?{RELATION})\b"
)
"""Somebody who is named and then said to be who they are: "yuki, my best friend"."""
_DOES = re.compile(r"\w{2,20} (?:just|often|usually|never|rarely|already|still|always) \w{2,15}(?:s|ed)\b")
"""What somebody does, and nobody prefers: "jonah just learned to swim"."""
_NARROWED = re.compile(
    r"^(?:and |but |also |actually |oh )*(?:i (?:only )?(?:want|need|like|prefer|wanted) )?(?:the |a |an |my |our )?"
    r"(?P<what>[a-z][\w' -]{2,50}?),?(?: (?:is|are|that's|it's|only if it's))? (?:only|just) "
    r"(?P<when>(?:for|on|in|if|when|during|with|at) [\w' -]{3,60})$"
)
"""Something that is known, for fewer cases: "window seat is only for long flights"."""
FORGOTTEN = re.compile(
    rf"\b{ERASING} (?:(?:the|that|this|my|our|your|thing|bit|part|note|one|line|about|with|on|of|what i said) )*"
    r"(?P<what>[a-z][\w' -]{2,60}?)(?:,? (?:please|pls|again|too|thanks|from .{0,60}))?(?=[,.;!?]|$)"
)
"""What a message asks to erase: "remove the thing with the stick"."""
HAS_TO_GO = re.compile(
    r"\b(?:the|that|this|your) (?P<what>(?:sentence|note|line|entry|bit|part|remark|memory|thing)s?\b[^.;!?]{0,60}?) "
    r"(?:(?:has|have|needs?|ought) to|must|should|can|could) (?:please )?"
    r"(?:go|disappear|be (?:erased|deleted|removed|wiped|taken out))\b"
)
"""What a message would not have in memory any more: "the sentence with the stick has to go"."""
_OF_PEOPLE = re.compile(rf"\b{RELATION}\b")
_TAKES_BACK = frozenset({"forget", "undo", "no", "keep", "again"})
_MISSES = re.compile(
    r"\bi (?:only|just) (?:wanted|meant|asked|said)\b|"
    r"\b(?:only|just) (?:wanted|meant) (?:the|that|this|one|you)\b|"
    r"\b(?:erased|deleted|removed|forgot|took out|wiped) (?:too much|too many|more than|everything|the wrong|them all|"
    r"all of (?:it|them)|the others?|the rest)\b|"
    r"\bi (?:didn't|didnt|did not|never) (?:want|ask|mean|tell|say)\b[^.;!?]{0,30}"
    r"\b(?:all|everything|others?|rest|erase|delete|remove|forget|gone)\b|"
    r"\bwhy (?:did you|have you)(?: also| just)? (?:erased?|deleted?|removed?|forg[eo]t\w*|wiped?)\b|"
    r"\b(?:bring|get|put|want|have) (?:it|them|that|those|the (?:others?|rest)) back\b|\b(?:restore|undelete)\b|"
    r"\bnot (?:all of them|everything|the others?|the rest)\b"
)
_THEN_ERASED = re.compile(
    rf"(?P<said>[^.;!?]{{4,120}}?)[,;.!]? (?:(?:so|and|please|pls|can you|now|just|then) ){{0,3}}{ERASING} "
    r"(?:that|it|this)(?: (?:one|note|now|please|pls|too))*(?=[,.;!?]|$)"
)
"""Something that is told to be erased: "it still says wife is vegetarian, delete it"."""
_GIVES_UP = re.compile(
    r"(?P<then>\b(?:then|so|never ?mind|whatever|in that case),? (?:just |please )?)?"
    r"\bforget (?:about )?(?:it|that|this|the whole thing|the lot)(?: now| please)?(?=\W*$|[,.;!?-])"
)
"""Words of somebody who gives something up, or points at a note: "never mind, forget that"."""
_OF_MEMORY = re.compile(
    r"\b(?:noted|told me|remember|know that|erased?|Do you mean|I still have|corrected|memory|keep)\b"
)
_NOT_SHOWN = re.compile(
    r"(?:\bdon't|\bdont|\bdo not|\bnever|\bstop) (?:ever )?(?:suggest|show|offer|recommend|propos)(?:e|ing)?"
    r"(?: me| us)? (?P<what>[a-z][\w' -]{2,40}?)(?: (?:again|any ?more|please|pls|ever|to me|to us))*\W*$"
)
"""What somebody does not want to see again; what is known of it stays: "don't suggest Lisbon again"."""
_SWAPPED = re.compile(
    r"\b(?:i|we) (?:(?:don't|dont|do not) (?:really )?|no longer )(?:like|want|prefer|need|care for) "
    r"(?:the |an? )?(?P<old>[a-z][a-z -]{2,30}?)(?: any ?more| any longer| now)?[,.;]{1,2} "
    r"(?:(?:but|so|now|rather|better|make it|i|we|prefer|want|like|the|an?) ){0,4}(?P<new>[a-z][a-z -]{2,30}?)"
    r"(?:,? (?:please|pls|instead|now|from now on|for me)){1,2}\W*$"
)
_LEADS = re.compile(
    r"^(?:(?:that|to|please|pls|remember|note|keep in mind|don't forget|dont forget|again|i told you|i said|btw)"
    r"[ ,:]+)+"
)
_OF_ALL = re.compile(r"\b(?:trips?|holidays?|all|altogether|total|everything|whole)\b")
_OF_ITSELF = re.compile(r"(\w{2,20}) is \1")
"""A statement that says nothing: "nadia is nadia", as "Nadia here" is read."""
_MAX_NEW = 5
_MAX_IDS = 50


KEPT_NOTHING = "All right, I have kept nothing of that."


def is_private(text: str) -> bool:
    """Return whether a text in lower case may ask that nothing of it is kept."""
    return bool(_PRIVATE.search(_NOT_ERASED.sub(" ", text)))


def is_secret(text: str) -> bool:
    """Return whether a text in lower case asks that what it says is not kept."""
    return bool(_SECRET.search(text))


def asks_to_erase(text: str) -> bool:
    """Return whether a text in lower case asks to erase something; "don't erase it" does not."""
    return bool(_ERASES.search(_NOT_ERASED.sub(" ", text)))


def misses_erased(text: str, reply: str) -> bool:
    """Return whether a text in lower case complains that a reply erased more than was meant, or wants it back."""
    return "I have erased" in reply and bool(_MISSES.search(text))


def settle_memory(text: str, commands: Sequence[Command], reply: str = "") -> list[Command]:
    """Return commands that erase nothing that a message in lower case wants kept: "dont erase it. please remember: …".

    What it names so is told then. Somebody whom a statement calls only what they are has the name that stands beside.
    """
    if misses_erased(text, reply):
        rest = [each for each in commands if each.verb not in _TAKES_BACK]
        return [Command("forget", (), (to_slot("that"),)), *rest]
    if forgetting.leaves_choice(reply):
        commands = [_take_as_forgotten(each) if each.verb == "pick" else each for each in commands]
    stays = drop_taken_back(text)
    taken_back = keywords(text) - keywords(stays)
    kept = [each for each in commands if each.verb not in {"tell", "correct"} or not keywords(each.text) & taken_back]
    commands = kept or [Command("tell", (), (to_slot(stays.strip(" .,")),))] if commands else []
    commands = _leave_out_given_up(text, reply, commands)
    commands = [_name_apposed(text, each) if each.verb == "tell" else each for each in commands]
    for aged in list(_GREW.finditer(text))[:_MAX_NEW]:
        numbers = {aged["old"], aged["new"]}
        of_age = [e for e in commands if e.verb in _TOLD and aged["who"] in e.text and numbers & {*e.text.split()}]
        rest = [each for each in commands if each not in of_age]
        commands = [*rest, Command("correct", (), (to_slot(aged[0]),))]
    commands = [_name_forgotten(text, each, reply) if each.verb == "forget" else each for each in commands]
    commands = [replace(each, verb="forget") if _is_to_forget(text, each) else each for each in commands]
    if erased := _THEN_ERASED.search(_NOT_ERASED.sub(" ", text)):
        said = _words_of(erased["said"])
        commands = [replace(e, verb="forget") if _is_told_of(e, said) else e for e in commands]
    if (gone := HAS_TO_GO.search(text)) and not any(each.verb == "forget" for each in commands):
        commands = [*commands, Command("forget", (), (to_slot(gone["what"]),))]
    if refused := _NOT_SHOWN.search(text):
        slot = to_slot(f"i do not like {refused['what']}")
        commands = [Command("tell", (), (slot,)) if each.verb == "forget" else each for each in commands]
    if not any(each.verb == "forget" for each in commands) or not _wants_kept(text):
        return commands
    return [replace(each, verb="tell") if each.verb == "forget" else each for each in commands]


def _leave_out_given_up(text: str, reply: str, commands: list[Command]) -> list[Command]:
    """Return commands without what "then forget it" would erase, if that gives up a trip and names nothing noted.

    It points at a note only alone, after a reply about memory.
    """
    match = _GIVES_UP.search(text)
    if match is None or len(_ERASES.findall(text)) > 1:
        return commands
    rest = keywords(text.replace(match[0], " ", 1)) - NOISE
    if not rest and not match["then"] and (not reply or _OF_MEMORY.search(reply)):
        return commands
    named = [(each, keywords(each.text) - NOISE) for each in commands]
    kept = [each for each, words in named if each.verb not in {"forget", "correct"} or (words and words <= rest)]
    return kept or ([Command("no")] if commands else [])


def _take_as_forgotten(command: Command) -> Command:
    """Return a choice among the notes that a reply asked about: "the first one"."""
    return Command("forget", (), (to_slot(f"that {' '.join(command.refs)} one"),))


def _name_forgotten(text: str, command: Command, reply: str) -> Command:
    """Return what shall be forgotten by the words of the message, if it was taken from the reply before instead."""
    match, words = FORGOTTEN.search(text), _words_of(command.text)
    named = _words_of(match["what"]) if match else set[str]()
    is_of_reply = bool(words) and words <= keywords(reply) and not words & keywords(text)
    is_part = bool(match and keywords(command.text) < keywords(match["what"]) and _OF_PEOPLE.search(match["what"]))
    is_part = is_part and not _OF_PEOPLE.search(command.text)  # "ages", for "the ages of the children"
    return (
        replace(command, slots=(to_slot(match["what"]),)) if match and named and (is_of_reply or is_part) else command
    )


def _is_told_of(command: Command, said: set[str]) -> bool:
    """Return whether a command tells what some words say."""
    words = _words_of(command.text)
    return command.verb == "tell" and bool(words) and words <= said


def _is_to_forget(text: str, command: Command) -> bool:
    """Return whether a text asks to erase what a command asks for: "forget the remark about Hilde", as `recall`."""
    words = _words_of(command.text)
    if command.verb != "recall" or not words or IS_ERASED.search(text) or IS_ERASABLE.search(text):
        return False
    asked = FORGOTTEN.finditer(_NOT_ERASED.sub(" ", text))
    return any(words <= _words_of(match["what"]) for match in asked)


def _wants_kept(text: str) -> bool:
    """Return whether a text asks to keep or to remember something, and to erase nothing."""
    rest = _NOT_ERASED.sub(" ", text)
    if text.endswith("?") or asks_to_erase(text) or _NOT_TO_KEEP.search(rest):
        return False
    return rest != text or bool(_TO_REMEMBER.search(rest))


def _name_apposed(text: str, command: Command) -> Command:
    match = _APPOSED.search(text)
    said = normalise(command.text)
    if match is None or match["who"] not in said or match["name"] in said.split():
        return command
    is_name = is_first_name(match["name"]) or not is_common_word(match["name"])
    named = re.sub(rf"{match['who']}(?: who)?", f"{match['who']} {match['name']}", said, count=1)
    return replace(command, slots=(to_slot(named),)) if is_name else command


def narrow(command: Command) -> Plan:
    """Put a statement for fewer cases in the place of what is known: "only for long flights". Empty if it is none."""
    match = _NARROWED.match(normalise(command.text).strip(" .!"))
    words = keywords(match["what"]) - NOISE - POLARITY if match else set[str]()
    if match is None or not words or ends_something(match["what"]):
        return ""
    known = yield from read_known()
    new = {row["id"] for row in list_learned(command.text, known.rows)}
    held = [row for row in known.rows if words <= stems_of(row)]
    if not any(row["id"] not in new for row in held):
        return ""
    what = match["what"].strip()
    content = f"{what[:1].upper()}{what[1:]} only {match['when']}"
    result = yield from call("note_fact", content=content, replaces=[row["id"] for row in held][:_MAX_IDS])
    if result.error:
        return f"I could not change it: {result.error}."
    return f"Thank you, corrected: “{content}”."


def swap(scene: Scene) -> Plan:
    """Put what somebody wants now in the place of what they want no more: "no aisle seats any more, window please"."""
    match = _SWAPPED.search(scene.state.text)
    words = keywords(match["old"]) - NOISE - POLARITY if match else set[str]()
    known = yield from read_known()
    new = {row["id"] for row in list_learned(scene.state.message, known.rows)}
    before = [row for row in known.ended if row["superseded_by"] in new]
    named = [row for row in (*known.rows, *before) if words and words <= stems_of(row)]
    held = [row for row in named if row in known.rows]
    if match is None or not any(row["id"] not in new for row in named):
        return ""
    thing, kind = match["new"], match["old"].split()[-1]
    content = f"Prefers {thing}" if " " in thing or " " not in match["old"] else f"Prefers {thing} {kind}"
    result = yield from call("note_fact", content=content, replaces=[row["id"] for row in held][:_MAX_IDS])
    return f"I could not change it: {result.error}." if result.error else f"Thank you, corrected: “{content}”."


def keep_rest(scene: Scene, statements: Sequence[str]) -> Plan:
    """Note the statements of which memory holds nothing, as sentences about the person, and say so.

    What is known already is said to be. Nothing is kept of what passes, or of a message in doubt.
    """
    text = scene.state.text
    if is_private(text) or HESITATES.search(text):
        return ""
    known = yield from read_known()
    owner = find_owner((said for role, said in reversed(scene.state.history) if role == "user"), text)
    noted: list[str] = []
    same: list[Row] = []
    for statement in statements[:_MAX_NEW]:
        content = _describe(statement, owner)
        longer = _find_longer(scene, statement, content, known) if content else []
        if not content or (_is_learned(scene, statement, known) and not longer):
            continue
        if any(lists_age(row, content) for row in known.rows):
            continue
        if not longer and (held := [row for row in known.rows if _words_of(content) <= stems_of(row)]):
            if _rests_on(scene.state.message, held[0]):
                noted.append(f"“{held[0]['content']}”")
            else:
                same += held[:1]
            continue
        result = yield from call("note_fact", content=content, replaces=longer)
        if not result.error:
            known, stored = to_known(result), result.data["noted"]
            noted += [f"“{stored}”"] if stored == content else []
            same += [row for row in known.rows if row["content"] == stored != content]
    said = [f"Thank you, I have noted {join_words(noted)}."] if noted else []
    return " ".join([*said, *([f"I know that already: {name_things([*map(quote, same)])}."] if same else [])])


def drop_doubles(scene: Scene) -> Plan:
    """Erase what was learned from the message and says no more than was known before of the same; say which that is.

    Who says so beside something else is not told.
    """
    known = yield from read_known()
    learned = [row for row in list_learned(scene.state.message, known.rows) if row["kind"] == "semantic"]
    new = [
        row
        for row in learned
        if all(list_learned(scene.state.message, [{**row, "quotes": [q]}]) for q in row["quotes"])
    ]
    old = [row for row in known.rows if row not in learned]
    pairs = [(row, held) for row in new for held in old if _says_no_more(row["content"], held["content"])]
    if not pairs:
        return ""
    yield from call("erase_memories", ids=list({row["id"] for row, _ in pairs})[:_MAX_IDS])
    return f"I know that already: {name_things(list(dict.fromkeys(quote(held) for _, held in pairs)))}."


def _says_no_more(new: str, held: str) -> bool:
    """Return whether all words of a memory are in another one, and neither denies what the other says."""
    words, others = keywords(new), keywords(held)
    return bool(words - NOISE - POLARITY) and words - NOISE <= others and words & POLARITY == others & POLARITY


def find_unset(scene: Scene, statements: Sequence[str], known: Known) -> list[str]:
    """Return the statements that give the profile a value which it does not have; a limit is for what was sought."""
    unset: list[str] = []
    for statement in statements:
        found = [each for each in find_statements(normalise(statement)) if not each.is_denied]
        if any(each.field not in known.fields for each in found):
            unset.append(f"{statement}{_name_basis(scene, statement)}")
    return unset


def _name_basis(scene: Scene, statement: str) -> str:
    """Return what the amount in a statement is for, if the search before it had the same one: " a night"."""
    money = parse_money(normalise(statement), is_asked=True)
    if money is None or money.basis not in {None, "trip"} or _OF_ALL.search(statement):
        return ""
    is_sought = any(limit.amount == money.amount and limit.basis == "night" for _, limit in scene.trip.limits)
    return " a night" if is_sought else ""


def keep_known(scene: Scene, statements: Sequence[str]) -> Plan:
    """Say what is kept that a message wants not to be erased; empty if it speaks of no such thing."""
    if not _NOT_ERASED.search(scene.state.text):
        return ""
    known = yield from read_known()
    things = [thing for each in statements for thing in find_things_meant(normalise(each), known)]
    return f"All right, I keep {name_things(list(dict.fromkeys(things)))}." if things else ""


def _describe(statement: str, owner: str | None) -> str:
    """Return a statement about people as a sentence in the third person; empty if it is none that lasts.

    `owner` is whom "she" or "he" means.
    """
    said = _LEADS.sub("", normalise(statement).strip(" .!"))
    if _OF_ITSELF.fullmatch(said) or is_passing(said) or ends_something(said):
        return ""
    if find_statements(said) or said.endswith("?"):
        return ""
    found = find_clauses(f"remember that {said}", owner, is_telling=True)
    if len(found) != 1 or found[0].name or is_passing(found[0].spoken):
        return ""
    content = re.sub(r"\b(?:with|for) (?:me|us)\b", "along", describe(found[0]))
    rest = content.removeprefix("Prefers ")
    if rest != content and _DOES.match(rest):
        content = rest[:1].upper() + rest[1:]
    return content if _words_of(content) else ""


def _find_longer(scene: Scene, statement: str, content: str, known: Known) -> list[str]:
    """Return the ids of what was learned from a statement and the request beside it: "scared of flying so short …"."""
    if all(each.verb == "tell" for each in scene.commands):
        return []
    own = list_learned(statement, known.rows)
    learned = [row for row in list_learned(scene.state.message, known.rows) if row not in own]
    plain = [row for row in learned if SLOTS.get(row["field"] or "") not in known.fields]
    return [row["id"] for row in plain if _words_of(content) < _words_of(row["content"])]


def _rests_on(message: str, row: Row) -> bool:
    """Return whether a memory rests on the words of a message alone, so that it was not known before."""
    return bool(row["quotes"]) and all(
        list_learned(message, [{**row, "subject": None, "quotes": [each]}]) for each in row["quotes"]
    )


def _is_learned(scene: Scene, statement: str, known: Known) -> bool:
    """Return whether something was learned from a statement of the message."""
    learned = list_learned(scene.state.message, known.every_row)
    return any(_words_of(statement) & stems_of(row) for row in learned)


def _words_of(text: str) -> set[str]:
    return keywords(text) - NOISE - POLARITY


def keep(scene: Scene, statements: list[str]) -> Plan:
    """Set the fields of the profile that statements name, and say what was noted: "its cork", after "where do I live?".

    Nothing is kept of a message in doubt, or of one that asks to keep nothing. Empty if there is nothing to set.
    """
    text = scene.state.text
    if is_private(text) or HESITATES.search(text) or not any(map(find_statements, map(normalise, statements))):
        return ""
    before = (yield from read_known()).fields.get("budget_range", {}).get("value", "")
    said = yield from memory.acknowledge(replace(scene.state, message=". ".join(statements), act="tell"))
    after = (yield from read_known()).fields.get("budget_range", {}).get("value", "")
    return f"{said} Before, your budget was {before}." if said and before and after != before else said
