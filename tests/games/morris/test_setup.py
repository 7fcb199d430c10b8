"""Nine men's morris: what keeps a position that is set up by hand from being one."""

from __future__ import annotations

import pytest

from games_app.games.catalogue import SETUPS
from games_app.games.morris.rules import POINTS
from games_app.games.setup import Draft


def said(
    white: int, black: int, turn: str = "white", heap: tuple[int, int] = (0, 0), slug: str = "morris"
) -> list[str]:
    """The sentences about so many stones of each side."""
    setup = SETUPS[slug]
    men = dict(zip(POINTS, ["white"] * white + ["black"] * black, strict=False))
    draft = Draft(turn, {"heap white": heap[0], "heap black": heap[1]}, men)
    return [str(problem) for problem in setup.problems(setup.facts(draft, {}))]


def test_positions_of_every_part_of_a_game_are_possible() -> None:
    assert said(0, 0, heap=(9, 9)) == []
    assert said(3, 2, "black", heap=(6, 7)) == []
    assert said(9, 9) == []
    assert said(9, 9, "black") == []
    assert said(3, 2) == []


def test_both_sides_place_in_turn() -> None:
    assert said(3, 2, heap=(6, 7)) == [
        "White is to place a stone, so both sides must have the same number left to place."
    ]
    assert said(3, 3, "black", heap=(6, 6)) == [
        "Black is to place a stone, so Black must have one more left to place than White."
    ]


def test_no_more_stones_are_lost_than_mills_can_have_been_closed() -> None:
    assert said(3, 2, heap=(6, 6)) == []
    assert said(3, 1, heap=(6, 6)) == [
        "Black can't have lost so many stones yet (2): too few mills can have been closed."
    ]


@pytest.mark.parametrize("slug", ["morrisstandard", "morriswalking"])
def test_in_standard_morris_only_the_side_to_move_may_have_two_stones(slug: str) -> None:
    assert said(2, 3, slug=slug) == []
    for white, black in ((5, 2), (1, 4), (0, 3)):
        assert said(white, black, slug=slug) == [
            "Each side must have at least three stones. Only the side to move may have two."
        ]
