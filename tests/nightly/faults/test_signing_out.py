"""A signed-out device can do nothing more, through any process."""

from __future__ import annotations

import asyncio
import copy
import re

from games_app.live.room import SESSION_ENDED
from tests.faults.client import Client
from tests.faults.play import seated
from tests.faults.visitor import Visitor
from tests.site import on_the_big_site

pytestmark = on_the_big_site


async def test_open_pages_of_a_device_are_closed_once_it_is_signed_out_elsewhere(site):
    match, (alice, _, _) = seated(site, "mancala")
    phone = Visitor(site.last.url)
    await asyncio.to_thread(come_back, phone, alice)
    async with Client(phone, match) as lost, Client(alice, match) as kept:
        assert lost.you == kept.you != []
        listed = (await asyncio.to_thread(alice.get, "/devices"))[1]
        device = re.search(r'name="device" value="(\d+)"', listed)
        assert device, listed
        await asyncio.to_thread(alice.post, "/devices", do="sign_out", device=device[1])
        await lost.until(lambda: lost.closed_with is not None, seconds=20)
        assert lost.closed_with == SESSION_ENDED
        assert kept.connected
    async with Client(copy.copy(phone), match) as again:
        assert again.you == []


def come_back(phone: Visitor, person: Visitor) -> None:
    _, page, _ = person.post("/devices", do="phrase")
    phrase = re.search(r'class="phrase"[^>]*>([^<]+)<', page)
    assert phrase, page
    assert phone.post("/return", phrase=phrase[1])[0] == 200
