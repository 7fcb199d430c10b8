"""Arrows and rings that people draw: what can be drawn on a board, and how it is stored."""

import pytest

from games_app.drawing.annotations import (
    MOST_OF_A_POSITION,
    BadAnnotation,
    checked,
    joined,
    separated,
    toggled,
)


@pytest.mark.parametrize(
    ("game", "annotation"),
    [("mancala", "green:p3"), ("morris", "red:outer nw>inner e"), ("checkers", "blue:3 3>4 4")],
)
def test_arrows_and_rings_between_stops_of_the_board_can_be_drawn(game, annotation):
    assert checked(game, annotation) == annotation


@pytest.mark.parametrize(
    "annotation", ["", "green:", "pink:p3", "green:p3>p3", "green:p3>p4>p5", "green:rude", "p3", "green:p3>"]
)
def test_anything_else_is_refused(annotation):
    with pytest.raises(BadAnnotation):
        checked("mancala", annotation)


def test_stored_annotations_come_back_each_once_and_are_bounded():
    text = joined("morris", ["red:outer nw>inner e", "green:outer n", "green:outer n"])
    assert separated(text) == ["red:outer nw>inner e", "green:outer n"]
    assert separated("") == []
    with pytest.raises(BadAnnotation):
        joined("morris", ["green:outer n"] * (MOST_OF_A_POSITION + 1))


def test_annotation_drawn_again_is_removed_and_another_colour_replaces_it():
    assert toggled(["green:p3"], "green:p3") == []
    assert toggled(["green:p3"], "red:p3") == ["red:p3"]
