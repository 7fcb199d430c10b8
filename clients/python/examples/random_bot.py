"""A bot that plays any legal action: python random_bot.py https://play.example TOKEN"""

import asyncio
import random
import sys

from boardgames_client import Site, Turn, run


def choose(turn: Turn) -> str:
    return random.choice(turn.legal)


async def main(address: str, token: str) -> None:
    async with Site(address, token) as site:
        await run(site, choose)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
