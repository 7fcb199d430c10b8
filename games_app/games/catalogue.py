"""Registries of the games' modules besides the rules, by slug of the rule set in catalogue order.

``of_each`` says how a module offers its part for one rule set or for several.
"""

from __future__ import annotations

from collections.abc import Mapping

from games_app.games.course import Course
from games_app.games.guide import Guide, Sample
from games_app.games.motifs import Motif
from games_app.games.portable import Portable
from games_app.games.registry import of_each
from games_app.games.schema import GameSchema
from games_app.games.setup import Setup
from games_app.games.sheet import Sheet
from games_app.games.sowing_board import SowingBoard
from games_app.games.tactics import Theme, Tip

Opening = tuple[str, ...]
"""Decisions in sequence, each by the role to move."""


SHEETS: Mapping[str, Sheet] = of_each("sheet", "SHEET")
"""The rules in words: one source for the rule card of a match and the public rules page."""

SCHEMAS: Mapping[str, GameSchema] = of_each("schema", "SCHEMA")
"""The facts and actions as programs read and write them; docs/facts.md is made from them."""

BOARDS: Mapping[str, SowingBoard] = of_each("board", "BOARD")
"""Boards that are drawn from numbers. Any other game has a file, ``static/games/<slug>/board.svg``."""

GUIDES: Mapping[str, Guide] = of_each("guide", "GUIDE")
"""Guides for people who play a game for the first time. A game may have none."""

COURSES: Mapping[str, Course] = of_each("course", "COURSE")
"""Lessons of strategy. A game may have none."""

SAMPLES: Mapping[str, Sample] = of_each("guide", "SAMPLE")
"""A finished game for each game's slug. Only the default rule set of a game must have one."""

EVEN: Mapping[str, tuple[Opening, ...]] = of_each("setup", "EVEN")
"""Openings after which neither side can force a win, for games that have them."""

THEMES: Mapping[str, tuple[Theme, ...]] = of_each("tactics", "THEMES")
"""Themes of the puzzles of each game. A game may have none."""

PORTABLE: Mapping[str, Portable] = of_each("portable", "PORTABLE")
"""Notations of other programs. A game may have none."""

SETUPS: Mapping[str, Setup] = of_each("setup", "SETUP")
"""Rules for positions that are set up by hand. A game may have none."""

TIPS: Mapping[str, tuple[Tip, ...]] = of_each("tactics", "TIPS")
"""Tips on what to look at in each game. A game without them has none."""

MOTIFS: Mapping[str, tuple[Motif, ...]] = of_each("tactics", "MOTIFS")
"""Motifs that claims about each game name. A game may have none: its reasons show the better line alone."""
