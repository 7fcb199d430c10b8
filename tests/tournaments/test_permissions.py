"""Permissions in a tournament: every action by everybody, before, during and after it."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from games_app.lib import clock
from games_app.lib.refusals import Refused
from games_app.models import Match, Pairing, Player, Sanction, Tournament
from games_app.people import accounts, sanctions
from games_app.people.client_marks import NO_CLIENT
from games_app.tournaments import games, members
from games_app.tournaments.pages import DEEDS
from games_app.tournaments.record import Status, System
from tests.cast import guest
from tests.tournaments.hall import DAYS, Hall

pytestmark = pytest.mark.django_db(transaction=True)

PEOPLE = ("maker", "member", "other member", "one who left", "stranger", "moderator")
RUNNING = {"maker", "member", "other member"}
MAKER = {"maker"}
ALLOWED: dict[tuple[str, str], set[str]] = {
    ("start", "joining"): MAKER,
    ("end", "joining"): MAKER,
    ("end", "playing"): MAKER,
    ("close", "joining"): MAKER,
    ("close", "playing"): MAKER,
    ("open", "joining"): MAKER,
    ("open", "playing"): MAKER,
    ("add", "joining"): MAKER,
    ("add", "playing"): MAKER,
    ("remove", "joining"): MAKER,
    ("remove", "playing"): MAKER,
    ("settle", "playing"): MAKER,
    # The game is that of the two members; the maker may open it on a screen for them.
    ("play", "playing"): {"member", "other member"},
    ("screen", "playing"): RUNNING,
    ("leave", "joining"): {*RUNNING, "one who left"},
    ("leave", "playing"): {*RUNNING, "one who left"},
    ("pause", "joining"): RUNNING,
    ("pause", "playing"): RUNNING,
    ("resume", "joining"): RUNNING,
    ("resume", "playing"): RUNNING,
    ("again", "over"): RUNNING,
    ("join", "joining"): {*RUNNING, "stranger", "moderator"},
    ("join", "playing"): {*RUNNING, "stranger", "moderator"},
    ("join", "over"): RUNNING,
}
"""Action and status -> the people who may do it; joining again changes nothing. Everything else is refused.

A moderator has no power over tournaments: the desk ends and hides their matches. Tokens join and begin games
of their player only: see test_programs.py and api/test_api_authorisation.py.
"""
PHASES = ("joining", "playing", "over")


def hall_in(
    phase: str, visibility: str = Match.Visibility.PUBLIC
) -> tuple[Hall, dict[str, Player], Pairing | None]:
    """Return a tournament in a phase, its people, and the game of the two members if there is one."""
    system = System.SWISS if phase == "joining" else System.ROUND_ROBIN
    hall = Hall(system, ["alice", "bob", "carol"], DAYS, rounds=3, visibility=visibility)
    people = {"maker": hall.alice, "member": hall.people["bob"], "other member": hall.people["carol"]}
    people |= {"stranger": guest("mallory"), "moderator": moderator(), "one who left": guest("dave")}
    members.join(hall.id, people["one who left"], "dave", NO_CLIENT, clock.now())
    members.leave(hall.id, people["one who left"].pk, clock.now())
    if phase == "over":
        games.end(hall.id, hall.alice.pk, clock.now())
    return hall, people, hall.pairing("bob", "carol") if phase != "joining" else None


def moderator() -> Player:
    player = guest(f"olivia {Player.objects.count()}")
    account = accounts.open_account(player, "a long password", clock.now())
    accounts.appoint(account, accounts.Role.MODERATOR)
    return player


def do(action: str, hall: Hall, player: Player, pairing: Pairing | None) -> None:
    if action == "join":
        members.join(hall.id, player, player.name, NO_CLIENT, clock.now())
        return
    sent = {"pairing": str(pairing.pk if pairing else 1), "number": "3", "outcome": "first"}
    DEEDS[action](hall.id, player, sent | {"added-name": "grandma"})


def rows(public_id: str) -> tuple:
    """Return everything that an action could change."""
    tournament = Tournament.objects.get(public_id=public_id)
    return (
        list(Tournament.objects.order_by("pk").values()),
        list(tournament.entries.order_by("pk").values()),
        list(tournament.pairings.order_by("pk").values()),
        list(Match.objects.order_by("pk").values("public_id", "status")),
    )


def test_table_names_every_action():
    assert {action for action, _ in ALLOWED} == {*DEEDS, "join"}


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("action", [*DEEDS, "join"])
def test_action_is_done_for_those_in_the_table_and_refused_to_all_others(action, phase):
    allowed = ALLOWED.get((action, phase), set())
    hall: Hall | None = None
    for who in sorted(PEOPLE, key=allowed.__contains__):
        if hall is None:
            hall, people, pairing = hall_in(phase)
        before = rows(hall.id)
        if who in allowed:
            do(action, hall, people[who], pairing)
            hall = None
        else:
            with pytest.raises(Refused):
                do(action, hall, people[who], pairing)
            assert rows(hall.id) == before, who


def test_barred_people_neither_join_nor_make_a_tournament():
    hall, mallory = Hall(System.ROUND_ROBIN, 2), guest("mallory")
    sanctions.impose(mallory, Sanction.Kind.BAR, clock.now() + timedelta(days=1))
    with pytest.raises(Refused):
        members.join(hall.id, mallory, "mallory", NO_CLIENT, clock.now())
    assert len(hall.now.entries) == 2
    assert hall.row.status == Status.PLAYING


PUBLIC, LINK, SEATS = Match.Visibility.PUBLIC, Match.Visibility.LINK, Match.Visibility.SEATS
EVERYBODY = {*PEOPLE, "nobody"}
FORMS = ("tournament", "tournament-screen", "print-tournament", "tournament-json", "tournament-csv")
READERS: dict[str, set[str]] = {
    PUBLIC: EVERYBODY,
    LINK: EVERYBODY,
    SEATS: {*RUNNING, "one who left"},
}
"""Audience of a tournament -> the people who may read it, as a page, on a screen, on paper and in files.

A moderator of the site reads a private one on the desk only, by its matches.
"""
CHECKERS: dict[str, set[str]] = {
    PUBLIC: {"maker", "moderator"},
    LINK: {"maker", "moderator"},
    SEATS: {"maker"},
}
"""Audience -> the people who see which games may be between two seats of one person, on the page alone."""


@pytest.mark.parametrize("visibility", [PUBLIC, LINK, SEATS])
def test_tournament_is_read_by_those_in_the_table_and_games_to_check_by_even_fewer(visibility):
    hall, people, pairing = hall_in("playing", visibility)
    Pairing.objects.filter(pk=pairing.pk).update(may_be_one="shared")
    secret = "They have used the same network or browser."
    for who in sorted(EVERYBODY):
        browser = signed_in(people.get(who))
        for form in FORMS:
            answer = browser.get(reverse(form, args=[hall.id]))
            text = answer.content.decode()
            # Strangers see the terms of a private tournament, and may join.
            is_read = answer.status_code == 200 and "Only the people who play can see it" not in text
            assert is_read == (who in READERS[visibility]), (who, form)
            may_check = form == "tournament" and who in CHECKERS[visibility]
            assert (secret in text) == may_check, (who, form)
            assert "may_be_one" not in text, (who, form)


def signed_in(player: Player | None) -> Client:
    """Return a browser with the session of a player, or without one."""
    client = Client()
    if player:
        session = client.session
        session["person"] = player.pk
        session.save()
        client.cookies["sessionid"] = session.session_key
    return client
