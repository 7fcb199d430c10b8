"""The scoop steps of a sowing: in full where a role begins, short where it relays.

A turn can relay seventy times in one ply. So that its trace stays small, a relay leaves out what can be read
from the steps before it: a scoop without ``from`` is a relay. It takes up all shells of the stop at which the
same role's last scoop ended: that is its ``from``, the number of its drops is its ``n``, and, in the
simultaneous opening, its ``tick`` is the one after that scoop's last drop. Without ``role`` it is that of
the step before.
"""

from __future__ import annotations

from collections.abc import Sequence

from games_app.rules import trace
from games_app.rules.base import Step, Trace
from games_app.rules.trace import Stop

from .board import NAMES, ROLES


def begin(side: int, house: int, n: int, tick: int | None = None) -> Step:
    """The first scoop of a side; its drops are still to be added."""
    return trace.scoop(ROLES[side], NAMES[house], n, (), tick)


def relay(side: int, before: Sequence[Step]) -> Step:
    """A further scoop of a side, short, after the steps ``before``; its drops are still to be added."""
    role = ROLES[side]
    last = next(step["role"] for step in reversed(before) if "role" in step)
    return {"do": "scoop", "drops": []} if last == role else {"do": "scoop", "role": role, "drops": []}


def complete(steps: Trace) -> Trace:
    """The same steps with every relay in full, as ``trace.scoop`` gives them."""
    full: list[Step] = []
    scoops: dict[str, Step] = {}
    for given in steps:
        step = given
        if step["do"] == "scoop":
            if "from" not in step:
                role = step.get("role") or full[-1]["role"]
                step = _in_full(role, step["drops"], scoops[role])
            scoops[step["role"]] = step
        full.append(step)
    return tuple(full)


def _in_full(role: str, drops: list[tuple[Stop, int]], last: Step) -> Step:
    tick = last["tick"] + last["n"] if "tick" in last else None
    return trace.scoop(role, last["drops"][-1][0], len(drops), drops, tick)
