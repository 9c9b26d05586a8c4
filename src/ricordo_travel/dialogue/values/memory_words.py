"""Words about memory: which field of the profile a message names, and what it wants of memory."""

from __future__ import annotations

import re

NEVER_SAID = re.compile(
    r"\b(?:i|we) (?:never|didn't|did not|haven't) (?:said|say|told you|tell you|mentioned|mention)\b(?: \w+){0,3}? "
    r"(?:i|i'm|i've|we|we're|my|our|about me|he|she|they)\b"
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
