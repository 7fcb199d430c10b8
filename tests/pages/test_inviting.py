"""Inviting people after a common match, and blocking people."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
from django.test import Client

from games_app.lib import clock
from games_app.match.messages import NO_ID, Resign
from games_app.models import Block, ClientMark, Event, Match, Player
from games_app.record.commands import invitations
from games_app.record.commands.invitations import MOST_A_DAY
from games_app.record.commands.registry import Command
from games_app.record.writer import writer
from tests.pages.lobby import offer, play, take
from tests.pages.people import begun, config, join, loaded, make, row, seated

pytestmark = pytest.mark.django_db(transaction=True)


def text(answer):
    return answer.content.decode()


def over(one, other, **names):
    """Return the address of a match of the two that alice, its maker, has resigned."""
    address = begun(one, other, **names)
    match = loaded(address)
    writer.ask(Command(Resign(NO_ID), match.row.public_id, match.row.maker_id))
    return address


def public_id(name):
    return Player.objects.get(name=name).public_id


def invite(person, name, game="morris", **fields):
    return person.post(f"/player/{public_id(name)}/invite/{game}", config(game, time="days") | fields)


def as_shown(person, address):
    """Return the fields of the form as the person finds it, and its address."""
    answer = person.get(address, follow=True)
    form = answer.context["form"]
    return {name: form[name].value() for name in form.fields}, answer.request["PATH_INFO"]


def test_after_a_match_the_other_player_is_invited_to_one_like_it(alice, bob):
    played = over(alice, bob, game="checkers", time="days", days="5", takebacks="never")
    assert f'href="{played}/again"' in text(alice.get(played))
    fields, form = as_shown(alice, f"{played}/again")
    address = alice.post(form, fields).headers["Location"]
    match = row(address)
    assert (match.status, match.game, match.terms) == ("waiting", "checkers", row(played).terms)
    assert "Waiting for bob" in text(alice.get(address))
    lobby = text(bob.get("/lobby"))
    assert "You are invited" in lobby
    assert f'href="{address}"' in lobby
    assert join(bob, address).status_code == 302
    assert seated(address) == ["alice", "bob"]


def test_an_invitation_offers_what_a_link_does_and_begins_with_the_last_terms(alice, bob):
    over(alice, bob, game="congkak", rounds="5", opening="north", time="10+5", games="4", visibility="link")
    fields, form = as_shown(alice, f"/player/{public_id('bob')}/invite")
    assert form.endswith("/invite/congkak")
    chosen = {"rounds": "5", "opening": "north", "time": "10+5", "games": "4", "visibility": "link"}
    assert chosen.items() <= fields.items()
    by_link = alice.get("/new/congkak").context["form"]
    assert set(by_link.fields) - set(fields) == {"name", "opponent"}
    other, _ = as_shown(alice, form.replace("congkak", "mancala"))
    assert (other["time"], other["visibility"], other["games"]) == ("10+5", "link", 1)
    address = alice.post(form, fields | {"time": "none", "side": "north", "rounds": "match"}).headers[
        "Location"
    ]
    match = loaded(address)
    assert (match.terms.time, match.row.options["rounds"], match.terms.games) == (None, "match", 4)


def test_a_form_that_cannot_be_comes_back_and_invites_nobody(alice, bob):
    over(alice, bob)
    answer = invite(alice, "bob", rated="yes", absence="claim")
    assert (answer.status_code, list(answer.context["form"].errors)) == (422, ["absence"])
    assert not Match.objects.filter(invited__isnull=False).exists()


def test_rated_is_offered_where_it_counts_and_otherwise_the_reason_is_said(alice, bob):
    over(alice, bob)
    form = f"/player/{public_id('bob')}/invite"
    page = alice.get(form, follow=True)
    assert "rated" not in page.context["form"].fields
    assert "need an account on both sides" in text(page)
    with_accounts(alice=alice, bob=bob)
    assert "rated" in alice.get(f"{form}/morris").context["form"].fields
    assert "are never rated" in text(alice.get(f"{form}/kalah4"))
    for name in ("alice", "bob"):
        whose = Player.objects.get(name=name)
        ClientMark.objects.create(player=whose, mark="home", until=clock.now() + timedelta(days=1))
    page = alice.get(f"{form}/morris")
    assert "rated" not in page.context["form"].fields
    assert "you both use the same internet address" in text(page)


def test_only_the_invited_person_sees_and_takes_the_seat(alice, bob, mallory):
    over(alice, bob)
    address = invite(alice, "bob").headers["Location"]
    mallory.post("/name", {"name": "mallory"})
    assert mallory.get(address).status_code == 403
    assert join(mallory, address, "mallory").status_code == 403
    assert "You are invited" not in text(mallory.get("/lobby"))
    assert "data-offer=" not in text(mallory.get("/lobby"))
    assert take(mallory, address).status_code == 409
    assert seated(address) == ["alice"]


def test_invitation_to_a_person_never_played_with_is_refused(alice, bob, carol):
    begun(alice, bob)
    carol.post("/name", {"name": "carol"})
    assert "Invite" not in text(carol.get(f"/player/{public_id('bob')}"))
    refused = invite(carol, "bob")
    assert refused.status_code == 409
    assert carol.get(f"/player/{public_id('bob')}/invite/morris").status_code == 409
    assert Client().get(f"/player/{public_id('bob')}/invite/morris").status_code == 409
    assert "people you have played with" in text(refused)
    make(carol, name="carol")
    assert invite(carol, "bob").status_code == 409


def test_one_person_is_invited_so_many_times_a_day(alice, bob):
    over(alice, bob)
    for _ in range(MOST_A_DAY):
        address = invite(alice, "bob").headers["Location"]
        alice.post(f"{address}/cancel")
    refused = invite(alice, "bob")
    assert refused.status_code == 409
    assert "Try again tomorrow" in text(refused)
    assert invite(bob, "alice").status_code == 302


@pytest.mark.parametrize("blocker", ["alice", "bob"])
def test_blocked_player_gets_no_offer_and_is_told_nothing(alice, bob, blocker):
    over(alice, bob)
    people = {"alice": alice, "bob": bob}
    other = "bob" if blocker == "alice" else "alice"
    people[blocker].post(f"/player/{public_id(other)}/block")
    waiting = offer(alice)
    page = text(bob.get("/lobby"))
    assert "data-offer=" not in page.partition("<template")[0]
    assert play(bob).headers["Location"] != waiting
    refused = take(bob, waiting)
    assert refused.status_code == 409
    assert "Somebody else was faster" in text(refused)
    assert "blocked" not in text(people[other].get(f"/player/{public_id(blocker)}"))


def test_an_invitation_by_somebody_who_is_blocked_is_never_shown(alice, bob):
    over(alice, bob)
    bob.post(f"/player/{public_id('alice')}/block")
    address = invite(alice, "bob").headers["Location"]
    assert "Waiting for bob" in text(alice.get(address))
    assert "You are invited" not in text(bob.get("/lobby"))
    assert "Unblock them" in text(invite(bob, "alice"))


def test_whom_one_has_blocked_is_listed_on_the_own_page_alone(alice, bob):
    over(alice, bob)
    alice.post(f"/player/{public_id('bob')}/block")
    own = f"/player/{public_id('alice')}"
    assert "People you have blocked" in text(alice.get(own))
    assert f'action="/player/{public_id("bob")}/block"' in text(alice.get(own))
    for other in (bob, Client()):
        assert "People you have blocked" not in text(other.get(own))
    alice.post(f"/player/{public_id('bob')}/block", {"undo": "1"})
    assert "People you have blocked" not in text(alice.get(own))


def test_block_of_oneself_or_by_a_stranger_is_refused(alice, bob, carol):
    over(alice, bob)
    alice.post(f"/player/{public_id('alice')}/block")
    carol.post(f"/player/{public_id('alice')}/block")
    assert not Block.objects.exists()


def with_accounts(**people):
    """Open an account for each of these people, under their name here."""
    for name, person in people.items():
        person.post("/account", {"name": name, "password": "correct horse battery"})


def open_up(person, **sent):
    return person.post("/account", {"do": "invitations", **(sent or {"open": "yes"})})


def test_open_player_is_invited_by_everybody_with_an_account(alice, bob, carol):
    with_accounts(alice=alice, bob=bob)
    carol.post("/name", {"name": "carol"})
    page = f"/player/{public_id('bob')}"
    assert "Invite bob" not in text(alice.get(page))
    assert invite(alice, "bob").status_code == 409
    saved = open_up(bob).headers["Location"]
    assert '<p role="status">Saved.</p>' in text(bob.get(saved))
    assert 'value="yes" checked' in text(bob.get("/account"))
    assert "Invite bob" in text(alice.get(page))
    assert "Invite bob" not in text(carol.get(page))
    assert invite(carol, "bob").status_code == 409
    address = invite(alice, "bob").headers["Location"]
    assert f'href="{address}"' in text(bob.get("/lobby"))
    open_up(bob, open="")
    assert "Invite bob" not in text(alice.get(page))


def test_a_stranger_is_invited_once_a_day_and_not_too_many_are(alice, bob, carol, mallory, monkeypatch):
    with_accounts(alice=alice, bob=bob, carol=carol, mallory=mallory)
    for person in (carol, mallory):
        open_up(person)
    monkeypatch.setattr(invitations, "STRANGERS_A_DAY", 1)
    over(alice, bob)
    answers = [invite(alice, name) for name in ("bob", "carol", "carol", "mallory", "bob")]
    assert [one.status_code for one in answers] == [302, 302, 409, 409, 302]
    assert "already invited this person today" in text(answers[2])
    assert "1 new people a day" in text(answers[3])


def test_an_address_invites_strangers_at_a_bounded_pace(alice, bob):
    with_accounts(alice=alice, bob=bob)
    answers = [invite(alice, "bob").status_code for _ in range(31)]
    assert answers == [409] * 30 + [429]


@pytest.mark.parametrize(("open_for", "hours"), [("10m", 1 / 6), ("", 24)])
def test_an_invitation_is_open_for_as_long_as_its_maker_chose(alice, bob, open_for, hours):
    over(alice, bob)
    address = invite(alice, "bob", open_for=open_for).headers["Location"]
    assert row(address).deadline - row(address).created_at == timedelta(hours=hours)
    for reader in (alice, bob):
        assert f'Open until <time datetime="{row(address).deadline.isoformat()}"' in text(reader.get(address))
    lobby = " ".join(text(bob.get("/lobby")).split())
    assert f'open until <time data-local datetime="{row(address).deadline.isoformat()}"' in lobby


def test_reason_of_a_decline_is_read_by_the_maker_only(alice, bob, mallory):
    over(alice, bob)
    address = invite(alice, "bob").headers["Location"]
    page = text(bob.get(address))
    assert '<option value="too_slow">' in page
    assert '<option value="people_only">' not in page
    bob.post(f"{address}/decline", {"reason": "too_slow"})
    assert "bob declined: “The clock is too slow for me.”" in text(alice.get(address))
    assert "declined" not in text(mallory.get(address))
    frame = json.loads(Event.objects.get(match__public_id=row(address).public_id, what="cancelled").frame)
    assert frame["reason"] == "too_slow"


def test_a_watcher_invites_nobody_from_a_match(alice, bob, carol):
    played = over(alice, bob)
    carol.post("/name", {"name": "carol"})
    assert "/again" not in text(carol.get(played))
    assert carol.get(f"{played}/again").status_code == 404
