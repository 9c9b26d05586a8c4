"""What a price is for each: for each person a night, or for each of several families."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ricordo_travel.dialogue.values.money import format_dollars
from ricordo_travel.dialogue.values.numbers import NUMBER, parse_count, spell

_CENT = 0.005
_GROUPS = re.compile(
    rf"\b(?P<count>{NUMBER}) (?:\w{{3,10}} )?(?P<who>couples|households|famil(?:ies|ys?)\b(?! rooms?))\b"
)


def format_share(share: float) -> str:
    """Return an amount that was divided, with its cents if it has any."""
    return format_dollars(share) if abs(share - round(share)) < _CENT else f"${share:,.2f}"


def find_groups(texts: Iterable[str]) -> tuple[int, str] | None:
    """Return how many families or couples travel, as the first of some texts in lower case says that names them."""
    match = next(filter(None, map(_GROUPS.search, texts)), None)
    number = parse_count(match["count"]) if match else 0
    return (number, re.sub("family.?", "families", match["who"])) if match and number > 1 else None


def describe_shares(total: float, people: int, groups: tuple[int, str] | None, *, is_rough: bool = False) -> str:
    """Return what each of the people pays of a sum, and each of the families or couples if there are some."""
    divide = format_dollars if is_rough else format_share
    share = divide(total / people)
    if groups is None:
        return f"{share} for each of the {people} of you"
    return f"{divide(total / groups[0])} for each of the {spell(groups[0])} {groups[1]}, {share} a person"
