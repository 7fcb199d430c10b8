"""Standings: points, and tie-breaks in their order."""

from __future__ import annotations

from games_app.tournaments.pairing.results import Result
from games_app.tournaments.pairing.standings import knockout_standings, standings


def won(first: int, second: int) -> Result:
    return Result(first, second, "first")


def drawn(first: int, second: int) -> Result:
    return Result(first, second, "draw")


def order(people, results):
    return [(standing.number, standing.place) for standing in standings(people, results)]


def test_points_come_first_and_people_without_games_share_the_last_place():
    assert order([1, 2, 3, 4], [won(3, 1), drawn(3, 2)]) == [(3, 1), (2, 2), (1, 3), (4, 3)]


def test_direct_encounter_breaks_a_tie():
    results = [won(2, 1), won(1, 3), won(3, 2), won(1, 4), won(4, 2), won(4, 3)]
    # 1 and 4 have two points, and 1 has beaten 4; 2 and 3 have one, and 3 has beaten 2.
    assert order([1, 2, 3, 4], results) == [(1, 1), (4, 2), (3, 3), (2, 4)]


def test_direct_encounter_does_not_count_unless_all_have_met():
    table = {each.number: each for each in standings([1, 2, 3], [won(1, 2)])}
    assert table[1].direct == 0
    assert [each.direct for each in standings([1, 2], [drawn(1, 2)])] == [1, 1]


def test_sonneborn_berger_prefers_points_against_the_successful():
    results = [won(1, 3), won(2, 4), won(3, 4), drawn(1, 2)]
    # 1 and 2 drew and have 1.5 points; 1 has beaten 3, who has one, and 2 has beaten 4, who has none.
    table = standings([1, 2, 3, 4], results)
    assert [(each.number, each.sonneborn_berger) for each in table[:2]] == [(1, 7), (2, 3)]


def test_more_wins_break_what_is_still_equal():
    results = [drawn(1, 3), drawn(1, 4), won(2, 5), won(6, 2)]
    table = {each.number: each for each in standings(range(1, 7), results)}
    assert table[1].points == table[2].points
    assert (table[1].wins, table[2].wins) == (0, 1)


def test_games_of_people_who_are_left_out_count_for_nobody():
    assert order([1, 2], [won(3, 1), won(2, 3)]) == [(1, 1), (2, 1)]


def test_bye_gives_a_point_but_no_game_and_no_tie_break():
    (standing,) = standings([1], [Result(1, None, "first", played=False)])
    assert (standing.points, standing.games, standing.wins, standing.sonneborn_berger) == (2, 0, 0, 0)


def test_knockout_places_people_by_the_round_in_which_they_lost():
    rounds = [[won(1, 4), won(2, 3)], [won(2, 1)]]
    assert [(each.number, each.place) for each in knockout_standings([1, 2, 3, 4], rounds)] == [
        (2, 1),
        (1, 2),
        (3, 3),
        (4, 3),
    ]
