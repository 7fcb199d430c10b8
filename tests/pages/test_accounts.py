"""Accounts: a reserved name and a password, without losing the matches of a guest."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from games_app.door import limits
from games_app.lib.rate_limit import RateLimit
from games_app.models import Account, Device, Player
from games_app.people import players
from tests.pages.people import begun, config, join, loaded, make, seated

pytestmark = pytest.mark.django_db(transaction=True)

PASSWORD = "correct horse battery"


def open_account(person: Client, name: str = "alice", password: str = PASSWORD):
    return person.post("/account", {"name": name, "password": password})


def log_in(person: Client, name: str = "alice", password: str = PASSWORD, **sent: str):
    return person.post("/login", {"name": name, "password": password} | sent)


def who(person: Client) -> Player | None:
    return players.current(person.session)


def test_an_account_opened_in_the_middle_of_a_match_keeps_the_seat_and_all_that_was_played(alice, bob):
    running = begun(alice, bob)
    guest = who(alice)
    assert open_account(alice).status_code == 302
    assert who(alice) == guest
    assert seated(running) == ["alice", "bob"]
    assert "alice" in alice.get("/history?mine=1").content.decode()


def test_an_account_leads_back_to_where_it_was_needed_and_to_no_other_site(alice, bob):
    assert 'action="/account?next=%2Flobby"' in alice.get("/account?next=/lobby").content.decode()
    sent = {"name": "alice", "password": PASSWORD}
    assert alice.post("/account?next=/lobby", sent).headers["Location"] == "/lobby"
    sent = {"name": "bob", "password": PASSWORD}
    assert bob.post("/account?next=https://elsewhere.example", sent).headers["Location"] == "/account"


@pytest.mark.parametrize(("name", "password"), [("alice", "wrong password"), ("nobody", PASSWORD)])
def test_a_wrong_name_and_a_wrong_password_get_the_same_answer(alice, mallory, name, password):
    open_account(alice)
    refused = log_in(mallory, name, password)
    assert refused.status_code == 422
    assert "No account has this name with this password." in refused.content.decode()
    assert who(mallory) is None


@pytest.mark.parametrize(
    ("password", "why"),
    [
        ("short", "at least 8"),
        ("password1", "too common"),
        ("8675309867", "digits only"),
        ("", "Enter a"),
    ],
)
def test_a_weak_password_is_refused_with_the_reason(alice, password, why):
    refused = open_account(alice, password=password)
    assert refused.status_code == 422
    assert why in refused.content.decode()
    assert not Account.objects.exists()


@pytest.mark.parametrize(
    ("taken", "name"), [("alice", "alice"), ("alice", "ALICE"), ("alice", "a líce"), ("cope", "соре")]
)
def test_name_of_an_account_and_its_lookalikes_are_taken(alice, bob, mallory, taken, name):
    waiting = make(bob, name="bob")
    open_account(alice, taken)
    assert mallory.post("/name", {"name": name}).status_code == 409
    assert mallory.post("/new/mancala", config(name=name)).status_code == 409
    assert join(mallory, waiting, name).status_code == 409
    assert seated(waiting) == ["bob"]
    refused = open_account(mallory, name)
    assert refused.status_code == 409
    assert "somebody with an account" in refused.content.decode()


def test_another_name_frees_the_old_one_and_is_what_one_logs_in_with(alice, bob, phone):
    open_account(alice)
    assert alice.post("/name", {"name": "Alicia"}).status_code == 302
    assert log_in(phone).status_code == 422
    assert log_in(phone, "Alicia").status_code == 302
    assert bob.post("/name", {"name": "alice"}).status_code == 302


def test_a_player_has_one_account(alice):
    open_account(alice)
    open_account(alice, "Another")
    assert [one.name for one in Account.objects.all()] == ["alice"]


def test_a_new_password_signs_out_the_other_devices(alice, phone):
    open_account(alice)
    log_in(phone)
    changed = {"do": "password", "present": PASSWORD, "password": "another good one"}
    assert alice.post("/account", changed | {"present": "wrong"}).status_code == 422
    assert who(phone)
    assert alice.post("/account", changed).status_code == 200
    assert who(phone) is None
    assert who(alice)
    assert log_in(phone).status_code == 422
    assert log_in(phone, password="another good one").status_code == 302


def test_a_new_password_ends_a_phrase_that_somebody_may_have_made(alice, mallory):
    open_account(alice)
    page = alice.post("/devices", {"do": "phrase"}).content.decode()
    phrase = re.search(r'class="phrase"[^>]*>([^<]+)<', page)
    alice.post("/account", {"do": "password", "present": PASSWORD, "password": "another good one"})
    assert mallory.post("/return", {"phrase": phrase[1]}).status_code == 422
    assert who(mallory) is None


def test_logging_out_ends_the_session_here_and_nowhere_else(alice, phone):
    open_account(alice)
    log_in(phone)
    assert phone.get("/logout").status_code == 405
    phone.post("/logout")
    assert who(phone) is None
    assert who(alice)


def test_a_guest_cannot_log_out_since_nothing_would_bring_them_back(alice):
    make(alice)
    alice.post("/logout")
    assert who(alice)


def test_closing_the_account_frees_the_name_and_leaves_a_guest_with_all_matches(alice, bob, phone):
    running = begun(alice, bob)
    open_account(alice)
    alice.post("/account", {"do": "close"})
    assert Account.objects.exists()
    alice.post("/account", {"do": "close", "sure": "yes", "present": PASSWORD})
    assert not Account.objects.exists()
    assert seated(running) == ["alice", "bob"]
    assert log_in(phone).status_code == 422


@pytest.mark.parametrize("path", ["/account", "/withdraw"])
@pytest.mark.parametrize("present", ["", "not the password"])
def test_an_open_browser_does_not_do_to_end_an_account(alice, path, present):
    open_account(alice)
    refused = alice.post(path, {"do": "close", "sure": "yes", "present": present})
    assert refused.status_code == 422
    assert ("not your current password" if present else "Enter a password.") in refused.content.decode()
    assert who(alice).name == Account.objects.get().name == "alice"


def test_withdrawing_closes_the_account_and_signs_every_device_out(alice, bob, phone):
    begun(alice, bob)
    open_account(alice)
    log_in(phone)
    alice.post("/withdraw", {"sure": "yes", "present": PASSWORD})
    assert not Account.objects.exists()
    assert not Device.objects.filter(ended_at=None).exists()
    assert who(phone) is None


def test_passwords_of_one_account_are_guessed_at_a_bounded_pace_from_many_addresses(alice):
    open_account(alice)
    answers = []
    for n in range(11):
        mallory = Client(REMOTE_ADDR=f"203.0.113.{n}")
        answers.append(log_in(mallory, password="a wrong guess").status_code)
    assert answers == [422] * 10 + [429]


def test_only_who_has_an_account_can_make_a_rated_match(alice, mallory):
    open_account(alice)
    assert "Rated" in alice.get("/new/morris").content.decode()
    assert "Rated" not in mallory.get("/new/morris").content.decode()
    asked = {"rated": "yes", "time": "real", "minutes": "5", "increment": "3"}
    assert loaded(make(alice, "morris", **asked)).terms.rated
    assert not loaded(make(mallory, "morris", name="mallory", **asked)).terms.rated


def test_login_leads_to_no_path_but_one_of_this_site(alice):
    open_account(alice)
    for path in ("foo", "//mallory.example", "https://mallory.example", "javascript:1"):
        answer = Client().post(f"/login?next={path}", {"name": "alice", "password": PASSWORD})
        assert (answer.status_code, answer.headers["Location"]) == (302, "/history?mine=1")


def test_a_form_that_came_too_often_is_not_repeated_with_its_password(alice, monkeypatch):
    open_account(alice)
    monkeypatch.setattr(limits, "GUESSES", RateLimit("none", burst=0, per_second=0.01))
    answer = log_in(Client(REMOTE_ADDR="203.0.113.9"))
    assert answer.status_code == 429
    assert PASSWORD not in answer.content.decode()
    assert 'href="/login">Back to the form</a>' in answer.content.decode()


def test_a_form_with_a_password_says_whose_it_is_to_password_managers(alice, carol, settings):
    settings.SITE_URL = "https://play.example"
    open_account(alice)
    own = [
        alice.get(path) for path in ("/account", "/account/tokens", "/mail", "/withdraw", "/bots", "/webhook")
    ]
    pages = [carol.get("/login"), carol.get("/account"), carol.post("/login"), carol.post("/account"), *own]
    text = "".join(page.content.decode() for page in pages)
    forms = [form for form in re.findall("<form.*?</form>", text, re.DOTALL) if 'type="password"' in form]
    assert len(forms) >= 9
    for form in forms:
        assert (form.count('autocomplete="username"'), form.count("nickname")) == (1, 0), form
    assert 'autocomplete="nickname"' in carol.get("/new/mancala").content.decode()


def test_sign_in_opens_the_form_to_log_in_which_leads_newcomers_to_a_name(alice):
    home = alice.get("/rules/oware").content.decode()
    assert 'href="/login?next=/rules/oware"' in home
    page = alice.get("/login?next=/rules/oware").content.decode()
    assert 'href="/name?next=%2Frules%2Foware"' in page
    assert 'href="/account?next=%2Frules%2Foware"' in page
    alice.post("/name", {"name": "alice"})
    assert 'href="/name?next=/rules/oware"' in alice.get("/rules/oware").content.decode()
