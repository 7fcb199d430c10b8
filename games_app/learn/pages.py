"""Pages of the guide and the course of a game: steps that are played on the board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games_app.door.visitors import differs_by_device
from games_app.games.base import Game, State
from games_app.games.catalogue import COURSES, GUIDES, TIPS
from games_app.games.guide import Move, Step
from games_app.games.rules import GAMES
from games_app.games.tactics import decision_of, look_at
from games_app.match.visibility import open_position
from games_app.pages.app import lasting


@require_safe
@lasting
@differs_by_device
def guide(request: HttpRequest, game: Game) -> HttpResponse:
    """Show the guide: the rules, step by step."""
    if game.slug not in GUIDES:
        raise Http404(_("There is no guide to this game."))
    context = {
        "offered": [other for slug, other in GAMES.items() if slug in GUIDES],
        "is_course": False,
    }
    return render(request, "learn/lesson.html", context | _lesson(game, GUIDES[game.slug].steps))


@require_safe
@lasting
@differs_by_device
def course(request: HttpRequest, game: Game) -> HttpResponse:
    """Show the course: lessons of strategy, each with a position to solve."""
    if game.slug not in COURSES:
        raise Http404(_("There is no course for this game."))
    context = {
        "offered": [other for slug, other in GAMES.items() if slug in COURSES],
        "is_course": True,
    }
    return render(request, "learn/lesson.html", context | _lesson(game, COURSES[game.slug].steps))


def _lesson(game: Game, steps: Sequence[Step]) -> dict[str, Any]:
    return {
        "game": game,
        "steps": steps,
        "first": open_position(steps[0].start),
        "lesson": [_step(game.slug, step) for step in steps],
    }


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
        has_tip = game in TIPS and _is_to_be_found(state, move)
        text, stops = look_at(TIPS[game], choice) if has_tip else ("", [])
        yield {
            "role": move.role,
            "shown": move.shown,
            "named": bool(move.only),
            "sought": bool(move.sought),
            "task": str(move.task),
            "byItself": move.by_itself,
            "look": {"text": str(text), "stops": stops},
        }
        state = choice.end


def _is_to_be_found(state: State, move: Move) -> bool:
    """Return False if the task names the move, or any of several will do."""
    legal = state.legal_actions(move.role)
    return not move.only and (len(legal) == 1 or len(move.accepted(state)) < len(legal))
