"""Settled rows, as one process observes them. tests/faults/test_settled_rows.py reads them on PostgreSQL."""

from __future__ import annotations

from games_app.lists.settled_rows import LATE_COMMIT, Newest, SettledRows


def newest(events: int, *writing: str) -> Newest:
    return Newest(events, 0, frozenset(writing))


def test_rows_are_settled_when_the_transactions_of_their_moment_have_ended():
    rows = SettledRows()
    for observed, settled in [
        (newest(5, "alice"), None),
        (newest(7, "alice", "bob"), None),
        (newest(8, "bob", "carol"), 5),
        (newest(9, "carol"), 7),
        (newest(9), 9),
    ]:
        rows.observe(observed, 0.0)
        assert (rows.last and rows.last.events) == settled
    assert rows.include(newest(9))
    assert not rows.include(newest(10))


def test_a_transaction_without_end_unsettles_rows_for_a_bounded_time():
    rows = SettledRows()
    rows.observe(newest(5, "mallory"), 0.0)
    rows.observe(newest(6, "mallory"), LATE_COMMIT.total_seconds() - 1)
    assert rows.last is None
    rows.observe(newest(7, "mallory"), LATE_COMMIT.total_seconds())
    assert rows.last == newest(5, "mallory")
