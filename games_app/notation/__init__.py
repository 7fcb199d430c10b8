"""Match files as JSON and as text, with the same content. docs/notation.md describes both."""

from games_app.notation.model import FORMAT, Entry, MatchFile, Ply
from games_app.notation.parser import BadNotation, read
from games_app.notation.serializer import text

__all__ = ["FORMAT", "BadNotation", "Entry", "MatchFile", "Ply", "read", "text"]
