"""Search for people by name. Reads only."""

from __future__ import annotations

from games_app.lists.match_search import visible_of
from games_app.models import Account, Player
from games_app.people import bots
from games_app.people.accounts import accounts_named
from games_app.record.commands.invitations import may_invite


def people_named(name: str, reader: int | None) -> list[Player]:
    """Return the people with accounts and this name, however written, whom the reader may find.

    It finds nobody whom no page names: only bots, and people who have played a match that the reader may find
    or whom the reader may invite. A block changes nothing, since that would reveal it.
    """
    return [account.player for account in accounts_named(name) if _may_find(account, reader)]


def _may_find(account: Account, reader: int | None) -> bool:
    player = account.player_id
    return (
        player == reader
        or bots.is_bot(player)
        or visible_of(player, reader).exists()
        or (reader is not None and may_invite(reader, player))
    )
