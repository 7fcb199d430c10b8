"""A player, two players against each other, and a game: statistics and charts; invitations and blocks.

The statistics count the matches that the reader may find: public ones, and the reader's own.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from games_app import use_cases
from games_app.drawing.charts import Bar, Chart, bars, columns, course, shares
from games_app.forms.lobby import ChallengeForm, ShownChallengeForm
from games_app.games.catalogue import SHEETS
from games_app.games.sheet import Text
from games_app.lib import clock, dates
from games_app.lib.refusals import Refusal
from games_app.models import Bot, Player, Rating
from games_app.rules import GAMES, RULE_SETS, Game, get_game
from games_app.services.commands.invitations import know_each_other, may_invite
from games_app.services.commands.messages import RANDOM, MatchConfig, OpenFor
from games_app.services.people import accounts, bots, friends, ratings, uncounted
from games_app.services.people.ratings import course as course_of
from games_app.services.people.ratings import is_uncertain
from games_app.services.people.ratings import ratings_of_player as ratings_of
from games_app.services.queries import match_search, result_text
from games_app.services.queries.challenges import reason_in, takes
from games_app.services.queries.result_text import ENDS, PACES, TIME_CONTROLS, rating
from games_app.services.queries.statistics import (
    Bin,
    Figures,
    Score,
    game_statistics,
    played,
    player_statistics,
    rivals,
    statistics_between,
)
from games_app.views import limits
from games_app.views.access import command_id, person_or_404, to_the_match, visible_or_404
from games_app.views.http import form_view
from games_app.views.visitors import Request, enforce_rate, sender_of, unavailable

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
        "tie": _tie(me, whose),
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


def _tie(me: int | None, whose: Player) -> str:
    """Return what the person is to the reader; empty if one of them has no account."""
    known = me not in (None, whose.pk) and accounts.has_account(whose.pk) and accounts.has_account(me or 0)
    return friends.tie(me or 0, whose.pk, clock.now()) if known else ""


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


def _refused(request: HttpRequest, invited: Player, refusal: Refusal) -> HttpResponse:
    page = render(request, "not_invited.html", {"whose": invited, "refusal": refusal}, status=409)
    return unavailable(page) if refusal.code in ("unavailable", "failed") else page


@require_safe
def statistics(request: HttpRequest, game: Game) -> HttpResponse:
    figures = game_statistics(game, clock.now())
    context = {
        "game": game,
        "games": GAMES.values(),
        "figures": figures,
        "charts": game_charts(game, figures),
        "enough": ENOUGH,
        "leaderboards": _leaderboards(game),
        "settled": {
            "games": ratings.ENOUGH_GAMES,
            "opponents": ratings.ENOUGH_OPPONENTS,
            "moves": game.least_decisions,
            "a_day": uncounted.MOST_A_DAY,
        },
    }
    return render(request, "statistics.html", context)


def _leaderboards(game: Game) -> list[tuple[Text, list[tuple[Rating, str]]]]:
    """Return each pace with its leaders and their ratings in words, without empty ones."""
    names = {**PACES, bots.POOL: _("Bots")}
    boards = ((name, ratings.leaders(game.slug, pace)) for pace, name in names.items())
    return [(name, [(one, rated(one)) for one in leaders]) for name, leaders in boards if leaders]


ENOUGH = 5
"""Minimum number of matches for percentages and a median length."""
LABELLED = 3
"""Every third column is labelled with its lower bound."""


def game_charts(game: Game, figures: Figures) -> list[Chart]:
    """Return charts of a game: results by side, lengths, ends, openings. None of too few matches."""
    if figures.matches < ENOUGH:
        return []
    first, second = (_(role.capitalize()) for role in game.roles)
    kinds = [
        ("won", _("{role} won").format(role=first)),
        ("drawn", _("Drawn")),
        ("lost", _("{role} won").format(role=second)),
    ]
    rows = [_row(_("All matches"), figures.score)]
    if len(figures.sides) > 1:
        rows += [
            _row(str(TIME_CONTROLS[kind]), score)
            for kind, score in figures.sides.items()
            if kind in TIME_CONTROLS
        ]
    results = shares("results", _("Results by side"), kinds, rows, _head(kinds))
    return [results, *_shared_charts(game, figures, kinds)]


def player_charts(game: Game, figures: Figures) -> list[Chart]:
    """Return charts of a player in one game: results by the player's side, lengths, ends, openings. None of
    too few matches.
    """
    if figures.matches < ENOUGH:
        return []
    kinds = _result_kinds()
    rows = [_row(_(role.capitalize()), score) for role, score in figures.sides.items() if score.total]
    results = shares("results", _("Results by side"), kinds, rows, _head(kinds))
    return [results, *_shared_charts(game, figures, kinds)]


def charts_by_game(scores: Mapping[str, Score]) -> Chart:
    """Return a chart of a player's results in each game."""
    kinds = _result_kinds()
    rows = [_row(str(RULE_SETS[slug].name), score) for slug, score in scores.items() if score.total]
    return shares("games", _("Results by game"), kinds, rows, _head(kinds))


def rating_charts(game: Game, ratings: Sequence[Rating]) -> list[Chart]:
    """Return a chart of the course of each of a player's ratings in a game."""
    return [_course(rating) for rating in ratings if rating.game == game.slug]


def _course(rating: Rating) -> Chart:
    points = [
        (dates.day(at), value, deviation)
        for at, value, deviation in course_of(rating.player, rating.game, rating.pace)
    ]
    title = _("%(pace)s rating: %(rating)s") % {"pace": PACES[rating.pace], "rating": rated(rating)}
    return course(f"rating-{rating.pace}", title, points, ["", _("Rating"), "±"])


def rated(one: Rating) -> str:
    return rating(one.rating, one.deviation)


def number(value: int) -> str:
    return str(number_format(value, use_l10n=True, force_grouping=True))


def _shared_charts(game: Game, figures: Figures, kinds: list[tuple[str, str]]) -> list[Chart]:
    total = sum(matches for _how, matches in figures.ends) or 1
    ends = [
        Bar(str(ENDS.get(how, how)), f"{number(matches)} · {_percent(matches, total)}", [matches])
        for how, matches in figures.ends
    ]
    openings = [_row(opening, score) for opening, score in figures.openings]
    counted = str(SHEETS[game.slug].length)
    lengths = [_length(place, one) for place, one in enumerate(figures.lengths)]
    charts = [
        columns("lengths", _title(counted, figures), lengths, [counted, _("Matches")]),
        bars("ends", _("How matches end"), ends, ["", _("Matches")]),
        shares("openings", _("The first three moves"), kinds, openings, _head(kinds)),
    ]
    return [chart for chart in charts if chart.rows]


def _title(counted: str, figures: Figures) -> str:
    middle = number(figures.middle)
    return _("%(counted)s in a match: half have at most %(middle)s") % {"counted": counted, "middle": middle}


def _result_kinds() -> list[tuple[str, str]]:
    return [("won", _("Won")), ("drawn", _("Drawn")), ("lost", _("Lost"))]


def _head(kinds: list[tuple[str, str]]) -> list[str]:
    return ["", *(word for _kind, word in kinds)]


def _row(label: str, score: Score) -> Bar:
    """Return a row with the score, in percent if there are enough matches, and the number of matches."""
    parts = (score.won, score.drawn, score.lost)
    few = score.total < ENOUGH
    shown = " · ".join(number(part) if few else _percent(part, score.total) for part in parts)
    matches = ngettext("%(n)s match", "%(n)s matches", score.total) % {"n": number(score.total)}
    return Bar(label, f"{shown} · {matches}", parts)


def _length(place: int, one: Bin) -> tuple[str, str, int]:
    return "" if place % LABELLED else str(one.least), f"{one.least} – {one.most}", one.matches


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.0f}\N{NO-BREAK SPACE}%"
