"""Private notes of a player at plies of a match.

Only their author ever gets them: they are in no record, match file or picture, and every access names the
player.
"""

from __future__ import annotations

from collections.abc import Iterator

from games_app.lib.refusals import Refusal, Refused
from games_app.models import Match, Note, Player

MAX_NOTES = 1000
"""Maximum number of one player's notes on one match."""
MOST_IN_ALL = 10_000
"""Maximum number of one player's notes: about 5 MB."""


def notes_of(match: Match, player: Player) -> dict[int, str]:
    """Return the player's own notes on a match: ply -> text."""
    return dict(Note.objects.filter(match=match, player=player).order_by("ply").values_list("ply", "text"))


def listed(player: Player) -> Iterator[str]:
    """Yield a line for each note of the player, for their own files: match, ply and text."""
    notes = Note.objects.filter(player=player).order_by("match", "ply")
    for match, ply, text in notes.values_list("match__public_id", "ply", "text").iterator():
        yield f"{match} {ply}: {text}\n"


def write(match: Match, player: Player, ply: int, text: str) -> None:
    """Store the player's note at a ply, replacing an earlier one; an empty one is deleted. Raises Refused."""
    if not 0 <= ply <= match.last_number:
        raise Refused(Refusal("no_note.no_ply", {"ply": ply}))
    own = Note.objects.filter(match=match, player=player)
    if not text.strip():
        own.filter(ply=ply).delete()
        return
    if len(text) > Note.LONGEST:
        raise Refused(Refusal("no_note.too_long", {"most": Note.LONGEST}))
    if "\x00" in text:
        raise Refused(Refusal("no_note.unreadable"))
    if own.exclude(ply=ply).count() >= MAX_NOTES:
        raise Refused(Refusal("no_note.match_full", {"most": MAX_NOTES}))
    notes = Note.objects.filter(player=player)
    if notes.count() >= MOST_IN_ALL and not own.filter(ply=ply).exists():
        raise Refused(Refusal("no_note.full", {"most": MOST_IN_ALL}))
    Note.objects.update_or_create(match=match, player=player, ply=ply, defaults={"text": text})
