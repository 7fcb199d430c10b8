"""Who may watch: its maker opens a match to more people or to fewer, whenever they like."""

from __future__ import annotations

from datetime import datetime

from ..models import Match
from ..refusals import Refusal
from .loaded import LoadedMatch
from .record import Outcome
from .registry import By, Command, command


@command("open_to", by=By.MAKER, during={Match.Status.PLAYING, Match.Status.OVER})
def open_to(match: LoadedMatch, command: Command, now: datetime) -> Outcome | Refusal:
    """Let those watch that ``data["who"]`` names, a ``Match.Visibility``, and nobody else."""
    sits = match.roles_of(command.person)
    role = match.speaker(command.person) if sits else ""
    return Outcome("opened_to", role, visibility=Match.Visibility(command.data["who"]))
