"""Match files as JSON and as text, with the same content. docs/notation.md describes both."""

from games_app.archive.notation.headers import BadNotation
from games_app.archive.notation.json_form import BadJson, path_of, read_json
from games_app.archive.notation.model import FORMAT, Entry, MatchFile, Ply
from games_app.archive.notation.parser import line_of, read
from games_app.archive.notation.pasted import is_json
from games_app.archive.notation.serializer import text

__all__ = [
    "FORMAT",
    "BadJson",
    "BadNotation",
    "Entry",
    "MatchFile",
    "Ply",
    "is_json",
    "line_of",
    "path_of",
    "read",
    "read_json",
    "text",
]
