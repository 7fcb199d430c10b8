"""Pages for spectators: the wall, and the screen of a hall."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe
from msgspec import to_builtins

from games_app.games.rules import GAMES, RULE_SETS, Game, get_game
from games_app.lib import clock
from games_app.lists import wall
from games_app.lists.wall import Board, Pick
from games_app.models import Match
from games_app.pages import sharing
from games_app.people import players


class Card(NamedTuple):
    """A match on the wall, as its template expects it."""

    board: Board
    game: Game
    watchers: int


@require_safe
def watch(request: HttpRequest) -> HttpResponse:
    """Show a part of the wall, which the page goes on with and keeps up to date.

    ``?game=`` filters, ``?after=`` is the number of matches before this part, ``?follow=`` names a player.
    """
    game = request.GET.get("game", "")
    game = game if game in GAMES else ""
    picks, after = wall.picked(game, clock.now()), _after(request)
    followed = players.find_player(request.GET.get("follow", ""))
    filters = {"game": game, "follow": followed.public_id if followed else ""}
    more = {name: value for name, value in filters.items() if value} | {"after": after + wall.PART}
    context = cards_context(picks[after : after + wall.PART]) | {
        "shown": after + wall.PART,
        "most": wall.SHOWN,
        "more": urlencode(more),
        "has_more": len(picks) > after + wall.PART,
        "chosen": game,
        "games": GAMES,
        "followed": followed,
    }
    return render(request, "watch.html", context)


def cards_context(picks: Sequence[Pick], visibility: str = Match.Visibility.PUBLIC) -> dict[str, Any]:
    """Return the matches of a wall for its template, and those for its script."""
    boards = wall.boards([match for match, _ in picks], visibility)
    cards = [Card(boards[match], get_game(boards[match].game), n) for match, n in picks if match in boards]
    return {
        "cards": cards,
        "wall": [to_builtins(card.board, enc_hook=str) for card in cards],
        "part": wall.PART,
        "rule_sets": RULE_SETS,
    }


def _after(request: HttpRequest) -> int:
    """Return the number of matches before the part in the address; 0 for an address with another one."""
    text = request.GET.get("after", "")
    return int(text) if text in _BEGINNINGS else 0


_BEGINNINGS = frozenset(map(str, range(0, wall.SHOWN, wall.PART)))


@require_safe
def screen(request: HttpRequest) -> HttpResponse:
    """Show one live match large, for halls and classrooms; the page chooses it from the wall."""
    link = request.build_absolute_uri(reverse("choose"))
    return render(request, "screen.html", {"rule_sets": RULE_SETS, "qr": sharing.qr_code(link)})
