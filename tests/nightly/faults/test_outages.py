"""R9: time in which no player can act is charged to nobody, whatever still works meanwhile."""

from __future__ import annotations

import asyncio
import re
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterable

from games_app.door.health import LONGEST_SILENCE
from tests.backing.postgres import Postgres
from tests.faults.play import close_all, everybody_at
from tests.faults.test_outages import RETURN, begun, outages_after, since
from tests.site import Site

LONGEST = 300.0
"""Maximum seconds of any wait."""
ACT = {"kind": "act", "cmd": "after-all", "action": "move 4 4 3 5"}


async def becomes_true(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(LONGEST):
        while not await asyncio.to_thread(holds):
            await asyncio.sleep(0.05)


def health(site: Site, path: str) -> tuple[int, str]:
    try:
        with urllib.request.urlopen(site.first.url + path, timeout=LONGEST) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


def returns_after(moment: float, events: Iterable[dict]) -> list[dict]:
    """Outages after a moment that give pages time to come back: a pause of a busy machine does not."""
    return [event for event in outages_after(moment, events) if event["delay"] >= RETURN * 1000]


async def test_a_disk_with_room_for_the_sign_of_life_alone_is_an_outage_from_the_first_refusal_on(own_site):
    match, clients = await begun(own_site)
    black = clients[0]
    act = ACT | {"base": black.position["base"]["black"]}
    with own_site.little_room():
        refused = await black.ask(act)
        refused_at = time.time()
        assert refused["code"] == "unavailable"
        for path in ("/healthz", "/readyz"):
            await becomes_true(lambda path=path: health(own_site, path)[0] == 503)
            silence = int(re.search(r"for (\d+) s$", health(own_site, path)[1])[1])
            assert silence < LONGEST_SILENCE, "the failure is noticed, not that it lasts"
        assert not (await black.ask(act))["ok"]
    answer = await black.ask(act)
    while answer.get("retry_ms"):
        answer = await black.ask(act)
    assert answer["ok"], answer
    await everybody_at(clients, answer["seq"])
    outages = outages_after(refused_at, black.visitor.record(match))
    assert since(outages[0]) <= refused_at
    acted = black.shown[answer["seq"]]
    assert acted["clocks"]["left"]["black"] == outages[0]["clocks"]["left"]["black"], "from then on free"
    assert outages[-1]["clocks"]["at"] / 1000 <= time.time() + RETURN
    await becomes_true(lambda: health(own_site, "/healthz")[0] == 200)
    await close_all(clients)


async def test_player_sent_away_by_one_of_two_processes_has_time_to_come_back_to_the_other(
    postgres: Postgres, tmp_path
):
    with Site(tmp_path / "site", postgres) as site:
        _, clients = await begun(site)
        black, red = clients
        # Its process has heard by now that the other one lives.
        for _ in range(2):
            beats = black.beats
            await black.until(lambda beats=beats: black.beats > beats)
        left_at = time.time()
        await asyncio.to_thread(site.first.stop)
        await red.until(lambda: bool(returns_after(left_at, red.shown.values())))
        outage = returns_after(left_at, red.shown.values())[0]
        assert left_at <= since(outage) <= left_at + LONGEST
        black.visitor.url = site.last.url
        await black.close()
        await black.open()
        answer = await black.act("black", "move 4 4 3 5")
        assert answer["ok"], answer
        await close_all(clients)
