"""The bench of games against the computer asks the workers, and reports how long they took."""

from __future__ import annotations

from tools.bench.computer import measure


def test_people_play_alone_and_then_beside_the_computer():
    figures = measure(computer_games=3, seconds=2.0)
    assert figures.replies
    assert 0 < figures.reply_median <= figures.reply_p99
    assert figures.idle_p99 > 0 < figures.busy_p99
    assert all(line.endswith("met") or line.endswith("NOT MET") for line in figures.text().splitlines())
