"""The table of rate limits is complete, and no two limits share a bucket."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from games_app.door import limits
from games_app.lib.loop_limit import LoopLimit
from games_app.lib.rate_limit import Bucket, RateLimit
from tests.web_server import ROOT

TABLE = "games_app/door/limits.py"
ELSEWHERE = {"games_app/record/commands/command_quota.py", "boardgames/logs.py"}
"""Limits that are neither of requests nor of websockets."""


def test_limits_are_declared_in_the_table_alone():
    sources = [path for folder in ("games_app", "boardgames") for path in (ROOT / folder).rglob("*.py")]
    declaring = {
        str(path.relative_to(ROOT))
        for path in sources
        if re.search(r"\bRateLimit\(", path.read_text(encoding="utf-8"))
    }
    assert declaring == {TABLE} | ELSEWHERE


def test_each_limit_has_buckets_of_its_own():
    declared = vars(limits).values()
    plain = [value.limit if isinstance(value, LoopLimit) else value for value in declared]
    names = Counter(limit.name for limit in plain if isinstance(limit, RateLimit))
    assert len(names) > 35
    assert set(names.values()) == {1}


@pytest.mark.parametrize("now", [0.0, 1_800_000_000.123])
def test_the_algorithm_is_the_same_by_any_clock(now):
    limit = RateLimit("any clock", burst=100, per_second=1 / 60)
    full_at = now
    for _ in range(limit.burst):
        full_at, wait = limit.take(full_at, now)
        assert wait == 0
    assert limit.take(full_at, now) == (full_at, 60_000)
    assert limit.take(full_at, now + 59.999)[1] == 1
    assert limit.take(full_at, now + 60)[1] == 0
    assert limit.take(full_at + 3600, now) == (now + limit.capacity, 60_000), "a clock that was set back"
    assert limit.take(full_at, now + 2 * limit.capacity) == (now + 2 * limit.capacity + 60, 0)


@pytest.mark.parametrize("now", [0.0, 500.1, 1_800_000_000.123])
@pytest.mark.parametrize("per_second", [0.3, 0.7, 7, 30, 1000])
def test_a_whole_burst_passes_though_sums_of_times_are_inexact(now, per_second):
    limit, full_at = RateLimit("inexact", burst=100, per_second=per_second), now
    for _ in range(limit.burst):
        full_at, wait = limit.take(full_at, now)
        assert wait == 0
    assert limit.take(full_at, now)[1] > 0


def test_a_bucket_counts_what_it_is_asked(monkeypatch):
    monkeypatch.setattr("time.monotonic", lambda: 500.0)
    bucket = Bucket(RateLimit("one", burst=3, per_second=0.5))
    assert bucket.full
    assert [bucket.wait_ms(cost) for cost in (2, 2, 1, 1)] == [0, 2000, 0, 2000]
    assert not bucket.full
    monkeypatch.setattr("time.monotonic", lambda: 506.0)
    assert bucket.full
