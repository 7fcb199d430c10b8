"""Shared reviews on open pages: what they are sent, and the lead of somebody who has gone."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games_app.lib import clock
from games_app.live.hub import hub
from games_app.live.room import Connection, Room
from games_app.models import SharedReview
from games_app.study import live
from games_app.study.live import SharedReviewPages
from games_app.study.shared_reviews import AWAY
from tests.live.pages import Page
from tests.study.test_shared_reviews import Study

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def study() -> Study:
    made = Study()
    made.does("alice", "start")
    return made


class Opened:
    """The room of a finished match in this process, with pages of these people."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, study: Study, *people: str) -> None:
        self.match = study.address.rsplit("/", 1)[1]
        self.pages = {person: self.page(person) for person in people}
        connections: set[Connection] = {page.connection for page in self.pages.values()}
        self.rooms = {self.match: Room(over=True, connections=connections)}
        self.rung: list[int] = []
        monkeypatch.setattr(hub, "opened", self.rooms.get)
        monkeypatch.setattr(live, "announce", lambda match, version: self.rung.append(version))

    def page(self, person: str) -> Page:
        page = Page(self.match, person, seq=1)
        page.connection.review = None if person == "program" else 0
        return page

    def versions(self, person: str) -> list[int]:
        return [told["version"] for told in self.pages[person].told("shared_review")]


async def test_pages_get_each_version_once_and_programs_that_have_not_asked_nothing(study, monkeypatch):
    room, pages = Opened(monkeypatch, study, "~stranger", "program"), SharedReviewPages()
    for _ in range(2):
        await pages.attend(room.rooms)
    assert (room.versions("~stranger"), room.versions("program")) == ([1], [])


async def test_leader_who_is_there_keeps_the_lead(study, monkeypatch):
    row = await SharedReview.objects.aget()
    room, pages = Opened(monkeypatch, study, str(row.leader_id)), SharedReviewPages()
    await SharedReview.objects.aupdate(led_at=clock.now() - 2 * AWAY)
    await pages.attend(room.rooms)
    row = await SharedReview.objects.aget()
    assert row.leader_id is not None
    assert clock.now() - row.led_at < AWAY


async def test_lead_ends_only_when_the_leader_has_had_time_to_come_back(study, monkeypatch):
    room, pages = Opened(monkeypatch, study, "~stranger"), SharedReviewPages()
    await SharedReview.objects.aupdate(led_at=clock.now() - 2 * AWAY)
    await pages.attend(room.rooms)
    assert room.rung == [], "this process has just begun to look"
    monkeypatch.setattr(live, "AWAY", timedelta(0))
    await pages.attend(room.rooms)
    row = await SharedReview.objects.aget()
    assert (row.leader_id, room.rung) == (None, [row.version])
