"""Players: the sender of a request, names of guests, and the computer's players."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from typing import Any

from django.contrib.sessions.backends.base import SessionBase
from django.contrib.sessions.models import Session

from games_app.games.catalogue import TIPS
from games_app.lib import request_cookies
from games_app.lib.driver import read_rows
from games_app.lib.names import computer_name
from games_app.match.match_state import MatchState
from games_app.match.transitions import Occupant
from games_app.models import Player, Seat
from games_app.people import signals
from games_app.people.accounts import free_name

_KEY = "person"


def current(session: SessionBase) -> Player | None:
    """Return this browser's player, or None: a visitor becomes a player with the first command."""
    player_id = session.get(_KEY)
    return Player.objects.filter(pk=player_id).first() if player_id is not None else None


def known(session: SessionBase | Mapping[str, Any]) -> int | None:
    """Return the primary key of this browser's player without checking that the row still exists."""
    player_id: int | None = session.get(_KEY)
    return player_id


def find_player(public_id: str) -> Player | None:
    """Return the player with this public id; None if unknown or withdrawn."""
    player = Player.objects.filter(public_id=public_id).first() if public_id.isalnum() else None
    return None if player is None or player.withdrawn else player


def newcomer(session: SessionBase, now: datetime, unlike: Iterable[str] = ()) -> Player:
    """Create a guest with a random name that resembles none of ``unlike``; store it in the session."""
    player = Player.objects.create(name=free_name(*unlike), created_at=now)
    session[_KEY] = player.pk
    return player


def become(session: SessionBase, player: Player) -> str:
    """Sign the player in on this browser, in a new session; return its key."""
    before = session.session_key
    session.flush()
    session[_KEY] = player.pk
    request_cookies.begin_session(session)
    session.create()
    if before:
        signals.session_replaced.send(
            None, session_key=before, player=player, new_key=str(session.session_key)
        )
    return str(session.session_key)


def end_sessions(people: Collection[int]) -> None:
    """Delete the sessions of these players, also of guests, whose browsers are not listed as devices.

    It reads every session.
    """
    sessions = Session.objects.iterator()
    keys = [session.session_key for session in sessions if known(session.get_decoded()) in people]
    Session.objects.filter(session_key__in=keys).delete()


def withdrawn(people: Iterable[str]) -> set[str]:
    """Return those of these viewers whose players have withdrawn."""
    ids = [int(viewer) for viewer in people if viewer.isdecimal()]
    return {str(pk) for pk in Player.all_withdrawn().filter(pk__in=ids).values_list("pk", flat=True)}


def names(people: Iterable[str]) -> dict[str, str]:
    """Return the present names of those viewers that are players; empty for a withdrawn player."""
    rows = read_rows(Player, "id", [int(viewer) for viewer in people if viewer.isdecimal()])
    return {str(player.pk): "" if player.withdrawn else player.name for player in rows}


def players_at(match: MatchState) -> list[Seat]:
    """Return the seats of the match whose players have pages; none in hotseat."""
    if match.hotseat:
        return []
    return [seat for seat in match.seats.values() if seat.player and not seat.player.withdrawn]


def computer(game: str, level: str, now: datetime) -> Player:
    """Return the player that is this level of a game, under the level's present name."""
    name = computer_name(level)
    fresh = {"name": name, "chose_name": True, "created_at": now}
    player, _ = Player.objects.get_or_create(computer=game, level=level, defaults=fresh)
    if player.name != name:
        player.name = name
        player.save(update_fields=["name"])
    return player


def occupant(player: Player) -> Occupant:
    """Return the player as one who takes a seat."""
    return Occupant(player.pk, player.name, player.level)


def computers_at(match: MatchState) -> dict[str, str]:
    """Return the level on each seat that the computer has: role -> level."""
    return {role: seat.level for role, seat in match.seats.items() if seat.level and seat.player_id}


def allows_tips(match: MatchState) -> bool:
    """Return whether the players may take tips: never in a rated match, nor in a game that has none."""
    agreed = match.terms.tips or bool(computers_at(match))
    return agreed and not match.terms.rated and match.row.game in TIPS
