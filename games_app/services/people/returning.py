"""Return phrases: what a player keeps to come back in another browser. Each works once."""

from __future__ import annotations

from datetime import datetime

from games_app.lib.return_phrases import digest, new_phrase
from games_app.models import Match, Player, ReturnPhrase


def make_phrase(player: Player, now: datetime) -> str:
    """Return a new phrase of the player, which replaces an earlier one. Only its hash is stored."""
    phrase = new_phrase()
    given = {"digest": digest(phrase), "made_at": now}
    ReturnPhrase.objects.update_or_create(player=player, defaults=given)
    return phrase


def made_at(player: Player) -> datetime | None:
    """Return when the player's unused phrase was made; None without one."""
    return ReturnPhrase.objects.filter(player=player).values_list("made_at", flat=True).first()


def revoke(player: Player) -> None:
    ReturnPhrase.objects.filter(player=player).delete()


def owner(typed: str) -> Player | None:
    """Return the player whose unused phrase this is."""
    found = ReturnPhrase.objects.select_related("player").filter(digest=digest(typed)).first()
    return found.player if found else None


def use(typed: str) -> bool:
    """Use the phrase up; False if another request has done so."""
    return bool(ReturnPhrase.objects.filter(digest=digest(typed)).delete()[0])


def unfinished(player: Player) -> int:
    """Return the number of the player's matches that wait or are being played."""
    going_on = (Match.Status.WAITING, Match.Status.PLAYING)
    return Match.objects.filter(seats__player=player, status__in=going_on).distinct().count()
