"""Bots: accounts that programs play for, their owners, and the challenges that they take.

An account becomes a bot for good, before it has played. Its name begins with ``names.BOT`` from then on, so
that each page, file and frame with the name marks it.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta
from math import inf
from typing import TypeAlias

from django.db import transaction
from django.db.models import Count, Q, QuerySet

from games_app.lib.names import LONGEST, bot_name
from games_app.lib.refusals import Refusal, Refused
from games_app.match.terms import CLOCK_PRESETS, Daily, RealTime, Terms, Time
from games_app.models import Account, Bot, Player, Seat
from games_app.people import accounts, presence, sanctions

MOST_OF_ONE = 10
"""Maximum number of one owner's bots."""
AT_ONCE, MOST_AT_ONCE = 4, 50
ONLINE_FOR = timedelta(minutes=2)
"""Time after the last use of its token for which a bot counts as online: open streams note it each minute."""
FASTEST, SLOWEST = next(iter(CLOCK_PRESETS)), list(CLOCK_PRESETS)[-1]
POOL = "bot"
"""Pace of ratings by matches in which a bot plays: people's ratings among people stay as they are."""

Declined: TypeAlias = str
"""Reason why a bot takes no such challenge: "rule_sets", "clock" or "stakes"; empty if it does."""


def is_bot(player: int) -> bool:
    return Bot.objects.filter(player=player).exists()


def bots_among(players: Collection[int]) -> set[int]:
    """Return those of these players that are bots."""
    return set(Bot.objects.filter(player__in=players).values_list("player", flat=True))


def bot_of(player: int) -> Bot | None:
    """Return the bot that this player is; None for a person."""
    return Bot.objects.filter(player=player).select_related("player", "owner__player").first()


def bots_of_owner(owner: Account) -> QuerySet[Bot]:
    return Bot.objects.filter(owner=owner).select_related("player").order_by("player__name")


def program_refusal(player: int, terms: Terms) -> Refusal | None:
    """Return why no program may play for this player under these terms; None if one may."""
    return Refusal("rated_needs_bot") if terms.rated and not is_bot(player) else None


def turn_into_bot(account: Account, owner: Account, now: datetime) -> Refusal | None:
    """Make the account a bot of this owner, or return why it can't become one.

    Both must be proved to belong to one person.
    """
    with transaction.atomic():
        # Whoever makes or joins a match locks the player too.
        player = Player.objects.select_for_update().get(pk=account.player_id)
        if refusal := _turning_refusal(account, owner) or sanctions.refusal(owner.player_id, "", now):
            return refusal
        name = bot_name(account.name)
        try:
            accounts.set_name(account, name)
        except Refused as error:
            return error.refusal
        player.name, player.chose_name = name, True
        player.save(update_fields=["name", "chose_name"])
        Bot.objects.create(
            player=player, owner=owner, made_at=now, fastest=FASTEST, slowest=SLOWEST, at_once=AT_ONCE
        )
    return None


def _turning_refusal(account: Account, owner: Account) -> Refusal | None:
    if account == owner:
        return Refusal("bot_needs_owner")
    if bots_among((account.player_id, owner.player_id)):
        return Refusal("bot_already")
    if accounts.role_of_account(account):
        return Refusal("bot_with_role")
    if Seat.objects.filter(
        Q(unfinished=True) | Q(listed_at__isnull=False), player=account.player_id
    ).exists():
        return Refusal("bot_has_played")
    if len(bot_name(account.name)) > LONGEST:
        return Refusal("bot_name_too_long", {"limit": LONGEST - len(bot_name(""))})
    if bots_of_owner(owner).count() >= MOST_OF_ONE:
        return Refusal("too_many_bots", {"limit": MOST_OF_ONE})
    return None


def have_one_owner(first: int, second: int) -> bool:
    """Return whether one person owns both players: their two bots, or their bot and themselves."""
    owners = dict(Bot.objects.filter(player__in=(first, second)).values_list("player", "owner__player"))
    return owners.get(first, first) == owners.get(second, second)


def forget(player: Player) -> None:
    """Delete what is stored of a bot that withdraws."""
    Bot.objects.filter(player=player).delete()


def declined_because(bot: Bot, rule_set: str, terms: Terms) -> Declined:
    """Return why the bot takes no challenge to such a match; empty if it does."""
    refused = {
        "rule_sets": bool(bot.rule_sets) and rule_set not in bot.rule_sets,
        "clock": not takes_clock(bot, terms),
        "stakes": bot.stakes == (Bot.Stakes.CASUAL if terms.rated else Bot.Stakes.RATED),
    }
    return next((why for why, is_so in refused.items() if is_so), "")


def takes_clock(bot: Bot, terms: Terms) -> bool:
    """Return whether both sides' time lies between the bot's fastest and slowest clock."""
    fastest, slowest = (_length(CLOCK_PRESETS[name].time) for name in (bot.fastest, bot.slowest))
    shorter = terms.handicap.time if terms.handicap and terms.handicap.time else terms.time
    return fastest <= _length(shorter) <= _length(terms.time) <= slowest


def are_in_order(fastest: str, slowest: str) -> bool:
    """Return whether the second of two presets is no faster than the first."""
    return _length(CLOCK_PRESETS[fastest].time) <= _length(CLOCK_PRESETS[slowest].time)


def takes_challenges(bot: Bot, now: datetime) -> bool:
    """Return whether somebody answers for the bot, and no moderator has paused it or its owner."""
    return bot.owner_id is not None and sanctions.refusal(bot.player_id, "", now) is None


def taking_challenges(now: datetime) -> QuerySet[Bot]:
    """Return the bots that take challenges at all."""
    return Bot.objects.exclude(Q(owner=None) | Q(player__in=sanctions.barred_players(now)))


def is_busy(bot: Bot) -> bool:
    """Return whether the bot plays as many matches as it takes at once."""
    return bot in busy_among([bot])


def busy_among(bots: Collection[Bot]) -> list[Bot]:
    """Return those of these bots that play as many matches as they take at once."""
    seats = Seat.objects.filter(player__in=[bot.player_id for bot in bots], unfinished=True)
    playing = seats.filter(match__status="playing").values_list("player").order_by()
    counted = dict(playing.annotate(Count("match", distinct=True)))
    return [bot for bot in bots if counted.get(bot.player_id, 0) >= bot.at_once]


def online_among(bots: Collection[Bot], now: datetime) -> list[Bot]:
    """Return those of these bots whose program is connected, unless their owner hides it."""
    shown = Account.objects.filter(player__bot__in=bots, shows_presence=True)
    using = shown.filter(api_tokens__used_at__gt=now - ONLINE_FOR).values_list("player", flat=True)
    here = presence.present(list(shown.values_list("player", flat=True)), now).union(using)
    return [bot for bot in bots if bot.player_id in here]


def _length(time: Time) -> float:
    """Return the seconds that a player has for about 40 turns, to compare clocks; all days are alike."""
    match time:
        case RealTime():
            return time.seconds
        case Daily():
            return 24 * 60 * 60
    return inf
