"""A handicap shapes the start and the clocks, and a rematch keeps it with its person."""

from __future__ import annotations

import msgspec
import pytest
from msgspec.structs import replace

from games_app.archive.exports import exported
from games_app.archive.imports import import_match
from games_app.archive.notation import BadNotation, portable_text, read, read_json, text
from games_app.archive.verify import verify
from games_app.games.rules import RULE_SETS
from games_app.lib import clock
from games_app.lists.adaptive_level import adapted_level
from games_app.lists.terms_text import agreed, brief
from games_app.match.messages import Create, MatchConfig
from games_app.match.terms import Daily, Handicap, RealTime, Terms
from games_app.models import Match, Seat
from games_app.people.players import computer, occupant
from games_app.record.commands.registry import Command
from games_app.record.writer import writer
from tests.cast import Table, begun_match, guest

pytestmark = pytest.mark.django_db(transaction=True)

SITE = "https://play.example"
TEN = RealTime(10, 5)
GIVEN = [
    ("mancala", Handicap("south", 2)),
    ("mancala", Handicap("north", time=RealTime(3, 0))),
    ("mancala", Handicap("north", 1, RealTime(5, 3), first_move=True)),
    ("morris", Handicap("black", 1)),
    ("morrisstandard", Handicap("white", 2)),
    ("checkers", Handicap("red", 1)),
    ("draughts", Handicap("black", 1)),
    ("oware", Handicap("north", 4)),
    ("congkak", Handicap("south", 7)),
]
"""Rule sets with a handicap in each of its forms."""


def begun(game: str, handicap: Handicap, **options: str) -> Table:
    return begun_match(game, Terms(time=TEN, handicap=handicap), **options)


def next_match(table: Table) -> Table:
    """Let the first role lose and both agree on a rematch; return it."""
    table.send(table.alice.pk, "resign")
    for person in (table.bob, table.alice):
        table.send(person.pk, "rematch")
    return Table(table.row.successor, table.alice, table.bob)


def test_a_head_start_is_there_before_the_first_move():
    facts = begun("mancala", Handicap("south", 2)).row.facts["pits"]
    assert (facts["pwinsouth"], facts["p6"], facts["p7"], facts["p8"]) == (2, 2, 2, 3)


def test_each_side_has_its_own_clock():
    clocks = begun("mancala", Handicap("south", time=RealTime(3, 0))).now.clocks
    assert clocks is not None
    assert clocks.left == {"north": 180_000, "south": 600_000}


def test_a_rematch_keeps_the_handicap_with_its_person():
    first = begun("mancala", Handicap("south", 2, RealTime(3, 0)))
    second = next_match(first)
    given = second.now.terms.handicap
    assert given == Handicap("north", 2, RealTime(3, 0))
    assert second.sitter("north") == first.sitter("south") == first.bob.pk
    assert second.row.facts["pits"]["pwinnorth"] == 2
    assert second.now.clocks.left == {"north": 600_000, "south": 180_000}


def test_the_first_move_stays_with_its_person():
    first = begun("mancala", Handicap("north", first_move=True))
    second = next_match(first)
    assert second.now.sitters == first.now.sitters
    assert second.now.terms == first.now.terms


@pytest.mark.parametrize(("game", "handicap"), GIVEN)
def test_a_match_with_a_handicap_is_sound_and_comes_back_from_its_files(game, handicap):
    options = {"opening": "south"} if "opening" in RULE_SETS[game].options else {}
    table = begun(game, handicap, **options)
    for _ in range(3):
        (role,) = table.now.state.to_move
        assert table.act(role, table.now.state.legal_actions(role)[0]).refusal is None
    table.send(table.alice.pk, "resign")
    assert verify(table.id) == []
    written = exported(Match.objects.get(public_id=table.id), SITE)
    assert read(text(written)) == written
    assert read_json(msgspec.json.encode(written).decode()) == written
    carol = guest("carol")
    answer = writer.run([Command(import_match(written), "", carol.pk)])[0]
    imported = Match.objects.get(public_id=answer.match)
    assert imported.terms["handicap"] == table.row.terms["handicap"]
    assert imported.facts == table.row.facts
    assert verify(answer.match) == []


def test_the_text_form_names_the_handicap_in_a_header_of_its_own():
    table = begun("mancala", Handicap("south", 2, RealTime(3, 0)))
    written = text(exported(table.row, SITE))
    line = '[Handicap "role=south head_start=2 time=real(minutes=3,increment=0) first_move=no"]'
    assert line in written.splitlines()
    assert "Handicap" not in text(exported(begun_match("mancala").row, SITE))


@pytest.mark.parametrize(
    ("wrong", "problem"),
    [
        ("head_start=2", "role"),
        ("role=south head_start=99", "head_start=99"),
        ("role=south stones=2", "stones"),
        ("role=south time=soon", "time=soon"),
    ],
)
def test_a_wrong_handicap_in_a_file_is_refused_with_its_line(wrong, problem):
    written = text(exported(begun("mancala", Handicap("south", 2)).row, SITE))
    right = "role=south head_start=2 time=none first_move=no"
    with pytest.raises(BadNotation) as error:
        read(written.replace(right, wrong))
    assert "Handicap" in str(error.value)
    assert problem in str(error.value)


def test_the_file_for_other_programs_has_the_position():
    written = portable_text(exported(begun("draughts", Handicap("red", 1)).row, SITE))
    men = ",".join(str(n) for n in range(21, 33))
    assert '[SetUp "1"]' in written
    assert f'[FEN "B:W{men}:B1,2,4,5,6,7,8,9,10,11,12"]' in written


IMPOSSIBLE = [
    ({"handicap": Handicap("south")}, "no_such_handicap"),
    ({"handicap": Handicap("east", 1)}, "no_such_handicap"),
    ({"handicap": Handicap("south", 20)}, "no_such_head_start"),
    ({"handicap": Handicap("south", 1), "start": "7 2"}, "head_start_elsewhere"),
    ({"handicap": Handicap("south", 1), "balanced": True}, "head_start_elsewhere"),
    ({"handicap": Handicap("south", time=RealTime(3, 0))}, "other_clock"),
    ({"handicap": Handicap("south", time=RealTime(10, 5)), "time": TEN}, "other_clock"),
    ({"handicap": Handicap("south", time=Daily(1)), "time": TEN}, "other_clock"),
    ({"handicap": Handicap("south", first_move=True)}, "first_move_taken"),
    ({"handicap": Handicap("north", first_move=True), "games": 2}, "first_move_in_series"),
]
"""Terms that no match has, and the code of the reason."""


@pytest.mark.parametrize(("terms", "code"), IMPOSSIBLE)
def test_handicaps_that_cannot_be_have_a_reason(terms, code):
    config = MatchConfig("mancala", {}, "north", "public", Terms(**terms))
    assert ("handicap", code) in config.problems()


def test_a_match_with_a_handicap_is_never_rated():
    terms = Terms(time=TEN, hints=False, takebacks=False, rated=True, games=2, handicap=Handicap("south", 1))
    config = MatchConfig("mancala", {}, "north", "public", terms)
    assert config.problems() == [("handicap", "rated_handicap")]
    assert not MatchConfig("mancala", {}, "north", "public", replace(terms, handicap=None)).problems()


def test_two_who_choose_at_once_have_no_first_move_to_give():
    terms = Terms(handicap=Handicap("south", first_move=True))
    assert MatchConfig("congkak", {}, "south", "public", terms).problems() == [
        ("handicap", "first_move_taken")
    ]
    assert not MatchConfig("congkak", {"opening": "south"}, "south", "public", terms).problems()


def test_only_a_head_start_keeps_a_match_out_of_lists_and_statistics():
    for handicap, listed in [(Handicap("south", 1), False), (Handicap("south", time=RealTime(3, 0)), True)]:
        table = begun("mancala", handicap)
        assert set(Seat.objects.filter(match__public_id=table.id).values_list("listed", flat=True)) == {
            listed
        }


def test_both_players_read_the_handicap():
    terms = Terms(time=TEN, handicap=Handicap("south", 2, RealTime(3, 0), first_move=True))
    assert dict(agreed(terms, "mancala"))["Handicap"] == (
        "South begins with 2 stones already in the store. The other side has less time: 3+0."
        " South moves first, in a rematch too. A match with a handicap is never rated."
    )
    assert brief(terms, 1) == "10+5 / 3+0, with a handicap"


def adaptive(level: str = "easy") -> Table:
    """Return a match of alice, in the north, against a computer that adapts."""
    alice, other = guest("alice"), computer("mancala", level, clock.now())
    config = MatchConfig("mancala", {}, "north", Match.Visibility.LINK, Terms(adaptive=True))
    answer = writer.run([Command(Create(config, "alice", occupant(other)), "", alice.pk)])[0]
    return Table(answer.match, alice, other)


@pytest.mark.parametrize(("winner", "level"), [("north", "medium"), ("south", "beginner")])
def test_an_adaptive_computer_rises_after_a_win_and_falls_after_a_loss(winner, level):
    table = adaptive()
    loser = table.alice if winner == "south" else table.bob
    table.send(loser.pk, "resign")
    assert adapted_level(table.alice.pk, "mancala") == level
    for person in (table.alice, table.bob):
        table.send(person.pk, "rematch")
    following = Table(table.row.successor, table.alice, table.bob).now
    assert following.seats["north"].level == level
    assert following.terms.adaptive
    assert following.sitters["south"] == table.alice.pk
    assert verify(table.row.successor) == []


def test_a_first_adaptive_game_is_easy_and_other_games_do_not_count():
    table = adaptive()
    assert adapted_level(table.alice.pk, "mancala") == "easy"
    table.send(table.bob.pk, "resign")
    assert adapted_level(table.alice.pk, "oware") == "easy"
