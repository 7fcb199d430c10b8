"""What is written down of a match: who played what, under which terms, and every event of it.

This is the JSON form; the text form says the same. Nothing in it is anybody's secret.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

from msgspec import Struct

from games_app.services.state.terms import Terms
from games_app.services.state.wire import Series

FORMAT: Final = "quiet-table 1"
"""The first word of a file, and the version of its form."""

UNDECIDED, NOBODYS, DRAWN = "*", "none", "draw"
"""Results that are no role: the match goes on; it was aborted; neither won."""

KINDS: Mapping[str, tuple[str, ...]] = {
    "created": ("name",),
    "renamed": ("name",),
    "started": (),
    "opening": (),
    "acted": (),
    "sealed": (),
    "unsealed": ("to",),
    "offered": ("offer",),
    "declined": ("offer",),
    "withdrawn": ("offer",),
    "taken_back": ("to",),
    "time_given": ("given",),
    "gone": (),
    "came_back": (),
    "resumed": (),
    "outage": ("delay",),
    "opened_to": (),
    "forgotten": (),
    "resigned": (),
    "agreed": (),
    "flagged": (),
    "claimed": (),
    "aborted": (),
    "no_show": (),
}
"""Every event that is written down, and what it says beside who, when and which plies. What happens after the
end (a rematch) is not."""

MARKS = {"acted": ("", ""), "sealed": ("(", ")"), "opening": ("<", ">")}
"""How the text tells the decisions apart: made in secret, and drawn by lot."""


class Ply(Struct, frozen=True):
    """One applied action; ``n`` is its number in the match, also where some before it were taken back."""

    n: int
    role: str
    action: str


class Entry(Struct, frozen=True, omit_defaults=True):
    """One event, as in docs/protocol.md."""

    what: str
    at: int
    """Milliseconds since 1970 (UTC)."""
    role: str = ""
    plies: tuple[Ply, ...] = ()
    """With ``acted``, ``sealed`` and ``opening``: the own ply and those that the server played after it. A
    sealed one has only its own, and none as long as it has not been opened."""
    to: int | None = None
    """With ``taken_back`` and ``unsealed``: the ply after which the match stands again."""
    name: str = ""
    """With ``created`` and ``renamed``: the name taken."""
    offer: str = ""
    """With ``offered``, ``declined`` and ``withdrawn``: of what kind."""
    given: int = 0
    """With ``time_given``: milliseconds."""
    delay: int = 0
    """With ``outage``: the milliseconds by which every deadline was put off."""
    comment: str = ""


class MatchFile(Struct, frozen=True, kw_only=True):
    """A match."""

    format: Literal["quiet-table 1"] = FORMAT
    site: str
    """The address of the site where it was played."""
    match: str
    game: str
    rules: int
    """The version of the game's rules."""
    options: dict[str, str]
    terms: Terms
    players: dict[str, str]
    """Role -> name, in the order of the game's roles."""
    began: int
    """Milliseconds since 1970 (UTC)."""
    result: str
    """The role that won, "draw", "none" for an aborted match, or "*" while it is going on."""
    how: str = ""
    """Why it ended, as in docs/protocol.md; empty while it is going on."""
    series: Series | None = None
    entries: tuple[Entry, ...]
