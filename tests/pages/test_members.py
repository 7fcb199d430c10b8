"""A closed site: invited people make matches and see the lists; people with a match's link play and watch."""

from __future__ import annotations

import os
import pwd
import re
from datetime import timedelta

import pytest
from django.core.management import call_command

from games_app.lib import clock
from games_app.models import AuditEntry, Match, Member, MemberLink, Player
from games_app.people import membership
from tests.pages.people import begun, config, make, seated
from tests.site_settings import set_site

pytestmark = pytest.mark.django_db(transaction=True)

FOR_MEMBERS = ("/new", "/new/mancala", "/computer", "/computer/mancala", "/lobby", "/watch", "/history")
FOR_ALL = ("/", "/rules/morris", "/learn/mancala", "/board/checkers", "/about", "/privacy", "/history?mine=1")


def link(places=1, days=7):
    """Return the path of a new link."""
    now = clock.now()
    return f"/welcome/{membership.new_link(places, now + timedelta(days=days), now)[1]}"


def become_member(client):
    assert client.post(link()).headers["Location"] == "/"


@pytest.fixture
def closed(settings, alice):
    set_site(closed="1")
    become_member(alice)
    return settings


def status(client, path):
    return client.get(path).status_code


def test_an_open_site_asks_nobody_for_an_invitation(bob):
    assert {status(bob, path) for path in (*FOR_MEMBERS, *FOR_ALL)} == {200}


def test_a_closed_site_shows_strangers_its_rules_and_says_kindly_what_is_not_theirs(closed, mallory):
    assert {status(mallory, path) for path in FOR_ALL} == {200}
    assert {status(mallory, path) for path in FOR_MEMBERS} == {403}
    page = mallory.get("/new/mancala").content.decode()
    assert "You can play and watch every game whose link you have." in page
    assert not Player.objects.exclude(membership__isnull=False).exists()


def test_members_have_the_whole_site(closed, alice):
    assert {status(alice, path) for path in (*FOR_MEMBERS, *FOR_ALL)} == {200}


def test_a_friend_with_the_link_plays_and_carol_watches_without_an_invitation(closed, alice, bob, carol):
    address = begun(alice, bob)
    assert seated(address) == ["alice", "bob"]
    assert status(carol, address) == 200
    assert address in bob.get("/history?mine=1").content.decode()
    assert address not in carol.get("/").content.decode(), "the first page lists nothing to strangers"
    become_member(carol)
    assert address in carol.get("/").content.decode()


def test_no_form_of_a_stranger_makes_a_match(closed, alice, bob, mallory):
    begun(alice, bob)
    before = Match.objects.count()
    forms = {
        "/new/mancala": config(name="mallory"),
        "/computer/mancala": {"level": "beginner", "name": "mallory"},
        "/lobby/play": {"game": "mancala", "preset": "5+3"},
        "/import": {"text": "{}"},
    }
    assert {mallory.post(path, form).status_code for path, form in forms.items()} == {403}
    assert Match.objects.count() == before


def test_command_sent_to_the_writer_alone_is_refused_too(closed, alice, bob):
    """The guest of a match has a session, and asks the other player for another match."""
    address = begun(alice, bob)
    answer = bob.get(f"{address}/again", follow=True)
    assert answer.status_code == 403
    assert not Match.objects.filter(invited__isnull=False).exists()


def test_an_open_offer_is_taken_by_members_only(closed, alice, bob, mallory):
    terms = {"opponent": "anybody", "time": "real", "minutes": "5", "increment": "3", "absence": "claim"}
    offer = make(alice, **terms).rsplit("/", 1)[1]
    assert mallory.post("/lobby/take", {"match": offer}).status_code == 403
    become_member(bob)
    assert bob.post("/lobby/take", {"match": offer}).status_code == 302


def test_opening_a_link_makes_nobody_a_member_and_pressing_the_button_does(closed, bob):
    path = link()
    page = bob.get(path)
    assert "Accept the invitation" in page.content.decode()
    assert Member.objects.count() == 1
    assert bob.post(path).status_code == 302
    assert Member.objects.count() == 2
    assert status(bob, "/new") == 200


def test_a_link_has_as_many_places_as_it_was_given_and_a_member_takes_no_second_one(
    closed, bob, carol, mallory
):
    path = link(places=2)
    assert [one.post(path).status_code for one in (bob, bob, carol, mallory)] == [302, 302, 302, 410]
    assert "no longer valid" in mallory.get(path).content.decode()
    assert status(mallory, "/new") == 403


@pytest.mark.parametrize("token", ["unknown", "x" * 500])
def test_a_link_that_was_never_made_is_refused(closed, mallory, token):
    assert mallory.post(f"/welcome/{token}").status_code == 410


def test_a_link_that_is_too_old_is_refused(closed, mallory):
    assert mallory.post(link(days=-1)).status_code == 410


def test_search_engines_are_asked_to_stay_away_from_a_closed_site(closed, client):
    assert client.get("/robots.txt").content.decode() == "User-agent: *\nDisallow: /\n"


def test_the_host_invites_revokes_and_removes_and_each_is_written_down(closed, bob, capsys):
    closed.SITE_URL = "https://play.example"
    call_command("invite", "--people", "30", "--days", "2")
    printed = capsys.readouterr()
    (path,) = re.findall(r"^https://play\.example(/welcome/\S{22})$", printed.out.strip())
    assert "for 30 people, until " in printed.err
    assert bob.post(path).status_code == 302
    call_command("invite", "--list")
    newest = MemberLink.objects.latest("pk").pk
    assert f"link {newest}: for 29 people, " in (listed := capsys.readouterr().out)
    assert "1 have come" in listed
    assert "members: 2" in listed
    call_command("invite", "--revoke", str(newest))
    assert bob.get(path).status_code == 410
    assert status(bob, "/new") == 200, "members stay"
    call_command("invite", "--remove", Member.objects.latest("pk").player.public_id)
    assert status(bob, "/new") == 403
    assert list(AuditEntry.objects.values_list("what", flat=True)) == ["invite", "revoke", "remove"]


def test_user_without_a_name_on_the_system_can_invite_too(monkeypatch):
    """As in a platform's containers, which run under numbers of their own."""
    for name in ("LOGNAME", "USER", "LNAME", "USERNAME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(pwd, "getpwuid", {}.__getitem__)
    call_command("invite")
    assert AuditEntry.objects.get().who == f"uid {os.getuid()}"
