"""Precedence: whether a finished match had come to a position without any help for a running one."""

from __future__ import annotations

from functools import cached_property

from games_app.engine.analyse import likeness
from games_app.lib.clock import ms
from games_app.models import Match
from games_app.rules import State, get_game
from games_app.services.engine.standing import Standing
from games_app.services.engine.turns import turns

NEVER = 2**63


class Timeline:
    """The positions of a finished match, and when it came to them."""

    def __init__(self, row: Match) -> None:
        self._row = row

    def is_before(self, state: State, running: Standing) -> bool:
        """Return whether this match had come to ``state`` without any help for the running one, near it now.

        It came there before the running match stood a move and a reply from where it stands now: what the
        engine said then was free. Or the running match follows it, and came later to each of its last
        positions. An imported match, whose times anybody can write, must have been here before the other.
        """
        if self._row.origin is not None:
            return self._row.pk < running.match
        steps = running.last_steps
        if not steps:
            return False
        came = self._came_to(likeness(state))
        return came < steps[0].at or all(self._came_to(like) < at for like, at in steps)

    def _came_to(self, like: int | None) -> int:
        return NEVER if like is None else self._came.get(like, NEVER)

    @cached_property
    def _came(self) -> dict[int, int]:
        """Times, by the likeness of the position, in milliseconds."""
        end = get_game(self._row.game).state_from_facts(self._row.facts)
        befores = [(turn.before, turn.came) for turn in turns(self._row) if turn.before is not None]
        line = [*befores, (end, ms(self._row.acted_at))]
        likes = [(likeness(state), at) for state, at in reversed(line)]
        return {like: at for like, at in likes if like is not None}
