"""Moves in PDN: they are those of pydraughts in every position, and mean one turn or are refused."""

from __future__ import annotations

import random

import pytest
from draughts import Board, Move

from games_app.games.catalogue import PORTABLE
from games_app.games.checkers.portable import NUMBERS
from games_app.games.checkers.rules import WRITTEN
from games_app.games.rules import IllegalAction, State, get_game
from tests.games.checkers.test_draughts import position

PDN = PORTABLE["draughts"]
TWO_WAYS = {"3 3": "black", "2 4": "red", "4 4": "red", "2 6": "red", "4 6": "red", "8 8": "red"}
"""c3 takes two pawns and comes to c7, by a5 or by e5."""
CIRCLE = {"3 3": "black-king", "4 4": "red", "6 4": "red", "6 2": "red", "4 2": "red", "8 8": "red"}
"""The king comes back to c3, the one way round or the other, and has taken the same pawns."""


def written(state: State) -> set[str]:
    return {PDN.written(state, turn.actions) for turn in PDN.turns(state)}


def kings(dice: random.Random) -> dict[str, str]:
    """Return a few pieces of both sides, most of them kings, so that long captures are common."""
    cells = dice.sample([f"{x} {y}" for x in range(1, 9) for y in range(2, 8) if (x + y) % 2 == 0], 12)
    kinds = ["black-king", "black-king", "black-king", "black", *["red"] * 7, "red-king"]
    return dict(zip(cells, kinds, strict=True))


def fen(pawns: dict[str, str], control: str) -> str:
    squares: dict[str, list[str]] = {"W": [], "B": []}
    for cell, kind in pawns.items():
        x, y = map(int, cell.split())
        number = NUMBERS[(y - 1) * 8 + x - 1]
        squares["B" if kind.startswith("black") else "W"].append("K" * kind.endswith("-king") + str(number))
    return f"{'B' if control == 'black' else 'W'}:" + ":".join(
        colour + ",".join(numbers) for colour, numbers in squares.items()
    )


def test_squares_are_counted_from_the_right_hand_of_black():
    cells = {WRITTEN[cell]: number for cell, number in NUMBERS.items()}
    assert [cells[name] for name in ("g1", "a1", "h2", "b2", "c3", "a7", "h8", "b8")] == [
        1, 4, 5, 8, 11, 28, 29, 32,
    ]  # fmt: skip


@pytest.mark.parametrize("seed", range(2))
def test_moves_are_those_of_another_library_in_whole_games(seed):
    dice = random.Random(seed)
    state, board = get_game("draughts").initial_state(), Board(variant="english")
    while state.to_move:
        turns = {PDN.written(state, turn.actions): turn for turn in PDN.turns(state)}
        assert set(turns) == {move.pdn_move for move in board.legal_moves()}
        move = dice.choice(sorted(turns))
        assert PDN.turn(state, move) == turns[move]
        board.push(Move(board, pdn_move=move))
        state = turns[move].end


@pytest.mark.parametrize("control", ["black", "red"])
def test_moves_of_kings_are_those_of_another_library(control):
    dice = random.Random(control)
    long = 0
    for _ in range(30):
        pawns = kings(dice)
        board = Board(variant="english", fen=fen(pawns, control))
        state = position(pawns, control)
        # A circle can be walked both ways and captures the same, so pydraughts may write it otherwise.
        ours = {turn.actions for turn in PDN.turns(state)}
        assert len(ours) == len(board.legal_moves())
        for move in written(state):
            assert move.count("x") > 1 or move in {theirs.pdn_move for theirs in board.legal_moves()}
            assert PDN.turn(state, move).actions in ours
            long += move.count("x") > 1
    assert long or control == "red"


def test_a_capture_is_read_with_all_of_its_squares_or_with_its_ends():
    state = position({"7 1": "black", "6 2": "red", "6 4": "red", "8 8": "red"})
    assert written(state) == {"1x17"}
    assert [PDN.turn(state, move).actions for move in ("1x17", "1x10x17", "1:10:17", "01x17")] == [
        ("jump 7 1 5 3", "jump 5 3 7 5")
    ] * 4


def test_an_ambiguous_capture_is_written_with_all_squares_and_refused_without_them():
    state = position(TWO_WAYS)
    assert written(state) == {"11x20x27", "11x18x27"}
    with pytest.raises(IllegalAction, match="“11x27” can be any of these: 11x20x27, 11x18x27") as refused:
        PDN.turn(state, "11x27")
    assert refused.value.code == "capture_ambiguous"


def test_a_capture_that_ends_alike_both_ways_round_is_read():
    state = position(CIRCLE)
    end = PDN.turn(state, "11x11").end
    assert {turn.end for turn in PDN.turns(state)} == {end}


@pytest.mark.parametrize(
    ("pawns", "move", "code"),
    [
        (TWO_WAYS, "11-15", "cell_taken"),
        (TWO_WAYS, "11x18", "jump_on"),
        (TWO_WAYS, "12-16", "no_pawn"),
        (TWO_WAYS, "29-25", "not_your_pawn"),
        (TWO_WAYS, "11-33", "no_such_square"),
        (TWO_WAYS, "11", "not_a_notation"),
        (TWO_WAYS, "c3-d4", "not_a_notation"),
        (TWO_WAYS | {"7 1": "black"}, "1-5", "jump_first"),
        ({"3 3": "black", "8 8": "red"}, "11-14", "not_a_step"),
        ({"3 3": "black", "8 8": "red"}, "11x18", "nothing_to_jump"),
    ],
)
def test_an_illegal_move_is_refused_with_the_reason_of_the_rules(pawns, move, code):
    with pytest.raises(IllegalAction) as refused:
        PDN.turn(position(pawns), move)
    assert refused.value.code == code


@pytest.mark.parametrize(
    ("tags", "fits"),
    [
        ({}, ["draughts"]),
        ({"GameType": "21"}, ["draughts"]),
        ({"GameType": "21,B,8,8,N1,0"}, ["draughts"]),
        ({"GameType": "21,W,8,8,N2,0"}, []),
        ({"GameType": "20"}, []),
        ({"GameType": "99,B,8,8,N1,0"}, []),
        ({"GameType": "99,B,8,8,N1,0", "Variant": "Pawn checkers"}, ["checkers"]),
    ],
)
def test_tags_tell_the_rule_set(tags, fits):
    assert [slug for slug, portable in PORTABLE.items() if portable.fits(tags)] == fits


@pytest.mark.parametrize(
    ("fen", "is_beginning"),
    [
        ("B:W21-32:B1-12", True),
        ("B:B1,2,3,4,5,6,7,8,9,10,11,12:W21,22,23,24,25,26,27,28,29,30,31,32.", True),
        ("W:W21-32:B1-12", False),
        ("B:W21-32:BK1,2-12", False),
        ("B:W21-32:B1-11", False),
        ("B:W18,24", False),
    ],
)
def test_a_fen_is_the_first_position_or_another(fen, is_beginning):
    assert PDN.is_beginning(fen) == is_beginning
