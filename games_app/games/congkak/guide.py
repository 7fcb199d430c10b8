"""The guides to congkak and its rule sets, and a finished game as an example.

All boards share the positions: they are written for seven houses, and others have them as far from
storehouse A.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from games_app.games.base import State
from games_app.games.congkak import GAME
from games_app.games.congkak.rules import Congkak
from games_app.games.guide import Guide, Move, Picture, Sample, Step

SEVEN = 7


def place(game: Congkak, house: int) -> int:
    """Return the house of this board that is as far from storehouse A as ``house`` is with seven a side."""
    return house + game.rules.parameters.houses - SEVEN


def scoop(game: Congkak, house: int) -> str:
    return f"scoop {place(game, house)}"


def position(game: Congkak, houses: Mapping[int, int], store: int, **changes: Any) -> State:
    """A position with South to move and ``store`` shells in storehouse A; all remaining shells are in B.

    ``houses``: shells by the number of the house on a board of seven; houses that this board lacks are left
    out.
    """
    facts = game.initial_state(rounds="3", opening="south").facts()
    placed = {str(place(game, house)): n for house, n in houses.items()}
    held = dict.fromkeys(facts["houses"], 0)
    held |= {house: n for house, n in placed.items() if house in held}
    stores = {"south": store, "north": game.rules.total - store - sum(held.values())}
    return game.state_from_facts(facts | {"houses": held, "stores": stores} | changes)


def _scoop(game: Congkak) -> Step:
    house = {"house": place(game, 6), "last": game.rules.parameters.houses}
    return Step(
        _("Scoop"),
        format_lazy(
            _("Houses 1 to {last} are yours. Scoop house {house}: its three shells are sown, one by one."),
            **house,
        ),
        position(game, {2: 2, 3: 4, 5: 1, 6: 3, 7: 2, 9: 5, 10: 1, 12: 4, 14: 2}, 12),
        (Move("south", scoop(game, 6), only=(scoop(game, 6),)),),
        _("The last one fell into an empty house of your opponent: there it stays, and your turn ends."),
        Picture(
            format_lazy(
                _("Three shells from house {house}. The last one falls into an empty house: the turn ends."),
                **house,
            )
        ),
    )


def _relay(game: Congkak) -> Step:
    houses = {"house": place(game, 3), "landing": place(game, 5)}
    return Step(
        _("The sowing goes on"),
        format_lazy(
            _("Scoop house {house}. Its last shell falls into a house that holds some: see what happens."),
            **houses,
        ),
        position(game, {1: 1, 2: 1, 3: 2, 4: 1, 5: 4, 6: 2, 8: 3, 11: 6, 13: 2}, 14),
        (Move("south", scoop(game, 3), goal=("relay",), only=(scoop(game, 3),)),),
        _(
            "All of that house was taken up and sown on. So it goes, house after house, until a last shell "
            "falls into an empty one or into your storehouse."
        ),
        Picture(
            format_lazy(
                _("Two shells from house {house} end in house {landing}: all that lies there is sown on."),
                **houses,
            ),
            card=True,
        ),
    )


def _again(game: Congkak) -> Step:
    house = {"house": place(game, 4)}
    return Step(
        _("Your storehouse"),
        _("End in your storehouse, and you scoop again. Find the house whose last shell falls there."),
        position(game, {1: 2, 4: 4, 6: 1, 7: 3, 10: 4, 12: 5, 14: 1}, 14),
        (
            Move("south", scoop(game, 4), goal=("again",)),
            Move("south", scoop(game, 7), task=_("It did, so you scoop again: any house of yours.")),
        ),
        _("You go on as long as your sowings end in your storehouse: many turns are won like that."),
        Picture(
            format_lazy(
                _("The last shell from house {house} lands in South's storehouse: South scoops again."),
                **house,
            ),
            card=True,
        ),
    )


def _capture(game: Congkak) -> Step:
    houses = {"house": place(game, 4), "landing": place(game, 6)}
    return Step(
        # Translators: title of a step of the guide, a verb.
        _("Capture"),
        _("End in an empty house of your own, and all that lies opposite is yours. Find the house for it."),
        position(game, {1: 2, 2: 1, 3: 4, 4: 2, 5: 3, 7: 4, 8: 3, 9: 7, 12: 2, 14: 1}, 12),
        (Move("south", scoop(game, 4), goal=("capture",)),),
        _("Your last shell and the seven opposite went to your storehouse, and your turn ended."),
        Picture(
            format_lazy(
                _("From house {house} into the empty house {landing}: that shell and the seven opposite."),
                **houses,
            ),
            card=True,
        ),
    )


def _after_lap(game: Congkak) -> Step:
    return Step(
        # Translators: title of a step of the guide, a verb.
        _("Capture"),
        _(
            "A last shell in an empty house of your own captures only after a lap through all of your "
            "opponent's houses. Find the sowing that is long enough."
        ),
        position(game, {3: 3, 4: 2, 5: 1, 7: 10, 8: 2, 11: 1, 12: 4, 13: 5, 14: 1}, 30),
        (Move("south", scoop(game, 7), goal=("capture",)),),
        _("Your last shell and the six opposite went to your storehouse, and you may scoop again."),
        Picture(
            format_lazy(
                _("The ten shells of house {house} go all the way round: the last one captures."),
                house=place(game, 7),
            ),
            card=True,
        ),
    )


def _nothing_opposite(game: Congkak) -> Step:
    return Step(
        _("Nothing opposite"),
        format_lazy(
            _("House {house} ends in an empty house, and the house opposite is empty too. Scoop it."),
            house=place(game, 3),
        ),
        position(game, {3: 2, 4: 1, 6: 3, 9: 4, 11: 2, 12: 3}, 20),
        (Move("south", scoop(game, 3), only=(scoop(game, 3),)),),
        _("There was nothing to capture: your last shell stays, and your turn ends."),
    )


def _pass(game: Congkak) -> Step:
    return Step(
        _("Pass"),
        _("North's houses are empty. Scoop any house from which no shell comes over to North."),
        position(game, {3: 2, 4: 1, 6: 1, 7: 2}, 24),
        (Move("south", scoop(game, 3), goal=("pass",)),),
        _("North had nothing to scoop and passed, so it is your turn again. A round ends when all is empty."),
    )


def _burnt(game: Congkak) -> Step:
    of = game.rules.parameters
    n = of.houses
    sown, *burnt = (n - 1, n + 1, n + 2) if of.fills_from_store else (n, 2 * n - 1, 2 * n)
    emptied = n + 4 if of.fills_from_store else 1
    own = dict.fromkeys(range(1, n + 1), of.shells)
    across = dict.fromkeys(range(n + 1, 2 * n + 1), of.shells) | dict.fromkeys(burnt, 0)
    held = own | across | {emptied: 0, sown: 4 if of.fills_from_store else n}
    words = {"house": sown, "one": burnt[0], "other": burnt[1], "shells": of.shells}
    return Step(
        _("Burnt houses"),
        format_lazy(
            _(
                "Round two: North could not fill houses {one} and {other}, so they are burnt. Scoop house "
                "{house} and watch them."
            ),
            **words,
        ),
        position(
            game,
            {house + SEVEN - n: shells for house, shells in held.items()},
            game.rules.total - sum(held.values()) - 3,
            round=2,
            burnt=burnt,
            rounds_won={"south": 1, "north": 0},
        ),
        (Move("south", f"scoop {sown}", only=(f"scoop {sown}",)),),
        format_lazy(
            _(
                "Burnt houses are passed over. Each round begins by refilling, {shells} shells a house, from "
                "your storehouse: if you can fill none, you have lost."
            ),
            **words,
        ),
        Picture(
            format_lazy(
                _("Houses {one} and {other} are burnt: the shells from house {house} pass over them."),
                **words,
            )
        ),
    )


def _opening(game: Congkak) -> Step:
    return Step(
        _("Both at once"),
        _("A match begins with both at once: each chooses a house in secret. Choose yours."),
        game.initial_state(rounds="3"),
        (Move("south", "scoop 3"), Move("north", f"scoop {game.rules.numbers(1)[0]}", by_itself=True)),
        _(
            "Both sow at the same time. If your last shell lands in your storehouse, you scoop again. "
            "Whoever's turn ends first waits, and moves first from then on."
        ),
    )


def guide(game: Congkak) -> Guide:
    of = game.rules.parameters
    steps = [_scoop, _relay, _again, _after_lap if of.after_lap else _capture]
    steps += [] if of.stores_alone else [_nothing_opposite]
    steps += [_pass] if of.passes else []
    steps += [_burnt]
    steps += [_opening] if of.at_once else []
    return Guide([step(game) for step in steps])


SAMPLE = Sample(
    GAME,
    {"rounds": "1"},
    "2 11 11 10 2 6 7 4 7 5 6 3 8 14 12 14 10 1 6 3",
)
