"""R15: however many ask at once, in any process, no more pass than a bucket holds."""

from __future__ import annotations

import functools
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from games_app.lib import rate_limit
from games_app.lib.rate_limit import FEW, Buckets, RateLimit, RedisBuckets
from tests.backing.redis import Redis
from tests.web_server import ROOT

AN_HOUR = 60 * 60
NOBODY = "redis://127.0.0.1:1/0"
"""An address where no Redis listens."""
PATIENCE, LITTLE_PATIENCE = 30.0, 0.9
"""Seconds that requests wait for a running Redis, and for a hanging one: less than OUT_OF_REACH.

After half a second a busy machine may still owe some of sixty an answer; then a process counts by itself.
"""


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Redis]:
    with Redis(tmp_path_factory.mktemp("redis")) as redis:
        yield redis


def wait_longer(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    """Give this process so much patience with Redis, on connections of its own."""
    monkeypatch.setattr(rate_limit, "REDIS_PATIENCE", seconds)
    monkeypatch.setattr(rate_limit, "_redis_buckets", functools.cache(RedisBuckets))


@pytest.fixture
def redis(running: Redis, settings, monkeypatch) -> Redis:
    wait_longer(monkeypatch, PATIENCE)
    running.flush()
    settings.REDIS_URL = running.url
    return running


@pytest.fixture(params=["small", "big"])
def kind(request: pytest.FixtureRequest) -> str:
    """Return buckets of this process, and those in Redis."""
    if request.param == "big":
        request.getfixturevalue("redis")
    return request.param


def at_once(number: int, narrow: RateLimit, key: str = "mallory") -> int:
    """Return how many pass of so many who ask at the same moment."""
    together = threading.Barrier(number)

    def ask(_: int) -> int:
        together.wait()
        return narrow.wait(key)

    with ThreadPoolExecutor(number) as crowd:
        return list(crowd.map(ask, range(number))).count(0)


@pytest.fixture
def let_pass(kind: str, running: Redis, monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Let so many seconds pass for the buckets, however long the machine takes."""

    def small(seconds: float) -> None:
        passes = time.monotonic
        monkeypatch.setattr(time, "monotonic", lambda: passes() + seconds)

    def big(seconds: float) -> None:
        with running.client() as client:
            for place in client.scan_iter():
                client.set(place, int(client.get(place)) - round(seconds * 10**6), keepttl=True)

    return big if kind == "big" else small


def test_of_sixty_at_once_only_a_burst_passes(kind):
    assert at_once(60, RateLimit("five", burst=5, per_second=0.01)) == 5


def test_a_bucket_fills_up_again_with_time(let_pass):
    slow = RateLimit("slow", burst=2, per_second=0.01)
    first, second, wait = (slow.wait("carol") for _ in range(3))
    assert (first, second) == (0, 0)
    assert 70_000 < wait <= 100_000
    let_pass(wait / 1000 - 50)
    assert slow.wait("carol") > 0
    let_pass(50)
    assert slow.wait("carol") == 0
    assert slow.wait("carol") > 0
    assert slow.wait("bob") == 0


def test_larger_cost_takes_more_tokens(kind):
    slow = RateLimit("slow", burst=5, per_second=0.01)
    assert slow.wait("carol", cost=4) == 0
    assert 70_000 < slow.wait("carol", cost=2) <= 100_000, "one token is missing, a hundred seconds away"
    assert slow.wait("carol", cost=1) == 0
    assert slow.wait("carol", cost=6) > 0, "more than the bucket ever holds"


def test_returned_tokens_can_be_taken_again(kind):
    slow = RateLimit("slow", burst=2, per_second=0.01)
    assert [slow.wait("carol") > 0 for _ in range(3)] == [False, False, True]
    slow.give_back("carol")
    assert [slow.wait("carol") > 0 for _ in range(2)] == [False, True]
    for _ in range(5):
        slow.give_back("bob")
    assert [slow.wait("bob") > 0 for _ in range(3)] == [False, False, True], "no more than a bucket holds"


PROCESS = """
import sys
import threading

import django

django.setup()
from tests.door.test_pace import PATIENCE, RateLimit, at_once, rate_limit

rate_limit.REDIS_PATIENCE = PATIENCE
narrow = RateLimit("five", burst=5, per_second=0.01)
narrow.wait("somebody else")
print("ready", flush=True)
sys.stdin.readline()
print(at_once(30, narrow))
"""


def test_two_processes_share_one_bucket(redis, tmp_path):
    env = {"PATH": os.environ["PATH"], "DJANGO_SETTINGS_MODULE": "boardgames.settings"}
    env |= {"DATA_DIR": str(tmp_path), "REDIS_URL": redis.url}
    both = [
        subprocess.Popen(
            [sys.executable, "-c", PROCESS],
            cwd=ROOT,
            env=env,
            text=True,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        for _ in range(2)
    ]
    for one in both:
        assert one.stdout
        assert one.stdout.readline() == "ready\n"
    for one in both:
        assert one.stdin
        one.stdin.write("go\n")
        one.stdin.flush()
    passed = [int(one.communicate(timeout=30)[0]) for one in both]
    assert sum(passed) == 5, passed


def test_a_clock_of_the_site_that_is_set_back_locks_nobody_out(kind, monkeypatch):
    narrow = RateLimit("narrow", burst=2, per_second=2)
    assert narrow.wait("alice") == 0
    ago = time.time() - AN_HOUR
    monkeypatch.setattr(time, "time", lambda: ago)
    assert narrow.wait("alice") == 0
    assert narrow.wait("alice") <= 500


@pytest.mark.parametrize("kind", ["big"], indirect=True)
def test_a_clock_of_redis_that_was_set_back_locks_nobody_out(let_pass):
    narrow = RateLimit("narrow", burst=2, per_second=0.01)
    assert narrow.wait("alice") == 0
    let_pass(-AN_HOUR)
    wait = narrow.wait("alice")
    assert 0 < wait <= 100_000, "as if the bucket had just been emptied"
    let_pass(wait / 1000)
    assert narrow.wait("alice") == 0


def test_redis_keeps_nothing_longer_than_a_bucket_needs_to_fill(redis):
    for burst, per_second in ((2, 0.02), (5, 0.01)):
        RateLimit(f"of {burst}", burst, per_second).wait("carol")
    with redis.client() as client:
        kept = sorted(client.pttl(place) for place in client.scan_iter())
    assert 20_000 < kept[0] <= 50_001
    assert 70_000 < kept[1] <= 100_001


def test_while_redis_is_gone_each_process_counts_by_itself_and_nobody_waits_for_it(redis, monkeypatch):
    wait_longer(monkeypatch, LITTLE_PATIENCE)
    narrow = RateLimit("narrow", burst=3, per_second=0.01)
    assert narrow.wait("alice") == 0
    redis.pause()
    try:
        began = time.monotonic()
        answers = [narrow.wait("alice") for _ in range(200)]
        took = time.monotonic() - began
    finally:
        redis.go_on()
    assert answers.count(0) == 3
    assert took < 10 * LITTLE_PATIENCE, "not two hundred times its patience"
    redis.stop()
    assert narrow.wait("bob") == 0
    redis.start()
    time.sleep(rate_limit.OUT_OF_REACH * 1.1)
    assert narrow.wait("bob") == 0, "the one that tries it"
    assert [narrow.wait("carol") for _ in range(20)].count(0) == 3
    with redis.client() as client:
        assert client.keys("*carol") == [b"limit:narrow:carol"], "it is asked again"


def test_without_any_redis_people_are_counted_all_the_same(settings):
    settings.REDIS_URL = NOBODY
    assert at_once(20, RateLimit("narrow", burst=3, per_second=0.01)) == 3


def test_whom_many_others_followed_is_not_forgotten():
    few = Buckets(largest=1000)
    narrow = RateLimit("narrow", burst=5, per_second=0.001)
    for _ in range(5):
        assert few.take("mallory", narrow, 1).wait == 0
    for n in range(5000):
        few.take(f"passer-by-{n}", narrow, 1)
    assert few.take("mallory", narrow, 1).wait > 0


def test_the_table_of_a_process_is_bounded():
    few = Buckets(largest=1000)
    for n in range(5000):
        few.take(f"passer-by-{n}", RateLimit("narrow", burst=5, per_second=0.001), 1)
    assert len(few) <= 1000


def test_full_bucket_takes_no_memory():
    many = Buckets()
    for n in range(20 * FEW):
        many.take(f"passer-by-{n}", RateLimit("wide", burst=5, per_second=1_000_000), 1)
    assert len(many) <= FEW
