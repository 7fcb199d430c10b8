"""Sentences of the refusals that only congkak has, by code."""

from __future__ import annotations

from collections.abc import Mapping

SENTENCES: Mapping[str, str] = {
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
