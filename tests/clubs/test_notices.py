"""Notices of a club: who reports them, and how a moderator hides them."""

from __future__ import annotations

import pytest
from django.urls import reverse

from games_app.clubs import notices
from games_app.lib import clock
from games_app.lib.refusals import Refused
from games_app.models import ClubPost, Report
from games_app.moderation.actions import Order, perform
from games_app.people import friends
from tests.cast import guest
from tests.clubs.club import Circle
from tests.tournaments.test_permissions import signed_in

pytestmark = pytest.mark.django_db(transaction=True)


def posted(circle: Circle, name: str, text: str = "Buy my boards") -> ClubPost:
    return notices.post(circle.id, circle.people[name].pk, text, "", clock.now())


def test_members_report_the_notice_of_another_one_and_strangers_find_none():
    circle = Circle("bob", "carol")
    address = f"{reverse('report')}?notice={posted(circle, 'bob').pk}"
    for who in (circle.people["bob"], guest("mallory")):
        assert signed_in(who).post(address, {"reason": "spam"}).status_code == 404
    assert signed_in(circle.people["carol"]).post(address, {"reason": "spam"}).status_code == 200
    report = Report.objects.get()
    assert (report.about, report.post.text) == (circle.people["bob"], "Buy my boards")


def test_moderator_hides_a_notice_and_the_report_outlives_the_club():
    circle = Circle("bob", "carol")
    post = posted(circle, "bob")
    signed_in(circle.people["carol"]).post(f"{reverse('report')}?notice={post.pk}", {"reason": "spam"})
    perform(Order("hide-notice", str(post.pk)), "olivia")
    assert notices.shown(circle.row, circle.alice.pk) == []
    circle.row.delete()
    assert Report.objects.get().about == circle.people["bob"]
    with pytest.raises(Refused):
        perform(Order("hide-notice", str(post.pk)), "olivia")


def test_notices_are_limited_and_nobody_reads_those_of_people_whom_they_have_blocked(monkeypatch):
    circle = Circle("bob")
    monkeypatch.setattr(notices, "MOST_A_DAY", 2)
    monkeypatch.setattr(notices, "KEPT", 1)
    posted(circle, "bob", "First")
    with pytest.raises(Refused):
        posted(circle, "bob", "first!")
    posted(circle, "bob", "Second")
    assert [post.text for post in notices.shown(circle.row, circle.alice.pk)] == ["Second"]
    friends.block(circle.alice, circle.people["bob"])
    assert notices.shown(circle.row, circle.alice.pk) == []
