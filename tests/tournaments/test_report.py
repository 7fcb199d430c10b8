"""The end of a tournament: the winner, and everybody's own report with their best move."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games_app.analysis.jobs.models import Job
from games_app.analysis.review import best_decision, worse_choices
from games_app.lib import clock
from games_app.models import Pairing
from games_app.people import faces
from games_app.record import use_cases
from games_app.tournaments import games
from games_app.tournaments.record import Status, System
from games_app.tournaments.report import report_of
from tests.cast import begun_match, guest
from tests.tournaments.hall import CLOCK, Hall, first_role
from tests.tournaments.test_pages import body, browser

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "engine"])


def decision(role: str, played: int, *others: int, ply: int = 7, before: int = 1) -> dict:
    """Return a decision of a review: the outcome before, of what was played, and of the other actions."""
    outcomes = {"a": played} | {f"b{n}": outcome for n, outcome in enumerate(others)}
    found = {
        "value": {"outcome": before},
        "actions": {key: {"outcome": each} for key, each in outcomes.items()},
    }
    return {"seq": 3, "ply": ply, "role": role, "action": "a", "found": found, "why": ""}


def reviewed(match: str, *decisions: dict, state: str = Job.State.DONE) -> None:
    result = {"engine": "mancala-1", "withheld": False, "decisions": list(decisions)}
    Job.objects.create(
        key=f"review:{match}",
        kind=Job.Kind.REVIEW,
        engine="mancala-1",
        about={"match": match},
        priority=1,
        state=state,
        result=result,
        asked_at=clock.now(),
    )


def finished() -> Hall:
    """Return a round robin in which carol has won both of her games, and bob none."""
    hall = Hall(System.ROUND_ROBIN, 3)
    for winner, loser in (("carol", "alice"), ("carol", "bob"), ("alice", "bob")):
        hall.win(winner, loser)
    games.end(hall.id, hall.alice.pk, clock.now())
    return hall


def role_of(hall: Hall, name: str, other: str) -> str:
    first, second = ("north", "south") if first_role() == "north" else ("south", "north")
    return first if hall.name(hall.pairing(name, other).first_id) == name else second


def match_of(hall: Hall, one: str, other: str) -> str:
    return games.match_of(hall.pairing(one, other).pk)


def test_hardest_decision_is_the_one_that_most_others_would_have_spoiled():
    easy, hard = decision("north", 1, 1, 1, 0), decision("north", 1, 0, -1, -1)
    spoiled, of_other = decision("north", -1, 1), decision("south", 1, -1, -1, -1)
    assert best_decision([easy, hard, spoiled, of_other], "north") is hard
    assert worse_choices(hard) == 3
    assert best_decision([spoiled], "north") is None
    assert best_decision([decision("north", 1, 1)], "north") is None


def test_report_counts_played_games_and_names_the_best_move_of_a_finished_review():
    hall = finished()
    match = match_of(hall, "carol", "bob")
    reviewed(match, decision(role_of(hall, "carol", "bob"), 1, -1, -1, 0, ply=9))
    report = report_of(hall.now, hall.people["carol"].pk)
    assert (len(report.results), report.won, report.drawn, report.lost) == (2, 2, 0, 0)
    assert (report.best.opponent.name, report.best.others) == ("bob", 3)
    page = body(browser(hall.people["carol"]).get(reverse("tournament", args=[hall.id])))
    assert "You played 2 games:" in page
    assert "3 others would have spoiled the result" in page
    assert f"/m/{match}#9" in page or f"{match}#9" in page


def test_report_without_a_review_has_the_games_and_asks_for_none():
    hall = finished()
    page = body(browser(hall.people["bob"]).get(reverse("tournament", args=[hall.id])))
    assert "0 won, 0 drawn, 2 lost." in page
    assert match_of(hall, "carol", "bob") in page
    assert "best move" not in page
    assert not Job.objects.exists()


@pytest.mark.parametrize("state", [Job.State.RUNNING, Job.State.WAITING, Job.State.FAILED])
def test_review_that_is_not_finished_says_nothing(state):
    hall = finished()
    reviewed(match_of(hall, "carol", "bob"), decision(role_of(hall, "carol", "bob"), 1, -1), state=state)
    assert report_of(hall.now, hall.people["carol"].pk).best is None


def test_report_tells_nothing_of_the_engine_to_somebody_who_plays_again():
    hall = finished()
    reviewed(match_of(hall, "carol", "bob"), decision(role_of(hall, "carol", "bob"), 1, -1))
    again = begun_match("mancala")
    again.row.seats.filter(role="south").update(player=hall.people["carol"])
    assert report_of(hall.now, hall.people["carol"].pk).best is None


def test_only_people_who_have_played_have_a_report_and_only_at_the_end():
    hall = finished()
    stranger = body(browser(guest("mallory")).get(reverse("tournament", args=[hall.id])))
    assert "Your tournament" not in stranger
    assert "Your tournament" not in body(Client().get(reverse("tournament", args=[hall.id])))
    running = Hall(System.ROUND_ROBIN, 3)
    running.win("alice", "bob")
    assert report_of(running.now, running.alice.pk) is None


def test_results_without_a_game_are_not_in_the_report():
    hall = Hall(System.ROUND_ROBIN, 2, CLOCK)
    pairing = hall.pairing("alice", "bob")
    games.settle(hall.id, hall.alice.pk, pairing.pk, Pairing.Outcome.FIRST, clock.now())
    games.end(hall.id, hall.alice.pk, clock.now())
    assert report_of(hall.now, hall.alice.pk) is None


def test_standings_and_winner_have_faces_and_those_who_withdrew_have_none():
    hall = finished()
    faces.choose(hall.people["carol"], "owl")
    page = body(Client().get(reverse("tournament", args=[hall.id])))
    assert page.count("#owl") == 2
    use_cases.withdraw(hall.people["carol"])
    assert "#owl" not in body(Client().get(reverse("tournament", args=[hall.id])))


def test_losers_of_the_semifinals_share_the_third_place():
    hall = Hall(System.KNOCKOUT, 4)
    hall.start()
    for number in (1, 2):
        for first, second in hall.pairs(number):
            hall.win(first, second)
    assert hall.row.status == Status.OVER
    page = body(Client().get(reverse("tournament-csv", args=[hall.id])))
    assert [line.split(",")[0] for line in page.splitlines()[1:]] == ["1", "2", "3", "3"]


def test_round_robin_of_which_all_is_played_says_so():
    hall = Hall(System.ROUND_ROBIN, 1)
    page = body(Client().get(reverse("tournament", args=[hall.id])))
    assert "Waiting for others to join." in page
    hall.join("bob")
    hall.win("alice", "bob")
    page = body(Client().get(reverse("tournament", args=[hall.id])))
    assert "All games have been played. Others can still join." in page
    assert "0 games" not in page


@pytest.mark.parametrize("people", [3, 6])
def test_number_of_queries_does_not_depend_on_the_number_of_people(people):
    hall = Hall(System.ROUND_ROBIN, people)
    for name in list(hall.people)[1:]:
        hall.win("alice", name)
        reviewed(match_of(hall, "alice", name), decision(role_of(hall, "alice", name), 1, -1))
    games.end(hall.id, hall.alice.pk, clock.now())
    client, address = browser(hall.alice), reverse("tournament", args=[hall.id])
    client.get(address)
    with CaptureQueriesContext(connection) as queries:
        client.get(address)
    assert len(queries) <= QUERIES, [query["sql"] for query in queries]


QUERIES = 30
"""Number of queries of the page for somebody with a report, however many people there are."""
