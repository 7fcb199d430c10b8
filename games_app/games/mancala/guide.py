"""The guide to mancala, and a finished game as an example."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games_app.games.base import State
from games_app.games.guide import Guide, Move, Picture, Sample, Step
from games_app.games.mancala import GAME


def position(own: list[int], across: list[int], store: int, other_store: int) -> State:
    """A position with South to move. ``own``: pits 1 to 5; ``across``: the pits opposite them, 10 to 6."""
    pits = {f"p{n}": stones for n, stones in enumerate(own + across[::-1], 1)}
    facts = {
        "pits": pits | {"pwinsouth": store, "pwinnorth": other_store},
        "hand": {"north": 0, "south": 0},
        "at": None,
        "control": "south",
    }
    return GAME.state_from_facts(facts)


SOW = Step(
    # Translators: title of a step of the guide, a verb.
    _("Sow"),
    _("Pits 1 to 5 are yours. Choose any of them: its stones are sown from there, one by one."),
    position([3, 3, 3, 3, 3], [3, 3, 3, 3, 3], 0, 0),
    (Move("south", "pick p2", goal=("drop",)),),
    _("One stone fell into each of the following pits, and your store takes its turn like a pit."),
)

AGAIN = Step(
    _("Move again"),
    _("End in your own store, and you move again. Find the pit from which the last stone falls there."),
    position([2, 3, 3, 4, 0], [3, 3, 3, 2, 3], 2, 2),
    (
        Move("south", "pick p3", goal=("again",)),
        Move("south", "pick p4", task=_("The last stone fell into your store. Move again: any pit will do.")),
    ),
    _("A sowing that ends in your store costs you nothing: look for one before every other move."),
    Picture(_("South sows pit 3. The last stone falls into South's store: South moves again."), card=True),
)

ROUND = Step(
    _("All the way round"),
    _("Sow the eight stones of pit 5, and watch the two stores."),
    position([1, 1, 0, 2, 8], [3, 1, 2, 1, 2], 4, 5),
    (Move("south", "pick p5", only=("pick p5",)),),
    _("Your own store got a stone on the way. Your opponent's was left out, as it always is."),
    Picture(_("Eight stones from pit 5: one into South's store, none into North's."), card=True),
)

CAPTURE = Step(
    # Translators: title of a step of the guide, a verb.
    _("Capture"),
    _("End in an empty pit of your own, and you capture what lies opposite. Find the pit that does it."),
    position([3, 1, 0, 4, 0], [1, 2, 5, 0, 2], 6, 6),
    (Move("south", "pick p2", goal=("capture",)),),
    _("Your last stone and the five opposite went to your store. Empty pits of your own are traps."),
    Picture(_("From pit 2 into the empty pit 3: that stone and the five opposite are captured."), card=True),
)

END = Step(
    _("The end"),
    _("Your opponent's pits are empty, so nothing is sown any more. Empty one of yours into your store."),
    position([0, 2, 0, 1, 0], [0, 0, 0, 0, 0], 13, 14),
    (
        Move("south", "clear p2", goal=("collect",)),
        Move("south", "clear p4", goal=("collect", "over"), task=_("And the other one.")),
    ),
    _("All pits are empty, and the game is over: 16 stones against 14, you win."),
    Picture(_("North has nothing left to sow: South clears pit 2 into South's store, and then the rest.")),
)

GUIDE = Guide((SOW, AGAIN, ROUND, CAPTURE, END))


SAMPLE = Sample(
    GAME,
    {},
    "9 4 7 1 10 1 9 4 2 8 5 9 6 1 8 4 2 9 7 5 3 7 5 4 10* 8* 9*",
)
