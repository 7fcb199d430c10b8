"""Taking back: the head of a match moves to the asker's last decision; nothing is deleted."""

from __future__ import annotations

import pytest

from games_app.archive.verify import verify
from games_app.match.terms import Daily, RealTime, Terms
from games_app.models import Event, Ply
from tests.cast import Table, begun_match, guest, waiting_match
from tests.record.matches import last, refused

pytestmark = pytest.mark.django_db(transaction=True)


def ask(table, person):
    return refused(table.send(person.pk, "offer", what="takeback"))


def take_back(table, role):
    """Let the player of ``role`` ask, and the other player agree."""
    asks = table.sitter(role)
    assert refused(table.send(asks, "offer", what="takeback")) is None
    other = table.sitter(table.now.other(role))
    assert refused(table.send(other, "accept", what="takeback", of=table.row.seq)) is None


def play(table, *actions):
    for action in actions:
        role = next(role for role in table.now.state.to_move if action in table.now.state.legal_actions(role))
        assert refused(table.act(role, action)) is None


def test_the_position_is_again_what_it_was_before_the_askers_last_decision():
    table = begun_match("checkers")
    play(table, "move 3 3 4 4")
    before = table.now.state
    play(table, "move 2 6 1 5", "move 4 4 3 5")
    take_back(table, "red")
    assert table.now.state == before
    told = last(table)
    assert (told["what"], told["role"], told["plies"]) == ("taken_back", "red", [])
    assert (told["position"]["ply"], told["position"]["to_move"]) == (1, ["red"])
    assert verify(table.id) == []


def test_moves_taken_back_stay_in_the_record_and_later_ones_have_new_numbers():
    table = begun_match("checkers")
    play(table, "move 3 3 4 4", "move 2 6 1 5")
    take_back(table, "red")
    play(table, "move 4 6 3 5")
    moves = Ply.objects.filter(match__public_id=table.id).order_by("number")
    assert list(moves.values_list("number", "after", "action")) == [
        (1, 0, "move 3 3 4 4"),
        (2, 1, "move 2 6 1 5"),
        (3, 1, "move 4 6 3 5"),
    ]
    assert (last(table)["plies"][0]["n"], last(table)["position"]["ply"]) == (3, 3)
    assert verify(table.id) == []


def test_takeback_during_the_own_turn_takes_back_the_last_decision_of_it():
    table = begun_match("mancala")
    play(table, "pick p8")
    middle = table.now.state
    play(table, "pick p6")
    take_back(table, "north")
    assert table.now.state == middle, "out of the extra turn: only what came after it"
    take_back(table, "north")
    assert table.row.ply == 0
    assert verify(table.id) == []


def test_a_mill_is_taken_back_before_and_after_its_removal():
    table = begun_match("morris")
    play(table, "place outer nw", "place inner nw", "place outer n", "place inner n")
    before_mill = table.now.state
    play(table, "place outer ne")
    mill = table.now.state
    assert mill.to_move == ("white",)
    play(table, "remove inner n")
    take_back(table, "white")
    assert table.now.state == mill
    take_back(table, "white")
    assert table.now.state == before_mill
    assert verify(table.id) == []


@pytest.mark.parametrize("asks", ["south", "north"])
def test_in_the_sealed_opening_both_choices_are_taken_back(asks):
    table = begun_match("congkak")
    start = table.now.state
    play(table, "scoop 3", "scoop 9")
    take_back(table, asks)
    assert table.now.state == start
    assert set(last(table)["position"]["to_move"]) == {"south", "north"}
    assert verify(table.id) == []


def test_nothing_is_taken_back_while_one_has_chosen_in_secret():
    table = begun_match("congkak")
    play(table, "scoop 3")
    assert ask(table, table.alice) == ask(table, table.bob) == "choice_sealed"


def test_an_own_sealed_choice_is_opened_and_made_anew_and_nobody_learns_what_it_was():
    table = begun_match("congkak")
    start, bases = table.now.state, dict(table.row.bases)
    play(table, "scoop 3")
    assert refused(table.send(table.alice.pk, "unseal")) is None
    assert (table.now.state, table.row.ply) == (start, 0)
    assert last(table)["what"] == "unsealed"
    assert table.row.bases == {"south": 4, "north": bases["north"]}, "north decides on what it did before"
    assert table.act("north", "scoop 9", base=bases["north"]).refusal is None
    play(table, "scoop 5")
    assert [(ply["n"], ply["action"]) for ply in last(table)["plies"]] == [(2, "scoop 9"), (3, "scoop 5")]
    texts = Event.objects.filter(match__public_id=table.id).values_list("frame", flat=True)
    assert not any("scoop 3" in text.partition('"legal"')[0] for text in texts)
    assert verify(table.id) == []


@pytest.mark.parametrize(
    ("game", "played", "then"),
    [("checkers", "move 3 3 4 4", "move 2 6 1 5"), ("mancala", "pick p8", "pick p6")],
)
def test_a_request_ends_when_either_player_acts(game, played, then):
    table = begun_match(game)
    play(table, played)
    assert ask(table, table.alice) is None
    of = table.row.seq
    play(table, then)
    assert refused(table.send(table.bob.pk, "accept", what="takeback", of=of)) == "no_offer"


def test_both_may_ask_but_the_first_is_answered_first():
    table = begun_match("checkers")
    play(table, "move 3 3 4 4", "move 2 6 1 5")
    assert ask(table, table.alice) is None
    assert ask(table, table.bob) == "answer_first"


def test_takeback_of_nothing_or_against_the_terms_is_refused():
    table = begun_match("checkers")
    assert ask(table, table.alice) == "nothing_to_take_back"
    play(table, "move 3 3 4 4")
    assert ask(table, table.bob) == "nothing_to_take_back"
    never = begun_match("checkers", Terms(takebacks=False))
    play(never, "move 3 3 4 4")
    assert ask(never, never.alice) == "no_takebacks"


def test_an_action_decided_on_what_was_taken_back_is_stale():
    table = begun_match("checkers")
    play(table, "move 3 3 4 4", "move 2 6 1 5")
    base = table.row.bases["black"]
    take_back(table, "red")
    assert refused(table.act("red", "move 2 6 1 5", base=base)) == "stale"
    assert refused(table.act("red", "move 2 6 1 5")) is None


def test_player_who_could_act_before_and_after_decides_anew_too():
    table = begun_match("congkak")
    play(table, "scoop 1", "scoop 8")
    assert table.now.state.to_move == ("south", "north"), "both choose again"
    base = table.row.bases["north"]
    take_back(table, "south")
    assert table.now.state.to_move == ("south", "north")
    assert refused(table.act("north", "scoop 9", base=base)) == "stale"


def test_two_people_at_one_screen_take_back_whatever_was_last():
    alice = guest("alice")
    table = Table(waiting_match("checkers", alice, "both"), alice, alice)
    play(table, "move 3 3 4 4", "move 2 6 1 5")
    for ply in (1, 0):
        assert ask(table, alice) is None
        assert table.row.ply == ply
    assert ask(table, alice) == "nothing_to_take_back"


def test_the_clocks_stand_again_as_they_stood_then(at):
    table = begun_match("checkers", Terms(time=RealTime(5, 3)))
    play(table, "move 3 3 4 4")
    at(5)
    play(table, "move 2 6 1 5")
    at(25)
    play(table, "move 4 4 3 5")
    at(35)
    assert table.now.clocks.left == {"black": 283_000, "red": 300_000}
    take_back(table, "black")
    now = table.now.clocks
    assert (now.left, now.running) == ({"black": 300_000, "red": 300_000}, ("black",))
    assert table.row.deadline == at(335)


def test_back_at_the_start_the_first_action_is_waited_for_anew(at):
    table = begun_match("checkers", Terms(time=RealTime(5, 3)))
    play(table, "move 3 3 4 4")
    at(50)
    take_back(table, "black")
    assert (table.now.clocks.running, table.row.deadline) == ((), at(110))


def test_choosing_again_in_secret_earns_no_increment_and_no_new_days(at):
    timed = begun_match("congkak", Terms(time=RealTime(5, 60)))
    for seconds in (10, 20, 30):
        at(seconds)
        play(timed, "scoop 3")
        timed.send(timed.alice.pk, "unseal")
    assert timed.now.clocks.left["south"] == 280_000
    daily = begun_match("congkak", Terms(time=Daily(1)))
    at(3600)
    play(daily, "scoop 3")
    at(7200)
    daily.send(daily.alice.pk, "unseal")
    assert daily.now.clocks.left["south"] == (86_400 - 3600 + 30) * 1000
