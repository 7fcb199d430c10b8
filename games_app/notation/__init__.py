"""A match written down: one shape, as JSON and as text. docs/notation.md describes both to readers."""

from games_app.notation.model import FORMAT, Entry, MatchFile, Ply
from games_app.notation.reading import BadNotation, read
from games_app.notation.writing import text

__all__ = ["FORMAT", "BadNotation", "Entry", "MatchFile", "Ply", "read", "text"]
