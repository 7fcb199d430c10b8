"""Merging: what a guest has in one browser goes over to an account that the same person logs in to there.

Seats change hands through the writer, match by match, as events. Names on seats, results and who sent what
stay as they were. Matches against the account itself, and rated ones, stay with the guest.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet

from games_app.lib.refusals import Refusal
from games_app.models import (
    Block,
    ChatMessage,
    MailAddress,
    Match,
    Note,
    Player,
    PuzzleAttempt,
    PuzzleDay,
    PuzzleRating,
    Report,
    Sanction,
)
from games_app.services.commands.messages import Reseat
from games_app.services.commands.registry import By, Command, command
from games_app.services.people import membership, returning
from games_app.services.state.match_state import MatchState, load
from games_app.services.state.transitions import Transition


@command(Reseat, by=By.SERVER, during=set(Match.Status))
def reseat(match: MatchState, asked: Reseat, person: int | None, now: datetime) -> Transition | Refusal:
    """Give what the player ``asked.who`` has in the match to ``asked.to``."""
    if not _can_go_over(match, asked.who, asked.to):
        return Refusal("not_due")
    roles = match.roles_of(asked.who)
    seated = {role: (asked.to, match.seats[role].name) for role in roles}
    return Transition("reseated", next(iter(roles), ""), seated=seated, replaces=(asked.who, asked.to))


def _can_go_over(match: MatchState, who: int, to: int) -> bool:
    row = match.row
    mine, theirs = ({*match.sitters.values(), row.maker_id, row.invited_id} & {one} for one in (who, to))
    return bool(mine) and not theirs and not match.terms.rated


def going_over(guest: Player, player: Player) -> tuple[list[str], int]:
    """Return the matches that would go over from the guest to this player, and how many would stay."""
    ids = _matches(guest).order_by("pk").values_list("public_id", flat=True)
    matches = load(list(ids))
    going = [one for one, match in matches.items() if _can_go_over(match, guest.pk, player.pk)]
    return going, len(matches) - len(going)


def claim(guest: Player, player: Player) -> bool:
    """Note that the guest is this player's; False if they are another's, who was faster."""
    unclaimed = Q(merged_into=None) | Q(merged_into=player)
    return bool(Player.objects.filter(unclaimed, pk=guest.pk, account=None).update(merged_into=player))


def reseats(guest: Player, player: Player) -> list[Command]:
    """Return the commands, for the writer, that give the guest's seats to the player."""
    going, _ = going_over(guest, player)
    return [Command(Reseat(guest.pk, player.pk), one, None, from_server=True) for one in going]


@transaction.atomic
def carry_over(guest: Player, player: Player) -> None:
    """Give the player the rest: notes, words, reports, blocks, sanctions, puzzles, address, membership."""
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
    # Not handed over: an account's address can reset its password, so it is given with the password only.
    MailAddress.objects.filter(player=guest).delete()
    returning.revoke(guest)


def _carry_notes(guest: Player, player: Player, stay: QuerySet[Match, Any]) -> None:
    """Give the guest's notes to the player; where both have one, the player's stands first."""
    for note in Note.objects.filter(player=guest).exclude(match__in=stay):
        own = Note.objects.filter(player=player, match=note.match_id, ply=note.ply).first()
        if own is None:
            note.player = player
            note.save(update_fields=["player"])
        else:
            own.text = f"{own.text}\n{note.text}"[: Note.LONGEST]
            own.save(update_fields=["text"])
            note.delete()


def _carry_blocks(guest: Player, player: Player) -> None:
    """Give both kinds of blocks to the player: nobody gets rid of one by logging in."""
    made = Block.objects.filter(player=guest).exclude(blocked=player).values_list("blocked", flat=True)
    suffered = Block.objects.filter(blocked=guest).exclude(player=player).values_list("player", flat=True)
    Block.objects.bulk_create(
        [
            *(Block(player=player, blocked_id=other) for other in made),
            *(Block(player_id=other, blocked=player) for other in suffered),
        ],
        ignore_conflicts=True,
    )
    Block.objects.filter(Q(player=guest) | Q(blocked=guest)).delete()


def _carry_puzzles(guest: Player, player: Player) -> None:
    """Give the guest's attempts, days and ratings to the player; of what both have, the player's stands."""
    for kept, key in ((PuzzleAttempt, "puzzle"), (PuzzleDay, "day"), (PuzzleRating, "game")):
        own = kept.objects.filter(player=player).values(key)
        kept.objects.filter(player=guest).exclude(**{f"{key}__in": own}).update(player=player)


def _matches(guest: Player) -> QuerySet[Match]:
    """Return the matches in which the guest sits, that they made, or to which they are invited."""
    invited = Q(invited=guest, status=Match.Status.WAITING)
    return Match.objects.filter(Q(seats__player=guest) | Q(maker=guest) | invited).distinct()
