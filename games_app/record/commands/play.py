"""Acting, resigning, aborting, giving the other player time, and taking tips."""

from __future__ import annotations

from datetime import datetime

from games_app import rules_service
from games_app.games.rules import get_game
from games_app.lib.clock import ms
from games_app.lib.refusals import Refusal
from games_app.match import clocks, pending, wire
from games_app.match.event_kinds import EventKind
from games_app.match.history import Decision, HistoryPoint
from games_app.match.match_state import MatchState
from games_app.match.messages import Abort, Act, GiveTime, Resign, TakeTip, Unseal
from games_app.match.terms import RealTime
from games_app.match.transitions import Ending, NewPosition, Transition
from games_app.models import Match
from games_app.people.players import allows_tips
from games_app.record.commands.pauses import refusal_while_paused
from games_app.record.commands.registry import By, command

GIFT_MS = 15_000
TIME_ENOUGH_MS = 2 * 60 * 60 * 1000
"""A player with more time than this can't be given more."""


@command(Act, by=By.PLAYER, during={Match.Status.PLAYING}, is_move=True)
def act(match: MatchState, message: Act, player_id: int, now: datetime) -> Transition | Refusal:
    """Play ``message.action``, decided on the position at seq ``message.base``."""
    if refusal := refusal_while_paused(match, now):
        return refusal
    verdict = rules_service.judge(
        match.state, match.sitters, match.row.bases, player_id, message.action, message.base
    )
    if isinstance(verdict, Refusal):
        return verdict
    kind = EventKind.ACTED if verdict.state.is_open else EventKind.SEALED
    ending = Ending(Match.How.RULES, verdict.state.winner) if verdict.state.is_terminal else None
    return Transition(kind, verdict.role, NewPosition(verdict.state, verdict.plies), ending)


@command(Resign, by=By.PLAYER, during={Match.Status.PLAYING})
def resign(match: MatchState, message: Resign, player_id: int, now: datetime) -> Transition | Refusal:
    """Resign the match to the other player. In hotseat the role to move resigns."""
    role = match.speaker(player_id)
    lost = Ending(Match.How.RESIGNATION, winner=match.other(role))
    return Transition(EventKind.RESIGNED, role, ending=lost)


@command(Abort, by=By.PLAYER, during={Match.Status.PLAYING}, reads=True)
def abort(match: MatchState, message: Abort, player_id: int, now: datetime) -> Transition | Refusal:
    """Abort the match, without a loser, until both players have acted."""
    if len(match.history.acted()) == len(match.seats):
        return Refusal("both_have_acted")
    role = match.speaker(player_id)
    return Transition(EventKind.ABORTED, role, ending=Ending(Match.How.ABORTED))


@command(GiveTime, by=By.PLAYER, during={Match.Status.PLAYING})
def give_time(match: MatchState, message: GiveTime, player_id: int, now: datetime) -> Transition | Refusal:
    """Give the other player a little more time."""
    role = match.roles_of(player_id)[0]
    if match.alone(player_id):
        role = match.other(match.speaker(player_id))
    if match.clocks is None or not isinstance(match.terms.time, RealTime):
        return Refusal("no_clock")
    if match.clocks.left[match.other(role)] > TIME_ENOUGH_MS:
        return Refusal("time_enough")
    more = clocks.given(match.clocks, match.other(role), GIFT_MS)
    return Transition(EventKind.TIME_GIVEN, role, clocks=more, given=GIFT_MS)


def takeback_refusal(match: MatchState, role: str, now: datetime) -> Refusal | None:
    """Return the reason why ``role`` can't ask for a takeback, or None."""
    if refusal := refusal_while_paused(match, now):
        return refusal
    if not match.terms.takebacks:
        return Refusal("no_takebacks")
    if match.row.unrevealed:
        return Refusal("choice_sealed")
    return None if _last_of(match, role) else Refusal("nothing_to_take_back")


def taken_back(match: MatchState, role: str, now: datetime) -> Transition | Refusal:
    """Go back to before the last decision of ``role``, or before both of a pair made in secret."""
    last = _last_of(match, role)
    for decision in match.history.decisions():
        if last is None or decision.seq > last.seq:
            continue
        then = match.history.then(decision.after)
        if then is None:
            continue
        back, running = NewPosition(then.state, head=decision.after), _restored_clocks(match, then, now)
        return Transition(EventKind.TAKEN_BACK, role, back, clocks=running)
    return Refusal("nothing_to_take_back")


@command(Unseal, by=By.PLAYER, during={Match.Status.PLAYING}, reads=True)
def unseal(match: MatchState, message: Unseal, player_id: int, now: datetime) -> Transition | Refusal:
    """Reopen the sender's own sealed choice, while the other player has not chosen."""
    if refusal := refusal_while_paused(match, now):
        return refusal
    sealed = [ply for ply in match.row.unrevealed if ply["role"] in match.roles_of(player_id)]
    if not sealed:
        return Refusal("nothing_sealed")
    role = sealed[0]["role"]
    decision = _last_of(match, role)
    assert decision  # noqa: S101  (a sealed ply belongs to a decision)
    then = match.history.then(decision.after)
    assert then  # noqa: S101  (the first to choose did so in an open position)
    running, met = match.clocks, match.history.clocks_before(decision.seq)
    controls = match.controls
    if running is not None and controls is not None and met is not None:
        earned = role in met.begun
        running = clocks.reopened(running, controls, role, then.state.to_move, ms(now), earned=earned)
    return Transition(EventKind.UNSEALED, role, NewPosition(then.state, head=decision.after), clocks=running)


def _restored_clocks(match: MatchState, then: HistoryPoint, now: datetime) -> wire.Clocks | None:
    controls = match.controls
    if controls is None or then.clocks is None:
        return None
    assert match.clocks  # noqa: S101  (a match with a clock has had it since it began)
    return clocks.restored(match.clocks, then.clocks, controls, then.state.to_move, ms(now))


def _last_of(match: MatchState, role: str) -> Decision | None:
    """Return the last decision of ``role``, or of either role in hotseat."""
    return next(
        (decision for decision in match.history.decisions() if match.hotseat or decision.role == role), None
    )


def tip_refusal(match: MatchState, role: str, base: int) -> Refusal | None:
    """Return why ``role`` can't take a tip for its decision on the position after event ``base``."""
    if not allows_tips(match):
        return Refusal("tips_unrated" if match.terms.rated else "no_tips")
    if base != match.row.bases[role]:
        return Refusal("stale")
    if role not in match.state.to_move:
        return Refusal("not_your_turn.other", {"mover": match.other(role).capitalize()})
    half_done = get_game(match.row.game).continues(match.state.legal_actions(role)[0])
    return Refusal("tip_mid_turn") if half_done else None


@command(TakeTip, by=By.PLAYER, during={Match.Status.PLAYING})
def take_tip(match: MatchState, message: TakeTip, player_id: int, now: datetime) -> Transition | Refusal:
    """Store that the sender takes a tip for the decision on the position after event ``message.base``."""
    role = match.speaker(player_id)
    if refusal := tip_refusal(match, role, message.base):
        return refusal
    return Transition(EventKind.TIPPED, role, pending=pending.tipped(match.pending, role))
