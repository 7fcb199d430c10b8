"""Reports of clubs and classes for their names: who files them, and what moderators do about them."""

from __future__ import annotations

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from games_app.clubs import members
from games_app.clubs.record import Visibility
from games_app.lib.refusals import Refused
from games_app.models import AuditEntry, Club, Player, Report
from games_app.moderation import reports
from games_app.moderation.actions import Order, perform
from games_app.people import accounts
from tests.cast import guest
from tests.clubs.club import PASSWORD, Circle, with_account
from tests.clubs.test_classes import SchoolClass
from tests.clubs.test_permissions import OTHERS, PEOPLE, Hall
from tests.tournaments.test_permissions import signed_in

pytestmark = pytest.mark.django_db(transaction=True)


def report_of(public_id: str) -> str:
    return f"{reverse('report')}?club={public_id}"


def moderator(player: Player | None = None) -> Client:
    """Make the player, or a new one, a moderator; return their browser, logged in by the password."""
    account = (player or with_account("olivia")).account_or_none
    assert account is not None
    accounts.appoint(account, accounts.Role.MODERATOR)
    browser = Client()
    browser.post(reverse("login"), {"name": account.name, "password": PASSWORD})
    return browser


def main_of(page: HttpResponse) -> str:
    return page.content.decode().partition("<main")[2].partition("</main>")[0]


def decide(desk: Client, do: str, club: str) -> str:
    return desk.post(reverse("moderate"), {"do": do, "club": club}, follow=True).content.decode()


@pytest.mark.parametrize("visibility", Visibility)
def test_people_who_know_of_a_club_can_report_it_and_others_find_an_address_without_a_page(visibility):
    hall = Hall(visibility)
    for who in PEOPLE:
        browser = hall.browser(who)
        page = browser.get(hall.address("club"))
        may = page.status_code == 200 and who not in ("owner", "token of the owner", "nobody")
        answer = browser.get(report_of(hall.id))
        assert answer.status_code == (200 if may else 404), who
        assert (report_of(hall.id) in page.content.decode()) == may, who
    if visibility == Visibility.HIDDEN:
        for who in OTHERS:
            browser = hall.browser(who)
            unknown = browser.post(report_of("nosuchclub"), {"reason": "name"})
            hidden = browser.post(report_of(hall.id), {"reason": "name"})
            assert hidden.status_code == unknown.status_code, who
            assert main_of(hidden) == main_of(unknown), who
        assert not Report.objects.exists()


def test_report_counts_once_and_against_the_limits_of_all_reports(monkeypatch):
    circle = Circle("bob", "carol", visibility=Visibility.VISIBLE)
    monkeypatch.setattr(reports, "MOST_OF_A_NETWORK", 1)
    bob, carol = (signed_in(circle.people[name]) for name in ("bob", "carol"))
    for _ in range(2):
        assert bob.post(report_of(circle.id), {"reason": "name"}).status_code == 200
    assert carol.post(report_of(circle.id), {"reason": "name"}).status_code == 429
    report = Report.objects.get()
    assert (report.about, report.club, report.reason) == (circle.alice, circle.row, "name")


def test_moderator_renames_a_reported_club_and_its_members_read_so_until_the_owner_does():
    circle = Circle("bob", visibility=Visibility.VISIBLE, name="Rude cafe")
    signed_in(guest("carol")).post(report_of(circle.id), {"reason": "name"})
    desk, page = moderator(), reverse("club", args=[circle.id])
    case = desk.get(reverse("moderation")).content.decode()
    assert f'<a href="{page}"><bdi>Rude cafe</bdi></a>' in case
    assert "It has another name now." in decide(desk, "rename-club", circle.id)
    entry = AuditEntry.objects.latest("pk")
    assert (entry.what, entry.whom) == ("rename-club", f"club {circle.id}")
    alice, bob = signed_in(circle.alice), signed_in(circle.people["bob"])
    assert "Rude cafe" not in bob.get(page).content.decode()
    assert "have replaced the name. The owner can" in bob.get(page).content.decode()
    assert "have replaced the name. You can" in alice.get(page).content.decode()
    assert "have replaced" not in desk.get(page).content.decode()
    for name, renamed in ((circle.row.name, True), ("Kind cafe", False)):
        members.change(circle.id, circle.alice.pk, name, Club.Colour.RED, Visibility.VISIBLE)
        assert ("have replaced" in bob.get(page).content.decode()) == renamed, name


def test_moderator_finds_a_club_by_its_address_and_closes_it():
    circle = Circle("bob", visibility=Visibility.HIDDEN)
    signed_in(circle.people["bob"]).post(report_of(circle.id), {"reason": "abuse"})
    desk, page = moderator(), reverse("club", args=[circle.id])
    for query in ({}, {"q": f"https://play.example{page}"}):
        case = desk.get(reverse("moderation"), query).content.decode()
        assert "Chess cafe" in case
        assert f'href="{page}"' not in case, "the moderator can't open it"
    assert "The club is closed." in decide(desk, "close-club", circle.id)
    assert not Club.objects.exists()
    assert Report.objects.get().about == circle.alice
    assert "There is no club" in decide(desk, "rename-club", circle.id)


def test_class_is_renamed_but_closed_by_its_teachers_only():
    school = SchoolClass()
    child = signed_in(school.cards[0].player)
    assert child.post(report_of(school.id), {"reason": "name"}).status_code == 200
    with pytest.raises(Refused) as error:
        perform(Order("close-club", school.id), "olivia")
    assert error.value.refusal.key == "not_done.class"
    perform(Order("rename-club", school.id), "olivia")
    assert Club.objects.get(public_id=school.id).renamed


def test_moderators_decide_nothing_about_a_club_of_their_own_or_of_another_moderator():
    circle = Circle("bob")
    own_desk = moderator(circle.alice)
    for action in ("rename-club", "close-club"):
        assert "Another moderator must decide" in decide(own_desk, action, circle.id)
    assert "Only an administrator" in decide(moderator(), "close-club", circle.id)
    assert circle.row.name == "Chess cafe"
