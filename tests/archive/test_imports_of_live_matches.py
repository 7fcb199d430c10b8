"""Every result of live play is exported and imported again as the same match."""

from __future__ import annotations

from datetime import datetime, timedelta

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games_app.archive.exports import exported
from games_app.archive.imports import import_match
from games_app.archive.notation import Entry, MatchFile, read, text
from games_app.archive.verify import verify
from games_app.games.rules import RULE_SETS
from games_app.match.messages import NO_ID, Act, Gone, Offer, Outage, Resign, TimeUp
from games_app.match.terms import Claim, Daily, Pause, RealTime, Terms
from games_app.match.transitions import Transition
from games_app.models import Match
from games_app.record.commands.offers import KINDS
from games_app.record.commands.registry import Command
from tests.archive.test_imports import imported, record, written
from tests.cast import Table, begun_match, message
from tests.records import Told

pytestmark = pytest.mark.django_db(transaction=True)

TERMS = st.sampled_from(
    [
        Terms(),
        Terms(time=RealTime(1, 2), absence=Pause(1)),
        Terms(time=RealTime(5, 0), absence=Claim(30)),
        Terms(time=Daily(1)),
        Terms(absence=Claim(60), takebacks=False),
        Terms(tips=True),
    ]
)
WAITS = st.sampled_from([0, 0.4, *[3] * 12, 9, 31, 61])


def likely(told: Told) -> list[str]:
    """Kinds of commands; permitted ones are tried more often."""
    match = told.match
    kinds = ["act"] * 8 + ["offer"] * 4 + ["give_time", "open_to", "allow_nearby", "take_tip", "outage"]
    kinds += ["gone", "gone", "time_up"]
    if match.pending.offers:
        kinds += ["accept"] * 6 + ["decline"] * 2 + ["withdraw"] * 2
    if match.pending.gone:
        kinds += ["came_back", "claim", "time_up"] * 4
    if match.row.unrevealed:
        kinds += ["unseal"] * 12
    return [*kinds, "resign", "abort"] if match.row.seq > 25 else kinds


@st.composite
def lost_times(draw: st.DrawFn, now: datetime) -> tuple[tuple[datetime, datetime], ...]:
    """Return times that were lost, one of them perhaps because the clock was set back."""
    since = now - timedelta(seconds=draw(st.integers(1, 90)))
    times = []
    for _ in range(draw(st.integers(1, 3))):
        until = since + timedelta(milliseconds=draw(st.integers(-5_000, 40_000)))
        times.append((since, until))
        since = until + timedelta(milliseconds=draw(st.integers(-4_000, 60_000)))
    return tuple(times)


@st.composite
def commands(draw: st.DrawFn, told: Told) -> Command:
    """Return a command that a player or the server might send now; many are refused."""
    match = told.match
    role = draw(st.sampled_from(list(match.seats)))
    sender = match.sitters[role]
    kind = draw(st.sampled_from(likely(told)))
    what = draw(st.sampled_from(list(match.pending.offers) or list(KINDS)))
    standing = match.pending.offers.get(what)
    if kind == "act":
        role = draw(st.sampled_from(match.state.to_move))
        action = draw(st.sampled_from(match.state.legal_actions(role)))
        return Command(Act(NO_ID, match.row.bases[role], action), told.id, match.sitters[role])
    data = {
        "offer": {"what": what},
        "accept": {"what": what, "of": standing.seq if standing else 0},
        "decline": {"what": what, "of": standing.seq if standing else 0},
        "withdraw": {"what": what, "of": standing.seq if standing else 0},
        "open_to": {"who": draw(st.sampled_from(list(Match.Visibility)))},
        "allow_nearby": {"allowed": draw(st.booleans())},
        "take_tip": {"base": match.row.bases[role]},
        "claim": {"result": draw(st.sampled_from(["win", "draw"]))},
        "gone": {"role": role},
        "came_back": {"role": role},
        "outage": {"times": draw(lost_times(told.at))},
    }.get(kind, {})
    by_server = kind in ("gone", "came_back", "outage", "time_up")
    sender = match.row.maker_id if kind == "open_to" else sender
    return Command(message(kind, **data), told.id, None if by_server else sender, from_server=by_server)


def told_in(match: MatchFile, rows: list[object]) -> list[object]:
    """Return a record without plies that nobody ever saw: secret choices that were not opened."""
    known = {ply.n for entry in match.entries for ply in entry.plies}
    return [row for row in rows if not (isinstance(row, tuple) and len(row) == 5 and row[1] not in known)]


@settings(suppress_health_check=list(HealthCheck))
@given(st.data())
def test_a_match_with_all_that_may_happen_in_it_is_sound_and_comes_back_the_same(data):
    game = data.draw(st.sampled_from(list(RULE_SETS)))
    terms = data.draw(TERMS)
    options = {name: data.draw(st.sampled_from(one.values)) for name, one in RULE_SETS[game].options.items()}
    told = Told(game, terms, hotseat=data.draw(st.integers(0, 3)) == 0, **options)
    for _ in range(data.draw(st.integers(1, 60))):
        if told.over:
            break
        told.attempt(data.draw(commands(told)), timedelta(seconds=data.draw(WAITS)))
    if not told.over:
        told.store()
        told.attempt(Command(Resign(NO_ID), told.id, told.match.sitters[told.match.state.to_move[0]]))
    if not told.over:  # the time was up: only the server ends it
        told.attempt(Command(TimeUp(), told.id, None, from_server=True), timedelta(days=2))
        told.attempt(Command(TimeUp(), told.id, None, from_server=True), timedelta(days=2))
    match = written(told)
    assert verify(told.id) == []
    before = told_in(match, record(told.match.row))
    came_back = imported(read(text(match)))
    assert told_in(match, record(came_back)) == before
    assert verify(came_back.public_id) == []


@pytest.mark.parametrize("drawn", range(3))
def test_a_match_that_began_with_an_opening_drawn_by_lot_comes_back(drawn):
    told = Told("mancala", Terms(balanced=True)).play_on(seed=drawn, decisions=4)
    role = told.match.state.to_move[0]
    told.store()
    told.attempt(Command(Offer(NO_ID, "takeback"), told.id, told.match.sitters[role]))
    told.resigned()
    match, before = written(told), record(told.match.row)
    assert "opening" in [entry.what for entry in match.entries]
    assert record(imported(read(text(match)))) == before


def test_an_outage_that_begins_in_the_very_moment_when_a_time_is_up_comes_back():
    told = Told("congkak", Terms(time=RealTime(1, 2), absence=Pause(1)), opening="simultaneous")
    told.act("south", "scoop 1")
    told.act("north", "scoop 10")
    assert told.match.state.to_move == ("south", "north")
    told.at = up = told.match.row.deadline
    outage = Outage(((up - timedelta(seconds=1), up + timedelta(seconds=4)),))
    for by_server, wait in ((Gone("south"), 0), (outage, 0), (TimeUp(), 3600)):
        command = Command(by_server, told.id, None, from_server=True)
        assert isinstance(told.attempt(command, timedelta(seconds=wait)), Transition)
    match, before = written(told), record(told.match.row)
    assert record(imported(read(text(match)))) == before


def test_a_game_of_a_series_that_no_seat_was_taken_for_comes_back():
    table = begun_match("checkers", Terms(games=2))
    table.send(table.alice.pk, "resign")
    table.send(table.alice.pk, "rematch")
    table.send(table.bob.pk, "rematch")
    following = Table(table.row.successor, table.alice, table.bob)
    state = following.now.state
    following.act(state.to_move[0], state.legal_actions(state.to_move[0])[0])
    following.send(table.bob.pk, "resign")
    match = exported(following.row, "https://play.example")
    assert match.entries[0].what == "started"
    assert imported(match).winner == following.row.winner


def test_a_maker_who_takes_other_names_while_nobody_has_come_is_told_of():
    told = Told("morris").play_on(seed=1, decisions=3).resigned()
    match = written(told)
    renamed = Entry("renamed", match.entries[0].at + 1, "white", name="Alice B")
    entries = (match.entries[0], renamed, *match.entries[1:])
    told_again = import_match(msgspec.structs.replace(match, entries=entries))
    assert [event.what for event in told_again.events[:3]] == ["created", "renamed", "started"]
