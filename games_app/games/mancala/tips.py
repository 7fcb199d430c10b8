"""The tips of mancala."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from django.utils.translation import gettext_lazy as _

from games_app.games.mancala.rules import OTHER, STOPS, STORE, MancalaState
from games_app.games.tip import Choice, Tip, always, does, rescued, taken, wins


def _store(choice: Choice) -> list[str]:
    return [STOPS[STORE[choice.role]]]


def _captures(choice: Choice) -> bool:
    return bool(taken(choice))


def _rescued(choice: Choice) -> list[str]:
    other = OTHER[choice.role]
    return rescued(choice, replace(cast("MancalaState", choice.start), control=other), other)


def _rescues(choice: Choice) -> bool:
    return bool(_rescued(choice))


TIPS = (
    Tip(wins, _("You can end the game now, and win it.")),
    Tip(does("collect"), _("Your opponent's pits are empty. The rest is yours.")),
    Tip(does("again"), _("One of your pits reaches your store exactly."), _store),
    Tip(_captures, _("You can capture these stones."), taken),
    Tip(_rescues, _("Your opponent can capture here. You can prevent it."), _rescued),
    Tip(always, _("Nothing can be captured now. Look for the move that leaves your opponent least.")),
)
