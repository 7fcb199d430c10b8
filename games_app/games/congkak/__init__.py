"""Congkak (congklak, dakon, sungka): the mancala of Southeast Asia, with sealed openings and burnt houses."""

from __future__ import annotations

from games_app.games.congkak.parameters import SHEET, Parameters
from games_app.games.congkak.rules import Congkak

GAME = Congkak("congkak", name="Congkak", parameters=SHEET)

RULE_SETS = (
    GAME,
    Congkak(
        "sungka",
        name="Sungka",
        parameters=Parameters(clockwise=False, stores_alone=False, passes=True, starter="winner"),
    ),
    Congkak(
        "dakon",
        name="Dakon",
        parameters=Parameters(
            clockwise=False, stores_alone=False, fills_from_store=False, starter="winner", at_once=False
        ),
    ),
    Congkak(
        "ohvalhu",
        name="Ohvalhu",
        parameters=Parameters(8, 8, clockwise=False, passes=True, fills_from_store=False, at_once=False),
    ),
    Congkak(
        "congkakriau",
        name="Congkak Riau",
        parameters=Parameters(
            stores_alone=False, starter="empty", at_once=False, captures_go_on=True, after_lap=True
        ),
    ),
    Congkak("congkak5", name="Congkak 5x5", parameters=Parameters(5, 5)),
    Congkak("congkak6", name="Congkak 6x6", parameters=Parameters(6, 6)),
    Congkak("congkak9", name="Congkak 9x9", parameters=Parameters(9, 9)),
)

REFUSALS = {
    "no_such_house": "There is no house {house}. Houses are numbered 1 to {last}.",
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
    "shells_missing": "Shells on the board: {n} of {total}. Add {missing}.",
    "shells_left_over": "Shells on the board: {n} of {total}. Take {over} away.",
    "round_is_over": "No house holds a shell, so the round is over. Put shells into the houses.",
    "nothing_to_scoop": "{mover} has no shell in its houses. Let the other side move, or put some there.",
    "goes_on_by_its_store": "The other side's houses are empty. {mover} can only be on turn after a shell has"
    " come into its storehouse, so put one there.",
    "burnt_in_one_round": "In a match of one round no house is burnt.",
    "burnt_out_of_order": "Houses of one side burn in their order: from {south} on for South, from {north} on"
    " for North.",
    "burnt_whole_row": "A side whose houses are all burnt has lost the match.",
    "store_too_small": "With these burnt houses, {mover}'s storehouse must hold at least {n}.",
}
"""The reasons for refusals that only this game has: a sentence for each code."""
