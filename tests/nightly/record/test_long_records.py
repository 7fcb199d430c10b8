"""The longest planned match: 12 000 plies in 400 rounds of congkak."""

from __future__ import annotations

import pytest

from games_app.archive.exports import exported
from games_app.archive.notation import read, text
from games_app.models import Event, Match, Ply
from tests.records import equal_rounds, long_congkak

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_match_of_400_rounds_is_stored_and_exported_as_it_was_told():
    row = Match.objects.get(public_id=long_congkak().store())
    assert (row.ply, row.facts["round"], row.how, row.winner) == (12_000, 401, "resignation", "south")
    assert Ply.objects.filter(match=row).count() == 12_000
    assert Event.objects.filter(match=row).count() == row.seq == 12_003
    file = text(exported(row, "https://play.example"))
    assert len(file) < 600_000
    played = [(ply.role, ply.action) for entry in read(file).entries for ply in entry.plies]
    assert played == list(equal_rounds(400))
