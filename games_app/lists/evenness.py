"""An even game for two people: who is stronger, from what that is known, and the handicap that it takes."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games_app.games.evenness import EvenTerms, evened
from games_app.games.handicap import HEAD_STARTS, difference, expected
from games_app.games.rules import Game
from games_app.games.sheet import Text
from games_app.models import Match, Player, Rating, Seat
from games_app.people.ratings import PACES

CERTAIN_ENOUGH = 150.0
"""Maximum deviation of a rating from which a handicap is proposed."""
FEWEST_GAMES, MOST_GAMES = 3, 20
"""Numbers of games between the two from which a handicap is proposed, and that are read."""


@dataclass(frozen=True, slots=True)
class Strength:
    """By how many rating points the reader is stronger, and the sentence that says from what."""

    points: float
    source: Text
    by_ratings: bool


@dataclass(frozen=True, slots=True)
class Proposal:
    """The proposed handicap for the two, in words, and whether the reader gets it."""

    terms: EvenTerms
    is_mine: bool
    source: Text
    """The sentence that says from what; by ratings, which some readers hide."""
    by_ratings: bool
    sentences: tuple[Text, ...]
    """The score that the reader can expect, and what is proved of the start."""


def proposal(me: Player, other: Player, game: Game) -> Proposal | None:
    """Return the handicap that makes a game of the two as even as can be; None if nothing is known.

    Nothing that the reader could not see is read: public ratings, and the games of the two.
    """
    strength = _by_ratings(me, other, game) or _by_games(me, other, game)
    if strength is None:
        return None
    head_starts = HEAD_STARTS.get(game.slug)
    terms, is_mine = evened(abs(strength.points), head_starts, may_move_first=True), strength.points < 0
    score = 1 - terms.score if is_mine else terms.score
    before, after = _percent(expected(strength.points)), _percent(score)
    if terms.head_start and head_starts:
        words = head_starts.words(terms.head_start)
        given = (
            _("If you begin with {head_start}, you can expect {after} % of the points instead of {before} %.")
            if is_mine
            else _(
                "If {name} begins with {head_start}, you can expect {after} % of the points instead of"
                " {before} %."
            )
        ).format(name=other.name, head_start=words, after=after, before=before)
    elif terms.first_move:
        given = (
            _("If you move first, you can expect {after} % of the points instead of {before} %.")
            if is_mine
            else _("If {name} moves first, you can expect {after} % of the points instead of {before} %.")
        ).format(name=other.name, after=after, before=before)
    else:
        given = _("You can expect {before} % of the points, so no handicap is needed.").format(before=before)
    proved = _proved(game, terms.head_start)
    return Proposal(
        terms, is_mine, strength.source, strength.by_ratings, tuple(filter(None, (given, proved)))
    )


def _percent(score: float) -> int:
    return round(100 * score)


def _by_ratings(me: Player, other: Player, game: Game) -> Strength | None:
    """Compare the ratings at the pace at which both are known best."""
    rows = Rating.objects.filter(
        player__in=(me, other), game=game.slug, pace__in=PACES, deviation__lte=CERTAIN_ENOUGH
    )
    known = {(row.player_id, row.pace): row for row in rows}
    pairs = [
        (known[me.pk, pace], known[other.pk, pace])
        for pace in PACES
        if (me.pk, pace) in known and (other.pk, pace) in known
    ]
    if not pairs:
        return None
    mine, theirs = min(pairs, key=lambda pair: pair[0].deviation + pair[1].deviation)
    source = _("Your rating is {mine}, and {name} has {theirs}.")
    words = source.format(mine=round(mine.rating), name=other.name, theirs=round(theirs.rating))
    return Strength(mine.rating - theirs.rating, words, by_ratings=True)


def _by_games(me: Player, other: Player, game: Game) -> Strength | None:
    """Estimate from their last games without a handicap, as if one more had been drawn."""
    over = Seat.objects.filter(player=me, opponent=other, unfinished=False, game=game.slug)
    ended = over.exclude(how__in=Match.VOID).exclude(outcome="").order_by("-listed_at", "-match")
    rows = ended.values_list("outcome", "match__terms")[:MOST_GAMES]
    outcomes = [outcome for outcome, terms in rows if not (terms.get("handicap") or terms.get("start"))]
    n = len(outcomes)
    if n < FEWEST_GAMES:
        return None
    points = outcomes.count(Seat.Outcome.WON) + outcomes.count(Seat.Outcome.DRAWN) / 2
    source = ngettext(
        "In your last {n} game with {name} you scored {points}.",
        "In your last {n} games with {name} you scored {points}.",
        n,
    ).format(n=n, name=other.name, points=_halves(points))
    return Strength(difference((points + 0.5) / (n + 1)), source, by_ratings=False)


def _halves(points: float) -> str:
    """Return points in figures: "2½"."""
    whole = int(points)
    return str(whole) if points == whole else f"{whole or ''}½"


def _proved(game: Game, size: int) -> Text:
    """Return what is proved of a start with best play on both sides; empty if nothing is."""
    proved = HEAD_STARTS[game.slug].proved if game.slug in HEAD_STARTS else {}
    first, second = (proved.get((role, size)) for role in game.roles)
    if first is None or second is None:
        return ""
    if not size:
        text = _("With best play on both sides, the side that moves first {first}. That is proved.")
        return text.format(first=_result(first))
    return _(
        "With best play on both sides, a side with this head start {first} if it moves first, and {second}"
        " if it moves second. That is proved."
    ).format(first=_result(first), second=_result(second))


def _result(margin: int) -> str:
    if margin == 0:
        return _("draws")
    if margin > 0:
        return ngettext("wins by {n}", "wins by {n}", margin).format(n=margin)
    return ngettext("loses by {n}", "loses by {n}", -margin).format(n=-margin)
