"""The pieces of an answer, each with what it says to what waits for a yes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ricordo_travel.proposals import Proposal

Says = Literal["yes", "no", "thanks", "else"]


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of a message.

    Attributes:
        says: Whether it says yes or no to proposals, thanks for them, or does something else.
        raw: The piece as it was typed.
        text: The piece in lower case, made regular.
        act: What the part of the message does that it stands in.
        meant: The proposals that it is about.
        is_some: Whether it is about some of several proposals, and not about the others.
        left_out: The proposals that it takes out of its yes: "all except the car".
    """

    says: Says
    raw: str
    text: str
    act: str
    score: float
    meant: tuple[Proposal, ...] = ()
    left_out: tuple[Proposal, ...] = ()
    is_some: bool = False
