"""Matches of draughts and pawn checkers as PDN: another library reads them, and they are imported again."""

from __future__ import annotations

import random
import re
import warnings

import pytest
from draughts import Board, Move
from draughts.PDN import PDNReader, PDNWriter

from games_app.archive.exports import exported
from games_app.archive.import_checks import Unplayable
from games_app.archive.imports import import_match
from games_app.archive.notation import MatchFile, portable_text, read_portable
from games_app.games.catalogue import PORTABLE
from games_app.games.checkers.portable import SQUARES
from games_app.lib import clock
from games_app.match.terms import Terms
from games_app.models import Match
from tests.records import Told

pytestmark = pytest.mark.django_db(transaction=True)


def written(told: Told) -> MatchFile:
    return exported(Match.objects.get(public_id=told.store()), "https://play.example")


def reread(text: str) -> MatchFile:
    return read_portable(text, clock.now())


def pydraughts(text: str) -> tuple[list[str], Board]:
    """Return the moves that pydraughts finds in a file with one game, and its board after them."""
    (game,) = PDNReader(pdn_text=text).games
    board = Board(variant=game.variant)
    for move in game.moves:
        board.push(Move(board, pdn_move=move))
    return game.moves, board


def pieces(told: Told) -> dict[int, str]:
    """Return the pieces by the numbers of their squares, as pydraughts has them in a FEN: W, B, WK, BK."""
    letters = {"black": "B", "red": "W", "black-king": "BK", "red-king": "WK"}
    cells = told.match.state.cells
    return {number: letters[kind] for number, cell in enumerate(SQUARES, 1) if (kind := cells[cell])}


def pieces_of(board: Board) -> dict[int, str]:
    found: dict[int, str] = {}
    for part in board.fen.split(":")[1:]:
        for square in filter(None, part[1:].split(",")):
            found[int(square.lstrip("K"))] = part[0] + "K" * square.startswith("K")
    return found


@pytest.mark.parametrize("seed", range(4))
def test_a_match_reaches_the_same_position_elsewhere_and_when_it_is_imported_again(seed):
    told = Told("draughts").play_on(seed, random.Random(seed).choice([20, 60, 10_000])).resigned()
    match = written(told)
    text = portable_text(match)
    moves, board = pydraughts(text)
    unfinished = told.match.state.chain is not None
    assert unfinished or pieces_of(board) == pieces(told)
    assert (
        len(moves) == len([move for move in text.split("\n\n")[1].split() if "-" in move or "x" in move]) - 1
    )
    again = import_match(reread(text)).match
    assert (again.row.winner, again.row.how) == (told.match.row.winner, told.match.row.how)
    assert unfinished or again.state == told.match.state


@pytest.mark.parametrize("seed", range(3))
def test_a_game_that_another_library_wrote_is_imported(seed, tmp_path):
    dice = random.Random(seed)
    board = Board(variant="english")
    for _ in range(dice.choice([8, 40])):
        if moves := board.legal_moves():
            board.push(dice.choice(moves))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it opens its file in the usual encoding
        text = PDNWriter(str(tmp_path / "game.pdn"), board=board, tags={"Black": "alice"}).pdn_text
    imported = import_match(reread(text)).match
    cells = imported.state.cells
    letters = {"black": "B", "red": "W", "black-king": "BK", "red-king": "WK"}
    ours = {number: letters[kind] for number, cell in enumerate(SQUARES, 1) if (kind := cells[cell])}
    assert ours == pieces_of(board)
    assert imported.seats["black"].name == "alice"


def test_pawn_checkers_comes_back_and_is_never_taken_for_draughts():
    told = Told("checkers").play_on(seed=5)
    text = portable_text(written(told))
    (game,) = PDNReader(pdn_text=text).games
    assert game.variant is None
    assert (game.tags["GameType"], game.tags["Variant"]) == ("99,B,8,8,N1,0", "Pawn checkers")
    again = import_match(reread(text)).match
    assert again.state == told.match.state
    assert (again.row.winner, again.row.how, again.row.goals) == (
        told.match.row.winner, "rules", told.match.row.goals,
    )  # fmt: skip


def test_only_the_line_that_was_played_is_written():
    told = Told("checkers").play_on(seed=1, decisions=4)
    asking, other = "black", "red"
    told.do(asking, "offer", what="takeback")
    told.do(other, "accept", what="takeback", of=told.match.pending.offers["takeback"].seq)
    left = told.match.row.ply
    assert left < 4
    told.play_on(seed=2, decisions=3)
    text = portable_text(written(told))
    again = import_match(reread(text)).match
    assert again.state == told.match.state
    assert again.row.ply == left + 3


def test_a_match_from_a_chosen_position_is_written_from_the_first_one():
    told = Told("draughts", Terms(start="c3-d4 d6-c5")).play_on(seed=4, decisions=5)
    text = portable_text(written(told))
    assert "1. 11-15 23-19 {The match begins here} 2. " in text.replace("\n", " ")
    assert pieces_of(pydraughts(text)[1]) == pieces(told)
    again = import_match(reread(text)).match
    assert again.state == told.match.state
    assert again.row.ply == 7


def test_a_capture_that_is_half_done_is_only_a_comment():
    told = Told("draughts")
    dice = random.Random(11)
    while getattr(told.match.state, "chain", None) is None:
        if told.over:
            told = Told("draughts")
        role = told.match.state.to_move[0]
        told.act(role, dice.choice(told.match.state.legal_actions(role)))
    text = portable_text(written(told))
    assert "was begun}" in text.replace("\n", " ")
    turns = len(pydraughts(text)[0])
    again = import_match(reread(text))
    assert again.match.row.how == "aborted"
    assert len({ply.number for ply in again.plies}) >= turns


@pytest.mark.parametrize("ending", ["draw", "aborted", "running"])
def test_draws_and_unfinished_matches_have_their_results(ending):
    told = Told("draughts").play_on(seed=1, decisions=0 if ending == "aborted" else 3)
    mover = told.match.state.to_move[0]
    if ending == "draw":
        told.do(mover, "offer", what="draw")
        other = "red" if mover == "black" else "black"
        told.do(other, "accept", what="draw", of=told.match.pending.offers["draw"].seq)
    elif ending == "aborted":
        told.do(mover, "abort")
    match = written(told)
    text = portable_text(match)
    result, termination = {
        "draw": ("1/2-1/2", "normal"),
        "aborted": ("*", "abandoned"),
        "running": ("*", "unterminated"),
    }[ending]
    assert f'[Result "{result}"]' in text
    assert f'[Termination "{termination}"]' in text
    assert text.rstrip().endswith(result)
    again = import_match(reread(text)).match.row
    assert (again.how, again.winner) == ("agreement" if ending == "draw" else "aborted", "")


def test_a_result_against_the_board_and_moves_after_the_end_are_refused():
    told = Told("draughts").play_on(seed=3)
    text = portable_text(written(told))
    right = PORTABLE["draughts"].wins.get(told.match.row.winner, "1/2-1/2")
    for wrong in {"1-0", "0-1", "1/2-1/2"} - {right}:
        with pytest.raises(
            ValueError, match=f"By the moves the result is {right}, but the file says {wrong}"
        ):
            reread(re.sub(rf'(?<=["\s]){right}(?=["\s])', wrong, text))
    with pytest.raises(ValueError, match=r"The game is over\. Allowed here: nothing"):
        reread(re.sub(rf"(?<=\s){right}\n", f"1-5 {right}\n", text))


def test_a_name_that_cannot_be_shown_is_refused():
    with pytest.raises(Unplayable, match="can't be shown"):
        import_match(reread('[Black "x\u202ey"]\n\n1. 11-15 *'))
