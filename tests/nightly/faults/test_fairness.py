"""R21 across processes and restarts: withholding follows the record, whoever has stored it."""

from __future__ import annotations

from games_app.games.rules import GAMES
from tests.faults.visitor import Visitor
from tests.played import begin

WAY = [("black", "move 3 3 4 4"), ("red", "move 2 6 1 5"), ("black", "move 1 3 2 4"), ("red", "move 4 6 3 5")]


def asked(visitor: Visitor, plies: int) -> int:
    """Return the status of the page that continues against the computer from there."""
    moves = "+".join(GAMES["checkers"].notation(action) for _, action in WAY[:plies])
    return visitor.get(f"/computer/checkers?moves={moves}")[0]


def test_every_process_withholds_what_another_one_has_stored_also_after_a_restart(own_site):
    first, last = (Visitor(server.url) for server in (own_site.first, own_site.last))
    begun = begin(own_site.first.url, "checkers")
    for plies in (1, 2, 3):
        begun.play(WAY[plies - 1 : plies])
        for visitor in (last, first):
            assert asked(visitor, plies) == 409
    own_site.restart()
    for visitor in (first, last):
        assert asked(visitor, 3) == 409
    begun.tell("black", "resign")
    for visitor in (first, last):
        assert asked(visitor, 3) == 200
