"""The tips of checkers."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from django.utils.translation import gettext_lazy as _

from games_app.games.checkers.rules import OTHER, CheckersState
from games_app.games.tip import Choice, Tip, always, does, rescued, taken


def _rescued(choice: Choice) -> list[str]:
    other = OTHER[choice.role]
    return rescued(choice, replace(cast("CheckersState", choice.start), control=other), other)


def _rescues(choice: Choice) -> bool:
    return bool(_rescued(choice))


def _pawn(choice: Choice) -> list[str]:
    return [step["from"] for step in choice.steps("move")]


TIPS = (
    Tip(does("capture"), _("You can jump over this pawn."), taken),
    Tip(_rescues, _("Your opponent threatens to jump over this pawn. You can prevent it."), _rescued),
    Tip(always, _("There is nothing to jump over. This pawn has a good step."), _pawn),
)
