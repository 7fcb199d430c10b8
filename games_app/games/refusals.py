"""Reasons why the rules refuse an action: a code and an English sentence each. Pages translate by code.

Sentences name stops in notation: pit 7, d6, c3. Each game's own sentences are ``REFUSALS`` of its package.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from games_app.games import SLUGS, package

SHARED: Mapping[str, str] = {
    "no_such_role": "This game has no role {role}.",
    "not_an_action": "“{action}” is not an action of this game.",
    "not_a_notation": "“{notation}” is not how an action of this game is written.",
    "not_your_turn": "It is not your turn.",
    "game_over": "The game is over.",
    "no_pass": "You can't pass while there is something you can play.",
    "must_pass": "You have nothing to play: you can only pass.",
    "target_missing": "Say where to go from {start}.",
    "impossible": "No game comes to this position.",
    "no_such_pit": "There is no pit {pit}.",
    "not_your_pit": "Pit {pit} is not yours. Yours are {first} to {last}.",
    "pit_empty": "Pit {pit} is empty. Choose one that holds stones.",
    "not_your_house": "House {house} is not yours. Yours are {first} to {last}.",
    "house_empty": "House {house} is empty. Choose one that holds shells.",
}
"""Sentences of every game, and of all that sow: stones into pits, or shells into houses."""


class DeclaredTwice(ValueError):
    """Raised if two games declare one code, or a game one of ``SHARED``."""


@cache
def sentences() -> Mapping[str, str]:
    """All sentences by code: a code means the same in every game. Raises DeclaredTwice."""
    return collected({slug: own_sentences(slug) for slug in SLUGS})


def collected(by_game: Mapping[str, Mapping[str, str]]) -> Mapping[str, str]:
    """Return the shared sentences and those of the games, each declared once. Raises DeclaredTwice."""
    sentences = dict(SHARED)
    declared = dict.fromkeys(SHARED, "games_app/games/refusals.py")
    for slug, own in by_game.items():
        for code, text in own.items():
            if code in declared:
                raise DeclaredTwice(
                    f"The refusal {code} is declared by {declared[code]} and by {slug}. A code has one"
                    " sentence for all games: use the shared one, move it to SHARED, or choose another code."
                )
            sentences[code], declared[code] = text, slug
    return sentences


def own_sentences(slug: str) -> Mapping[str, str]:
    """The sentences that only this game has."""
    own: Mapping[str, str] = getattr(package(slug), "REFUSALS", {})
    return own


def sentence(code: str, args: Mapping[str, str | int]) -> str:
    """The English sentence for ``code`` with its ``args`` filled in."""
    return sentences()[code].format(**args)
