"""Names of strangers, for readers whose browser hides those of all but friends and the computer."""

from __future__ import annotations

from django.utils.translation import gettext

from games_app.door.context import preferences
from games_app.door.visitors import Request
from games_app.games.sheet import Text
from games_app.lib.names import shown_name
from games_app.models import Player
from games_app.people import friends


def hides_name(request: Request, player: int | None) -> bool:
    """Return whether the reader doesn't want to see the name of the player with this primary key."""
    if player is None or not _hides(request):
        return False
    reader = request.visitor.player_id
    return reader is None or (player != reader and player not in friends.friend_ids(reader))


def remember_choice(request: Request) -> None:
    """Store whether the reader hides the names of strangers, for what reaches them outside their browser."""
    if (player := request.visitor.player) and player.hides_strangers != _hides(request):
        player.hides_strangers = not player.hides_strangers
        player.save(update_fields=["hides_strangers"])


def _hides(request: Request) -> bool:
    return preferences(request).get("people") == "unnamed"


def name_for(request: Request, player: Player) -> Text:
    """Return a player's name as the reader wants to see it."""
    if not player.level and not player.withdrawn and hides_name(request, player.pk):
        return gettext("Player")
    return shown_name(player.name, player.level)
