"""The measurements at each size, as tables."""

from __future__ import annotations

from typing import Any

from ricordo.bench.report import table

_RECALL = [
    "recall, warm p50 / p95 / p99 ms",
    "cold p50 / p95 / p99 ms",
    "p50 grows, warm / cold",
    "CPU p50 ms, warm / cold",
]
_OTHERS = ["ingest, memories/s", "bytes/memory", "remember one p50 ms", "erase one p50 ms", "open ms"]
_KINDS = ("recall_warm", "recall_cold")


def format_report(result: dict[str, Any]) -> str:
    """Return recall by size, the other verbs by size, and the rest line by line."""
    sizes = [f"{step['people']:,} × {result['each']:,}" for step in result["steps"]]
    growing = [[size, *_recall(step)] for size, step in zip(sizes, result["steps"], strict=True)]
    others = [[size, *_others(step)] for size, step in zip(sizes, result["steps"], strict=True)]
    large, jobs = result["large"], result["jobs_per_second"]
    warm, cold, erased = (large[name]["p50"] for name in (*_KINDS, "erase"))
    store = f"{result['store']} with an index" if result["index"] else result["store"]
    return "\n".join(
        [
            table([f"{store}, people × memories", *_RECALL], growing),
            "",
            table(["people × memories", *_OTHERS], others),
            "",
            f"* recall for one person with {large['memories']:,} memories: {warm:.1f} ms warm, {cold:,.0f} ms at first",
            f"* that person is erased in {erased / 1000:.1f} s",
            f"* jobs a second of workers: {', '.join(f'{rate:,.0f} with {count}' for count, rate in jobs.items())}",
            *(_behind(result["steps"]) if result["index"] else []),
            f"* all of it took {result['minutes']:.0f} minutes",
        ]
    )


def _behind(steps: list[dict[str, Any]]) -> list[str]:
    seconds = ", ".join(f"{step['index_behind_seconds']:,.0f}" for step in steps)
    return [f"* the index knew everything {seconds} seconds after the last memory of each step"]


def _recall(step: dict[str, Any]) -> list[str]:
    return [
        *(_times(step[kind]) for kind in _KINDS),
        " / ".join(f"{step['growth'][kind]:.2f}" for kind in _KINDS),
        " / ".join(f"{step[kind]['cpu_p50']:.2f}" for kind in _KINDS),
    ]


def _others(step: dict[str, Any]) -> list[str]:
    return [
        f"{step['memories_per_second']:,.0f}",
        f"{step['bytes_per_memory']:,.0f}",
        f"{step['remember_one']['p50']:.1f}",
        f"{step['erase']['p50']:.0f}",
        f"{step['opened_ms']:.0f}",
    ]


def _times(times: dict[str, float]) -> str:
    return " / ".join(f"{times[name]:.2f}" for name in ("p50", "p95", "p99"))
