"""Notes about the person, and small talk."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ricordo_travel.clerk import erasing, keeping
from ricordo_travel.clerk.commands import Command
from ricordo_travel.clerk.grounding import SOURCE, to_slot
from ricordo_travel.clerk.readings import DENIED
from ricordo_travel.clerk.scene import Scene
from ricordo_travel.dialogue import correcting, forgetting, memory, talk, telling
from ricordo_travel.dialogue.clauses import find_clauses
from ricordo_travel.dialogue.endings import AGE, find_replaced
from ricordo_travel.dialogue.geography import find_mentions
from ricordo_travel.dialogue.keywords import keywords
from ricordo_travel.dialogue.lasting import drop_taken_back, is_passing
from ricordo_travel.dialogue.memory_words import RELATION, find_field
from ricordo_travel.dialogue.note_reader import HESITATES
from ricordo_travel.dialogue.plan import Plan, call, join_words, say
from ricordo_travel.dialogue.questions import ASK_BUDGET, ASK_DIFFERENT, ASK_INTERESTS, ASK_RIGHT
from ricordo_travel.dialogue.recollection import NOISE, find_rows, find_topic, is_of_other, list_learned
from ricordo_travel.dialogue.remembered import SLOTS, Known, Thing, erase, name_field, name_things, quote, read_known
from ricordo_travel.dialogue.state import DialogueState
from ricordo_travel.dialogue.statements import find_other, find_statements
from ricordo_travel.dialogue.text import normalise, split_sentences
from ricordo_travel.told_sentences import describe

_ALL = frozenset({"", "all", "everything", "it all", "all of it", "all about me", "everything about me"})
_OF_US_TOO = re.compile(
    r"\b(?:about|of|on) (?:(?:me|us|myself|ourselves),? (?:and|or|plus) [a-z' ]{2,30}|"
    r"[a-z' ]{2,30},? (?:and|or|plus) (?:me|us|myself|ourselves))\W*$"
)
"""The end of a question for all that is known, with somebody named beside the writer: "about Lena and me"."""
_THAT = frozenset({"that", "it", "this", "last", "the last one"})
_PARTY = re.compile(
    r"\bwho\b.*\b(?:travel\w*|along|with|com(?:es?|ing)|go(?:es|ing)?)\b|compan|travell?ers|party|how many"
)
_RELATION = re.compile(rf"\b{RELATION}\b|\byears? olds?\b")
_FAMILY = re.compile(r"^(?:(?:whole|own|entire) )?(?:family|people|relatives|loved ones|folks)(?: members?)?$")
_PARTY_UNKNOWN = "You have not told me yet who travels with you."
_FAMILY_UNKNOWN = "You have not told me anything about your family yet."
_QUOTED = re.compile(r"“([^”]{3,200})”")
_FOOD = re.compile(
    r"^(?:(?:my|our|the|what|about) )*(?:foods?|i eat|we eat|eating|meals?|diets?|dietary \w+)(?: \w+)?$"
)
_DIET = "dietary_requirements"
_NOT_QUITE = re.compile(
    r"\bnot (?:really |strictly |quite |entirely |fully |exactly |actually )?(?:an? )?"
    r"(?P<diet>vegetarian|vegan|pescatarian)\b(?! any)"
)
_EATS = re.compile(
    r"\b(?:i|we) (?:do |also |sometimes |still |can )*eat (?:some )?"
    r"(?P<what>[a-z]+(?: (?:and|or) [a-z]+)?)(?=[,.;!]| so\b|$)"
)
_OF_EATING = re.compile(r"\beats?\b|\bnot\b")
_NOTED = re.compile(r"Thank you, I have noted (?P<things>[^.]+)\.")
_NOT_BROUGHT_BACK = (
    "I am sorry. What I have erased cannot be brought back; tell me once more what I shall know, and I note it."
)
_OF_MEMORY = frozenset({"tell", "correct", "forget", "recall", "about"})
_MAX_TOLD = 12
_MAX_IDS = 50
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
    told = [_widen(scene, each) for each in told or [command]]
    if said := (yield from keeping.swap(scene)):
        return said
    same = yield from keeping.drop_doubles(scene)
    rest: list[Command] = []
    loosened: list[str] = []
    for each in told:
        loosened.append((yield from _loosen_diet(scene, each)) or (yield from keeping.narrow(each)))
        rest += [] if loosened[-1] else [each]
    said = (yield from memory.acknowledge(_take(scene, rest, "tell", is_apart=any(loosened)))) if rest else ""
    statements = [each.text for each in rest]
    if (not said and not any(loosened)) or said == memory.NOT_KEPT:
        said = (yield from keeping.keep(scene, statements)) or said
    if not said.endswith("?"):
        unset = keeping.find_unset(scene, statements, (yield from read_known()))
        said = _join_noted(said, (yield from keeping.keep(scene, unset)) if said != memory.NOT_KEPT else "")
        more = (yield from keeping.keep_rest(scene, statements)) if rest else ""
        if not more and said in {"", memory.NOT_KEPT}:
            more = yield from keeping.keep_known(scene, statements)
        said = _join_noted("" if more and said == memory.NOT_KEPT else said, more)
    said = same * (said in {"", memory.NOT_KEPT}) or said
    said = " ".join(filter(None, [said, *loosened]))
    if said and said != memory.NOT_KEPT:
        return said
    if keeping.is_private(scene.state.text):
        return keeping.KEPT_NOTHING
    if said or len(scene.commands) > len(told):
        return said
    return (yield from talk.chat(scene.state)) if all(is_passing(each.text) for each in rest) else memory.NOT_KEPT


def tell_learned(scene: Scene) -> Plan:
    """Say what was learned from a message that only does something else. Empty if nothing was."""
    is_answer = any(question in scene.state.last_reply for question in (ASK_BUDGET, ASK_INTERESTS, ASK_DIFFERENT))
    if any(each.verb in _OF_MEMORY for each in scene.commands) or not scene.state.message or is_answer:
        return ""
    yield from keeping.drop_doubles(scene)
    known = yield from read_known()
    if outdated := find_replaced(list_learned(scene.state.message, known.rows), known):
        yield from erase(outdated)
    said = memory.describe_learned(replace(scene.state, act="search"), (yield from read_known()))
    if outdated:
        said = f"I have erased {name_things(outdated)} from what I know about you. {said}".strip()
    party = [each for each in split_sentences(scene.state.text) if _states_party(each)]
    unset = keeping.find_unset(scene, party, (yield from read_known()))
    return _join_noted(said, (yield from keeping.keep(scene, unset)))


def _states_party(sentence: str) -> bool:
    """Return whether a sentence says how many travel, with children whom the learner counts in another way."""
    return any(each.field == "number_of_travelers" for each in find_statements(sentence)) and " if " not in sentence


def _join_noted(said: str, more: str) -> str:
    """Return that two lots of things were noted as one sentence, if both only say that."""
    one, other = _NOTED.fullmatch(said), _NOTED.fullmatch(more)
    if one is None or other is None:
        return " ".join(filter(None, [said, more]))
    things = re.split(r"(?<=”),? and (?=“)|(?<=”), (?=“)", other["things"])
    return f"Thank you, I have noted {join_words([one['things'].replace(' and ', ', ', 1), *things])}."


def recall(scene: Scene, command: Command) -> Plan:
    """Say what is known about the person: all of it, or one thing and in which words they told it."""
    topic = _drop_my(command.text)
    if topic and telling.asks_if_erased(scene.state):  # "have you forgotten it?"
        return (yield from telling.tell_if_erased(scene.state)) if command == scene.commands[0] else ""
    if topic == SOURCE:
        return (yield from _tell_source(scene))
    if _OF_US_TOO.search(scene.state.text):
        first = next((each for each in scene.commands if each.verb == "recall"), command)
        return (yield from telling.tell_all(scene.state)) if command == first else ""
    if topic.lower() in _ALL:
        return (yield from telling.tell_all(scene.state))
    if _PARTY.search(topic.lower()):
        return (yield from _recall_party(_PARTY_UNKNOWN))
    if _FAMILY.search(topic.lower()):
        return (yield from _recall_party(_FAMILY_UNKNOWN))
    if _FOOD.search(topic.lower()) and (said := (yield from _recall_food())):
        return said
    question = _ASKED.get(topic.lower(), f"what is my {topic}?")
    state = replace(scene.state, message=question, act="recall", own_trip=scene.trip)
    said = yield from telling.tell_field(state)
    if said.startswith(telling.NOT_OF_YOURSELF) and not _asks_of_self(scene.state.text):
        said = said.removeprefix(telling.NOT_OF_YOURSELF).strip()
    if telling.is_empty(said) and len(scene.commands) == 1:
        said = (yield from telling.tell_near(scene.state)) or said
    return f"{said}{(yield from _quote_source(question, said))}"


def _tell_source(scene: Scene) -> Plan:
    """Say in which words the person told what their message names, else what the last reply says."""
    known = yield from read_known()
    named = keywords(scene.state.text) - NOISE
    rows = [row for row in known.rows if row["quotes"] and named & keywords(row["content"])]
    said = scene.state.last_reply.lower()
    rows = rows or [
        row
        for row in known.rows
        if row["quotes"] and (row["content"].lower() in said or (row["value"] and row["value"].lower() in said))
    ]
    quotes = dict.fromkeys(f"“{row['quotes'][-1].strip()}”" for row in rows[-_MAX_TOLD:])
    if not quotes:
        return "I know only what you told me; the panel beside this conversation shows the source of each."
    return f"You told me so. You wrote: {join_words(list(quotes))}."


def _recall_food() -> Plan:
    """Say what the person and those around them eat and do not eat. Empty if nothing is known beside a diet."""
    known = yield from read_known()
    diet = known.fields.get(_DIET, {}).get("value", "")
    rows = find_rows(find_topic("what is the diet?"), known.rows)
    facts = telling.list_facts(rows, {_DIET: diet} if diet else {})
    said = [f"I remember your diet ({diet})."] if diet else []
    return " ".join([*said, f"You told me: {'; '.join(facts[-_MAX_TOLD:])}."]) if facts else ""


def _asks_of_self(text: str) -> bool:
    """Return whether a question is about something of the person alone: "what are my allergies?"."""
    return bool(re.search(r"\b(?:my|i|me|i'm)\b", text))


def _recall_party(unknown: str) -> Plan:
    """Say who travels along and all that is known of the people around somebody; else that it is unknown."""
    known = yield from read_known()
    number = known.fields.get("number_of_travelers", {}).get("value", "")
    people = [row for row in known.rows if is_of_other(row) or _RELATION.search(row["content"].lower())]
    facts = telling.list_facts(people, {})
    said = [f"You are {number} in all, you told me."] if number else []
    said += [f"You told me: {'; '.join(facts[-_MAX_TOLD:])}."] if facts else []
    return " ".join(said) or unknown


def _quote_source(question: str, said: str) -> Plan:
    """Return the words in which the person told the field of the profile that a question asks for."""
    field = find_field(question)
    known = yield from read_known()
    if field is None or field not in known.fields or known.fields[field]["value"] not in said:
        return ""
    quotes = [row["quotes"][-1] for row in known.rows if SLOTS.get(row["field"] or "") == field and row["quotes"]]
    return f" You wrote: “{quotes[-1].strip()}”." if quotes else ""


def forget(scene: Scene, command: Command) -> Plan:
    """Erase, once for all that a message names, what the person wants forgotten. All of it is asked about first."""
    asked = [each for each in scene.commands if each.verb == "forget"]
    if asked and command != asked[0]:
        return ""
    if keeping.misses_erased(scene.state.text, scene.state.last_reply):
        return _NOT_BROUGHT_BACK
    topics = [each.text.lower() for each in asked or [command]]
    known = yield from read_known()
    named = erasing.find_to_erase(scene.state.message, known, "\n".join(scene.state.replies))
    topics = [topic for topic in topics if not named.covers(topic, scene.state.message)]
    if any(topic in _ALL for topic in topics):
        message = scene.state.message if forgetting.names_exception(scene.state.text) else "forget everything about me"
        return (yield from forgetting.forget(replace(scene.state, message=message, act="forget")))
    said = dict.fromkeys(filter(None, [(yield from _erase(named.things)), erasing.ask_further(named)]))
    if any(map(_FOOD.search, topics)) and (erased := (yield from _forget_food())):
        said[erased] = None
        topics = [topic for topic in topics if not _FOOD.search(topic)]
    for topic in topics:
        said[(yield from _forget_topic(scene, topic, known))] = None
    done = [each for each in said if not each.endswith(forgetting.NOTHING_TO_ERASE)]
    if not done and keeping.is_secret(scene.state.text):
        known = yield from read_known()
        learned = [row for row in list_learned(scene.state.message, known.rows) if len(row["quotes"]) == 1]
        if learned:
            yield from call("erase_memories", ids=[row["id"] for row in learned][:_MAX_IDS])
        return keeping.KEPT_NOTHING
    return " ".join(done or said).replace(f" {forgetting.STAYS}", "", max(len(done) - 1, 0))


def _forget_topic(scene: Scene, topic: str, known: Known) -> Plan:
    """Erase what a topic names; ask if it is all about somebody of whom the message names less."""
    if topic in _THAT and (erased := (yield from _forget_noted(scene))):
        return erased
    if doubtful := erasing.find_unmeant(topic, scene.state.message, known):
        return forgetting.ask_which(doubtful)
    words = topic if topic in _THAT else f"my {_drop_my(topic)}"
    said = yield from forgetting.forget(replace(scene.state, message=f"forget {words}", act="forget"))
    held = erasing.find_holding(topic, known) if said.endswith(forgetting.NOTHING_TO_ERASE) else []
    return forgetting.ask_which(held) if held else said


def _forget_noted(scene: Scene) -> Plan:
    """Erase what the latest reply with a note has noted in words of its own. Empty if that is not known any more."""
    noted = next((found for reply in scene.state.replies if (found := _QUOTED.findall(reply))), list[str]())
    known = yield from read_known()
    return (yield from _erase([quote(row) for row in known.rows if row["content"] in noted and not row["quotes"]]))


def _erase(things: Sequence[Thing]) -> Plan:
    """Erase things and say so. Empty if there are none."""
    if not things:
        return ""
    result = yield from erase(things)
    if result.error:
        return f"I could not erase it: {result.error}."
    return f"Done: I have erased {name_things(things)} from what I know about you. {forgetting.STAYS}"


def _forget_food() -> Plan:
    """Erase all that the person eats or does not eat; nothing of others. Empty if nothing is known."""
    known = yield from read_known()
    topic = find_topic("what is my diet?")
    rows = [row for row in find_rows(topic, known.rows) if SLOTS.get(row["field"] or "") not in known.fields]
    return (yield from _erase([*([name_field(_DIET, known)] if _DIET in known.fields else []), *map(quote, rows)]))


def correct(scene: Scene, command: Command) -> Plan:
    """Correct what is known by what the person says is right; take out what they say they never said."""
    command = _widen(scene, command)
    if DENIED in command.refs:
        return (yield from forgetting.retract(scene.state))
    if said := (yield from _loosen_diet(scene, command)) or (yield from keeping.swap(scene)):
        return said
    if said := (yield from keeping.narrow(command)):
        return said
    is_first = command == next((each for each in scene.commands if each.verb == "correct"), command)
    if is_first and (said := (yield from correcting.move(scene.state))):
        return said
    aged = [each for each in scene.commands if each.verb == "correct" and AGE.search(each.text)]
    if command in aged[1:]:  # the ages of several children are one correction
        return ""
    state = _take(scene, aged if command in aged else [command], "correct")
    if HESITATES.search(scene.state.text):  # "I think it is $5,000, maybe" is asked back
        return (yield from memory.acknowledge(replace(scene.state, act="tell")))
    said = yield from correcting.correct(state)
    said = said or (yield from memory.acknowledge(replace(state, act="tell")))
    if not said or ASK_RIGHT in said or said == memory.NOT_KEPT:
        said = (yield from _replace_note(scene, command)) or (yield from keeping.keep(scene, [command.text])) or said
    return said or (memory.NOT_KEPT if len(scene.commands) == 1 else "")


def _loosen_diet(scene: Scene, command: Command) -> Plan:
    """Add to a diet what is eaten in spite of it: "i eat fish, so not really vegetarian". Empty if none is known."""
    text = normalise(command.text)
    sentence = next((each for each in split_sentences(scene.state.text) if text in each), text)
    if (denied := _NOT_QUITE.search(sentence)) and find_other(sentence[: denied.start()]):
        return ""
    known = yield from read_known()
    named, eaten = _NOT_QUITE.search(text), _EATS.search(text)
    held = known.fields.get(_DIET, {}).get("value", "")
    if named is None or named["diet"] not in held.lower():
        return ""
    held = named["diet"] if _NOT_QUITE.search(held.lower()) else held  # the statement itself was taken for a diet
    ids = [row["id"] for row in list_learned(command.text, known.rows) if _OF_EATING.search(row["content"].lower())]
    if ids:
        yield from call("erase_memories", ids=ids[:_MAX_IDS])
    if eaten is None:
        yield from erase([name_field(_DIET, known)])
        return f"Thank you, corrected: I have erased your diet ({held}) from what I know about you."
    diet = f"{held}, but eats {eaten['what']}"
    result = yield from call("set_profile_field", field=_DIET, values=[diet])
    return (
        f"I could not change it: {result.error}." if result.error else f"Thank you, corrected: your diet is now {diet}."
    )


def _replace_note(scene: Scene, command: Command) -> Plan:
    """Put a statement in the stead of the memory of the same thing. Empty if there is none.

    Of the same thing is what shares most of its words with the statement, and more than a place.
    """
    statement, typed = command.text.strip(" .!"), scene.state.message
    if (at := typed.lower().find(statement.lower())) >= 0:  # with its capital letters
        statement = typed[at : at + len(statement)]
    words = keywords(statement) - NOISE
    known = yield from read_known()
    people = find_topic(statement.lower(), known.rows).people
    learned = list_learned(scene.state.message, known.rows)
    places = keywords(" ".join(each.name for each in find_mentions(statement.lower())))
    old = [row for row in known.rows if row not in learned and SLOTS.get(row["field"] or "") != "budget_range"]
    shared = [(words & keywords(row["content"]), row) for row in old]
    most, row = max(shared, key=lambda pair: len(pair[0]), default=(set[str](), None))
    if row is None or most <= people | places or words <= most:  # of the same person or place alone is another fact
        return ""
    if 2 * len(most) < min(len(words), len(keywords(row["content"]) - NOISE)):  # a word that both have by chance
        return ""
    clauses = find_clauses(f"remember that {statement}", is_telling=True)
    content = describe(clauses[0]) if len(clauses) == 1 else statement[:1].upper() + statement[1:]
    twins = [each["id"] for each in learned if keywords(each["content"]) <= keywords(content)]
    result = yield from call("note_fact", content=content, replaces=[row["id"], *twins][:_MAX_IDS])
    return (
        f"I could not change it: {result.error}."
        if result.error
        else f"Thank you, corrected: “{content}” instead of “{row['content']}”."
    )


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
    """Reply to small talk with one friendly sentence; that nothing is kept of what shall not be."""
    del command
    return say(keeping.KEPT_NOTHING) if keeping.is_secret(scene.state.text) else talk.chat(scene.state)


def refuse(scene: Scene, command: Command) -> Plan:
    """Say that only travel is helped with."""
    del command
    return talk.refuse(scene.state)


def _take(scene: Scene, commands: Sequence[Command], act: str, *, is_apart: bool = False) -> DialogueState:
    """Return the state with the statements of commands as its message, as it was typed.

    All of the message is taken if it asks for nothing else, or if they are not found in it and are not set apart.
    """
    said = [each.text for each in commands]
    typed = normalise(scene.state.message)
    is_typed = all(normalise(text) in typed for text in said)
    is_apart = is_apart or (len(commands) < len(scene.commands) and is_typed)
    return replace(scene.state, message=". ".join(said) if is_apart else drop_taken_back(scene.state.message), act=act)


def _widen(scene: Scene, command: Command) -> Command:
    """Return a statement with all of its sentence, if only that says a value which it names: "i moved, i'm in Rome"."""
    said = normalise(command.text)
    whole = next((each for each in split_sentences(scene.state.text) if said and said in each), said)
    own = {each.field for each in find_statements(said)}
    more = [each for each in find_statements(whole) if each.field not in own and each.value.lower() in said]
    return replace(command, slots=(to_slot(whole),)) if more else command


def _drop_my(text: str) -> str:
    return re.sub(r"^(?:my|our|the)\s+", "", text.strip(), flags=re.IGNORECASE)
