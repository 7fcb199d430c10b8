"""The longest match that is thought of: 12 000 plies in 400 rounds of congkak."""

from __future__ import annotations

import pytest

from games_app.models import Event, Match, Move
from tests.records import long_congkak

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_match_of_400_rounds_is_stored_as_it_was_told():
    row = Match.objects.get(public_id=long_congkak().store())
    assert (row.ply, row.facts["round"], row.how, row.winner) == (12_000, 401, "resignation", "south")
    assert Move.objects.filter(match=row).count() == 12_000
    assert Event.objects.filter(match=row).count() == row.seq == 12_003
