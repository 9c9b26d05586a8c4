"""Parts of a campaign that are tests of their own, at length: outages, and fuzzing from the schemas."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tests.campaign.report import Progress, Trial
from tests.promises.processes import ROOT

_COUNT = re.compile(r"(\d+) (passed|failed|skipped|error|errors)\b")
_FAILURE = re.compile(r"^(?:FAILED|ERROR) (\S+)", re.MULTILINE)
_TEST_SECONDS = 1_800


@dataclass(frozen=True, slots=True)
class Suite:
    """Some tests, and what passes when they pass."""

    part: str
    what: str
    holds: str
    tests: Sequence[str]
    environment: Mapping[str, str] = field(default_factory=dict[str, str])

    def run(self, progress: Progress) -> Trial:
        """Run the tests, show their progress, and return the row about them."""
        progress.say(self.what, always=True)
        command = [sys.executable, "-m", "pytest", "--quiet", "--override-ini", f"timeout={_TEST_SECONDS}", *self.tests]
        output = ""
        environment = {**os.environ, **self.environment}
        with subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True) as child:
            assert child.stdout is not None
            for line in child.stdout:
                output += line
                if re.match(r"[.sFEx]+ +\[", line):
                    progress.say(f"{self.what}: {line.strip()[-6:]}")
        return self._describe(output, child.returncode)

    def _describe(self, output: str, code: int) -> Trial:
        counts = {name: int(number) for number, name in _COUNT.findall(output.rstrip().rpartition("\n")[2])}
        breaches = [f"{test} failed" for test in _FAILURE.findall(output)]
        if code and not breaches:
            breaches = [f"pytest ended with {code}: {output.strip()[-300:]}"]
        found = "" if breaches else self.holds
        if counts.get("skipped"):
            found += f" ({counts['skipped']} tests cannot be run on this machine)"
        return Trial(self.part, self.what, f"{counts.get('passed', 0)} tests", found, breaches)


OUTAGES = (
    Suite(
        "outages",
        "a full disk under the service and under a store",
        "what is stored is read and erased, writing answers 503, the service starts",
        ["tests/server/test_full_disk.py", "tests/stores/test_sqlite_failures.py", "-k", "full_disk or grow or fit"],
    ),
    Suite(
        "outages",
        "a file that is read-only, locked, cut off, overwritten or something else",
        "refused with the reason, and left as it is",
        [
            "tests/stores/test_sqlite_failures.py",
            "-k",
            "read_only or locked or cut_off or overwritten or something_else",
        ],
    ),
    Suite(
        "outages",
        "clocks that jump forward and back under two learners",
        "everything stored and recalled, everything learned from once",
        ["tests/promises/test_clock_jumps.py"],
        {"RICORDO_CLOCKS": "25"},
    ),
    Suite(
        "outages",
        "a database that stands still (SIGSTOP)",
        "every path answers within the time limit, and all goes on afterwards",
        ["tests/server/test_stopped_database.py"],
    ),
    Suite(
        "outages",
        "connections cut, PostgreSQL killed and away",
        "nothing lost, nothing done twice, callers go on within a second of its return",
        ["tests/stores/postgres/test_failures.py"],
    ),
    Suite(
        "outages",
        "killed, hanging and lost Qdrant nodes",
        "answers stay right, and the nodes catch up",
        ["tests/cluster/test_outages.py", "tests/cluster/test_three_nodes.py", "tests/cluster/test_hanging.py"],
    ),
)


def make_fuzzing(examples: int) -> tuple[Suite, Suite]:
    """Return the fuzzing of both interfaces with so many examples of each operation."""
    environment = {"RICORDO_FUZZ": str(examples)}
    return (
        Suite(
            "fuzz",
            f"REST from its schema, {examples} examples of each operation",
            "no server error, and answers as documented",
            ["tests/server/test_openapi.py"],
            environment,
        ),
        Suite(
            "fuzz",
            f"MCP from its schemas, {examples} examples of each tool",
            "an answer to everything, and no server error",
            ["tests/server/test_mcp_fuzz.py"],
            environment,
        ),
    )


def run_scopes(trials: int) -> list[Trial]:
    """Run random scope trials in a process of their own, and return the row about them."""
    command = [sys.executable, "-m", "tests.campaign.scope_trials", "--trials", str(trials)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        summary = ""
        for line in child.stdout:
            summary = line.strip() or summary
            print(line, end="", flush=True)
    breaches = [summary or "it printed nothing"] if child.returncode else []
    return [Trial("scopes", "random scope trials over all verbs", f"{trials:,}", summary, breaches)]
