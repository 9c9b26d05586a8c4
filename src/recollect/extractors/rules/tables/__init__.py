"""All rules, in the order in which they are tried. The first rule of a slot that fits a clause speaks for the slot."""

from recollect.extractors.rules.tables.daily import DAILY
from recollect.extractors.rules.tables.people import PEOPLE
from recollect.extractors.rules.tables.person import PERSON
from recollect.extractors.rules.tables.tastes import TASTES
from recollect.extractors.rules.tables.traits import TRAITS
from recollect.extractors.rules.tables.travel import TRAVEL
from recollect.extractors.rules.tables.work import WORK

RULES = (*PERSON, *WORK, *PEOPLE, *TRAVEL, *TASTES, *DAILY, *TRAITS)

__all__ = ["RULES"]
