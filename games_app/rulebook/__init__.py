"""What people are told about the rules: one source for the rule card of a match and the public rules page."""

from __future__ import annotations

from collections.abc import Mapping

from games_app.rulebook.base import Choice, Line, Section, Sheet, Text
from games_app.rulebook.checkers import CHECKERS
from games_app.rulebook.congkak import CONGKAK
from games_app.rulebook.mancala import MANCALA
from games_app.rulebook.morris import MORRIS

__all__ = ["SHEETS", "Choice", "Line", "Section", "Sheet", "Text"]

SHEETS: Mapping[str, Sheet] = {sheet.slug: sheet for sheet in (MANCALA, MORRIS, CHECKERS, CONGKAK)}
