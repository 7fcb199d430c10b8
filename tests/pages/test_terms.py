"""Terms besides the rules are chosen in the form and shown to both players before they begin."""

from __future__ import annotations

import re

import pytest

from games_app.match.terms import DEFAULT_TERMS, Claim, Daily, Pause, RealTime, Terms
from games_app.models import Match
from tests.pages.people import config, loaded, make
from tests.site_settings import set_site

pytestmark = pytest.mark.django_db(transaction=True)


def text(answer):
    return answer.content.decode()


CHOSEN = [
    ({}, DEFAULT_TERMS),
    ({"time": "real", "minutes": "1", "increment": "0"}, Terms(time=RealTime(1, 0))),
    ({"time": "5+3", "minutes": "90"}, Terms(time=RealTime(5, 3))),
    ({"time": "3+2", "absence": "pause"}, Terms(time=RealTime(3, 2), absence=Pause(5))),
    ({"time": "real", "minutes": "60", "increment": "60"}, Terms(time=RealTime(60, 60))),
    ({"time": "days", "days": "14"}, Terms(time=Daily(14))),
    ({"hints": "none"}, Terms(hints=False)),
    ({"takebacks": "never"}, Terms(takebacks=False)),
    ({"talk": "phrases"}, Terms(talk="phrases")),
    ({"talk": "off"}, Terms(talk="off")),
    ({"absence": "claim", "claim": "60"}, Terms(absence=Claim(60))),
    ({"time": "real", "absence": "pause"}, Terms(time=RealTime(10, 5), absence=Pause(5))),
    ({"games": "2"}, Terms(games=2)),
    ({"start": "even"}, Terms(balanced=True)),
    ({"time": "none", "minutes": "90", "days": "x", "pause": "0", "claim": "1"}, DEFAULT_TERMS),
    ({"time": "days", "minutes": "90"}, Terms(time=Daily(3))),
]
"""Fields of the form, and the terms of the match that is made."""


def test_a_match_is_made_on_the_terms_that_were_chosen(alice):
    for chosen, terms in CHOSEN:
        address = make(alice, **chosen)
        assert loaded(address).terms == terms, chosen
        alice.post(f"{address}/cancel")


IMPOSSIBLE = [
    ({"time": "real", "minutes": "0"}, "greater than or equal to 1"),
    ({"time": "real", "minutes": "61"}, "less than or equal to 60"),
    ({"time": "real", "increment": "-1"}, "greater than or equal to 0"),
    ({"time": "days", "days": "15"}, "less than or equal to 14"),
    ({"time": "hours"}, "Select a valid choice"),
    ({"games": "3"}, "Select a valid choice"),
    ({"absence": "claim", "claim": "5"}, "greater than or equal to 30"),
    ({"absence": "pause"}, "nothing that could wait"),
    ({"time": "days", "absence": "claim"}, "nobody has to be there"),
]


def test_terms_that_cannot_be_come_back_with_the_reason_and_make_nothing(alice):
    for chosen, said in IMPOSSIBLE:
        answer = alice.post("/new/checkers", config("checkers", **chosen))
        assert answer.status_code == 422, chosen
        assert said in text(answer), chosen
    assert not Match.objects.exists()


@pytest.mark.parametrize(
    ("setting", "offered"),
    [("words", ["words", "phrases", "off"]), ("phrases", ["phrases", "off"]), ("off", [])],
)
def test_the_form_offers_as_much_chat_as_the_site_allows(alice, setting, offered):
    set_site(talk=setting)
    form = text(alice.get("/new/checkers")).partition("<main")[2].partition("</main>")[0]
    assert re.findall(r'name="talk" value="(\w+)"', form) == offered
    assert loaded(make(alice)).terms.talk == setting
    asked = alice.post("/new/checkers", config("checkers", talk="words"))
    assert asked.status_code == (302 if setting == "words" else 422)


def test_invited_player_reads_the_terms_before_taking_the_seat(alice, bob):
    chosen = {
        "time": "real",
        "minutes": "5",
        "increment": "3",
        "takebacks": "never",
        "absence": "pause",
        "games": "2",
    }
    invitation = text(bob.get(make(alice, **chosen)))
    assert "5 minutes each, plus 3 seconds a turn. If your time runs out, you lose." in invitation
    assert "Not in this match." in invitation
    assert "The clock waits for each player once, for 5 minutes at most." in invitation
    assert "2 games. Sides are swapped after each." in invitation
    assert "After a week without a move either of you can end it." in text(bob.get(make(alice)))
