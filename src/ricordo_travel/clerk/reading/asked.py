"""Set right what a message asks, where its question was read as something near to it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ricordo_travel.clerk.answering.hotel_answers import AMENITIES, FACT_WORDS, find_feature, names_landmark
from ricordo_travel.clerk.answering.known_facts import PLAIN
from ricordo_travel.clerk.answering.unknown_facts import CARGO, find_topic_words
from ricordo_travel.clerk.answering.weather_answers import ADVICE
from ricordo_travel.clerk.commands import Command
from ricordo_travel.dialogue.facts.hotel_facts import DIET
from ricordo_travel.dialogue.values.geography import find_mentions
from ricordo_travel.dialogue.values.text import normalise, split_sentences
from ricordo_travel.hotels.catalog import hotels

_TAG = re.compile(
    r"\b(?P<verb>is|are|has|have|does|do|comes? with|includes?) (?P<fact>[\w' -]+?),? "
    r"(?:isn'?t|aren'?t|hasn'?t|haven'?t|doesn'?t|don'?t|is|does|right|correct)(?: (?:it|that|they|this|one))?\W*$"
)
"""A statement that asks to be confirmed: "that one is a hostel, isn't it"."""
TAG_END = re.compile(
    r"\b(?:isn'?t it|aren'?t they|doesn'?t it|don'?t they|hasn'?t it|"
    r"(?<!\bis )(?<!\bare )(?<!'s )(?<!'re )(?<!\ball )(?:right|correct))\W*$"
)
"""The end of such a statement."""
_CLAUSE = re.compile(r"[;:.?!] ?|,? (?:and|but) ")
_FOOD = re.compile(r"\b(?:breakfasts?|menus?|vegetarian|vegan|restaurants?|meals?|food|eat|dinner|lunch|snacks?)\b")
_LIKE = {
    "breakfast": r"morning|feed\w*|buffet|serv\w+",
    "vegetarian menu": r"meat\w*|plants?|veggies?",
    "pool": r"heated|shallow|paddl\w+|swim\w*|water",
    "gym": r"exercis\w+|weights?|treadmill|train\w*|work out|sporty?|yoga",
    "parking": r"park(?:ed|s)?|(?:leave|put|space for|room for|with) \w+ \w+|car|van|coach|motorbike",
    "kitchen": r"cooker|stove|oven|fridge|microwave|own (?:food|meals)|hob",
    "bar": r"drinks?|cocktails?|beers?|wine|pub",
    "sauna": r"steam|hot room|relax\w*",
    "garden": r"outside|outdoors?|terrace|lawn|green",
    "bicycles": r"cycl\w+|biking|two wheels",
    "restaurant": r"din(?:e|es|ing)|feed\w*|serv\w+|cater\w*|cook\w*|supper|menu|snacks?|coffee|tea|bite|evening",
    "lift": r"floors?|upstairs|downstairs|climb\w*|walk\w*|chair|blind|stick|crutches|mobility|knees?|access\w*",
    "Wi-Fi": r"work\w*|online|laptop|connect\w*|signal",
    "air conditioning": r"cool\w*|hot|heat|ac|temperature|sleep",
    "cots": r"baby|infant|bed",
}
"""Facts that a hotel has or lacks, and words besides their own by which people ask for them."""
_GOES_ON = re.compile(
    r"\b(?:it|it's|one|ones|same|too|also|as well|theirs?|that|this|again|what about|how about|him|her|he|she)\b|^and "
)
"""Words of a question that goes on with what was asked before it."""
_HAS = re.compile(r"^(?!.*\b(?:how|cost|price|includ|extra|fee)).*\b(?:does|do|has|have|is there|are there|got|any)\b")
"""Words that ask whether there is something, and not what it costs."""
_BETWEEN = re.compile(r"\btime (?:zone|difference)|\bflight time")
"""Facts of a place that depend on another one."""
_CHOSEN = frozenset({"pick", "ask", "no", "chat", "yes", "which", "again", "wait", "recall", "tell"})
_WHY = re.compile(
    r"^(?:but |and |so |ok |hm+ )*why (?!not\b)(?:is |are |was |do |did |would |should |have )?"
    r"(?:you |i |we )?(?:\w+ )?(?:that|this|these|those|it|the|them|only|so)\b[^.?!]*[?!. ]*$"
)
_ADVICE = re.compile(
    r"\b(?:what|which)(?: one| hotel| flight| car| of (?:the )?\w+)? (?:would|do|should|is|can|'d) "
    r"(?:you|i|we|the)?\s*(?:\w+ )?(?:take|choose|pick|recommend|suggest|prefer|go for|best|better|book)\b|"
    r"\bwhich(?: one| of \w+(?: \w+)?)? is (?:the )?(?:better|best)\b|"
    r"\bwhat do you think\b|\bwhat would you do\b|\byour (?:pick|favou?rite|recommendation)\b"
)
"""Words of somebody who wants advice on which to take, and takes none yet."""
_OF_ADVICE = frozenset({"best", "from", "sort", "recommend", "recommended", "recommendation"})
"""Slots that are read in a question for advice, and say nothing of what is looked for."""
_WORTH = re.compile(r"\bworth\b|\b(?:better|best)\b|\bwould you\b|\brecommend")
_KIND = re.compile(r"\b(?P<kind>hotel|flight|car)s?\b")
_COUNTED = "luggage|bags|seats|size"
_WISHED = r"(?!.*(?:check|arriv|price|cancel)).*"
_NEAR: Sequence[tuple[str, str, str]] = (
    (
        r"\b(?:how (?:long|far)|hours?)\b.*\bdriv(?:e|ing)\b|\bdriv(?:e|ing)\b.*\b(?:how (?:long|far)|take)\b",
        r"(?:car|transport\w*|duration|how long|drive|driving|distance|info|flight time)\b.*",
        "driving time",
    ),
    (r"\bbe at the airport\b", r"(?:check-in|departure|airport transfer|time|airport)\b.*", "time at the airport"),
    (
        r"\b(?:big|small|kind of|type of|sort of|what|which) (?:air)?plane\b|\baircraft\b|\bplane like\b",
        r"(?!.*plane).*",
        "plane",
    ),
    (
        r"\blayover\b|\bhow long\b.*\b(?:wait|stop)\b|\btime\b.*\bto (?:change|connect|make the connection)\b",
        r"(?!.*(?:layover|wait|price|driv|car)).*",
        "layover",
    ),
    (r"\bon time\b|\bpunctual", r"(?:departure|arrival|times?|duration)\b.*", "punctual"),
    (
        r"\b(?:leave|drop|return) it (?:off )?(?:there|in|at|somewhere|elsewhere)\b",
        r"(?:driv|car|border|pick|transport).*",
        "drop-off elsewhere",
    ),
    (r"\b(?:vegetarian|vegan) (?:\w+ )?breakfast", r"breakfast", "{0}"),
    (r"\bpick(?:s|ed)?[ -]?ups?\b|\bpick us up\b|\bshuttles?\b", r"airport transfers?", "hotel shuttle"),
    (r"\bhidden\b|\b(?:any|other) (?:extra|additional) (?:fees?|costs?|charges?)\b", r".*\bfees?\b.*", "extra costs"),
    (r"\brain\w*|\bwet\b", r"weather(?!.*rain).*", "+rain"),
    (r"\bevenings?\b|\bat night\b", r"weather(?!.*(?:even|night|rain)).*", "+evening"),
    (r"\bsand\w*|\bshallow\b|\bcrowded\b|\bwav(?:es|y)\b", r"beach(?:es)?", "+{0}"),
    (
        r"\b(?:can|could|would) you (?:please )?(?:ask|tell|inform|call|write to) (?:them|the hotel)\b",
        _WISHED,
        "request",
    ),
    (r"\bsnow(?!b)\w*", r"weather(?!.*(?:snow|rain)).*", "+snow"),
    (ADVICE, rf"weather(?!.*(?:rain|even|night|{ADVICE})).*", "+{0}"),
    (r"\bswim\b|\bsea warm\b|\bwarm\b.*\b(?:sea|water)\b", r"weather(?!.*sea).*", "+sea"),
    (CARGO, rf"luggage(?!.*{CARGO}).*", "+{0}"),
    (r"\b(?:my|our|a) boards?\b", r"luggage", "+surfboard"),
    (
        r"\b(?:return|bring|drop|give|hand|pick|collect)\w*\b.*\bcar\b.*\b(?:early|late|morning|evening|night|before|after)\b",
        r"(?:return|drop|pick|bring|early|late|hours)\b.*",
        "desk hours",
    ),
    (
        r"\b(?:small|big|large|enough|fit|room for|space for)\b.*\b(?:us|people|persons|kids|family|4|four|5|five)\b",
        r"luggage|bags?|seats|boot",
        "size",
    ),
    (r"\b(?:discount|reduction)s?\b", r"extra costs?|prices?|costs?", "discount"),
    (r"\b(?:19|2\d|[3-9]\d)\b(?!:)", r"age", "+{0}"),
    (
        r"\b[2-9]\b(?!:)(?= (?:\w+ ){0,2}(?:bags?|suitcases?|cases|people|of us|adults))",
        _COUNTED,
        "+{0}",
    ),
    (r"\b\d{1,2}(?::\d\d| ?[ap]m)\b", r"(?:opening )?hours|desk hours|pick-up(?: time)?", "+open {0}"),
)
"""Questions that are read as others near to them: their words, the fact that is read, and the one that is meant.

What begins with a plus is added to the fact, with the words of the question in the place of the braces.
"""
_LATE = (
    r"\b(?:flights?|planes?|it)\b.{0,20}\bdelay(?:s|ed)?\b|\bdelayed (?:flight|plane)|"
    r"\bmiss (?:my|our|the|a) (?:flight|plane|connection)"
)
_BE_THERE = re.compile(
    r"\b(?:what time|when|how (?:early|long))\b[^.?!]{0,30}\b(?:be|get|arrive)\b[^.?!]{0,20}\bat the airport\b"
)
_LEFT = r"\bhow many\b.*\bleft\b|\bfully booked\b|\bs(?:old|ell) out\b|\bstill (?:free|available)\b"
_MEANT: Sequence[tuple[str, Command]] = (
    (
        _LATE,
        Command("ask", ("flight",), (("delay", ""),)),
    ),
    (_LEFT, Command("ask", ("these",), (("availability", ""),))),
    (r"\bcrash\b|\b(?:have|had) an accident\b|\bbreaks? down\b", Command("ask", ("car",), (("accident", ""),))),
)
"""Questions of their own words, whatever the one command is that was read in them."""
_OF_ASSISTANT: Sequence[tuple[str, str]] = (
    (r"\b(?:trains?|buses|ferr(?:y|ies)|boats?|cruises?|tours?)\b", "trains"),
    (r"\be-?mails?\b|\bmail\b|\bpdf\b|\binvoices?\b|\breceipts?\b|\bprint\b", "email"),
    (r"\bcommissions?\b|\bearn\b|\bpaid by\b", "commission"),
    (r"\binsurance\b", "insurance"),
)
"""Questions about the assistant, by their words, that are read as ones about its abilities or how to reach somebody."""
_DISTANCES = (
    ("airport", r"\bairport\b"),
    ("beach", r"\b(?:beach|sea)\b"),
    ("centre", r"\b(?:cent(?:re|er)|city|town)\b"),
)


def settle_questions(text: str, commands: Sequence[Command]) -> list[Command]:
    """Return commands with the questions that a text in lower case asks, where they were read as others.

    Who wants something confirmed chooses nothing by that, and who asks why neither chooses nor refuses.
    """
    commands = [_ask_of_diet(text, each) for each in commands]
    asked = [each for each in commands if each.verb in {"ask", "place"}]
    if len(commands) != 1:
        places = [each for each in commands if each.verb == "place"]
        return [_settle_fact(text, each) if [each] in (asked, places) else each for each in commands]
    command = commands[0]
    if advised := _settle_advice(text, command):
        return [advised]
    if _WHY.search(text) and command.verb in _CHOSEN:
        return [replace(command, verb="ask", refs=_name_things(command), slots=(("why", _name_why(text)),))]
    if (tag := _TAG.search(text)) and TAG_END.search(text) and _is_misread(text, command):
        return [Command("ask", _name_things(command), ((tag["fact"].strip(), ""),))]
    if command.verb == "recall" and names_landmark(normalise(command.text)):
        return [Command("place", tuple(command.text.split()), (("info", ""),))]
    if command.verb == "place" and _BE_THERE.search(text):
        return [Command("ask", ("flight",), (("airport", ""),))]
    if command.verb in {"bookings", "ask", "chat", "whatif", "about"}:
        meant = next((meant for words, meant in _MEANT if re.search(words, text)), None)
        command = meant or command
    return _settle_distances(text, _settle_topic(text, _settle_fact(text, command)))


def _settle_advice(text: str, command: Command) -> Command | None:
    """Return a command as a question for advice on which thing to take, if a text asks for that."""
    if command.verb == "compare":
        is_bare = not command.slots or command.text == "price"
        return replace(command, slots=(("better", ""),)) if is_bare and _WORTH.search(text) else None
    is_of_things = command.verb in {"pick", "about"} or (
        command.verb in {"which", "find"} and {name for name, _ in command.slots} <= _OF_ADVICE
    )
    if not is_of_things or not _ADVICE.search(text) or (command.verb == "pick" and command.slots):
        return None
    kind = _KIND.search(text)
    if command.verb == "which" and not kind:
        return None
    return Command("which", (kind["kind"] if kind else "these",), (("best", ""),))


def _is_misread(text: str, command: Command) -> bool:
    """Return whether a statement to be confirmed was read as a choice, or as a question for something else."""
    is_choice = command.verb in {"pick", "yes"} and not command.slots
    is_other = command.verb == "ask" and not any(word in text for word in command.text.lower().split())
    return is_choice or is_other


def _settle_topic(text: str, command: Command) -> Command:
    """Return a question about what the assistant can do as one about what the text names."""
    if command.verb != "about" or command.text not in {"abilities", "contact", "bookings", "bot", "help"}:
        return command
    topic = next((topic for words, topic in _OF_ASSISTANT if re.search(words, text)), None)
    return Command("about", (), ((topic, ""),)) if topic else command


def _settle_distances(text: str, command: Command) -> list[Command]:
    """Return a question for a distance as one for each that a text names: "near the airport or in the city"."""
    if command.verb != "ask" or not command.text.startswith("distance") or not re.search(r"\b(?:or|and)\b", text):
        return [command]
    names = [name for name, words in _DISTANCES if re.search(words, text) or name in command.text]
    return [replace(command, slots=(("distance", name),)) for name in names] if len(names) > 1 else [command]


def _name_why(text: str) -> str:
    return "price" if re.search(r"\bexpensive|\bcheap|\bcosts?\b|\bpric|\bdear|\bmuch\b", text) else ""


def _name_things(command: Command) -> tuple[str, ...]:
    return command.refs if command.verb in {"pick", "ask", "which", "yes", "no"} and command.refs else ("these",)


def _settle_fact(text: str, command: Command) -> Command:
    """Return a question with the fact that a text asks for, if a neighbour of it was read, or only a part of it."""
    if command.verb not in {"ask", "place"}:
        return command
    read = command.text.lower()
    if command.verb == "ask" and (named := _find_named(text, read)):
        return replace(command, slots=((named, ""),))
    for words, near, meant in _NEAR:
        if (match := re.search(words, text)) and re.fullmatch(near, read):
            fact = f"{read} {meant[1:].format(match[0])}" if meant.startswith("+") else meant.format(match[0])
            return replace(command, slots=((fact, ""), *command.slots[1:]))
    return _add_start(text, command)


def _ask_of_diet(text: str, command: Command) -> Command:
    """Return a question about food as one about what somebody must not eat, if the text asks for that.

    Nobody with an allergy is answered by what else is known of a kitchen. Another clause may ask for the food itself.
    """
    fact = command.text.lower()
    if command.verb not in {"ask", "which"} or not _FOOD.search(fact) or re.search(DIET, fact):
        return command
    clauses = [clause for each in split_sentences(text) if "?" in each for clause in _CLAUSE.split(each)]
    diets = [clause for clause in clauses if re.search(DIET, clause)]
    is_of_food = any(_is_named(fact, clause) for clause in clauses if clause not in diets)
    if not diets or is_of_food:
        return command
    return replace(command, slots=((" ".join(match[0] for match in re.finditer(DIET, diets[0])), ""),))


def _is_named(fact: str, text: str) -> bool:
    """Return whether a text has a word of the hotel fact that words in lower case name, or is about none."""
    feature = find_feature(fact)
    words = feature and (AMENITIES.get(feature) or FACT_WORDS.get(feature))
    words = f"{words}|{_LIKE.get(feature or '', '-')}" if words else r"\w+"
    return bool(re.search(rf"\b(?:{words})(?!\w)", text))


def _find_named(text: str, read: str) -> str | None:
    """Return what a text asks of hotels, if something known was read that the text has no word for."""
    if find_feature(read) is None and _HAS.search(text) and not any(word[:4] in text for word in read.split()):
        return next((name.lower() for name in [find_feature(text)] if name in _LIKE), None)
    if _is_named(read, text):
        return None
    return find_topic_words(text, ("hotel",)) or _find_words(text, read)


def _find_words(text: str, read: str) -> str | None:
    """Return the words of the one question of a text, if it says by itself what it asks for, and asks yes or no."""
    asked = [each for each in split_sentences(text) if "?" in each]
    if find_feature(read) not in _LIKE or len(asked) != 1 or _GOES_ON.search(asked[0]):
        return None
    names = {word for hotel in hotels().values() for word in hotel.name.lower().split()}
    words = [word for word in re.findall(r"[a-z][a-z'-]+", PLAIN.sub(" ", asked[0])) if word not in names]
    return " ".join(words) if len(words) > 1 else None


def _add_start(text: str, command: Command) -> Command:
    """Return a question about a place with the other one that it names: "the time difference to london"."""
    if command.verb != "place" or command.has("from") or not _BETWEEN.search(command.text):
        return command
    own = normalise(command.subject)
    others = [each.name for each in find_mentions(text) if each.place and each.name.lower() not in own]
    return replace(command, slots=(*command.slots, ("from", others[0]))) if len(others) == 1 else command
