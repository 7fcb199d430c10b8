"""Annotations: the arrows and rings that people draw on a board.

A ring is written "green:p3", an arrow "red:p3>p7"; several are separated by commas.
"""

from __future__ import annotations

from collections.abc import Sequence

from games_app.drawing.board import board

COLOURS = ("green", "red", "blue", "yellow")
MOST_OF_A_POSITION = 24
"""Maximum number of annotations on one position."""


class BadAnnotation(ValueError):
    """Raised for text that is no annotation of a board."""


def checked(game: str, annotation: str) -> str:
    """Return an annotation that can be drawn on the board of a game. Raises BadAnnotation."""
    colour, _, place = annotation.partition(":")
    stops = place.split(">")
    known = board(game).plan.stops
    if colour not in COLOURS or len(stops) not in (1, 2) or any(stop not in known for stop in stops):
        raise BadAnnotation(annotation)
    if len(set(stops)) < len(stops):
        raise BadAnnotation(annotation)
    return annotation


def toggled(annotations: Sequence[str], annotation: str) -> list[str]:
    """Return the annotations with another one, or without it if it is there.

    One of another colour at the same place is replaced.
    """
    place = annotation.partition(":")[2]
    others = [each for each in annotations if each.partition(":")[2] != place]
    return others if annotation in annotations else [*others, annotation]


def joined(game: str, annotations: Sequence[str]) -> str:
    """Return annotations as one text, each once. Raises BadAnnotation."""
    if len(annotations) > MOST_OF_A_POSITION:
        raise BadAnnotation
    return ", ".join(dict.fromkeys(checked(game, each) for each in annotations))


def separated(text: str) -> list[str]:
    return text.split(", ") if text else []
