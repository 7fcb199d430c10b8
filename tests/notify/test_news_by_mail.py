"""News in a digest besides turns: invitations, rematches and next games that came in one's absence."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core import mail
from django.core.management import call_command
from django.db.models import F
from django.test import Client
from django.utils import timezone

from games_app.match.messages import NO_ID, Rematch
from games_app.models import Event, LobbyPresence, MailAddress, Match, Player, Presence, Seat
from games_app.people import mail_addresses
from games_app.record.commands.registry import Command
from games_app.record.writer import writer
from tests.notify.postbox import links_of, mail_server
from tests.pages.people import loaded
from tests.pages.test_inviting import invite, over

pytestmark = pytest.mark.django_db(transaction=True)

ADDRESS = "alice@mail.example"


@pytest.fixture(autouse=True)
def _site_that_sends_mail(settings):
    settings.SITE_URL = "https://play.example"


def confirmed(name: str = "alice") -> MailAddress:
    token = mail_addresses.confirmation_token(Player.objects.get(name=name), ADDRESS)
    address = mail_addresses.confirm(token, timezone.now() - timedelta(days=1))
    assert address
    return address


def ready(name: str, address: str) -> str:
    """Let one of the two be ready for another game; return that page, or the game if both are ready."""
    match = loaded(address)
    writer.ask(Command(Rematch(NO_ID), match.row.public_id, Player.objects.get(name=name).pk))
    return f"/m/{loaded(address).row.successor or match.row.public_id}"


def later(**time: int) -> None:
    """Let everything have happened so much earlier."""
    by = timedelta(**time)
    for model, columns in {
        Match: ("created_at", "started_at", "acted_at", "ended_at", "deadline"),
        Event: ("at",),
        Seat: ("listed_at",),
        MailAddress: ("confirmed_at", "sent_at"),
        Presence: ("until",),
        LobbyPresence: ("until",),
    }.items():
        model.objects.update(**{column: F(column) - by for column in columns})
    writer.forget()


def told() -> list[str]:
    """Return the lines without links of the digest that is sent now; empty without one."""
    mail.outbox.clear()
    call_command("mail", once=True)
    lines = [line for one in mail.outbox for line in str(one.body).splitlines()]
    return [line for line in lines if line and "https" not in line]


def test_one_mail_tells_of_an_invitation_a_rematch_and_the_next_game_with_a_link_to_each(
    alice, bob, settings
):
    rematch, series = ready("bob", over(alice, bob)), ready("bob", over(alice, bob, games="2"))
    invitation = invite(bob, "alice").headers["Location"]
    confirmed()
    with mail_server(settings) as postbox:
        call_command("mail", once=True)
        assert postbox.letters == []
        later(minutes=30)
        call_command("mail", once=True)
        call_command("mail", once=True)
    (letter,) = postbox.letters
    assert letter["Subject"] == "3 matches are waiting for you"
    text = letter.get_content()
    assert "invites you: Nine Men's Morris" in text
    assert "offers a rematch: Mancala" in text
    assert "is ready for game 2 of 2: Mancala" in text
    *links, choices, stop = links_of(letter)
    assert set(links) == {invitation, rematch, series}
    assert alice.get(links[0]).status_code == 200
    assert alice.get(choices).status_code == alice.get(stop).status_code == 200


def test_nothing_that_is_not_wanted_is_told(alice, bob):
    ready("bob", over(alice, bob))
    ready("bob", over(alice, bob, games="2"))
    invite(bob, "alice")
    confirmed()
    later(minutes=30)
    assert "checked" in alice.get("/mail").content.decode()
    assert alice.post("/mail", {"do": "choose", "turns": "on"}).headers["Location"] == "/mail?chosen"
    assert told() == []
    alice.post("/mail", {"do": "choose", "rematches": "on"})
    assert len(told()) == 1


def test_nothing_is_told_of_who_is_blocked_or_of_what_is_over(alice, bob):
    invite_after_match(alice, bob)
    ready("bob", f"/m/{Match.objects.get(status='over').public_id}")
    later(minutes=30)
    block = f"/player/{Player.objects.get(name='bob').public_id}/block"
    alice.post(block)
    assert told() == []
    alice.post(block, {"undo": "1"})
    later(days=8)
    assert told() == []


def test_old_news_are_sent_again_only_beside_new_ones(alice, bob):
    invite_after_match(alice, bob)
    assert len(told()) == 1
    later(hours=5)
    assert told() == []
    invite(bob, "alice")
    later(minutes=30)
    assert len(told()) == 2


def invite_after_match(alice: Client, bob: Client) -> None:
    """Let bob invite alice, with whom he has played, half an hour ago."""
    over(alice, bob)
    invite(bob, "alice")
    confirmed()
    later(minutes=30)
