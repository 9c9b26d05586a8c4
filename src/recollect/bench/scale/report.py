"""What the store did at each size, as tables."""

from __future__ import annotations

from typing import Any

from recollect.bench.report import table


def as_text(result: dict[str, Any]) -> str:
    """Recall by size, the other verbs by size, and the rest line by line."""
    steps, large = result["steps"], result["large"]
    growing = [
        [
            f"{step['people']:,} × {result['each']:,}",
            *(_times(step[kind]) for kind in ("recall_warm", "recall_cold")),
            *(f"{step['growth'][kind]:.2f}" for kind in ("recall_warm", "recall_cold")),
        ]
        for step in steps
    ]
    others = [
        [
            f"{step['people']:,} × {result['each']:,}",
            f"{step['memories_per_second']:,.0f}",
            f"{step['bytes_per_memory']:,.0f}",
            f"{step['remember_one']['p50']:.1f}",
            f"{step['erase']['p50']:.0f}",
            f"{step['opened_ms']:.0f}",
        ]
        for step in steps
    ]
    jobs = result["jobs_per_second"]
    return "\n".join(
        [
            table(
                [
                    f"{result['store']}, people × memories",
                    "recall, warm p50 / p95 / p99 ms",
                    "cold p50 / p95 / p99 ms",
                    "p50 grows, warm",
                    "cold",
                ],
                growing,
            ),
            "",
            table(
                ["people × memories", "ingest, memories/s", "bytes/memory", "remember one p50 ms", "erase one p50 ms"]
                + ["open ms"],
                others,
            ),
            "",
            f"* one person with {large['memories']:,} memories: recall {large['recall_warm']['p50']:.1f} ms warm, "
            f"{large['recall_cold']['p50']:.0f} ms the first time; erased in {large['erase']['p50'] / 1000:.1f} s",
            "* learning by rules: "
            + ", ".join(f"{rate:,.0f} jobs/s with {processes}" for processes, rate in jobs.items())
            + " processes",
            f"* all of it took {result['minutes']:.0f} minutes",
        ]
    )


def _times(times: dict[str, float]) -> str:
    return " / ".join(f"{times[name]:.2f}" for name in ("p50", "p95", "p99"))
