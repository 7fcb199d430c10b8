"""Pages of tournaments as a browser without JavaScript gets them."""

from __future__ import annotations

import csv
import json
from io import StringIO

import pytest
from django.test import Client
from django.urls import reverse

from games_app.models import Match, Player, Tournament
from games_app.tournaments.record import Status, System
from tests.cast import guest
from tests.tournaments.hall import CLOCK, DAYS, Hall

pytestmark = pytest.mark.django_db(transaction=True)

PUBLIC, LINK, SEATS = Match.Visibility.PUBLIC, Match.Visibility.LINK, Match.Visibility.SEATS


def browser(player: Player | None = None) -> Client:
    """A browser, with the session of a player."""
    client = Client()
    if player:
        session = client.session
        session["person"] = player.pk
        session.save()
        client.cookies["sessionid"] = session.session_key
    return client


def body(response) -> str:
    return response.content.decode()


def send(client: Client, hall: Hall, do: str, **fields: str):
    return client.post(reverse("act-in-tournament", args=[hall.id]), {"do": do, **fields})


def test_front_page_leads_to_a_tournament_in_two_clicks():
    client = Client()
    address = reverse("new-tournament", args=["mancala"])
    assert address in body(client.get("/"))
    form = client.get(address)
    assert "More than two?" in body(form)
    made = client.post(address, {"name": "alice", "visibility": "public", "cmd": "cmd-12345678"}, follow=True)
    assert made.status_code == 200
    tournament = Tournament.objects.get()
    assert (tournament.system, tournament.games_each) == (System.ROUND_ROBIN, 1)
    assert reverse("tournament", args=[tournament.public_id]) == made.redirect_chain[-1][0]
    again = client.post(address, {"name": "alice", "visibility": "public", "cmd": "cmd-12345678"})
    assert again["Location"] == made.redirect_chain[-1][0]


@pytest.mark.parametrize(
    ("chosen", "system", "column", "value"),
    [
        ({"system": "twice"}, System.ROUND_ROBIN, "games_each", 2),
        ({"system": "swiss", "rounds": "3"}, System.SWISS, "rounds", 3),
        ({"system": "evening", "length": "30", "time": "5+3"}, System.EVENING, "minutes", 30),
        ({"system": "knockout"}, System.KNOCKOUT, "status", Status.JOINING),
    ],
)
def test_form_makes_each_kind_of_tournament(chosen, system, column, value):
    form = {"name": "alice", "visibility": "link"} | chosen
    assert Client().post(reverse("new-tournament", args=["mancala"]), form).status_code == 302
    tournament = Tournament.objects.get()
    assert tournament.system == system
    assert getattr(tournament, column) == value


def test_evening_without_a_clock_is_refused_beside_the_time():
    form = {"name": "alice", "visibility": "link", "system": "evening", "time": "days"}
    page = Client().post(reverse("new-tournament", args=["mancala"]), form)
    assert page.status_code == 422
    assert "need a clock of minutes" in body(page)


def test_guest_joins_by_the_link_under_a_name():
    hall = Hall(System.ROUND_ROBIN, 2)
    client = Client()
    page = client.get(reverse("tournament", args=[hall.id]))
    assert "Your name" in body(page)
    assert "3 days for each turn" in body(page)
    joined = client.post(reverse("join-tournament", args=[hall.id]), {"name": "carol"}, follow=True)
    assert "Your games" in body(joined)
    assert [entry.name for entry in hall.now.entries] == ["alice", "bob", "carol"]


def test_name_of_somebody_else_is_refused_beside_the_field():
    hall = Hall(System.ROUND_ROBIN, 2)
    page = Client().post(reverse("join-tournament", args=[hall.id]), {"name": "bob"})
    assert page.status_code == 409
    assert "Choose another" in body(page)


def test_play_leads_to_the_match_and_the_match_leads_back():
    hall = Hall(System.ROUND_ROBIN, 2)
    client = browser(hall.people["bob"])
    answer = send(client, hall, f"play {hall.pairing('alice', 'bob').pk}")
    match = Match.objects.get()
    assert answer["Location"] == reverse("match", args=[match.public_id])
    assert reverse("tournament", args=[hall.id]) in body(client.get(answer["Location"]))


def test_game_that_runs_waits_for_nobody():
    hall = Hall(System.ROUND_ROBIN, 2)
    hall.play("bob", "alice")
    page = body(browser(hall.people["bob"]).get(reverse("tournament", args=[hall.id])))
    assert "Waiting for alice" not in page
    assert "Continue" in page


def test_page_shows_the_cross_table_with_links_to_the_games():
    hall = Hall(System.ROUND_ROBIN, 3)
    hall.win("carol", "bob")
    page = body(Client().get(reverse("tournament", args=[hall.id])))
    assert reverse("match", args=[Match.objects.get().public_id]) in page
    assert page.index("carol</bdi>") < page.index("bob</bdi>", page.index("<tbody"))
    assert "carol won." in page


def test_finished_tournament_shows_its_winner_and_begins_again_once():
    hall = Hall(System.ROUND_ROBIN, 2)
    hall.win("bob", "alice")
    send(browser(hall.alice), hall, "close")
    page = body(Client().get(reverse("tournament", args=[hall.id])))
    assert "has won this tournament" in page
    first = send(browser(hall.people["bob"]), hall, "again")
    second = send(browser(hall.alice), hall, "again")
    assert first["Location"] == second["Location"]
    assert hall.row.successor in first["Location"]


def test_refusal_is_shown_on_the_page():
    hall = Hall(System.KNOCKOUT, 1)
    page = send(browser(hall.alice), hall, "start")
    assert page.status_code == 409
    assert "At least two people" in body(page)


@pytest.mark.parametrize(
    "do", ["", "nothing", "play", "play x", "settle", "remove 99", "play 99999999999999"]
)
def test_broken_forms_are_refused_with_a_page(do):
    hall = Hall(System.ROUND_ROBIN, 2)
    page = send(browser(hall.alice), hall, do)
    assert 400 <= page.status_code < 500
    assert 'role="alert"' in body(page)


HIDDEN = ["tournament-json", "tournament-csv", "print-tournament", "tournament-screen"]


@pytest.mark.parametrize("route", HIDDEN)
def test_private_tournament_has_no_files_for_others(route):
    hall = Hall(System.ROUND_ROBIN, 2, visibility=SEATS)
    address = reverse(route, args=[hall.id])
    assert Client().get(address).status_code == 404
    assert browser(guest("mallory")).get(address).status_code == 404
    assert browser(hall.people["bob"]).get(address).status_code == 200


def test_private_tournament_shows_others_its_terms_only():
    hall = Hall(System.ROUND_ROBIN, ["alice", "bob", "carol"], visibility=SEATS)
    page = body(browser(guest("mallory")).get(reverse("tournament", args=[hall.id])))
    assert "Only the people who play can see it" in page
    assert "bob" not in page
    assert "carol" not in page


def test_list_has_public_tournaments_and_ones_own():
    hidden, public = Hall(System.ROUND_ROBIN, 2, visibility=LINK), Hall(System.SWISS, 1, rounds=3)
    address = reverse("tournaments")
    strangers, members = body(Client().get(address)), body(browser(hidden.people["bob"]).get(address))
    assert (public.id in strangers, hidden.id in strangers) == (True, False)
    assert (public.id in members, hidden.id in members) == (True, True)


def test_files_have_the_table():
    hall = Hall(System.ROUND_ROBIN, ["alice", "=1+2a"], DAYS)
    hall.win("alice", "=1+2a")
    data = json.loads(Client().get(reverse("tournament-json", args=[hall.id])).content)
    assert [person["name"] for person in data["people"]] == ["alice", "=1+2a"]
    assert [(place["number"], place["points"]) for place in data["standings"]] == [(1, 1.0), (2, 0.0)]
    assert data["games"][0]["match"] == Match.objects.get().public_id
    rows = list(csv.DictReader(StringIO(body(Client().get(reverse("tournament-csv", args=[hall.id]))))))
    assert [row["name"] for row in rows] == ["alice", "'=1+2a"]


def test_print_view_has_the_standings():
    hall = Hall(System.ROUND_ROBIN, 2, CLOCK)
    assert "alice" in body(Client().get(reverse("print-tournament", args=[hall.id])))


@pytest.mark.parametrize("system", list(System))
def test_page_of_each_system_is_shown_before_and_after_the_start(system):
    hall = Hall(system, 3, CLOCK, rounds=3, minutes=20)
    for client in (Client(), browser(hall.alice), browser(hall.people["bob"])):
        assert client.get(reverse("tournament", args=[hall.id])).status_code == 200
    if system != System.ROUND_ROBIN:
        hall.start()
    for client in (Client(), browser(hall.alice), browser(hall.people["bob"])):
        assert client.get(reverse("tournament", args=[hall.id])).status_code == 200


def test_api_lists_public_tournaments_and_shows_one():
    hall, hidden = Hall(System.ROUND_ROBIN, 3), Hall(System.ROUND_ROBIN, 2, visibility=LINK)
    hall.win("carol", "bob")
    listed = [json.loads(line) for line in Client().get("/api/v1/tournaments").content.splitlines()]
    assert [(line["id"], line["people"], line["maker"]) for line in listed] == [(hall.id, 3, "alice")]
    shown = Client().get(f"/api/v1/tournaments/{hidden.id}").json()
    assert (shown["id"], shown["system"], shown["status"]) == (hidden.id, "roundrobin", "playing")
