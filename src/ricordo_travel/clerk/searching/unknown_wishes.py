"""Find the wishes of a message that say what a place shall be like, and that nothing is known about."""

from __future__ import annotations

import re

from ricordo_travel.clerk.commands import Command
from ricordo_travel.clerk.reading.slots import find_wishes
from ricordo_travel.dialogue.replies.suggestions import describes_place
from ricordo_travel.dialogue.values import aims
from ricordo_travel.dialogue.values.geography import find_mentions
from ricordo_travel.dialogue.values.text import normalise

_KNOWN_OTHERWISE = re.compile(
    r"\b(?:direct|non-?stop|flights?|fl(?:y|ying)|planes?|trains?|bus|car|cars|driv\w+|ferry|weekend|midweek|week|nights?|"
    r"days?|hotels?|hostels?|guesthouses?|rooms?|suites?|apartments?|villas?|board|inclusive|class|business|visas?|passports?|"
    r"cit(?:y|ies)|towns?|places?|stops?|kids?|child(?:ren)?|famil(?:y|ies)|people|price[ds]?|expensive|dear|costly|"
    r"north|south|east|west|far|further|away|near|distance|hot|hotter|cold|cool|warm\w*|degrees|rain\w*|dry|drier|humid|"
    r"sun\w*|weather|lower|new|other|else|similar|like|same|special|nice|easy|fun|pretty|pleasant|good|great|beautiful|"
    r"pounds?|euros?|dollars?|quid|grand|bucks|currency|money|small|smaller|big|bigger|large|rest|restful|relax\w*|romantic|adults?|teen\w*)\b"
)
"""Words that are gone by in other ways, or that every place would claim."""
_MAX_WORDS = 4
_MAX_NAMED = 3


def list_unknown(text: str, command: Command) -> list[str]:
    """Return the wishes of a command, as a text in lower case says them, that no place is known for or against."""
    values = [normalise(value) for value in (*command.values("with"), *command.values("maybe"))]
    named = [value for value in dict.fromkeys(values) if value in text and len(value.split()) <= _MAX_WORDS]
    return [value for value in named if not _is_known(value)][:_MAX_NAMED]


def _is_known(wish: str) -> bool:
    return bool(
        _KNOWN_OTHERWISE.search(wish)
        or describes_place(wish)
        or find_wishes(wish)
        or find_mentions(wish)
        or any(test(wish) for test in (aims.wants_near, aims.wants_cheap, aims.wants_cheaper, aims.refuses_sea))
        or aims.find_flying_time(wish)
        or aims.find_sights(wish)
        or aims.split_refusals(wish)[1]
    )
