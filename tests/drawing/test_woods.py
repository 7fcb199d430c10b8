"""Each wood of a board keeps its numbers legible and its marks and pieces visible."""

import json
import re

import pytest
from django.conf import settings

from games_app.drawing.plan import source

STATIC = settings.BASE_DIR / "static"
CSS = "".join(
    (STATIC / "css" / f"{name}.css").read_text(encoding="utf-8") for name in ("woods", "other_woods")
)
BLOCKS = {
    name: dict(re.findall(r"--([\w-]+): (#\w{6});", block))
    for name, block in re.findall(r'\[data-board="(\w+)"\] \{(.*?)\}', CSS, re.DOTALL)
}
WOODS = {name: BLOCKS["teak"] | colours for name, colours in BLOCKS.items()}
WOOD = ["wood-light", "wood", "wood-deep"]
SLAB = ["slab-light", "slab", "slab-deep"]
WORDS = {
    "count": WOOD,
    "engraved": WOOD[1:],
    "slab-words": SLAB,
    "on-dark": ["dark-field"],
    "on-light": ["light-field"],
}
"""Text and its background; numbers of houses stand in the middle, where no gradient begins."""
SHAPES = {
    "inlay": SLAB,
    "slate-edge": SLAB,
    "pawn-edge": ["dark-field"],
    "red-edge": ["dark-field"],
    "rim": ["rim-under"],
    "mark": ["rim-under", "dark-field"],
    "hint": ["rim-under"],
    "peril": ["rim-under"],
    "slab-rim": ["slab-under"],
    "slab-mark": ["slab-under"],
    "slab-hint": ["slab-under"],
}
"""Visible parts and their neighbours: marks have an outline of their own around them."""
AA, AA_SHAPES = 4.5, 3.0


def luminance(colour):
    parts = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one, other):
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("wood", WOODS)
@pytest.mark.parametrize(("pairs", "least"), [(WORDS, AA), (SHAPES, AA_SHAPES)])
def test_words_and_shapes_stand_out_from_what_they_lie_on(wood, pairs, least):
    colours = WOODS[wood]
    measured = {
        f"{one} on {other}": round(contrast(colours[one], colours[other]), 2)
        for one, others in pairs.items()
        for other in others
    }
    assert {what: ratio for what, ratio in measured.items() if ratio < least} == {}


def test_a_drawing_follows_the_wood_that_was_chosen():
    assert {name for name, _ in coloured("mancala")} >= {
        "wood",
        "bowl",
        "wood-edge",
        "shine",
        "count",
        "engraved",
    }


def coloured(game):
    """Return the parts that a drawing colours by the wood, each with its own colour."""
    drawn = re.findall(r'<[^<>]* class="([\w -]+)"[^<>]*?(?:stop-color|fill|stroke)="(#\w{6})"', source(game))
    return [
        (name, colour.lower()) for names, colour in drawn for name in names.split() if name in WOODS["teak"]
    ]


def test_every_choice_of_seeds_and_pieces_is_drawn():
    choices = (STATIC / "preferences.js").read_text(encoding="utf-8")
    drawn = set(
        re.findall(r'<symbol id="([\w-]+)"', (STATIC / "icons" / "pieces.svg").read_text(encoding="utf-8"))
    )
    for preference, pieces in (("seeds", ("1", "2", "3")), ("men", ("white", "black", "red"))):
        usual, *sets = json.loads(re.search(rf"^  {preference}: (\[.*\]),$", choices, re.MULTILINE)[1])
        assert usual == "usual"
        assert {f"{name}-{piece}" for name in sets for piece in pieces} <= drawn
