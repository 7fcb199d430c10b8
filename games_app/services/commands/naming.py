"""Choosing a name, and taking it in the matches that still wait for somebody."""

from __future__ import annotations

from datetime import datetime

from games_app.lib.names import cleaned
from games_app.lib.refusals import Refusal
from games_app.models import Match, Player
from games_app.services.commands.messages import TakeName
from games_app.services.commands.registry import By, Command, command
from games_app.services.state.match_state import MatchState
from games_app.services.state.transitions import Transition


@command(TakeName, by=By.PLAYER, during={Match.Status.WAITING})
def take_name(match: MatchState, asked: TakeName, person: int | None, now: datetime) -> Transition | Refusal:
    """Sit under another name, while nobody else sits here."""
    assert person is not None  # noqa: S101  (a PLAYER always is somebody)
    role = match.roles_of(person)[0]
    return Transition("renamed", role, seated={role: (person, asked.name)})


def rename(player: Player, text: str) -> list[Command]:
    """Choose a name. Raises BadName.

    Matches that have begun keep the name they began with; the commands that give those still waiting the new
    one are returned, for the writer.
    """
    player.name = cleaned(text)
    player.chose_name = True
    player.save(update_fields=["name", "chose_name"])
    waiting = Match.objects.filter(seats__player=player, status=Match.Status.WAITING)
    ids = waiting.values_list("public_id", flat=True)
    return [Command(TakeName(player.name), public_id, player.pk) for public_id in ids]
