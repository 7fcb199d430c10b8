"""A match written down: one shape, as JSON and as text. docs/notation.md describes both to readers."""

from .reading import BadNotation, read
from .shape import FORMAT, Entry, Ply, Written
from .writing import text

__all__ = ["FORMAT", "BadNotation", "Entry", "Ply", "Written", "read", "text"]
