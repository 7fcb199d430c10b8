"""A person's clubs after they log in to an account, or withdraw from the site."""

from __future__ import annotations

from collections.abc import Iterator

from django.dispatch import receiver

from games_app.clubs import members
from games_app.clubs.record import RANKS, Role, locked
from games_app.models import ClassCard, ClubAnswer, ClubMember, ClubPost, Player
from games_app.people import signals


@receiver(signals.guest_merged)
def follow(guest: Player, player: Player, **_: object) -> None:
    """Move a guest's places and notices to the account's player; of two places in a club the better stays."""
    ClubPost.objects.filter(player=guest).update(player=player)
    answered = list(ClubAnswer.objects.filter(player=player).values_list("question", flat=True))
    ClubAnswer.objects.filter(player=guest).exclude(question__in=answered).update(player=player)
    own = {place.club_id: place for place in ClubMember.objects.filter(player=player)}
    for place in ClubMember.objects.filter(player=guest):
        if (kept := own.get(place.club_id)) is None:
            place.player = player
            place.save(update_fields=["player"])
            continue
        place.delete()
        kept.role = min(place.role, kept.role, key=lambda role: RANKS.index(Role(role)))
        kept.joined_at = min(place.joined_at, kept.joined_at)
        kept.left_at = max(place.left_at, kept.left_at) if place.left_at and kept.left_at else None
        kept.save()


@receiver(signals.player_withdrew)
def forget(player: Player, **_: object) -> None:
    """Take the player out of all clubs, hand over those that they own, and delete their notices."""
    for public_id in list(ClubMember.objects.filter(player=player).values_list("club__public_id", flat=True)):
        with locked(public_id) as record:
            if record.role(player.pk) == Role.OWNER:
                members.succeed(record, player.pk)
            ClubMember.objects.filter(club__public_id=public_id, player=player).delete()
    ClubPost.objects.filter(player=player).delete()
    ClassCard.objects.filter(player=player).delete()
    Player.objects.filter(pk=player.pk).update(locked_in=None)
    ClubAnswer.objects.filter(player=player).delete()


def listed(player_id: int) -> Iterator[str]:
    """Yield a line for each club and each notice of a player, for their own files."""
    for place in ClubMember.objects.filter(player=player_id).select_related("club").order_by("joined_at"):
        left = f", left {place.left_at.isoformat()}" if place.left_at else ""
        yield f"{place.joined_at.isoformat()} {place.club.name}: {place.role}{left}\n"
    for post in ClubPost.objects.filter(player=player_id).select_related("club").order_by("at"):
        yield f"{post.at.isoformat()} notice in {post.club.name}: {post.text}\n"
    for answer in ClubAnswer.objects.filter(player=player_id).select_related("question__club").order_by("at"):
        yield f"{answer.at.isoformat()} answer in {answer.question.club.name}: {answer.action}\n"
