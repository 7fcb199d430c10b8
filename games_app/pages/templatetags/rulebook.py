from __future__ import annotations

from datetime import timedelta

from django import template

from games_app.games import rule_sets
from games_app.games.rule_sets import Compared, Question
from games_app.games.rules import Game
from games_app.games.sheet import Text
from games_app.lib import clock
from games_app.lib.names import shown_name
from games_app.lists import match_lists, result_text, terms_text
from games_app.lists.terms_text import time_left
from games_app.match import terms
from games_app.models import Match, Player, Seat
from games_app.people import faces

register = template.Library()


@register.simple_tag(name="rule_sets")
def rule_sets_of(game: Game) -> list[Compared]:
    """Return the rule sets of the game that this one belongs to, the default first."""
    return rule_sets.rule_sets(game.family)


@register.simple_tag
def rule_questions(family: str) -> list[Question]:
    """Return the questions that tell the rule sets of a game apart."""
    return rule_sets.questions(family)


@register.filter
def variant(match: Match) -> Text:
    """Return what distinguishes the match from others of its game ("by hand, 5+3"), otherwise empty."""
    return match_lists.variant(match)


@register.filter
def left(match: Match) -> Text:
    """Return the time left for the turn in a match with days for each ("2 days left"), otherwise empty."""
    daily = isinstance(terms.read(match.terms).time, terms.Daily)
    if match.status != Match.Status.PLAYING or not daily or match.deadline is None or paused(match):
        return ""
    return time_left(match.deadline - clock.now())


@register.filter
def paused(match: Match) -> Text:
    """Return how long the pause of a running match still lasts ("paused for 2 more days"), or empty."""
    left = clock.moment(match.pending.get("paused_until", 0)) - clock.now()
    return terms_text.paused(left) if match.status == Match.Status.PLAYING and left > timedelta() else ""


@register.filter
def has_on_holiday(match: Match, seat: Seat) -> bool:
    """Return whether the player of this seat of a running match is on holiday."""
    until: int = match.pending.get("holidays", {}).get(seat.role, 0)
    return match.status == Match.Status.PLAYING and until > clock.ms(clock.now())


@register.filter
def waited(match: Match) -> Text:
    """Return how long the match has waited for its other player."""
    return terms_text.waited(clock.now() - match.created_at)


@register.filter
def player_name(player: Player) -> Text:
    """Return the name of a player, in the reader's language if it is the computer's."""
    return shown_name(player.name, player.level)


@register.filter
def player_face(player: Player | str) -> str:
    """Return the key of the player's face; empty once they have withdrawn, and in a line without a player."""
    return faces.face_of_player(player) if isinstance(player, Player) else ""


@register.filter
def seat_face(seat: Seat) -> str:
    """Return the key of the face on a seat; empty if nobody, or a side at one screen, sits there."""
    return faces.face_of_seat(seat)


@register.filter
def seat_name(seat: Seat) -> Text:
    """Return the name of the player on a seat, or of the side at one screen."""
    return result_text.seat_name(seat)
