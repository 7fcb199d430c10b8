"""Series of sowings: the same for the same seed, answered by the rules, and of their level."""

from __future__ import annotations

import pytest

from games_app.games.catalogue import BOARDS
from games_app.games.registry import RULE_SETS
from games_app.games.rules import play
from games_app.games.sowing_series import LENGTH, LONGEST_SHORT, MOST_LAPS, Level, Sowing, levels, series

SOWN = [(slug, level) for slug in BOARDS for level in levels(RULE_SETS[slug])]


def test_games_without_a_sowing_board_have_no_levels() -> None:
    assert {slug for slug, game in RULE_SETS.items() if levels(game)} == set(BOARDS)


def test_only_games_that_sow_on_have_the_level_of_relays() -> None:
    relayed = {slug for slug, level in SOWN if level is Level.RELAYS}
    assert {RULE_SETS[slug].family for slug in relayed} == {"congkak"}


@pytest.mark.parametrize(("slug", "level"), SOWN)
def test_every_sowing_is_of_its_level_and_ends_where_the_rules_say(slug: str, level: Level) -> None:
    sowings = series(RULE_SETS[slug], level, "a seed")
    assert len(sowings) == LENGTH
    for sowing in sowings:
        again = play(sowing.start, sowing.role, sowing.action)
        assert (again.plies, again.state) == (sowing.accepted.plies, sowing.accepted.state)
        assert RULE_SETS[slug].state_from_facts(sowing.start.facts()) == sowing.start
        assert sowing.falls[-1] in named_stops(slug)
        assert fits(sowing, level)


def named_stops(slug: str) -> set[str]:
    board = BOARDS[slug]
    return {stop for row in board.rows.values() for stop in row} | {s.stop for s in board.stores.values()}


def fits(sowing: Sowing, level: Level) -> bool:
    match level:
        case Level.SHORT:
            return 2 <= sowing.stones <= LONGEST_SHORT and sowing.laps == 1
        case Level.ROUND:
            return sowing.stones > BOARDS[sowing.start.slug].length
        case Level.CAPTURES:
            return sowing.laps == 1
        case Level.RELAYS:
            return 2 <= sowing.laps <= MOST_LAPS


def test_series_of_captures_has_sowings_that_take_nothing_too() -> None:
    taken = [sowing.taken for sowing in series(RULE_SETS["oware"], Level.CAPTURES, "a seed")]
    assert 0 in taken
    assert max(taken) >= 2


def test_same_seed_gives_the_same_series_and_another_one_another() -> None:
    game = RULE_SETS["congkak"]

    def starts(seed: str) -> list[object]:
        series.cache_clear()
        return [sowing.start for sowing in series(game, Level.SHORT, seed)]

    assert starts("one") == starts("one")
    assert starts("one") != starts("other")


def test_level_that_the_game_lacks_is_an_error() -> None:
    with pytest.raises(ValueError, match="no sowings"):
        series(RULE_SETS["oware"], Level.RELAYS, "a seed")
