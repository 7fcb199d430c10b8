"""A match file with two swapped actions is accepted only if they could have come in that order.

That is so if both roles may act at once, as in the simultaneous opening of congkak: each sows in their own
houses, or chooses in secret, and the position is the same whoever was faster.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from games_app.notation import MatchFile
from games_app.rules import IllegalAction, State, get_game
from games_app.services.archive.exports import exported
from games_app.services.archive.import_checks import Unplayable
from games_app.services.archive.imports import import_match
from tests.records import Told

pytestmark = pytest.mark.django_db(transaction=True)


def decisions(match: MatchFile) -> list[int]:
    return [place for place, entry in enumerate(match.entries) if len(entry.plies) == 1]


def swapped(match: MatchFile) -> Iterator[tuple[int, MatchFile]]:
    """Yield every two consecutive decisions in the other order: the first one's ply, and the file."""
    for first, second in zip(decisions(match), decisions(match)[1:], strict=False):
        entries, (a, b) = list(match.entries), (match.entries[first], match.entries[second])
        (early,), (late,) = a.plies, b.plies
        if second != first + 1 or (early.role, early.action) == (late.role, late.action):
            continue
        entries[first] = replace(a, role=late.role, plies=(replace(late, n=early.n),))
        entries[second] = replace(b, role=early.role, plies=(replace(early, n=late.n),))
        yield early.n, replace(match, entries=tuple(entries))


def states(match: MatchFile) -> dict[int, State]:
    """Return the position after each ply."""
    found = {0: get_game(match.game).initial_state(**match.options)}
    for ply in (ply for entry in match.entries for ply in entry.plies):
        found[ply.n] = found[ply.n - 1].apply(ply.role, ply.action)
    return found


def commute(match: MatchFile, number: int) -> bool:
    """Return whether this ply and the next one could change places, by the rules alone."""
    plies = {ply.n: ply for entry in match.entries for ply in entry.plies}
    known, early, late = states(match), plies[number], plies[number + 1]
    try:
        other = known[number - 1].apply(late.role, late.action).apply(early.role, early.action)
    except IllegalAction:
        return False
    return other == known[number + 1]


@pytest.mark.parametrize("sowing", ["auto", "hand"])
@pytest.mark.parametrize("opening", ["simultaneous", "south"])
def test_two_actions_change_places_in_a_file_only_where_they_could_on_the_board(opening, sowing):
    accepted = 0
    for seed in range(3):
        told = Told("congkak", opening=opening, sowing=sowing, rounds="1").play_on(seed=seed, decisions=25)
        told = told if told.over else told.resigned()
        told.store()
        match = exported(told.match.row, "https://play.example")
        for number, other in swapped(match):
            try:
                taken = import_match(other)
            except Unplayable:
                assert not commute(match, number), (seed, number)
                continue
            assert commute(match, number), (seed, number)
            assert taken.match.row.facts == told.match.row.facts
            accepted += 1
    assert bool(accepted) == (opening == "simultaneous")
