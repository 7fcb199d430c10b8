"""Permissions of an appointment: every action by everybody, in each of its states."""

from __future__ import annotations

import json

import pytest
from django.test import Client

from games_app.appointments.pages import DEEDS
from games_app.lib import clock
from games_app.models import Appointment, Match, Player
from games_app.people import accounts, api_tokens
from tests.appointments.meeting import AHEAD, agreed, befriended, proposal
from tests.cast import guest

pytestmark = pytest.mark.django_db(transaction=True)

BOTH = {"proposer", "other"}
ALLOWED: dict[tuple[str, str], set[str]] = {
    ("agree", "proposed"): {"other"},
    ("agree", "agreed"): set(),
    ("decline", "proposed"): {"other"},
    ("change", "proposed"): BOTH,
    ("change", "agreed"): BOTH,
    ("cancel", "proposed"): BOTH,
    ("cancel", "agreed"): BOTH,
    ("play", "agreed"): BOTH,
    **{
        (read, state): BOTH
        for read in ("see", "calendar", "state")
        for state in ("proposed", "agreed", "closed")
    },
}
"""Action and state -> the people who may do it. All others are refused, and see no page either.

A moderator and a watcher have no part in it. A token lists one's own, agrees and declines.
"""
PEOPLE = ("proposer", "other", "stranger", "watcher", "moderator", "logged out")
STATES = ("proposed", "agreed", "closed")
ACTIONS = (*DEEDS, "change", "see", "calendar", "state")


def test_table_names_every_action():
    assert {action for action, _state in ALLOWED} == set(ACTIONS)


def people_of(row: Appointment) -> dict[str, Player | None]:
    watcher, moderator = guest("carol"), guest("olivia")
    own = accounts.open_account(moderator, "a long password", clock.now())
    accounts.appoint(own, accounts.Role.ADMINISTRATOR)
    befriended("alice", "carol")
    return {
        "proposer": row.proposer,
        "other": row.other,
        "stranger": guest("mallory"),
        "watcher": watcher,
        "moderator": moderator,
        "logged out": None,
    }


def browser_of(player: Player | None) -> Client:
    client = Client()
    if player:
        session = client.session
        session["person"] = player.pk
        session.save()
        client.cookies["sessionid"] = session.session_key
    return client


def in_state(state: str, at) -> Appointment:
    at(0)
    row = proposal() if state == "proposed" else agreed()
    if state == "agreed":
        at(AHEAD.total_seconds())
    if state == "closed":
        Appointment.objects.filter(pk=row.pk).update(status="cancelled")
    return row


def status_of(action: str, row: Appointment, person: Client) -> int:
    address = f"/appointments/{row.public_id}"
    if action in ("see", "calendar", "state"):
        return person.get(address + {"see": "", "calendar": ".ics", "state": "/state"}[action]).status_code
    later = clock.now().replace(microsecond=0, tzinfo=None) + AHEAD
    sent = {"do": action, "number": row.number, "at": later.isoformat()}
    return person.post(f"{address}/act", sent).status_code


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("action", ACTIONS)
def test_action_is_done_for_those_in_the_table_and_refused_to_all_others(action, state, at):
    allowed = ALLOWED.get((action, state), set())
    row = in_state(state, at)
    people = people_of(row)
    for name in sorted(PEOPLE, key=allowed.__contains__):
        before = list(Appointment.objects.values())
        status = status_of(action, row, browser_of(people[name]))
        if name in allowed:
            assert status in (200, 302), (name, status)
            Appointment.objects.filter(pk=row.pk).update(**{**before[0], "number": row.number})
        elif (action, state) == ("agree", "agreed") and name in BOTH:
            assert status in (302, 409), (name, status)
        else:
            assert status == (409 if name in BOTH else 404), (name, status)
            assert list(Appointment.objects.values()) == before, name
    assert Match.objects.count() == 0 or action == "play"


def test_token_lists_ones_own_and_answers_a_time():
    row, carol = proposal(), befriended("carol")[0]

    def call(player: Player, method: str, path: str, **sent: object) -> tuple[int, bytes]:
        token = api_tokens.make(player.account_or_none, "a program", clock.now(), scopes=api_tokens.SCOPES)
        answer = Client().generic(
            method,
            f"/api/v1/appointments{path}",
            json.dumps(sent) if sent else "",
            "application/json",
            HTTP_AUTHORIZATION=f"Bearer {token}",
        )
        return answer.status_code, answer.content

    assert call(carol, "GET", "") == (200, b"")
    status, listed = call(row.other, "GET", "")
    line = json.loads(listed)
    assert (line["id"], line["asked"], line["opponent"]["name"]) == (row.public_id, True, "alice")
    agree = f"/{row.public_id}/agree"
    assert call(row.proposer, "POST", agree, cmd="agree-00001", number=1)[0] == 409
    assert call(carol, "POST", agree, cmd="agree-00001", number=1)[0] == 404
    assert call(row.other, "POST", agree, cmd="agree-00001", number=7)[0] == 409
    status, answer = call(row.other, "POST", agree, cmd="agree-00001", number=line["number"])
    assert (status, json.loads(answer)["status"]) == (200, "agreed")
