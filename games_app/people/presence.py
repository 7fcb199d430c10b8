"""Presence at matches across processes: leases in the database, renewed while a page is open."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from games_app.lib.clock import moment
from games_app.lib.rooms import rooms
from games_app.match.match_state import MatchState
from games_app.models import LobbyPresence, Match, Presence, WebProcess

LEASE = timedelta(seconds=35)
"""Time for which a page counts as open after its last message; each page sends one every 15 s."""

PLAYERS_KEPT = timedelta(days=8)
"""Time for which the leases of players are kept after their end."""

DESERTED_AFTER = timedelta(days=7)
"""Time without a move, and without the player to move, after which a match counts as deserted."""

assert DESERTED_AFTER < PLAYERS_KEPT, "who was here in this time must still be known"  # noqa: S101


@dataclass(slots=True)
class Attendance:
    """Presence at one match: the roles whose players are here, and the watchers."""

    here: set[str] = field(default_factory=set)
    watching: dict[str, str] = field(default_factory=dict)
    """Viewer -> name, empty for a visitor without one."""
    seated: set[str] = field(default_factory=set)
    """The viewers whose roles are here."""
    networks: set[str] = field(default_factory=set)
    """Hashes of the addresses of those viewers."""

    def count(self, viewer: str, name: str, roles: Iterable[str], network: str) -> None:
        """Count one more open page. A person with a seat is not a watcher, whatever their other tabs are."""
        if roles := set(roles):
            self.here |= roles
            self.networks.add(network)
            self.seated.add(viewer)
            self.watching.pop(viewer, None)
        elif viewer not in self.seated:
            self.watching[viewer] = name

    def copy(self) -> Attendance:
        return Attendance(set(self.here), dict(self.watching), set(self.seated), set(self.networks))


@dataclass(frozen=True, slots=True)
class Here:
    """A person who has a match open, and the time since one of their pages was last heard."""

    match: str
    viewer: str
    """Key shared by all tabs of the person."""
    name: str
    roles: tuple[str, ...]
    silence: timedelta
    network: str = ""
    """Hash of the address of a player's page."""
    hidden: bool = False
    """True if none of the person's pages of the match is visible."""


def renew(process: str, people: Iterable[Here], now: datetime) -> None:
    """Take or renew the leases of this process, in one statement."""
    people = list(people)
    ids = dict(
        Match.objects.filter(public_id__in={here.match for here in people}).values_list("public_id", "pk")
    )
    leases = [
        Presence(
            match_id=ids[here.match],
            process=process,
            person=here.viewer,
            name=here.name,
            roles=",".join(here.roles),
            network=here.network,
            hidden=here.hidden,
            until=now + LEASE - here.silence,
        )
        for here in people
        if here.match in ids
    ]
    Presence.objects.bulk_create(
        leases,
        update_conflicts=True,
        unique_fields=["match", "process", "person"],
        update_fields=["name", "roles", "network", "hidden", "until"],
    )


def elsewhere(process: str, public_ids: Iterable[str], now: datetime) -> dict[str, Attendance]:
    """Return the attendance of these matches through other processes, and of players at other boards."""
    attendance: dict[str, Attendance] = defaultdict(Attendance)
    matches = list(public_ids)
    leases = Presence.objects.filter(match__public_id__in=matches, until__gt=now).exclude(process=process)
    columns = ("match__public_id", "person", "name", "roles", "network")
    for public_id, viewer, name, roles, network in leases.values_list(*columns):
        attendance[public_id].count(viewer, name, filter(None, roles.split(",")), network)
    for room in rooms():
        for public_id, role in room.at_other_boards(matches, now):
            attendance[public_id].here.add(role)
    return attendance


def release(process: str, people: Collection[tuple[str, str]], now: datetime) -> None:
    """End leases, each of a match and a person whose last page of it in this process was closed."""
    matches, viewers = {match for match, _ in people}, {viewer for _, viewer in people}
    leases = Presence.objects.filter(process=process, match__public_id__in=matches, person__in=viewers)
    rows = leases.values_list("pk", "match__public_id", "person")
    if ended := [key for key, match, viewer in rows if (match, viewer) in people]:
        Presence.objects.filter(pk__in=ended).update(until=now)


def sweep(now: datetime) -> None:
    """Delete processes and leases that ended long ago; players' show for some days who was there last."""
    Presence.objects.filter(until__lt=now - 10 * LEASE, roles="").delete()
    Presence.objects.filter(until__lt=now - PLAYERS_KEPT).delete()
    LobbyPresence.objects.filter(until__lt=now - 10 * LEASE).delete()
    WebProcess.objects.filter(at__lt=now - 10 * LEASE).delete()


def renew_lobby(process: str, people: Mapping[str, timedelta], now: datetime) -> None:
    """Renew leases of people with the lobby or their friends open; each with the time since it was heard."""
    leases = [
        LobbyPresence(process=process, person=viewer, until=now + LEASE - silence)
        for viewer, silence in people.items()
    ]
    LobbyPresence.objects.bulk_create(
        leases, update_conflicts=True, unique_fields=["process", "person"], update_fields=["until"]
    )


def release_lobby(process: str, viewer: str, now: datetime) -> None:
    """End a lease: the person's last page of the lobby or friends in this process was closed."""
    LobbyPresence.objects.filter(process=process, person=viewer).update(until=now)


def present(people: Collection[int], now: datetime) -> set[int]:
    """Return those of these players who have a match, the lobby or their friends open."""
    viewers = [str(player) for player in people]
    leases = [kind.objects.filter(until__gt=now, person__in=viewers) for kind in (Presence, LobbyPresence)]
    return {int(viewer) for rows in leases for viewer in rows.values_list("person", flat=True)}


def looked_at(player: int, match: int | None, now: datetime) -> datetime | None:
    """Return when one of the player's visible pages was last heard: of this match, or any one (None).

    Return None if there is no such page.
    """
    person, times = str(player), list[datetime]()
    leases = Presence.objects.filter(person=person, until__gt=now, hidden=False)
    times += leases.filter(**({} if match is None else {"match": match})).values_list("until", flat=True)
    if match is None:
        times += LobbyPresence.objects.filter(person=person, until__gt=now).values_list("until", flat=True)
    return max(times) - LEASE if times else None


def people_here(now: datetime) -> int:
    """Return the number of people who have a match, the lobby or their friends open, each counted once."""
    at_matches = Presence.objects.filter(until__gt=now).values("person")
    return at_matches.union(LobbyPresence.objects.filter(until__gt=now).values("person")).count()


def is_deserted(match: MatchState, player_id: int, now: datetime) -> bool:
    """Return whether this player may end the match: nobody else who is to move has been here recently."""
    row = match.row
    since = now - DESERTED_AFTER
    begun = row.started_at or row.created_at
    if match.terms.time is not None or max(row.acted_at, begun, moment(match.pending.paused_until)) > since:
        return False
    movers = {match.sitters[role] for role in match.state.to_move} - {player_id}
    keys = [str(mover) for mover in movers]
    return not Presence.objects.filter(match_id=row.pk, person__in=keys, until__gt=since).exists()
