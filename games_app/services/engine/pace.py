"""The computer's pace: it waits until its opponent has seen what happened, and then takes its time."""

from __future__ import annotations

from datetime import timedelta
from random import Random
from typing import Any

from games_app.games.base import Trace
from games_app.services.engine.opponent import Duty
from games_app.services.state.match_state import MatchState

DROP_MS, STEP_MS = 140, 360
"""Time on the page from one stone out of a hand to the next, and of any other step of a trace."""
LONGEST_MS, LONGEST_TIMED_MS = 6000, 2500
"""Longest motion of a decision, without and with a clock: static/boards/motion/timeline.js."""
PAUSES = {"move": (0.7, 1.5), "drop": (0.3, 0.5), "answer": (0.6, 0.9)}
"""Least and most seconds before what the computer does, once nothing moves any more."""
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
    """Return about how long the page takes to show these traces, in milliseconds."""
    steps = [step for trace in traces for step in trace]
    drops = sum(len(step.get("drops", ())) for step in steps)
    single = sum(step["do"] == "drop" for step in steps)
    whole: int = DROP_MS * (drops + single) + STEP_MS * (len(steps) - single)
    return min(whole, LONGEST_TIMED_MS if timed else LONGEST_MS)
