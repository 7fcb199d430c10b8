"""R20: the watchers' chat doesn't reach players before the end, and chat is as reliable as moves."""

from __future__ import annotations

import json

from tests.faults.chatting import Chatter
from tests.faults.client import new_cmd
from tests.faults.play import seated
from tests.faults.visitor import Visitor

SECRET = "Alice should play pit seven"
PAGES = ["/", "/history", "/watch", "/m/{}", "/m/{}/events", "/m/{}/files", "/m/{}/print", "/embed/{}"]
PAGES += ["/m/{}.json", "/m/{}.txt"]


def named(site, name: str, address: str = "", at: str = "first") -> Visitor:
    """A person whom the site knows."""
    visitor = Visitor(getattr(site, at).url, address)
    assert visitor.send("/name", name=name)[0] == 302
    return visitor


def people_around(site, alice: Visitor) -> dict[str, Visitor]:
    """All people who might be there besides the players, and their addresses."""
    return {
        "carol": named(site, "carol", at="last"),
        "alice, logged out": Visitor(site.first.url, alice.address),
        "alice, logged out, through another process": Visitor(site.last.url, alice.address),
        "alice as somebody else": named(site, "ecila", alice.address),
        "alice as somebody else, through another process": named(site, "ecila", alice.address, at="last"),
        "a stranger": Visitor(site.last.url),
    }


async def test_until_the_end_the_watchers_chat_is_for_known_people_away_from_the_players(site):
    match, (alice, bob, _) = seated(site, "mancala")
    async with Chatter(alice, match) as playing, Chatter(bob, match) as other:
        await playing.ready()
        # With a whole beat of its own, each process learns where the players are.
        await playing.hears_beats(2)
        await other.hears_beats(2)
        around = {who: Chatter(visitor, match) for who, visitor in people_around(site, alice).items()}
        everybody = {"alice": playing, "bob": other, "alice, another tab": Chatter(alice, match)} | around
        for who, client in everybody.items():
            if not client.connected:
                await client.open()
            await client.ready()
            assert ("watchers" in client.rooms) == (who == "carol"), who
        assert (await around["carol"].say("watchers", SECRET))["ok"]
        assert (await playing.say("players", "Hello bob"))["ok"]
        await around["carol"].until(lambda: around["carol"].texts("watchers") == [SECRET])
        await other.until(lambda: other.texts("players") == ["Hello bob"])
        for who, client in everybody.items():
            await client.send({"kind": "read_chat", "room": "watchers"})
            await client.send({"kind": "read_chat", "room": "players"})
            refused = await client.say("players" if who == "carol" else "watchers", f"Let me in, {len(who)}")
            assert refused["ok"] is False, who
            assert bool(client.texts("watchers")) == (who == "carol"), who
            assert bool(client.texts("players")) == (client.you != []), who
            told = json.dumps(client.pages)
            assert (SECRET in told) == (who == "carol"), who
            assert ("Hello bob" in told) == (client.you != []), who
            for page in PAGES:
                assert SECRET not in client.visitor.get(page.format(match))[1], (who, page)
        await playing.ask({"kind": "resign", "cmd": new_cmd()})
        for who, client in everybody.items():
            await client.until(lambda client=client: "watchers" in client.rooms)
            assert ("players" in client.rooms) == (client.you != []), who
            page = await client.history("watchers")
            assert [message["text"] for message in page["messages"]] == [SECRET], who
        for client in everybody.values():
            await client.close()


async def test_a_player_who_comes_later_closes_the_watchers_chat_at_their_address(site):
    match, (alice, bob, _) = seated(site, "mancala")
    beside = named(site, "ecila", alice.address)
    async with Chatter(bob, match), Chatter(beside, match) as watching:
        await watching.until(lambda: watching.rooms == {"watchers": 0})
        async with Chatter(alice, match):
            async with Chatter(named(site, "carol"), match) as carol:
                await carol.ready()
                assert (await carol.say("watchers", SECRET))["ok"]
            await watching.until(lambda: watching.rooms == {})
            assert watching.texts("watchers") == []
            assert (await watching.say("watchers", "Now I know"))["code"] == "chat_closed"


async def test_a_tab_opened_before_the_seat_was_taken_gets_no_chat(site):
    alice, bob = Visitor(site.first.url), named(site, "bob")
    match = alice.make_match("mancala", "north")
    old_tab = Chatter(bob, match)
    await old_tab.open()
    bob.join(match, "bob")
    carol = named(site, "carol")
    async with Chatter(carol, match) as watching:
        await watching.ready()
        assert (await watching.say("watchers", SECRET))["ok"]
        await old_tab.hears_beats(2)
        assert old_tab.rooms is None
        assert old_tab.texts("watchers") == []
    await old_tab.close()
