"""Versions of the rules: a match is read only by the version under which it is played."""

from __future__ import annotations

from functools import reduce
from operator import or_

from django.db.models import Q

from games_app.lib.refusals import Refusal
from games_app.models import Match
from games_app.rules import RULE_SETS, Game, get_game

KNOWN = reduce(or_, (Q(game=game.slug, rules_version=game.version) for game in RULE_SETS.values()))
"""Condition for matches whose rules are known here."""


class UnknownRules(ValueError):
    """Raised for a match under rules that this version of the site doesn't have."""

    def __init__(self, game: Game, version: int) -> None:
        versions = {"rules": version, "version": game.version}
        self.refusal = Refusal("unknown_rules", versions | {"name": game.name})
        super().__init__(self.refusal)

    def __str__(self) -> str:
        return self.refusal.message


def are_known(row: Match) -> bool:
    """Return whether the rules of this match are known here. Raises UnknownGame."""
    return row.rules_version == get_game(row.game).version


def rules(slug: str, version: int) -> Game:
    """Return the game with this version of its rules. Raises UnknownGame and UnknownRules."""
    game = get_game(slug)
    if version != game.version:
        raise UnknownRules(game, version)
    return game
