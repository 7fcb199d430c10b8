"""The guide to congkak, and a finished game as an example."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from games_app.games.base import State
from games_app.games.congkak import GAME
from games_app.games.guide import Guide, Move, Picture, Sample, Step

SHELLS = 98


def position(houses: Mapping[int, int], store: int, **changes: Any) -> State:
    """A position with South to move and ``store`` shells in storehouse A; all remaining shells are in B."""
    facts = GAME.initial_state(rounds="3", opening="south").facts()
    stores = {"south": store, "north": SHELLS - store - sum(houses.values())}
    empty = dict.fromkeys(facts["houses"], 0)
    facts |= {"houses": empty | {str(house): n for house, n in houses.items()}, "stores": stores}
    return GAME.state_from_facts(facts | changes)


SCOOP = Step(
    _("Scoop"),
    _("Houses 1 to 7 are yours. Scoop house 6: its three shells are sown from there, one by one."),
    position({2: 2, 3: 4, 5: 1, 6: 3, 7: 2, 9: 5, 10: 1, 12: 4, 14: 2}, 36),
    (Move("south", "scoop 6", only=("scoop 6",)),),
    _("The last one fell into an empty house of your opponent: there it stays, and your turn ends."),
    Picture(_("Three shells from house 6. The last one falls into an empty house across: the turn ends.")),
)

RELAY = Step(
    _("The sowing goes on"),
    _("Scoop house 2. Its last shell falls into a house that holds some: see what becomes of them."),
    position({1: 1, 2: 3, 3: 1, 5: 4, 6: 2, 8: 3, 11: 6, 13: 2}, 38),
    (Move("south", "scoop 2", goal=("relay",), only=("scoop 2",)),),
    _(
        "All of that house was taken up and sown on. So it goes, house after house, until a last shell falls "
        "into an empty one or into your storehouse."
    ),
    Picture(
        _("Three shells from house 2 end in house 5, which held four: all of them are sown on."), card=True
    ),
)

AGAIN = Step(
    _("Your storehouse"),
    _("End in your storehouse, and you scoop again. Find the house whose last shell falls there."),
    position({1: 2, 4: 4, 6: 1, 7: 3, 9: 4, 12: 5, 14: 1}, 40),
    (
        Move("south", "scoop 4", goal=("again",)),
        Move("south", "scoop 1", task=_("It did, so you scoop again: any house of yours.")),
    ),
    _("You go on as long as your sowings end in your storehouse: many turns are won like that."),
    Picture(
        _("The last of four shells from house 4 lands in South's storehouse: South scoops again."), card=True
    ),
)

CAPTURE = Step(
    # Translators: title of a step of the guide, a verb.
    _("Capture"),
    _("End in an empty house of your own, and all that lies opposite is yours. Find the house that does it."),
    position({1: 2, 2: 1, 3: 4, 4: 2, 5: 3, 7: 4, 8: 3, 9: 7, 12: 2, 14: 1}, 33),
    (Move("south", "scoop 4", goal=("capture",)),),
    _("Your last shell and the seven opposite went to your storehouse, and your turn ended."),
    Picture(
        _("From house 4 into the empty house 6: that shell and the seven opposite are captured."), card=True
    ),
)

BURNT = Step(
    _("Burnt houses"),
    _("Round two: North could not fill houses 8 and 9, so they are burnt. Scoop house 6 and watch them."),
    position(
        {1: 7, 2: 7, 3: 7, 4: 7, 5: 7, 6: 4, 10: 5, 11: 0, 12: 7, 13: 7, 14: 7},
        21,
        round=2,
        burnt=[8, 9],
        rounds_won={"south": 1, "north": 0},
    ),
    (Move("south", "scoop 6", only=("scoop 6",)),),
    _(
        "Burnt houses are passed over. Each round begins by refilling, seven shells a house, from your "
        "storehouse: who can fill none has lost."
    ),
    Picture(_("Houses 8 and 9 are burnt: four shells from house 6 pass over them.")),
)

OPENING = Step(
    _("Both at once"),
    _("A match begins with both at once: each chooses a house in secret. Choose yours."),
    GAME.initial_state(rounds="3"),
    (Move("south", "scoop 3"), Move("north", "scoop 8", by_itself=True)),
    _(
        "Both sow at the same time. If your last shell lands in your storehouse, you scoop again. "
        "Whoever's turn ends first waits, and moves first from then on."
    ),
)

GUIDE = Guide((SCOOP, RELAY, AGAIN, CAPTURE, BURNT, OPENING))


SAMPLE = Sample(
    GAME,
    {"rounds": "1"},
    "2 11 11 10 2 6 7 4 7 5 6 3 8 14 12 14 10 1 6 3",
)
