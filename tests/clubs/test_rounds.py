"""Rounds of a club: the pairs, the games that begin, and the people who are left over."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta
from random import Random

import pytest
from django.urls import reverse

from games_app.clubs import opponents, rounds
from games_app.clubs.ladder import played_in
from games_app.clubs.room import ROOM
from games_app.clubs.round_wall import RoundGames, boards_context, seats
from games_app.clubs.rounds import HandBoard, Pairing, Plan
from games_app.games.handicap import HEAD_STARTS
from games_app.games.rules import get_game
from games_app.lib import clock
from games_app.lib.refusals import Refused
from games_app.match.messages import Resign
from games_app.match.terms import CLOCK_PRESETS, DEFAULT_TERMS
from games_app.models import ClubBoard, ClubRound, Match, Sanction, Seat
from games_app.people import sanctions
from games_app.record.commands.registry import Command
from games_app.record.writer import writer
from tests.cast import guest, new_cmd
from tests.clubs.club import Circle
from tests.clubs.test_classes import SchoolClass
from tests.tournaments.test_permissions import signed_in


class TestOpponents:
    def test_neighbours_meet_unless_they_have_met(self):
        met = {frozenset((1, 2)), frozenset((5, 6))}
        pairs = opponents.paired([1, 2, 3, 4, 5, 6], met)
        assert {player for pair in pairs for player in pair} == {1, 2, 3, 4, 5, 6}
        assert not met & {frozenset(pair) for pair in pairs}

    def test_two_who_are_alone_meet_again(self):
        assert opponents.paired([1, 2], {frozenset((1, 2))}) == [(1, 2)]

    def test_many_rounds_by_lot_repeat_no_pair_of_the_round_before(self):
        dice, people, met = Random(7), list(range(30)), set[frozenset[int]]()
        for _round in range(50):
            dice.shuffle(people)
            pairs = {frozenset(pair) for pair in opponents.paired(people, met)}
            assert len(pairs) == 15
            assert not pairs & met
            met = pairs

    def test_odd_one_is_the_last_of_those_who_waited_least(self):
        assert opponents.odd_one([1, 2, 3], {}) == 3
        assert opponents.odd_one([1, 2, 3], {2: 1, 3: 1}) == 1

    def test_first_mover_moves_second_next(self):
        assert opponents.in_order((1, 2), {1}, Random(1)) == (2, 1)
        assert opponents.in_order((1, 2), {2}, Random(1)) == (1, 2)


def plan(circle: Circle, *names: str, pairing: Pairing = Pairing.RANDOM, **chosen) -> Plan:
    """Return the plan of a round of these people, or of all."""
    people = [circle.people[name].public_id for name in names or circle.people]
    return Plan("mancala", DEFAULT_TERMS, pairing, people, **chosen)


def begin(circle: Circle, *names: str, cmd: str = "", **chosen) -> list[ClubBoard]:
    """Begin a round; return its boards."""
    rounds.begin(circle.id, circle.alice.pk, plan(circle, *names, **chosen), cmd or new_cmd(), clock.now())
    newest = rounds.newest(circle.row)
    assert newest is not None
    return list(newest.boards.order_by("number"))


def end_all(boards: list[ClubBoard]) -> None:
    for board in boards:
        if board.match:
            answer = writer.run([Command(Resign(cmd=new_cmd()), board.match.public_id, board.first_id)])[0]
            assert answer.refusal is None


def refused(act, *arguments, **named) -> str:
    with pytest.raises(Refused) as error:
        act(*arguments, **named)
    return error.value.refusal.key


@pytest.mark.django_db(transaction=True)
class TestRounds:
    def test_all_games_begin_and_the_odd_one_waits(self):
        circle = Circle("bob", "carol", "dave", "erin")
        boards = begin(circle)
        assert [board.match is not None for board in boards] == [True, True, False]
        assert boards[-1].second is None
        match = boards[0].match
        assert match is not None
        assert match.status == Match.Status.PLAYING
        assert list(match.seats.filter(first=True).values_list("player", flat=True)) == [boards[0].first_id]

    def test_odd_one_plays_the_computer_which_has_a_level(self):
        circle = Circle("bob", "carol")
        board = begin(circle, level="easy")[-1]
        assert board.match is not None
        assert Counter(Seat.objects.filter(match=board.match).values_list("level", flat=True)) == {
            "": 1,
            "easy": 1,
        }

    def test_form_sent_twice_begins_one_round(self):
        circle = Circle("bob")
        begin(circle, cmd="form-0001")
        begin(circle, cmd="form-0001")
        assert ClubRound.objects.count() == Match.objects.count() == 1

    def test_people_whose_game_goes_on_get_no_other(self):
        circle = Circle("bob", "carol", "dave")
        begin(circle, "alice", "bob")
        assert refused(begin, circle, "alice", "bob", "carol") == "round_too_few"
        (board,) = begin(circle)
        assert {board.first, board.second} == {circle.people["carol"], circle.people["dave"]}

    def test_next_round_has_other_pairs_and_another_odd_one(self):
        circle = Circle("bob", "carol", "dave", "erin")
        before = begin(circle)
        end_all(before)
        after = begin(circle)
        pairs = [
            {frozenset((board.first_id, board.second_id)) for board in boards} for boards in (before, after)
        ]
        assert not pairs[0] & pairs[1]
        assert before[-1].first_id != after[-1].first_id

    def test_strength_is_that_of_the_clubs_ladder(self, monkeypatch):
        circle = Circle("bob", "carol", "dave")
        people = circle.people
        ratings = {
            people[name].pk: points for name, points in (("alice", 1700), ("bob", 1400), ("carol", 1650))
        }
        monkeypatch.setattr(rounds, "_ratings", lambda club: {"mancala": ratings})
        met = {frozenset((board.first, board.second)) for board in begin(circle, pairing=Pairing.STRENGTH)}
        assert frozenset((people["alice"], people["carol"])) in met

    def test_pairs_by_hand_play_and_the_others_wait(self):
        circle = Circle("bob", "carol", "dave", "erin")
        chosen = [HandBoard(circle.people["carol"].public_id, circle.alice.public_id)]
        boards = begin(circle, pairing=Pairing.HAND, boards=chosen)
        assert {boards[0].first, boards[0].second} == {circle.alice, circle.people["carol"]}
        assert [board.second for board in boards[1:]] == [None, None, None]

    def test_board_by_hand_has_the_rule_set_that_was_chosen_for_it(self):
        circle = Circle("bob", "carol", "dave", "erin")
        alice, bob, carol, dave, _erin = (player.public_id for player in circle.people.values())
        pairs = [HandBoard(alice, bob), HandBoard(carol, dave, "checkers")]
        boards = begin(circle, pairing=Pairing.HAND, boards=pairs, level="easy")
        assert [board.match.game for board in boards] == ["mancala", "checkers", "mancala"]
        assert [card.game.slug for card in boards_context(circle.row)["cards"]] == [
            board.match.game for board in boards
        ]

    def test_person_whose_opponent_still_plays_waits_without_a_rule_set(self):
        circle = Circle("bob", "carol", "dave", "erin")
        alice, bob, carol, dave, _erin = (player.public_id for player in circle.people.values())
        begin(circle, "alice", "erin")
        pairs = [HandBoard(bob, alice, "oware"), HandBoard(carol, dave, "oware")]
        boards = begin(circle, pairing=Pairing.HAND, boards=pairs)
        assert [(board.second is None, board.game) for board in boards] == [(False, "oware"), (True, "")]

    def test_head_starts_are_those_of_the_boards_rule_set(self, monkeypatch):
        circle = Circle("bob", "carol", "dave")
        alice, bob, carol, dave = (player.public_id for player in circle.people.values())
        pairs = [HandBoard(alice, bob), HandBoard(carol, dave, "morris")]
        by_hand = {alice: 4, carol: 4}
        boards = begin(circle, pairing=Pairing.HAND, boards=pairs, head_starts=by_hand)
        for board, game in zip(boards, ("mancala", "morris"), strict=True):
            handicap = board.match.terms["handicap"]
            assert handicap["head_start"] == max(size for size in HEAD_STARTS[game].sizes if size <= 4)
            assert handicap["role"] in get_game(game).roles
        end_all(boards)
        keys = {player.public_id: player.pk for player in circle.people.values()}
        ladders = {
            "mancala": {keys[alice]: 1500, keys[bob]: 1500, keys[carol]: 1500, keys[dave]: 1500},
            "morris": {keys[carol]: 1500, keys[dave]: 1900},
        }
        monkeypatch.setattr(rounds, "_ratings", lambda club: ladders)
        boards = begin(circle, pairing=Pairing.HAND, boards=pairs, by_ladder=True)
        assert [bool(board.match.terms["handicap"]) for board in boards] == [False, True]

    def test_head_starts_by_hand_give_the_difference_to_the_one_with_more(self):
        circle = Circle("bob", "carol", "dave")
        alice, bob, carol, dave = (player.public_id for player in circle.people.values())
        boards = begin(
            circle,
            pairing=Pairing.HAND,
            boards=[HandBoard(alice, bob), HandBoard(carol, dave)],
            head_starts={alice: 3, bob: 1, carol: 2, dave: 2},
        )
        handicaps = {
            board.match.terms["handicap"] and board.match.terms["handicap"]["head_start"] for board in boards
        }
        assert handicaps == {2, None}
        board = next(board for board in boards if board.head_start)
        role = board.match.terms["handicap"]["role"]
        assert board.match.seats.get(role=role).player == circle.alice

    def test_weaker_one_on_the_ladder_gets_the_head_start_of_an_even_game(self, monkeypatch):
        circle = Circle("bob", "carol", "dave")
        alice, bob, *_unknown = (player.pk for player in circle.people.values())
        monkeypatch.setattr(rounds, "_ratings", lambda club: {"mancala": {alice: 1500, bob: 1620}})
        chosen = [HandBoard(circle.alice.public_id, circle.people["bob"].public_id)]
        boards = begin(circle, pairing=Pairing.HAND, boards=chosen, by_ladder=True)
        handicap = boards[0].match.terms["handicap"]
        assert boards[0].match.seats.get(role=handicap["role"]).player == circle.alice
        assert handicap["head_start"] > 0

    def test_games_with_a_handicap_do_not_count_on_the_ladder(self):
        circle = Circle("bob")
        boards = begin(circle, "alice", "bob", head_starts={circle.alice.public_id: 1})
        match = boards[0].match
        Match.objects.filter(pk=match.pk).update(status="over", how="rules", ended_at=clock.now())
        Seat.objects.filter(match=match).update(unfinished=False, how="rules", outcome="drawn")
        assert not played_in(circle.row)

    def test_strangers_are_never_seated(self):
        circle = Circle("bob")
        stranger = circle.people["mallory"] = guest("mallory")
        (board,) = begin(circle)
        assert stranger not in (board.first, board.second)

    def test_clock_is_that_of_the_form_and_one_game_is_played(self):
        circle = Circle("bob")
        chosen = plan(circle)
        blitz = Plan(chosen.game, CLOCK_PRESETS["3+2"], chosen.pairing, chosen.people)
        rounds.begin(circle.id, circle.alice.pk, blitz, new_cmd(), clock.now())
        assert Match.objects.get().terms["time"] == {"kind": "real", "minutes": 3, "increment": 2}

    def test_match_that_is_refused_begins_never_and_its_people_are_free(self):
        circle = Circle("bob")
        sanctions.impose(circle.people["bob"], Sanction.Kind.BAR, clock.now() + timedelta(days=1))
        (board,) = begin(circle)
        assert (board.match, board.ordered) == (None, False)
        assert rounds.playing(circle.row) == set()

    def test_wall_keeps_finished_games_until_the_next_round(self):
        circle = Circle("bob", "carol", "dave")
        boards = begin(circle)
        end_all(boards)
        assert len(RoundGames(circle.id).picked(clock.now())) == 2
        assert not seats([circle.id], [circle.alice.pk])
        begin(circle, "alice", "bob")
        assert len(RoundGames(circle.id).picked(clock.now())) == 1
        assert set(seats([circle.id], [circle.alice.pk])) == {(circle.id, circle.alice.pk)}

    def test_match_leads_back_to_its_round(self):
        circle = Circle("bob", visibility="hidden")
        (board,) = begin(circle)
        origin = ROOM.origin(board.match_id, circle.alice.pk)
        assert origin is not None
        assert origin.address == reverse("club-round", args=[circle.id])
        assert ROOM.origin(board.match_id, None) is None

    def test_form_begins_pairs_by_hand_and_says_which_number_is_wrong(self):
        circle = Circle("bob", "carol", "dave")
        browser, address = signed_in(circle.alice), reverse("club-round", args=[circle.id])
        sent = {"game": "kalah64", "time": "none", "pairing": "hand", "level": ""}
        people = {name: player.public_id for name, player in circle.people.items()}
        sent["player"] = list(people.values())
        wrong = browser.post(address, sent | {f"board-{people['alice']}": "1"})
        assert wrong.status_code == 422
        assert "board number 1" in wrong.content.decode()
        numbers = {f"board-{people[name]}": number for name, number in zip(people, "1221", strict=True)}
        assert browser.post(address, sent | numbers).status_code == 302
        met = {frozenset((board.first, board.second)) for board in ClubBoard.objects.all()}
        assert frozenset((circle.alice, circle.people["dave"])) in met
        page = browser.get(address).content.decode()
        assert page.count("data-match=") >= 2
        assert "still plays" in page

    def test_form_gives_a_board_by_hand_another_rule_set_and_other_pairings_none(self):
        circle = Circle("bob", "carol", "dave")
        browser, address = signed_in(circle.alice), reverse("club-round", args=[circle.id])
        sent = {"game": "mancala", "time": "none", "pairing": "hand", "level": "", "game-2": "congkak"}
        people = {name: player.public_id for name, player in circle.people.items()}
        sent["player"] = list(people.values())
        one_pair = {f"board-{people[name]}": "1" for name in ("alice", "bob")}
        wrong = browser.post(address, sent | one_pair)
        assert wrong.status_code == 422
        assert "Give the board number 2 to two people; 0 have it." in wrong.content.decode()
        assert browser.post(address, sent | one_pair | {"game-1": "chess"}).status_code == 422
        assert not ClubRound.objects.exists()
        both = one_pair | {f"board-{people[name]}": "2" for name in ("carol", "dave")}
        assert browser.post(address, sent | both).status_code == 302
        assert list(ClubBoard.objects.order_by("number").values_list("game", flat=True)) == ["", "congkak"]
        page = browser.get(address).content.decode()
        assert page.count('<span class="watched-game">Congkak</span>') == 2, (
            "a board and the card for scripts"
        )
        Match.objects.update(status=Match.Status.OVER)
        assert browser.post(address, sent | both | {"pairing": "random"}).status_code == 302
        assert set(rounds.newest(circle.row).boards.values_list("game", flat=True)) == {""}

    def test_children_of_a_class_play_each_other_and_the_computer_in_private(self):
        school = SchoolClass()
        people = [card.player.public_id for card in school.cards]
        chosen = Plan("mancala", DEFAULT_TERMS, Pairing.RANDOM, people, level="easy")
        rounds.begin(school.id, school.teacher.pk, chosen, new_cmd(), clock.now())
        matches = Match.objects.all()
        assert [match.visibility for match in matches] == [Match.Visibility.SEATS] * 2
        assert len(boards_context(school.row)["cards"]) == 2
