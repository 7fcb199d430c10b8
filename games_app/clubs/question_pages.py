"""Pages of one position for all: the form of a question, the question on phones and in a hall."""

from __future__ import annotations

import secrets
from typing import Annotated, Any, Literal
from urllib.parse import urlencode, urlsplit

import msgspec
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import Resolver404, resolve, reverse
from django.views.decorators.http import require_safe
from msgspec import Meta, Struct

from games_app.analysis.pages.analysis_board import board_content
from games_app.analysis.puzzles.selection import is_withheld, next_for
from games_app.clubs import questions
from games_app.clubs.pages import visible_or_404
from games_app.clubs.record import RUNNERS, Record, Sight
from games_app.door import limits
from games_app.door.access import command_id
from games_app.door.http import answer, form_view, json_view, status_of, too_fast
from games_app.door.visitors import Request, differs_by_device, wait_ms
from games_app.games.rules import (
    GAMES,
    RULE_SETS,
    Game,
    IllegalAction,
    InvalidFacts,
    State,
    UnknownGame,
    get_game,
)
from games_app.games.sowing_series import WORDS, Level, levels, series
from games_app.lib import clock
from games_app.lib.ids import new_public_id
from games_app.lib.refusals import Refusal, Refused
from games_app.match.visibility import open_position
from games_app.models import Club, ClubQuestion, Puzzle

LARGEST_BODY = 1024
MOST_STEPS = 2**15
LONGEST_FACTS = 4096


@require_safe
@differs_by_device
def show(request: Request, public_id: str) -> HttpResponse:
    """Show the club's question to a member, or that there is none yet."""
    return _question(request, public_id, "clubs/question.html")


@require_safe
def show_on_screen(request: Request, public_id: str) -> HttpResponse:
    """Show the club's question on the screen of a hall."""
    return _question(request, public_id, "clubs/question_screen.html")


def _question(request: Request, public_id: str, template: str) -> HttpResponse:
    record, player_id = visible_or_404(request, public_id), request.visitor.player_id
    if record.sight(player_id) < Sight.ALL:
        refused = {"record": record, "club": record.club, "refusal": Refusal("not_in_club")}
        return render(request, "clubs/closed.html", refused, status=403)
    question = ClubQuestion.objects.filter(club=record.club).first()
    context: dict[str, Any] = {"record": record, "club": record.club, "runs": record.runs(player_id)}
    if question:
        context |= {
            "question": question,
            "game": get_game(question.game),
            "position": open_position(questions.state_of(question)),
            "own": questions.own_answer(question, player_id),
            "written": get_game(question.game).notation(question.sown) if question.sown else "",
        }
    return render(request, template, context)


@require_safe
def ask_some_club(request: Request, game: Game) -> HttpResponse:
    """Lead from an analysis board to the form of a club that the reader runs, or let them choose one."""
    query = urlencode({**request.GET.dict(), "game": game.slug})
    clubs = Club.objects.filter(
        members__player=request.visitor.player_id, members__left_at=None, members__role__in=RUNNERS
    )
    if len(clubs) == 1:
        return redirect(f"{reverse('ask-club', args=[clubs[0].public_id])}?{query}")
    return render(request, "clubs/which_club.html", {"clubs": clubs.order_by("name"), "query": query})


@form_view(limits.FORMS)
def ask(request: Request, public_id: str) -> HttpResponse:
    """Show the position of the address, and where others come from; on POST, ask the club about it."""
    record, player_id = visible_or_404(request, public_id), request.visitor.player_id
    if not record.runs(player_id):
        return _form(request, record, Refusal("not_in_club.helper"), 403)
    if request.method == "POST":
        sent = request.POST
        try:
            facts = msgspec.json.decode(sent.get("facts", "")[:LONGEST_FACTS], type=dict[str, Any])
            questions.ask(
                public_id, player_id, sent.get("game", ""), facts, command_id(request), clock.now(),
                puzzle=_puzzle_id(sent.get("puzzle", "")), sown=sent.get("sown", ""),
            )  # fmt: skip
        except Refused as error:
            return _form(request, record, error.refusal, status_of(error.refusal))
        except (UnknownGame, InvalidFacts, IllegalAction, msgspec.DecodeError) as error:
            return _form(request, record, Refusal("no_such_position", {"problem": str(error)}), 400)
        return redirect("club-question", public_id)
    if (address := request.GET.get("address")) is not None:
        try:
            return redirect(f"{request.path}?{_query_of(address)}")
        except Refused as error:
            return _form(request, record, error.refusal, 422)
    return _form(request, record)


def _puzzle_id(text: str) -> str:
    return text if Puzzle.objects.filter(public_id=text).exists() else ""


def _query_of(address: str) -> str:
    """Return the query of the form for the address of an analysis board or a puzzle. Raises Refused."""
    try:
        parts = urlsplit(address.strip()[:LONGEST_FACTS])
        match = resolve(parts.path)
    except (Resolver404, ValueError):
        raise Refused(Refusal("question_address")) from None
    if match.url_name == "analysis-board":
        return f"{parts.query}&{urlencode({'game': match.kwargs['game'].slug})}".lstrip("&")
    if match.url_name == "puzzle":
        return urlencode({"puzzle": match.kwargs["public_id"]})
    raise Refused(Refusal("question_address"))


def _form(
    request: Request, record: Record, refusal: Refusal | None = None, status: int = 200
) -> HttpResponse:
    context: dict[str, Any] = {"record": record, "club": record.club, "refusal": refusal}
    if record.runs(request.visitor.player_id):
        context |= {
            "games": GAMES.values(),
            "sown_games": [game for game in GAMES.values() if levels(game)],
            "cmd": secrets.token_urlsafe(12),
            "address": request.GET.get("address", ""),
            "open": ClubQuestion.objects.filter(club=record.club, closed_at=None).exists(),
        }
        try:
            context |= _preview(request)
        except Refused as error:
            context["refusal"], status = refusal or error.refusal, status if refusal else 422
    return render(request, "clubs/ask.html", context, status=status)


def _preview(request: Request) -> dict[str, Any]:
    """Return the position that the address leads to, if it names one. Raises Refused."""
    puzzle, slug = request.GET.get("puzzle"), request.GET.get("game", "")
    if "sowing" in request.GET:
        return _drawn_sowing(slug, request.GET["sowing"])
    if puzzle is not None:
        row = Puzzle.objects.filter(public_id=puzzle).first() if puzzle else next_for(None, slug)
        if row is None:
            raise Refused(Refusal("no_puzzle"))
        if is_withheld(row):
            raise Refused(Refusal("in_play.puzzle"))
        return _asked(get_game(row.game).state_from_facts(row.facts), row.public_id)
    if slug not in RULE_SETS:
        return {}
    board = board_content(request, RULE_SETS[slug], request.GET.get("moves", ""))
    try:
        state = get_game(slug).state_from_facts(board.positions[-1]["facts"])
    except InvalidFacts as error:
        return {"problem": board.problem or str(error)}
    return _asked(state) | ({"problem": board.problem} if board.problem else {})


def _drawn_sowing(slug: str, level: str) -> dict[str, Any]:
    """Return a sowing drawn by lot for the question where it ends. Raises Refused."""
    game = RULE_SETS.get(slug)
    if game is None or level not in levels(game):
        raise Refused(Refusal("not_done"))
    sowing = secrets.choice(series(game, Level(level), new_public_id()))
    return _asked(sowing.start) | {
        "sown": sowing.action,
        "sown_role": sowing.role,
        "written": game.notation(sowing.action),
        "level": level,
        "levels": [(other, WORDS[other].title) for other in levels(game)],
    }


def _asked(state: State, puzzle: str = "") -> dict[str, Any]:
    facts = msgspec.json.encode(state.facts()).decode()
    return {"game": get_game(state.slug), "position": open_position(state), "facts": facts, "puzzle": puzzle}


class Choice(Struct, forbid_unknown_fields=True, frozen=True):
    """A member's answer to the question with this number."""

    question: int
    action: str


@json_view(limits.ANSWERS, Choice, LARGEST_BODY, by_player=True)
def choose(request: Request, choice: Choice, public_id: str) -> HttpResponse:
    """Store a member's answer."""
    record, player_id = visible_or_404(request, public_id), request.visitor.player_id
    if wait := _wait_of_club(request, record):
        return too_fast(wait)
    try:
        questions.answer(public_id, player_id, choice.question, choice.action, clock.now())
    except IllegalAction as error:
        raise Refused(Refusal.by_the_rules(error)) from error
    return answer({"own": choice.action})


class Deed(Struct, forbid_unknown_fields=True, frozen=True):
    """An action of somebody who runs the club: to close the question, show a step of it, or take it away."""

    do: Literal["close", "show", "take_away"]
    question: int
    step: Annotated[int, Meta(ge=0, lt=MOST_STEPS)] = 0


@json_view(limits.ANSWERS, Deed, LARGEST_BODY, by_player=True)
def change(request: Request, deed: Deed, public_id: str) -> HttpResponse:
    """Carry out an action, and return what the pages show then."""
    record, player_id = visible_or_404(request, public_id), request.visitor.player_id
    if wait := _wait_of_club(request, record):
        return too_fast(wait)
    match deed.do:
        case "close":
            questions.close(public_id, player_id, deed.question, clock.now())
        case "show":
            questions.show(public_id, player_id, deed.question, deed.step)
        case "take_away":
            questions.take_away(public_id, player_id, deed.question)
    return answer(msgspec.to_builtins(questions.shown(record)))


def _wait_of_club(request: Request, record: Record) -> int:
    """Return 0 and count a member's request for their club, or the milliseconds to wait."""
    if record.member(request.visitor.player_id) is None:
        return 0
    return wait_ms(request, limits.ANSWERS_IN_CLUB, key=record.club.public_id)
