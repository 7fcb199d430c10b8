"""Statistics of a game, and charts of games and players.

They count the matches that the reader may find: public ones, and the reader's own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from games_app.drawing.charts import Bar, Chart, bars, columns, course, shares
from games_app.games.catalogue import SHEETS
from games_app.games.rules import GAMES, RULE_SETS, Game
from games_app.games.sheet import Text
from games_app.lib import clock
from games_app.lists.result_text import ENDING_TEXTS, PACES, TIME_CONTROLS, rating
from games_app.lists.statistics import Bin, Figures, Score, game_statistics
from games_app.models import Rating
from games_app.pages.templatetags import site
from games_app.people import bots, ratings, uncounted
from games_app.people.ratings import course as course_of

ENOUGH = 5
"""Minimum number of matches for percentages and a median length."""
LABELLED = 3
"""Every third column is labelled with its lower bound."""


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
    return [(name, [(leader, rated(leader)) for leader in leaders]) for name, leaders in boards if leaders]


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
        (site.day(at), value, deviation)
        for at, value, deviation in course_of(rating.player, rating.game, rating.pace)
    ]
    title = _("%(pace)s rating: %(rating)s") % {"pace": PACES[rating.pace], "rating": rated(rating)}
    return course(f"rating-{rating.pace}", title, points, ["", _("Rating"), "±"])


def rated(standing: Rating) -> str:
    return rating(standing.rating, standing.deviation)


def number(value: int) -> str:
    return str(number_format(value, use_l10n=True, force_grouping=True))


def _shared_charts(game: Game, figures: Figures, kinds: list[tuple[str, str]]) -> list[Chart]:
    total = sum(matches for _how, matches in figures.ends) or 1
    ends = [
        Bar(str(ENDING_TEXTS.get(how, how)), f"{number(matches)} · {_percent(matches, total)}", [matches])
        for how, matches in figures.ends
    ]
    openings = [_row(opening, score) for opening, score in figures.openings]
    counted = str(SHEETS[game.slug].length)
    lengths = [_length(place, interval) for place, interval in enumerate(figures.lengths)]
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
    """Return a row with the number of matches, and their score, in percent if there are enough of them."""
    parts = (score.won, score.drawn, score.lost)
    few = score.total < ENOUGH
    shown = " · ".join(number(part) if few else _percent(part, score.total) for part in parts)
    matches = ngettext("%(n)s match", "%(n)s matches", score.total) % {"n": number(score.total)}
    return Bar(label, f"{matches}: {shown}", parts)


def _length(place: int, interval: Bin) -> tuple[str, str, int]:
    return (
        "" if place % LABELLED else str(interval.least),
        f"{interval.least} – {interval.most}",
        interval.matches,
    )


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.0f}\N{NO-BREAK SPACE}%"
