"""Matches to watch: the wall."""

from __future__ import annotations

from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe
from msgspec import to_builtins

from .. import clock
from ..models import Player
from ..rules import GAMES, Game
from ..services import wall
from ..services.wall import Board


class Card(NamedTuple):
    """A match on the wall, as its template takes it."""

    board: Board
    game: Game
    watchers: int


@require_safe
def watch(request: HttpRequest) -> HttpResponse:
    """The wall as it is now; the page goes on from there. ``?game=`` and ``?follow=`` are in the address."""
    game = request.GET.get("game", "")
    game = game if game in GAMES else ""
    picks = wall.picked(game, clock.now())
    boards = wall.boards([match for match, _ in picks])
    cards = [Card(boards[match], GAMES[boards[match].game], n) for match, n in picks if match in boards]
    context = {
        "cards": cards,
        "wall": [to_builtins(card.board) for card in cards],
        "chosen": game,
        "games": GAMES,
        "followed": Player.objects.filter(public_id=request.GET.get("follow", "")[:10]).first(),
    }
    return render(request, "watch.html", context)
