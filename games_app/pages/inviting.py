"""Invitations to one player or bot: the form of a match with them, and declining."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from games_app.door import limits
from games_app.door.access import command_id, person_or_404, to_the_match, visible_or_404
from games_app.door.http import form_view
from games_app.door.visitors import Request, enforce_rate, sender_of, unavailable
from games_app.games.rules import GAMES, RULE_SETS, Game, get_game
from games_app.lib import clock
from games_app.lib.refusals import Refusal
from games_app.lists.challenges import reason_in, takes
from games_app.lists.contacts import last_matches
from games_app.lists.evenness import proposal
from games_app.lists.match_ratings import why_not_rated
from games_app.match.match_state import KNOWN_RULES
from games_app.models import Bot, Match, Player
from games_app.pages.forms.known_opponent import Invited, InviteForm
from games_app.pages.new_match import form_context
from games_app.people import bots, friends
from games_app.record import use_cases
from games_app.record.commands.invitations import know_each_other, may_invite


@require_safe
def invite_to_last_game(request: Request, public_id: str) -> HttpResponse:
    """Lead to the form with the game that the two played last."""
    invited, me = person_or_404(public_id), request.visitor.player_id
    last = _last_match(me, invited)
    return redirect("invite-to", public_id, _offered_game(last, bots.bot_of(invited.pk)))


@form_view(limits.FORMS)
def again(request: Request, public_id: str) -> HttpResponse:
    """Lead to the form of another match like this one, against the same player."""
    match, me = visible_or_404(request, public_id), request.visitor.player_id
    others = {sitter for sitter in match.sitters.values() if sitter is not None} - {me}
    if not match.roles_of(me) or len(others) != 1:
        raise Http404
    other = Player.objects.get(pk=others.pop())
    return redirect(f"{reverse('invite-to', args=[other.public_id, match.row.game])}?like={public_id}")


@form_view(limits.NEW_MATCHES)
def invite(request: Request, public_id: str, game: Game) -> HttpResponse:
    """Show the form of a match with this person or bot, as the last one was; on POST, invite them."""
    invited = person_or_404(public_id)
    bot = bots.bot_of(invited.pk)
    if request.method == "POST":
        _enforce_rate_of_strangers(request, invited, bot)
    if refusal := _refused_at_once(request, invited, bot):
        return not_invited_page(request, invited, refusal)
    me = request.visitor.player
    not_rated = why_not_rated(game, (me, invited) if me else None, clock.now())
    whom = Invited(invited, bot, not_rated, proposal(me, invited, game) if me and not bot else None)
    if request.method != "POST":
        return _page(request, InviteForm(game, whom, last=match_to_repeat(request, invited)))
    form = InviteForm(game, whom, request.POST)
    if not form.is_valid():
        return _page(request, form, status=422)
    return _invite(request, form)


def _enforce_rate_of_strangers(request: Request, invited: Player, bot: Bot | None) -> None:
    me = request.visitor.player_id
    if me and not bot and not know_each_other(me, invited.pk):
        enforce_rate(request, limits.STRANGERS_INVITED, "too_many_forms")


def _refused_at_once(request: Request, invited: Player, bot: Bot | None) -> Refusal | None:
    """Return why the reader can't invite this person or bot to anything."""
    me = request.visitor.player_id
    if bot:
        is_open = bots.takes_challenges(bot, clock.now())
        return None if is_open else Refusal("bot_paused", {"name": invited.name})
    if invited.withdrawn or me is None or not may_invite(me, invited.pk):
        return Refusal("not_played_with")
    return Refusal("blocked_by_you") if friends.has_blocked(me, invited.pk) else None


def _invite(request: Request, form: InviteForm) -> HttpResponse:
    invited = form.invited.player
    answer = use_cases.invite(sender_of(request), invited, form.config(), command_id(request), form.lasts())
    if answer.refusal:
        return not_invited_page(request, invited, answer.refusal)
    return redirect("match", answer.match)


def _page(request: Request, form: InviteForm, status: int = 200) -> HttpResponse:
    invited, bot = form.invited.player, form.invited.bot
    played = [slug for slug in bot.rule_sets if slug in RULE_SETS] if bot and bot.rule_sets else RULE_SETS
    context: dict[str, Any] = form_context(
        request, form, lambda game: reverse("invite-to", args=[invited.public_id, game]), played
    )
    me = request.visitor.player_id
    knows = me is not None and not bot and know_each_other(me, invited.pk)
    context |= {"whose": invited, "bot": bot, "takes": takes(bot) if bot else "", "arranges": knows}
    return render(request, "invite.html", context, status=status)


def match_to_repeat(request: Request, invited: Player) -> Match | None:
    """Return the match in ``?like=`` if the reader sat in it, otherwise the last one against this player."""
    me = request.visitor.player_id
    like = Match.objects.filter(KNOWN_RULES, public_id=request.GET.get("like", "")[:10], seats__player=me)
    return (like.first() if me else None) or _last_match(me, invited)


def _last_match(me: int | None, invited: Player) -> Match | None:
    return last_matches(me, [invited.pk]).get(invited.pk) if me else None


def _offered_game(last: Match | None, bot: Bot | None) -> Game:
    taken = bot.rule_sets if bot and bot.rule_sets else RULE_SETS
    if last and last.game in taken:
        return get_game(last.game)
    return next((RULE_SETS[slug] for slug in RULE_SETS if slug in taken), next(iter(GAMES.values())))


@to_the_match(limits.FORMS)
def turn_down(request: Request, public_id: str) -> HttpResponse:
    """Decline an invitation, with a reason if the form has one."""
    match = visible_or_404(request, public_id)
    use_cases.turn_down(match, request.visitor.player_id, reason_in(request.POST.get("reason", "")))
    return redirect("lobby")


def not_invited_page(request: HttpRequest, whose: Player, refusal: Refusal) -> HttpResponse:
    """Return the page that says why this person was not invited, or not asked to be a friend."""
    page = render(request, "not_invited.html", {"whose": whose, "refusal": refusal}, status=409)
    return unavailable(page) if refusal.code in ("unavailable", "failed") else page
