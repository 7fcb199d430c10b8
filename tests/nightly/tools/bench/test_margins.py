"""The margin of estimated mistakes is the smallest one that is right often enough, on enough decisions."""

from __future__ import annotations

from tools.bench import margins
from tools.bench.margins import Judged, smallest_margin

REAL = [Judged(estimate=4, lost=True)] * 8
FALSE = [Judged(estimate=2, lost=False)] * 8


def test_margin_excludes_losses_that_were_none():
    assert smallest_margin(REAL, step=1) == 1
    assert smallest_margin(REAL + FALSE, step=1) == 3


def test_few_decisions_give_no_margin():
    assert smallest_margin([], step=1) is None
    assert smallest_margin(REAL[1:], step=1) is None


def test_estimates_that_are_wrong_at_any_size_give_no_margin():
    assert smallest_margin([*REAL, Judged(estimate=9, lost=False)], step=1) is None


def test_same_matches_give_the_same_figures(monkeypatch):
    monkeypatch.setattr(margins, "SHORT", 500)
    monkeypatch.setattr(margins, "LONG", 5_000)
    first, again = (margins.measure(["mancala"], matches=3).data()["sections"] for _ in range(2))
    assert first == again
    assert first[0]["sides"]["decisions"][0]["lost something"] > 0
