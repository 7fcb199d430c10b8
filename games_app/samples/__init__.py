"""One finished game of each kind, kept as the actions people took and replayed through the rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from ..rules import State, get_game
from ..rules_service import play
from .games import WRITTEN

Frame = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Sample:
    """``decisions`` are in the game's notation; what is forced is left out."""

    game: str
    decisions: tuple[str, ...]
    options: Mapping[str, str] = field(default_factory=dict)


SAMPLES: Mapping[str, Sample] = {
    slug: Sample(slug, tuple(text.split()), options) for slug, (options, text) in WRITTEN.items()
}


def frames(sample: Sample) -> list[Frame]:
    """{"plies", "position"} after every decision; the first frame is the beginning, without plies.

    Where both sides choose at once, the decisions alternate between them, first role first.
    """
    game = get_game(sample.game)
    state = game.initial_state(**sample.options)
    ply = 0
    shown: list[Frame] = [{"plies": [], "position": _position(state, ply)}]
    for written in sample.decisions:
        accepted = play(state, state.to_move[0], game.action(written))
        state = accepted.state
        plies = [
            {"n": n, "role": one.role, "action": one.action, "trace": one.trace}
            for n, one in enumerate(accepted.plies, ply + 1)
        ]
        ply += len(plies)
        shown.append({"plies": plies, "position": _position(state, ply)})
    return shown


@cache
def ending(slug: str) -> dict[str, int]:
    """The goals that the sample game of this kind ends with."""
    sample = SAMPLES[slug]
    game = get_game(slug)
    state = game.initial_state(**sample.options)
    for written in sample.decisions:
        state = play(state, state.to_move[0], game.action(written)).state
    return state.goals()


def _position(state: State, ply: int) -> dict[str, Any]:
    legal = {role: state.legal_actions(role) for role in state.to_move}
    return {"facts": state.facts(), "to_move": state.to_move, "legal": legal, "ply": ply}
