"""Results as tables and plots."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from ricordo.bench.metrics import COLUMNS

if TYPE_CHECKING:
    from ricordo.bench.recall import Scores

_METHODS = {
    "ricordo": "Ricordo",
    "keyword": "its keyword arm alone",
    "dense": "its dense arm alone",
    "rrf": "reciprocal rank fusion of the two",
}


def table(head: list[str], rows: list[list[str]]) -> str:
    """Return a Markdown table."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def format_recall(results: dict[str, Scores]) -> str:
    """One table a data set: every method over all questions, and ours by category."""
    parts: list[str] = []
    for name, scores in results.items():
        rows = [[_METHODS[method], *_cells(scores[method]["all"])] for method in _METHODS if method in scores]
        categories = [category for category in scores["ricordo"] if category != "all"]
        rows += [[f"Ricordo, category {c}", *_cells(scores["ricordo"][c])] for c in categories]
        parts.append(f"{name}\n\n{table(['', *COLUMNS, 'questions'], rows)}")
    return "\n\n".join(parts)


def _cells(row: dict[str, float]) -> list[str]:
    return [*(f"{row[column]:.1f}" for column in COLUMNS), f"{row['n']:.0f}"]


def format_speed(result: dict[str, Any]) -> str:
    """Return the cases as a table, and the rest line by line."""
    head = [
        "people × turns",
        "recall, warm p50 / p95 ms",
        "cold p50 / p95 ms",
        "remember one p50 ms",
        "turns/s",
        "bytes/turn",
    ]
    rows = [
        [
            name,
            _pair(case["recall_warm_ms"]),
            _pair(case["recall_cold_ms"]),
            f"{case['remember_one_ms']['p50']:.2f}",
            f"{case['turns_per_second']:,.0f}",
            f"{case['bytes_per_turn']:,.0f}",
        ]
        for name, case in result["cases"].items()
    ]
    embedding, reading, start = result["embedding"], result["reading"], result["start"]
    learning = result["learning"]
    busy, idle = learning["busy_ms"], learning["idle_ms"]
    people = f"{learning['pending_before']} of {learning['people']}, in the end {learning['pending_after']}"
    lines = [
        "Recall and remember without embedding:",
        "",
        table(head, rows),
        "",
        "With the model that comes with the package:",
        "",
        f"* the bare embedder makes {embedding['bare_per_second']:.0f} vectors a second",
        f"* remembering in a batch stores {embedding['remember_batched_per_second']:.0f} turns a second",
        f"* that is {embedding['batched_to_bare']:.0%} of the bare embedder's rate",
        f"* one embedding takes {embedding['embed_one_ms']['p50']:.1f} ms",
        f"* one remember takes {embedding['remember_one_ms']['p50']:.1f} ms",
        f"* that is {embedding['remember_one_to_embed_one']:.1f} times as long as one embedding",
        f"* one recall takes {embedding['recall_with_embedding_ms']['p50']:.1f} ms, the question's embedding included",
        f"* the reader takes {reading['read_turn_ms']['p50']:.1f} ms for a turn",
        f"* the judge takes {reading['judge_pair_ms']['p50']:.1f} ms for a pair of statements",
        f"* while learning is pending ({people} people), one recall takes {_pair(busy)} ms (p50 / p95)",
        f"* that is {busy['p50'] / idle['p50']:.1f} and {busy['p95'] / idle['p95']:.1f} times as long as when idle",
        f"* `import ricordo` takes {start['import_seconds']:.2f} s",
        f"* opening up to the first recall takes {start['open_to_first_recall_seconds']:.2f} s",
    ]
    return "\n".join(lines)


def _pair(times: dict[str, float]) -> str:
    return f"{times['p50']:.2f} / {times['p95']:.2f}"


def plot_recall(results: dict[str, Scores], path: Path) -> None:
    """Bars: how much is found among the first ten, by method."""
    plt = _pyplot()
    figure, axes = plt.subplots(1, len(results), figsize=(5 * len(results), 3.6), squeeze=False)
    for axis, (name, scores) in zip(axes[0], results.items(), strict=True):
        methods = [method for method in _METHODS if method in scores]
        values = [scores[method]["all"]["R@10"] for method in methods]
        bars = axis.barh(
            [_METHODS[method] for method in methods][::-1], values[::-1], color=["#9db2c9"] * 3 + ["#1f5f9e"]
        )
        axis.bar_label(bars, fmt="%.1f", padding=3)
        axis.set(title=name, xlabel="R@10, per cent", xlim=(0, 100))
        axis.spines[["top", "right"]].set_visible(False)
    figure.tight_layout()
    figure.savefig(path)
    plt.close(figure)


def plot_speed(result: dict[str, Any], path: Path) -> None:
    """Bars on a logarithmic scale: how long a recall takes, by size."""
    plt = _pyplot()
    figure, axis = plt.subplots(figsize=(6.4, 3.2))
    names = list(result["cases"])[::-1]
    for offset, (kind, color) in enumerate((("recall_cold_ms", "#9db2c9"), ("recall_warm_ms", "#1f5f9e"))):
        values = [result["cases"][name][kind]["p50"] for name in names]
        places = [place + 0.4 * offset for place in range(len(names))]
        bars = axis.barh(places, values, height=0.38, color=color, label=kind.split("_")[1])
        axis.bar_label(bars, fmt="%.1f", padding=3)
    axis.set(xscale="log", xlabel="recall p50, ms, without embedding", yticks=[p + 0.2 for p in range(len(names))])
    axis.set_yticklabels(names)
    axis.margins(x=0.15)
    axis.legend(frameon=False)
    axis.spines[["top", "right"]].set_visible(False)
    figure.tight_layout()
    figure.savefig(path)
    plt.close(figure)


def _pyplot() -> Any:
    try:
        import matplotlib as mpl
    except ImportError as error:
        raise ValueError("--plot needs matplotlib: pip install 'ricordo[bench]'") from error
    mpl.use("agg")
    import matplotlib.pyplot as plt

    return plt
