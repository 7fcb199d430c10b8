"""Terms besides the rules are chosen in the form and shown to both players before they begin."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest

from games_app.models import Match
from games_app.rules import GAMES
from games_app.services.state.terms import USUAL, Claim, Daily, Pause, RealTime, Terms
from tests.pages.people import begun, config, join, loaded, make

pytestmark = pytest.mark.django_db(transaction=True)


def text(answer):
    return answer.content.decode()


@pytest.mark.parametrize(
    ("chosen", "terms"),
    [
        ({}, USUAL),
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
        ({"time": "none", "minutes": "90", "days": "x", "pause": "0", "claim": "1"}, USUAL),
        ({"time": "days", "minutes": "90"}, Terms(time=Daily(3))),
    ],
)
def test_a_match_is_made_on_the_terms_that_were_chosen(alice, chosen, terms):
    assert loaded(make(alice, **chosen)).terms == terms


def test_mancala_may_begin_with_an_even_opening_and_both_read_so_and_where_the_proof_comes_from(alice, bob):
    form = text(alice.get("/new/mancala"))
    assert "proved by searching every continuation" in form
    assert "proved by searching" not in text(alice.get("/new/morris"))
    address = make(alice, "mancala", start="even")
    assert not loaded(make(alice, "morris", start="even")).terms.balanced
    assert "<dt>Opening</dt><dd>Drawn by lot among those that are proved even.</dd>" in text(bob.get(address))
    assert "searched every continuation to its end" in text(bob.get("/rules/mancala"))


@pytest.mark.parametrize(
    ("chosen", "said"),
    [
        ({"time": "real", "minutes": "0"}, "greater than or equal to 1"),
        ({"time": "real", "minutes": "61"}, "less than or equal to 60"),
        ({"time": "real", "increment": "-1"}, "greater than or equal to 0"),
        ({"time": "days", "days": "15"}, "less than or equal to 14"),
        ({"time": "hours"}, "Select a valid choice"),
        ({"games": "3"}, "Select a valid choice"),
        ({"absence": "claim", "claim": "5"}, "greater than or equal to 30"),
        ({"absence": "pause"}, "nothing that could wait"),
        ({"time": "days", "absence": "claim"}, "nobody has to be there"),
    ],
)
def test_terms_that_cannot_be_come_back_with_the_reason_and_make_nothing(alice, chosen, said):
    answer = alice.post("/new/checkers", config("checkers", **chosen))
    assert answer.status_code == 422
    assert said in text(answer)
    assert not Match.objects.exists()


def test_a_form_with_mistakes_leads_to_the_first_of_them_on_the_page(alice):
    for chosen, leads in (
        ({"time": "hours", "name": ""}, "id_name"),
        ({"claim": "5", "absence": "claim", "games": "3"}, "id_games"),
        ({"time": "real", "minutes": "90", "hints": "maybe"}, "id_minutes"),
    ):
        page = text(alice.post("/new/checkers", config("checkers", **chosen)))
        [alert] = re.findall(r'role="alert">.*?</p>', page)
        assert f'<a href="#{leads}">' in alert
        assert f' id="{leads}"' in page


@pytest.mark.parametrize(
    ("setting", "offered"),
    [("words", ["words", "phrases", "off"]), ("phrases", ["phrases", "off"]), ("off", [])],
)
def test_the_form_offers_as_much_chat_as_the_site_allows(alice, settings, setting, offered):
    settings.TALK = setting
    form = text(alice.get("/new/checkers")).partition("<main")[2].partition("</main>")[0]
    assert re.findall(r'name="talk" value="(\w+)"', form) == offered
    assert loaded(make(alice)).terms.talk == setting
    asked = alice.post("/new/checkers", config("checkers", talk="words"))
    assert asked.status_code == (302 if setting == "words" else 422)


def test_the_form_of_mancala_offers_a_pair_of_games_first_and_says_why(alice):
    mancala, morris = alice.get("/new/mancala"), alice.get("/new/morris")
    assert mancala.context["form"]["games"].value() == 2
    assert "Moving first is an advantage" in text(mancala)
    assert morris.context["form"]["games"].value() == 1


def test_who_is_invited_reads_the_terms_before_taking_the_seat(alice, bob):
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
    assert "Time" not in text(bob.get(make(alice))).partition('class="agreed"')[2]


@pytest.mark.parametrize(("chosen", "said"), [({}, "For both."), ({"hints": "none"}, "None.")])
def test_both_read_whether_there_are_hints_before_and_during_the_match(alice, bob, chosen, said):
    address = make(alice, **chosen)
    line = f"<dt>Hints</dt><dd>{said}</dd>"
    for before in (alice.get(address), bob.get(address)):
        assert line in text(before)
    join(bob, address)
    for during in (alice.get(address), bob.get(address)):
        assert line in text(during)


@pytest.mark.parametrize(
    ("chosen", "said"),
    [
        ({"time": "real", "minutes": "5", "increment": "3"}, "<small>5+3</small>"),
        ({"time": "days", "days": "3", "games": "2"}, "<small>3 days a turn, game 1 of 2</small>"),
        ({"sowing": "hand", "time": "real", "minutes": "1", "increment": "0"}, "by hand, 1+0</small>"),
    ],
)
def test_lists_say_in_a_word_or_two_what_a_match_is_played_on(alice, bob, chosen, said):
    begun(alice, bob, "congkak", **chosen)
    for page in ("/", "/history", "/history?mine=1"):
        assert said in text(alice.get(page))


def test_with_days_for_each_turn_lists_say_how_long_there_is_for_it(alice, bob):
    address = begun(alice, bob, "checkers", side="black", time="days", days="3")
    deadline = loaded(address).row.deadline
    for passed, said in (
        ({}, "2 days left"),
        ({"days": 1, "hours": 1}, "1 day left"),
        ({"days": 2, "minutes": 1}, "23 hours left"),
        ({"days": 2, "hours": 23, "minutes": 55}, "4 minutes left"),
        ({"days": 3}, "less than a minute left"),
    ):
        Match.objects.update(deadline=deadline - timedelta(**passed))
        assert f"Your turn, {said}" in text(alice.get("/"))
        assert f"Their turn, {said}" in text(bob.get("/"))
    begun(alice, bob, "mancala", time="real")
    assert text(bob.get("/")).count(" left<") == 1


@pytest.mark.parametrize("game", GAMES)
def test_what_a_fallen_flag_means_stands_in_the_rules_of_each_game(alice, game):
    assert "a player who runs out of time loses" in text(alice.get(f"/rules/{game}"))
