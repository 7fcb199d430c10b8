"""The index of live positions: those near a public match, in every process, while it is live."""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import timedelta

import pytest

from games_app.analysis.fairness import Withheld, withheld
from games_app.analysis.fairness.live_positions import Index, forget, live_positions_of
from games_app.games.engine.analyse import images, searchable
from games_app.games.rules import State, get_game, play
from games_app.lib import clock
from games_app.models import Event, Match
from tests.analysis.test_engine_requests import OPTIONS, running
from tests.records import Told

pytestmark = pytest.mark.django_db(databases=["default", "engine"])

HOUR = timedelta(hours=1)


def after(state: State) -> Iterator[State]:
    for role in state.to_move:
        for action in state.legal_actions(role):
            yield play(state, role, action).state


def near(state: State) -> list[State]:
    """Return the position, its children and its grandchildren, as far as anybody can ask about them."""
    children = list(after(state))
    found = [state, *children, *(one for child in children for one in after(child))]
    return [one for one in found if images(one)]


def stranger(game: str) -> Withheld:
    return withheld(game, None)


def far_away(game: str) -> State:
    """Return a position that comes from no match here, although somebody could set it up."""
    state, dice = get_game(game).initial_state(**OPTIONS.get(game, {})), random.Random(99)
    for _ in range(14):
        state = play(state, state.to_move[0], dice.choice(state.legal_actions(state.to_move[0]))).state
    return state


class TestAPublicMatch:
    def test_withholds_its_position_and_what_one_move_and_one_reply_lead_to(self, game):
        for decisions in (1, 15):
            told = running(game, decisions)
            some = near(told.match.state)[::5]
            assert all(map(stranger(game).covers, some))
            told.resigned().store()
            assert not any(map(stranger(game).covers, some))

    def test_withholds_the_position_before_whatever_the_others_would_have_played(self, game):
        told = running(game, 5)
        before = told.match.state
        told.play_on(3, 1).store()
        assert stranger(game).covers(before)

    def test_withholds_nothing_else(self, game):
        running(game)
        assert not stranger(game).covers(far_away(game))
        assert not stranger(game).covers(get_game(game).initial_state(**OPTIONS.get(game, {})))

    def test_withholds_the_new_position_after_each_move_and_frees_the_old_one(self, game):
        told = running(game, 4)
        first = told.match.state
        for _ in range(6):
            told.play_on(5, 1).store()
            assert stranger(game).covers(told.match.state)
        assert not stranger(game).covers(first)

    def test_withholds_nothing_before_the_first_move(self, game):
        running(game, 0)
        assert not any(map(stranger(game).covers, near(get_game(game).initial_state())[::5]))

    def test_cuts_lines_that_lead_to_it(self, game):
        told = running(game, 5)
        state, dice, line = told.match.state, random.Random(1), []
        for _ in range(6):
            role = state.to_move[0]
            action = dice.choice(state.legal_actions(role))
            state = play(state, role, action).state
            line.append((role, action))
        start = told.match.state
        for role, action in line[:3]:
            told.act(role, action)
        told.store()
        found = stranger(game).shown_part(start, {"line": tuple(line)})
        assert found == {"line": tuple(line[:3])}


def test_a_match_that_is_deserted_meanwhile_withholds_no_longer():
    told = running("mancala", began=clock.now() - HOUR + timedelta(seconds=40))
    positions = live_positions_of("mancala")
    assert positions.near(images(told.match.state), clock.now())
    assert not positions.near(images(told.match.state), clock.now() + HOUR)


def test_a_match_that_its_players_open_withholds_its_position_from_then_on_and_to_the_end():
    told = running("mancala", visibility="link")
    assert not stranger("mancala").covers(told.match.state)
    told.do("north", "open_to", who="public")
    told.store()
    assert stranger("mancala").covers(told.match.state)
    told.do("north", "open_to", who="seats")
    told.store()
    for _ in ("this process", "one that starts now"):
        assert stranger("mancala").covers(told.match.state)
        forget()


def test_a_taken_back_move_frees_its_position():
    told = running("checkers", 6)
    before = told.match.state
    told.play_on(1, 1).store()
    role = told.match.other(told.match.state.to_move[0])
    told.do(role, "offer", what="takeback")
    told.do(told.match.other(role), "accept", what="takeback", of=told.match.pending.offers["takeback"].seq)
    told.store()
    assert told.match.state == before
    assert all(stranger("checkers").covers(one) for one in near(before))


def test_two_matches_at_one_position_withhold_it_until_both_have_left():
    first, second = running("morris"), running("morris")
    state = first.match.state
    first.play_on(1, 3).store()
    assert stranger("morris").covers(state)
    second.resigned().store()
    assert not stranger("morris").covers(state)


class TestSecretChoices:
    """A sealed choice changes nothing of what is withheld, so that probing reveals nothing of it."""

    @pytest.mark.parametrize("chosen", ["scoop 1", "scoop 5"])
    def test_a_sealed_opening_withholds_nothing(self, chosen):
        told = Told("congkak", began=clock.now())
        told.act("south", chosen)
        told.store()
        outcomes = near(get_game("congkak").initial_state())
        assert len(outcomes) > 30
        assert not any(stranger("congkak").covers(one) for one in outcomes)

    def test_all_pairs_of_repeated_choices_are_withheld_before_and_after_one_is_sealed(self):
        told = both_choose_again()
        outcomes = near(told.match.state)
        assert len(outcomes) > 10
        assert all(stranger("congkak").covers(one) for one in outcomes)
        told.act("south", told.match.state.legal_actions("south")[0])
        told.store()
        assert not told.match.state.is_open
        for _ in ("this process", "one that starts now"):
            assert all(stranger("congkak").covers(one) for one in outcomes)
            forget()

    @pytest.mark.parametrize(
        ("game", "options"), [("congkak", {"opening": "south"}), ("mancala", {}), ("oware", {})]
    )
    def test_while_stones_are_dropped_by_hand_the_position_before_is_withheld(self, game, options):
        told = running(game, 0, sowing="hand", **options)
        told.play_on(2, 1)
        while half_done(told):
            told.play_on(2, 1)
        before = told.match.state
        told.play_on(2, 2).store()
        assert half_done(told)
        assert all(stranger(game).covers(one) for one in near(searchable(before)))


def both_choose_again() -> Told:
    """Return a match in whose opening both have sown, into their storehouses, and choose again in secret."""
    for seed in range(500):
        told = Told("congkak", began=clock.now()).play_on(seed, 2)
        if told.match.state.to_move == ("south", "north"):
            told.store()
            return told
    raise AssertionError("No pair of choices leads there")


def half_done(told: Told) -> bool:
    return any(told.match.state.facts()["hand"].values())


class TestSeveralProcesses:
    def test_each_hears_of_what_the_others_store(self):
        told = running("checkers")
        here, there = Index(), Index()
        for process in (here, there, here, there):
            told.play_on(1, 1).store()
            state = told.match.state
            assert process.of_game("checkers").near(images(state), clock.now())
        told.resigned().store()
        for process in (here, there):
            assert not process.of_game("checkers").standings

    def test_one_that_starts_reads_what_is_there(self):
        told = running("congkak")
        state = told.match.state
        assert Index().of_game("congkak").near(images(state), clock.now())

    def test_an_event_that_is_committed_late_is_heard_although_later_ones_were_heard_before(self):
        first, second = running("mancala"), running("mancala", seed=8)
        process = Index()
        process.of_game("mancala")
        first.play_on(1, 2).store()
        late = Event.objects.filter(match=first.match.row).latest("seq")
        kept = {field.attname: getattr(late, field.attname) for field in Event._meta.concrete_fields}
        late.delete()
        before = Match.objects.get(pk=first.match.row.pk)
        Match.objects.filter(pk=before.pk).update(status=Match.Status.OVER)
        second.play_on(1, 1).store()
        assert not process.of_game("mancala").near(images(first.match.state), clock.now())
        Match.objects.filter(pk=before.pk).update(status=before.status)
        Event.objects.create(**kept)
        assert process.of_game("mancala").near(images(first.match.state), clock.now())

    def test_after_very_many_events_everything_is_read_again(self, monkeypatch):
        monkeypatch.setattr("games_app.analysis.fairness.live_positions.MOST_EVENTS", 3)
        process = Index()
        process.of_game("mancala")
        told = running("mancala", 8)
        assert process.of_game("mancala").near(images(told.match.state), clock.now())

    def test_matches_that_nobody_goes_on_with_are_forgotten(self):
        running("mancala", began=clock.now() - HOUR + timedelta(seconds=40))
        positions = Index().of_game("mancala")
        assert len(positions.standings) == 1
        positions.prune(clock.now() + HOUR)
        assert not positions.standings


def test_to_ask_takes_as_many_queries_however_many_matches_run(django_assert_num_queries):
    for seed in range(5):
        running("mancala", seed=seed)
    for _ in range(2):
        stranger("mancala")
    for _ in range(2):
        with django_assert_num_queries(1):
            stranger("mancala").covers(far_away("mancala"))
    alice = running("mancala").alice
    with django_assert_num_queries(4):
        withheld("mancala", alice.pk)
