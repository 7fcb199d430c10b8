"""The computer in a match: what it must do now, as commands like anybody's.

It knows nothing of a choice that the other player has sealed: it gets only what everybody sees.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from random import Random
from typing import Any

from games_app.analysis.fairness import helps, is_seated
from games_app.analysis.jobs import queue
from games_app.analysis.jobs.models import Job, Plain
from games_app.analysis.start_positions import is_free
from games_app.games.base import Trace
from games_app.games.engine.analyse import engine_name
from games_app.games.engine.levels import level_of
from games_app.games.rules import State, get_game
from games_app.lib import clock
from games_app.match.history import read_frame
from games_app.match.match_state import MatchState
from games_app.match.messages import Accept, Act, Decline, Message, Rematch
from games_app.match.pending import DRAW, REMATCH, TAKEBACK
from games_app.match.start_moves import first_state
from games_app.models import Event, Match
from games_app.people.players import computers_at

EARLY = 10
"""Number of plies before which a draw is declined: nothing can be judged yet."""
OPENING = 8
"""Number of opening plies that a game shares with many others."""


@dataclass(frozen=True, slots=True)
class Duty:
    """A task of the computer in a match. ``cmd`` is the same in every process that finds it."""

    match: str
    player_id: int
    role: str
    cmd: str
    pace: str
    """Kind of pause before it: "move", "drop" or "answer"."""
    message: Callable[[Plain], Message]
    """The command, made from the result of the job."""
    asks: Plain | None = None
    """Subject of the job; None if no search is needed."""

    def ask(self) -> Job | None:
        """Return the job on which the command depends; it is queued once."""
        if self.asks is None:
            return None
        game, subject = self.asks["game"], f"{self.match} {self.cmd}"
        level = level_of(game, self.asks["level"])
        quick = level is None or level.quick
        return queue.ask(Job.Kind.REPLY, subject, self.asks, engine_name(game), clock.now(), quick=quick)


def duties(match: MatchState) -> list[Duty]:
    """Return everything that the computer must do in a match; nothing if only people play."""
    return [
        duty
        for role, level in computers_at(match).items()
        if (player_id := match.sitters[role]) is not None
        for duty in _Seat(match, role, level, player_id).duties()
    ]


class _Seat:
    """The computer on one seat."""

    def __init__(self, match: MatchState, role: str, level: str, player_id: int) -> None:
        self.match, self.role, self.level, self.player_id = match, role, level, player_id

    def duties(self) -> Iterator[Duty]:
        row = self.match.row
        if row.status == Match.Status.OVER:
            yield from self._rematch()
        if row.status == Match.Status.PLAYING:
            answers = list(self._answers())
            yield from answers
            # A move would end the request, so it waits for the answer.
            if not answers and self.role in self.match.state.to_move:
                yield self._act()

    def _rematch(self) -> Iterator[Duty]:
        offer = self.match.pending.offers.get(REMATCH)
        if offer and offer.by != self.role and not self.match.row.successor:
            cmd, of = f"computer-rematch-{offer.seq}", offer.seq
            answer = Rematch(cmd=cmd) if self._may_begin_again() else Decline(cmd=cmd, what=REMATCH, of=of)
            yield self._duty(cmd, "answer", lambda _: answer)

    def _may_begin_again(self) -> bool:
        """Return whether play from a chosen position may begin again: somebody may have reached it."""
        row, start = self.match.row, self.match.terms.start
        if not start:
            return True
        seated = is_seated(row.game, self.match.sitters[self.match.other(self.role)])
        return not seated and is_free(row.game, start, first_state(row.game, row.options, start))

    def _answers(self) -> Iterator[Duty]:
        takeback, draw = (self.match.pending.offers.get(what) for what in (TAKEBACK, DRAW))
        if takeback and takeback.by != self.role:
            cmd, of = f"computer-takeback-{takeback.seq}", takeback.seq
            yield self._duty(cmd, "answer", lambda _: Accept(cmd=cmd, what=TAKEBACK, of=of))
        if draw and draw.by != self.role:
            yield self._draw(f"computer-draw-{draw.seq}", draw.seq)

    def _draw(self, cmd: str, of: int) -> Duty:
        no = Decline(cmd=cmd, what=DRAW, of=of)
        if self.match.row.ply < EARLY or self._helps_elsewhere():
            return self._duty(cmd, "answer", lambda _: no)
        yes = Accept(cmd=cmd, what=DRAW, of=of)
        return self._duty(cmd, "answer", lambda result: yes if result.get("accept") else no, "draw")

    def _act(self) -> Duty:
        base = self.match.row.bases[self.role]
        cmd, state = f"computer-act-{base}", public_state(self.match, self.role)
        legal = state.legal_actions(self.role)
        if get_game(self.match.row.game).continues(legal[0]):
            drop = _next_drop(state, self.role)
            return self._duty(cmd, "drop", lambda _: Act(cmd=cmd, base=base, action=drop))
        # A failed job has no action, so play continues with any. So it does if the reply would be advice.
        fallback = Random(f"{self.match.row.public_id} {base}").choice(legal)
        if self._helps_elsewhere():
            return self._duty(cmd, "move", lambda _: Act(cmd=cmd, base=base, action=fallback))
        return self._duty(
            cmd, "move", lambda result: Act(cmd=cmd, base=base, action=result.get("action", fallback)), "act"
        )

    def _helps_elsewhere(self) -> bool:
        """Return whether a reply would help somebody in a match between two people."""
        row, state = self.match.row, public_state(self.match, self.role)
        opening = is_opening(self.match)
        others = (other for role, other in self.match.sitters.items() if role != self.role and other)
        return any(helps(other, row, state, opening=opening) for other in others)

    def _duty(self, cmd: str, pace: str, message: Callable[[Plain], Message], what: str = "") -> Duty:
        row = self.match.row
        about = {"what": what, "game": row.game, "role": self.role, "level": self.level}
        asks = about | {"facts": public_state(self.match, self.role).facts()} if what else None
        return Duty(row.public_id, self.player_id, self.role, cmd, pace, message, asks)


def public_state(match: MatchState, role: str) -> State:
    """Return the position in which ``role`` decides, as everybody saw it.

    A choice that the other player has sealed since is not in it.
    """
    if match.state.is_open:
        return match.state
    event = Event.objects.get(match=match.row, seq=match.row.bases[role])
    return get_game(match.row.game).state_from_facts(read_frame(event.frame).position.facts)


def is_opening(match: MatchState) -> bool:
    """Return whether many other games have come by the position."""
    return match.row.ply < OPENING and match.terms.usual_start


def _next_drop(state: State, role: str) -> str:
    """Return the action that drops the next shell where the rules require it."""
    ((lap, *_),) = state.ways(role).values()
    stop = str(lap[0][-1])
    return next(action for action in state.legal_actions(role) if action.split()[-1] == stop)


DROP_MS, STEP_MS = 140, 360
"""Time on the page from one sown stone to the next, and for any other step of a trace."""

LONGEST_MS, LONGEST_TIMED_MS = 6000, 2500
"""Longest motion of a decision, without and with a clock: static/boards/motion/timeline.js."""
PAUSES = {"move": (0.7, 1.5), "drop": (0.3, 0.5), "answer": (0.6, 0.9)}
"""Minimum and maximum seconds before the computer acts, once nothing moves any more."""
SHARE = 20
"""Share of its remaining time, as a divisor, that a pause may take."""


def pause(match: MatchState, duty: Duty, plies: list[dict[str, Any]]) -> timedelta:
    """Return the time from the last event, in which these plies were played, to the computer's command."""
    timed = match.clocks is not None
    moving = 0 if duty.pace == "drop" else motion_ms([ply["trace"] for ply in plies], timed=timed)
    seconds = moving / 1000 + Random(f"{duty.match} {duty.cmd}").uniform(*PAUSES[duty.pace])
    if match.clocks is not None:
        seconds = min(seconds, match.clocks.left[duty.role] / 1000 / SHARE)
    return timedelta(seconds=seconds)


def motion_ms(traces: list[Trace], *, timed: bool) -> int:
    """Return the approximate time in which the page shows these traces, in milliseconds."""
    steps = [step for trace in traces for step in trace]
    drops = sum(len(step.get("drops", ())) for step in steps)
    single = sum(step["do"] == "drop" for step in steps)
    whole: int = DROP_MS * (drops + single) + STEP_MS * (len(steps) - single)
    return min(whole, LONGEST_TIMED_MS if timed else LONGEST_MS)
