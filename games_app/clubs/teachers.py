"""Further teachers of a class: people with an account whom its owner invites by a link, as helpers."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.core import signing
from django.db import transaction

from games_app.clubs import members
from games_app.clubs.record import JOINED_LIMIT, Record, Role
from games_app.lib.refusals import Refusal, Refused
from games_app.models import Club, ClubMember, Player
from games_app.people import accounts, client_marks
from games_app.people.client_marks import Client
from games_app.people.locked import must_not_be_locked

SALT = "teacher"
INVITED_FOR = timedelta(days=1)
TEACHERS_LIMIT = 5


def invitation(club: Club) -> str:
    """Return the token of a link by which one person becomes a teacher of the class, within a day."""
    return signing.dumps(club.invitation, salt=SALT)


def invited_to(token: str) -> Club | None:
    """Return the class with this invitation; None if it was used, renewed or is too old."""
    try:
        stored = signing.loads(token, salt=SALT, max_age=INVITED_FOR)
    except signing.BadSignature:
        return None
    return Club.objects.filter(invitation=stored, is_class=True).first()


def join(token: str, player: Player, client: Client, now: datetime) -> Club:
    """Make the player a teacher of the class, and end the invitation. Raises Refused."""
    with transaction.atomic():
        invited = invited_to(token)
        club = Club.objects.select_for_update().filter(pk=invited.pk).first() if invited else None
        if club is None or invited_to(token) is None:
            raise Refused(Refusal("club_link"))
        record = Record(club)
        if record.member(player.pk):
            return club
        must_not_be_locked(player)
        if not accounts.has_account(player.pk):
            raise Refused(Refusal("club_needs_account.teacher"))
        if refusal := members.not_admitted(player, client.address, now):
            raise Refused(refusal)
        if sum(record.runs(member.player_id) for member in record.members) >= TEACHERS_LIMIT:
            raise Refused(Refusal("too_many_teachers", {"limit": TEACHERS_LIMIT}))
        if ClubMember.objects.filter(player=player, left_at=None).count() >= JOINED_LIMIT:
            raise Refused(Refusal("too_many_clubs.joined", {"limit": JOINED_LIMIT}))
        client_marks.record([(player.pk, client)], now)
        as_teacher = {"role": Role.HELPER, "left_at": None}
        ClubMember.objects.update_or_create(
            club=club, player=player, defaults=as_teacher, create_defaults=as_teacher | {"joined_at": now}
        )
        members.renew(club)
    return club
