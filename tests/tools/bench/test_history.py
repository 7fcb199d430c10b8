"""The bench of the lists, on few matches: it builds a true record, and an index finds each list."""

from __future__ import annotations

import pytest

from games_app.models import Match, Seat
from games_app.services.archive.verify import verify
from games_app.services.state import search_columns
from games_app.services.state.match_state import load
from tools.bench import crowd, history

pytestmark = pytest.mark.django_db(transaction=True)


def test_few_matches_are_built_and_every_list_is_found_by_an_index():
    crowd.build(300, told=14)
    assert (Match.objects.count(), Seat.objects.count()) == (300, 600)
    told = [match.public_id for match in Match.objects.order_by("pk")[:14]]
    assert verify(told[0]) == verify(told[13]) == []
    for match in load(Match.objects.exclude(status="waiting").values_list("public_id", flat=True)).values():
        changed = {
            (seat.role, seat.pk) for seat in search_columns.keep(match) if match.row.opening or seat.opening
        }
        assert not changed
    figures = history.times(draws=2)
    for one in figures:
        assert 0 < one.median <= one.most
        assert any("USING" in step and "INDEX" in step for step in one.plan), one.text()
    assert "of two players: median" in history.Report("sqlite", 300, 1.0, 1.0, figures).text()
