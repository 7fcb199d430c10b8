"""Forms that the database cannot store now: the same form sent again is done once."""

from __future__ import annotations

import pytest
from django.db import OperationalError

from games_app.models import Match
from games_app.record.batch import Batch
from tests.pages.people import config, join, make
from tests.records import Told

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def out_of_reach(monkeypatch):
    """Make the database unable to store the next form, but able to store what follows."""
    run = Batch.run

    def fail(self, commands):
        monkeypatch.setattr(Batch, "run", run)
        raise OperationalError("database is locked")

    return lambda: monkeypatch.setattr(Batch, "run", fail)


def must_be_sent_again(answer) -> bool:
    """Return whether people and programs are told to send the same form again."""
    said = "try again in a few seconds" in answer.content.decode().lower()
    return answer.status_code == 503 and int(answer.headers["Retry-After"]) > 0 and said


def test_a_new_match_that_cannot_be_stored_is_made_by_the_same_form_sent_again(alice, out_of_reach):
    alice.post("/name", {"name": "alice"})
    out_of_reach()
    form = config(cmd="a-form-of-alice")
    assert must_be_sent_again(alice.post("/new/mancala", form))
    addresses = {alice.post("/new/mancala", form).headers["Location"] for _ in range(2)}
    assert len(addresses) == Match.objects.count() == 1


def test_a_seat_that_cannot_be_stored_is_taken_by_the_same_form_sent_again(alice, bob, out_of_reach):
    address = make(alice)
    bob.post("/name", {"name": "bob"})
    out_of_reach()
    assert must_be_sent_again(join(bob, address))
    assert join(bob, address).status_code == 302
    assert join(bob, address).status_code == 409


def test_a_file_that_cannot_be_stored_is_brought_by_the_same_form_sent_again(alice, carol, out_of_reach):
    text = alice.get(
        f"/m/{Told('mancala').play_on(seed=1, decisions=3).resigned().store()}.txt"
    ).content.decode()
    carol.post("/name", {"name": "carol"})
    out_of_reach()
    assert must_be_sent_again(carol.post("/import", {"text": text}))
    assert carol.post("/import", {"text": text}).status_code == 302
