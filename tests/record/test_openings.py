"""A match may begin with an opening drawn by lot: recorded like any ply, but nobody's action."""

from __future__ import annotations

import secrets

import pytest

from games_app.archive.verify import verify
from games_app.games.catalogue import EVEN
from games_app.match.terms import RealTime, Terms
from games_app.models import Ply
from games_app.record.writer import writer
from tests.cast import begun_match
from tests.record.matches import frames, refused

pytestmark = pytest.mark.django_db(transaction=True)

EVENLY = Terms(balanced=True)


@pytest.fixture(params=EVEN["mancala"][-2:], ids=" ".join)
def drawn(request, monkeypatch):
    """Choose the opening that is drawn."""
    lot = secrets.choice
    monkeypatch.setattr(
        secrets, "choice", lambda those: request.param if those == EVEN["mancala"] else lot(those)
    )
    return request.param


def test_the_opening_is_recorded_move_by_move_and_replays(drawn):
    table = begun_match("mancala", EVENLY)
    opening = frames(table)[2:]
    assert [frame["what"] for frame in opening] == ["opening"] * len(drawn)
    assert tuple(frame["plies"][0]["action"] for frame in opening) == drawn
    assert all(frame["role"] == frame["plies"][0]["role"] for frame in opening)
    assert table.row.ply == Ply.objects.filter(match=table.row).count() == opening[-1]["position"]["ply"]
    mover = table.now.state.control
    assert table.act(mover, table.now.state.legal_actions(mover)[0]).refusal is None
    assert verify(table.id) == []


def test_a_match_sown_by_hand_begins_after_a_whole_opening(drawn):
    table, usual = (begun_match("mancala", EVENLY, **options) for options in ({"sowing": "hand"}, {}))
    facts = {key: value for key, value in table.now.state.facts().items() if key != "options"}
    assert facts == usual.now.state.facts()
    assert [frame["plies"] for frame in frames(table)[2:]] == [frame["plies"] for frame in frames(usual)[2:]]
    assert verify(table.id) == []


def test_drawn_opening_is_nobodys_to_take_back_and_the_match_can_still_be_called_off(drawn):
    table = begun_match("mancala", EVENLY)
    for person in (table.alice, table.bob):
        assert refused(table.send(person.pk, "offer", what="takeback")) == "nothing_to_take_back"
    start, mover = table.now.state, table.now.state.control
    table.act(mover, start.legal_actions(mover)[0])
    asks, agrees = table.sitter(mover), table.sitter(table.now.other(mover))
    table.send(asks, "offer", what="takeback")
    assert refused(table.send(agrees, "accept", what="takeback", of=table.row.seq)) is None
    assert (table.now.state, verify(table.id)) == (start, [])
    assert refused(table.send(table.bob.pk, "abort")) is None
    assert table.row.how == "aborted"


def test_drawn_opening_takes_nobodys_time_and_starts_nobodys_clock(drawn, at):
    table = begun_match("mancala", Terms(time=RealTime(5, 3), balanced=True))
    now, mover = table.now.clocks, table.now.state.control
    assert now.left == {"north": 300_000, "south": 300_000}
    assert (now.running, now.begun, list(now.first)) == ((), (), [mover])
    at(60.3)
    writer.chores.sweep()
    assert table.row.how == "aborted"
