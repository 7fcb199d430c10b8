"""Metrics of this process in the text format of Prometheus."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from itertools import accumulate

from django.conf import settings
from django.db import DatabaseError
from django.db.models import Count, Min
from prometheus_client import (
    CONTENT_TYPE_PLAIN_0_0_4,
    CollectorRegistry,
    ProcessCollector,
    generate_latest,
)
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    InfoMetricFamily,
    Metric,
)
from prometheus_client.registry import Collector

from games_app.lib import clock
from games_app.lib.counters import Histogram, counters
from games_app.lib.rooms import Gauge, rooms
from games_app.live.joining import open_sockets
from games_app.models import Match
from games_app.record.writer import writer

CONTENT_TYPE = CONTENT_TYPE_PLAIN_0_0_4
COUNTED_SECONDS = 60.0
"""Seconds for which the counts of matches and of the rooms are cached: counting a million takes a while."""


class SiteCollector(Collector):
    """Collector that reads the counters on request, and the database once in COUNTED_SECONDS."""

    def __init__(self) -> None:
        self._matches: dict[str, int] = {}
        self._of_rooms: list[Gauge] = []
        self._counted_at = -COUNTED_SECONDS

    def collect(self) -> Iterator[Metric]:
        yield InfoMetricFamily("boardgames", "Version of the site.", {"version": settings.VERSION})
        yield GaugeMetricFamily("boardgames_sockets", "Open websockets.", len(open_sockets))
        yield GaugeMetricFamily("boardgames_queue_commands", "Commands that wait.", writer.waiting())
        yield GaugeMetricFamily(
            "boardgames_silence_seconds",
            "Seconds since the last sign of life was stored.",
            writer.chores.silence(),
        )
        yield _counter(
            "boardgames_commands", "Commands by their answer.", ("kind", "answer"), counters.commands.items()
        )
        yield _histogram("boardgames_commit_seconds", "Time to store a batch.", counters.commit_seconds)
        yield _histogram("boardgames_batch_commands", "Commands stored in one commit.", counters.batch)
        responses = (((f"{digit}xx",), count) for digit, count in list(counters.responses.items()))
        yield _counter("boardgames_responses", "HTTP responses by class of status.", ("status",), responses)
        self._count()
        matches = (((status,), count) for status, count in self._matches.items())
        yield _gauge("boardgames_matches", "Matches in the record.", ("status",), matches)
        for gauge in self._of_rooms:
            yield _gauge(gauge.name, gauge.meaning, gauge.labels, gauge.values.items())
        yield GaugeMetricFamily(
            "boardgames_late_seconds", "Age of the oldest passed deadline.", _late_seconds()
        )

    def _count(self) -> None:
        if time.monotonic() - self._counted_at < COUNTED_SECONDS:
            return
        try:
            rows = Match.objects.order_by().values_list("status").annotate(Count("pk"))
            self._matches = dict.fromkeys(Match.Status.values, 0) | dict(rows)
            self._of_rooms = [gauge for room in rooms() for gauge in room.gauges()]
            self._counted_at = time.monotonic()
        except DatabaseError:
            self._matches, self._of_rooms = {}, []  # the other metrics say what is wrong


def _late_seconds() -> float:
    """Return the age of the oldest overdue deadline; the ticker should have enforced it."""
    now = clock.now()
    try:
        oldest = Match.objects.filter(deadline__lte=now).aggregate(at=Min("deadline"))["at"]
    except DatabaseError:
        return 0.0
    return (now - oldest).total_seconds() if oldest else 0.0


def _gauge(
    name: str, meaning: str, labels: tuple[str, ...], values: Iterable[tuple[tuple[str, ...], int]]
) -> Metric:
    gauge = GaugeMetricFamily(name, meaning, labels=labels)
    for label_values, value in values:
        gauge.add_metric(label_values, value)
    return gauge


def _counter(
    name: str, meaning: str, labels: tuple[str, ...], counts: Iterable[tuple[tuple[str, ...], int]]
) -> Metric:
    counter = CounterMetricFamily(name, meaning, labels=labels)
    for values, count in list(counts):
        counter.add_metric(values, count)
    return counter


def _histogram(name: str, meaning: str, histogram: Histogram) -> Metric:
    bounds = [*map(str, map(float, histogram.bounds)), "+Inf"]
    family = HistogramMetricFamily(name, meaning)
    family.add_metric((), list(zip(bounds, accumulate(histogram.counts), strict=True)), histogram.total)
    return family


registry = CollectorRegistry()
site = SiteCollector()
registry.register(site)
ProcessCollector(registry=registry)


def exposition() -> bytes:
    """Return all metrics of this process as text."""
    return generate_latest(registry)
