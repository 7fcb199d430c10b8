"""Results in words, and the names of seats and sides."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from django.utils.translation import gettext, gettext_lazy, ngettext
from django.utils.translation import gettext_lazy as _

from games_app.drawing.board import board
from games_app.games import text
from games_app.games.catalogue import SHEETS
from games_app.games.rules import Game, State, get_game
from games_app.games.sheet import Text
from games_app.lib.names import LEVEL_WORDS, shown_name
from games_app.models import Match, Seat
from games_app.people import bots, ratings

ENDING_TEXTS: Mapping[str, Text] = {
    "rules": _("On the board"),
    "resignation": _("By resignation"),
    "time": _("On time"),
    "agreement": _("By agreement"),
    "absence": _("By absence"),
    "aborted": _("Cancelled"),
    "moderator": _("By a moderator"),
}
"""Keyed by ``Match.How``."""

TIME_CONTROLS: Mapping[str, Text] = {
    "": _("No clock"),
    "real": _("Minutes on a clock"),
    "days": _("Days for each turn"),
}
"""Keyed by ``match.search_columns.time_control``."""

PACES: Mapping[str, Text] = {
    "blitz": _("Blitz"),
    "rapid": _("Rapid"),
    "daily": _("Daily"),
    bots.POOL: _("With bots"),
}
"""Keyed by ``people.ratings.rating_pool``."""


def rating(value: float, deviation: float) -> str:
    """Return a rating with its uncertainty, which is twice the deviation: "1512 ± 84".

    A question mark follows a rating that is too uncertain for a leaderboard: "1500? ± 700".
    """
    return f"{short_rating(value, deviation)} ± {2 * deviation:.0f}"


def short_rating(value: float, deviation: float) -> str:
    """Return a rating without its uncertainty: "1512", or "1500?" if that is great."""
    return f"{value:.0f}{'?' if ratings.is_uncertain(deviation) else ''}"


def reason(row: Match) -> str:
    """Return why the rules ended the match ("60 moves played"); empty if something else did."""
    return text.ending(row.game, row.facts) if row.how == Match.How.RULES else ""


def score(row: Match) -> str:
    """Return how a match stood that the rules ended ("16 stones to 14"), the winner's number first.

    Empty if something else ended it, or the game counts nothing.
    """
    counted = get_game(row.game).score(row.facts) if row.how == Match.How.RULES else {}
    if not counted:
        return ""
    roles = sorted(counted, key=lambda role: role != row.winner)
    ours, theirs = (counted[role] for role in roles)
    points = ngettext(*board(row.game).plan.scored, ours).format(n=ours)
    pattern = gettext("{score} each") if ours == theirs else gettext("{score} to {other}")
    return pattern.format(score=points, other=theirs)


def ending(row: Match) -> str:
    """Return why the rules ended the match and how it stood ("60 moves played, 7 stones to 4").

    Empty if something else ended it.
    """
    return ", ".join(filter(None, (reason(row), score(row))))


def sentence(row: Match, seats: Mapping[str, Seat]) -> str:
    """Return the result ("alice won: 60 moves played, 7 stones to 4."); empty while the match goes on."""
    if row.status != Match.Status.OVER:
        return ""
    return _ended(row, {role: seat_name(seat) for role, seat in seats.items()})


def _ended(row: Match, names: Mapping[str, Text]) -> str:
    if row.how == Match.How.MODERATOR:
        return gettext("A moderator ended the match. It has no result.")
    if row.how == Match.How.ABORTED:
        return gettext("The match was cancelled and has no result.")
    words = {"winner": names.get(row.winner, ""), "reason": ending(row)}
    words["loser"] = next((name for role, name in names.items() if role != row.winner), "")
    how = row.how if words["reason"] or row.how != Match.How.RULES else ""
    return str(_WON[how] if row.winner else _DRAWN[how]) % words


_WON: Mapping[str, Text] = {
    "": _("%(winner)s won."),
    "rules": _("%(winner)s won: %(reason)s."),
    "resignation": _("%(winner)s won: %(loser)s resigned."),
    "time": _("%(winner)s won: %(loser)s ran out of time."),
    "absence": _("%(winner)s won: %(loser)s was away too long."),
}
_DRAWN: Mapping[str, Text] = {
    "": _("A draw."),
    "rules": _("A draw: %(reason)s."),
    "agreement": _("A draw: both agreed."),
    "absence": _("A draw, claimed because a player was away."),
}


def seat_name(seat: Seat) -> Text:
    """Return the name on a seat, in the reader's language if it is the computer's.

    In hotseat, a seat without a name is stored under the English name of its side, which is translated too.
    """
    is_side = seat.name == seat.role.capitalize()
    return gettext_lazy(seat.name) if is_side else shown_name(seat.name, seat.level)


def engraved(seats: Mapping[str, Seat], roles: Collection[str]) -> dict[str, str]:
    """Return the board's names of the sides: "you" for the reader's only one, else the players' names."""
    named = {role: _engraved(seat) for role, seat in seats.items() if seat.name != role.capitalize()}
    of_reader = dict.fromkeys(roles, gettext("you")) if len(roles) == 1 else {}
    return named | of_reader


def _engraved(seat: Seat) -> str:
    """Return a name, or that of the computer without its level, which would be long."""
    return gettext("Computer") if seat.level in LEVEL_WORDS else str(seat_name(seat))


def sides(game: Game, chosen: State | None) -> dict[str, Text]:
    """Return each role with the time of its move: at the position ``chosen``, if play begins from one."""
    if chosen is None:
        return dict(SHEETS[game.slug].seats)
    return {role: _side(role, to_move=role in chosen.to_move) for role in game.roles}


def _side(role: str, *, to_move: bool) -> str:
    side = gettext(role.capitalize())
    return gettext("{side}, to move").format(side=side) if to_move else side
