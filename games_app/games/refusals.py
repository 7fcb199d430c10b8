"""Reasons why the rules refuse an action: a code and an English sentence each. Pages translate by code.

Sentences name stops in notation: pit 7, d6, c3. Each game's own sentences are in its ``refusals`` module.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from games_app.games.folders import SLUGS, part

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
}
"""Sentences of every game."""


@cache
def sentences() -> Mapping[str, str]:
    """All sentences by code: a code means the same in every game."""
    found = dict(SHARED)
    for slug in SLUGS:
        found |= own_sentences(slug)
    return found


def own_sentences(slug: str) -> Mapping[str, str]:
    """The sentences that only this game has."""
    own: Mapping[str, str] = getattr(part(slug, "refusals"), "SENTENCES", {})
    return own


def sentence(code: str, args: Mapping[str, str | int]) -> str:
    """The English sentence for ``code`` with its ``args`` filled in."""
    return sentences()[code].format(**args)
