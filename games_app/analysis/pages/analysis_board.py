"""The analysis board: both sides are played, from a position of a match or one that was set up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe
from msgspec import Struct

from games_app.analysis.pages.analysis import no_such_position
from games_app.analysis.start_positions import first_analysable, options_of, start_in, start_of
from games_app.door import limits
from games_app.door.http import answer, json_view, number
from games_app.door.visitors import Request
from games_app.games.catalogue import SETUPS, SHEETS
from games_app.games.engine.levels import LEVELS
from games_app.games.rules import GAMES, Facts, Game, InvalidFacts, InvalidOption, State
from games_app.games.setup import Draft, Setup
from games_app.lib.refusals import Refusal, Refused
from games_app.match.match_state import rules
from games_app.match.start_moves import MoveSequence, played
from games_app.match.visibility import may_see, open_position
from games_app.models import ClubMember, Match

MOVES_MAX_LENGTH = 4000
"""Characters of moves that are read: some 400 moves."""
SHORT = 100
"""Characters of any other part of the address that go into the form again."""
MOST_PLIES = 2**20


@dataclass(frozen=True, slots=True)
class BoardContent:
    """Content of the board: a line of play, or a position set up by hand that can't be."""

    positions: list[dict[str, Any]]
    moves: str = ""
    problem: str = ""


@require_safe
def analysis_board(request: Request, game: Game) -> HttpResponse:
    """Show the board after the ``moves`` in the address.

    They begin at the start, at a ``match`` and its ``ply``, or at a ``position`` set up by hand.
    """
    context = board_context(request, game)
    return render(request, "analysis/board.html", context, status=422 if context["problem"] else 200)


def board_context(request: Request, game: Game) -> dict[str, Any]:
    """Return what a page with this board shows."""
    text = request.GET.get("moves", "")[:MOVES_MAX_LENGTH]
    board = board_content(request, game, text)
    names = ("match", "ply", "position", *game.options)
    kept = [(name, value[:SHORT]) for name, value in request.GET.items() if name in names]
    opens = first_analysable(game, start_of(game, {}))
    # Without moves the address leads to the first position that can be analysed.
    moves = [("moves", board.moves)] if board.moves or (opens and "moves" in request.GET) else []
    return {
        "game": game,
        "games": GAMES.values(),
        "sheet": SHEETS[game.slug],
        "with_computer": game.slug in LEVELS,
        "with_setup": game.slug in SETUPS,
        "setup": _setup_of(game),
        "opens": opens,
        "positions": board.positions,
        "position": board.positions[-1],
        "moves": board.moves,
        "problem": board.problem,
        "text": text,
        "kept": kept,
        "here": f"?{urlencode([*kept, *moves])}" if kept or moves else "",
        "by_hand": "position" in request.GET,
        "runs_club": ClubMember.runs_club(request.visitor.player_id),
    }


def board_content(request: Request, game: Game, text: str) -> BoardContent:
    """Return what the address of a board with these moves leads to."""
    start, problem = start_of(game, {}), ""
    try:
        first = _first_position(request, game)
        if isinstance(first, Arranged):
            if first.state is None:
                return BoardContent([first.position], problem=" ".join(first.problems))
            first = first.state
        start = first
        if not request.GET.keys() & {"moves", "match", "position"}:
            text = first_analysable(game, start)
    except (Refused, InvalidOption) as error:
        if isinstance(error, Refused) and error.refusal.code == "unknown_rules":
            raise
        problem = str(error)
    try:
        line = played(game, start, text)
    except Refused as error:
        problem, line = str(error), MoveSequence((start,), ())
    return BoardContent([open_position(state) for state in line.states], " ".join(line.moves), problem)


def _first_position(request: Request, game: Game) -> State | Arranged:
    """Return the position that the address begins with. Raises Refused, InvalidOption."""
    if (text := request.GET.get("position")) is not None:
        try:
            setup = SETUPS[game.slug]
            return arranged(setup, setup.read(text), request.GET.dict())
        except (KeyError, InvalidFacts) as error:
            raise Refused(Refusal("bad_query.position")) from error
    public_id = request.GET.get("match")
    if public_id is None:
        return start_of(game, request.GET.dict())
    row = Match.objects.filter(public_id=public_id, game=game.slug).first()
    if row is None or not may_see(row, request.visitor.player_id):
        raise Refused(Refusal("no_such_match"))
    rules(row.game, row.rules_version)
    return start_in(row, number(request, "ply", MOST_PLIES) or 0)


@dataclass(frozen=True, slots=True)
class Arranged:
    """A draft as the page shows it: with a ``state`` if it has no ``problems``."""

    text: str
    facts: Facts
    problems: list[str]
    state: State | None

    @property
    def position(self) -> dict[str, Any]:
        """Return the position as pages show it: without anything to play if it can't be."""
        return open_position(self.state) if self.state else {"facts": self.facts, "to_move": (), "legal": {}}


def arranged(setup: Setup, draft: Draft, options: Mapping[str, str]) -> Arranged:
    """Return what a draft comes to. Raises InvalidFacts, InvalidOption."""
    setup.check(draft)
    game = setup.game
    facts = setup.facts(draft, game.checked_options(options_of(game, options)))
    problems = [Refusal(problem.code, problem.args).message for problem in setup.problems(facts)]
    return Arranged(setup.written(draft), facts, problems, None if problems else game.state_from_facts(facts))


def _setup_of(game: Game) -> dict[str, Any] | None:
    """Return what the page must know to set up positions."""
    if game.slug not in SETUPS:
        return None
    setup = SETUPS[game.slug]
    return {
        "points": setup.points,
        "kinds": list(setup.letters),
        "counted": setup.counted,
        "burnable": sorted(setup.burnable),
        "start": start_of(game, {}).facts(),
    }


LARGEST_DRAFT = 4 * 1024
"""Largest request, in bytes. All stops of a board take up to 700."""


class Arrangement(Struct, forbid_unknown_fields=True, frozen=True):
    turn: str
    counts: dict[str, int]
    men: dict[str, str]
    burnt: list[str]
    options: dict[str, str]


@json_view(limits.TRIES, Arrangement, LARGEST_DRAFT)
def set_up(request: HttpRequest, arrangement: Arrangement, game: Game) -> HttpResponse:
    """Return what the board comes to: its "text" for the address, its "problems" and its "position"."""
    if game.slug not in SETUPS:
        raise Http404
    draft = Draft(arrangement.turn, arrangement.counts, arrangement.men, frozenset(arrangement.burnt))
    try:
        board = arranged(SETUPS[game.slug], draft, arrangement.options)
    except (InvalidFacts, InvalidOption) as error:
        return no_such_position(error, 400)
    return answer({"text": board.text, "problems": board.problems, "position": board.position})
