"""Which command of live play each event of a written match comes from.

Nothing here judges: what could have happened is what the commands allow, asked at the time of the event.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta

from games_app.lib.clock import moment
from games_app.notation import Entry
from games_app.services.commands import deadlines
from games_app.services.commands.registry import Command
from games_app.services.state.match_state import MatchState
from games_app.services.state.pending import DRAW, TAKEBACK

PEOPLE = (-1, -2)
"""Stand for who sat on the first role and on the second, while a match is told: nobody's ids."""


def person(match: MatchState, role: str) -> int:
    return PEOPLE[list(match.seats).index(role)]


def acting(match: MatchState, role: str, action: str) -> Command:
    """The command that plays ``action``, decided on the present position."""
    return _sent(match, "act", role, action=action, base=match.row.bases[role])


def command_of(match: MatchState, entry: Entry, *, wins: bool) -> Command:
    """The command that leads to this event where two people play. ``wins``: does its role win the match?"""
    return _COMMANDS[entry.what](match, entry, wins)


def command_of_one(match: MatchState, entry: Entry) -> Command:
    """The same where one person sits on both sides: what they offer is accepted at once."""
    kind = {"agreed": DRAW, "taken_back": TAKEBACK}.get(entry.what)
    if kind:
        return Command("offer", "", PEOPLE[0], data={"what": kind}, from_server=True)
    sent = command_of(match, entry, wins=False)
    return Command(sent.kind, "", PEOPLE[0], data=sent.data, from_server=True)


def judged_at(entry: Entry) -> datetime:
    """When it was judged: what happens by itself is noticed a moment later than it happens."""
    at = moment(entry.at)
    return at + deadlines.GRACE if entry.what in ("flagged", "no_show", "resumed") else at


def _sent(match: MatchState, kind: str, role: str, **data: object) -> Command:
    return Command(kind, "", person(match, role), data=data, from_server=True)


def _by_server(kind: str, **data: object) -> Command:
    return Command(kind, "", None, data=data, from_server=True)


def _standing(match: MatchState, kind: str) -> dict[str, object]:
    """The offer of this kind that stands, as commands name it."""
    offer = match.pending.offers.get(kind)
    return {"what": kind, "of": offer.seq if offer else 0}


def _offer(match: MatchState, entry: Entry, wins: bool) -> Command:
    return _sent(match, "offer", entry.role, what=entry.offer)


def _taken_back(match: MatchState, entry: Entry, wins: bool) -> Command:
    return _sent(match, "accept", match.other(entry.role), **_standing(match, TAKEBACK))


def _time_up(match: MatchState, entry: Entry, wins: bool) -> Command:
    return _by_server("time_up")


def _outage(match: MatchState, entry: Entry, wins: bool) -> Command:
    """Clocks that were read while it lasted are put off by what came after that."""
    delay, until = timedelta(milliseconds=entry.delay), entry.at
    if match.clocks is not None:
        until = max(until, match.clocks.at + entry.delay)
    return _by_server("outage", since=moment(until) - delay, until=moment(until))


_COMMANDS: Mapping[str, Callable[[MatchState, Entry, bool], Command]] = {
    "renamed": lambda match, entry, wins: _sent(match, "take_name", entry.role, name=entry.name),
    "offered": _offer,
    "declined": lambda match, entry, wins: _sent(
        match, "decline", entry.role, **_standing(match, entry.offer)
    ),
    "withdrawn": lambda match, entry, wins: _sent(
        match, "withdraw", entry.role, **_standing(match, entry.offer)
    ),
    "agreed": lambda match, entry, wins: _sent(match, "accept", entry.role, **_standing(match, DRAW)),
    "taken_back": _taken_back,
    "unsealed": lambda match, entry, wins: _sent(match, "unseal", entry.role),
    "time_given": lambda match, entry, wins: _sent(match, "give_time", entry.role),
    "resigned": lambda match, entry, wins: _sent(match, "resign", entry.role),
    "aborted": lambda match, entry, wins: _sent(match, "abort", entry.role),
    "claimed": lambda match, entry, wins: _sent(match, "claim", entry.role, result="win" if wins else "draw"),
    "gone": lambda match, entry, wins: _by_server("gone", role=entry.role),
    "came_back": lambda match, entry, wins: _by_server("came_back", role=entry.role),
    "resumed": _time_up,
    "flagged": _time_up,
    "no_show": _time_up,
    "outage": _outage,
}

ASKED = frozenset(_COMMANDS)
"""The events that a command of live play is asked for."""
