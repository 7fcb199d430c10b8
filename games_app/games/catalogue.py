"""Registries of the games' modules besides the rules, by slug in catalogue order."""

from __future__ import annotations

from collections.abc import Mapping
from types import ModuleType

from games_app.games.folders import part
from games_app.games.guide import Guide
from games_app.games.registry import GAMES
from games_app.games.sample import Sample
from games_app.games.setup import Setup
from games_app.games.sheet import Sheet
from games_app.games.sowing_board import SowingBoard
from games_app.games.theme import Theme
from games_app.games.tip import Tip

Opening = tuple[str, ...]
"""Decisions in sequence, each by the role to move."""


def _modules(name: str) -> dict[str, ModuleType]:
    """The modules of this name of all games that have one."""
    return {slug: module for slug in GAMES if (module := part(slug, name))}


SHEETS: Mapping[str, Sheet] = {slug: module.SHEET for slug, module in _modules("sheet").items()}
"""The rules in words: one source for the rule card of a match and the public rules page."""

BOARDS: Mapping[str, SowingBoard] = {
    slug: module.board(GAMES[slug]) for slug, module in _modules("board").items()
}
"""Boards that are drawn from numbers. Any other game has a file, ``static/games/<slug>/board.svg``."""

GUIDES: Mapping[str, Guide] = {slug: module.GUIDE for slug, module in _modules("guide").items()}
"""Guides for people who play a game for the first time. A game may have none."""

SAMPLES: Mapping[str, Sample] = {slug: module.SAMPLE for slug, module in _modules("sample").items()}
"""A finished game for each game's slug."""

EVEN: Mapping[str, tuple[Opening, ...]] = {slug: module.EVEN for slug, module in _modules("openings").items()}
"""Openings after which neither side can force a win, for games that have them."""

THEMES: Mapping[str, tuple[Theme, ...]] = {slug: module.THEMES for slug, module in _modules("themes").items()}
"""Themes of the puzzles of each game. A game may have none."""

SETUPS: Mapping[str, Setup] = {slug: module.SETUP for slug, module in _modules("setup").items()}
"""Rules for positions that are set up by hand. A game may have none."""

TIPS: Mapping[str, tuple[Tip, ...]] = {slug: module.TIPS for slug, module in _modules("tips").items()}
"""Tips on what to look at in each game. A game without them has none."""
