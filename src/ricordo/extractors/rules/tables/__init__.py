"""All rules, in the order in which they are tried. The first rule of a slot that fits a clause speaks for the slot."""

from ricordo.extractors.rules.tables.daily import DAILY
from ricordo.extractors.rules.tables.people import PEOPLE
from ricordo.extractors.rules.tables.person import PERSON
from ricordo.extractors.rules.tables.tastes import TASTES
from ricordo.extractors.rules.tables.traits import TRAITS
from ricordo.extractors.rules.tables.travel import TRAVEL
from ricordo.extractors.rules.tables.work import WORK

RULES = (*PERSON, *WORK, *PEOPLE, *TRAVEL, *TASTES, *DAILY, *TRAITS)

__all__ = ["RULES"]
