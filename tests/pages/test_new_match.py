"""Two clicks lead to a link."""

import json

import pytest
from django.db import OperationalError
from django.test import Client

from games_app.lib import clock
from games_app.models import Event, Match, Player
from games_app.rules import GAMES
from games_app.services.commands import matches
from games_app.services.commands.matches import MOST_WAITING
from games_app.services.commands.messages import Create, MatchConfig
from games_app.services.commands.registry import Command
from games_app.services.state.terms import Terms
from games_app.store.batch import Batch
from games_app.store.writer import Writer
from tests.pages.people import begun, config, join, loaded, make, row, seated
from tests.pages.test_accounts import open_account

pytestmark = pytest.mark.django_db(transaction=True)


def text(answer):
    return answer.content.decode()


def checked(answer, name):
    """Return the value of the radio button that is chosen when the form is opened."""
    field = answer.context["form"][name]
    return str(field.value())


def test_looking_at_the_form_makes_nobody_a_player(alice):
    assert alice.get("/new/mancala").status_code == 200
    assert not Player.objects.exists()
    assert not Match.objects.exists()


@pytest.mark.parametrize("game", GAMES)
def test_the_form_as_it_is_offered_makes_a_match(alice, game):
    form = alice.get(f"/new/{game}").context["form"]
    offered = {name: form[name].value() for name in form.fields}
    answer = alice.post(f"/new/{game}", offered)
    assert answer.status_code == 302
    match = row(answer.headers["Location"])
    assert (match.game, match.status, match.visibility) == (game, "waiting", "public")
    assert seated(answer.headers["Location"]) == [offered["name"]]


def test_whoever_wants_to_play_is_asked_which_game(alice):
    page = text(alice.get("/"))
    assert 'href="/new">Play with a friend' in page
    choice = text(alice.get("/new"))
    assert [game for game in GAMES if f'href="/new/{game}"' in choice] == list(GAMES)


def test_two_at_one_screen_have_a_door_of_their_own(alice):
    assert 'href="/new?side=both">Two at this screen' in text(alice.get("/"))
    choice = text(alice.get("/new?side=both"))
    assert 'href="/together/morris"' in choice
    assert alice.get("/new/morris?side=both").headers["Location"] == "/together/morris"
    assert checked(alice.get("/new/morris?side=white"), "side") == "white"
    assert checked(alice.get("/new/morris?side=nowhere"), "side") == "random"


def test_congkak_offers_three_rounds_and_sowing_by_itself_first(alice):
    page = alice.get("/new/congkak")
    assert checked(page, "rounds") == "3"
    assert checked(page, "sowing") == "auto"
    assert checked(page, "opening") == "simultaneous"


def test_by_hand_a_single_player_begins_unless_a_race_is_chosen(alice):
    opening = alice.get("/new/congkak").context["form"].fields["opening"]
    auto, by_hand = json.loads(opening.wordings)
    assert (auto["when"], auto["offered"]) == ({"sowing": ["auto"]}, "simultaneous")
    assert (by_hand["when"], by_hand["offered"]) == ({"sowing": ["hand"]}, "south")
    assert "race" in by_hand["values"]["simultaneous"]
    assert "race" not in auto["values"]["simultaneous"]
    assert "race" in dict(opening.choices)["simultaneous"], "true whatever the sowing, without JavaScript"


@pytest.mark.parametrize(("opening", "said"), [("simultaneous", "a race"), ("north", "North alone")])
def test_a_match_by_hand_says_so_wherever_it_is_agreed_or_listed(alice, bob, opening, said):
    address = begun(alice, bob, "congkak", opening=opening, sowing="hand")
    assert row(address).options == {"rounds": "3", "opening": opening, "sowing": "hand"}
    agreed = text(alice.get(address))
    assert said in agreed
    assert "By hand: drop every shell yourself" in agreed
    assert "in secret" not in agreed
    for history in ("/history", "/history?mine=1"):
        listed = text(alice.get(history))
        assert ("race by hand" if opening == "simultaneous" else "by hand") in listed


def test_the_match_keeps_the_options_that_were_chosen(alice):
    address = make(alice, "congkak", rounds="5", opening="north", visibility="link")
    assert row(address).options == {"rounds": "5", "opening": "north", "sowing": "auto"}
    assert row(address).visibility == "link"


@pytest.mark.parametrize("side", ["north", "south"])
def test_the_maker_sits_on_the_side_that_was_chosen(alice, side):
    address = make(alice, side=side)
    assert loaded(address).seats[side].name == "alice"


def test_two_people_on_one_screen_begin_at_once(alice):
    address = make(alice, side="both")
    assert row(address).status == "playing"
    assert len(set(loaded(address).sitters.values())) == 1


def test_two_at_one_screen_are_asked_for_names_and_not_who_plays_or_watches(alice):
    page = alice.get("/together/mancala")
    assert not {"name", "opponent", "side", "visibility", "within"} & set(page.context["form"].fields)
    answer = alice.post("/together/mancala", {"name_north": "Aina", "name_south": ""})
    match = loaded(answer.headers["Location"])
    assert (match.row.status, match.row.visibility, match.hotseat) == ("playing", "link", True)
    assert {role: seat.name for role, seat in match.seats.items()} == {"north": "Aina", "south": "South"}
    assert match.terms == Terms()


def test_names_at_one_screen_swap_sides_in_a_rematch(alice):
    names = {"name_white": "Aina", "name_black": "Bakar"}
    address = alice.post("/together/morris", names).headers["Location"]
    ended = loaded(address)
    assert seated(address) == ["Aina", "Bakar"]
    following = matches.successor(ended, clock.now())
    swapped = following.transition.seated
    assert {role: name for role, (_, name) in swapped.items()} == {"white": "Bakar", "black": "Aina"}


@pytest.mark.parametrize(
    ("names", "said"),
    [
        ({"name_north": "x"}, "2 to 20 characters"),
        ({"name_north": "Aina", "name_south": "aina"}, "look alike"),
    ],
)
def test_a_name_at_one_screen_that_cannot_be_is_refused(alice, names, said):
    answer = alice.post("/together/mancala", names)
    assert answer.status_code == 422
    assert said in text(answer)
    assert not Match.objects.exists()


def test_the_name_of_an_account_is_not_given_to_somebody_else_at_one_screen(alice, bob):
    open_account(bob, "Aina")
    answer = alice.post("/together/mancala", {"name_north": "Bakar", "name_south": "Aina"})
    assert answer.status_code == 409
    assert list(answer.context["form"].errors) == ["name_south"]
    assert not Match.objects.exists()


def test_whoever_resigns_is_told_first_who_wins(alice, bob):
    assert "Your opponent wins" in text(alice.get(begun(alice, bob)))
    at_one_screen = text(alice.get(make(alice, side="both")))
    assert "The player to move resigns. The other side wins" in at_one_screen
    assert "Your opponent wins" not in at_one_screen


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"name": ""}, "Enter a name"),
        ({"name": "a"}, "2 to 20 characters"),
        ({"name": "a\u202eb"}, "control, direction or blank"),
        ({"side": "east"}, "Select a valid choice"),
        ({"visibility": "secret"}, "Select a valid choice"),
        ({"rounds": "7"}, "Select a valid choice"),
        ({"opening": ""}, "This field is required"),
    ],
)
def test_a_form_with_a_mistake_comes_back_with_the_reason_and_makes_nothing(alice, changes, said):
    answer = alice.post("/new/congkak", config("congkak", **changes))
    assert answer.status_code == 422
    assert said in text(answer)
    assert not Match.objects.exists()


def test_the_same_form_sent_twice_makes_one_match(alice):
    form = config() | {"cmd": "the-form-of-alice"}
    first, second = alice.post("/new/mancala", form), alice.post("/new/mancala", form)
    assert first.headers["Location"] == second.headers["Location"]
    assert Match.objects.count() == 1


def test_the_same_form_sent_to_two_processes_makes_one_match(alice):
    make(alice)
    wished = MatchConfig("mancala", {}, "north", "public")
    create = Create(wished, "alice", cmd="the-form-of-alice")
    form = Command(create, "", Player.objects.get().pk)
    answers = [*Writer().run([form, form]), *Writer().run([form])]
    assert [one.again for one in answers] == [False, True, True]
    assert len({one.match for one in answers}) == 1
    assert Match.objects.count() == 2


@pytest.mark.parametrize("cmd", ["short", "x" * 41, "a form of alice", ""])
def test_what_is_no_id_is_none(alice, cmd):
    assert alice.post("/new/mancala", config() | {"cmd": cmd}).status_code == 302
    assert set(Event.objects.values_list("cmd", flat=True)) == {None}


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


def test_there_is_no_form_for_an_unknown_game(alice):
    assert alice.get("/new/chess").status_code == 404


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
