"""The bench of the engine proves what it reports."""

from __future__ import annotations

from games_app.engine.analysis import Limit
from games_app.services.engine import review
from tools.bench import engine
from tools.bench.engine import measure


def test_each_goal_is_measured_on_as_many_games_as_asked(monkeypatch):
    """However little each of them is searched."""
    monkeypatch.setattr(engine, "WHOLE", Limit(nodes=2_000))
    monkeypatch.setattr(engine, "OUTCOME", Limit(nodes=2_000, every=False))
    monkeypatch.setattr(review, "NODES", 500)
    report = measure(positions=2, games=1)
    assert [(one.of, one.proved <= one.of) for one in report.goals] == [(2, True), *[(1, True)] * 4]
    assert report.text().count("\n") == 4
    assert all(line.endswith("met") or line.endswith("NOT MET") for line in report.text().splitlines())
