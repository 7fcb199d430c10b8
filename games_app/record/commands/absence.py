"""Absence: players who leave, the rights of the other, deadlines, and deserted matches."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from games_app.games.rules import get_game
from games_app.lib.clock import moment, ms
from games_app.lib.rate_limit import whole_seconds
from games_app.lib.refusals import Refusal
from games_app.match import clocks, messages, pending
from games_app.match.event_kinds import EventKind
from games_app.match.match_state import KNOWN_RULES, MatchState, load
from games_app.match.messages import Abandon, CameBack, Gone, Message, TimeUp
from games_app.match.terms import Claim, Pause
from games_app.match.transitions import Ending, Transition
from games_app.models import Alive, Match, Presence
from games_app.people.players import computers_at
from games_app.people.presence import DESERTED_AFTER, is_deserted
from games_app.record.commands import holidays
from games_app.record.commands.registry import By, Command, command, server_command

RELOAD_GRACE = timedelta(seconds=5)
"""Time in which a closed page may come back."""
RETURN_GRACE = timedelta(seconds=20)
"""Time after an outage in which no player counts as away: pages reconnect after a random delay."""
COUNTDOWN_POLICIES = ("pause", "claim")
PLAYING = Match.Status.PLAYING


def noticed(now: datetime) -> list[Command]:
    """Return commands for players who left or came back, if that matters and the other player is present."""
    if Alive.objects.filter(since__gt=now - RETURN_GRACE).exists():
        return []
    present = _present(now)
    waited_for = Match.objects.filter(public_id__in=present, pending__has_key="gone")
    doubtful = {public_id for public_id, attendance in present.items() if attendance.missing}
    doubtful.update(waited_for.values_list("public_id", flat=True))
    commands = []
    for public_id, match in load(doubtful).items():
        missing = present[public_id].missing
        missing -= computers_at(match).keys()
        changed: list[Message] = [
            Gone(role) for role in match.seats if role in missing and _matters(match, role, now)
        ]
        changed += [CameBack(role) for role in match.pending.gone if role not in missing]
        commands += [Command(message, public_id, None, from_server=True) for message in changed]
    return commands


@server_command(Gone, during={PLAYING}, is_verdict=True)
def gone(match: MatchState, message: Gone, player_id: None, now: datetime) -> Transition | Refusal:
    """Start the agreed countdown: the player of ``message.role``, who is to move, is away."""
    role, policy = message.role, match.terms.absence
    if not _matters(match, role, now):
        return Refusal("not_due")
    if isinstance(policy, Claim):
        until = ms(now) + policy.seconds * 1000
        return Transition(EventKind.GONE, role, pending=pending.went(match.pending, role, until, waits=False))
    if not isinstance(policy, Pause) or match.clocks is None:
        return Refusal("not_due")
    until = ms(now) + policy.minutes * 60_000
    return Transition(
        EventKind.GONE,
        role,
        clocks=clocks.pause(match.clocks, role, ms(now), until),
        pending=pending.went(match.pending, role, until, waits=True),
    )


@server_command(CameBack, during={PLAYING})
def came_back(match: MatchState, message: CameBack, player_id: None, now: datetime) -> Transition | Refusal:
    """Stop the countdown: the player of ``message.role`` is back."""
    role = message.role
    if role not in match.pending.gone:
        return Refusal("not_due")
    running = match.clocks
    if running is not None and role in running.paused:
        running = clocks.resume(running, role, ms(now))
    return Transition(
        EventKind.CAME_BACK, role, clocks=running, pending=pending.came_back(match.pending, role)
    )


@command(messages.Claim, by=By.PLAYER, during={PLAYING})
def claim(match: MatchState, message: messages.Claim, player_id: int, now: datetime) -> Transition | Refusal:
    """End the match as ``message.result``, a win or a draw, after a long absence of the other player."""
    role = match.roles_of(player_id)[0]
    until = match.pending.gone.get(match.other(role))
    if until is None or not isinstance(match.terms.absence, Claim) or match.alone(player_id):
        return Refusal("not_away")
    if now < moment(until):
        return Refusal("not_away_long", {"seconds": whole_seconds(until - ms(now))})
    winner = role if message.result == "win" else ""
    return Transition(EventKind.CLAIMED, role, ending=Ending(Match.How.ABSENCE, winner))


def _matters(match: MatchState, role: str, now: datetime) -> bool:
    """Return whether an absence of ``role`` would start a countdown."""
    if role not in match.state.to_move or role in match.pending.gone:
        return False
    if match.is_paused(now):
        return False
    if isinstance(match.terms.absence, Pause):
        running = match.clocks is not None and role in match.clocks.running
        return running and role not in match.pending.waited
    return isinstance(match.terms.absence, Claim)


@dataclass(slots=True)
class _Attendance:
    """Players of a match who are missing, and whether any player has a page open."""

    missing: set[str]
    anyone_here: bool = False


def _present(now: datetime) -> dict[str, _Attendance]:
    """Return the matches with an absence policy in which a player is present."""
    leases = Presence.objects.exclude(roles="").filter(
        match__status=PLAYING,
        match__terms__absence__kind__in=COUNTDOWN_POLICIES,
        until__gt=now - RELOAD_GRACE,
    )
    attendances: dict[str, _Attendance] = {}
    for public_id, game, roles, until in leases.values_list(
        "match__public_id", "match__game", "roles", "until"
    ):
        attendance = attendances.setdefault(public_id, _Attendance(set(get_game(game).roles)))
        attendance.missing -= set(roles.split(","))
        attendance.anyone_here |= until > now
    return {match: attendance for match, attendance in attendances.items() if attendance.anyone_here}


DEADLINE_GRACE = timedelta(milliseconds=250)
"""Delay after a deadline before it takes effect, so that commands received in time are carried out first."""

MOST_OVERDUE = 20
"""Matches handled at once: few enough that their verdicts are stored before they are outdated."""


def overdue(now: datetime) -> list[Command]:
    """Return the commands that record due deadlines."""
    matches = Match.objects.filter(KNOWN_RULES, deadline__lte=now - DEADLINE_GRACE).order_by("deadline")
    ids = matches.values_list("public_id", flat=True)[:MOST_OVERDUE]
    return [Command(TimeUp(), public_id, None, from_server=True) for public_id in ids]


@server_command(
    TimeUp,
    during={Match.Status.WAITING, Match.Status.EXPIRED, Match.Status.PLAYING},
    is_verdict=True,
)
def time_up(match: MatchState, message: TimeUp, player_id: None, now: datetime) -> Transition | Refusal:
    """Record a due event as of its deadline."""
    deadline = match.row.deadline
    if deadline is None or now < deadline + DEADLINE_GRACE:
        return Refusal("not_due")
    due = clocks.due(match.clocks) if match.clocks else None
    if match.clocks is None or due is None:
        return Transition(EventKind.EXPIRED, at=deadline)
    at = moment(due.at)
    if due.what != "resume" and (taken := holidays.instead_of_flag(match, due.role, at, now)):
        return taken
    match due.what:
        case "resume":
            running = clocks.resume(match.clocks, due.role, due.at)
            waits = pending.came_back(match.pending, due.role)
            return Transition(EventKind.RESUMED, due.role, clocks=running, pending=waits, at=at)
        case "abort":
            return Transition(EventKind.NO_SHOW, due.role, ending=Ending(Match.How.ABORTED), at=at)
        case "flag":
            lost = Ending(Match.How.TIME, winner=match.other(due.role))
            return Transition(EventKind.FLAGGED, due.role, ending=lost, at=at)


@command(Abandon, by=By.PLAYER, during={Match.Status.PLAYING})
def abandon(match: MatchState, message: Abandon, player_id: int, now: datetime) -> Transition | Refusal:
    """End a deserted match without a winner."""
    if not is_deserted(match, player_id, now):
        return Refusal("not_deserted", {"days": DESERTED_AFTER.days})
    return Transition(EventKind.ABANDONED, match.speaker(player_id), ending=Ending(Match.How.ABORTED))
