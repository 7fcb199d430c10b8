"""A game's drawing, filled with a position: the same SVG as the browser's element draws, as text."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from functools import lru_cache
from html import escape
from itertools import chain

from games_app.drawing import filling, plan
from games_app.drawing.arrangement import Arrangement
from games_app.drawing.lettering import strokes
from games_app.drawing.scene import Scene
from games_app.drawing.template import template
from games_app.rules import Facts

_PARTS = re.compile(r"<defs>.*?</defs>", re.DOTALL)


def without_parts(svg: str) -> str:
    """Return a drawing without its ``<defs>``, for a page that has another whole drawing of the game."""
    return _PARTS.sub("", svg)


@lru_cache(maxsize=32)
def board(slug: str) -> Board:
    """Return the drawing of a game, cached. Raises LookupError for an unknown slug."""
    return Board(plan.read(slug))


class Board:
    def __init__(self, read: plan.Plan) -> None:
        self.plan = read
        self._label = read.root.attrib["aria-label"]
        self._words = read.names("data-word")
        self._counted = read.names("data-count")
        self._roles = {*read.names("data-hand"), *read.names("data-sealed")}
        self._templates: dict[tuple[bool, bool, bool], tuple[Arrangement, str]] = {}

    def size(self, upright: bool = False) -> tuple[float, float]:
        """Return width and height of the drawing in its own units."""
        box = self.plan.root.get("data-upright") if upright else None
        _, _, width, height = (box or self.plan.root.attrib["viewBox"]).split()
        return float(width), float(height)

    @property
    def is_wide(self) -> bool:
        """True if it is much wider than high: it then gets the whole width of a page or a picture."""
        width, height = self.size()
        return width > 1.5 * height

    def svg(
        self,
        facts: Facts | None,
        seed: str = "",
        *,
        side: str | None = None,
        upright: bool = False,
        last: Collection[str] = (),
        words: Callable[[str], str] = str,
        lettered: bool = False,
    ) -> str:
        """Return the position as an ``<svg>`` element; without ``facts`` the empty board.

        ``seed``: decides how piles lie, the match's public id; by default the game's slug. ``side``: the role
        shown nearest. ``upright``: as on a phone, if the drawing has that form. ``last``: the stops to mark
        as the last move. ``words``: translates the drawing's few words. ``lettered``: all texts as outlines.
        ``facts`` are drawn as given; the caller checks who may see them.
        """
        turned = not self.plan.stays and (side or self.plan.near) != self.plan.near
        arrangement, text = self._template(upright and self.plan.stands, turned, lettered)
        scene = self.plan.scene(facts) if facts else Scene()
        write = strokes if lettered else escape
        holes = chain(
            [("label", escape(words(self._label)))],
            [("pieces", filling.pieces(scene, arrangement, seed or self.plan.slug))],
            [(f"word {word}", write(words(word))) for word in self._words],
            filling.counts(scene, self._counted, write),
            filling.marks(scene, arrangement, last),
            filling.roles(scene, arrangement, self._roles, write),
        )
        return text % dict(holes)

    def _template(self, upright: bool, turned: bool, lettered: bool) -> tuple[Arrangement, str]:
        held = (upright, turned, lettered)
        if held not in self._templates:
            arrangement = Arrangement(self.plan, upright, turned)
            self._templates[held] = arrangement, template(arrangement, lettered)
        return self._templates[held]
