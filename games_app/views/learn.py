"""Interactive guides to the games, offered at the first visit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from urllib.parse import parse_qsl

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games_app.games.base import State
from games_app.games.catalogue import GUIDES, TIPS
from games_app.games.guide import Guide, Move, Step
from games_app.games.tactics import decision_of, look_at
from games_app.rules import GAMES, Game
from games_app.services.state.visibility import open_position
from games_app.views.app import lasting
from games_app.views.visitors import differs_by_device

COOKIE = "guides"
"""Cookie with this browser's progress in each guide, written by static/learn/progress.js."""


@require_safe
@lasting
@differs_by_device
def learn(request: HttpRequest, game: Game) -> HttpResponse:
    guide = GUIDES.get(game.slug)
    if guide is None:
        raise Http404(_("There is no guide to this game."))
    context = {
        "game": game,
        "games": [other for slug, other in GAMES.items() if slug in GUIDES],
        "guide": guide,
        "first": open_position(guide.steps[0].start),
        "lesson": [_step(game.slug, step) for step in guide.steps],
    }
    return render(request, "learn.html", context)


def offered(request: HttpRequest, slug: str) -> Guide | None:
    """Return the guide to a game, or None if this browser has opened or declined it."""
    seen = dict(parse_qsl(request.COOKIES.get(COOKIE, "")[:1000]))
    return None if slug in seen else GUIDES.get(slug)


def _step(game: str, step: Step) -> dict[str, Any]:
    return {
        "title": str(step.title),
        "task": str(step.task),
        "after": str(step.after),
        "side": step.learner,
        "position": open_position(step.start),
        "moves": list(_moves(game, step)),
        "asked": step.asked,
    }


def _moves(game: str, step: Step) -> Iterator[dict[str, Any]]:
    """Yield the decisions of a step, each with what a learner who asks is told to look at."""
    state = step.start
    for move in step.moves:
        choice = decision_of(state, move.role, move.shown)
        told = game in TIPS and _is_to_be_found(state, move)
        text, stops = look_at(TIPS[game], choice) if told else ("", [])
        yield {
            "role": move.role,
            "shown": move.shown,
            "named": bool(move.only),
            "task": str(move.task),
            "byItself": move.by_itself,
            "look": {"text": str(text), "stops": stops},
        }
        state = choice.end


def _is_to_be_found(state: State, move: Move) -> bool:
    """Return False if the task names the move, or any of several will do."""
    legal = state.legal_actions(move.role)
    return not move.only and (len(legal) == 1 or len(move.accepted(state)) < len(legal))
