"""Use cases of people: take a name, move a guest's matches, close an account, withdraw."""

from __future__ import annotations

from games_app.lib import clock
from games_app.lib.refusals import Refusal
from games_app.models import Account, Player
from games_app.services.commands import identity
from games_app.services.commands.registry import Command
from games_app.services.people import accounts, bots, devices
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


def close_account(account: Account) -> Refusal | None:
    """Retire the account's bots and delete it; return the refusal of a failed step."""
    if failed := _retire_bots(account):
        return failed
    accounts.close(account.player)
    return None


def _retire_bots(owner: Account) -> Refusal | None:
    """Close the accounts of the owner's bots and end their matches; nobody answers for them any more."""
    for bot in bots.bots_of_owner(owner):
        accounts.close(bot.player)
        devices.sign_out_others(bot.player, "", clock.now())
        if failed := _ask(identity.endings(bot.player)):
            return failed
    return None


def withdraw(player: Player) -> Refusal | None:
    """End the player's matches, remove their names and delete the rest; return the refusal of a failed step.

    The guests whose matches were moved to the player withdraw with them. Their bots retire.
    """
    if (own := player.account_or_none) and (failed := _retire_bots(own)):
        return failed
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
    return _ask(identity.endings(player)) or _ask(identity.farewells(player))


def _ask(commands: list[Command]) -> Refusal | None:
    """Send the commands; return the refusal of one that failed."""
    refusals = (answer.refusal for answer in writer.ask_all(commands))
    return next((one for one in refusals if one and one.code not in identity.ENDED), None)
