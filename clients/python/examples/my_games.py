"""All finished matches of an account as a data frame: python my_games.py https://play.example TOKEN

Needs `pip install pandas`.
"""

import asyncio
import sys
from typing import Any

from boardgames_client import Site


async def rows(address: str, token: str) -> list[dict[str, Any]]:
    """Return a row for each match: its id and game, who won and how, and who had which side."""
    async with Site(address, token) as site:
        me = await site.get("me")
        return [
            {key: line[key] for key in ("id", "game", "winner", "how")} | line["seats"]
            async for line in site.lines(f"players/{me['id']}/matches")
            if line["status"] == "over"
        ]


if __name__ == "__main__":
    import pandas as pd

    print(pd.DataFrame(asyncio.run(rows(*sys.argv[1:]))))
