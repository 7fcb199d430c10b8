"""Puzzles: the list, one puzzle on the board, and the judgement of a player's decisions in it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_safe
from msgspec import Struct

from games_app.analysis.jobs.models import Plain
from games_app.analysis.puzzles import attempts, daily, reasons, selection
from games_app.door import limits
from games_app.door.http import answer, json_view, refused
from games_app.door.page_cache import columns_of, is_stranger, strangers_page
from games_app.door.visitors import Request, differs_by_device, enforce_rate, get_or_create_player
from games_app.games.claims import Claim
from games_app.games.rules import Accepted, Game, IllegalAction, get_game
from games_app.lib import clock
from games_app.lib.refusals import Refusal, Refused
from games_app.match.visibility import open_position
from games_app.models import Player, Puzzle

LARGEST_BODY = 2 * 1024
SHORT = 20
"""Maximum length of a game or theme read from the address."""


class Attempt(Struct, forbid_unknown_fields=True, frozen=True):
    """A decision in a puzzle; ``taken``: the right ones before it."""

    taken: list[str]
    action: str


class PageAttempt(Attempt, forbid_unknown_fields=True, frozen=True):
    """The same on a page; ``rush``: in a rush, where it counts for no rating and no streak."""

    rush: bool = False


SERIES = ("theme", "missed")
"""Parameters of the address that choose the puzzles of a series."""


def _query(parameters: Mapping[str, str]) -> str:
    return f"?{urlencode(parameters)}" if parameters else ""


@require_safe
def index(request: Request) -> HttpResponse:
    """Show the puzzle of the day, and the games that have puzzles."""
    player, now = request.visitor.player, clock.now()
    today = daily.shown_on_front_page(now)
    context = {
        "today": today,
        "today_is_done": daily.is_done(player, now),
        "streak": daily.streak(player, now),
        "shelves": selection.shelves(player),
        "missed": selection.missed(player, now).count() if player else 0,
        "none_left": request.GET.get("none", "")[:SHORT],
    }
    return render(request, "analysis/puzzles/index.html", context | daily_puzzle_board(today))


@require_safe
def next_puzzle(request: Request) -> HttpResponse:
    """Lead to a puzzle of the wanted ``game`` and ``theme`` that is new to this player, or to a missed one.

    The address of the puzzle keeps the series to which it belongs.
    """
    player = request.visitor.player
    game, theme, last = (request.GET.get(name, "")[:SHORT] for name in ("game", "theme", "last"))
    if "missed" in request.GET:
        puzzle, series = selection.next_missed(player, clock.now(), last), {"missed": "1"}
    else:
        puzzle, series = selection.next_for(player, game, theme, last), {"theme": theme} if theme else {}
    if puzzle:
        page = redirect(f"{reverse('puzzle', args=[puzzle.public_id])}{_query(series)}")
    else:
        page = redirect(f"{reverse('puzzles')}{_query({'none': 'missed' if 'missed' in series else '1'})}")
    patch_cache_control(page, private=True, no_store=True)
    return page


@require_safe
@differs_by_device
def puzzle(request: Request, public_id: str) -> HttpResponse:
    """Show a puzzle. Its solution is not in the page."""
    row = get_object_or_404(Puzzle, public_id=public_id)
    player, now = request.visitor.player, clock.now()
    if selection.is_withheld(row, player):
        return render(request, "analysis/puzzles/withheld.html", status=409)
    is_daily = daily.shown_today(now) == row
    if is_stranger(request):
        made_from = columns_of([row]), is_daily
        return strangers_page(
            request, "analysis/puzzles/puzzle.html", made_from, lambda: _context(row, is_daily)
        )
    series = {name: request.GET[name][:SHORT] for name in SERIES if name in request.GET}
    own = {
        "streak": daily.streak(player, now),
        "counted": attempts.first_attempt(row, player),
        "series": urlencode(series),
    }
    return render(request, "analysis/puzzles/puzzle.html", _context(row, is_daily) | own)


def _context(row: Puzzle, is_daily: bool) -> dict[str, Any]:
    state = get_game(row.game).state_from_facts(row.facts)
    return {
        "puzzle": row,
        "game": get_game(row.game),
        "position": open_position(state),
        "choices": len(state.legal_actions(row.role)),
        "is_daily": is_daily,
    }


@require_safe
@differs_by_device
def rush(request: Request, game: Game) -> HttpResponse:
    """Show short puzzles of a game, without their solutions, against the browser's own clock."""
    enforce_rate(request, limits.RUSHES, "too_many_forms")
    rows = selection.for_rush(request.visitor.player, game.slug)
    if not rows:
        return redirect(f"{reverse('puzzles')}{_query({'none': '1'})}")
    context = {
        "game": game,
        "scope": rows[0].scope,
        "games": [shelf.game for shelf in selection.shelves(None)],
        "puzzles": [_plain_puzzle(row) for row in rows],
    }
    page = render(request, "analysis/puzzles/rush.html", context)
    patch_cache_control(page, private=True, no_store=True)
    return page


def _plain_puzzle(row: Puzzle) -> dict[str, Any]:
    state = get_game(row.game).state_from_facts(row.facts)
    return {
        "role": row.role,
        "position": open_position(state),
        "address": reverse("puzzle", args=[row.public_id]),
        "attempt": reverse("try-puzzle", args=[row.public_id]),
    }


@json_view(limits.PUZZLES, PageAttempt, LARGEST_BODY)
def attempt(request: Request, body: PageAttempt, public_id: str) -> HttpResponse:
    """Judge a decision."""
    row = get_object_or_404(Puzzle, public_id=public_id)
    if selection.is_withheld(row, request.visitor.player):
        return withheld()
    try:
        if body.rush:
            return answer(_verdict(attempts.judge(row, body.taken, body.action)))
        player = get_or_create_player(request)
        judged = attempts.attempt(row, player, body.taken, body.action, clock.now())
    except Refused:
        return refused(Refusal("not_on_the_way.page"), 400)
    except IllegalAction as error:
        return refused(Refusal.by_the_rules(error), 409)
    return answer(judgement(row, player, body, judged))


def judgement(row: Puzzle, player: Player, sent: Attempt, judged: attempts.Judged) -> dict[str, Any]:
    """Return {"right", "solved", "plies", "position"}, and the facts about a wrong decision.

    "reason": what the whole solution wins, or a wrong decision allows; None if there is no claim about it.
    "follows" has the automatic play after a right one, each ply with the position after it.
    """
    content = _verdict(judged)
    if judged.change:
        content["rating"] = {"before": round(judged.change.before), "after": round(judged.change.after)}
    if not judged.right:
        content["reason"] = _plain(reasons.fault(row, player.pk, len(sent.taken), sent.action))
    if judged.solved:
        content["reason"] = _plain(reasons.gain(row))
        content["themes"] = [str(theme.title) for theme in selection.themes_in(row)]
        content["streak"] = daily.streak(player, clock.now())
    return content


def _verdict(judged: attempts.Judged) -> dict[str, Any]:
    content = {"right": judged.right, "solved": judged.solved, "fault": judged.fault}
    return content | {"follows": [_played(each) for each in judged.follows]} | _played(judged.accepted)


@json_view(limits.PUZZLES)
def solution(request: Request, public_id: str) -> HttpResponse:
    """Return the decisions of the solution and the replies to them, each with the position after it."""
    row = get_object_or_404(Puzzle, public_id=public_id)
    if selection.is_withheld(row, request.visitor.player):
        return withheld()
    line = attempts.give_up(row, get_or_create_player(request), clock.now())
    return answer({"line": [_played(accepted) for accepted in line], "reason": _plain(reasons.gain(row))})


def _plain(claim: Claim | None) -> Plain | None:
    return claim.plain() if claim else None


def daily_puzzle_board(today: Puzzle | None) -> dict[str, Any]:
    """Return the data from which the small board of the day's puzzle is drawn."""
    if today is None:
        return {}
    state = get_game(today.game).state_from_facts(today.facts)
    return {"today_game": get_game(today.game), "today_position": open_position(state)}


def withheld() -> HttpResponse:
    """Return the answer while somebody is playing the puzzle's position."""
    return refused(Refusal("in_play.puzzle"))


def _played(accepted: Accepted) -> dict[str, Any]:
    plies = [{"role": ply.role, "action": ply.action, "trace": ply.trace} for ply in accepted.plies]
    return {"plies": plies, "position": open_position(accepted.state)}
