"""The games and their rule sets by slug, in the order of lists on pages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games_app.games import SLUGS, package, part
from games_app.games.base import Game, UnknownGame
from games_app.games.refusals import sentences


def _found() -> list[tuple[Game, ...]]:
    """Return the rule sets of each folder: ``RULE_SETS`` of its package, or ``GAME`` alone."""
    packages = list(map(package, SLUGS))
    families = [getattr(package, "RULE_SETS", None) or (package.GAME,) for package in packages]
    return sorted(families, key=lambda family: (family[0].order, family[0].slug))


FAMILIES: Mapping[str, tuple[Game, ...]] = {family[0].slug: family for family in _found()}
"""The rule sets of each game, the default first, by the slug of the game."""

GAMES: Mapping[str, Game] = {slug: family[0] for slug, family in FAMILIES.items()}
"""The default rule set of each game, by the slug of the game."""

RULE_SETS: Mapping[str, Game] = {game.slug: game for family in FAMILIES.values() for game in family}
"""All rule sets by their slugs, those of one game together."""


def meant(slug: str) -> tuple[Game, ...]:
    """Return the rule sets that a filter means: all of a game, or one. Raises UnknownGame."""
    return FAMILIES.get(slug) or (get_game(slug),)


def related(slug: str) -> list[str]:
    """Return the slugs of all rule sets of the same game; of an unknown rule set, its own."""
    if slug not in RULE_SETS:
        return [slug]
    return [game.slug for game in FAMILIES[RULE_SETS[slug].family]]


sentences()  # raises DeclaredTwice now, not at the first refused click


def get_game(slug: str) -> Game:
    """Return the rule set with this slug. Raises UnknownGame."""
    if slug not in RULE_SETS:
        raise UnknownGame(slug)
    return RULE_SETS[slug]


def of_each(module: str, what: str) -> dict[str, Any]:
    """Return ``what`` by the slugs of the rule sets for which their folder's ``module`` has it.

    The module has either a constant, such as ``SHEET``, for the default rule set, or a function of the rule
    set with the same name in lower case, ``sheet(game)``. The function returns None for one without.
    """
    parts = {slug: _part_for(slug, module, what) for slug in RULE_SETS}
    return {slug: value for slug, value in parts.items() if value is not None}


def _part_for(slug: str, module: str, what: str) -> Any:
    game = RULE_SETS[slug]
    folder_module = part(game.family, module)
    if make := getattr(folder_module, what.lower(), None):
        return make(game)
    return getattr(folder_module, what, None) if slug in GAMES else None
