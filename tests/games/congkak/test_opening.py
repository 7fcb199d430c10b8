"""Congkak: the simultaneous opening."""

from __future__ import annotations

import json
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games_app.games.congkak.rules.sowing import complete
from games_app.games.rules import IllegalAction, State
from tests.games.congkak.positions import CONGKAK, done, lying, opening, play

VIEWERS = (None, "south", "north")


def both_choose(seed: int) -> State:
    """Return the last position of a random opening in which both roles must choose."""
    choose = random.Random(seed)
    state = CONGKAK.initial_state()
    reached = [state]
    while state.facts()["phase"] == "opening":
        role = choose.choice(state.to_move)
        state = state.apply(role, choose.choice(state.legal_actions(role)))
        if state.facts()["phase"] == "opening" and state.to_move == ("south", "north"):
            reached.append(state)
    return reached[-1]


SEEDS_OF_SECOND_CHOICES = [seed for seed in range(400) if both_choose(seed) != CONGKAK.initial_state()][:12]


def choices(state: State) -> list[tuple[str, str]]:
    return [(a, b) for a in state.legal_actions("south") for b in state.legal_actions("north")]


def shown(state: State, sealer: str) -> str:
    """Return everything that others than the sealer see of a position."""
    others = [viewer for viewer in VIEWERS if viewer != sealer]
    return json.dumps([
        [state.view(viewer) for viewer in others],
        state.trace,
        state.to_move,
        [state.legal_actions(role) for role in state.roles],
    ])  # fmt: skip


def test_both_roles_choose_first() -> None:
    state = CONGKAK.initial_state()
    assert state.to_move == ("south", "north")
    assert state.facts()["choosing"] == ["south", "north"]
    assert state.facts()["control"] is None


def test_a_first_choice_is_sealed_and_leaves_every_shell_where_it_was() -> None:
    start = CONGKAK.initial_state()
    after = start.apply("north", "scoop 9")
    assert lying(after) == lying(start)
    assert after.facts()["hand"] == {"south": 0, "north": 0}
    assert after.facts()["sealed"] == {"south": None, "north": 9}
    assert (after.to_move, after.facts()["choosing"]) == (("south",), ["south"])
    assert after.trace == ({"do": "seal", "role": "north"},)


def test_only_the_sealer_sees_what_was_chosen() -> None:
    after = CONGKAK.initial_state().apply("south", "scoop 3")
    assert after.view("south") == after.facts()
    for viewer in (None, "north"):
        assert after.view(viewer) == after.facts() | {"sealed": {"south": None, "north": None}}


def test_choices_look_alike_to_everybody_else() -> None:
    for state in [CONGKAK.initial_state(), *map(both_choose, SEEDS_OF_SECOND_CHOICES)]:
        for sealer in state.roles:
            seen = {shown(state.apply(sealer, action), sealer) for action in state.legal_actions(sealer)}
            assert len(seen) == 1


def test_a_sealed_choice_stays_out_of_logs() -> None:
    start = CONGKAK.initial_state()
    assert len({repr(start.apply("south", action)) for action in start.legal_actions("south")}) == 1


def test_message_to_the_sealer_does_not_name_the_house() -> None:
    after = CONGKAK.initial_state().apply("south", "scoop 3")
    for action in ("scoop 3", "scoop 4", "drop 4", "fly"):
        with pytest.raises(IllegalAction) as refusal:
            after.apply("south", action)
        assert refusal.value.code == "already_chosen"
        assert refusal.value.args == {}


@pytest.mark.parametrize("seed", [None, *SEEDS_OF_SECOND_CHOICES])
def test_order_of_choices_never_matters(seed: int | None) -> None:
    state = CONGKAK.initial_state() if seed is None else both_choose(seed)
    for south, north in choices(state):
        one = state.apply("south", south).apply("north", north)
        other = state.apply("north", north).apply("south", south)
        assert one == other
        assert hash(one) == hash(other)
        assert one.trace == other.trace


@given(st.data())
def test_whole_openings_end_alike_whoever_seals_first(data: st.DataObject) -> None:
    one = other = CONGKAK.initial_state()
    for _ in range(200):
        if one.facts()["phase"] != "opening":
            break
        chosen = {role: data.draw(st.sampled_from(one.legal_actions(role))) for role in one.to_move}
        for role in sorted(chosen):
            one = one.apply(role, chosen[role])
        for role in data.draw(st.permutations(sorted(chosen))):
            other = other.apply(role, chosen[role])
        assert one == other
        assert one.trace == other.trace


def test_in_one_tick_south_drops_and_captures_before_north_drops() -> None:
    state = opening({3: 1, 10: 1, 11: 5, 1: 2, 8: 2}, 10)
    after = play(state, "north scoop 10", "south scoop 3")
    # South has emptied house 11, so north's shell there also ends its turn, with a capture of nothing.
    assert lying(after) == {1: 2, 8: 2, "A": 16, "B": 78}
    assert [(step["do"], step["role"], step["tick"]) for step in after.trace] == [
        ("scoop", "south", 0),
        ("scoop", "north", 0),
        ("capture", "south", 0),
        ("end", "south", 0),
        ("capture", "north", 0),
        ("end", "north", 0),
    ]


def test_a_relay_is_taken_up_at_once_and_falls_from_the_next_tick_on() -> None:
    state = opening({3: 1, 4: 1, 11: 1, 10: 3, 1: 2, 8: 2}, 10)
    after = play(state, "south scoop 3", "north scoop 10")
    scoops = [(s["role"], s["from"], s["n"], s["tick"]) for s in complete(after.trace) if s["do"] == "scoop"]
    assert scoops[:3] == [("south", 3, 1, 0), ("north", 10, 3, 0), ("south", 4, 2, 1)]


def test_a_house_that_was_scooped_is_empty_for_the_other_roles_next_shell() -> None:
    after = play(opening({1: 3, 14: 2, 9: 1, 6: 1}, 10), "south scoop 1", "north scoop 14")
    # If house 1 still held its shells, north would have relayed from there.
    assert lying(after) == {1: 1, 2: 1, 3: 1, 6: 1, 9: 1, "A": 11, "B": 82}
    assert after.trace[1]["drops"] == [["B", 82], [1, 1]]
    assert "relays" not in after.trace[1]


def test_next_scoop_is_tested_only_when_no_hand_holds_a_shell() -> None:
    # In tick 0 south has its last shell in its storehouse and four in house 5; in tick 1 north takes those.
    state = opening({7: 1, 5: 4, 8: 2, 13: 1}, 10)
    after = play(state, "south scoop 7", "north scoop 8")
    assert [(step["do"], step["role"], step["tick"]) for step in after.trace[:5]] == [
        ("scoop", "south", 0),
        ("scoop", "north", 0),
        ("capture", "north", 1),
        ("end", "north", 1),
        ("end", "south", 2),
    ]
    assert after.facts()["round"] == 2


def test_both_that_can_scoop_again_seal_again() -> None:
    state = opening({7: 1, 5: 4, 14: 1, 9: 3}, 10)
    after = play(state, "south scoop 7", "north scoop 14")
    assert after.to_move == ("south", "north")
    assert after.trace[2:] == (
        {"do": "again", "role": "south", "tick": 1},
        {"do": "again", "role": "north", "tick": 1},
    )
    assert done(after.apply("south", "scoop 5")) == ["seal"]


def test_when_both_end_for_want_of_shells_south_ends_first() -> None:
    after = play(opening({7: 1, 14: 1}, 10), "north scoop 14", "south scoop 7")
    assert [step["role"] for step in after.trace if step["do"] == "end"] == ["south", "north"]


def test_one_alone_that_scoops_again_plays_at_once() -> None:
    state = opening({7: 1, 5: 1, 14: 2, 9: 3, 10: 1}, 10)
    after = play(state, "south scoop 7", "north scoop 14")
    assert after.facts()["ended"] == ["north"]
    assert after.facts()["choosing"] == ["south"]
    assert after.facts()["control"] is None
    assert done(after.apply("south", "scoop 5"))[0] == "scoop"


def test_player_who_has_ended_waits() -> None:
    state = play(opening({7: 1, 5: 1, 14: 2, 9: 3, 10: 1}, 10), "south scoop 7", "north scoop 14")
    assert state.to_move == ("south",)
    assert state.legal_actions("north") == ["noop"]
    assert state.apply("north", "noop") == state
    with pytest.raises(IllegalAction) as refusal:
        state.apply("north", "scoop 9")
    assert refusal.value.code == "opening_ended"


def test_the_role_that_ended_first_has_control_and_then_turns_alternate() -> None:
    state = play(opening({7: 1, 5: 1, 3: 1, 14: 2, 9: 3, 10: 1}, 10), "south scoop 7", "north scoop 14")
    after = state.apply("south", "scoop 5")
    facts = after.facts()
    assert (facts["phase"], facts["control"], facts["ended"]) == ("turn", "north", [])
    assert after.to_move == ("north",)
    assert after.apply("north", "scoop 10").to_move == ("south",)


def test_the_round_is_not_over_before_both_have_ended_the_opening() -> None:
    state = opening({14: 1, 7: 1, 5: 1}, 10)
    after = play(state, "north scoop 14", "south scoop 7")
    # North has no shell left and has ended; south still scoops.
    assert (after.facts()["phase"], after.facts()["ended"]) == ("opening", ["north"])
    assert after.apply("south", "scoop 5").facts()["round"] == 2


@pytest.mark.parametrize("starter", ["south", "north"])
def test_one_role_can_be_agreed_to_start_alone(starter: str) -> None:
    state = CONGKAK.initial_state(opening=starter)
    assert state.to_move == (starter,)
    assert (state.facts()["phase"], state.facts()["control"]) == ("turn", starter)
    assert state.view(None) == state.facts()


def test_scoops_come_first_in_the_trace_and_then_what_followed_in_the_order_of_time() -> None:
    for seed in range(60):
        choose = random.Random(seed)
        state = CONGKAK.initial_state()
        while state.facts()["phase"] == "opening":
            role = choose.choice(state.to_move)
            state = state.apply(role, choose.choice(state.legal_actions(role)))
            timed = [step for step in state.trace if "tick" in step]
            moments = [(step["do"] != "scoop", step["tick"], step["role"] == "north") for step in timed]
            assert moments == sorted(moments)
            rest = [step["do"] for step in state.trace[len(timed) :]]
            assert set(rest) <= {"seal", "collect", "round", "refill", "over"}


def test_a_completed_trace_lists_each_scoop_when_its_shells_are_taken_up() -> None:
    after = play(CONGKAK.initial_state(), "south scoop 2", "north scoop 11")
    whole = [step for step in complete(after.trace) if step["do"] == "scoop"]
    taken_up = [(step["tick"] - 1, step["role"] == "north") for step in whole]
    assert taken_up == sorted(taken_up)
    assert all(len(step["drops"]) == step["n"] for step in whole)
    assert len(whole) == 2 + sum(len(step.get("relays", ())) for step in after.trace)
