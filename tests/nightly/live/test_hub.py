"""The hub and the writer under many at once."""

from __future__ import annotations

import asyncio
import random

import pytest
from asgiref.sync import sync_to_async

from games_app.live.db_threads import read
from games_app.live.hub import Hub
from games_app.match.messages import Act
from games_app.record.commands.registry import Command
from games_app.record.writer import writer
from tests.cast import begun_match, new_cmd
from tests.live.pages import until
from tests.live.test_hub import Page, no_beat  # noqa: F401

pytestmark = pytest.mark.django_db(transaction=True)


async def a_fast_game(table, dice, played, may_go_on):
    """Play random legal actions, one commit each, until the match is over; add each to ``played``."""

    def act():
        state = table.now.state
        role = state.to_move[0]
        table.act(role, dice.choice(state.legal_actions(role)))
        played.append(role)
        return table.row.status == "playing"

    while await sync_to_async(act)():
        await until(may_go_on)


@pytest.mark.usefixtures("no_beat")
async def test_200_watchers_who_join_in_the_middle_of_a_fast_game_miss_nothing_and_get_nothing_twice():
    hub, dice = Hub(), random.Random(8)
    table = await sync_to_async(begun_match)("checkers")
    pages, played = [Page(table.id, str(number)) for number in range(200)], []

    moments = [dice.randint(0, 30) for _ in pages]

    def nobody_is_left_behind():
        """A busy machine could play on and on while everybody waits to be let in."""
        due = [page for page, moment in zip(pages, moments, strict=True) if moment < len(played) - 5]
        return all(page.texts for page in due)

    async def arrive(page, moment):
        await until(lambda: len(played) >= moment or game.done())
        await page.join(hub, after=asyncio.sleep(dice.random() * 0.1))

    game = asyncio.create_task(a_fast_game(table, random.Random(8), played, nobody_is_left_behind))
    await asyncio.gather(*map(arrive, pages, moments))
    await game
    last = (await read(lambda: table.row)).seq
    await until(lambda: all(page.seqs and page.seqs[-1] == last for page in pages))
    for page in pages:
        assert page.seqs == list(range(page.seqs[0], last + 1))
    assert len({page.seqs[0] for page in pages}) > 5, "they all joined at the same moment"


def test_200_interleaved_hand_drops_of_both_in_a_congkak_race_are_never_refused_as_stale():
    """Both decide at the same moment, again and again: the second one's position was changed by the first."""
    dice, dropped = random.Random(200), {"south": 0, "north": 0}
    while sum(dropped.values()) < 200:
        race(begun_match("congkak", rounds="1", opening="simultaneous", sowing="hand"), dice, dropped)
    assert min(dropped.values()) > 50


def race(table, dice, dropped):
    """Play one opening; count into ``dropped`` the drops made while the other acted in the same batch."""
    while len(roles := (seen := table.now).state.to_move) == 2:
        commands = []
        for role in dice.sample(roles, 2):
            act = Act(new_cmd(), seen.row.bases[role], seen.state.legal_actions(role)[-1])
            commands.append(Command(act, table.id, table.sitter(role)))
        for command, answer in zip(commands, writer.run(commands), strict=True):
            assert answer.refusal is None or answer.refusal.code != "stale", command
            if answer.refusal is None and command.message.action.startswith("drop"):
                dropped[next(role for role in roles if table.sitter(role) == command.player_id)] += 1
