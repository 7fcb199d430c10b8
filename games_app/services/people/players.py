"""People: guests known by their session, their names."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from django.contrib.sessions.backends.base import SessionBase

from games_app.lib.names import random_name
from games_app.models import Player
from games_app.services.state.match_state import MatchState

_KEY = "person"


def current(session: SessionBase) -> Player | None:
    """Who this browser is, if it has ever done anything; looking around makes nobody a player."""
    person = session.get(_KEY)
    return Player.objects.filter(pk=person).first() if person is not None else None


def known(session: SessionBase) -> int | None:
    """The same as the number of their row, without looking whether there still is one."""
    person: int | None = session.get(_KEY)
    return person


def find(public_id: str) -> Player | None:
    """The person with this public id, unless they have withdrawn what is known of them."""
    found = Player.objects.filter(public_id=public_id).first() if public_id.isalnum() else None
    return None if found is None or found.withdrawn else found


def newcomer(session: SessionBase, now: datetime) -> Player:
    """A new guest with a readable random name, whom this browser is from now on."""
    player = Player.objects.create(name=random_name(), created_at=now)
    session[_KEY] = player.pk
    return player


def withdrawn(people: Iterable[str]) -> set[str]:
    """Those among ``people``, as pages count them, who have withdrawn what is known of them."""
    known = [int(person) for person in people if person.isdecimal()]
    return {str(pk) for pk in Player.all_withdrawn().filter(pk__in=known).values_list("pk", flat=True)}


def names(people: Iterable[str]) -> dict[str, str]:
    """Under what names those among ``people``, as pages count them, who are players are known now; empty for
    who has withdrawn theirs.
    """
    known = Player.objects.filter(pk__in=[int(person) for person in people if person.isdecimal()])
    return {str(one.pk): "" if one.withdrawn else one.name for one in known}


def at(match: MatchState) -> list[tuple[str, str]]:
    """The name and the public id of each who sits here; nobody where one person sits on both sides."""
    if match.hotseat:
        return []
    people = Player.objects.in_bulk([sitter for sitter in match.sitters.values() if sitter is not None])
    seats = [(seat.name, people.get(seat.player_id or 0)) for seat in match.seats.values()]
    return [(name, player.public_id) for name, player in seats if player and not player.withdrawn]
