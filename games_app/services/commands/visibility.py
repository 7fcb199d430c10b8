"""Who may watch: its maker opens a match to more people or to fewer, whenever they like."""

from __future__ import annotations

from datetime import datetime

from games_app.lib.refusals import Refusal
from games_app.models import Match
from games_app.services.commands.registry import By, Command, command
from games_app.services.state.match_state import MatchState
from games_app.services.state.transitions import Transition


@command("open_to", by=By.MAKER, during={Match.Status.PLAYING, Match.Status.OVER})
def open_to(match: MatchState, command: Command, now: datetime) -> Transition | Refusal:
    """Let those watch that ``data["who"]`` names, a ``Match.Visibility``, and nobody else."""
    who = Match.Visibility(command.data["who"])
    if who == match.row.visibility:
        return Refusal("open_already")
    role = match.speaker(command.person) if match.roles_of(command.person) else ""
    return Transition("opened_to", role, visibility=who)
