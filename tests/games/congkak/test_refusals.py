"""Congkak: refusals and their words."""

from __future__ import annotations

import pytest

from games_app.games.rules import GAMES, IllegalAction, State
from tests.games.congkak.positions import CONGKAK, later, opening, turn

IN_HAND = {"hand": {"south": 3, "north": 0}, "choosing": []}


def refusal(state: State, role: str, action: str) -> tuple[str, dict[str, str | int], str]:
    with pytest.raises(IllegalAction) as refused:
        state.apply(role, action)
    return refused.value.code, refused.value.args, str(refused.value)


@pytest.mark.parametrize(
    ("action", "code", "args", "sentence"),
    [
        ("scoop 3", "house_empty", {"house": 3}, "House 3 is empty. Choose one that holds shells."),
        (
            "scoop 1",
            "house_burnt",
            {"house": 1},
            "House 1 is burnt in this round. Choose one that holds shells.",
        ),
        (
            "scoop 9",
            "not_your_house",
            {"house": 9, "first": 1, "last": 7},
            "House 9 is not yours. Yours are 1 to 7.",
        ),
        (
            "scoop 15",
            "no_such_house",
            {"house": "15", "last": 14},
            "There is no house 15. Houses are numbered 1 to 14.",
        ),
        (
            "scoop A",
            "storehouse_stays",
            {},
            "Shells in a storehouse stay there. Choose one of your houses.",
        ),
        ("drop 4", "sown_by_itself", {}, "Here the shells are sown by themselves. Choose a house to scoop."),
        ("noop", "no_pass", {}, "You can't pass while there is something you can play."),
        ("scoop  5", "not_an_action", {"action": "scoop  5"}, "“scoop  5” is not an action of this game."),
    ],
)
def test_an_illegal_action_says_what_was_wrong(
    action: str, code: str, args: dict[str, str | int], sentence: str
) -> None:
    state = turn({5: 1, 9: 1}, 40, **later([1]))
    assert refusal(state, "south", action) == (code, args, sentence)


def test_a_wrong_drop_says_where_the_next_shell_falls() -> None:
    state = turn({5: 1, 9: 1}, 40, sowing="hand", at={"south": 4, "north": None}, **IN_HAND)
    said = ("drop_next", {"n": 3, "stop": 5}, "Shells in your hand: 3. Drop the next one at 5.")
    assert refusal(state, "south", "drop 6") == said
    assert refusal(state, "south", "scoop 5") == said


def test_a_wrong_drop_before_burnt_houses_says_what_dropping_there_costs() -> None:
    burnt = later([1, 2])
    state = turn({5: 1, 9: 1}, 40, sowing="hand", at={"south": 14, "north": None}, **IN_HAND, **burnt)
    code, args, sentence = refusal(state, "south", "drop A")
    assert (code, args) == ("drop_next_or_burnt", {"n": 3, "stop": 3, "burnt": "1, 2"})
    assert sentence == (
        "Shells in your hand: 3. Drop the next one at 3; "
        "in a burnt house (1, 2) it would be lost to your opponent."
    )


def test_the_others_storehouse_is_left_out() -> None:
    state = turn({5: 1, 9: 1}, 40, sowing="hand", at={"south": 14, "north": None}, **IN_HAND)
    code, _, sentence = refusal(state, "south", "drop B")
    assert (code, sentence) == ("not_your_store", "Storehouse B is not yours: you leave it out. Yours is A.")


def test_nothing_can_be_dropped_from_an_empty_hand() -> None:
    state = turn({5: 1, 9: 1}, 40, sowing="hand")
    assert refusal(state, "south", "drop 5")[::2] == (
        "scoop_first",
        "Your hand is empty. Scoop one of your houses first.",
    )


def test_waiting_player_hears_what_for() -> None:
    assert refusal(turn({5: 1, 9: 1}, 40), "north", "scoop 9")[0] == "not_your_turn"
    assert refusal(CONGKAK.initial_state().apply("north", "scoop 9"), "north", "scoop 10")[::2] == (
        "already_chosen",
        "You have already chosen: waiting for the other player.",
    )
    ended = opening({5: 1, 9: 1}, 40, ended=["south"], choosing=["north"])
    assert refusal(ended, "south", "scoop 5")[::2] == (
        "opening_ended",
        "Your turn in the opening has ended: waiting for the other player.",
    )


@pytest.mark.parametrize("action", ["scoop 3", "scoop 14", "drop 4", "drop A", "drop B"])
def test_people_write_the_house_and_a_plus_for_a_drop(action: str) -> None:
    written = GAMES["congkak"].notation(action)
    assert written == action.replace("scoop ", "").replace("drop ", "+")
    assert CONGKAK.action(written) == action


def test_the_form_offers_three_rounds_a_simultaneous_opening_and_sowing_by_itself() -> None:
    assert {name: option.offered for name, option in CONGKAK.options.items()} == {
        "rounds": "3",
        "opening": "simultaneous",
        "sowing": "auto",
    }
    assert CONGKAK.initial_state().facts()["options"] == {
        "rounds": "match",
        "opening": "simultaneous",
        "sowing": "auto",
    }
