"""Match files as JSON and as text, with the same content, and in notations of other programs.

docs/notation.md describes them.
"""

from games_app.archive.notation.headers import BadNotation
from games_app.archive.notation.model import FORMAT, Entry, EntryPly, MatchFile
from games_app.archive.notation.parser import BadJson, is_json, is_portable, line_of, path_of, read, read_json
from games_app.archive.notation.portable_reader import read_portable
from games_app.archive.notation.portable_writer import portable_text
from games_app.archive.notation.serializer import text

__all__ = [
    "FORMAT",
    "BadJson",
    "BadNotation",
    "Entry",
    "EntryPly",
    "MatchFile",
    "is_json",
    "is_portable",
    "line_of",
    "path_of",
    "portable_text",
    "read",
    "read_json",
    "read_portable",
    "text",
]
