"""Prometheus gets the metrics, and nobody else does."""

from __future__ import annotations

import json
import math
import re
from datetime import timedelta

import pytest
from prometheus_client.parser import text_string_to_metric_families

from games_app.analysis.jobs.models import Job
from games_app.lib import clock
from games_app.lib.counters import Histogram
from games_app.live.joining import OpenSockets
from games_app.models import Match
from games_app.server import metrics as own
from tests.pages.people import begun, make
from tests.web_server import ROOT

TOKEN = "a-token-of-the-test-0123"
in_both_databases = pytest.mark.django_db(transaction=True, databases=["default", "engine"])

DASHBOARD = json.loads((ROOT / "docs" / "dashboard.json").read_text())


@pytest.fixture
def _asked(settings):
    settings.METRICS_TOKEN = TOKEN


def read(client) -> dict[tuple[str, ...], float]:
    """Return name of a sample and the values of its labels, in the order of their names -> its value."""
    answer = client.get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
    assert answer.status_code == 200
    assert answer.headers["Content-Type"].startswith("text/plain; version=")
    families = text_string_to_metric_families(answer.content.decode())
    return {(one.name, *one.labels.values()): one.value for family in families for one in family.samples}


@in_both_databases
@pytest.mark.usefixtures("_asked")
def test_metrics_count_what_has_been_done(alice, bob, carol, monkeypatch):
    monkeypatch.setattr(own.site, "_counted_at", -math.inf)
    before = read(carol)
    monkeypatch.setattr(own.site, "_counted_at", -math.inf)
    begun(alice, bob)
    make(alice)
    after = read(carol)

    def more(*sample: str) -> float:
        return after.get(sample, 0.0) - before.get(sample, 0.0)

    assert more("boardgames_commands_total", "done", "create") == 2
    assert more("boardgames_commands_total", "done", "join") == 1
    assert more("boardgames_commit_seconds_count") == more("boardgames_batch_commands_count") >= 3
    assert more("boardgames_commit_seconds_bucket", "+Inf") == more("boardgames_commit_seconds_count")
    assert more("boardgames_matches", "playing") == more("boardgames_matches", "waiting") == 1


@in_both_databases
@pytest.mark.usefixtures("_asked")
def test_metrics_show_the_jobs_of_the_engine_and_how_late_deadlines_are(alice, carol, monkeypatch):
    Job.objects.all().delete()
    monkeypatch.setattr(own.site, "_counted_at", -math.inf)
    assert read(carol)["boardgames_late_seconds",] == 0
    row = {"kind": "reply", "engine": "mancala-1", "about": {}, "priority": 0, "asked_at": clock.now()}
    for key in ("one", "two"):
        Job.objects.create(key=key, **row)
    Job.objects.create(key="three", state="done", **row)
    public_id = make(alice).rsplit("/", 1)[1]
    late = clock.now() - timedelta(seconds=90)
    Match.objects.filter(public_id=public_id).update(deadline=late)
    monkeypatch.setattr(own.site, "_counted_at", -math.inf)
    told = read(carol)
    assert told["boardgames_jobs", "reply", "waiting"] == 2
    assert told["boardgames_jobs", "review", "failed"] == 0
    assert ("boardgames_jobs", "reply", "done") not in told
    assert 90 <= told["boardgames_late_seconds",] < 150


@pytest.mark.parametrize("given", ["", TOKEN, "Bearer ", f"Bearer {TOKEN}x", f"Basic {TOKEN}", "Bearer \xe9"])
@pytest.mark.django_db
@pytest.mark.usefixtures("_asked")
def test_without_the_token_there_is_no_such_page(mallory, given):
    headers = {"Authorization": given} if given else {}
    assert mallory.get("/metrics", headers=headers).status_code == 404


@pytest.mark.django_db
def test_on_a_site_without_a_token_there_is_no_such_page_either(mallory):
    assert mallory.get("/metrics", headers={"Authorization": "Bearer "}).status_code == 404


@in_both_databases
@pytest.mark.usefixtures("_asked")
def test_the_dashboard_and_the_docs_name_metrics_that_there_are(carol):
    told = own.exposition().decode()
    there = set(re.findall(r"^# TYPE (\w+)", told, re.MULTILINE))
    there |= {f"{name}_{part}" for name in there for part in ("bucket", "sum", "count")}
    asked = {
        name
        for panel in DASHBOARD["panels"]
        for target in panel["targets"]
        for name in re.findall(r"\b(?:boardgames|process)_\w+", target["expr"])
    }
    assert len(asked) > 10
    assert asked <= there
    documented = set(re.findall(r"`(boardgames_\w+)", (ROOT / "docs" / "hosting.md").read_text()))
    assert documented == set(re.findall(r"^# TYPE (boardgames_\w+)", told, re.MULTILINE))


def test_a_value_counts_up_to_its_own_bound():
    histogram = Histogram(1, 2, 4)
    for value in (1, 2, 3, 4, 5):
        histogram.add(value)
    assert (histogram.counts, histogram.total) == ([1, 1, 2, 1], 15)


def test_sockets_are_counted_over_all_addresses():
    sockets = OpenSockets()
    for address in ("192.0.2.1", "192.0.2.1", "192.0.2.2"):
        sockets.admit(address)
    sockets.release("192.0.2.1")
    assert len(sockets) == 2
