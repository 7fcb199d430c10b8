"""Appeals: bob is barred, appeals once, and reads the decision of carol, a moderator."""

from __future__ import annotations

import io
from datetime import timedelta

import pytest
from django.core.management import call_command
from django.test import Client

from games_app.lib import clock
from games_app.management.commands.tick import Command as Ticker
from games_app.models import AuditEntry, Sanction
from games_app.people import sanctions
from tests.moderation.test_desk import appointed, who
from tests.pages.lobby import offer, play
from tests.pages.people import make

pytestmark = pytest.mark.django_db(transaction=True)

WORDS = "It was <b>my brother</b>.\r\nHe is sorry."


@pytest.fixture
def moderator(carol) -> Client:
    appointed(carol, "carol")
    return carol


@pytest.fixture
def barred(bob) -> Client:
    make(bob, name="bob")
    impose(bob, "bar")
    return bob


def impose(person: Client, kind: str, reason: str = "unfair") -> None:
    sanctions.impose(who(person), Sanction.Kind(kind), clock.now() + timedelta(days=1), reason)


def appeal(person: Client, words: str = WORDS, against: str = "bar"):
    return person.post("/appeal", {"against": against, "words": words})


def shown(person: Client, path: str = "/appeal") -> str:
    return str(person.get(path).content.decode())


def decide(moderator: Client, person: Client, do: str) -> str:
    sent = {"do": do, "person": who(person).public_id}
    return str(moderator.post("/moderation/act", sent, follow=True).content.decode())


def test_barred_player_reads_the_reason_and_how_to_appeal_and_is_offered_no_match(alice, barred):
    for page in (play(barred).content.decode(), shown(barred, "/lobby")):
        assert "Please play fair." in page
        assert 'href="/appeal"' in page
    assert 'href="/appeal"' in shown(barred, "/name")
    assert 'href="/appeal"' in shown(barred, offer(alice))
    assert "data-barred" in shown(barred, "/lobby")
    assert 'action="/lobby/' not in shown(barred, "/lobby").partition("<template")[0]
    assert "You can't chat, start games or join games until" in shown(barred)
    assert "Please play fair." in shown(barred)


def test_an_appeal_waits_in_the_queue_as_it_was_written(barred, moderator):
    assert appeal(barred).headers["Location"] == "/appeal"
    assert "The moderators will read your appeal." in shown(barred)
    queue = shown(moderator, "/moderation/")
    assert "It was &lt;b&gt;my brother&lt;/b&gt;.<br>He is sorry." in queue
    told = io.StringIO()
    call_command("moderate", "reports", stdout=told)
    assert f"appeal of bob ({who(barred).public_id})" in told.getvalue()
    assert "It was <b>my brother</b>. He is sorry." in told.getvalue()


def test_rejected_appeal_is_shown_and_allows_no_second_one(barred, moderator):
    appeal(barred)
    assert "The decision stands, and they are told." in decide(moderator, barred, "uphold")
    assert "the pause stays" in shown(barred)
    assert play(barred).status_code == 409
    assert appeal(barred, "Again").status_code == 409
    assert "No open reports." in shown(moderator, "/moderation/")
    assert "no open appeal" in decide(moderator, barred, "uphold")
    assert list(AuditEntry.objects.values_list("what", flat=True)) == ["uphold"]


@pytest.mark.parametrize("words", ["", "  \r\n ", "x" * 501])
def test_an_appeal_has_some_words_and_not_too_many(barred, words):
    refused = appeal(barred, words)
    assert refused.status_code == 422
    assert 'role="alert"' in refused.content.decode()
    assert appeal(barred, "x" * 499 + "\r\n" + "x").status_code == 422
    assert appeal(barred, "x" * 498 + "\r\n" + "x").status_code == 302


def test_appeal_for_others_or_without_a_sanction_is_refused(barred, mallory, client):
    make(mallory, name="mallory")
    assert appeal(mallory).status_code == 409
    assert "Nothing is paused." in shown(mallory)
    assert appeal(client).headers["Location"] == "/name"
    assert not Sanction.objects.exclude(appeal="").exists()


def test_moderator_does_not_decide_about_their_own_appeal(moderator, alice):
    appointed(alice, "alicia", "administrator")
    impose(alice, "bar")
    appeal(alice)
    assert "No open reports." in shown(alice, "/moderation/")
    for do in ("lift", "uphold"):
        assert "That is about you." in decide(alice, alice, do)
    assert "Appeal of alicia" in shown(moderator, "/moderation/")


def test_appeals_come_at_a_bounded_pace(barred):
    answers = [appeal(barred, "x" * 501).status_code for _ in range(11)]
    assert answers == [422] * 10 + [429]


def test_the_words_go_a_month_after_the_bar_has_ended(barred, moderator, monkeypatch):
    appeal(barred)
    decide(moderator, barred, "lift")
    ended = clock.now()
    for days, words in ((29, "It was <b>my brother</b>.\nHe is sorry."), (31, "")):
        now = ended + timedelta(days=days)
        monkeypatch.setattr(clock, "now", lambda now=now: now)
        Ticker().clear()
        assert Sanction.objects.get().appeal == words
        assert ("He is sorry." in shown(barred)) == bool(words), days
    assert "deleted 30 days after" in shown(barred, "/privacy")
