"""The moderators' pages: carol is one, alice and bob play, mallory shouldn't."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.http import HttpResponse
from django.test import Client

from games_app.door import limits
from games_app.lib import clock
from games_app.match.messages import NO_ID, Resign, Say
from games_app.models import Account, AuditEntry, ChatMessage, Match, Player, Report, Sanction
from games_app.moderation import desk, reports
from games_app.people import accounts, players
from games_app.people.given_wins import ENOUGH
from games_app.record.commands.registry import Command
from games_app.record.writer import writer
from tests.cast import new_cmd
from tests.pages.people import begun, row
from tests.rated import begun as rated_match
from tests.rated import lose
from tests.rated import person as with_account

pytestmark = pytest.mark.django_db(transaction=True)

PASSWORD = "correct horse battery"


def text_of(page: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", page)).split())


def appointed(person: Client, name: str, role: str = "moderator") -> Account:
    assert person.post("/account", {"name": name, "password": PASSWORD}).status_code == 302
    account = Account.objects.get(name=name)
    accounts.appoint(account, accounts.Role(role))
    return account


def who(person: Client) -> Player:
    player = players.current(person.session)
    assert player
    return player


@pytest.fixture
def moderator(carol) -> Client:
    appointed(carol, "carol")
    return carol


@pytest.fixture
def match(alice, bob) -> str:
    return begun(alice, bob)


def said(person: Client, address: str, text: str, room: str = "players") -> ChatMessage:
    public_id = address.rsplit("/", 1)[1]
    sent = Say(cmd=new_cmd(), room=room, text=text)
    answer = writer.ask(Command(sent, public_id, who(person).pk))
    assert answer.refusal is None, answer.refusal
    return ChatMessage.objects.get(text=text)


@pytest.fixture
def report(alice, bob, match) -> Report:
    """Let alice report bob."""
    said(bob, match, "Hurry up")
    rude = said(bob, match, "You are rude")
    said(alice, match, "Please stop")
    reports.file(who(alice), who(bob), rude, "abuse", clock.now())
    return Report.objects.get()


def looked_up(moderator: Client, asked: str) -> str:
    answer = moderator.get("/moderation/", {"q": asked})
    assert answer.status_code == 200, asked
    return answer.content.decode()


def reports_of(page: str) -> str:
    """Return a page's text about reports, without the reasons that its form offers."""
    return page[: page.index("<select")] if "<select" in page else page


def act(moderator: Client, report: Report, do: str, **sent: str) -> str:
    """Press a button of the report; return the next page."""
    about = {
        "report": report.pk,
        "message": report.message.pk,
        "person": report.about.public_id,
        "match": report.message.match.public_id,
        "of": report.reason,
    }
    answer = moderator.post("/moderation/act", about | {"do": do} | sent, follow=True)
    assert answer.redirect_chain == [("/moderation/", 302)]
    return answer.content.decode()


def test_each_button_does_what_the_command_does_and_is_logged(moderator, report, bob, match):
    assert "The message is hidden." in act(moderator, report, "hide", why="insult")
    act(moderator, report, "warn")
    act(moderator, report, "mute", hours="1")
    act(moderator, report, "bar", hours="168")
    act(moderator, report, "hide-match")
    act(moderator, report, "end")
    page = act(moderator, report, "close")
    assert "No open reports." in page
    assert ChatMessage.objects.get(pk=report.message.pk).hidden
    assert who(bob).warning == "abuse"
    assert set(Sanction.objects.values_list("kind", flat=True)) == {"mute", "bar"}
    assert (row(match).how, row(match).visibility) == ("moderator", "seats")
    logged = AuditEntry.objects.order_by("pk").values_list("what", flat=True)
    assert list(logged) == ["hide", "warn", "mute", "bar", "hide-match", "end", "close"]
    first = AuditEntry.objects.earliest("pk")
    assert (first.who, first.why) == (f"carol ({who(moderator).public_id})", "insult")
    act(moderator, report, "lift")
    assert not Sanction.objects.exists()


def test_warned_player_reads_the_warning_on_every_page_until_they_confirm(moderator, report, bob, match):
    act(moderator, report, "warn")
    for path in ("/", match):
        assert "Insults and threats" in bob.get(path).content.decode()
    assert bob.post("/warning", {"next": match}).headers["Location"] == match
    assert "Insults and threats" not in bob.get("/").content.decode()
    assert bob.post("/warning", {"next": "https://evil.example/"}).headers["Location"] == "/"


METHODS = ("GET", "HEAD", "POST", "PUT", "OPTIONS")
FORMS = (
    ("application/x-www-form-urlencoded", b"do=close&report=1"),
    ("multipart/form-data", b"x"),
    ("application/x-www-form-urlencoded", b"do=%00"),
)


@pytest.mark.parametrize("path", ["/moderation", "/moderation/", "/moderation/act", "/moderation/act/"])
@pytest.mark.parametrize("enforced", [True, False], ids=["without a token", "with a token"])
def test_for_others_the_desk_is_an_address_without_a_page(mallory, narrow, path, enforced):
    """Whatever they send: otherwise a hidden ADMIN_PATH could be found by trying."""
    appointed(mallory, "mallory")
    accounts.dismiss(Account.objects.get(name="mallory"))
    narrow(limits.FORMS, burst=0)
    for person in (Client(), mallory):
        browser = Client(enforce_csrf_checks=enforced)
        browser.cookies = person.cookies
        browser.get("/login")
        for query in ("", "?q=%00"):
            for method in METHODS:
                for kind, body in FORMS if method == "POST" else FORMS[:1]:
                    told = [
                        told_at(browser.generic(method, there + query, body, content_type=kind))
                        for there in (path, "/xoderation" + path.removeprefix("/moderation"))
                    ]
                    assert told[0] == told[1], (method, query, kind)
                    assert told[0][0] == 404
    assert "/moderation" not in mallory.get("/account").content.decode()


def told_at(answer: HttpResponse) -> tuple[int, str, list[str]]:
    """Return the status, the text and the headers, but for the path and what is random in them."""
    text = re.sub(r"[a-zA-Z0-9]{64}|[mx]oderation", "", answer.content.decode())
    headers = [f"{name}: {value}" for name, value in answer.headers.items() if name != "Content-Length"]
    return answer.status_code, text, headers


def test_the_desk_answers_staff_with_and_without_the_slash(moderator, report):
    for path in ("/moderation", "/moderation/"):
        assert "Hurry up" in moderator.get(path).content.decode()
    assert moderator.get("/moderation/act").status_code == 405


def test_only_a_session_begun_by_the_password_is_a_moderators(moderator):
    phone = Client()
    session = phone.session
    players.become(session, who(moderator))
    phone.cookies["sessionid"] = session.session_key
    asked = phone.get("/moderation/?q=x")
    assert asked.headers["Location"] == "/login?next=%2Fmoderation%2F%3Fq%3Dx"
    assert phone.post("/moderation/act", {"do": "close", "report": 1}).status_code == 302
    login = phone.post(asked.headers["Location"], {"name": "carol", "password": PASSWORD})
    assert login.headers["Location"] == "/moderation/?q=x"
    assert phone.get("/moderation/").status_code == 200
    moderator.post("/account", {"do": "password", "present": PASSWORD, "password": "another battery"})
    assert moderator.get("/moderation/").status_code == 200
    assert phone.get("/moderation/").status_code == 404


def test_a_session_that_an_earlier_password_has_proved_is_no_moderators(moderator):
    phone = Client()
    phone.post("/login", {"name": "carol", "password": PASSWORD})
    assert phone.get("/moderation/").status_code == 200
    moderator.post("/account", {"do": "close", "sure": "yes", "present": PASSWORD})
    moderator.post("/account", {"name": "carol", "password": "another battery"})
    accounts.appoint(Account.objects.get(name="carol"), accounts.Role.MODERATOR)
    assert moderator.get("/moderation/").status_code == 200
    assert who(phone) == who(moderator)
    assert phone.get("/moderation/").headers["Location"].startswith("/login")


def test_moderators_do_not_judge_their_own_match_and_get_none_of_its_watchers_words(carol, bob, alice):
    appointed(carol, "carol")
    match = begun(carol, bob)
    alice.post("/name", {"name": "alice"})
    hint = said(alice, match, "Carol should play seven", room="watchers")
    reports.file(who(bob), who(alice), hint, "other", clock.now())
    page = carol.get("/moderation/").content.decode()
    assert "No open reports." in page
    for asked in (match, f"/player/{who(alice).public_id}", f"/player/{who(bob).public_id}"):
        page = looked_up(carol, asked)
        assert "should play seven" not in page
        assert "Something else" not in reports_of(page)
    assert "You play in this match" in act(carol, Report.objects.get(), "end")
    assert row(match).status == Match.Status.PLAYING
    assert writer.ask(Command(Resign(NO_ID), row(match).public_id, who(bob).pk)).refusal is None
    for asked in (match, who(alice).public_id, who(bob).public_id):
        assert "Something else" in reports_of(looked_up(carol, asked))


def test_moderators_decide_nothing_about_the_people_and_words_of_their_own_running_match(carol, bob):
    appointed(carol, "carol")
    match = begun(carol, bob)
    rude = said(bob, match, "You are slow")
    reports.file(who(carol), who(bob), rude, "abuse", clock.now())
    report = Report.objects.get()
    for own in ("hide", "close", "hide-match", "end"):
        assert "You play in this match. Another moderator must decide." in act(carol, report, own), own
    for against in ("warn", "mute", "bar", "uphold", "check", "rename"):
        assert "You are playing against this person." in act(carol, report, against), against
    assert not AuditEntry.objects.exclude(what="appoint").exists()
    assert writer.ask(Command(Resign(NO_ID), row(match).public_id, who(bob).pk)).refusal is None
    assert "The message is hidden." in act(carol, report, "hide")
    assert "t chat for that time" in act(carol, report, "mute")


def test_moderators_neither_see_nor_close_a_report_about_themselves(moderator, alice, match):
    reports.file(who(alice), who(moderator), None, "unfair", clock.now())
    asked = Report.objects.get()
    assert "No open reports." in moderator.get("/moderation/").content.decode()
    for person in (moderator, alice):
        assert "Unfair play" not in reports_of(looked_up(moderator, who(person).public_id))
    form = {"do": "close", "report": asked.pk}
    refused = moderator.post("/moderation/act", form, follow=True).content.decode()
    assert "This report is about you." in refused
    assert Report.objects.get().open
    colleague = Client()
    appointed(colleague, "grace")
    assert "Unfair play" in reports_of(looked_up(colleague, who(moderator).public_id))
    assert "The report is closed." in colleague.post("/moderation/act", form, follow=True).content.decode()


def test_a_moderator_acts_on_no_other_but_an_administrator_does(moderator, bob, alice):
    appointed(bob, "robert")
    form = {"do": "mute", "person": who(bob).public_id}
    assert "Only an administrator" in moderator.post("/moderation/act", form, follow=True).content.decode()
    appointed(alice, "alicia", "administrator")
    assert "t chat for that time" in alice.post("/moderation/act", form, follow=True).content.decode()


def test_people_matches_and_networks_are_looked_up_by_their_address(moderator, report, bob, match):
    for asked in (f"https://play.example/player/{who(bob).public_id}", match):
        assert "You are rude" in moderator.get("/moderation/", {"q": asked}).content.decode()
    network = {"q": "203.0.113.0/24", "network": "203.0.113.0/24"}
    assert "Bar" in moderator.get("/moderation/", network).content.decode()
    answer = moderator.post("/moderation/act", network | {"do": "bar", "hours": "24"})
    assert answer.headers["Location"] == "/moderation/?q=203.0.113.0%2F24"
    assert Sanction.objects.get().network == "203.0.113.0/24"
    assert moderator.get("/moderation/", {"q": "nobody"}).status_code == 404


def test_nothing_is_looked_up_but_names_ids_and_the_log(moderator, report, bob):
    appointed(bob, "robert")
    hashed = Account.objects.get(name="robert").password
    for asked in (
        {"q": hashed[:12]},
        {"q": "You are rude"},
        {"q": "x", "account__password__startswith": "m"},
    ):
        assert moderator.get("/moderation/", asked).status_code == 404


def test_the_whole_log_is_read_page_by_page_and_searched(moderator, report, monkeypatch):
    def entries(page: str) -> list[str]:
        return re.findall(r"insult \d+", text_of(page))

    monkeypatch.setattr(desk, "LOG_PAGE", 3)
    for number in range(desk.LOG_PAGE + 2):
        act(moderator, report, "warn", why=f"insult {number}")
    newest = moderator.get("/moderation/").content.decode()
    assert entries(newest) == [f"insult {n}" for n in range(desk.LOG_PAGE + 1, 1, -1)]
    earlier = re.search(r'href="(\?[^"]*before=[^"]*)"', newest)
    assert earlier
    oldest = moderator.get(f"/moderation/{unescape(earlier[1])}").content.decode()
    assert entries(oldest) == ["insult 1", "insult 0"]
    assert "before=" not in oldest
    assert entries(looked_up(moderator, "insult 4")) == ["insult 4"]
    assert moderator.get("/moderation/", {"before": "x" * 30}).status_code == 200


def test_the_desk_shows_whom_new_accounts_have_lifted_until_somebody_has_checked_it(moderator):
    winner = with_account("mallory")
    for number in range(ENOUGH):
        puppet = with_account(f"puppet {number}")
        lose(puppet, rated_match(winner, puppet, game="checkers"))
    page = moderator.get("/moderation/").content.decode()
    assert f"new accounts ({ENOUGH}) gave up {ENOUGH} rated matches" in page
    assert re.search(r"Pawn checkers, Blitz</dt>\s*<dd>1500 → \d{4}", page)
    assert "puppet 0" in page
    answer = moderator.post(
        "/moderation/act", {"do": "check", "person": winner.public_id}, follow=True
    ).content.decode()
    assert "These wins are checked" in answer
    assert "puppet 0" not in answer
    assert AuditEntry.objects.get(what="check").whom == f"person {winner.public_id}"


def test_moderator_does_not_check_their_own_wins(moderator):
    own = who(moderator)
    for number in range(ENOUGH):
        puppet = with_account(f"puppet {number}")
        lose(puppet, rated_match(own, puppet, game="checkers"))
    assert "given up" not in moderator.get("/moderation/").content.decode()
    answer = moderator.post(
        "/moderation/act", {"do": "check", "person": own.public_id}, follow=True
    ).content.decode()
    assert "Another moderator must decide" in answer
