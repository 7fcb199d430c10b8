"""Sentences of the refusals that only congkak has, by code."""

from __future__ import annotations

from collections.abc import Mapping

SENTENCES: Mapping[str, str] = {
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
