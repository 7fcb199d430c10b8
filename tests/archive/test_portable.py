"""Games from other programs: what a file may have besides its moves, and what is refused with its line."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from games_app.archive.imports import import_match
from games_app.archive.notation import BadNotation, MatchFile, is_portable, portable_text, read_portable
from games_app.lib.clock import moment

NOW = datetime(2026, 11, 29, 12, tzinfo=UTC)
MOVES = "1. 11-15 23-19 2. 8-11 22-17"


def game(moves: str = MOVES, result: str = "*", **tags: str) -> str:
    return "\n".join([*(f'[{name} "{value}"]' for name, value in tags.items()), "", f"{moves} {result}"])


def match(text: str) -> MatchFile:
    assert is_portable(text)
    return read_portable(text, NOW)


def actions(text: str) -> list[str]:
    return [ply.action for entry in match(text).entries for ply in entry.plies]


def refusal(text: str) -> str:
    with pytest.raises(BadNotation) as refused:
        match(text)
    return str(refused.value)


def test_moves_are_read_into_a_match():
    assert actions(game()) == ["move 3 3 4 4", "move 4 6 3 5", "move 2 2 3 3", "move 6 6 7 5"]


@pytest.mark.parametrize(
    "moves",
    [
        "1. 11-15 {a comment {[%clock w0:00:00 B0:00:05]} 23-19 2. 8-11 22-17",
        "{before\n\n it} 1. 11-15! 23-19?! 2. 8-11(!) 22-17*",
        "1. 11-15 $1 23-19 $14 2. 8-11 (2. 9-14 22-17 (2... 26-23)) 22-17",
        "1.11-15 23-19 2.8-11 22-17",
        "11-15 23-19 8-11 22-17",
        "1. 11-15 1... 23-19 7. 8-11 7. ... 22-17",
        "% a line\n1. 11-15 ; the rest of a line\n23-19 2. 08-11 22-17",
        "1. 11x15 23:19 2. 8-11\r\n22-17",
        "> 1. 11-15 23-19\n> 2. 8-11\u00a022-17",
    ],
)
def test_extras_of_published_files_are_passed_over(moves):
    assert actions(game(moves, Event="x")) == actions(game())


def test_tags_become_names_origin_and_date():
    tags = {"Event": "Cup", "Site": "Riga LAT", "Date": "2007.05.19", "Round": "7"}
    read = match(game(Black='Müller \\"Max\\"', White="van der Wal, Jannes, the second", **tags))
    assert read.players == {"black": 'Müller "Max"', "red": "van der Wal, Jannes"}
    assert (read.site, read.match) == ("Riga LAT", "Cup 7 2007.05.19")
    assert moment(read.began) == datetime(2007, 5, 19, tzinfo=UTC)


@pytest.mark.parametrize("date", ["????.??.??", "1847.??.??", "1847.05.19", "2007.02.31", ""])
def test_a_game_without_a_usable_date_began_now(date):
    assert moment(match(game(Date=date, Black="?", White="")).began) == NOW


def test_unknown_names_are_those_of_the_roles():
    assert match("\ufeff" + game(Black="?")).players == {"black": "Black", "red": "Red"}


@pytest.mark.parametrize(
    ("result", "tag", "events", "outcome"),
    [
        ("1-0", "1-0", [("resigned", "red")], "black"),
        ("0-1", "*", [("resigned", "black")], "red"),
        ("*", "1/2-1/2", [("offered", "black"), ("agreed", "red")], "draw"),
        ("*", "?", [], "*"),
    ],
)
def test_a_result_that_the_board_leaves_open_is_a_resignation_or_an_agreement(result, tag, events, outcome):
    read = match(game(result=result, Result=tag))
    assert [(entry.what, entry.role) for entry in read.entries if not entry.plies][1:] == events
    assert read.result == outcome


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (
            game("1. 11-15 23-19 2. 15-24"),
            "Line 2: Move 2, black plays '15-24': d4 to b6 is not a step. A pawn steps to the next cell"
            " diagonally forward. Allowed here: ",
        ),
        (game("1. 11-15 22-18 2. 8-11"), "A jump is available at d4, so a move is not allowed."),
        (game("1. 11-15 22-18 2. 8-11"), "Allowed here: 15x22."),
        (game("1. 11-15 1-0 2. 8-11"), "Line 2: Another game begins here."),
        (game() + "\n\n" + game(Event="second"), "Line 4: Another game begins here."),
        (game(result="1-0", Result="0-1"), "The tag Result says 0-1, but the moves end with another result."),
        (game(result="2-0"), "The result can't be '2-0'. Allowed here: 1-0 (black wins), 0-1 (red wins)"),
        (game(FEN="B:W18,24:B1,K3"), "Line 1: The game doesn't begin from the first position."),
        (game(GameType="20"), "Line 1: No game here has these tags."),
        (game(Event="x", GameType="23,W,8,8,A0"), "Line 2: No game here has these tags. Allowed here: [Game"),
        (game("1. 11-15 (23-19"), "A variation is not closed."),
        (game("1. 11-15 23-19) 2. 8-11"), "Line 2: ') 2. 8-11 *' can't be read."),
        (game("1. 11-15 {23-19"), "Line 2: '{23-19 *' can't be read."),
        (game("1. 11-15 Nf3"), "“Nf3” is not how an action of this game is written."),
        (game("", "", Event="x"), "There is no game."),
        ("1. " + "11-15 " * 20_001, "The game is too long. Allowed here: at most 20000 moves."),
    ],
)
def test_a_mistake_is_refused_with_its_line_and_what_is_allowed(text, problem):
    assert problem in refusal(text)


def test_a_game_that_nobody_played_has_a_result_only():
    read = match(game("", "1-0", Event="x"))
    assert import_match(read).match.row.winner == "black"


def test_the_first_position_may_be_told_as_fen():
    assert actions(game(SetUp="1", FEN="B:W21-32:B1-12")) == actions(game())


@pytest.mark.parametrize("text", ['[Format "quiet-table 1"]\n[White "x"]', '{"format": 1}', "nonsense", ""])
def test_other_files_are_not_taken_for_portable_ones(text):
    assert not is_portable(text)


def test_a_written_game_is_read_again():
    read = match(game(result="1-0", Date="2007.05.19", Black='x \\"y\\"', White="a\\\\b"))
    assert read.players == {"black": 'x "y"', "red": "a\\b"}
    again = match(portable_text(read))
    assert (again.entries[1:], again.players, again.result) == (read.entries[1:], read.players, read.result)
