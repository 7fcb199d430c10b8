"""The guides to mancala and the rule sets of Kalah, and a finished game as an example.

All boards share most positions: they are written for five pits and stand as far from South's store on others.
"""

from __future__ import annotations

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from games_app.games.base import State
from games_app.games.guide import Guide, Move, Picture, Sample, Step
from games_app.games.mancala import GAME
from games_app.games.mancala.rules import Mancala

FILLER = 2
"""Number of stones in a pit that boards of five don't have."""


def position(game: Mancala, own: list[int], across: list[int], store: int) -> State:
    """A position with South to move. ``own``: South's pits from 1 on; ``across``: the pits opposite them.

    Rows of another length than the board's are cut or filled at their first end. North's store has the rest.
    """
    pits = game.parameters.pits
    own, across = ([*[FILLER] * (pits - len(row)), *row][-pits:] for row in (own, across))
    facts = game.initial_state().facts()
    held = {f"p{n}": stones for n, stones in enumerate(own + across[::-1], 1)}
    held |= {"pwinsouth": store}
    held |= {"pwinnorth": sum(facts["pits"].values()) - sum(held.values())}
    return game.state_from_facts(facts | {"pits": held, "control": "south"})


def place(game: Mancala, pit: int) -> int:
    """Return the pit of this board that is as far from South's store as ``pit`` is with five pits."""
    return pit + game.parameters.pits - 5


def pick(game: Mancala, pit: int) -> str:
    return f"pick p{place(game, pit)}"


def _sow(game: Mancala) -> Step:
    facts = game.initial_state().facts()
    return Step(
        # Translators: title of a step of the guide, a verb.
        _("Sow"),
        format_lazy(
            _("Pits 1 to {n} are yours. Choose any of them: its stones are sown from there, one by one."),
            n=game.parameters.pits,
        ),
        game.state_from_facts(facts | {"control": "south"}),
        (Move("south", "pick p2", goal=("drop",)),),
        _("One stone fell into each of the following pits, and your store takes its turn like a pit."),
    )


def _again(game: Mancala) -> Step:
    return Step(
        _("Move again"),
        _("End in your own store, and you move again. Find the pit from which the last stone falls there."),
        position(game, [2, 3, 3, 4, 0], [3, 3, 3, 2, 3], 2),
        (
            Move("south", pick(game, 3), goal=("again",)),
            Move(
                "south",
                pick(game, 4),
                task=_("The last stone fell into your store. Move again: any pit will do."),
            ),
        ),
        _("A sowing that ends in your store costs you nothing: look for one before every other move."),
        Picture(
            format_lazy(
                _("South sows pit {pit}. The last stone falls into South's store: South moves again."),
                pit=place(game, 3),
            ),
            card=True,
        ),
    )


def _round(game: Mancala) -> Step:
    pits = game.parameters.pits
    # The last stone falls into pit 2, which holds some on every board.
    own = [*[1, 1, 2, 2, 2, 2][: pits - 1], pits + 3]
    words = {"pit": pits, "stones": pits + 3}
    return Step(
        _("All the way round"),
        format_lazy(_("Sow the {stones} stones of pit {pit}, and watch the two stores."), **words),
        position(game, own, [1, 0, 1, 0, 1], 2),
        (Move("south", f"pick p{pits}", only=(f"pick p{pits}",)),),
        _("Your own store got a stone on the way. Your opponent's was left out, as it always is."),
        Picture(
            format_lazy(
                _("{stones} stones from pit {pit}: one into South's store, none into North's."), **words
            ),
            card=True,
        ),
    )


def _capture(game: Mancala) -> Step:
    return Step(
        # Translators: title of a step of the guide, a verb.
        _("Capture"),
        _("End in an empty pit of your own, and you capture what lies opposite. Find the pit that does it."),
        position(game, [3, 1, 0, 4, 2], [1, 2, 5, 0, 2], 4),
        (Move("south", pick(game, 2), goal=("capture",)),),
        _("Your last stone and the five opposite went to your store. Empty pits of your own are traps."),
        Picture(
            format_lazy(
                _(
                    "From pit {pit} into the empty pit {landing}: that stone and the five opposite are "
                    "captured."
                ),
                pit=place(game, 2),
                landing=place(game, 3),
            ),
            card=True,
        ),
    )


def _cleared(game: Mancala) -> Step:
    return Step(
        _("The end"),
        _("Your opponent's pits are empty, so nothing is sown any more. Empty one of yours into your store."),
        position(game, [0, 2, 0, 1, 0], [0, 0, 0, 0, 0], 13),
        (
            Move("south", "clear p2", goal=("collect",)),
            Move("south", "clear p4", goal=("collect", "over"), task=_("And the other one.")),
        ),
        _("All pits are empty, and the game is over: 16 stones against 14, you win."),
        Picture(
            _("North has nothing left to sow: South clears pit 2 into South's store, and then the rest.")
        ),
    )


def _swept(game: Mancala) -> Step:
    pits = game.parameters.pits
    half, empty = sum(game.initial_state().pits) // 2, [0] * pits
    words = {"pit": pits, "own": half + 2, "other": half - 2}
    return Step(
        _("The end"),
        format_lazy(_("Only pit {pit} of yours holds a stone, one step from your store. Sow it."), **words),
        position(game, [*empty[1:], 1], [*empty[3:], 2, 0, 1], half + 1),
        (Move("south", f"pick p{pits}", goal=("collect", "over")),),
        format_lazy(
            _(
                "Your pits are empty, so the game is over, and North keeps what lies in its own: {own} "
                "stones against {other}, you win."
            ),
            **words,
        ),
        Picture(_("South's pits are empty after this turn: North's stones go to North's store.")),
    )


def guide(game: Mancala) -> Guide:
    end = _swept if game.parameters.sweeps else _cleared
    return Guide([step(game) for step in (_sow, _again, _round, _capture, end)])


SAMPLE = Sample(
    GAME,
    {},
    "9 4 7 1 10 1 9 4 2 8 5 9 6 1 8 4 2 9 7 5 3 7 5 4 10* 8* 9*",
)
