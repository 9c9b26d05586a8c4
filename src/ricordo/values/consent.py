"""What a person allows."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Consent:
    """What a person allows: keeping what is said, learning from it, and sharing it between agents."""

    capture: bool = True
    learning: bool = True
    sharing: bool = True

    def __and__(self, other: Consent) -> Consent:
        """What both allow."""
        return Consent(
            capture=self.capture and other.capture,
            learning=self.learning and other.learning,
            sharing=self.sharing and other.sharing,
        )
