"""A game's one drawing, filled with a position: what the browser's element draws, as text."""

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
    """A drawing for a page on which another one of its game stands whole: it is made of that one's parts."""
    return _PARTS.sub("", svg)


@lru_cache(maxsize=32)
def board(slug: str) -> Board:
    """The drawing of a game, read once. An unknown slug: ``LookupError``."""
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
        """Width and height of the drawing in its own units."""
        box = self.plan.root.get("data-upright") if upright else None
        _, _, width, height = (box or self.plan.root.attrib["viewBox"]).split()
        return float(width), float(height)

    @property
    def is_wide(self) -> bool:
        """Much wider than high: then it gets the whole width of a page or a picture."""
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
        """The position as an ``<svg>`` element; without ``facts`` the empty board.

        ``seed``: decides how piles lie, the match's public id; else the game's slug is taken. ``side``: whose
        side is nearest. ``upright``: as on a phone, where the drawing has that form. ``last``: the stops to
        mark as the last move. ``words``: says the drawing's few words in the reader's language.
        ``lettered``: all texts as outlines. ``facts`` are drawn as they are: who may see them was decided.
        """
        turned = (side or self.plan.near) != self.plan.near
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
