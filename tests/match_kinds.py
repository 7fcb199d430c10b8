"""Stored matches that together have every kind of event, for tests of the whole record."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

from games_app.archive.exports import exported
from games_app.archive.imports import import_match
from games_app.match.messages import (
    Act,
    CameBack,
    Create,
    EndMatch,
    Forget,
    Gone,
    HideMatch,
    Holiday,
    Lapse,
    MatchConfig,
    Message,
    Outage,
    Reseat,
    ShowMatch,
    TimeUp,
    TurnDown,
)
from games_app.match.terms import Claim, Daily, Pause, RealTime, Terms
from games_app.match.transitions import Transition
from games_app.models import Match, Player
from games_app.record.commands.registry import Command
from games_app.record.writer import writer
from tests.cast import Table, begun_match, guest, new_cmd, waiting_match
from tests.records import PACE, Told

CLOCKED = Terms(time=RealTime(5, 3), absence=Claim(30), tips=True)
PAUSED = Terms(time=RealTime(5, 3), absence=Pause(1))


def every_kind() -> list[str]:
    """Store the matches and return their ids; the last one has other roles and no ply."""
    played = [*_waiting(), *_running(), *_on_holiday(), *_over(), _of_one(), *_followed(), _imported()]
    return [*played, Told("checkers").store()]


def _sent(message: Message, match: str = "", by: Player | None = None, *, by_token: bool = False) -> str:
    """Let a person or the server send a command; return the id of its match."""
    command = Command(message, match, by.pk if by else None, from_server=by is None, by_token=by_token)
    (answer,) = writer.run([command])
    assert answer.refusal is None, answer.refusal
    return answer.match


def _waiting() -> Iterator[str]:
    """Yield a renamed invitation by link, personal ones, open offers, and those that ended."""
    played = begun_match("mancala")
    alice, bob = played.alice, played.bob
    link, cancelled = (waiting_match("mancala", alice, "north", Terms(games=2)) for _ in range(2))
    Table(link, alice, bob).send(alice.pk, "take_name", name="zoe")
    Table(cancelled, alice, bob).send(alice.pk, "cancel")
    personal = MatchConfig("mancala", {}, "north", "public")
    invitation, declined = (
        _sent(Create(personal, "alice", invited=bob.pk, open_for="7d"), by=alice) for _ in range(2)
    )
    _sent(TurnDown("later"), declined, bob)
    in_lobby = MatchConfig("mancala", {}, "north", "public", CLOCKED, open_offer=True)
    lapsed = _sent(Create(in_lobby, "alice"), by=alice)
    _sent(Lapse(), lapsed)
    yield from (link, cancelled, invitation, declined, lapsed, _sent(Create(in_lobby, "bob"), by=bob))


def _running() -> Iterator[str]:
    """Yield matches with offers, takebacks, gifts, absences, outages, sealed choices and moderators."""
    told = Told("mancala", CLOCKED)
    told.do("north", "take_tip", base=2)
    told.act("north", "pick p7")
    _answered(told, "takeback", "accept")
    told.act("north", "pick p7")
    told.do("south", "give_time")
    told.do("south", "allow_nearby", allowed=True)
    _answered(told, "draw", "decline")
    told.do("south", "offer", what="draw")
    told.do("south", "withdraw", what="draw", of=told.match.row.seq)
    told.do("north", "offer", what="pause", minutes=60)
    told.do("south", "accept", what="pause", of=told.match.row.seq)
    _answered(told, "continue", "accept")
    told.do("north", "offer", what="takeback")
    for audience in ("link", "public", "link"):
        told.do("north", "open_to", who=audience)
    _noticed(told, Gone(told.match.state.to_move[0]))
    _noticed(told, Outage(((told.at, told.at + timedelta(seconds=9)),)))
    _noticed(told, HideMatch())
    yield told.store()

    told = Told("congkak", PAUSED, opening="simultaneous")
    told.act("south", "scoop 1")
    told.do("south", "unseal")
    told.act("south", "scoop 2")
    told.act("north", "scoop 10")
    mover = told.match.state.to_move[0]
    for message in (Gone(mover), CameBack(mover), HideMatch(), ShowMatch()):
        _noticed(told, message)
    yield told.store()

    told = Told("congkak", PAUSED, opening="simultaneous")
    told.act("south", "scoop 1")
    yield told.store()

    table = begun_match("mancala")
    _sent(Act(new_cmd(), 2, "pick p7"), table.id, table.alice, by_token=True)
    account = guest("alice")
    Player.objects.filter(pk=table.alice.pk).update(merged_into=account)
    _sent(Reseat(table.alice.pk, account.pk), table.id)
    _sent(Forget(table.bob.pk), table.id)
    yield table.id
    yield Told("mancala", Terms(balanced=True)).play_on(seed=1, decisions=2).store()


def _on_holiday() -> Iterator[str]:
    """Yield matches of a player who is on holiday, and of one who is back early."""
    for is_back in (False, True):
        told = Told("mancala", Terms(time=Daily(2)))
        since, until = told.at, told.at + timedelta(days=3)
        _noticed(told, Holiday(role="north", since=since, until=until))
        told.act("north", "pick p7")
        if is_back:
            _noticed(told, Holiday(role="north", since=since, until=told.at))
        yield told.store()


def _over() -> Iterator[str]:
    """Yield a match that ended in each way."""
    yield Told("mancala").play_on(seed=1).store()
    for kind in ("resign", "abort"):
        told = Told("mancala")
        told.do("north", kind)
        yield told.store()
    told = Told("mancala")
    _answered(told, "draw", "accept")
    yield told.store()
    told = Told("mancala", CLOCKED)
    _noticed(told, Gone("north"))
    told.at += timedelta(seconds=30)
    told.do("south", "claim", result="win")
    yield told.store()
    yield _noticed(Told("mancala", CLOCKED), TimeUp(), wait=timedelta(hours=1)).store()
    flagged = Told("mancala", PAUSED).play((("north", "pick p7"), ("south", "pick p2")))
    _noticed(flagged, Gone(flagged.match.state.to_move[0]))
    for _ in ("the pause ends", "the flag falls"):
        _noticed(flagged, TimeUp(), wait=timedelta(hours=1))
    yield flagged.store()
    yield _noticed(Told("mancala"), EndMatch()).store()
    left = Told("mancala")
    left.at += timedelta(days=8)
    left.do("north", "abandon")
    yield left.store()


def _of_one() -> str:
    """Return a match of one person on both seats, with a takeback and an opened choice."""
    told = Told("congkak", CLOCKED, hotseat=True, opening="simultaneous")
    told.act("south", "scoop 1")
    told.do("south", "unseal")
    told.play((("south", "scoop 2"), ("north", "scoop 10")))
    told.do("south", "give_time")
    told.do("south", "offer", what="pause", minutes=15)
    told.do("south", "offer", what="continue")
    told.do("south", "offer", what="takeback")
    return told.store()


def _followed() -> Iterator[str]:
    """Yield the games of a series, and a match whose rematch is offered."""
    table = begun_match("mancala", Terms(games=2))
    for person, kind in ((table.bob, "resign"), (table.bob, "rematch"), (table.alice, "rematch")):
        assert table.send(person.pk, kind).refusal is None
    yield table.id
    yield table.row.successor
    table = begun_match("mancala")
    for kind in ("resign", "rematch"):
        assert table.send(table.bob.pk, kind).refusal is None
    yield table.id


def _imported() -> str:
    told = Told("mancala", CLOCKED).play((("north", "pick p7"),))
    _answered(told, "draw", "decline")
    told.do("north", "resign")
    file = exported(Match.objects.get(public_id=told.store()), "https://play.example")
    return _sent(import_match(file), by=guest("carol"))


def _answered(told: Told, what: str, answer: str) -> None:
    """Let the first role make an offer, and the second one answer it."""
    first, second = told.match.seats
    told.do(first, "offer", what=what)
    told.do(second, answer, what=what, of=told.match.row.seq)


def _noticed(told: Told, message: Message, wait: timedelta = PACE) -> Told:
    """Let the server send a command."""
    effect = told.attempt(Command(message, told.id, None, from_server=True), wait)
    assert isinstance(effect, Transition), effect
    return told
