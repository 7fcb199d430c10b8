"""Invitations to one person: who may invite whom, and declining."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef, QuerySet

from games_app.lib.refusals import Refusal
from games_app.lists.challenges import takes_lazily
from games_app.match.event_kinds import EventKind
from games_app.match.match_state import MatchState
from games_app.match.messages import MatchConfig, TurnDown
from games_app.match.transitions import Transition
from games_app.models import Bot, Match, Seat
from games_app.people import accounts, bots, friends
from games_app.record.commands.registry import By, command

DAY = timedelta(days=1)
MOST_UNANSWERED = 3
"""Maximum number of one player's challenges that wait for the same bot."""
MOST_A_DAY = 5
"""Maximum number of one person's invitations of another within a day, whatever became of them."""
STRANGERS_A_DAY = 10
"""Maximum number of strangers whom a person invites within a day, each of them once."""


def invitation_refusal(maker: int, invited: int, config: MatchConfig, now: datetime) -> Refusal | None:
    """Return why this player may not invite that one to such a match now, or None.

    Everybody may challenge a bot, within its owner's limits. A block of the maker is no reason: the
    invitation is never shown, and nothing reveals the block.
    """
    bot = bots.bot_of(invited) if maker != invited else None
    if bot and not friends.has_blocked(maker, invited):
        return _refused_by_bot(bot, maker, config, now)
    acquainted = know_each_other(maker, invited)
    if maker == invited or not (acquainted or _is_open(maker, invited)):
        return Refusal("not_played_with")
    if friends.has_blocked(maker, invited):
        return Refusal("blocked_by_you")
    if not acquainted:
        return _refused_to_a_stranger(maker, invited, now)
    if _made(maker, now).filter(invited=invited).count() >= MOST_A_DAY:
        return Refusal("too_many_invitations", {"limit": MOST_A_DAY})
    return None


def _refused_by_bot(bot: Bot, maker: int, config: MatchConfig, now: datetime) -> Refusal | None:
    name = bot.player.name
    if not bots.takes_challenges(bot, now):
        return Refusal("bot_paused", {"name": name})
    if why := bots.declined_because(bot, config.game, config.terms):
        return Refusal("bot_declines", {"name": name, "takes": takes_lazily(bot), "why": why})
    if bots.is_busy(bot):
        return Refusal("bot_busy", {"name": name, "limit": bot.at_once})
    waiting = _invitations_by(maker).filter(status=Match.Status.WAITING, deadline__gt=now)
    unanswered = waiting.filter(invited=bot.player_id)
    if unanswered.count() >= MOST_UNANSWERED:
        return Refusal("bot_asked", {"name": name, "limit": MOST_UNANSWERED})
    return None


def may_invite(maker: int, invited: int) -> bool:
    """Return whether the two know each other, or both have accounts and the invited one is open to all."""
    return maker != invited and (know_each_other(maker, invited) or _is_open(maker, invited))


def know_each_other(player: int, other: int) -> bool:
    """Return whether the two have played or are friends."""
    return _have_played(player, other) or friends.are_friends(player, other)


def _have_played(player: int, opponent: int) -> bool:
    return Seat.objects.filter(player=player, opponent=opponent).exclude(listed_at=None).exists()


def _is_open(maker: int, invited: int) -> bool:
    return accounts.is_open_to_invitations(invited) and accounts.has_account(maker)


def _refused_to_a_stranger(maker: int, invited: int, now: datetime) -> Refusal | None:
    if _made(maker, now).filter(invited=invited).exists():
        return Refusal("invited_today")
    played = Seat.objects.filter(player=maker, opponent=OuterRef("invited")).exclude(listed_at=None)
    strangers = _made(maker, now).exclude(Exists(played)).exclude(invited__in=friends.friend_ids(maker))
    if strangers.count() >= STRANGERS_A_DAY:
        return Refusal("too_many_strangers", {"limit": STRANGERS_A_DAY})
    return None


def _made(maker: int, now: datetime) -> QuerySet[Match]:
    """Return the invitations that this player has made within a day."""
    return _invitations_by(maker).filter(created_at__gt=now - DAY)


def _invitations_by(maker: int) -> QuerySet[Match]:
    return Match.objects.filter(maker=maker, invited__isnull=False)


@command(TurnDown, by=By.VISITOR, during={Match.Status.WAITING})
def turn_down(match: MatchState, message: TurnDown, player_id: int, now: datetime) -> Transition | Refusal:
    """Decline the invitation, which ends it; the maker reads the reason, if one is given."""
    if match.row.invited_id is None or match.row.invited_id != player_id:
        return Refusal("not_invited")
    return Transition(EventKind.CANCELLED, reason=message.reason)
