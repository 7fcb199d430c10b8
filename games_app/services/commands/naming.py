"""Choosing a name, and changing it in matches that still wait for an opponent."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from games_app.lib.names import cleaned
from games_app.lib.refusals import Refusal
from games_app.models import Match, Player
from games_app.services.commands.messages import TakeName
from games_app.services.commands.registry import By, Command, command
from games_app.services.people import accounts
from games_app.services.state.match_state import MatchState
from games_app.services.state.transitions import Transition


@command(TakeName, by=By.PLAYER, during={Match.Status.WAITING})
def take_name(match: MatchState, asked: TakeName, person: int | None, now: datetime) -> Transition | Refusal:
    """Change the name on the only taken seat of a waiting match."""
    assert person is not None  # noqa: S101  (By.PLAYER implies a person)
    if accounts.is_reserved(asked.name, person):
        return Refusal("name_reserved", {"name": asked.name})
    role = match.roles_of(person)[0]
    return Transition("renamed", role, seated={role: (person, asked.name)})


def rename(player: Player, text: str) -> list[Command]:
    """Set the player's name, and their account's. Raises BadName.

    Matches that have begun keep their names; the returned commands, which are for the writer, change the name
    in those still waiting.
    """
    name = cleaned(text)
    with transaction.atomic():
        accounts.rename(player, name)
        player.name, player.chose_name = name, True
        player.save(update_fields=["name", "chose_name"])
    waiting = Match.objects.filter(seats__player=player, status=Match.Status.WAITING)
    ids = waiting.values_list("public_id", flat=True)
    return [Command(TakeName(player.name), public_id, player.pk) for public_id in ids]
