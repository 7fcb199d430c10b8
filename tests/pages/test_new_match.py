"""Two clicks lead to a link."""

import re

import pytest
from django.db import OperationalError
from django.test import Client

from games_app.games.rules import GAMES
from games_app.match.messages import Create, MatchConfig
from games_app.match.terms import Terms
from games_app.models import Match, Player
from games_app.record.batch import Batch
from games_app.record.commands.matches import MOST_WAITING
from games_app.record.commands.registry import Command
from games_app.record.writer import Writer
from tests.pages.people import config, join, loaded, make, row, seated
from tests.pages.test_accounts import open_account

pytestmark = pytest.mark.django_db(transaction=True)

MISTAKES = [
    ({"name": ""}, "Enter a name"),
    ({"name": "a"}, "2 to 20 characters"),
    ({"name": "a\u202eb"}, "control, direction or blank"),
    ({"side": "east"}, "Select a valid choice"),
    ({"visibility": "secret"}, "Select a valid choice"),
    ({"rounds": "7"}, "Select a valid choice"),
    ({"opening": ""}, "This field is required"),
]


def text(answer):
    return answer.content.decode()


@pytest.mark.parametrize("game", GAMES)
def test_the_form_as_it_is_offered_makes_a_match(alice, game):
    form = alice.get(f"/new/{game}").context["form"]
    offered = {name: form[name].value() for name in form.fields}
    answer = alice.post(f"/new/{game}", offered)
    assert answer.status_code == 302
    match = row(answer.headers["Location"])
    assert (match.game, match.status, match.visibility) == (game, "waiting", "public")
    assert loaded(answer.headers["Location"]).terms.games == 1
    assert seated(answer.headers["Location"]) == [offered["name"]]


def test_a_suggested_name_stays_for_a_browser_and_no_other(alice, bob):
    pages = ("/new/mancala", "/new/oware?to=anybody", "/computer/congkak", "/new/mancala")
    suggested = [alice.get(page).context["form"]["name"].value() for page in pages]
    assert len(set(suggested)) == 1
    link = make(bob, name="bob")
    assert alice.get(link).context["form"]["name"].value() == suggested[0]
    others = {Client().get("/new/mancala").context["form"]["name"].value() for _ in range(5)}
    assert len(others | set(suggested)) > 2


def test_each_rule_set_is_named_and_has_a_sentence(alice):
    for slug in GAMES:
        sets = alice.get(f"/new/{slug}").context["rule_sets"]
        assert len({str(one.game.name) for one, _address in sets}) == len(sets)
        assert all(str(one.sheet.because) for one, _address in sets if len(sets) > 1)


def test_a_chip_with_a_mistake_is_open(alice):
    page = text(alice.post("/new/mancala", config(time="real", minutes="0")))
    assert re.findall(r'data-chip="(\w+)" open>', page) == ["time"]


def test_the_other_games_keep_whom_the_form_is_for(alice):
    assert (
        dict(alice.get("/new/mancala?to=anybody").context["games"])[GAMES["oware"]] == "/new/oware?to=anybody"
    )


def test_the_match_keeps_the_options_that_were_chosen(alice):
    address = make(alice, "congkak", rounds="5", opening="north", visibility="link")
    assert row(address).options == {"rounds": "5", "opening": "north", "sowing": "auto"}
    assert row(address).visibility == "link"


def test_two_at_one_screen_are_asked_for_names_and_not_who_plays_or_watches(alice):
    page = alice.get("/together/mancala")
    chips = [chip.field.name for chip in page.context["form"].chips]
    assert chips == ["time", "sowing", "handicap", "favours", "games", "start", "hints", "tips"]
    assert "days" not in dict(page.context["form"].fields["time"].choices)
    assert not {"name", "opponent", "side", "visibility", "within"} & set(page.context["form"].fields)
    answer = alice.post("/together/mancala", {"name_north": "Aina", "name_south": ""})
    match = loaded(answer.headers["Location"])
    assert (match.row.status, match.row.visibility, match.hotseat) == ("playing", "link", True)
    assert {role: seat.name for role, seat in match.seats.items()} == {"north": "Aina", "south": "South"}
    assert match.terms == Terms()
    assert alice.get(answer.headers["Location"]).status_code == 200
    assert alice.get("/new/mancala?side=both").headers["Location"] == "/together/mancala"


def test_the_name_of_an_account_is_not_given_to_somebody_else_at_one_screen(alice, bob):
    open_account(bob, "Aina")
    answer = alice.post("/together/mancala", {"name_north": "Bakar", "name_south": "Aina"})
    assert answer.status_code == 409
    assert list(answer.context["form"].errors) == ["name_south"]
    assert not Match.objects.exists()


def test_a_form_with_a_mistake_comes_back_with_the_reason_and_makes_nothing(alice):
    for changes, said in MISTAKES:
        answer = alice.post("/new/congkak", config("congkak", **changes))
        assert answer.status_code == 422, changes
        assert said in text(answer), changes
    assert not Match.objects.exists()


def test_the_same_form_sent_to_two_processes_makes_one_match(alice):
    make(alice)
    wished = MatchConfig("mancala", {}, "north", "public")
    create = Create(wished, "alice", cmd="the-form-of-alice")
    form = Command(create, "", Player.objects.get().pk)
    answers = [*Writer().run([form, form]), *Writer().run([form])]
    assert [one.again for one in answers] == [False, True, True]
    assert len({one.match for one in answers}) == 1
    assert Match.objects.count() == 2


def test_so_many_matches_may_wait_for_a_friend_and_then_one_has_to_be_cancelled(alice, bob):
    waiting = [make(alice) for _ in range(MOST_WAITING)]
    refused = alice.post("/new/mancala", config())
    assert refused.status_code == 409
    assert "Cancel one first" in text(refused)
    alice.post(f"{waiting[0]}/cancel")
    make(alice)
    join(bob, waiting[1])
    make(alice)
    assert alice.post("/new/mancala", config()).status_code == 409
    assert bob.post("/new/mancala", config(name="bob")).status_code == 302


def test_another_persons_form_with_the_same_id_makes_another_match(alice, mallory):
    form = config() | {"cmd": "the-form-of-alice"}
    first, second = alice.post("/new/mancala", form), mallory.post("/new/mancala", form)
    assert first.headers["Location"] != second.headers["Location"]


def test_a_newcomer_whose_match_could_not_be_stored_sends_the_form_again_as_the_same_guest(monkeypatch):
    def fails(*_):
        raise OperationalError

    dave = Client()
    dave.get("/new/mancala")  # with the cookie that every form sends
    monkeypatch.setattr(Batch, "run", fails)
    assert dave.post("/new/mancala", config(name="dave")).status_code == 503
    monkeypatch.undo()
    assert dave.post("/new/mancala", config(name="dave")).status_code == 302
    assert [player.name for player in Player.objects.all()] == ["dave"]
