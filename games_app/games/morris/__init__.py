"""Nine Men's Morris, and the rule sets of it that are played elsewhere."""

from __future__ import annotations

from games_app.games.morris.rules import Morris
from games_app.games.morris.standard import Parameters, Standard

GAME = Morris()

RULE_SETS = (
    GAME,
    Standard(name="Standard morris", parameters=Parameters("morrisstandard")),
    Standard(name="Morris without flying", parameters=Parameters("morriswalking", flies=False)),
    Standard(name="Twelve men's morris", parameters=Parameters("morristwelve", stones=12, diagonals=True)),
)

REFUSALS = {
    "no_such_point": "There is no point {point}.",
    "point_taken": "There is a stone at {point} already. Choose an empty point.",
    "point_empty": "There is no stone at {point}.",
    "not_your_stone": "The stone at {point} is not yours. Move one of your own.",
    "your_own_stone": "The stone at {point} is your own. Remove one of your opponent's.",
    "not_a_neighbour": "{target} is not next to {start}. A stone moves along a line to the next point.",
    "stone_blocked": "The stone at {point} is blocked: no point next to it is empty. Move another.",
    "place_first": "Stones you still have to place: {n}. Place them all before you move one.",
    "all_placed": "All your stones are placed. Move one of them.",
    "remove_first": "You closed a mill, so first remove a stone of your opponent.",
    "no_mill_closed": "You can remove a stone only after closing a mill.",
    "stone_in_mill": "The stone at {point} is in a mill. Remove one that is in none.",
    "all_in_mills": "You closed a mill, but there is no stone outside a mill to remove. You can only pass.",
    "stones_too_many": "{mover} has {n} stones. Each side has nine at the most.",
    "lost_too_many": "{mover} can't have lost so many stones yet ({n}): too few mills can have been closed.",
    "white_places_next": "White is to place a stone, so both sides must have the same number left to place.",
    "black_places_next": "Black is to place a stone, so Black must have one more left to place than White.",
    "too_few_stones": "One side must have at least three stones on the board.",
    "two_stones": "Each side must have at least three stones. Only the side to move may have two.",
}
"""The reasons for refusals that only this game has: a sentence for each code."""
