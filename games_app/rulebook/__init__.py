"""What people are told about the rules: one source for the rule card of a match and the public rules page."""

from __future__ import annotations

from collections.abc import Mapping

from .base import Choice, Line, Section, Sheet, Text
from .checkers import CHECKERS
from .congkak import CONGKAK
from .mancala import MANCALA
from .morris import MORRIS

__all__ = ["SHEETS", "Choice", "Line", "Section", "Sheet", "Text"]

SHEETS: Mapping[str, Sheet] = {sheet.slug: sheet for sheet in (MANCALA, MORRIS, CHECKERS, CONGKAK)}
