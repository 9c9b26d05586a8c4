"""Prometheus metrics: requests and their durations by route, and counts over the store."""

from __future__ import annotations

from dataclasses import dataclass, field

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from ricordo.maintenance import Status

_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)


def _registry() -> CollectorRegistry:
    return CollectorRegistry(auto_describe=True)


@dataclass(slots=True)
class Metrics:
    """The metrics of one service. Their labels are routes and statuses, never names of people."""

    registry: CollectorRegistry = field(default_factory=_registry)
    requests: Counter = field(init=False)
    seconds: Histogram = field(init=False)
    in_flight: Gauge = field(init=False)
    store: Gauge = field(init=False)

    def __post_init__(self) -> None:
        labels = ("method", "route", "status")
        self.requests = Counter("ricordo_requests", "Requests answered", labels, registry=self.registry)
        self.seconds = Histogram(
            "ricordo_request_seconds",
            "Time until the end of the answer",
            ("route",),
            registry=self.registry,
            buckets=_SECONDS,
        )
        self.in_flight = Gauge("ricordo_in_flight", "Requests being worked on", registry=self.registry)
        self.store = Gauge("ricordo_store", "Counts over the store", ("what",), registry=self.registry)

    def record_response(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count one response."""
        self.requests.labels(method, route, str(status)).inc()
        self.seconds.labels(route).observe(seconds)

    def as_text(self, status: Status) -> bytes:
        """Return all metrics in the Prometheus text format."""
        store = status.store
        counts = {
            "people": store.owners,
            "turns": store.turns,
            "memories": store.memories,
            "jobs_waiting": store.jobs_waiting,
            "jobs_failed": store.jobs_failed,
            "unembedded": status.unembedded,
            "bytes": store.bytes or 0,
            "index_waiting": store.index.waiting if store.index else 0,
            "index_nodes_missing": store.index.nodes - store.index.answering if store.index else 0,
        }
        for what, count in counts.items():
            self.store.labels(what).set(count)
        return generate_latest(self.registry)
