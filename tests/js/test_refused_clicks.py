"""Questions of the board about refused clicks: the rules have a true answer to each."""

from __future__ import annotations

import random

import pytest

from games_app.drawing import board
from games_app.games.rules import GAMES, IllegalAction, State
from tests.js.node import node_output

CLICKS = """
import { GAMES } from "./games.mjs";
import { candidates, select } from "../../static/boards/input/selection.js";
let given = "";
for await (const part of process.stdin) given += part;
const { slug, stops, positions } = JSON.parse(given);
const game = GAMES[slug];
const refusedAt = (position) => {
  const movers = position.to_move;
  const all = candidates(game, position, movers);
  const begun = all.filter(({ path }) => path.length > 1).map(({ path }) => [path[0]]);
  const clicks = [[], ...begun.slice(0, 2)].flatMap((chosen) => stops.map((stop) => [chosen, stop]));
  return clicks.map(([chosen, stop]) => select(game, position, movers, chosen, stop).refused).filter(Boolean);
};
console.log(JSON.stringify(positions.map(refusedAt)));
"""

REASONS = {
    "mancala": {"not_your_pit", "pit_empty", "store_stays"},
    "morris": {
        *("point_taken", "point_empty", "not_your_stone", "your_own_stone", "stone_in_mill"),
        *("stone_blocked", "not_a_neighbour"),
    },
    "checkers": {
        *("no_pawn", "not_your_pawn", "pawn_blocked", "pawn_at_the_end", "not_a_step", "not_a_jump"),
        *("cell_taken", "nothing_to_jump", "jump_first"),
    },
    "congkak": {"not_your_house", "house_empty", "house_burnt", "storehouse_stays"},
}
"""Permitted answers to a refused click. Any other would be about an action that the person did not mean."""


def positions_of(slug: str) -> list[State]:
    """Return positions of some random games, to their end or far into their second round."""
    found = []
    for seed in range(4):
        dice, state = random.Random(seed), GAMES[slug].initial_state()
        for _ in range(160):
            if state.is_terminal:
                break
            role = dice.choice(state.to_move)
            if not state.forced():
                found.append(state)
            state = state.apply(role, dice.choice(state.legal_actions(role)))
    return found


def refused_clicks(slug: str, states: list[State]) -> list[list[dict[str, str]]]:
    stops = list(board(slug).plan.stops)
    positions = [
        {
            "facts": state.facts(),
            "to_move": state.to_move,
            "legal": {role: state.legal_actions(role) for role in state.to_move},
        }
        for state in states
    ]
    (clicks,) = node_output(CLICKS, {"slug": slug, "stops": stops, "positions": positions})
    return list(clicks)


@pytest.mark.parametrize("slug", REASONS)
def test_every_click_in_vain_has_a_reason_that_fits_it(slug):
    states = positions_of(slug)
    given = set()
    for state, clicks in zip(states, refused_clicks(slug, states), strict=True):
        for click in clicks:
            with pytest.raises(IllegalAction) as refusal:
                state.apply(click["role"], click["action"])
            given.add(refusal.value.code)
    assert given == REASONS[slug]
