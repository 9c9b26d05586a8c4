"""Run a campaign: ``python -m tests.campaign [PART …]``. Without a part, all of them.

It prints a table of what was done and found, writes it to out/campaign.md, and exits with 1 if a promise was broken.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path

from tests.campaign.kills import run_kills
from tests.campaign.report import Progress, Trial, format_breaches, format_table, replace_table
from tests.campaign.suites import OUTAGES, make_fuzzing, run_scopes
from tests.promises.processes import ROOT

OUTPUT = ROOT / "out" / "campaign.md"
PAGE = ROOT / "docs" / "operate" / "reliability.md"

Part = Callable[[argparse.Namespace], list[Trial]]

PARTS: dict[str, Part] = {
    "kills": lambda arguments: asyncio.run(run_kills(arguments.kills)),
    "outages": lambda _: [suite.run(Progress("outages")) for suite in OUTAGES],
    "fuzz": lambda arguments: [suite.run(Progress("fuzz")) for suite in make_fuzzing(arguments.examples)],
    "scopes": lambda arguments: run_scopes(arguments.trials),
}


def main(argv: Sequence[str]) -> int:
    """Run the parts that are named, and return the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.campaign", description="Try what Ricordo promises, at length."
    )
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"a part: {', '.join(PARTS)} (all)")
    parser.add_argument("--kills", type=int, default=500, help="kills in all (%(default)s)")
    parser.add_argument(
        "--examples", type=int, default=80, help="examples of each operation that is fuzzed (%(default)s)"
    )
    parser.add_argument("--trials", type=int, default=1_000_000, help="random scope trials (%(default)s)")
    parser.add_argument("--output", type=Path, default=OUTPUT, help="the file for the table (%(default)s)")
    parser.add_argument("--update-page", action="store_true", help="put the table into docs/operate/reliability.md too")
    arguments = parser.parse_args(argv)
    unknown = set(arguments.parts) - PARTS.keys()
    if unknown:
        parser.error(f"there is no part {', '.join(sorted(unknown))}; there are {', '.join(PARTS)}")
    trials: list[Trial] = []
    for name in arguments.parts or PARTS:
        progress, began = Progress(name), time.monotonic()
        progress.say("begins", always=True)
        trials += PARTS[name](arguments)
        progress.say(f"took {(time.monotonic() - began) / 60:.1f} minutes", always=True)
    report = f"{format_table(trials)}\nMeasured on {datetime.now(UTC):%d %B %Y}.\n"
    arguments.output.parent.mkdir(parents=True, exist_ok=True)
    arguments.output.write_text(report, "utf-8")
    if arguments.update_page:
        PAGE.write_text(replace_table(PAGE.read_text("utf-8"), report), "utf-8")
    print(f"\n{report}\n{format_breaches(trials)}")
    return 1 if any(trial.breaches for trial in trials) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
