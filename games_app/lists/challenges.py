"""Invitations to one person, and the challenges that a bot takes, in words. Reads only."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import cast

import msgspec
from django.db.models import Count, Q
from django.utils.functional import lazy
from django.utils.translation import gettext, gettext_lazy, ngettext
from django.utils.translation import gettext as _

from games_app.games.rules import RULE_SETS
from games_app.games.sheet import Text
from games_app.lists import result_text
from games_app.lists.terms_text import brief
from games_app.match.event_kinds import EventKind
from games_app.match.match_state import MatchState
from games_app.match.messages import OpenFor
from games_app.match.terms import CLOCK_PRESETS
from games_app.match.wire import DeclineReason
from games_app.models import Bot, Event, Match
from games_app.people import bots, ratings

OPEN_FOR: Mapping[OpenFor, Text] = {
    "10m": gettext_lazy("10 minutes"),
    "1d": gettext_lazy("1 day"),
    "7d": gettext_lazy("7 days"),
}

REASONS: Mapping[DeclineReason, Text] = {
    "later": gettext_lazy("I can't play now."),
    "too_fast": gettext_lazy("The clock is too fast for me."),
    "too_slow": gettext_lazy("The clock is too slow for me."),
    "rule_set": gettext_lazy("I play other games or rules."),
    "rated": gettext_lazy("I only play rated matches."),
    "casual": gettext_lazy("I only play casual matches."),
    "people_only": gettext_lazy("I don't play bots."),
    "bots_only": gettext_lazy("I only play bots."),
}


def reasons(match: MatchState, *, bot_made_it: bool, to_bot: bool) -> dict[DeclineReason, Text]:
    """Return the reasons that make sense for this invitation."""
    senseless: set[DeclineReason] = {
        "casual" if not match.terms.rated else "rated",
        *(() if bot_made_it else ("people_only",)),
        *(() if to_bot and not bot_made_it else ("bots_only",)),
        *(() if match.terms.time else ("too_fast", "too_slow")),
    }
    return {reason: words for reason, words in REASONS.items() if reason not in senseless}


def reason_in(sent: str) -> DeclineReason | None:
    """Return the reason that a form names; None if it names none."""
    return cast(DeclineReason, sent) if sent in REASONS else None


def declined(row: Match, reader: int | None) -> str:
    """Return that the invited person declined, and why; empty for anybody but the two, and otherwise."""
    if row.invited_id is None or reader not in (row.maker_id, row.invited_id):
        return ""
    event = Event.objects.filter(match=row, what=EventKind.CANCELLED, sender=row.invited_id).first()
    if event is None or row.invited is None:
        return ""
    why: DeclineReason | None = msgspec.json.decode(event.frame).get("reason")
    sentence = _("{name} declined: “{reason}”") if why in REASONS else _("{name} declined.")
    return sentence.format(name=row.invited.name, reason=REASONS[why] if why else "")


SHOWN = 100
"""Maximum number of bots that the page lists, the busiest first."""

STAKES: Mapping[str, Text] = {
    Bot.Stakes.BOTH: gettext_lazy("rated and casual"),
    Bot.Stakes.RATED: gettext_lazy("rated only"),
    Bot.Stakes.CASUAL: gettext_lazy("casual only"),
}


@dataclass(frozen=True, slots=True)
class ListedBot:
    """A bot in the list, with its strength in each game: (game, rating)."""

    bot: Bot
    takes: Text
    strengths: list[tuple[Text, str]]


def takes(bot: Bot) -> str:
    """Return what the bot takes: "Oware, Congkak; 3+2 to 10+5; casual only; 4 matches at once"."""
    games = [str(RULE_SETS[slug].name) for slug in bot.rule_sets if slug in RULE_SETS]
    clocks = [str(brief(CLOCK_PRESETS[name], 1)) for name in dict.fromkeys((bot.fastest, bot.slowest))]
    at_once = ngettext("{n} match at once", "{n} matches at once", bot.at_once).format(n=bot.at_once)
    clock = (
        clocks[0]
        if len(clocks) == 1
        else gettext("{fastest} to {slowest}").format(fastest=clocks[0], slowest=clocks[1])
    )
    return "; ".join((", ".join(games) or gettext("all games"), clock, str(STAKES[bot.stakes]), at_once))


takes_lazily = lazy(takes, str)
"""The same for a refusal, which is read in another thread than it is made in, and in another language."""


def listed_bots(now: datetime, rule_set: str = "") -> list[ListedBot]:
    """Return the bots that take challenges, of all games or this one, those with the most matches first."""
    shown = bots_taking_challenges(now, rule_set)[:SHOWN]
    strengths = _strengths([bot.player_id for bot in shown])
    return [ListedBot(bot, takes(bot), strengths.get(bot.player_id, [])) for bot in shown]


def bots_taking_challenges(now: datetime, rule_set: str = "") -> list[Bot]:
    """Return the same bots, all of them."""
    played = Count("player__seats", filter=Q(player__seats__listed_at__isnull=False))
    takers = bots.taking_challenges(now).select_related("player", "owner__player").annotate(played=played)
    return [bot for bot in takers.order_by("-played", "pk") if _plays(bot, rule_set)]


def _plays(bot: Bot, rule_set: str) -> bool:
    return not rule_set or not bot.rule_sets or rule_set in bot.rule_sets


def _strengths(players: list[int]) -> dict[int, list[tuple[Text, str]]]:
    strengths: dict[int, list[tuple[Text, str]]] = {}
    for rating in ratings.ratings_in_pool(players, bots.POOL):
        if rating.game in RULE_SETS:
            text = result_text.short_rating(rating.rating, rating.deviation)
            strengths.setdefault(rating.player_id, []).append((RULE_SETS[rating.game].name, text))
    return strengths
