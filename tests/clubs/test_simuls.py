"""Simuls of a club: one plays against many, the boards follow one another, and a guest may give one."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from games_app.clubs import round_control, rounds, simul_score, simuls
from games_app.clubs.record import Visibility
from games_app.clubs.room import ROOM
from games_app.clubs.round_wall import games_of_simul, seats
from games_app.clubs.rounds import Pairing
from games_app.lib import clock
from games_app.match.messages import Act, Resign
from games_app.match.terms import DEFAULT_TERMS
from games_app.models import ClubBoard, ClubRound, Match, Player
from games_app.people import presence
from games_app.people.client_marks import NO_CLIENT
from games_app.people.presence import Here
from games_app.record.commands.registry import Command
from games_app.record.writer import writer
from tests.cast import guest, new_cmd
from tests.clubs.club import Circle
from tests.clubs.test_classes import SchoolClass
from tests.clubs.test_rounds import begin, plan, refused
from tests.tournaments.test_permissions import signed_in

pytestmark = pytest.mark.django_db(transaction=True)


def simul(circle: Circle, giver: str = "alice", *names: str, **chosen) -> list[ClubBoard]:
    """Begin a simul of this member, or of a guest if the name is empty; return its boards."""
    public_id = circle.people[giver].public_id if giver else ""
    return begin(circle, *names, pairing=Pairing.SIMUL, giver=public_id, **chosen)


def newest(circle: Circle) -> ClubRound:
    made = rounds.newest(circle.row)
    assert made is not None
    return made


def send(player: Player, match: str, message) -> None:
    assert writer.run([Command(message, match, player.pk)])[0].refusal is None


def next_board(circle: Circle, after: str = "") -> str:
    return simuls.next_board(newest(circle), after, clock.now())


@pytest.mark.parametrize(("opens", "place"), [(True, 0), (False, 1)])
def test_giver_plays_all_boards_and_moves_first_as_chosen(opens, place):
    circle = Circle("bob", "carol", "dave")
    boards = simul(circle, giver_opens=opens)
    assert len(boards) == 3
    assert {(board.first_id, board.second_id)[place] for board in boards} == {circle.alice.pk}
    assert all(board.match and board.match.status == Match.Status.PLAYING for board in boards)
    assert newest(circle).giver == circle.alice


def test_boards_that_wait_follow_one_another_round_the_hall():
    circle = Circle("bob", "carol", "dave")
    first, second, third = (board.match.public_id for board in simul(circle, giver_opens=True) if board.match)
    assert [next_board(circle), next_board(circle, first), next_board(circle, third)] == [
        first,
        second,
        first,
    ]
    row = Match.objects.get(public_id=second)
    send(circle.alice, second, Act(cmd=new_cmd(), base=row.seq, action="pick p6"))
    assert next_board(circle, first) == third
    round_control.pause(circle.id, circle.alice.pk, clock.now())
    assert next_board(circle, first) == second, "nothing waits in a pause"
    round_control.end(circle.id, circle.alice.pk)
    assert next_board(circle, first) == ""


def test_address_of_the_next_board_leads_others_to_the_round():
    circle = Circle("bob", "carol")
    boards = simul(circle)
    address = reverse("club-simul", args=[circle.id])
    assert signed_in(circle.alice).get(address).headers["Location"] == reverse(
        "match", args=[boards[0].match.public_id if boards[0].match else ""]
    )
    for other in (circle.people["bob"], None):
        assert signed_in(other).get(address).headers["Location"] == reverse("club-round", args=[circle.id])


def test_open_page_of_the_giver_goes_to_the_first_board_once():
    circle = Circle("bob", "carol")
    boards = simul(circle)
    own = seats([circle.id], [player.pk for player in circle.people.values()])
    assert own[circle.id, circle.alice.pk] == reverse("club-simul", args=[circle.id])
    assert boards[0].match
    assert own[circle.id, circle.people["bob"].pk] == reverse("match", args=[boards[0].match.public_id])


def test_match_of_a_simul_shows_all_boards_to_its_giver_only():
    circle = Circle("bob", "carol")
    board = simul(circle)[0]
    for name, has in (("alice", True), ("bob", False), ("carol", False)):
        origin = ROOM.origin(board.match_id, circle.people[name].pk)
        assert origin is not None
        assert (origin.boards is not None) == has, name
        assert board.match
        page = signed_in(circle.people[name]).get(reverse("match", args=[board.match.public_id]))
        assert ('id="own-boards"' in page.content.decode()) == has, name


def test_giver_keeps_the_boards_of_the_simul_when_the_next_round_begins():
    circle = Circle("bob", "carol", "dave", "erin")
    simul(circle, "alice", "alice", "bob", "carol")
    begin(circle, "dave", "erin")
    given = simuls.given_by(circle.row, circle.alice.pk)
    assert given is not None
    assert len(games_of_simul(given).picked(clock.now())) == 2


def test_score_counts_results_of_the_giver_and_no_game_without_one():
    circle = Circle("bob", "carol", "dave", "erin")
    matches = [board.match.public_id for board in simul(circle) if board.match]
    send(circle.people["bob"], matches[0], Resign(cmd=new_cmd()))
    send(circle.alice, matches[1], Resign(cmd=new_cmd()))
    score = simul_score.counted(newest(circle))
    assert score == {"won": 1, "drawn": 0, "lost": 1, "running": 2}
    page = signed_in(circle.alice).get(reverse("club-round-screen", args=[circle.id])).content.decode()
    assert "alice against all: 1 won, 0 drawn, 1 lost, 2 still playing" in page
    round_control.end(circle.id, circle.alice.pk)
    assert simul_score.counted(newest(circle)) == {"won": 1, "drawn": 0, "lost": 1, "running": 0}


def test_people_in_a_running_game_are_at_no_board_and_give_no_simul():
    circle = Circle("bob", "carol", "dave")
    begin(circle, "bob", "carol")
    assert refused(simul, circle, "bob") == "simul_giver"
    assert {board.first for board in simul(circle)} == {circle.people["dave"]}


def test_simul_needs_one_opponent_and_has_boards_for_forty(monkeypatch):
    circle = Circle("bob", "carol")
    assert refused(simul, circle, "alice", "alice") == "simul_too_few"
    monkeypatch.setattr(rounds, "SIMUL_BOARDS_LIMIT", 1)
    assert refused(simul, circle) == "simul_too_many"


def test_giver_at_one_board_counts_as_present_at_all_boards_of_the_simul_and_at_no_other():
    circle = Circle("bob", "carol", "dave", "erin")
    boards = simul(circle, "alice", "alice", "bob", "carol") + begin(circle, "dave", "erin")
    first, second, other = (board.match for board in boards if board.match)
    role = second.seats.get(player=circle.alice).role
    matches = [match.public_id for match in (first, second, other)]

    def arrives(who: Player, match: Match, role: str) -> None:
        here = Here(match.public_id, str(who.pk), who.name, (role,), timedelta())
        presence.renew("one process", [here], clock.now())

    def here(process: str = "one process", after: timedelta = timedelta()) -> dict[str, set[str]]:
        found = presence.elsewhere(process, matches, clock.now() + after)
        return {match: attendance.here for match, attendance in found.items()}

    arrives(circle.people["bob"], first, first.seats.get(player=circle.people["bob"]).role)
    arrives(circle.people["dave"], other, other.seats.get(player=circle.people["dave"]).role)
    assert here() == {}, "opponents are at their own board only"
    arrives(circle.alice, first, first.seats.get(player=circle.alice).role)
    assert here()[second.public_id] == {role}
    assert other.public_id not in here()
    presence.release("one process", {(first.public_id, str(circle.alice.pk))}, clock.now())
    assert second.public_id in here(), "the page goes from board to board"
    assert second.public_id not in here(after=timedelta(seconds=6))


class TestGuests:
    def test_guest_accepts_by_the_link_once_and_all_games_begin(self):
        circle = Circle("bob", "carol", visibility=Visibility.HIDDEN)
        simul(circle, "", "bob", "carol")
        assert not Match.objects.exists()
        token = simuls.invitation(newest(circle))
        visitor, stranger = Client(), guest("mallory")
        assert "2 members at once" in visitor.get(reverse("join-simul", args=[token])).content.decode()
        answer = visitor.post(reverse("join-simul", args=[token]), {"name": "Master"})
        assert answer.headers["Location"] == reverse("club-simul", args=[circle.id])
        boards = newest(circle).boards.order_by("number")
        assert [board.match.status for board in boards if board.match] == [Match.Status.PLAYING] * 2
        assert refused(simuls.accept, token, stranger, NO_CLIENT, clock.now()) == "no_simul"
        assert Client().get(reverse("join-simul", args=[token])).status_code == 410

    def test_guest_sees_the_round_of_a_hidden_club_and_nothing_else(self):
        circle = Circle("bob", "carol", visibility=Visibility.HIDDEN)
        simul(circle, "", "bob", "carol")
        master, mallory = guest("master"), guest("mallory")
        simuls.accept(simuls.invitation(newest(circle)), master, NO_CLIENT, clock.now())
        statuses = {
            page: [
                signed_in(who).get(reverse(page, args=[circle.id])).status_code for who in (master, mallory)
            ]
            for page in ("club-round", "club-round-screen", "club", "club-question")
        }
        assert statuses == {
            "club-round": [200, 404],
            "club-round-screen": [200, 404],
            "club": [404, 404],
            "club-question": [404, 404],
        }

    def test_invitation_ends_with_the_next_round(self):
        circle = Circle("bob", "carol")
        simul(circle, "")
        token = simuls.invitation(newest(circle))
        begin(circle)
        assert simuls.invited_to(token) is None
        assert refused(simuls.accept, token, guest("master"), NO_CLIENT, clock.now()) == "no_simul"

    def test_somebody_at_a_board_is_not_the_guest(self):
        circle = Circle("bob", "carol")
        simul(circle, "")
        token = simuls.invitation(newest(circle))
        assert refused(simuls.accept, token, circle.people["bob"], NO_CLIENT, clock.now()) == "simul_oneself"

    def test_people_who_wait_for_a_guest_are_free_for_another_round(self):
        circle = Circle("bob", "carol")
        simul(circle, "")
        assert rounds.playing(circle.row) == set()

    def test_class_has_simuls_of_its_own_people_only(self):
        school = SchoolClass()
        people = [card.player.public_id for card in school.cards]
        chosen = rounds.Plan("mancala", DEFAULT_TERMS, Pairing.SIMUL, people)
        assert (
            refused(rounds.begin, school.id, school.teacher.pk, chosen, new_cmd(), clock.now())
            == "locked.outside"
        )
        form = signed_in(school.teacher).get(reverse("club-round", args=[school.id])).content.decode()
        assert 'value="guest"' not in form
        sent = {"game": "mancala", "pairing": "simul", "giver": school.teacher.public_id, "player": people}
        assert (
            signed_in(school.teacher).post(reverse("club-round", args=[school.id]), sent).status_code == 302
        )
        assert set(Match.objects.values_list("visibility", flat=True)) == {Match.Visibility.SEATS}
        assert Match.objects.count() == 3


def test_form_names_the_giver(db):
    circle = Circle("bob")
    sent = {"game": "mancala", "pairing": "simul", "player": [circle.people["bob"].public_id]}
    answer = signed_in(circle.alice).post(reverse("club-round", args=[circle.id]), sent)
    assert answer.status_code == 422
    assert "Choose the person who plays against all." in answer.content.decode()
    assert plan(circle).giver == ""
