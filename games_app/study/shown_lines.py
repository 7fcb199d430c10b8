"""Lines that people show everybody in a shared review: what they have tried while they looked around."""

from __future__ import annotations

from datetime import datetime

from games_app.lib.refusals import Refusal, Refused
from games_app.models import Match, Player
from games_app.study.places import place_at
from games_app.study.shared_reviews import changing, must_be_admitted, must_take_part
from games_app.study.tried_moves import Path

MOST_LINES = 6
"""Maximum number of people whose lines are shown, one line each; the oldest goes."""
MOST_OF_A_LINE = 40
"""Maximum number of moves in a line that is shown, so that six of them are about 7 kB."""


def show_line(match: Match, by: Player, ply: int, path: Path, address: str, now: datetime) -> None:
    """Show everybody a line of moves; it replaces the one that the person showed before. Raises Refused.

    ``address``: rate limit key of the person.
    """
    if not 0 < len(path) <= MOST_OF_A_LINE:
        raise Refused(Refusal("no_shared_review.line", {"most": MOST_OF_A_LINE}))
    must_be_admitted(by, address, now, draws=True)
    place_at(match, ply, path)
    with changing(match) as row:
        others = [line for line in row.lines if line[0] != by.pk]
        row.lines = [*others, [by.pk, ply, [list(decision) for decision in path]]][-MOST_LINES:]


def remove_line(match: Match, by: Player, whose: str) -> None:
    """Remove one's own line, or as the leader or a player that of anybody, by public id. Raises Refused."""
    with changing(match) as row:
        if whose != by.public_id:
            must_take_part(row, by)
        author = Player.objects.filter(public_id=whose).values_list("pk", flat=True).first()
        row.lines = [line for line in row.lines if line[0] != author]
