"""Identity of players: renaming, merging two players, and withdrawal."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet

from games_app.lib import clock
from games_app.lib.ids import new_public_id
from games_app.lib.names import WITHDRAWN, cleaned
from games_app.lib.refusals import Refusal, Refused
from games_app.match.event_kinds import EventKind
from games_app.match.match_state import MatchState, load
from games_app.match.messages import NO_ID, Cancel, Forget, Message, Reseat, Resign, TakeName
from games_app.match.pending import REMATCH, Pending, withdrawn
from games_app.match.transitions import Change, Occupant, Transition
from games_app.models import (
    Block,
    ChatMessage,
    Friendship,
    LobbyPresence,
    MailAddress,
    Match,
    Note,
    Player,
    Presence,
    PuzzleAttempt,
    PuzzleDay,
    PuzzleRating,
    Report,
    Sanction,
    Seat,
)
from games_app.people import (
    accounts,
    bots,
    client_marks,
    devices,
    friends,
    holidays,
    mail_addresses,
    membership,
    sanctions,
    signals,
)
from games_app.record.commands.registry import By, Command, command, server_command

UNFINISHED = (Match.Status.WAITING, Match.Status.PLAYING)
ENDED = frozenset({"wrong_phase", "invitation_expired", "time_is_up"})
"""Refusal codes of a match that needs no ending: it has ended already, or is about to."""


@server_command(Forget, during=set(Match.Status))
def forget(match: MatchState, message: Forget, player_id: None, now: datetime) -> Change | Refusal:
    """Remove the name of the player ``message.who`` from the seats and from every earlier event."""
    player = message.who
    roles = tuple(role for role in match.roles_of(player) if match.seats[role].name != WITHDRAWN)
    if not roles:
        return Refusal("not_due")
    seated = dict.fromkeys(roles, Occupant(player, WITHDRAWN))
    forgotten = Transition(
        EventKind.FORGOTTEN, roles[0], seated=seated, pending=_without_rematch(match, roles)
    )
    return Change(match, forgotten, forgets_names=True)


def _without_rematch(match: MatchState, roles: tuple[str, ...]) -> Pending:
    """Return the pending state without a rematch offer of the withdrawn player."""
    offer = match.pending.offers.get(REMATCH)
    return withdrawn(match.pending, REMATCH, offer.by) if offer and offer.by in roles else match.pending


def guises(player: Player) -> list[Player]:
    """Return the guests whose matches were moved to the player's account, and finally the player."""
    return [*Player.objects.filter(merged_into=player).order_by("pk"), player]


def endings(player: Player) -> list[Command]:
    """Return the commands that cancel the player's waiting matches and resign the running ones."""
    matches = Match.objects.filter(seats__player=player, status__in=UNFINISHED).distinct()
    ends: dict[str, Message] = {Match.Status.WAITING: Cancel(), Match.Status.PLAYING: Resign(NO_ID)}
    rows = matches.order_by("pk").values_list("public_id", "status")
    return [Command(ends[status], public_id, player.pk, from_server=True) for public_id, status in rows]


def farewells(player: Player) -> list[Command]:
    """Return the commands that remove the player's name from each of their matches."""
    named = Seat.objects.filter(player=player).exclude(name=WITHDRAWN)
    matches = Match.objects.filter(seats__in=named).distinct().order_by("pk")
    ids = matches.values_list("public_id", flat=True)
    return [Command(Forget(player.pk), public_id, None, from_server=True) for public_id in ids]


def erase(player: Player) -> None:
    """Delete the rest: notes, blocks, messages, reports, appeals, account, name; sign out everywhere."""
    messages = ChatMessage.objects.filter(player=player)
    messages.update(player=None, cmd=None, name="", text="", phrase="", hidden=True)
    Report.objects.filter(reporter=player).delete()
    friends.forget_blocks(player)
    Note.objects.filter(player=player).delete()
    PuzzleAttempt.objects.filter(player=player).delete()
    PuzzleRating.objects.filter(player=player).delete()
    PuzzleDay.objects.filter(player=player).delete()
    Presence.objects.filter(person=str(player.pk)).delete()
    LobbyPresence.objects.filter(person=str(player.pk)).delete()
    sanctions.forget_appeals(player)
    client_marks.forget(player.pk)
    bots.forget(player)
    devices.revoke_phrase(player)
    membership.forget(player)
    holidays.forget(player)
    accounts.close(player)
    mail_addresses.forget_address(player)
    signals.player_withdrew.send(None, player=player)
    devices.sign_out_others(player, "", clock.now())
    player.name, player.chose_name, player.public_id = WITHDRAWN, False, new_public_id()
    player.warning = ""
    player.save(update_fields=["name", "chose_name", "public_id", "warning"])


@server_command(Reseat, during=set(Match.Status))
def reseat(match: MatchState, message: Reseat, player_id: None, now: datetime) -> Change | Refusal:
    """Move the seats and other parts of the player ``message.who`` in the match to ``message.to``."""
    if not _can_go_over(match, message.who, message.to):
        return Refusal("not_due")
    roles = match.roles_of(message.who)
    seated = {role: Occupant(message.to, match.seats[role].name) for role in roles}
    reseated = Transition(EventKind.RESEATED, next(iter(roles), ""), seated=seated)
    return Change(match, reseated, replaces=(message.who, message.to))


def _can_go_over(match: MatchState, guest: int, player: int) -> bool:
    row = match.row
    involved = {*match.sitters.values(), row.maker_id, row.invited_id}
    return guest in involved and player not in involved and not match.terms.rated


def going_over(guest: Player, player: Player) -> tuple[list[str], int]:
    """Return the matches that would move from the guest to this player, and how many would stay.

    A bot's matches stay its own, and it takes nobody else's.
    """
    if bots.bots_among((guest.pk, player.pk)):
        return [], _matches(guest).count()
    ids = _matches(guest).order_by("pk").values_list("public_id", flat=True)
    matches = load(list(ids))
    going = [public_id for public_id, match in matches.items() if _can_go_over(match, guest.pk, player.pk)]
    return going, len(matches) - len(going)


def claim(guest: Player, player: Player) -> bool:
    """Mark the guest as this player's; False for a bot or a child, or if another player was faster."""
    if bots.bots_among((guest.pk, player.pk)):
        return False
    unclaimed = Q(merged_into=None) | Q(merged_into=player)
    return bool(
        Player.objects.filter(unclaimed, pk=guest.pk, account=None, locked_in=None).update(merged_into=player)
    )


def reseats(guest: Player, player: Player) -> list[Command]:
    """Return the commands, for the writer, that move the guest's seats to the player."""
    going, _ = going_over(guest, player)
    return [Command(Reseat(guest.pk, player.pk), public_id, None, from_server=True) for public_id in going]


@transaction.atomic
def carry_over(guest: Player, player: Player) -> None:
    """Move the rest: notes, messages, reports, blocks, sanctions, puzzles, address, membership."""
    list(Player.objects.select_for_update().filter(pk__in=(guest.pk, player.pk)).order_by("pk"))
    stay = _matches(guest).values("pk")
    _carry_notes(guest, player, stay)
    ChatMessage.objects.filter(player=guest).exclude(match__in=stay).update(player=player)
    Report.objects.filter(reporter=guest).update(reporter=player)
    Report.objects.filter(about=guest).update(about=player)
    Sanction.objects.filter(person=guest).update(person=player)
    _carry_blocks(guest, player)
    _carry_puzzles(guest, player)
    membership.hand_over(guest, player)
    holidays.hand_over(guest, player, clock.now())
    # Not moved: an account's address can reset its password, so changing it needs the password.
    MailAddress.objects.filter(player=guest).delete()
    devices.revoke_phrase(guest)
    signals.guest_merged.send(None, guest=guest, player=player)


def _carry_notes(guest: Player, player: Player, stay: QuerySet[Match, Any]) -> None:
    """Move the guest's notes to the player; if both have one, the player's stands first.

    Two notes for different readers become a private one.
    """
    for note in Note.objects.filter(player=guest).exclude(match__in=stay):
        own = Note.objects.filter(player=player, match=note.match_id, ply=note.ply).first()
        if own is None:
            note.player = player
            note.save(update_fields=["player"])
        else:
            own.text = f"{own.text}\n{note.text}"[: Note.LONGEST]
            if own.audience != note.audience:
                own.audience = Note.Audience.PRIVATE
            own.save(update_fields=["text", "audience"])
            note.delete()


def _carry_blocks(guest: Player, player: Player) -> None:
    """Move both kinds of blocks to the player, where they end friendships: logging in undoes no block."""
    made = list(Block.objects.filter(player=guest).exclude(blocked=player).values_list("blocked", flat=True))
    suffered = list(
        Block.objects.filter(blocked=guest).exclude(player=player).values_list("player", flat=True)
    )
    Block.objects.bulk_create(
        [
            *(Block(player=player, blocked_id=other) for other in made),
            *(Block(player_id=other, blocked=player) for other in suffered),
        ],
        ignore_conflicts=True,
    )
    for other in {*made, *suffered}:
        Friendship.between(player.pk, other).delete()
    Block.objects.filter(Q(player=guest) | Q(blocked=guest)).delete()


def _carry_puzzles(guest: Player, player: Player) -> None:
    """Move the guest's attempts, days and ratings to the player; if both have one, the player's stays."""
    for model, key in ((PuzzleAttempt, "puzzle"), (PuzzleDay, "day"), (PuzzleRating, "game")):
        own = model.objects.filter(player=player).values(key)
        model.objects.filter(player=guest).exclude(**{f"{key}__in": own}).update(player=player)


def _matches(guest: Player) -> QuerySet[Match]:
    """Return the matches in which the guest has a seat, that they made, or to which they are invited."""
    invited = Q(invited=guest, status=Match.Status.WAITING)
    return Match.objects.filter(Q(seats__player=guest) | Q(maker=guest) | invited).distinct()


@command(TakeName, by=By.PLAYER, during={Match.Status.WAITING})
def rename_seat(match: MatchState, message: TakeName, player_id: int, now: datetime) -> Transition | Refusal:
    """Change the name on the only taken seat of a waiting match."""
    if refusal := accounts.name_refusal(message.name, player_id):
        return refusal
    role = match.roles_of(player_id)[0]
    return Transition(EventKind.RENAMED, role, seated={role: Occupant(player_id, message.name)})


def take_name(player_id: int, name: str) -> bool:
    """Give the player the name that they take with a match; False if it is another player's account's.

    Needs a transaction.
    """
    changed = {"name": name, "chose_name": True}
    if Player.objects.filter(pk=player_id, account=None).update(**changed):
        return True
    try:
        accounts.rename(Player.objects.get(pk=player_id), name)
    except Refused:
        return False
    return bool(Player.objects.filter(pk=player_id).update(**changed))


def rename(player: Player, text: str) -> list[Command]:
    """Set the player's name, and their account's. Raises Refused.

    Matches that have begun keep their names. The returned commands, for the writer, change the name in
    matches that are still waiting.
    """
    name = cleaned(text)
    with transaction.atomic():
        accounts.rename(player, name)
        player.name, player.chose_name = name, True
        player.save(update_fields=["name", "chose_name"])
    return renamings(player, name)


def renamings(player: Player, name: str) -> list[Command]:
    """Return the commands that change the player's name in their waiting matches."""
    waiting = Seat.objects.filter(player=player, match__status=Match.Status.WAITING).exclude(name=name)
    ids = waiting.order_by("match").values_list("match__public_id", flat=True)
    return [Command(TakeName(name), public_id, player.pk) for public_id in ids]
