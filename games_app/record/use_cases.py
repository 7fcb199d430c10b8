"""Use cases: what forms and API calls do to matches and players.

Most send one command to the writer, so they are one transaction. Those that take several say so.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime

from msgspec import structs

from games_app.lib import clock
from games_app.lib.refusals import Refusal, Refused
from games_app.lists.adaptive_level import ADAPTIVE, adapted_level
from games_app.match.match_state import MatchState
from games_app.match.messages import (
    NO_ID,
    Abandon,
    CallOff,
    Cancel,
    Create,
    EndMatch,
    HideMatch,
    HideMessage,
    Hold,
    Import,
    Join,
    MatchConfig,
    Message,
    OpenFor,
    Pair,
    PlayNow,
    Release,
    ShowMatch,
    TurnDown,
)
from games_app.match.transitions import Occupant
from games_app.match.wire import DeclineReason
from games_app.models import Account, ChatMessage, Player
from games_app.people import accounts, bots, devices
from games_app.people.client_marks import Client
from games_app.people.players import computer, occupant
from games_app.record.commands import identity
from games_app.record.commands.registry import Command, turned_away
from games_app.record.results import Answer
from games_app.record.writer import writer


@dataclass(frozen=True, slots=True)
class Sender:
    """The player who sends a form or an API call, and their client."""

    player: Player
    client: Client
    by_token: bool = False
    """True for a program, which sends the player's personal token."""

    def command(self, message: Message, match: str = "") -> Command:
        return Command(message, match, self.player.pk, client=self.client, by_token=self.by_token)

    def takes(self, name: str) -> bool:
        """Return whether the player has a new name."""
        return name != self.player.name or not self.player.chose_name


def make_match(sender: Sender, config: MatchConfig, name: str, cmd: str, *, level: str = "") -> Answer:
    """Make a match of a player who takes this name; with a ``level``, it begins against the computer.

    The level can be ``ADAPTIVE``.
    Transactions of their own change the name in the player's other waiting matches.
    """
    level = adapted_level(sender.player.pk, config.game) if level == ADAPTIVE else level
    opponent = occupant(computer(config.game, level, clock.now())) if level else None
    takes_name = sender.takes(name)
    create = Create(config, name, computer=opponent, takes_name=takes_name, cmd=cmd)
    return _renamed(sender, name, writer.ask(sender.command(create), first=False), takes_name=takes_name)


def make_match_at_one_screen(sender: Sender, config: MatchConfig, names: tuple[str, ...], cmd: str) -> Answer:
    """Make a match of one player on both sides, with the ``names`` of the two people there."""
    create = Create(config, sender.player.name, names=names, cmd=cmd)
    return writer.ask(sender.command(create), first=False)


def invite(
    sender: Sender, invited: Player, config: MatchConfig, cmd: str, open_for: OpenFor = "1d"
) -> Answer:
    """Make a match that only the invited person may join, as long as it is open."""
    create = Create(config, sender.player.name, invited=invited.pk, open_for=open_for, cmd=cmd)
    return writer.ask(sender.command(create), first=False)


def pair(maker_id: int, config: MatchConfig, seats: tuple[Occupant, Occupant], cmd: str) -> Answer:
    """Begin a match between two people, once however often it is sent with the same ``cmd``."""
    return writer.ask(Command(Pair(config, seats, cmd=cmd), "", maker_id), first=False)


def play_now(sender: Sender, config: MatchConfig, name: str = "", cmd: str = NO_ID) -> Answer:
    """Seat the player at the oldest open offer that fits, or make one; under their own name by default."""
    message = PlayNow(config, name or sender.player.name, cmd=cmd)
    return writer.ask(sender.command(message), first=False)


def take_offer(sender: Sender, public_id: str) -> Answer:
    """Take the free seat of an open offer under the player's own name."""
    return writer.ask(sender.command(Join(sender.player.name), public_id), first=False)


def import_match(sender: Sender, imported: Import, cmd: str = NO_ID) -> Answer:
    """Store a match that is over, as read from a file."""
    return writer.ask(sender.command(structs.replace(imported, cmd=cmd)), first=False)


def join(sender: Sender, match: MatchState, name: str) -> Answer:
    """Take the free seat of a match, by a player who takes this name.

    Transactions of their own change the name in the player's other waiting matches.
    """
    takes_name = sender.takes(name)
    joined = sender.command(Join(name, takes_name), match.row.public_id)
    return _renamed(sender, name, _submit(match, joined), takes_name=takes_name)


def cancel(match: MatchState, player_id: int | None) -> Answer:
    """Cancel a waiting match."""
    return _submit(match, Command(Cancel(), match.row.public_id, player_id))


def turn_down(match: MatchState, player_id: int | None, reason: DeclineReason | None = None) -> Answer:
    """Decline an invitation, for this reason if one is given."""
    return _submit(match, Command(TurnDown(reason), match.row.public_id, player_id))


def abandon(match: MatchState, player_id: int | None) -> Answer:
    """End a deserted match."""
    return _submit(match, Command(Abandon(), match.row.public_id, player_id))


def take_tip(match: MatchState, taking: Command) -> Answer:
    """Store that a player takes a tip; sent again with the same id, it is the same tip."""
    return _submit(match, taking)


def send(sender: Sender, match: MatchState, message: Message, received: datetime) -> Answer:
    """Send a program's command, which counts from when it was received.

    If it was carried out before, a person with a seat gets the answer of then, whatever has become of the
    match. Other people never make the writer look for that.
    """
    command = replace(sender.command(message, match.row.public_id), at=received)
    if match.roles_of(sender.player.pk):
        return writer.ask(command, first=not command.declared.is_chat)
    return _submit(match, command)


def _submit(match: MatchState, command: Command) -> Answer:
    """Send the command to the writer and return its answer, or the refusal that is certain without it.

    People with a seat in the match go first: other people's forms never make them wait.
    """
    if refusal := turned_away(match, command, clock.now()):
        return Answer(command.match, command.cmd, match.row.seq, refusal=refusal)
    return writer.ask(command, first=bool(match.roles_of(command.player_id)))


def _renamed(sender: Sender, name: str, answer: Answer, *, takes_name: bool) -> Answer:
    """Change the name in the player's other matches that still wait, if they have taken it."""
    if takes_name and answer.refusal is None:
        writer.ask_all(identity.renamings(sender.player, name))
    return answer


UNSTORED = ("unavailable", "failed")
"""Codes of refusals which mean that nothing can be stored."""


def take_name(player: Player, name: str) -> None:
    """Rename the player, also in their matches that still wait for an opponent: a transaction for each.

    Raises Refused.
    """
    if name != player.name or not player.chose_name:
        writer.ask_all(identity.rename(player, name))


def bring_along(guest: Player, player: Player) -> bool:
    """Move everything of the guest to the account's player, in several transactions.

    Return False if a part of it could not be stored.
    """
    if not identity.claim(guest, player):
        return True
    answers = writer.ask_all(identity.reseats(guest, player))
    if any(answer.refusal and answer.refusal.code in UNSTORED for answer in answers):
        return False
    identity.carry_over(guest, player)
    return True


def close_account(account: Account) -> Refusal | None:
    """Retire the account's bots and delete it, step by step; return the refusal of a failed step."""
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

    Each step is a transaction of its own. The guests whose matches were moved to the player withdraw with
    them. Their bots retire.
    """
    if (own := player.account_or_none) and (failed := _retire_bots(own)):
        return failed
    for guise in identity.guises(player):
        if failed := _leave(guise):
            return failed
        identity.erase(guise)
        # Another page of theirs may have begun a match meanwhile; after erase() none can.
        if failed := _leave(guise):
            return failed
    return None


def _leave(player: Player) -> Refusal | None:
    """End the player's matches and remove their names; return the refusal if a step failed."""
    return _ask(identity.endings(player)) or _ask(identity.farewells(player))


def _ask(commands: list[Command]) -> Refusal | None:
    """Send the commands; return the refusal of one that failed."""
    refusals = (answer.refusal for answer in writer.ask_all(commands))
    return next((refusal for refusal in refusals if refusal and refusal.code not in identity.ENDED), None)


def end_match(public_id: str) -> Answer:
    """End a match without a result."""
    return _decide(EndMatch(), public_id)


def call_off(matches: Iterable[str]) -> None:
    """End those of these matches that are played without a result, as the people who began them decided."""
    _decide_all(CallOff(), matches)


def hold(matches: Iterable[str]) -> None:
    """Pause those of these matches that two people play for an hour, as the people who began them decided."""
    _decide_all(Hold(), matches)


def release(matches: Iterable[str]) -> None:
    """End the pauses of these matches, as the people who began them decided."""
    _decide_all(Release(), matches)


def _decide_all(message: Message, matches: Iterable[str]) -> None:
    """Send the decision for each match. Raises Refused if nothing can be stored now."""
    answers = writer.ask_all([Command(message, match, None, from_server=True) for match in matches])
    for answer in answers:
        if answer.refusal and answer.refusal.code in UNSTORED:
            raise Refused(answer.refusal)


def hide_match(public_id: str) -> Answer:
    """Close a match to all but its players."""
    return _decide(HideMatch(), public_id)


def show_match(public_id: str) -> Answer:
    """Give a hidden match back the visibility that it had."""
    return _decide(ShowMatch(), public_id)


def hide_message(message: ChatMessage) -> Answer:
    """Show a chat message no longer."""
    hide = HideMessage(room=message.room, number=message.number)  # type: ignore[arg-type]
    return _decide(hide, message.match.public_id)


def _decide(message: Message, public_id: str) -> Answer:
    return writer.ask(Command(message, public_id, None, from_server=True))
