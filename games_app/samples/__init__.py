"""One finished game of each kind, kept as the actions people took and replayed through the rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from games_app.rules import State, get_game
from games_app.rules_service import Accepted, play
from games_app.samples.games import WRITTEN
from games_app.services.commands.play import winner
from games_app.services.state.positions import open_position

Frame = dict[str, Any]

GLIMPSE = 0.3
"""How far into its game a board is first shown: with something on it."""


@dataclass(frozen=True)
class Sample:
    """``decisions`` are in the game's notation; what is forced is left out.

    Where both sides choose at once, the decisions alternate between them, the first role's first.
    """

    slug: str
    options: Mapping[str, str]
    decisions: tuple[str, ...]

    @property
    def beginning(self) -> State:
        return get_game(self.slug).initial_state(**self.options)

    def played(self) -> Iterator[Accepted]:
        """The decisions one after the other."""
        state = self.beginning
        for written in self.decisions:
            accepted = play(state, state.to_move[0], get_game(self.slug).action(written))
            yield accepted
            state = accepted.state

    def frames(self) -> list[Frame]:
        """{"plies", "position"} after every decision; the first frame is the beginning, without plies."""
        ply = 0
        shown: list[Frame] = [{"plies": [], "position": _to_look_at(self.beginning)}]
        for accepted in self.played():
            plies = [
                {"n": n, "role": one.role, "action": one.action, "trace": one.trace}
                for n, one in enumerate(accepted.plies, ply + 1)
            ]
            ply += len(plies)
            shown.append({"plies": plies, "position": _to_look_at(accepted.state)})
        return shown

    @cached_property
    def glimpse(self) -> tuple[int, dict[str, Any]]:
        """A frame from the game, by its number, and the position there."""
        frames = self.frames()
        place = round((len(frames) - 1) * GLIMPSE)
        return place, frames[place]["position"]

    @cached_property
    def winner(self) -> str:
        """Who wins; empty for a draw."""
        *_, last = self.played()
        return winner(last.state)


def _to_look_at(state: State) -> dict[str, Any]:
    """The position without what would be legal, which nobody can play here."""
    return open_position(state) | {"legal": {}}


SAMPLES: Mapping[str, Sample] = {
    slug: Sample(slug, options, tuple(text.split())) for slug, (options, text) in WRITTEN.items()
}
