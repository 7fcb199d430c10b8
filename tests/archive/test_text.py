"""The text notation of all games: what is written can be read again, and errors are explained."""

from __future__ import annotations

import re

import pytest
from hypothesis import given

from games_app.archive.notation import BadNotation, read, text
from games_app.archive.notation.model import KINDS
from games_app.games.rules import GAMES
from games_app.match.event_kinds import EventKind
from tests.archive.matches import matches

SOUND = """\
[Format "quiet-table 1"]
[Site "https://play.example"]
[Match "abcdefghjk"]
[Game "congkak"]
[Rules "1"]
[Options "rounds=3 opening=simultaneous sowing=auto"]
[Terms "hints=yes time=real(minutes=10,increment=5) takebacks=yes absence=pause(minutes=3) games=1"]
[South "alice \\"the hand\\""]
[North "bob"]
[Date "2026-11-20T18:05:00.000Z"]
[Result "south"]
[How "resignation"]

* started north @0
1. south (3) @5.250 {a house \\{that nobody expects\\}}
2. north 10 @7
* offered south offer=draw @9.1
* resigned north @12.345
"""


SERIES = "id=abc game=2 of=4 south=1.5 north=0"


@given(matches())
def test_written_file_is_read_again(written):
    assert read(text(written)) == written


def test_a_match_reads_as_it_stands_in_the_file():
    match = read(SOUND)
    assert match.players == {"south": 'alice "the hand"', "north": "bob"}
    assert [entry.what for entry in match.entries] == ["started", "sealed", "acted", "offered", "resigned"]
    assert match.entries[1].plies[0].action == "scoop 3"
    assert match.entries[1].comment == "a house {that nobody expects}"
    assert match.entries[4].at - match.began == 12_345


PASTED = {
    "Windows lines and a byte order mark": lambda file: "\ufeff" + file.replace("\n", "\r\n"),
    "an indent": lambda file: file.replace("[", "  [").replace("* ", "\t* "),
    "an indent of no-break spaces": lambda file: re.sub("^", "\u00a0\u00a0", file, flags=re.MULTILINE),
    "a quotation": lambda file: re.sub("^", "> ", file, flags=re.MULTILINE),
    "a quotation of a quotation": lambda file: re.sub("^", ">> ", file, flags=re.MULTILINE),
    "quotations with blanks": lambda file: re.sub("^", " > >\u00a0", file, flags=re.MULTILINE),
    "no-break spaces": lambda file: file.replace(" ", "\u00a0"),
    "blanks at the ends": lambda file: file.replace("\n", " \u00a0\t\u200b\n"),
    "empty lines": lambda file: "\n\n" + file.replace("\n", "\n\n"),
    "empty lines of a quotation": lambda file: ">\n" + file.replace("\n", "\n> \n"),
}
"""A file as a mail, a forum or an editor changes it."""


@pytest.mark.parametrize("pasted", PASTED)
def test_a_pasted_file_is_read_like_the_file_itself(pasted):
    file = re.sub(r" \{.*\}", "", SOUND).replace(' \\"the hand\\"', "")
    assert read(PASTED[pasted](file)) == read(file)


def test_a_refusal_counts_the_lines_as_they_were_pasted():
    pasted = re.sub("^", "> ", "\n" + SOUND.replace("@7", "@seven"), flags=re.MULTILINE)
    with pytest.raises(BadNotation) as told:
        read(pasted)
    assert told.value.line == 17


def test_blanks_in_names_and_comments_stay_as_they_are():
    file = SOUND.replace("bob", "bob\u00a0by").replace("nobody expects", "nobody\u00a0expects")
    assert read(file).players["north"] == "bob\u00a0by"
    assert "nobody\u00a0expects" in read(file).entries[1].comment


@pytest.mark.parametrize(
    ("before", "after", "line", "problem", "allowed"),
    [
        ('[Format "quiet-table 1"]', '[Format "pgn"]', 1, "Format", "quiet-table 1"),
        ('[Game "congkak"]', '[Game "chess"]', 4, "Game", '"checkers"'),
        ('[North "bob"]', '[East "bob"]', 9, "no header East", "South, North"),
        ('[North "bob"]\n', "", 11, "North is missing", "[North"),
        ('[North "bob"]', "[North bob]", 9, "not a header", '[Name "value"]'),
        ('[North "bob"]', '[North "bob"]\n[North "bob"]', 10, "twice", "once"),
        ("games=1", "games=99", 7, "Terms can't have 'games=99'", "games=1..12"),
        ("games=1", "1ips=no", 7, "Terms can't have '1ips'", "takebacks, absence, games, balanced"),
        ("time=", "tima=", 7, "Terms can't have 'tima'", "hints, time, "),
        ("hints=yes", "hints=yas", 7, "'hints=yas'", "hints=yes | no"),
        ("hints=yes", "hints=1", 7, "'hints=1'", "hints=yes | no"),
        ("increment=5", "increment=05", 7, "increment=05", "increment=0..60"),
        ("increment=5", "increment=5,pause=3", 7, "pause=3", "days(days=1..14) | none"),
        ("minutes=3", "minutes=3,minutes=4", 7, "minutes=4", "wait | pause(minutes=1..30) | claim("),
        ("games=1", "games=1 start=8", 7, "Terms can't have 'start'", "games"),
        ("rounds=3", "round=3", 6, "Options can't have 'round'", "rounds, opening, sowing"),
        ("rounds=3", "rounds=4", 6, "Options can't have 'rounds=4'", "rounds="),
        ('[Rules "1"]', '[Rules "01"]', 5, "Rules", "a whole number"),
        ('[How "resignation"]', '[How "banana"]', 12, "How can't have 'banana'", '"absence" or "aborted"'),
        ('[How "resignation"]', '[How "r*signation"]', 12, "How", '"resignation"'),
        ('[How "resignation"]', '[Haw "resignation"]', 12, "no header Haw", "How"),
        ('[How "resignation"]', '(How "resignation"]', 12, "can't be read", "1. south 1"),
        ('[Site "', '(Site "', 2, "not a header", '[Name "value"]'),
        ('[Result "south"]', '[Result "south"]\n[Series "game=9 of=2"]', 12, "Series", "id=abc"),
        ('[Result "south"]', f'[Result "south"]\n[Series "{SERIES} x=1"]', 12, "Series", "id=abc"),
        ('[Result "south"]', f'[Result "south"]\n[Series "{SERIES}0"]', 12, "Series", "id=abc"),
        ("2026-11-20T18:05:00.000Z", "2026-11-20 18:05:00.000Z", 10, "Date", "2026-11-20T18:05"),
        ("2026-11-20T18:05:00.000Z", "2026-11-20T18:05:00.000", 10, "Date", "2026-11-20T18:05"),
        ("1. south (3)", "01. south (3)", 15, "can't be read", "1. south 1"),
        ("@5.250 {a", "@5.250 {\\a", 15, "The rest of the line", "a comment {in braces}"),
        ("* started north @0", "* started north @-0", 14, "can't be read", "@12.345"),
        ("2026-11-20T18:05:00.000Z", "yesterday", 10, "Date", "2026-11-20T18:05"),
        ('[Result "south"]', '[Result "west"]', 11, "Result", '"draw"'),
        (
            '[Result "south"]',
            '[Result "south"]\n[Goals "south=101 north=0"]',
            12,
            "Goals",
            "south=50 north=50",
        ),
        ("1. south (3)", "1. east (3)", 15, "no role 'east'", "south or north"),
        ("1. south (3)", "1. south (3", 15, "brackets", "(3)"),
        ("1. south (3)", "1. south (33)", 15, "33", "a move of Congkak"),
        ("1. south (3)", "south (3)", 15, "can't be read", "1. south 1"),
        ("@5.250", "", 15, "can't be read", "@12.345"),
        ("@7", "@7 and so on", 16, "The rest of the line", "a comment {in braces}"),
        ("* offered south offer=draw", "* danced south", 17, "no event 'danced'", "resigned"),
        ("offer=draw", "name=draw", 17, "can't have 'name'", "offer"),
        ("offer=draw", 'offer="draw"', 17, "offer can't be read", "a word"),
    ],
)
def test_unreadable_text_is_refused_with_its_line_and_what_is_allowed(before, after, line, problem, allowed):
    assert before in SOUND
    with pytest.raises(BadNotation) as told:
        read(SOUND.replace(before, after))
    assert told.value.line == line
    assert problem in str(told.value)
    assert allowed in told.value.allowed
    assert str(told.value).startswith(f"Line {line}: ")


@pytest.mark.parametrize("broken", ["", "nonsense", "[Format", "\0", '[Format "quiet-table 1"]', "{}"])
def test_other_text_is_no_match(broken):
    with pytest.raises(BadNotation):
        read(broken)


def test_every_event_that_the_services_record_has_its_place_in_the_notation():
    """Except those before a match begins or after it has ended."""
    outside = {EventKind.CANCELLED, EventKind.EXPIRED, EventKind.REMATCH_OFFERED, EventKind.REMATCHED}
    assert set(KINDS) == set(EventKind) - outside


@pytest.mark.parametrize("game", GAMES)
def test_no_move_of_a_game_is_written_with_what_the_notation_needs(game):
    """Spaces, commas and brackets separate moves."""
    state = GAMES[game].initial_state()
    for role in state.to_move:
        for action in state.legal_actions(role):
            assert not set(GAMES[game].notation(action)) & set(" ,(){}<>@")
