"""Content of a match file: players, game, terms and every event.

This is the JSON form; the text form has the same content. It contains no hidden information.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

from msgspec import Struct

from games_app.match.event_kinds import EventKind
from games_app.match.terms import Terms
from games_app.match.wire import Series

FORMAT: Final = "quiet-table 1"
"""Name and version of the file format, the first value of a file."""

UNDECIDED, NOBODYS, DRAWN = "*", "none", "draw"
"""Results other than a winning role: unfinished, aborted or ended by a moderator, drawn."""

KINDS: Mapping[str, tuple[str, ...]] = {
    EventKind.CREATED: ("name",),
    EventKind.RENAMED: ("name",),
    EventKind.STARTED: (),
    EventKind.OPENING: (),
    EventKind.ACTED: (),
    EventKind.SEALED: (),
    EventKind.UNSEALED: ("to",),
    EventKind.OFFERED: ("offer", "minutes"),
    EventKind.DECLINED: ("offer",),
    EventKind.WITHDRAWN: ("offer",),
    EventKind.TAKEN_BACK: ("to",),
    EventKind.TIME_GIVEN: ("given",),
    EventKind.PAUSED: ("minutes",),
    EventKind.CONTINUED: (),
    EventKind.HOLIDAY: ("until",),
    EventKind.GONE: (),
    EventKind.CAME_BACK: (),
    EventKind.RESUMED: (),
    EventKind.OUTAGE: ("delay",),
    EventKind.OPENED_TO: (),
    EventKind.NEARBY: (),
    EventKind.TIPPED: (),
    EventKind.FORGOTTEN: (),
    EventKind.RESEATED: (),
    EventKind.RESIGNED: (),
    EventKind.AGREED: (),
    EventKind.FLAGGED: (),
    EventKind.CLAIMED: (),
    EventKind.ABORTED: (),
    EventKind.ABANDONED: (),
    EventKind.NO_SHOW: (),
    EventKind.ENDED: (),
}
"""Event -> its fields besides role, time and plies. Events after the end (a rematch) are left out."""

MARKS: Mapping[str, tuple[str, str]] = {
    EventKind.ACTED: ("", ""),
    EventKind.SEALED: ("(", ")"),
    EventKind.OPENING: ("<", ">"),
}
"""Brackets around an action in the text form: none, sealed in secret, opening drawn by lot."""


class EntryPly(Struct, frozen=True):
    """One applied action; ``n`` is its number in the match, which also counts plies taken back."""

    n: int
    role: str
    action: str


class Entry(Struct, frozen=True, omit_defaults=True):
    """One event, as in docs/protocol.md."""

    what: str
    at: int
    """Milliseconds since 1970 (UTC)."""
    role: str = ""
    plies: tuple[EntryPly, ...] = ()
    """The player's ply and those that the server played after it (``acted``, ``sealed``, ``opening``).
    ``sealed`` has only the player's ply, and none until it has been revealed."""
    to: int | None = None
    """The ply to whose position the match returned (``taken_back``, ``unsealed``)."""
    name: str = ""
    """The player's new name (``created``, ``renamed``)."""
    offer: str = ""
    """The kind of offer (``offered``, ``declined``, ``withdrawn``)."""
    given: int = 0
    """Milliseconds added to a clock (``time_given``)."""
    minutes: int = 0
    """Length of a pause (``paused``, and ``offered`` of a pause)."""
    until: int = 0
    """End of a holiday (``holiday``), in milliseconds since 1970 (UTC)."""
    delay: int = 0
    """Milliseconds by which every deadline was postponed (``outage``)."""
    comment: str = ""


class MatchFile(Struct, frozen=True, kw_only=True):
    """A match with everything that is needed to replay it."""

    format: Literal["quiet-table 1"] = FORMAT
    site: str
    """URL of the site where it was played."""
    match: str
    game: str
    rules: int
    """The version of the game's rules."""
    options: dict[str, str]
    terms: Terms
    players: dict[str, str]
    """Role -> name, in the order of the game's roles."""
    levels: dict[str, str] = {}
    """Role -> level of the computer that played it."""
    began: int
    """Milliseconds since 1970 (UTC)."""
    result: str
    """The role that won, "draw", "none" if aborted or ended by a moderator, or "*" if unfinished."""
    how: str = ""
    """The reason for the end, as in docs/protocol.md; empty for an unfinished match."""
    goals: dict[str, int] | None = None
    """Role -> points from 0 to 100, if the rules ended the match."""
    series: Series | None = None
    entries: tuple[Entry, ...]
