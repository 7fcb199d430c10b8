"""Use cases of people: take a name, move a guest's matches, withdraw."""

from __future__ import annotations

from games_app.lib.refusals import Refusal
from games_app.models import Player
from games_app.services.commands import identity
from games_app.store.writer import writer

UNSTORED = ("unavailable", "failed")
"""Codes of refusals which mean that nothing can be stored."""


def take_name(player: Player, name: str) -> None:
    """Rename the player, also in their matches that still wait for an opponent. Raises NameReserved."""
    if name != player.name or not player.chose_name:
        writer.ask_all(identity.rename(player, name))


def bring_along(guest: Player, player: Player) -> bool:
    """Move everything of the guest to the account's player; False if a part of it could not be stored."""
    if not identity.claim(guest, player):
        return True
    answers = writer.ask_all(identity.reseats(guest, player))
    if any(one.refusal and one.refusal.code in UNSTORED for one in answers):
        return False
    identity.carry_over(guest, player)
    return True


def withdraw(player: Player) -> Refusal | None:
    """End the player's matches, remove their names and delete the rest; return the refusal of a failed step.

    The guests whose matches were moved to the player withdraw with them.
    """
    for one in identity.guises(player):
        if failed := _leave(one):
            return failed
        identity.erase(one)
        # Another page of theirs may have begun a match meanwhile; after erase() none can.
        if failed := _leave(one):
            return failed
    return None


def _leave(player: Player) -> Refusal | None:
    """End the player's matches and remove their names; return the refusal if a step failed."""
    for step in (identity.endings, identity.farewells):
        for answer in writer.ask_all(step(player)):
            if answer.refusal and answer.refusal.code not in identity.ENDED:
                return answer.refusal
    return None
