"""The scoop step of a sowing, which includes all its relays.

A turn can relay eighty times in one ply. With one whole step for each relay its trace would reach six
kilobytes, so they stay within the step of the scoop that led to them: ``relays`` lists their drops, one list
each, and is left out where nothing relays. A relay takes up all shells of the stop where the list before it
ended, as many as it has drops; in the simultaneous opening its first drop falls one tick after that list's
last one.
"""

from __future__ import annotations

from collections.abc import Iterator

from games_app.games import trace
from games_app.games.base import Step, Trace
from games_app.games.congkak.rules.board import NAMES, NORTH, ROLES
from games_app.games.trace import Stop

Drops = list[list[Stop]]


def begin(side: int, house: int, n: int, tick: int | None = None) -> Step:
    """The step of a scoop that a player chose; its drops are still to be added."""
    return trace.scoop(ROLES[side], NAMES[house], n, (), tick)


def relay(step: Step) -> Drops:
    """Add an empty relay to ``step`` and return its list of drops."""
    drops: Drops = []
    step.setdefault("relays", []).append(drops)
    return drops


def complete(steps: Trace) -> Trace:
    """The same trace with one whole scoop step for each relay, all in the order in which it happens."""
    full = [each for step in steps for each in _scoops(step)]
    ticked = [step for step in full if "tick" in step]
    return (*sorted(ticked, key=_moment), *(step for step in full if "tick" not in step))


def _scoops(step: Step) -> Iterator[Step]:
    if "relays" not in step:
        yield step
        return
    start, tick = step["from"], step.get("tick")
    for drops in (step["drops"], *step["relays"]):
        yield trace.scoop(step["role"], start, len(drops), drops, tick)
        start = drops[-1][0]
        if tick is not None:
            tick += len(drops)


def _moment(step: Step) -> tuple[int, bool]:
    """The sort key of a step: tick, then south first. Shells are taken up a tick before the first falls."""
    tick = step["tick"] - 1 if step["do"] == "scoop" else step["tick"]
    return tick, step["role"] == ROLES[NORTH]
