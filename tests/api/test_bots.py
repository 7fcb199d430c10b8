"""Bots: what an account becomes, its mark, its owner's rules, and what it can't do."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client

from games_app.lib import clock
from games_app.models import Bot, Match, Player, Sanction
from games_app.people import api_tokens, sanctions
from games_app.record.commands.invitations import MOST_UNANSWERED
from tests.pages.lobby import offer, play, take
from tests.pages.people import begun, config, join, loaded, make, row, seated
from tests.pages.test_inviting import public_id, text, with_accounts

pytestmark = pytest.mark.django_db(transaction=True)

PASSWORD = "correct horse battery"
BOT = "BOT alices_bot"


@pytest.fixture
def alices_bot():
    return Client()


def turn(owner, name="alices_bot", **changes):
    return owner.post("/bots", {"do": "turn", "name": name, "password": PASSWORD, "sure": "yes"} | changes)


def with_bot(alice, alices_bot):
    """Open the accounts of alice and of her bot."""
    with_accounts(alice=alice, alices_bot=alices_bot)
    assert turn(alice).status_code == 302


def test_an_account_becomes_a_bot_of_its_owner_and_is_called_so_everywhere(alice, alices_bot, bob):
    with_bot(alice, alices_bot)
    page = text(bob.get(f"/player/{public_id(BOT)}"))
    assert "A bot, owned by alice." in page
    assert bob.get(f"/api/v1/players/{public_id(BOT)}").json()["bot"] is True
    assert bob.get(f"/api/v1/players/{public_id('alice')}").json()["bot"] is False
    assert BOT in text(alice.get("/bots"))
    address = make(alices_bot, name=BOT)
    assert join(bob, address).status_code == 302
    assert seated(address) == [BOT, "bob"]
    for path in (address, "/history", f"{address}.json", f"{address}.txt"):
        assert BOT in text(bob.get(path)), path


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"password": "wrong horse battery"}, "No account has this name with this password."),
        ({"sure": ""}, "Tick the box first"),
        ({"name": "alice"}, "A bot needs an owner"),
    ],
)
def test_account_becomes_a_bot_only_with_its_password_and_a_confirmation(alice, alices_bot, changes, told):
    with_accounts(alice=alice, alices_bot=alices_bot)
    refused = turn(alice, **changes)
    assert refused.status_code in (409, 422)
    assert told in text(refused)
    assert not Bot.objects.exists()


def test_account_that_has_played_does_not_become_a_bot(alice, alices_bot, bob):
    with_accounts(alice=alice, alices_bot=alices_bot)
    begun(alices_bot, bob, name="alices_bot")
    refused = turn(alice)
    assert (refused.status_code, Bot.objects.count()) == (409, 0)
    assert "Only a fresh account becomes a bot." in text(refused)


def test_account_becomes_a_bot_once_and_a_bot_owns_none(alice, alices_bot, bob):
    with_bot(alice, alices_bot)
    with_accounts(bob=bob)
    assert "is a bot already" in text(turn(bob, name=BOT))
    assert "This account is a bot itself." in text(turn(alices_bot, name="bob"))
    assert Bot.objects.count() == 1


@pytest.mark.parametrize("name", ["BOT bob", "bot bob", "B0T-bob"])
def test_people_take_no_name_of_bots(alice, alices_bot, mallory, name):
    with_bot(alice, alices_bot)
    told = "Names that begin with BOT belong to programs."
    refused = mallory.post("/name", {"name": name})
    assert (refused.status_code, told in text(refused)) == (409, True)
    assert told in text(mallory.post("/new/mancala", config(name=name)))
    assert told in text(join(mallory, make(alice), name))
    assert mallory.post("/name", {"name": "Bottega"}).status_code == 302


def test_a_bot_keeps_its_name(alice, alices_bot, bob):
    with_bot(alice, alices_bot)
    for refused in (
        alices_bot.post("/name", {"name": "nice person"}),
        alices_bot.post("/new/mancala", config(name="nice person")),
        join(alices_bot, make(bob, name="bob"), "nice person"),
    ):
        assert refused.status_code == 409
        assert f"A bot keeps its name: {BOT}." in text(refused)
    assert not Player.objects.filter(name="nice person").exists()


def test_a_bot_is_refused_in_the_lobby(alice, alices_bot, bob):
    with_bot(alice, alices_bot)
    told = "Bots can&#x27;t use the lobby."
    assert told in text(alices_bot.get("/lobby"))
    refused = play(alices_bot)
    assert (refused.status_code, told in text(refused)) == (409, True)
    address = offer(bob, name="bob")
    refused = take(alices_bot, address)
    assert (refused.status_code, told in text(refused)) == (409, True)
    assert told in text(alices_bot.get(address))
    assert seated(address) == ["bob"]
    made = alices_bot.post("/new/mancala", config(name=BOT, opponent="anybody", time="10+5", absence="claim"))
    assert (made.status_code, told in text(made)) == (409, True)


def test_a_bot_takes_no_guests_matches_along(alice, alices_bot, bob):
    with_bot(alice, alices_bot)
    address = make(bob, name="bob")
    assert join(Client(), address, "carol").status_code == 302
    asked = bob.post("/login", {"name": BOT, "password": PASSWORD})
    assert (asked.status_code, "1 match can't be added" in text(asked)) == (409, True)
    bob.post("/login", {"name": BOT, "password": PASSWORD, "bring": "yes"})
    assert BOT not in {seat.name for seat in loaded(address).seats.values()}
    assert loaded(address).row.seats.filter(player__bot__isnull=False).count() == 0


def rules(owner, **changes):
    """Store what the owner's bot takes."""
    stored = {"fastest": "3+2", "slowest": "days", "stakes": "both", "at_once": "2"}
    return owner.post("/bots", {"do": "rules", "which": Bot.objects.get().pk} | stored | changes)


def challenge(person, **fields):
    sent = {"side": "random", "visibility": "public", "time": "5+3", "absence": "claim", **fields}
    return person.post(f"/player/{public_id(BOT)}/invite/morris", sent)


def test_people_find_a_bot_with_its_owner_and_what_it_takes_and_challenge_it(alice, alices_bot, bob):
    with_bot(alice, alices_bot)
    rules(alice, rule_sets=["morris", "oware"], slowest="10+5", stakes="casual", at_once="3")
    takes = "Nine Men&#x27;s Morris, Oware; 3+2 to 10+5; casual only; 3 matches at once"
    page = text(bob.get("/computer"))
    assert BOT in page
    assert "by alice" in page
    assert takes in page
    assert BOT in text(bob.get("/computer/morris"))
    assert BOT not in text(bob.get("/computer/congkak"))
    assert f"Challenge {BOT}" in text(bob.get(f"/player/{public_id(BOT)}"))
    address = challenge(bob).headers["Location"]
    assert f"begins as soon as {BOT} accepts it" in text(bob.get(address))
    assert join(alices_bot, address, BOT).status_code == 302
    assert BOT in seated(address)


@pytest.mark.parametrize(
    ("limits", "asked"),
    [
        ({"rule_sets": ["oware"]}, {}),
        ({"slowest": "10+5"}, {"time": "real", "minutes": "60"}),
        ({"stakes": "rated"}, {}),
    ],
)
def test_a_challenge_outside_the_owners_limits_is_refused_at_once(alice, alices_bot, bob, limits, asked):
    with_bot(alice, alices_bot)
    with_accounts(bob=bob)
    assert rules(alice, **limits).status_code == 302
    refused = challenge(bob, **asked)
    assert refused.status_code == 409
    assert f"{BOT} doesn&#x27;t take this challenge. It takes: " in text(refused)
    assert not Match.objects.filter(invited__bot__isnull=False).exists()


def test_the_form_offers_what_the_bot_takes(alice, alices_bot, bob):
    with_bot(alice, alices_bot)
    with_accounts(bob=bob)
    rules(alice, rule_sets=["morris", "oware"], fastest="10+5", slowest="10+5", stakes="casual")
    form = f"/player/{public_id(BOT)}/invite"
    page = bob.get(form, follow=True)
    assert [game.slug for game, _ in page.context["games"]] == ["morris", "oware"]
    assert "rated" not in page.context["form"].fields
    assert list(dict(page.context["form"].fields["time"].choices)) == ["10+5", "real"]
    assert challenge(bob, time="5+3").status_code == 422
    rules(alice, stakes="rated")
    assert bob.get(f"{form}/morris").context["form"]["rated"].value() == "yes"


def test_a_bot_plays_only_so_many_matches_at_once(alice, alices_bot, bob):
    with_bot(alice, alices_bot)
    rules(alice, at_once="1")
    assert join(alices_bot, challenge(bob).headers["Location"], BOT).status_code == 302
    refused = challenge(bob)
    assert (refused.status_code, "as many matches at once as it takes: 1." in text(refused)) == (409, True)


def test_one_person_leaves_a_bot_only_a_few_challenges_unanswered(alice, alices_bot, bob):
    with_bot(alice, alices_bot)
    made = [challenge(bob) for _ in range(MOST_UNANSWERED)]
    assert [answer.status_code for answer in made] == [302] * MOST_UNANSWERED
    assert challenge(bob).status_code == 409
    bob.post(f"{made[0].headers['Location']}/cancel")
    assert challenge(bob).status_code == 302


def test_only_the_owner_says_what_a_bot_takes(alice, alices_bot, mallory):
    with_bot(alice, alices_bot)
    with_accounts(mallory=mallory)
    assert rules(mallory, at_once="9").status_code == 404
    assert rules(alices_bot, at_once="9").status_code == 404
    refused = rules(alice, fastest="10+5", slowest="3+2")
    assert (refused.status_code, "can&#x27;t be faster" in text(refused)) == (422, True)
    assert rules(alice, at_once="7").status_code == 302
    assert Bot.objects.get().at_once == 7


def token_of_bot():
    return api_tokens.make(Player.objects.get(name=BOT).account_or_none, "a program", clock.now())


def status(token):
    """Return the status of a call of the API with the token."""
    return Client().get("/api/v1/me", HTTP_AUTHORIZATION=f"Bearer {token}").status_code


def pause(name, kind):
    sanctions.impose(
        Player.objects.get(name=name), Sanction.Kind(kind), clock.now() + timedelta(days=1), "unfair"
    )


def test_while_its_owner_is_barred_a_bot_neither_plays_nor_is_challenged(alice, alices_bot, bob):
    with_bot(alice, alices_bot)
    token, waiting = token_of_bot(), challenge(bob).headers["Location"]
    pause("alice", "bar")
    assert status(token) == 401
    told = "A moderator has paused this bot&#x27;s owner until"
    for refused in (
        join(alices_bot, waiting, BOT),
        alices_bot.post("/new/mancala", config(name=BOT)),
    ):
        assert (refused.status_code, told in text(refused)) == (409, True)
    sent = {"program": "again", "password": PASSWORD, "present": PASSWORD, "scopes": ["play"], "days": "30"}
    assert "You can&#x27;t make tokens" in text(alices_bot.post("/account/tokens", sent))
    assert BOT not in text(bob.get("/computer"))
    assert "It takes no challenges at present." in text(bob.get(f"/player/{public_id(BOT)}"))
    refused = challenge(bob)
    assert (refused.status_code, f"{BOT} takes no challenges at present." in text(refused)) == (409, True)
    sanctions.lift(Player.objects.get(name="alice"), clock.now())
    assert join(alices_bot, waiting, BOT).status_code == 302
    assert BOT in text(bob.get("/computer"))


def test_when_its_owner_closes_the_account_a_bot_retires(alice, alices_bot, bob):
    with_bot(alice, alices_bot)
    address, waiting = challenge(bob).headers["Location"], make(alices_bot, name=BOT)
    assert join(alices_bot, address, BOT).status_code == 302
    token = token_of_bot()
    alice.post("/account", {"do": "close", "sure": "yes", "present": PASSWORD})
    assert status(token) == 401
    assert [row(address).how, row(waiting).status] == ["resignation", "cancelled"]
    assert Client().post("/login", {"name": BOT, "password": PASSWORD}).status_code == 422
    assert alices_bot.post("/new/mancala", config(name=BOT)).status_code == 409
    assert row(waiting).maker.bot.owner is None


def test_a_bot_is_asked_to_be_no_friend(alice, alices_bot, bob):
    with_bot(alice, alices_bot)
    with_accounts(bob=bob)
    page = f"/player/{public_id(BOT)}"
    assert "to be friends" not in text(bob.get(page))
    refused = bob.post(f"{page}/friend")
    assert refused.status_code == 409
    assert "Bots have no friends." in text(refused)
    assert "to be friends" in text(bob.get(f"/player/{public_id('alice')}"))
