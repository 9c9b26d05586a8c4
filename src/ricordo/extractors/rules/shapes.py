"""Shapes of values: from the rest of a clause to the values that it names, or none.

A shape cuts off what no longer belongs to the value ("because …", "a lot", "lol"), divides lists, and refuses what
would read as nonsense by itself. Refusing is always right where there is doubt.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Literal

from ricordo.extractors.rules.lexicon import CAPITALS, NAMES, PLACES

ShapeName = Literal[
    "thing", "doing", "phrase", "place", "known place", "name", "known name", "exact", "organisation", "date"
]

_TAIL = re.compile(
    r"(?<![,\s])[,\s]++(?:because|cause|cuz|but|since|when|whenever|so|which|who|that|if|although|though|"
    r"while|where|until|unless|lol|haha\w*|lmao|"
    r"too|as well|at all|actually|either|right now|these days|at the moment|anyway|again|sometimes|"
    r"often|more than|rather than|over|"
    r"a (?:lot|bunch|ton|couple)|a (?:bit|little)(?=\s*$| (?:too|more|bit)\b)|so much|very much|"
    r"the most|the best|to death|all the time|all day|every|everyday|"
    r"in general|of course|btw|personally|even|except|especially|mostly|mainly|like|such as|"
    r"as long as|as|instead|however|thanks?|"
    r"thank you|please|tbh|myself|ever|now|currently|recently|lately|today|tonight|yesterday|"
    r"tomorrow|last|next|this|how|what|why|"
    r"for (?:fun|now|years|over|about|the|\d+|an?|two|three|four|five|six|ten|twenty|many|"
    r"most|almost|nearly|some)|than|at (?:night|home|the moment|work)|through|until|since|"
    r"it's|its|it|there's|they're|thats|that's|he|she|they|you|your|do|is|are|was|were|have|"
    r"had|due|after|before|during|without|"
    r"(?:two|three|four|\w*\d+) times|twice|once|to (?:blow|relax|stay|keep|get|be|make|help|"
    r"see|eat|do|unwind|de|calm|clear|pass|have|buy|start|feel|lose|find)|and (?:all|stuff|"
    r"so on|the like|such|then|everything|he|they|there|a half|not))\b.*"
)
_LOOSE_END = re.compile(
    (
        r"(?<![\s,.:!?&-])(?:[\s,.:!?&-]|(?<=\s)(?:and|or|with|for|to|the|a|an|of|in|at|on|my|by|from|into|about|around|"
        r"very|really|also|just|not|most|more)(?=[\s,.:!?&-]|$))++$"
    ),
    re.IGNORECASE,
)
_BETWEEN = re.compile(r"\s*,\s*(?:and\s+|or\s+|&\s*)?|\s+(?:and|&|or|plus|as well as)\s+(?:also\s+)?", re.IGNORECASE)
_BELONGS_TOGETHER = re.compile(
    r"\b(rock|mac|salt|fish|bed|peanut butter|drum|arts|black|rhythm|cookies|bacon|wine|surf|"
    r"country|pen|hide|track|science|bits|"
    r"biscuits|chicken|rum|gin|barnes|johnson|marks|song|stop|law|cut) (?:and|&|n|'n') (?=(?:roll|"
    r"cheese|pepper|chips|breakfast|jelly|bass|"
    r"crafts|white|blues|cream|eggs|dine|turf|western|paper|seek|field|technology|pieces|gravy|"
    r"waffles|coke|tonic|noble|"
    r"spencer|dance|go|order|paste|johnson|fantasy))",
    re.IGNORECASE,
)
_NEW_CLAUSE = re.compile(r"\s+(?:is|are|was|were|has|have|can|will|would|makes?|keeps?|helps?)\b", re.IGNORECASE)
_JOINT = "\x01"
_REFUSED = re.compile(
    r"\b(?:you|your|yours|u|ur|it|that|this|these|those|them|him|her|his|he|she|they|their|"
    r"i|me|my|mine|we|us|our|what|how|who|there|"
    r"here|one|ones|same|stuff|things?|something|anything|everything|nothing|someone|anyone|"
    r"everyone|idea|sound|option|options|"
    r"first|second|third|other|others|another|lot|lots|way|much|well|better|being (?:able|"
    r"here|there|told|called|asked|a|an|the|so|sick)|is|are|was|were|don't|dont|not|name|fact|"
    r"look|feeling|part|chance|opportunity|hear|know|see|say|tell|ask|talk|thank|do so|help|book|reserve|confirm|"
    r"cheap|cheaper|cheapest|such|which|kind|type|sort|will|would|should|could|did|does|has|had|have to|got|hope|think|"
    r"january|february|march|april|june|july|august|september|october|november|december|tomorrow|"
    r"today|tonight|yesterday|am|pm|"
    r"ticket|tickets|one-way|round|departure|leave|depart|yes|no|yeah|ok|okay|lol|haha|reply|answer|question)\b|"
    r"^(?:all )?the (?:freedom|connection|thought|sense|atmosphere|energy|smell|taste|focus|"
    r"colou?rs?$|vibe|views?|feel|design|rest|details?|word|tattoo|photos?|picture|pic)\b|"
    r"[\d$€£@<>{}=\\/\"]",
    re.IGNORECASE,
)
_LIKED_AT_LARGE = frozenset(
    """
    all any bad best better big both bring bringing buying care caring free fun get getting give giving go going
    good great have having hearing huge just keep keeping life living looking lot make making massive more most
    new nice none old pick picking put putting seeing show showing so some spend spending sure take taking
    talking thinking too unclear use using wearing working
    """.split()
)
_UNNAMED = re.compile(r"\S+ (?:it|this|that|these|those|your|you|them|him|her|so|too|like)\b", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_][\w'\u2019&.+-]*", re.UNICODE)
_MEASURE = re.compile(r"\A(?:some|a little|a bit of|any|also|mostly|mainly|all kinds of|all types of) ", re.IGNORECASE)
_MOST_WORDS = 6
_MOST_VALUES = 8


def _trim(tail: str) -> str:
    tail = _TAIL.sub("", " " + tail, count=1)
    return _LOOSE_END.sub("", tail).strip(" ,.:!?'-")


def _in_bounds(item: str, most: int = _MOST_WORDS) -> bool:
    words = item.split()
    return bool(words) and len(words) <= most and len(item) <= 60 and item.lower() not in _LIKED_AT_LARGE


def _join_pairs(text: str) -> str:
    return _BELONGS_TOGETHER.sub(lambda pair: pair[0].replace(" ", _JOINT), text)


def thing(tail: str) -> list[str]:
    """Things somebody likes, owns or plays: "hiking, sailing and good food". A list ends at the first odd item."""
    if _UNNAMED.match(tail) and tail.partition(" ")[0].endswith("ing"):
        return []
    found: list[str] = []
    parts = _BETWEEN.split(_join_pairs(_trim(tail)))[:_MOST_VALUES]
    if len(parts) > 1 and _NEW_CLAUSE.match(tail, tail.find(parts[-1].replace(_JOINT, " ")) + len(parts[-1])):
        parts.pop()  # "dogs and walking is fun": walking begins something new
    for part in parts:
        item = _LOOSE_END.sub("", part.replace(_JOINT, " ")).strip(" ,.:!?'-")
        item = _MEASURE.sub("", item)
        if not item or not _in_bounds(item) or _REFUSED.search(item) or not _WORD.match(item):
            break
        found.append(item)
    return found


def activity(tail: str) -> list[str]:
    """Things done: "bake bread and swim". What is done to something that is not named is nothing to remember."""
    return [] if _UNNAMED.match(tail) else thing(tail)


def phrase(tail: str) -> list[str]:
    """One value that is not a list."""
    item = _trim(tail.partition(",")[0]) if not _UNNAMED.match(tail) else ""
    return [item] if item and _in_bounds(item) and not _REFUSED.search(item) and _WORD.match(item) else []


_PLACE_END = re.compile(
    r"\s+(?:with|for|and|but|right|all|on|at|at the moment|by|to|where|originally|area|anyway|working|studying)\b.*",
    re.IGNORECASE,
)
_NO_PLACE = re.compile(
    r"(?:a|an|the|my)?\s*(?:\w+ )?(?:dream|fear|peace|moment|past|present|future|world|place|"
    r"area|middle|same|hell|bed|bubble|lie|mess|"
    r"shadow|sin|harmony|luxury|poverty|style|denial|hope|1\d\d\d|20\d\d|pain|car|family|way|\w+ies|\d0s)\b",
    re.IGNORECASE,
)


def place(tail: str) -> list[str]:
    """Return a place where somebody lives or comes from: "Lisbon", "a small town in Texas"."""
    item = _trim(_PLACE_END.sub("", tail.replace(", ", " , ")).replace(" , ", ", "))
    item = re.sub(r"\s*,\s*$", "", item)
    if not item or not _in_bounds(item.replace(",", "")) or _NO_PLACE.match(item):
        return []
    if _REFUSED.search(item) and item.lower() not in PLACES:
        return []
    return [capitalise_name(item)]


def place_name(tail: str) -> list[str]:
    """Return a place that is known, or written like one: nobody says "I went to store" of a place that they visited."""
    found: list[str] = []
    for part in _BETWEEN.split(_trim(tail))[:_MOST_VALUES]:
        item = re.sub(r"\s+(?:in|with|on|at|by|for)\b.*", "", part).strip(" ,.")
        bare = item.lower().removeprefix("the ")
        known = item.lower() in PLACES or bare in PLACES
        written = bool(
            re.fullmatch(
                r"(?:the )?(?:[A-Z][\w'\u2019.-]*)(?: (?:of|de|da|del|la|the|and|[A-Z][\w'\u2019.-]*)){0,3}", item
            )
        )
        if not (known or written) or bare in NAMES or len(item) < 3:
            break
        found.append(capitalise_name(item))
    return found


_NO_NAME = re.compile(
    r"(?:not|so|very|a|an|the|here|there|fine|good|great|sorry|happy|sad|tired|sure|back|done|"
    r"ready|glad|just|really|too|also|in|at|on|"
    r"from|into|still|all|now|monday|tuesday|wednesday|thursday|friday|saturday|sunday|tomorrow|"
    r"today|tonight|asap|maybe|anytime|bus|train|car|foot|plane|bike|boat|why|no|yes|yeah|"
    r"nope|thanks|please|back|old|any|more|january|february|april|june|july|august|"
    r"september|october|november|december|ok|okay|well|new|american|english|what|whatever|"
    r"if|when|later|back|crazy|out|up|for|my|your|"
    r"christian|catholic|muslim|jewish|buddhist|hindu)\b",
    re.IGNORECASE,
)
_NAME_END = re.compile(
    (
        r"(?:\s*[,.!?(]|\s+(?:and|but|from|by|i|im|what|how|nice|pleased|so|since|because|though|"
        r"too|who|because|as|in|at|on|is|or|for)\b).*"
    ),
    re.IGNORECASE,
)


def name(tail: str) -> list[str]:
    """Somebody's name: one to three words."""
    item = _NAME_END.sub("", tail).strip(" '-")
    words = item.split()
    if not 1 <= len(words) <= 3 or _NO_NAME.match(item) or not all(_is_name_word(word) for word in words):
        return []
    if len(words) > 1 and item.islower():  # "my name is ana nice to meet you": only the first word is sure
        words = words[:1]
    return [capitalise_name(" ".join(words))]


def first_name(tail: str) -> list[str]:
    """Return a name after "I am" alone: capitalised or a usual given name, with nothing after it."""
    found = name(tail)
    first = _NAME_END.sub("", tail).strip(" '-")
    if not found or (first.split()[0].lower() not in NAMES):
        return []
    return found


def _is_name_word(word: str) -> bool:
    return bool(re.fullmatch(r"[^\W\d_]{2,20}(?:['\u2019.-][^\W\d_]{1,15}){0,2}\.?|[A-Z]\.", word))


def organisation(tail: str) -> list[str]:
    """Return a place of work, whole, with any "and" in it."""
    item = re.sub(
        r"\s+(?:and (?:i|we|my|it|love|am|have|live|like|the)|as|in the|doing|where|part|full)\b.*",
        "",
        _trim(tail.partition(",")[0]),
        flags=re.IGNORECASE,
    )
    if (
        not item
        or not _in_bounds(item)
        or re.match(
            r"(?:home|night|nights|it|the moment|least|all|work|myself|me|so|a lot|hard|out|on|with)\b",
            item,
            re.IGNORECASE,
        )
    ):
        return []
    return [] if _REFUSED.search(item) else [item]


def date(tail: str) -> list[str]:
    """Return a date as it was said."""
    item = tail.strip(" ,.!")
    return [item] if item else []


def exact(tail: str) -> list[str]:
    """Return the value unchanged: the rule's expression has checked it."""
    item = tail.strip(" ,.!?'-")
    return [item] if item else []


def capitalise_name(text: str) -> str:
    """Capitalise a name that was written in lower case; leave "a small town" as it is."""
    if not text.islower():
        return text
    if re.match(
        r"(?:an?\b|the (?:city|country|suburbs|mountains|woods|middle|countryside|north|south|east|west)\b)", text
    ):
        return text
    small = ("of", "the", "de", "in", "and", "da", "del", "a", "near", "la")
    return " ".join(
        word.upper()
        if word.strip(",.") in CAPITALS or (len(word) == 2 and word not in small)
        else word
        if word in small
        else word[:1].upper() + word[1:]
        for word in text.split()
    )


SHAPES: dict[ShapeName, Callable[[str], list[str]]] = {
    "thing": thing,
    "doing": activity,
    "phrase": phrase,
    "place": place,
    "known place": place_name,
    "name": name,
    "known name": first_name,
    "organisation": organisation,
    "date": date,
    "exact": exact,
}
