"""Permissions in rounds of a club: every action and every page by everybody."""

from __future__ import annotations

import pytest
from django.urls import reverse

from games_app.clubs import simuls
from games_app.clubs.record import Visibility
from games_app.clubs.round_pages import DEEDS
from games_app.lib import clock
from games_app.models import Account, ClubBoard, ClubRound, Match
from games_app.people.client_marks import NO_CLIENT
from tests.clubs.test_permissions import MEMBERS, PEOPLE, RUNNERS, Hall

pytestmark = pytest.mark.django_db(transaction=True)

SIMULS = {"begin simul": "", "begin simul of a guest": "guest"}
"""Action -> the giver of the form; empty: the owner."""
ALLOWED: dict[str, set[str]] = {
    "begin": RUNNERS,
    **dict.fromkeys(SIMULS, RUNNERS),
    **dict.fromkeys(DEEDS, RUNNERS),
}
"""Action -> the people who may do it. A moderator of the site and a token have no power over a round."""


def do(hall: Hall, who: str, action: str) -> int:
    """Let somebody do something by its form; return the status of the answer."""
    if action in DEEDS:
        return (
            hall.browser(who).post(reverse("act-in-club-round", args=[hall.id]), {"do": action}).status_code
        )
    people = [hall.people[name].public_id for name in ("member", "other member")]
    sent = {"game": "mancala", "time": "none", "pairing": "random", "level": "", "player": people}
    if action in SIMULS:
        sent |= {"pairing": "simul", "giver": SIMULS[action] or hall.alice.public_id}
    return hall.browser(who).post(reverse("club-round", args=[hall.id]), sent).status_code


def rows() -> tuple:
    """Return everything that an action could change."""
    return tuple(list(table.objects.order_by("pk").values()) for table in (ClubRound, ClubBoard, Match))


def prepared(action: str) -> Hall:
    """Return a club in which the action would change something."""
    hall = Hall()
    if action in DEEDS:
        assert do(hall, "owner", "begin") == 302
    if action == "go_on":
        assert do(hall, "owner", "pause") == 302
    return hall


@pytest.mark.parametrize("action", ALLOWED)
def test_action_is_done_for_those_in_the_table_and_refused_to_all_others(action):
    hall = prepared(action)
    for who in sorted(PEOPLE, key=ALLOWED[action].__contains__):
        before = rows()
        status = do(hall, who, action)
        if who in ALLOWED[action]:
            assert status == 302, who
            assert rows() != before, who
            Account.objects.all().delete()  # their names are free for the next club
            hall = prepared(action)
        else:
            assert status in (401, 403), who
            assert rows() == before, who


def test_guest_of_a_simul_plays_and_decides_nothing_for_the_club():
    hall = Hall(Visibility.VISIBLE)
    assert do(hall, "owner", "begin simul of a guest") == 302
    newest = hall.row.rounds.get()
    simuls.accept(simuls.invitation(newest), hall.people["stranger"], NO_CLIENT, clock.now())
    for action in (*DEEDS, "begin", *SIMULS):
        before = rows()
        assert do(hall, "stranger", action) == 403, action
        assert rows() == before, action
    for who in PEOPLE:
        seen = "boards-title" in hall.browser(who).get(reverse("club-round", args=[hall.id])).content.decode()
        assert seen == (who in MEMBERS or who == "stranger"), who


def test_members_alone_see_the_rounds_of_a_club_that_is_not_public():
    hall = Hall(Visibility.VISIBLE)
    assert do(hall, "owner", "begin") == 302
    (match,) = Match.objects.values_list("public_id", flat=True)
    for who in PEOPLE:
        for page in ("club-round", "club-round-screen"):
            answer = hall.browser(who).get(reverse(page, args=[hall.id]))
            assert (match in answer.content.decode()) == (who in MEMBERS), (who, page)
