"""R20: the watchers' chat doesn't reach players before the end, and chat is as reliable as moves."""

from __future__ import annotations

from tests.faults.chatting import Chatter
from tests.faults.client import new_cmd
from tests.faults.play import seated
from tests.faults.test_chat import SECRET, named
from tests.site import on_the_big_site

pytestmark = on_the_big_site


async def test_both_players_let_those_beside_them_chat_and_one_of_them_ends_it(site):
    match, (alice, bob, _) = seated(site, "mancala")
    async with Chatter(alice, match) as playing, Chatter(bob, match) as other:
        await playing.ready()
        beside = named(site, "ecila", alice.address, at="last")
        async with Chatter(beside, match) as watching, Chatter(named(site, "carol"), match) as carol:
            # The next beat tells the other process where the players are.
            await watching.until(lambda: watching.rooms == {})
            for player in (playing, other):
                assert (await watching.say("watchers", SECRET))["code"] == "chat_closed"
                assert (await player.ask({"kind": "allow_nearby", "cmd": new_cmd(), "allowed": True}))["ok"]
            await watching.until(lambda: "watchers" in watching.rooms)
            assert (await watching.say("watchers", SECRET))["ok"]
            await carol.until(lambda: carol.texts("watchers") == [SECRET])
            assert playing.texts("watchers") == other.texts("watchers") == []
            for client in (other, watching):  # nobody is left there who would know
                await client.close()
            await watching.open()
            beats = watching.beats
            await watching.until(lambda: watching.beats > beats)
            assert watching.rooms == {"watchers": 1}, "also after a beat has said where the players are"
            assert (await playing.ask({"kind": "allow_nearby", "cmd": new_cmd(), "allowed": False}))["ok"]
            await watching.until(lambda: watching.rooms == {})
            assert (await watching.say("watchers", "And now?"))["code"] == "chat_closed"
            assert (await carol.say("watchers", "Are you there?"))["ok"]
            await carol.until(lambda: len(carol.texts("watchers")) == 2)
            await watching.send({"kind": "read_chat", "room": "watchers"})
            await watching.ask({"kind": "resign", "cmd": new_cmd()})  # answered after all that came before
            assert watching.texts("watchers") == [SECRET]
            assert watching.pages == []


async def test_chat_reaches_the_other_process_and_is_there_after_a_reload(site):
    match, (alice, bob, _) = seated(site, "mancala")
    async with Chatter(alice, match) as north, Chatter(bob, match) as south:
        await south.ready()
        for number in range(3):
            answer = await north.say("players", f"Word {number}")
            assert answer["chat"] == number + 1
        await south.until(lambda: len(south.chat["players"]) == 3)
        assert south.texts("players") == ["Word 0", "Word 1", "Word 2"]
        await south.close()
        await north.ask({"kind": "say_phrase", "cmd": new_cmd(), "room": "players", "phrase": "well_played"})
        await south.open()
        await south.until(lambda: south.rooms == {"players": 4})
        page = await south.history("players")
        assert [message["number"] for message in page["messages"]] == [1, 2, 3, 4]
        assert page["first"]
        assert [m["number"] for m in (await south.history("players", 3))["messages"]] == [1, 2]


async def test_resent_message_is_said_once(site):
    match, (alice, bob, _) = seated(site, "mancala")
    async with Chatter(alice, match) as north, Chatter(bob, match) as south:
        await south.ready()
        answers = [await north.say("players", "Only once", cmd="resent-words") for _ in range(3)]
        assert [answer.get("again") for answer in answers] == [False, True, True]
        assert {answer["chat"] for answer in answers} == {1}
        await north.say("players", "And then this")
        await south.until(lambda: len(south.chat["players"]) == 2)
        assert south.texts("players") == ["Only once", "And then this"]
