"""R4: every submission gets exactly one answer, and a refused one changes nothing."""

from __future__ import annotations

import pytest

from tests.faults.visitor import Visitor
from tests.site import on_the_big_site

pytestmark = on_the_big_site


@pytest.mark.parametrize(
    "path", ["/m/2222222222", "/m/short", "/m/2222222222/events", "/new/chess", "/rules/go"]
)
async def test_an_address_of_nothing_is_not_found(site, path):
    assert Visitor(site.first.url).get(path)[0] == 404


async def test_looking_at_an_invitation_seats_nobody_and_knows_nobody(site):
    alice, robot = Visitor(site.first.url), Visitor(site.first.url)
    match = alice.make_match("morris", "white")
    for _ in range(3):
        status, page = robot.get(f"/m/{match}")
        assert status == 200
        assert "Play" in page
    assert "sessionid" not in {cookie.name for cookie in robot.cookies}
    assert [event["what"] for event in robot.record(match)] == ["created"]


async def test_the_makers_own_second_tab_takes_no_seat(site):
    alice = Visitor(site.first.url)
    match = alice.make_match("morris", "white")
    status, _, _ = alice.post(f"/m/{match}/join", name="alice too")
    assert status == 409
    assert [event["what"] for event in alice.record(match)] == ["created"]
