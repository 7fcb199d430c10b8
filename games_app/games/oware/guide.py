"""The guide to oware, and a finished game as an example."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games_app.games.base import State
from games_app.games.guide import Guide, Move, Picture, Sample, Step
from games_app.games.oware import GAME
from games_app.games.oware.rules.state import STOPS


def position(own: list[int], across: list[int], store: int, other_store: int) -> State:
    """A position with South to move. ``own``: houses 1 to 6; ``across``: those opposite them, 12 to 7."""
    seeds = dict(zip(STOPS, (*own, *across[::-1], store, other_store), strict=True))
    return GAME.state_from_facts({"seeds": seeds, "control": "south", "quiet": 0})


SOW = Step(
    # Translators: title of a step of the guide, a verb.
    _("Sow"),
    _("Houses 1 to 6 are yours. Choose any of them: its seeds are sown from there, one by one."),
    position([4, 4, 4, 4, 4, 4], [4, 4, 4, 4, 4, 4], 0, 0),
    (Move("south", "sow 4", goal=("scoop",)),),
    _("One seed fell into each of the following houses. The stores are left out: they only hold captures."),
)

CAPTURE = Step(
    # Translators: title of a step of the guide, a verb.
    _("Capture"),
    _("Let your last seed make two or three in a house of your opponent's. Find it."),
    position([4, 3, 2, 3, 3, 5], [0, 5, 5, 2, 1, 5], 5, 5),
    (Move("south", "sow 5", goal=("capture",)),),
    _("The last seed made two in house 8, and both are yours. House 7 holds more, so it was left alone."),
    Picture(_("Three seeds from house 5: the last one makes two in house 8, which are captured."), card=True),
)

SEVERAL = Step(
    _("Several at once"),
    _("Houses before a captured one are captured too, if they hold two or three. Find the house for it."),
    position([3, 5, 3, 6, 0, 0], [3, 5, 1, 2, 2, 4], 7, 7),
    (Move("south", "sow 4", goal=("capture",)),),
    _("Houses 10, 9 and 8 held two or three: eight seeds are yours. House 7 holds more, and ended it."),
    Picture(_("Six seeds from house 4: houses 10, 9 and 8 hold two or three, and are captured."), card=True),
)

ROUND = Step(
    _("All the way round"),
    _("Sow the twelve seeds of house 6, and watch where they came from."),
    position([1, 2, 0, 3, 1, 12], [1, 2, 4, 0, 5, 3], 7, 7),
    (Move("south", "sow 6", only=("sow 6",)),),
    _("House 6 stays empty: a sowing leaves out the house that it began from."),
    Picture(_("Twelve seeds from house 6: it is left out, and house 7 gets two.")),
)

FEED = Step(
    # Translators: title of a step of the guide, a verb: give seeds to the opponent.
    _("Feed"),
    _("Your opponent has no seeds, so you must give them some. Find a house that reaches their row."),
    position([2, 3, 0, 1, 1, 2], [0, 0, 0, 0, 0, 0], 20, 19),
    (Move("south", "sow 6", goal=("scoop",)),),
    _("Only that house reached the other row. If none had, the game would have ended."),
    Picture(_("North has no seeds. Only house 6 reaches North's row, so South must sow it."), card=True),
)

END = Step(
    _("The end"),
    _("You have 23 seeds. Capture two more, and you win at once."),
    position([1, 3, 3, 0, 2, 2], [1, 1, 2, 1, 1, 5], 23, 3),
    (Move("south", "sow 6", goal=("capture", "over")),),
    _("25 seeds are more than half of all 48: the game is over, whatever is left on the board."),
)

GUIDE = Guide((SOW, CAPTURE, SEVERAL, ROUND, FEED, END))


SAMPLE = Sample(
    GAME,
    {},
    "1 8 6 8 3 11 2 12 2 9 2 11 3 7 3 10 1 8 6 11 2 7 1 8 2 10 4 9 6 12 2 10 6 8 1 9 4 10 2 12 1 11 5 11 "
    "1 12 2 7 5 8 3 8 6 7 2 8 3 10 1 9 4 11 5",
)
