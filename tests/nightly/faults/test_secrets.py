"""A sealed choice of congkak's opening: while it is sealed, the server reveals it nowhere."""

from __future__ import annotations

import json
import re

from tests.faults.client import Client, new_cmd
from tests.faults.play import differences, everybody_at, flaws, options_of, seated
from tests.faults.visitor import Visitor
from tests.site import Site, on_the_big_site

pytestmark = on_the_big_site

PAGES = [
    "/",
    "/history",
    "/history?game=congkak",
    "/history?mine=1",
    "/rules/congkak",
    "/m/{}",
    "/m/{}/events",
]
PAGES += ["/embed/{}", "/watch"]
PAGES += ["/m/{}/events?ply=1", "/m/{}/events?before=4", "/m/{}/events?limit=1"]


def alike(text: str, match: str) -> str:
    """Return the text without differences between any two matches and moments."""
    text = text.replace(match, "MATCH")
    text = re.sub(r'"(at|now)": ?\d{13}', '"at":0', text)
    text = re.sub(r"\b[A-Za-z0-9]{64}\b", "TOKEN", text)
    text = re.sub(r'(/player/|follow=|"player": ?"|data-(?:player|me|person)=")[2-9a-z]{10}', "PLAYER", text)
    text = re.sub(r'name="cmd" value="[^"]*"', "CMD", text)
    text = re.sub(r"127\.0\.0\.1:\d+", "HOST", text)
    text = re.sub(r'<g class="stone".*?</g>', "STONE", text)
    return re.sub(r'datetime="[^"]*"', "datetime", text)


def keep(message: dict, texts: list[str]) -> bool:
    """Keep the messages about the match, without presence. Nothing gets lost."""
    if message["kind"] in ("beat", "presence"):
        assert set(message) <= {"kind", "seq", "now", "watchers", "here", "names"}
    else:
        texts.append(json.dumps(message))
    return False


async def everything_shown(site, house: int) -> dict[str, list[str]]:
    """Let south seal ``house``; return everything that bob, carol and a stranger can then get."""
    match, (alice, bob, carol) = seated(site, "congkak")
    people = {"bob": bob, "carol": carol, "stranger": Visitor(site.first.url)}
    live = {name: Client(visitor, match) for name, visitor in people.items()}
    for client in live.values():
        client.texts = []
        client.lose = lambda message, client=client: keep(message, client.texts)
        await client.open()
    async with Client(alice, match) as sealer:
        answer = await sealer.act("south", f"scoop {house}")
        assert answer["mine"]["facts"]["sealed"]["south"] == house, "the sealer sees the own choice"
    for client in live.values():
        await client.until(lambda client=client: client.seq == 3)
        await client.hears_beats()
        await client.send({"kind": "sync", "after": 0})
        await client.send({"kind": "resign", "cmd": "not-a-legal-kind", "extra": 1})
        await client.until(
            lambda client=client: None in client.answers or "not-a-legal-kind" in client.answers
        )
        await client.close()
        await client.open(after=True)
        await client.close()
    shown = {name: [alike(text, match) for text in client.texts] for name, client in live.items()}
    for name, visitor in people.items():
        shown[name] += [alike(visitor.get(page.format(match))[1], match) for page in PAGES]
    return shown


async def test_while_a_choice_is_sealed_no_page_and_no_message_depends_on_it(cluster, tmp_path):
    shown = {}
    for house in (3, 6):
        with Site(tmp_path / str(house), cluster) as site:
            shown[house] = await everything_shown(site, house)
    for name, texts in shown[3].items():
        assert len(texts) > len(PAGES) + 3
        for one, other in zip(texts, shown[6][name], strict=True):
            assert one == other, name


async def test_the_second_seal_brings_both_choices_at_once_to_everybody(site):
    match, (alice, bob, carol) = seated(site, "congkak")
    async with Client(alice, match) as south, Client(bob, match) as north, Client(carol, match) as watcher:
        await south.act("south", "scoop 3")
        await watcher.until(lambda: watcher.seq == 3)
        assert watcher.shown[3]["what"] == "sealed"
        assert watcher.shown[3]["plies"] == []
        await north.act("north", "scoop 10")
        await watcher.until(lambda: watcher.seq == 4)
        assert [ply["action"] for ply in watcher.shown[4]["plies"]] == ["scoop 3", "scoop 10"]


async def test_the_sealer_still_sees_the_own_choice_after_a_reload(site):
    match, (alice, bob, _) = seated(site, "congkak")
    async with Client(alice, match) as south:
        await south.act("south", "scoop 3")
    async with Client(alice, match) as reloaded, Client(bob, match) as north:
        assert reloaded.position["facts"]["sealed"] == {"south": 3, "north": None}
        assert north.position["facts"]["sealed"] == {"south": None, "north": None}


async def test_events_beside_the_board_do_not_hide_the_own_choice(site):
    match, (alice, bob, carol) = seated(site, "congkak")
    async with Client(alice, match) as south, Client(bob, match) as north:
        await south.act("south", "scoop 3")
        await north.until(lambda: north.seq == 3)
        await north.ask({"kind": "offer", "cmd": new_cmd(), "what": "draw"})
        await south.until(lambda: south.seq == 4)
        assert south.position["facts"]["sealed"] == {"south": 3, "north": None}
        await south.close()
        await south.open()
        assert south.position["facts"]["sealed"] == {"south": 3, "north": None}
        await north.act("north", "scoop 10")
        await everybody_at((south, north), 5)
        record = carol.record(match)
        assert [found for client in (south, north) for found in differences(client, record)] == []
        assert flaws(record, "congkak", options_of("congkak")) == []
