"""The rule sets of congkak: a second program plays them alike, and they do what their sources say."""

from __future__ import annotations

import copy
import random
from itertools import islice

import pytest

from games_app.games.engine.analyse import analyse
from games_app.games.engine.analysis import Limit
from games_app.games.perft import perft
from games_app.games.rules import FAMILIES, InvalidOption, get_game
from tests.games.cases import cases
from tests.games.congkak.second_congkak import Congkak, Customs
from tests.games.positions import playout
from tests.games.searching import assert_moves_as_the_rules_do, random_positions

CUSTOMS = {
    "congkak": Customs(),
    "sungka": Customs(alone=False, passes=True, winner_begins=True),
    "dakon": Customs(alone=False, near_first=False, winner_begins=True),
    "ohvalhu": Customs(8, passes=True, near_first=False),
    "congkakriau": Customs(alone=False, empty_begins=True, shoots=True),
    "congkak5": Customs(5),
    "congkak6": Customs(6),
    "congkak9": Customs(9),
}
SLUGS = [game.slug for game in FAMILIES["congkak"]]
REGIONAL = SLUGS[1:]
ROLES = ("south", "north")


def number(customs: Customs, side: int, place: int) -> int:
    """Return the number of a house as people read it on the board."""
    return place + 1 + side * customs.houses


def lying(slug: str, second: Congkak) -> dict:
    """Return what the second program knows, in the words of the facts."""
    n = second.customs.houses
    return {
        "houses": {str(i + 1): shells for i, shells in enumerate(second.rows[0] + second.rows[1])},
        "stores": dict(zip(ROLES, second.stores, strict=True)),
        "burnt": [i + 1 + side * n for side in (0, 1) for i in sorted(second.burnt[side])],
        "round": second.played,
    }


def sequences(second: Congkak, longest: int) -> list[int]:
    """Return how many sequences of 0, 1, 2 ... scoops there are."""
    found, front = [1], [second]
    for _ in range(longest):
        following = []
        for each in front:
            for place in each.choices():
                after = copy.deepcopy(each)
                after.scoop(place)
                following.append(after)
        front = following
        found.append(len(front))
    return found


def test_every_rule_set_has_a_second_program():
    assert list(CUSTOMS) == SLUGS


@pytest.mark.parametrize("slug", SLUGS)
def test_as_many_sequences_as_a_second_program_counts(slug):
    known = sequences(Congkak(CUSTOMS[slug]), 4)
    assert list(islice(perft(get_game(slug).initial_state(opening="south")), 5)) == known
    if "simultaneous" not in get_game(slug).options["opening"].values:
        assert known == cases(slug).PERFT


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("slug", SLUGS)
def test_a_second_program_plays_random_matches_alike_to_their_end(slug, seed):
    second = Congkak(CUSTOMS[slug])
    total = 2 * second.customs.houses**2
    for state, role, action in playout(
        get_game(slug).initial_state(opening="south", rounds="5"), random.Random(seed)
    ):
        facts = state.facts()
        assert {name: facts[name] for name in ("houses", "stores", "burnt", "round")} == lying(slug, second)
        assert sum(facts["houses"].values()) + sum(facts["stores"].values()) == total
        assert role == ROLES[second.mover]
        assert state.legal_actions(role) == sorted(
            f"scoop {number(second.customs, second.mover, place)}" for place in second.choices()
        )
        assert get_game(slug).state_from_facts(facts) == state
        second.scoop(int(action.split()[1]) - number(second.customs, second.mover, 0))
        end = state.apply(role, action)
    assert second.over
    assert end.is_terminal
    assert end.facts()["stores"] == dict(zip(ROLES, second.stores, strict=True))
    assert sum(second.stores) == total


@pytest.mark.parametrize("slug", REGIONAL)
def test_the_engine_sows_as_the_rules_do(slug):
    for wanted in (lambda state: not state.burnt, lambda state: state.burnt):
        for state in islice(random_positions(slug, 1, wanted), 40):
            assert_moves_as_the_rules_do(state)


@pytest.mark.parametrize("slug", REGIONAL)
def test_nothing_is_claimed_exactly_of_a_full_board(slug):
    found = analyse(get_game(slug).initial_state(opening="south"), Limit(nodes=2_000))
    assert found.value.kind in ("estimate", "lower")


def turn(slug, houses, south, **changes):
    """South's turn: ``houses`` as given, no others, ``south`` shells in A, the rest in B."""
    game = get_game(slug)
    start = game.initial_state(opening="south")
    facts = start.facts()
    given = {house: houses.get(int(house), 0) for house in facts["houses"]}
    rest = start.rules.total - south - sum(given.values())
    stores = {"south": south, "north": rest}
    return game.state_from_facts(facts | {"houses": given, "stores": stores} | changes)


def test_sungka_opens_with_the_leftmost_house_into_the_own_head():
    """Sungka in the Philippines (vtaide.com): all of the hole at the extreme left."""
    state = get_game("sungka").initial_state(opening="south").apply("south", "scoop 1")
    facts = state.facts()
    assert [facts["houses"][str(n)] for n in range(1, 8)] == [0, 8, 8, 8, 8, 8, 8]
    assert facts["stores"] == {"south": 1, "north": 0}
    assert state.to_move == ("south",)
    assert state.trace[-1]["do"] == "again"


def test_sungka_captures_with_the_last_shell_but_not_opposite_an_empty_house():
    """Everyday Connections: Sungka (explore.ccmmla.org)."""
    taken = turn("sungka", {2: 1, 12: 5, 14: 1}, 40).apply("south", "scoop 2").facts()
    assert taken["stores"]["south"] == 46
    assert (taken["houses"]["3"], taken["houses"]["12"]) == (0, 0)
    left = turn("sungka", {2: 1, 13: 5, 14: 1}, 40).apply("south", "scoop 2").facts()
    assert left["stores"]["south"] == 40
    assert left["houses"]["3"] == 1
    assert left["control"] == "north"


def test_in_sungka_a_player_without_shells_passes_until_all_houses_are_empty():
    """Sungka in the Philippines (vtaide.com): it ends when no hole on either side holds a piece."""
    state = turn("sungka", {3: 1, 5: 1}, 48).apply("south", "scoop 5")
    assert (state.to_move, state.facts()["round"]) == (("south",), 1)
    assert [step["do"] for step in state.trace] == ["scoop", "end", "pass"]
    for house in (6, 7, 3, 4, 5, 6):
        state = state.apply("south", f"scoop {house}")
    assert state.facts()["round"] == 1
    ended = state.apply("south", "scoop 7")
    assert "round" in [step["do"] for step in ended.trace]
    assert ended.facts()["round"] == 2


def test_the_winner_begins_the_next_round_of_sungka():
    ended = turn("sungka", {7: 1}, 60).apply("south", "scoop 7").facts()
    assert (ended["round"], ended["control"]) == (2, "south")
    assert ended["burnt"] == [8, 9]


def test_the_houses_next_to_the_storehouse_of_dakon_burn():
    """A school in Moyoketen (id.scribd.com/doc/208473760): the holes at the right stay empty."""
    ended = turn("dakon", {7: 1}, 60).apply("south", "scoop 7").facts()
    assert (ended["round"], ended["control"]) == (2, "south")
    assert ended["burnt"] == [13, 14]


def test_dakon_does_not_begin_in_secret():
    assert get_game("dakon").options["opening"].values == ("south", "north")
    assert get_game("dakon").initial_state().to_move == ("south",)


def test_a_round_of_nine_houses_is_refilled_as_overbeck_counts():
    """H. Overbeck, New Notes on the Game of Chongkak, paragraph 11: 97 seeds and 65."""
    start = turn("congkak9", {9: 1}, 96)
    assert sum(start.shells) == 162
    ended = start.apply("south", "scoop 9")
    facts = ended.facts()
    assert facts["stores"] == {"south": 16, "north": 2}
    assert facts["burnt"] == [10, 11]
    assert [facts["houses"][str(n)] for n in range(12, 19)] == [9] * 7
    assert [facts["houses"][str(n)] for n in range(1, 10)] == [9] * 9


def test_the_rightmost_house_opens_into_the_own_house_as_hellier_tells():
    """M. Hellier, Note on the Malay Game Jongkak: seven seeds, the last one home."""
    state = get_game("congkak").initial_state(opening="south").apply("south", "scoop 1")
    assert state.facts()["stores"]["south"] == 1
    assert state.to_move == ("south",)


def test_the_second_house_from_the_right_begins_as_the_rules_for_indonesia_show():
    """Congkak (salvi.chaosnet.org): eight shells in five own houses and in the top left one, then on."""
    state = get_game("congkak").initial_state(opening="south").apply("south", "scoop 2")
    first, second = state.trace[0]["drops"], state.trace[0]["relays"][0]
    assert first == [[3, 8], [4, 8], [5, 8], [6, 8], [7, 8], ["A", 1], [8, 8]]
    assert [stop for stop, _ in second] == [9, 10, 11, 12, 13, 14, 1, 2]


class TestRiau:
    """The office of culture of the Riau Islands (disbud.kepriprov.go.id/congkak)."""

    def test_a_full_lap_captures_and_the_same_player_goes_on(self):
        state = turn("congkakriau", {4: 1, 6: 10, 13: 3, 14: 0}, 40)
        shot = state.apply("south", "scoop 6")
        assert shot.trace[0]["drops"][-1] == [1, 1]
        assert [step["do"] for step in shot.trace] == ["scoop", "capture", "again"]
        assert shot.facts()["stores"]["south"] == 40 + 1 + 1 + 1
        assert shot.to_move == ("south",)

    def test_sowing_by_hand_is_off_since_a_half_sown_hand_does_not_tell_whether_it_went_round(self):
        assert list(get_game("congkakriau").options) == ["rounds", "opening"]
        with pytest.raises(InvalidOption):
            get_game("congkakriau").initial_state(sowing="hand")
