"""Permissions in a club: every action and every page by everybody."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from games_app.clubs import notices
from games_app.clubs.pages import DEEDS
from games_app.clubs.record import Visibility
from games_app.games.rules import GAMES
from games_app.lib import clock
from games_app.lib.refusals import Refused
from games_app.models import Account, Club, ClubMember, ClubPost, Sanction, Tournament
from games_app.people import accounts, api_tokens, sanctions
from tests.cast import guest
from tests.clubs.club import Circle, with_account
from tests.tournaments.test_permissions import signed_in

pytestmark = pytest.mark.django_db(transaction=True)

OF_CLASSES = {"rename_child", "move_child", "remove_child", "delete_class"}
"""Actions in a class: see test_teachers.py."""
MEMBERS = ("owner", "helper", "member", "other member")
OTHERS = ("one who left", "stranger", "guest", "moderator", "token of the owner", "nobody")
PEOPLE = (*MEMBERS, *OTHERS)
OWNER, RUNNERS = {"owner"}, {"owner", "helper"}
ALLOWED: dict[str, set[str]] = {
    "leave": {"helper", "member", "other member"},
    "take_out other member": RUNNERS,
    "take_out helper": OWNER,
    "helper other member": OWNER,
    "member helper": OWNER,
    "hand_over helper": OWNER,
    "renew": RUNNERS,
    "close": OWNER,
    "post": set(MEMBERS),
    "take_down own": {"member", *RUNNERS},
    "change": OWNER,
    "new tournament": RUNNERS,
}
"""Action -> the people who may do it. ``take_down own`` is about the notice of "member".

A moderator of the site has no power over a club: the desk hides its notices. A token does nothing on pages.
"""


class Hall(Circle):
    """A club with one person of each role, and the browsers of everybody."""

    def __init__(self, visibility: str = Visibility.PUBLIC) -> None:
        super().__init__("member", "other member", "one who left", visibility=visibility)
        self.people["owner"] = self.alice
        self.join("helper", with_account("helper"))
        self.make_helper("helper")
        self.browser("one who left").post(self.address("act-in-club"), {"do": "leave"})
        self.notice = notices.post(self.id, self.people["member"].pk, "Tea at four", "", clock.now()).pk
        self.people["stranger"], self.people["guest"] = with_account("mallory"), guest("mallory guest")
        self.people["moderator"] = with_account("olivia")
        account = self.people["moderator"].account_or_none
        assert account is not None
        accounts.appoint(account, accounts.Role.MODERATOR)

    def address(self, page: str) -> str:
        return reverse(page, args=[self.id])

    def browser(self, who: str) -> Client:
        if who == "token of the owner":
            account = self.alice.account_or_none
            assert account is not None
            token = api_tokens.make(account, "program", clock.now(), scopes=api_tokens.SCOPES)
            return Client(headers={"Authorization": f"Bearer {token}"})
        return signed_in(self.people.get(who))

    def do(self, who: str, action: str) -> int:
        """Let somebody do something by its form; return the status of the answer."""
        browser, (what, _, whom) = self.browser(who), action.partition(" ")
        if action == "change":
            sent = {"name": "Other name", "colour": "red", "visibility": "public"}
            return browser.post(self.address("change-club"), sent).status_code
        if action == "new tournament":
            address = reverse("new-club-tournament", args=[self.id, next(iter(GAMES))])
            return browser.post(address, {"name": who[:20], "visibility": "public"}).status_code
        if what == "take_down":
            what = f"take_down {self.notice}"
        sent = {"do": what, "text": "Hello everybody"}
        if whom in self.people:
            sent["player"] = self.people[whom].public_id
        return browser.post(self.address("act-in-club"), sent).status_code


def rows() -> tuple:
    """Return everything that an action could change."""
    tables = (Club, ClubMember, ClubPost, Tournament)
    return tuple(list(table.objects.order_by("pk").values()) for table in tables)


def test_table_names_every_action():
    named = {action.partition(" ")[0] for action in ALLOWED}
    assert named == {*DEEDS, "change", "new"} - OF_CLASSES


@pytest.mark.parametrize("action", ALLOWED)
def test_action_is_done_for_those_in_the_table_and_refused_to_all_others(action):
    hall = Hall()
    for who in sorted(PEOPLE, key=ALLOWED[action].__contains__):
        before = rows()
        status = hall.do(who, action)
        if who in ALLOWED[action]:
            assert status == 302, who
            Account.objects.all().delete()  # their names are free for the next club
            hall = Hall()
        else:
            assert status in (401, 403, 409, 422), who
            assert rows() == before, who


PAGE, NAME, NOTHING = "its page", "its name", "nothing"
SEEN = {Visibility.PUBLIC: PAGE, Visibility.VISIBLE: NAME, Visibility.HIDDEN: NOTHING}


@pytest.mark.parametrize("visibility", SEEN)
def test_members_read_all_and_others_what_the_visibility_says(visibility):
    hall = Hall(visibility)
    for who in PEOPLE:
        answer = hall.browser(who).get(hall.address("club"))
        text = answer.content.decode()
        seen = NOTHING if answer.status_code == 404 else PAGE if "members-title" in text else NAME
        assert seen == (PAGE if who in MEMBERS else SEEN[visibility]), who
        assert ("Tea at four" in text) == (who in MEMBERS), who
        assert ("<bdi>member</bdi>, " in text) == (who in MEMBERS), who
        assert (hall.row.invitation in text) == (who in RUNNERS), who


@pytest.mark.parametrize("page", ["act-in-club", "change-club"])
def test_forms_of_a_hidden_club_answer_strangers_as_an_address_without_a_page(page):
    hall = Hall(Visibility.HIDDEN)
    for who in OTHERS:
        assert hall.browser(who).post(hall.address(page), {"do": "leave"}).status_code == 404, who


def test_hidden_club_is_in_no_list_of_strangers():
    hall = Hall(Visibility.HIDDEN)
    for who in PEOPLE:
        browser = hall.browser(who)
        pages = [browser.get(reverse("clubs")).content.decode()]
        pages.append(browser.get(reverse("player", args=[hall.alice.public_id])).content.decode())
        assert ("Chess cafe" in pages[0]) == (who in MEMBERS), who
        assert "Chess cafe" not in pages[1], who


def test_muted_member_posts_nothing_and_abusive_words_are_refused():
    hall = Hall()
    with pytest.raises(Refused):
        notices.post(hall.id, hall.people["member"].pk, "you cunt", "", clock.now())
    sanctions.impose(hall.people["member"], Sanction.Kind.MUTE, clock.now() + timedelta(days=1))
    with pytest.raises(Refused):
        notices.post(hall.id, hall.people["member"].pk, "Hello", "", clock.now())
