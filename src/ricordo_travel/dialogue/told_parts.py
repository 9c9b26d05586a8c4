"""The parts of a message as they are acted on and learned from: what goes on after "remember" belongs to it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from ricordo_travel.dialogue.act_reader import MessagePart, read_parts
from ricordo_travel.dialogue.choice import NAME, STYLE
from ricordo_travel.dialogue.clauses import find_clauses
from ricordo_travel.dialogue.context import find_context
from ricordo_travel.dialogue.endings import ends_something
from ricordo_travel.dialogue.geography import find_mentions
from ricordo_travel.dialogue.memory_words import ASK_ALL, RELATION, TOLD, find_noted_words
from ricordo_travel.dialogue.numbers import NUMBER
from ricordo_travel.dialogue.questions import ASK_DAY, ASK_DESTINATION, ASK_NAME, ASK_PEOPLE, ASK_RIGHT, NOTHING_ERASED
from ricordo_travel.dialogue.statements import join_allergies
from ricordo_travel.dialogue.swaps import dictates, states_instead
from ricordo_travel.dialogue.text import is_common_word, is_first_name, is_somebody
from ricordo_travel.dialogue.wishes import find_amenities, find_kinds

_INTRODUCED = re.compile(
    r"\b(?:[Ii]'?m|[Ii] am|[Mm]y name is|[Mm]y name's|[Tt]his is) (?P<name>[A-Z][^\W\d_]{1,20})"
    r"(?:,? (?:and )?(?:(?:[Ii]'?m|[Ii] am|aged?) )?(?P<age>[1-9]\d)(?: years? old)?)?"
    r"(?:,? (?:and )?(?:(?:[Ii]'?m|[Ii] am) )?(?:from|in|living in|based in) "
    r"(?P<home>[A-Z][^\W\d_]{1,20}(?: [A-Z][^\W\d_]{1,20}){0,2}))?"
    r"(?:,? (?:and )?(?:(?:[Ii]'?m|[Ii] am|aged?) )?(?P<late>[1-9]\d)(?: years? old)?)?(?=\s*(?:[.,;!?]|$| and | but ))"
)
"""Who somebody is, how old and from where, in a row."""
_WHO_IS = re.compile(r"\b(?P<name>[A-Z][^\W\d_]{1,20}),? who(?:'s| is) (?P<age>\d{1,2})(?=,? and [A-Z]|[,.!]|$)")
"""How old somebody is, in a list: "Zosia who is 9 and Kuba who is 5"."""
_LIVES_ELSEWHERE = re.compile(
    r"\b(i|we) (?:don't|dont|do not) (?:actually |really )?live in [\w' ]{2,40},? but (?:in|near)\b", re.IGNORECASE
)
"""Where somebody lives, after where they do not: "we don't live in Dublin itself but in Bray"."""
_HOTEL = re.compile(rf"\b(?:{NAME})$", re.IGNORECASE)
_STYLE = re.compile(rf"(?:{STYLE}|guest house)\b", re.IGNORECASE)
_LASTS = re.compile(r"\b(?:remember|note|keep in mind|always|never|usually|prefer)\b", re.IGNORECASE)
_ROUGHLY = re.compile(r"\b(?:rough(?:ly)?|an idea(?! where)|approximate(?:ly)?|ballpark)\b", re.IGNORECASE)
_GOES_ON = re.compile(r"(?:,|and|or|plus|also) ", re.IGNORECASE)
_IS_WISH = re.compile(
    r"\?|\b(?:find|show|book|search|look|get|give|need|can|could|now|today|tomorrow|nights?|january|february|march|"
    r"april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\b",
    re.IGNORECASE,
)


_UPDATES = re.compile(r"\b(?:correct|update) (?:that|this|it)\W*$|\bupdate\W*$", re.IGNORECASE)
_NO_CONTENT = re.compile(
    r"(?:(?:please|pls|(?:can|could|would|will) (?:you|u)|so|and|n) ){0,3}"
    r"(?:(?:correct|update|fix|change) (?:that|this|it|your \w+)(?: (?:please|pls|thanks))?|update)\W*",
    re.IGNORECASE,
)
_GIVEN = re.compile(
    r"\s*(?:(?:oh|ah|so|well),? )?(?:(?:it'?s|it is|s?he(?:'?s| is)|(?:his|her|my|the) name(?:'?s| is)|called) ){0,2}"
    r"(?P<name>[^\W\d_]{2,20})(?=\s*(?:[.,!]|$))",
    re.IGNORECASE,
)
_NOT_KNOWN = re.compile(rf"\bI have nothing about your (?P<who>{RELATION}) in memory")
_OPEN = re.compile(
    r"\b(?:forget|erase|delete|remember|note)(?: that| about)?$|"
    r"\b(?:i|we) (?:always|usually|normally|mostly|never) "
    r"(?:take|go|go for|book|choose|pick|get|want|need|buy|fly|stay)$",
    re.IGNORECASE,
)
"""The end of a part that goes on in the next one."""
_ERASES = re.compile(
    r"(?:(?:please|pls|no|ok|and|but|oh|also|can you|could you)\W{1,3}){0,4}(?:forget|erase|delete|remove)"
    r"(?: that| about| the fact that){1,2} (?:i|we|i'm|im|i've|we're|my|our|she|he|they)\b",
    re.IGNORECASE,
)
"""The beginning of what is to be forgotten, whatever the reader takes it for."""
_NOT_TO_STORE = re.compile(
    r"\b(?:not|don't|dont) (?:\w{2,8} ){0,2}(?:have|want|like|need) (?:that|it|this|those|them|you to)"
    r"(?: \w{2,8}){0,2} (?:stored|saved|kept|remembered|noted|on file|on record|written down|"
    r"know that|keep (?:that|it|this))\W*$",
    re.IGNORECASE,
)
"""The end of what says that something is not to be remembered: "I'd rather not have that stored"."""
_REMINDS = re.compile(r"(?:[a-z]{2,8},? ){0,3}(?:don't|don\u2019t|dont|do not|never) forget\b", re.IGNORECASE)
_NEXT = re.compile(r"(?:,|[.;!]|,? but| -) (?=(?:i|we|i'm|im|i've|my|our|she|he|they)\b)", re.IGNORECASE)
_NUMBER = re.compile(rf"\W*(?:{NUMBER})\W*", re.IGNORECASE)
_SAME = re.compile(
    r"(?:stays?|remains?|(?:is|are) (?:fine|ok|the same)|as (?:it|they) (?:is|was|are|were))\b", re.IGNORECASE
)
_BEFORE_DAY = re.compile(r"\b(?:[a-z]{3,6}day|until|till|til|from|on|to|the)$", re.IGNORECASE)
"""The end of a part before a day of the month, which belongs to it: "until tuesday / 30th"."""
_BEFORE_MORE = re.compile(r"\b(?:is|are|the|an?|whichever|the \d{1,2}:\d\d)$", re.IGNORECASE)
"""The end of a part that says nothing without the next one: "whichever day is / cheapest", "the 7:50 / flight"."""
_SERVICE = re.compile(
    r"(?:(?:and|also|so|but|ok|oh),? ){0,3}(?:did|have|could|can|will) you (?:also |still |manage to |already )?"
    r"(?:get|got|book|booked|take|taken|choose|chosen|reserve|reserved|request|requested|ask|asked for|include|"
    r"included|arrange|arranged|find|found) (?:us |me |for )?(?:the|an?|my|our|two|both) (?!name|joke)",
    re.IGNORECASE,
)
"""The beginning of a question whether something was booked as it was wished."""
_LEFT_OUT = re.compile(
    r"(?:(?:and|but|oh|no|so|also|hey|sorry)\b\W{1,3}){0,3}(?:you|u)(?:'ve| have)?(?: just| also| again)? "
    r"(?:left out|forgot(?:ten)?(?: about)?|missed(?: out)?|skipped|dropped|ignored|overlooked) "
    r"(?=(?:the|my|our) (?:(?P<time>\d{1,2}:\d\d)\b|"
    r"(?:[\w:]{1,12} ){0,3}(?:flights?|hotels?|rooms?|cars?|way|one|return)\b))",
    re.IGNORECASE,
)
"""The beginning of a part that asks for what was left out: "you forgot the 16:40 flight"."""
_ITS_DAY = re.compile(r"(?:that|which|it)(?:'s|'d be| is| would be| should be) (?:on|from|for|at)\b", re.IGNORECASE)
_ASKS_NOTED = re.compile(
    r"(?:(?:and|also|so|but|ok|oh|hey|hi),? ){0,3}(?:did|have) you (?:also |already |actually )?(?:get|got|noted?|"
    r"catch|caught|saved?|stored?|hear|heard|remember|pick up|write down|written down) "
    r"(?:(?:the|my|that) [\w'-]{2,20}(?: [\w'-]{2,20}){0,2} (?:bit|part|thing|note|fact)\b|that (?:i|we|my|our|i'm)\b)",
    re.IGNORECASE,
)
"""The beginning of a question whether something that was told is noted."""
_FORGET_THAT = re.compile(
    r"(?:(?:so|and|please|pls|just|(?:can|could|would) you),? ){0,3}(?:(?:forget|erase|delete|remove|scrap|drop|"
    r"get rid of) (?:that|it|this)(?: note| one)?|take (?:that|it|this)(?: note| one)? (?:out|off))"
    r"(?: again| please| then| for me){0,2}\W*",
    re.IGNORECASE,
)
_ASKS_HELP = re.compile(
    r"(?:(?:and|so|hi|hello|hey|please)[,!.]? ){0,2}(?:(?:can|could|would|will) you (?:please |maybe |perhaps )?"
    r"(?:help(?: (?:me|us))?(?: (?:with (?:that|this|it)|here|please|out))?|do (?:that|this|it))|"
    r"is (?:that|this|it) (?:something you (?:can|could) (?:do|help (?:me |us )?with)|possible|doable))\W*",
    re.IGNORECASE,
)
"""A question whether the assistant can do what stands beside it: doing it is the answer."""
_ASKS_TO_NOTE = re.compile(
    r"(?:(?:and|so|please|pls|maybe),? ){0,3}(?:(?:can|could|would|will) (?:you|u) (?:please |also |maybe )?|please )"
    r"(?:remember|note|keep|save|store|memori[sz]e|make a note of|write|put|jot) "
    r"(?:that|this|it|all of that|those|them|both)"
    r"(?: down| in(?: there)?| in mind| please| for (?:me|us|later|next time|the future|the next time)){0,2}\W*",
    re.IGNORECASE,
)
"""A question that asks to remember what stands before it."""
_ASKS_ON = re.compile(
    r"(?:and|or|also|ok|but)?\W*(?:(?:what|how) about|(?:and|or|is there|has it got|any))\b[^.;!?]{1,30}\?",
    re.IGNORECASE,
)
"""A question that goes on with the one before it: "what about a spa?"."""
_ANSWERS = frozenset({"correct", "tell", "no", "yes", "talk"})
_FEW_WORDS = 8


@dataclass(frozen=True, slots=True)
class GivenName:
    """A name that was asked for: where it ends in the message, and whose it is, unless of the one who writes."""

    name: str
    end: int
    whose: str | None


_NO_NEED = re.compile(
    r"\W*(?:and |but |so )?(?:i|we) (?:don'?t|do not|won'?t|will not) (?:really )?need\b", re.IGNORECASE
)
_KIND_ONLY = re.compile(
    r"\W*(?:so |then |ok(?:ay)? )?(?:only|just) (?:the |a )?(?:hotels?|rooms?|flights?|cars?)(?: then| please)?\W*",
    re.IGNORECASE,
)


def find_given_name(message: str, reply: str | None) -> GivenName | None:
    """Return the name that a message gives if the reply before it asked for one, or knew nothing of somebody."""
    unknown = _NOT_KNOWN.search(reply or "")
    match = _GIVEN.match(message) if reply and (unknown or ASK_NAME in reply) else None
    if match is None or not is_somebody(match["name"]):
        return None
    name = match["name"]
    is_said = name[:1].isupper() or match.start("name") > 0  # "its milo", and not only "hmm"
    is_unusual = is_said and len(name) > 2 and not is_common_word(name.lower())
    if unknown and not is_unusual and not is_first_name(name.lower()):
        return None
    return GivenName(name, match.end(), unknown["who"] if unknown else None)


def read_message(message: str, reply: str | None) -> list[MessagePart]:
    """Return the parts of a message after a reply; of the first message after None."""
    context = find_context(reply)
    if reply and ASK_PEOPLE in reply and _NUMBER.fullmatch(message):
        return [MessagePart("search", message)]
    message = _WHO_IS.sub(r"\g<name> (\g<age>)", _INTRODUCED.sub(_spell_out, message))
    message = join_allergies(_LIVES_ELSEWHERE.sub(r"\1 live in", message))
    parts = join_told(read_parts(message, context))
    if reply and ASK_DAY in reply and ASK_DESTINATION not in reply and _ROUGHLY.search(message):
        parts = [MessagePart("search", message)]  # "sometime in may, i just want a rough idea"
    is_of_memory = context == "memory" or NOTHING_ERASED in (reply or "")
    if ((reply and ASK_RIGHT in reply) or (is_of_memory and dictates(message))) and _is_answer(message, parts):
        return [MessagePart("correct", message)]
    if given := find_given_name(message, reply):
        rest = message[given.end :].lstrip(" .,!")
        parts = [MessagePart("tell", message[: given.end]), *(read_parts(rest, context) if rest else [])]
    told = [replace(part, act="tell", text=part.text.rstrip("? ")) if _is_to_remember(part) else part for part in parts]
    is_wish = {part.act for part in told} <= {"search", "suggest", "tell", "talk", "assistant"}
    asked = [part for part in told if not (is_wish and part.act == "assistant" and _ASKS_HELP.fullmatch(part.text))]
    return [each for part in asked or told for each in _cut_erasing(_read_wish(part, context))]


def find_told_in_row(text: str, word: str) -> str:
    """Return the words of a text in which somebody tells several things in a row, one of them with a word."""
    rows = (match[0] for pattern in (_INTRODUCED, _WHO_IS) for match in pattern.finditer(text))
    return next((row for row in rows if word in row), "")


def _spell_out(match: re.Match[str]) -> str:
    """Return what somebody tells of themselves in a row, as a sentence of each: "I'm Tomek, 41, from Krakow"."""
    age = match["age"] or match["late"]
    if not is_somebody(match["name"]) or not (age or match["home"]):
        return match[0]
    said = [f"I'm {match['name']}"]
    said += [f"I'm {age}"] if age else []
    said += [f"I live in {match['home']}"] if match["home"] else []
    return ". ".join(said)


def _read_wish(part: MessagePart, context: str) -> MessagePart:
    """Return a part that says what is not needed, or what alone is looked for, as a wish about what is shown."""
    is_question = part.text.rstrip().endswith("?")
    is_no_need = part.act == "ask_offer" and _NO_NEED.match(part.text) and not is_question
    is_kind = part.act == "pick" and context == "offers" and _KIND_ONLY.fullmatch(part.text)
    return replace(part, act="search") if is_no_need or is_kind else part


def _cut_erasing(part: MessagePart) -> list[MessagePart]:
    """Return a part; if it asks to forget something and then states something else, as two."""
    if part.act == "tell" and _NOT_TO_STORE.search(part.text):
        return [replace(part, act="forget")]
    erasing = _ERASES.match(part.text)
    if erasing is None:
        return [part]
    part = replace(part, act="forget")
    for match in list(_NEXT.finditer(part.text, erasing.end()))[:3]:
        rest = part.text[match.end() :]
        if find_clauses(rest, is_telling=True) and not _NOT_TO_STORE.search(rest):
            return [replace(part, text=part.text[: match.end()].strip()), MessagePart("tell", rest, part.score)]
    return [part]


def _asks_of_service(part: MessagePart) -> bool:
    """Return whether a part asks what was booked or chosen, and not what is remembered."""
    return part.act == "recall" and bool(_SERVICE.match(part.text))


def _asks_on(before: MessagePart, part: MessagePart) -> bool:
    """Return whether a part asks of an offer what the part before it asks of it, and searches for nothing."""
    is_question = before.act == "ask_offer" and part.act == "search" and _ASKS_ON.fullmatch(part.text)
    text = part.text.lower()
    return bool(is_question) and bool(find_amenities(text)[0]) and not (find_kinds(text) or find_mentions(text))


def _is_answer(message: str, parts: Sequence[MessagePart]) -> bool:
    """Return whether a message says what is right, after the question for it."""
    is_said = {part.act for part in parts} <= _ANSWERS or bool(find_clauses(message, is_telling=True))
    return is_said and not message.rstrip().endswith("?")


def _is_to_remember(part: MessagePart) -> bool:
    """Return whether a part states something after "can you remember", or before "can you update it"."""
    is_reminder = part.act == "forget" and bool(_REMINDS.match(part.text))
    if part.act not in {"recall", "assistant", "other", "change"} and not is_reminder:
        return False
    text = part.text.rstrip("? ")
    found = find_clauses(text, is_telling=True) if TOLD.match(text) or _UPDATES.search(text) else []
    return bool(found) and (part.act != "change" or part.text.startswith(found[0].text))


def join_told(read: Sequence[MessagePart]) -> list[MessagePart]:
    """Return parts of a message, each wish that goes on with what is to be remembered as a part of that."""
    parts: list[MessagePart] = []
    for each in read:
        is_asked = _asks_of_service(each) or (bool(parts) and _asks_on(parts[-1], each))
        part = replace(each, act="ask_offer") if is_asked else each
        part = replace(each, act="recall") if _ASKS_NOTED.match(each.text) else part
        if left_out := _LEFT_OUT.match(part.text):
            part = replace(part, act="pick" if left_out["time"] else "search", text=part.text[left_out.end() :])
        is_bare = parts and _NO_CONTENT.fullmatch(part.text)
        if parts and is_bare and (part.act == "correct" or parts[-1].act in {"tell", "correct"}):
            whole = replace(parts[-1], act="correct", text=f"{parts[-1].text} {part.text.rstrip('? ')}")
            parts[-1:] = [whole] if parts[-1].act in _ANSWERS else [parts[-1], whole]
        elif parts and part.act == "forget" and _FORGET_THAT.fullmatch(part.text) and _names_note(parts[-1]):
            parts[-1] = replace(part, text=f"{parts[-1].text} {part.text}")
        elif parts and parts[-1].act == "forget" and _says_instead(part):
            parts[-1] = replace(parts[-1], text=f"{parts[-1].text} {part.text}")
        elif parts and part.act == "forget" and parts[-1].act == "correct" and _says_nothing(parts[-1]):
            parts[-1] = part  # "that's not quite right. take out the bit about …"
        elif parts and _ASKS_TO_NOTE.fullmatch(part.text) and _states(parts[-1]):
            parts[-1] = replace(parts[-1], act="tell", text=f"{parts[-1].text} {part.text}")
        elif parts and (_OPEN.search(parts[-1].text) or _is_told_too(parts[-1], part)):
            parts[-1] = replace(parts[-1], text=f"{parts[-1].text} {part.text}")
        elif parts and _is_cut(parts[-1].text, part.text):
            act = max(parts[-1], part, key=lambda each: each.score).act if part.text[0].isdigit() else parts[-1].act
            parts[-1] = replace(parts[-1], act=act, text=f"{parts[-1].text} {part.text}")
        else:
            parts.append(part)
    return parts


def _names_note(part: MessagePart) -> bool:
    """Return whether a part says what a note says, or what no longer holds; no stay or flight that is not wanted."""
    text = part.text.lower()
    is_asked = part.act == "recall" and not ASK_ALL.search(text)  # "you still have the gluten thing, don't you?"
    return (
        is_asked
        or bool(find_noted_words(text))
        or (part.act != "recall" and ends_something(text) and not find_kinds(text))
    )


def _states(part: MessagePart) -> bool:
    return part.act == "tell" or bool(find_clauses(part.text, is_telling=True))


def _says_instead(part: MessagePart) -> bool:
    """Return whether a part says how something is, in the stead of what is to be forgotten before it."""
    is_learned = bool(find_clauses(part.text, is_telling=True))
    return part.act in _ANSWERS and states_instead(part.text) and not is_learned


def _says_nothing(part: MessagePart) -> bool:
    """Return whether a correction says only that something is wrong or oddly put."""
    return len(part.text.split()) <= _FEW_WORDS and not _states(part) and not any(map(str.isdigit, part.text))


def _is_cut(before: str, text: str) -> bool:
    """Return whether a part was cut off in the middle: of a date, of the name of a hotel, or of what stays the same."""
    if _HOTEL.search(before) and _STYLE.match(text):
        return True  # "then garden / guesthouse please"
    if text[:1].isdigit():
        return bool(_BEFORE_DAY.search(before))
    is_its_day = before.endswith(",") and _ITS_DAY.match(text)
    return bool(is_its_day or (_SAME.match(text) and before[-1:].isalnum()) or _BEFORE_MORE.search(before))


def _is_told_too(told: MessagePart, part: MessagePart) -> bool:
    """Return whether a wish goes on with what is to be remembered: "always an aisle seat / and a hotel with gym"."""
    return (
        (told.act == "tell" or _is_to_remember(told))
        and part.act in {"search", "tell"}
        and bool(_LASTS.search(told.text))
        and not told.text.endswith((".", "!", "?", ";"))
        and bool(_GOES_ON.match(part.text))
        and (part.act == "tell" or not _IS_WISH.search(part.text))
        and not find_mentions(part.text.lower())
    )
