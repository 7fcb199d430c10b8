"""The bench of pages beside play measures each page, and moves without and with requests beside them."""

from __future__ import annotations

from tools.bench import requests
from tools.bench.rounds import Setup


def test_each_page_is_measured_alone_and_moves_alone_and_beside_requests(monkeypatch):
    monkeypatch.setattr(requests, "MATCHES", 1)
    monkeypatch.setattr(requests, "REQUESTED", 2)
    report = requests.measure(Setup(rounds=1), connections=2, seconds=1.0)
    times, alone, beside = (section.sides["site"][0] for section in report.sections)
    assert set(times) == {"match", "front", "wall", "history", "puzzle", "player's match"}
    assert min(times.values()) > 0
    assert alone["actions/s"] > 0
    assert beside["actions/s"] > 0
    assert alone["pages/s"] == 0
    assert beside["pages/s"] > 0
