"""A player, two players against each other, and the reader's friends, invitations and blocks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from games_app.door import limits
from games_app.door.access import own_path, person_or_404
from games_app.door.http import form_view
from games_app.door.visitors import Request
from games_app.drawing.charts import Chart
from games_app.games.rules import RULE_SETS, Game, get_game
from games_app.lib import clock
from games_app.lib.refusals import Refusal
from games_app.lists import appointments, contacts, match_lists, match_search, result_text, wall
from games_app.lists.challenges import takes
from games_app.lists.contacts import Friend
from games_app.lists.statistics import played, player_statistics, rivals, statistics_between
from games_app.models import Account, Bot, Match, Player, Rating
from games_app.pages.inviting import not_invited_page
from games_app.pages.sharing import qr_code
from games_app.pages.statistics import ENOUGH, charts_by_game, player_charts, rated, rating_charts
from games_app.pages.watch import cards_context
from games_app.people import accounts, bots, friends
from games_app.people.ratings import is_uncertain
from games_app.people.ratings import ratings_of_player as ratings_of
from games_app.record.commands.invitations import may_invite

SHOWN = 8
"""Maximum number of matches listed on a player's page."""


@require_safe
def player(request: Request, public_id: str) -> HttpResponse:
    """Show a player; the query parameter ``game`` selects the game of the statistics."""
    whose = person_or_404(public_id)
    reader = request.visitor.player
    me = reader.pk if reader else None
    scores = played(whose.pk, me)
    game = _game(request, list(scores))
    ratings, bot = list(ratings_of(whose)), bots.bot_of(whose.pk)
    takes_challenges = bot is not None and bots.takes_challenges(bot, clock.now())
    context: dict[str, Any] = {
        "whose": whose,
        "mine": whose == reader,
        "bot": bot,
        "may_invite": me is not None and may_invite(me, whose.pk),
        "takes": takes(bot) if bot and takes_challenges else "",
        "own_blocks": friends.blocked_people(whose.pk) if whose == reader else [],
        "blocked": bool(me) and friends.has_blocked(me or 0, whose.pk),
        "tie": _tie(me, whose, bot),
        "between": statistics_between(me, whose.pk, me).all if me and whose != reader else None,
        "reader": reader,
        "by_game": charts_by_game(scores),
        "games": [RULE_SETS[slug] for slug in scores],
        "game": game,
        "charts": _charts(whose, me, game, ratings) if game else [],
        "ratings": [
            (RULE_SETS[rating.game], result_text.PACES[rating.pace], rated(rating), rating)
            for rating in ratings
            if rating.game in RULE_SETS
        ],
        "uncertain": any(is_uncertain(rating.deviation) for rating in ratings),
        "enough": ENOUGH,
        "rivals": rivals(whose.pk, me),
        "lines": match_search.search(match_search.Wanted(reader=me, player_id=whose.pk)).lines[:SHOWN],
    }
    return render(request, "player.html", context)


@require_safe
def against(request: Request, public_id: str, other_id: str) -> HttpResponse:
    """Show two players: their score and their matches against each other."""
    if public_id == other_id:
        return redirect("player", public_id)
    whose, other = person_or_404(public_id), person_or_404(other_id)
    reader = request.visitor.player
    me = reader.pk if reader else None
    before = request.GET.get("before", "")
    page = match_search.search(match_search.Wanted(reader=me, player_id=whose.pk, against=other.pk), before)
    score = statistics_between(whose.pk, other.pk, me)
    context: dict[str, Any] = {
        "whose": whose,
        "other": other,
        "score": score.all,
        "by_game": charts_by_game(score.games),
        "lines": page.lines,
        "later_pages": bool(before),
        "earlier": urlencode({"before": page.earlier}) if page.earlier else "",
    }
    return render(request, "against.html", context)


def _tie(me: int | None, whose: Player, bot: Bot | None) -> str:
    """Return what the person is to the reader; empty if they can't become friends: no account, or a bot."""
    can_befriend = (
        me not in (None, whose.pk) and accounts.has_account(whose.pk) and accounts.has_account(me or 0)
    )
    tie = friends.tie(me or 0, whose.pk, clock.now()) if can_befriend else ""
    return "" if bot and tie == "none" else tie


def _game(request: HttpRequest, played: list[str]) -> Game | None:
    """Return the requested game, otherwise the one that was played most."""
    requested = request.GET.get("game", "")
    slug = requested if requested in played else next(iter(played), "")
    return RULE_SETS.get(slug)


def _charts(whose: Player, reader: int | None, game: Game, ratings: list[Rating]) -> list[Chart]:
    figures = player_statistics(whose.pk, reader, game, clock.now())
    return [*rating_charts(game, ratings), *player_charts(game, figures)]


@form_view(limits.NAMES)
def block(request: Request, public_id: str) -> HttpResponse:
    """Block the person, or with ``undo`` in the form unblock them."""
    me = request.visitor.player
    if request.method == "POST" and me:
        change = friends.unblock if request.POST.get("undo") else friends.block
        change(me, person_or_404(public_id))
    return redirect("player", public_id)


@form_view(limits.FORMS)
def own_friends(request: Request) -> HttpResponse:
    """Show the friends and who of them is here; on POST, store whether friends see the player's presence."""
    own = request.visitor.account
    if own is None:
        return render(request, "friends_none.html")
    if request.method == "POST":
        friends.set_shows_presence(own, shows=request.POST.get("shows") == "yes")
        return redirect(f"{reverse('friends')}?saved#presence-title")
    return render(request, "friends.html", _friends_context(request, own))


def _friends_context(request: Request, own: Account) -> dict[str, Any]:
    player = own.player
    own_contacts = contacts.contacts_of([player.pk], clock.now())[player.pk]
    last = contacts.last_matches(player.pk, [friend.player.pk for friend in own_contacts.friends])
    link = request.build_absolute_uri(reverse("player", args=[player.public_id]))
    now = clock.now()
    games = cards_context(wall.picked_of_friends([player.pk], now)[player.pk])
    return games | {
        "account": own,
        "shown": wall.PART,
        "most": wall.PART,
        "friends": [(friend, _last_match(friend, last)) for friend in own_contacts.friends],
        "asking": own_contacts.asking,
        "asked": own_contacts.asked,
        "invitations": own_contacts.invitations,
        "appointments": appointments.open_of(player.pk, now),
        "link": link,
        "qr": qr_code(link),
    }


def _last_match(friend: Friend, last: Mapping[int, Match]) -> str:
    """Return the last match with a friend, in words; empty if there is none."""
    match = last.get(friend.player.pk)
    if match is None:
        return ""
    return ", ".join(filter(None, (str(get_game(match.game).name), match_lists.variant(match))))


@form_view(limits.FRIENDS)
def change_friendship(request: Request, public_id: str) -> HttpResponse:
    """Ask the person to be friends or agree, or with ``do=end`` end, withdraw or decline it."""
    me, other = request.visitor.player, person_or_404(public_id)
    onward = own_path(request, request.POST.get("next", "")) or reverse("player", args=[public_id])
    if request.method != "POST":
        return redirect("player", public_id)
    if me and request.POST.get("do") == "end":
        friends.end(me, other)
        return redirect(onward)
    if me is None:
        return not_invited_page(request, other, Refusal("friends_need_accounts"))
    if bots.is_bot(other.pk):
        return not_invited_page(request, other, Refusal("bot_has_no_friends"))
    refusal = friends.ask(me, other, clock.now(), request.visitor.client.address)
    return not_invited_page(request, other, refusal) if refusal else redirect(onward)
