"""All finished matches of an account as a data frame: python my_games.py https://play.example TOKEN

Needs `pip install pandas`.
"""

import sys

from boardgames_client.sync import Site


def rows(address: str, token: str) -> list[dict[str, str]]:
    """Return a row for each match: its id and game, who won and how, and who had which side."""
    with Site(address, token) as site:
        return [
            {"id": line["id"], "game": line["game"], "winner": line["winner"], "how": line["how"]}
            | line["seats"]
            for line in site.player_matches(site.me()["id"])
            if line["status"] == "over"
        ]


if __name__ == "__main__":
    import pandas as pd

    print(pd.DataFrame(rows(*sys.argv[1:])))
