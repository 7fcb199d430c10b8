"""The server's messages on a socket are in the language of the page that opened it."""

from __future__ import annotations

import json

import pytest
from asgiref.sync import sync_to_async
from websockets.asyncio.client import connect

from games_app.lib.refusals import Refusal
from games_app.live import protocol
from games_app.live.hub import Hub
from games_app.live.room import Connection
from games_app.live.wall import Walls
from games_app.match.terms import RealTime, Terms
from games_app.record.results import Answer
from tests.cast import begun_match

pytestmark = pytest.mark.django_db(transaction=True)

WATCHING = {
    "en": "You're watching this match. Only its two players can do that.",
    "ms": "Anda menonton perlawanan ini. Hanya dua pemainnya boleh melakukan itu.",
}


@pytest.mark.parametrize(
    ("headers", "language"),
    [
        ({}, "en"),
        ({"Accept-Language": "ms-MY,en;q=0.5"}, "ms"),
        ({"Accept-Language": "ms", "Cookie": "language=en"}, "en"),
        ({"Accept-Language": "en", "Cookie": "language=ms"}, "ms"),
        ({"Accept-Language": "es;q=0,zsm;q=0.1"}, "ms"),
        ({"Accept-Language": "\xff;;q=,"}, "en"),
    ],
)
async def test_a_socket_speaks_the_language_of_its_page(server, headers, language):
    address = server.url.replace("http", "ws", 1) + "/ws/watch?wall=all"
    async with connect(address, origin=server.url, additional_headers=headers) as socket:
        await socket.recv()
        await socket.send('{"kind":"resign","cmd":"cmd-00000001"}')
        answer = json.loads(await socket.recv())
    assert (answer["code"], answer["message"]) == ("not_seated", WATCHING[language])


@pytest.mark.parametrize(
    ("refusal", "said"),
    [
        (
            Refusal("not_your_turn.other", {"mover": "North"}),
            "Bukan giliran anda: Utara mesti bermain dahulu.",
        ),
        (
            Refusal("wrong_phase", {"status": "over", "reason": "the match is over"}),
            "Itu tidak boleh dilakukan sekarang: perlawanan sudah tamat.",
        ),
        (Refusal("too_fast", {"seconds": 1.25}), "Itu terlalu cepat. Tunggu 1.2 s, kemudian cuba lagi."),
        (Refusal("pit_empty", {"pit": "3"}), "Lubang 3 kosong. Pilih lubang yang berisi batu."),
    ],
)
def test_an_answer_has_its_sentence_translated_and_its_arguments_as_they_are(refusal, said):
    answer = json.loads(protocol.answer(Answer("", "cmd-00000001", 0, refusal=refusal), 0, "ms"))
    assert (answer["code"], answer["args"], answer["message"]) == (refusal.code, dict(refusal.args), said)


async def test_a_wall_is_told_to_each_page_in_its_language():
    terms = Terms(time=RealTime(5, 3), games=2)
    await sync_to_async(begun_match)("congkak", terms, sowing="hand")
    walls, told = Walls(Hub()), {}
    for language in ("en", "ms"):

        async def keep(text: str, language: str = language) -> None:
            told[language] = json.loads(text)["boards"][0]["variant"]

        async def drop(_: int) -> None:
            raise AssertionError("The page is let go.")

        await walls.enter(Connection("", "", (), keep, drop, seq=0, language=language), "", "")
    assert told == {
        "en": "race by hand, 5+3, game 1 of 2",
        "ms": "perlumbaan tangan, 5+3, permainan 1 daripada 2",
    }
