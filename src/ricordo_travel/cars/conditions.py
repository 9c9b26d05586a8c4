"""What goes with every rental car: kilometres, fuel, insurance, child seats, drivers, and money back."""

from __future__ import annotations

from typing import Any

FREE_CANCELLATION_DAYS = 2
"""Until so many days before the first day all money comes back, and nothing after that."""

CONDITIONS: dict[str, Any] = {
    "kilometres": "unlimited",
    "fuel": "full to full",
    "insurance": "included",
    "child_seats": "free of charge, on request at the desk",
    "second_driver": "free of charge, with their licence at the desk",
    "free_cancellation_days_before": FREE_CANCELLATION_DAYS,
}
"""What holds for all cars, as fields of a tool's result."""
