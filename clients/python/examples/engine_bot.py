"""A bot that plays as a level of the site's own computer, in any game with levels.

It needs the site's code: PYTHONPATH=/path/to/the/site python engine_bot.py https://play.example TOKEN medium
"""

import asyncio
import random
import sys

from boardgames_client import Site, Turn, run

from games_app.games.engine.levels import LEVELS, level_of, reply
from games_app.games.rules import get_game


class Engine:
    """Chooses in a thread of its own, so that a search keeps no other match waiting."""

    def __init__(self, level: str) -> None:
        self.level = level

    async def choose(self, turn: Turn) -> str:
        return await asyncio.to_thread(self.reply, turn)

    def reply(self, turn: Turn) -> str:
        game = turn.match["game"]
        level = level_of(game, self.level) or LEVELS[game][0]
        state = get_game(game).state_from_facts(turn.facts)
        return reply(state, turn.role, level, random.Random()).action


async def main(address: str, token: str, level: str) -> None:
    async with Site(address, token) as site:
        await run(site, Engine(level).choose, lambda invitation: invitation["game"] in LEVELS)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
