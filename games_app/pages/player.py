"""A player, two players against each other, and the reader's friends, invitations and blocks."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from games_app.door import limits
from games_app.door.access import command_id, own_path, person_or_404, to_the_match, visible_or_404
from games_app.door.http import form_view
from games_app.door.visitors import Request, enforce_rate, sender_of, unavailable
from games_app.drawing.charts import Chart
from games_app.games.rules import RULE_SETS, Game, get_game
from games_app.lib import clock
from games_app.lib.refusals import Refusal
from games_app.lists import contacts, match_lists, match_search, result_text
from games_app.lists.challenges import reason_in, takes
from games_app.lists.contacts import Friend
from games_app.lists.statistics import played, player_statistics, rivals, statistics_between
from games_app.match.messages import RANDOM, MatchConfig, OpenFor
from games_app.models import Account, Bot, Match, Player, Rating
from games_app.pages.forms.lobby import ChallengeForm, ShownChallengeForm
from games_app.pages.lobby import last_choice
from games_app.pages.sharing import qr_code
from games_app.pages.statistics import ENOUGH, charts_by_game, player_charts, rated, rating_charts
from games_app.people import accounts, bots, friends
from games_app.people.ratings import is_uncertain
from games_app.people.ratings import ratings_of_player as ratings_of
from games_app.record import use_cases
from games_app.record.commands.invitations import know_each_other, may_invite

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
        "challenge": _challenge(reader, whose, bot) if takes_challenges or not bot else None,
        "cmd": secrets.token_urlsafe(12),
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
            (RULE_SETS[one.game], result_text.PACES[one.pace], rated(one), one)
            for one in ratings
            if one.game in RULE_SETS
        ],
        "uncertain": any(is_uncertain(one.deviation) for one in ratings),
        "enough": ENOUGH,
        "rivals": rivals(whose.pk, me),
        "lines": match_search.search(match_search.Wanted(reader=me, player_id=whose.pk)).lines[:SHOWN],
    }
    return render(request, "player.html", context)


def _challenge(reader: Player | None, whose: Player, bot: Bot | None) -> ShownChallengeForm | None:
    """Return the form with which the reader invites the person, or challenges the bot; None if they can't."""
    can = whose != reader if bot else reader is not None and may_invite(reader.pk, whose.pk)
    with_accounts = bool(reader and reader.account_or_none and whose.account_or_none)
    return ShownChallengeForm(bot, rated=with_accounts) if can else None


@require_safe
def against(request: Request, public_id: str, other_id: str) -> HttpResponse:
    """Show two players: their score and their matches against each other."""
    if public_id == other_id:
        return redirect("player", public_id)
    whose, other = person_or_404(public_id), person_or_404(other_id)
    reader = request.visitor.player
    me = reader.pk if reader else None
    before = request.GET.get("before", "")
    found = match_search.search(match_search.Wanted(reader=me, player_id=whose.pk, against=other.pk), before)
    score = statistics_between(whose.pk, other.pk, me)
    context: dict[str, Any] = {
        "whose": whose,
        "other": other,
        "score": score.all,
        "by_game": charts_by_game(score.games),
        "lines": found.lines,
        "later_pages": bool(before),
        "earlier": urlencode({"before": found.earlier}) if found.earlier else "",
    }
    return render(request, "against.html", context)


def _tie(me: int | None, whose: Player, bot: Bot | None) -> str:
    """Return what the person is to the reader; empty if they can't become friends: no account, or a bot."""
    known = me not in (None, whose.pk) and accounts.has_account(whose.pk) and accounts.has_account(me or 0)
    tie = friends.tie(me or 0, whose.pk, clock.now()) if known else ""
    return "" if bot and tie == "none" else tie


def _game(request: HttpRequest, played: list[str]) -> Game | None:
    """Return the requested game, otherwise the one that was played most."""
    asked = request.GET.get("game", "")
    slug = asked if asked in played else next(iter(played), "")
    return RULE_SETS.get(slug)


def _charts(whose: Player, reader: int | None, game: Game, ratings: list[Rating]) -> list[Chart]:
    figures = player_statistics(whose.pk, reader, game, clock.now())
    return [*rating_charts(game, ratings), *player_charts(game, figures)]


@form_view(limits.NEW_MATCHES)
def invite(request: Request, public_id: str) -> HttpResponse:
    """Invite the person to a match with the game and preset of the form."""
    form = ChallengeForm(request.POST)
    if request.method != "POST" or not form.is_valid():
        return redirect("player", public_id)
    return _invite(request, person_or_404(public_id), form.config(open_offer=False), form.lasts())


@to_the_match(limits.NEW_MATCHES)
def again(request: Request, public_id: str) -> HttpResponse:
    """Invite the other player of a match to another one like it."""
    match, me = visible_or_404(request, public_id), request.visitor.player_id
    others = {sitter for sitter in match.sitters.values() if sitter is not None} - {me}
    if not match.roles_of(me) or len(others) != 1:
        raise Http404
    row = match.row
    config = MatchConfig(row.game, row.options, RANDOM, row.visibility, match.terms)
    return _invite(request, Player.objects.get(pk=others.pop()), config)


@to_the_match(limits.FORMS)
def turn_down(request: Request, public_id: str) -> HttpResponse:
    """Decline an invitation, with a reason if the form has one."""
    match = visible_or_404(request, public_id)
    use_cases.turn_down(match, request.visitor.player_id, reason_in(request.POST.get("reason", "")))
    return redirect("lobby")


@form_view(limits.NAMES)
def block(request: Request, public_id: str) -> HttpResponse:
    """Block the person, or with ``undo`` in the form unblock them."""
    me = request.visitor.player
    if request.method == "POST" and me:
        change = friends.unblock if request.POST.get("undo") else friends.block
        change(me, person_or_404(public_id))
    return redirect("player", public_id)


def _invite(request: Request, invited: Player, config: MatchConfig, open_for: OpenFor = "1d") -> HttpResponse:
    me, is_bot = request.visitor.player, bots.is_bot(invited.pk)
    if invited.withdrawn or (me is None and not is_bot):
        return _refused(request, invited, Refusal("not_played_with"))
    if config.terms.rated and not get_game(config.game).can_be_rated:
        return _refused(request, invited, Refusal("rated_own_rules"))
    if me and not is_bot and not know_each_other(me.pk, invited.pk):
        enforce_rate(request, limits.STRANGERS_INVITED, "too_many_forms")
    answer = use_cases.invite(sender_of(request), invited, config, command_id(request), open_for)
    return _refused(request, invited, answer.refusal) if answer.refusal else redirect("match", answer.match)


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
    found = contacts.contacts_of([player.pk], clock.now())[player.pk]
    last = contacts.last_matches(player.pk, [one.player.pk for one in found.friends])
    link = request.build_absolute_uri(reverse("player", args=[player.public_id]))
    return {
        "account": own,
        "friends": [(one, _last_match(one, last)) for one in found.friends],
        "asking": found.asking,
        "asked": found.asked,
        "invitations": found.invitations,
        "usual": last_choice(request, "days"),
        "link": link,
        "qr": qr_code(link),
        "cmd": secrets.token_urlsafe(12),
    }


def _last_match(friend: Friend, last: Mapping[int, Match]) -> dict[str, str]:
    """Return the last match with a friend, in words; empty if there is none."""
    match = last.get(friend.player.pk)
    if match is None:
        return {}
    words = ", ".join(filter(None, (str(get_game(match.game).name), match_lists.variant(match))))
    return {"match": match.public_id, "words": words}


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
        return _refused(request, other, Refusal("friends_need_accounts"))
    if bots.is_bot(other.pk):
        return _refused(request, other, Refusal("bot_has_no_friends"))
    refusal = friends.ask(me, other, clock.now(), request.visitor.client.address)
    return _refused(request, other, refusal) if refusal else redirect(onward)


def _refused(request: HttpRequest, whose: Player, refusal: Refusal) -> HttpResponse:
    page = render(request, "not_invited.html", {"whose": whose, "refusal": refusal}, status=409)
    return unavailable(page) if refusal.code in ("unavailable", "failed") else page
