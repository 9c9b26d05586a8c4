"""Words about memory: which field of the profile a message names, and what it wants of memory."""

from __future__ import annotations

import re

ASK_ALL = re.compile(
    r"\bwhat (?:all |else )?(?:do|did|have|can) you (?:\w+ )?(?:know|remember|learn|learned|learnt|"
    r"store|stored|noted?|saved?|written|write|wrote|recall|"
    r"(?:got|have)(?= (?:about|on (?:me|us|file)|noted|stored|saved)))\b"
    r"(?! about (?!me\b|us\b|myself\b|my (?:family|profile|self))\w)|"
    r"\bdo you (?:still |even )?(?:remember|know|recall) "
    r"(?:me|us|anything(?! about (?!me\b|us\b))|who i am|about me)\b|"
    r"\bwhat did (?:i|we) (?:say|tell you)(?: (?:last time|before|about (?:me|myself|us)))?\W*$|"
    r"\bremember me\b|\bwhat's (?:on|in) (?:my|the) (?:profile|memory|file)\b|\bmy profile\b|\bwho am "
    r"i\b|\bwhat (?:all )?you(?:'ve| have)? (?:know|remember(?:ed)?|noted|stored|saved|learned|learnt|got)"
    r" (?:about|of|on) (?:me|us)\b"
)
FORGET = re.compile(r"\b(?:forget|erase|delete|remove|wipe|clear|stop remembering|don't remember|don't keep|unlearn)\b")
OF_MEMORY = re.compile(
    r"\b(?:my|our|me|us|i|i'm|i am|we|we're|myself|profile|memory|you (?:know|remember|noted)|what i|"
    r"that i|everything|history|data|that|this|all)\b"
)
TOLD = re.compile(
    r"(?:(?:please|pls|just|also|and|(?:can|could|would|will) (?:you|u)(?: mind)?|ok|but) ){0,4}(?:remember(?:ing)?|"
    r"note|keep in mind|bear in mind|make a note|(?:don't|dont|do not|never) forget|you (?:should|need to|must) know|"
    r"(?:save|store|memori[sz]e|write down|jot down)(?= that\b)|"
    r"add (?:to (?:my|your|the) notes|an? note)|(?:write|note|put) (?:it|that|this) down)"
    r"(?: please| down| of| again| once more|,? (?:for )?(?:the )?(?:future|next time|later|always)|,? from now on|"
    r" (?:it|this|that)(?=:|$)){0,2}(?: that|,|:)?(?: |$)",
    re.IGNORECASE,
)
"""The beginning of what is to be remembered."""
TOLD_AFTER = re.compile(
    r"(?:\b(?:please|pls|can you|could you|would you|will you|and|also) ){0,3}"
    r"\b(?:remember (?:that|this|it)|keep (?:that|this|it) in mind|"
    r"please remember|(?:note|write|put|jot) (?:that|this|it) down|(?:make|take) a note of (?:that|this|it)|"
    r"note (?:that|it)|keep (?:that|this|it) on file|(?:put|add|enter|record) (?:that|this|it)"
    r"(?: in| on| to| into)?(?: (?:my|your|the) (?:profile|notes?|memory|file|list))?|"
    r"(?:save|store) (?:all )?(?:that|this|it))"
    r"(?: for (?:the )?(?:next time|future|later))?(?: please)?\W{0,3}$",
    re.IGNORECASE,
)
"""The end of what is to be remembered."""
IS_ERASED = re.compile(
    r"\b(?<!can )(?<!could )(?<! i )(?<!to )(?:have|did|is|are|was|were|has)(?: now)? "
    r"(?:you|it|that|this|they|the|my|our|i|all|everything)\b[^.?!]{0,60}"
    r"\b(?:forgot(?:ten)?|forget|erased?|deleted?|removed?|wiped|gone)\b[^.?!]{0,60}\?"
)
"""Words of somebody who asks whether something was erased."""
_ERASE = r"\b(?:erased?|deleted?|removed?|forget|forgotten|wiped?)\b"
IS_ERASABLE = re.compile(
    rf"\b(?:whether|if) (?:i|we|you) (?:can|could|may)\b[^.?!]{{0,60}}{_ERASE}|"
    rf"{_ERASE}[^.?!]{{0,40}}\bif (?:i|we) (?:ever )?(?:want|like|wish|need|ask|change)\b|"
    r"\bhow (?:do|can|could|would) (?:i|we) (?:erase|delete|remove|get rid of) "
    r"(?:it|that|them|those|things|something|what|notes?|memories|my data)\b"
)
"""Words of somebody who asks whether things can be erased."""
ALL = re.compile(
    r"\b(?:everything|all (?:about me|my data|of it|that you|you know|my memor|the things|my info|of "
    r"me|memories)|me completely|all my|it all|about me|my (?:data|profile|memory|memories|history|info|"
    r"account)|the rest)\b"
)
NOT_MEMORY = re.compile(
    r"^\W*(?:forget (?:it|that)|never mind)\W*$|\bdon't forget\b|\b(?:my|the|our|that) (?:hotel|"
    r"flight|car|booking|reservation|room)s?\b|\bforget (?:about )?(?:the )?(?:pool|gym|breakfast|"
    r"parking|car|flight|hotel|stars|sauna|garden|kitchen|bar)\b"
)
UNTOUCHED = re.compile(r"\b(?:don't|dont|do not|never) (?:change|touch) (?:that|it|this|them|those|anything|my|the)\b")
"""Words of somebody who would have something stay as it is."""
REST_STAYS = re.compile(
    r"[,.;]?\s*\b(?:but |and )?(?:(?:all )?the (?:rest|others?)(?: of it)?|everything else|all else)"
    r"(?:'s| is| are| can| may| should| stays?| looks?| seems?)\b[^.,;!?]{0,40}",
    re.IGNORECASE,
)
"""Words of somebody for whom all else that is known may stay: "the rest is fine"."""
WRONG = re.compile(
    r"\bthat'?s (?:wrong|not (?:right|true|correct)|incorrect|outdated|old|no longer (?:true|"
    r"right))\b|\bthat is (?:wrong|not (?:right|true|correct))\b|\bnot (?:right|correct|true)\b|"
    r"^\W*(?:wrong|incorrect)\b|(?<!nothing )(?<!none )\b(?:is|are) wrong\b|"
    r"\b(?:you(?:'ve| have)? got|you have) (?:that|it|me|my \w+) wrong\b|\b(?:correct|update|change|"
    r"fix|set) (?:my|our) (?:budget|home|diet|interests?|preferences?|party|profile|travel|number)\b|"
    r"\bcorrection\b"
)
CORRECT = re.compile(
    r"(?<!n't )(?<!dont )(?<!not )(?<!never )(?<!need to )\b(?:correct|fix|change|update) "
    r"(?:that|this|it|your (?:notes?|memory))\b|"
    r"\bi said (?:that )?(?:i|we)\b.{0,30}\bnot\b"
)
NEVER_SAID = re.compile(
    r"\b(?:i|we) (?:never|didn't|did not|haven't) (?:said|say|told you|tell you|mentioned|mention)\b(?: \w+){0,3}? "
    r"(?:i|i'm|i've|we|we're|my|our|about me|he|she|they)\b"
)
FIELD_WORDS: tuple[tuple[str, re.Pattern[str]], ...] = (
    (
        "budget_range",
        re.compile(r"\bbudget\b|\bhow much (?:can|do|could|did|was) (?:i|we)\b.{0,15}\bspend|\bspending\b|\bmoney\b"),
    ),
    (
        "number_of_travelers",
        re.compile(
            r"\bhow many (?:people|of us|are we|we are|travell?ers|persons)\b|\btravell?ers?\b|\bparty(?: size)?\b|"
            r"\bwho (?:i|we) travel with\b|\bwho(?:'s| is) (?:coming|travelling)\b|\bgroup size\b|\bnumber of "
            r"people\b"
        ),
    ),
    (
        "home",
        re.compile(
            r"\bwhere (?:do |did |does )?(?:i|we) (?:now |currently )?live\b|"
            r"\bhome(?: ?(?:town|city|airport|address))?\b|\bwhere "
            r"i'm from\b|\bwhere (?:am i|are we) (?:from|based)\b|\b(?:i|we) live\b|\bmy (?:city|address)\b"
        ),
    ),
    (
        "dietary_requirements",
        re.compile(
            r"\bdiet(?:ary)?\b|\bwhat (?:do|don't|can|can't) (?:i|we) eat\b|\bam i (?:a "
            r")?(?:vegetarian|vegan)\b|\ballerg(?:y|ies|ic)\b|\bvegetarian\b|\bvegan\b|\bfood "
            r"(?:requirements|restrictions|needs)\b|\bmy food\b|\bpescatarian\b|\bgluten\b"
        ),
    ),
    (
        "interests",
        re.compile(
            r"\binterests?\b|\bhobb(?:y|ies)\b|\bwhat (?:do )?(?:i|we) (?:like|love|enjoy)\b|\bwhat i(?:'m| "
            r"am) into\b|\bmy likes\b"
        ),
    ),
    ("preferences", re.compile(r"\bpreferences?\b|\b(?:i|we) prefer\b")),
    (
        "past_destinations",
        re.compile(
            r"\bwhere (?:have |did )?(?:i|we) (?:been|go|went|travel)\b|\bpast (?:trips|destinations)\b|"
            r"\b(?:my|our) (?:last|previous|past|earlier) (?:trips?|holidays?|vacations?)\b|\bplaces i've "
            r"been\b|\btrips i\b|\b(?:have i|i have|i've) been\b"
        ),
    ),
    (
        "trip_duration",
        re.compile(
            r"\bhow long (?:do|did) (?:i|we) (?:usually|like|normally)\b|\btrip (?:length|duration)\b|"
            r"\blength of (?:my|our) trips?\b|\bhow long i\b"
        ),
    ),
    (
        "travel_style",
        re.compile(r"\btravel(?:ling)? style\b|\bmy style\b|\bhow (?:do )?(?:i|we) (?:like to )?travel\b"),
    ),
)
ASKS = re.compile(
    r"\?|\bwhat(?:'s| is| was| are| were| did| do)\b|\bdo you (?:know|remember)\b|\bhow (?:many|much|"
    r"long)\b|\bwhere (?:do|did|am|have|are)\b|\btell me\b|\bam i\b|\bremind me\b|\bwho(?:'s| is)\b|"
    r"\bdid i (?:say|tell|mention)\b"
)
RELATION = (
    r"(?:sisters?|brothers?|mother|mum|mom|father|dad|wife|husband|partner|sons?|daughters?|girlfriend|boyfriend|gf|bf|"
    r"fianc\w{1,3}|boys?|girls?|kids?|child|children|parents|friends?|mates?|boss|colleague|grandma|grandmother|"
    r"grandpa|grandfather|aunt|uncle|cousin|"
    r"nephew|niece|dogs?|cats?|baby|youngest|oldest|eldest|twins?|grandchild(?:ren)?|grandsons?|granddaughters?|"
    r"grandkids|"
    r"toddler|teenagers?|stepson|stepdaughter)(?:[ -]in[ -]law)?"
)
"""Words for people and animals around somebody, for patterns."""
MINE = re.compile(r"\b(?:my|our|i|we|us|me|i'm|we're|i've)\b")
NAME = re.compile(r"\b(?:what'?s|what is|know|remember|say|is) my name\b|\bwho am i\b|\bwhat am i called\b")


_NOTED = re.compile(
    r"\b(?:it|that|note|panel|list|memory|profile|you) (?:also |still |now )?(?:says?|said|reads?|noted|wrote|put|"
    r"claims?)(?: down)?(?: that)?:? (?P<says>[^,.;!?\n]{3,200})|"
    r"\b(?:mean by|meant by|mean with|what is|what's|why does it say) (?:this |that |the )?(?:note |about )?"
    r"['\"\u201c\u2018](?P<quoted>[^'\"\u201c\u201d\u2018\u2019]{3,200})['\"\u201d\u2019]",
    re.IGNORECASE,
)


def find_noted_words(text: str) -> str:
    """Return the words of a note that a text speaks of: "it says I prefer wool, which is wrong"; empty if none."""
    match = _NOTED.search(text)
    return (match["says"] or match["quoted"]) if match else ""


def find_field(text: str) -> str | None:
    """Return the field of the profile that a message names."""
    return next((name for name, pattern in FIELD_WORDS if pattern.search(text)), None)
