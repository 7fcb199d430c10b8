"""Why the rules refuse an action: one code, one English sentence. The page translates by code.

Stops are named the way people write them: pit 7, d6, c3.
"""

from __future__ import annotations

from collections.abc import Mapping

SENTENCES: Mapping[str, str] = {
    # every game
    "no_such_role": "This game has no role {role}.",
    "not_an_action": "“{action}” is not an action of this game.",
    "not_a_notation": "“{notation}” is not how an action of this game is written.",
    "not_your_turn": "It is not your turn.",
    "game_over": "The game is over.",
    "no_pass": "You can't pass while there is something you can play.",
    "must_pass": "You have nothing to play: you can only pass.",
    "target_missing": "Say where to go from {start}.",
    # mancala
    "no_such_pit": "There is no pit {pit}.",
    "not_your_pit": "Pit {pit} is not yours. Yours are {first} to {last}.",
    "pit_empty": "Pit {pit} is empty. Choose one that holds stones.",
    "store_stays": "Stones in a store stay there. Choose one of your pits.",
    "put_next_pit": "Stones in your hand: {n}. Put the next one into pit {pit}.",
    "put_next_store": "Stones in your hand: {n}. Put the next one into your store.",
    "hand_empty": "Your hand is empty. Pick up the stones of one of your pits first.",
    "clear_instead": "Your opponent's pits are all empty, so nothing is sown now. Clear pit {pit} instead.",
    "pick_instead": "Your opponent still has stones, so pits can't be cleared. Pick pit {pit} instead.",
    # morris
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
    # checkers
    "no_such_cell": "There is no cell ({x}, {y}). Columns and rows go from 1 to 8.",
    "no_pawn": "There is no pawn at {cell}.",
    "not_your_pawn": "The pawn at {cell} is not yours. Choose one of your own.",
    "pawn_blocked": "The pawn at {cell} is blocked: no cell in front of it is free. Choose another.",
    "pawn_at_the_end": "The pawn at {cell} has come to the end of the board and stays. Choose another.",
    "not_a_step": "{start} to {target} is not a step. A pawn steps to the next cell diagonally forward.",
    "not_a_jump": "{start} to {target} is not a jump. A pawn jumps two cells diagonally forward.",
    "cell_taken": "There is a pawn at {cell} already. Choose an empty cell.",
    "nothing_to_jump": "There is no pawn of your opponent at {cell} to jump over.",
    "jump_first": "A jump is available at {cell}, so a move is not allowed.",
    # congkak
    "no_such_house": "There is no house {house}. Houses are numbered 1 to 14.",
    "not_your_house": "House {house} is not yours. Yours are {first} to {last}.",
    "house_empty": "House {house} is empty. Choose one that holds shells.",
    "storehouse_stays": "Shells in a storehouse stay there. Choose one of your houses.",
    "house_burnt": "House {house} is burnt in this round. Choose one that holds shells.",
    "already_chosen": "You have already chosen: waiting for the other player.",
    "opening_ended": "Your turn in the opening has ended: waiting for the other player.",
    "sown_by_itself": "Here the shells are sown by themselves. Choose a house to scoop.",
    "scoop_first": "Your hand is empty. Scoop one of your houses first.",
    "no_such_stop": "There is no house or storehouse {stop}.",
    "not_your_store": "Storehouse {store} is not yours: you leave it out. Yours is {own}.",
    "drop_next": "Shells in your hand: {n}. Drop the next one at {stop}.",
    "drop_next_or_burnt": "Shells in your hand: {n}. Drop the next one at {stop}; "
    "in a burnt house ({burnt}) it would be lost to your opponent.",
}


def sentence(code: str, args: Mapping[str, str | int]) -> str:
    """The English sentence for ``code`` with its ``args`` filled in."""
    return SENTENCES[code].format(**args)
