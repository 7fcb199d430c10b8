"""The computer's levels in words. To rename a level, change its line: records keep its slug."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from django.utils.translation import gettext_lazy
from django.utils.translation import gettext_noop as _

from games_app.games.sheet import Text


class LevelWords(NamedTuple):
    """How a form describes a level, and the English name under which it plays."""

    description: str
    name: str


LEVEL_WORDS: Mapping[str, LevelWords] = {
    "beginner": LevelWords(_("Beginner: often plays the first thing it sees"), name="Computer (Beginner)"),
    "easy": LevelWords(_("Easy: looks at its own next move"), name="Computer (Easy)"),
    "medium": LevelWords(_("Medium: looks at your answer too"), name="Computer (Medium)"),
    "hard": LevelWords(_("Hard: looks several moves ahead"), name="Computer (Hard)"),
    "expert": LevelWords(_("Expert: looks far ahead"), name="Computer (Expert)"),
    "master": LevelWords(_("Master: as well as it can"), name="Computer (Master)"),
}
"""Keyed by the slug of the level, which never changes."""


def computer_name(level: str) -> str:
    """Return the English name under which a level plays, such as "Computer (Easy)"."""
    return LEVEL_WORDS[level].name


def shown_name(name: str, level: str) -> Text:
    """Return the name of a player in the reader's language; ``level`` is empty for a person."""
    return gettext_lazy(computer_name(level)) if level in LEVEL_WORDS else name
