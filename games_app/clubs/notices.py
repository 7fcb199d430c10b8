"""Notices of a club: short posts of its members, with the word filter and the sanctions of the chat."""

from __future__ import annotations

from datetime import datetime, timedelta

from games_app.clubs.record import locked, must_be_member, must_run
from games_app.lib.chat_text import cleaned, folded
from games_app.lib.refusals import Refusal, Refused
from games_app.models import Club, ClubPost
from games_app.people import friends, sanctions
from games_app.people.locked import must_not_be_locked

SHOWN = 30
"""Maximum number of notices on a club's page."""
KEPT = 200
"""Maximum number of a club's notices that are stored; the oldest beyond it are deleted."""
MOST_A_DAY = 20
"""Maximum number of one person's notices within 24 hours, in all clubs."""


def post(public_id: str, player_id: int | None, text: str, address: str, now: datetime) -> ClubPost:
    """Store a notice of a member. ``address``: rate limit key of the sender. Raises Refused."""
    line = cleaned(text)
    if isinstance(line, Refusal):
        raise Refused(line)
    with locked(public_id) as record:
        player = must_be_member(record, player_id).player
        must_not_be_locked(player)
        if refusal := sanctions.refusal(player.pk, address, now, chats=True):
            raise Refused(refusal)
        today = ClubPost.objects.filter(player=player, at__gt=now - timedelta(days=1))
        if today.count() >= MOST_A_DAY:
            raise Refused(Refusal("too_many_posts", {"limit": MOST_A_DAY}))
        before = today.filter(club=record.club, hidden=False).values_list("text", flat=True)
        if folded(line) in {folded(each) for each in before}:
            raise Refused(Refusal("post_repeated"))
        made = ClubPost.objects.create(club=record.club, player=player, name=player.name, text=line, at=now)
        oldest = ClubPost.objects.filter(club=record.club).order_by("-at", "-pk")[KEPT:]
        ClubPost.objects.filter(pk__in=list(oldest.values_list("pk", flat=True))).delete()
    return made


def take_down(public_id: str, player_id: int | None, number: int) -> None:
    """Hide a notice: one's own, or as somebody who runs the club. Raises Refused."""
    with locked(public_id) as record:
        must_be_member(record, player_id)
        shown = ClubPost.objects.filter(club=record.club, pk=number, hidden=False).first()
        if shown is None:
            raise Refused(Refusal("no_post"))
        if shown.player_id != player_id:
            must_run(record, player_id)
        shown.hidden = True
        shown.save(update_fields=["hidden"])


def shown(club: Club, player_id: int) -> list[ClubPost]:
    """Return the newest notices as this member reads them: without those of people whom they have blocked."""
    posts = ClubPost.objects.filter(club=club, hidden=False).select_related("player")
    blocked = [person.pk for person in friends.blocked_people(player_id)]
    return list(posts.exclude(player__in=blocked).order_by("-at", "-pk")[:SHOWN])
