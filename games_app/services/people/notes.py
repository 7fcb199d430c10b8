"""A person's private notes at places of a match. Nobody else ever gets them: they are in no record, no export
and no picture, and every way to them asks for the person.
"""

from __future__ import annotations

from games_app.models import Match, Note, Player

MOST = 1000
"""Notes of one person on one match."""
MOST_IN_ALL = 10_000
"""Notes of one person: some 5 MB."""


class NoNote(ValueError):
    """A note that isn't kept; the message says why."""


def notes_of(match: Match, player: Player) -> dict[int, str]:
    """The person's own notes on a match: ply -> text."""
    return dict(Note.objects.filter(match=match, player=player).order_by("ply").values_list("ply", "text"))


def write(match: Match, player: Player, ply: int, text: str) -> None:
    """Keep the person's note at a ply in place of the one before. An empty one is deleted. Raises NoNote."""
    if not 0 <= ply <= match.last_number:
        raise NoNote(f"This match has no ply {ply}.")
    own = Note.objects.filter(match=match, player=player)
    if not text.strip():
        own.filter(ply=ply).delete()
        return
    if len(text) > Note.LONGEST:
        raise NoNote(f"A note has at most {Note.LONGEST} characters.")
    if "\x00" in text:
        raise NoNote("That can't be written down.")
    if own.exclude(ply=ply).count() >= MOST:
        raise NoNote(f"At most {MOST} notes are kept for one match.")
    mine = Note.objects.filter(player=player)
    if mine.count() >= MOST_IN_ALL and not own.filter(ply=ply).exists():
        raise NoNote(f"You have {MOST_IN_ALL} notes, and no more are kept. Delete some, in any match, first.")
    Note.objects.update_or_create(match=match, player=player, ply=ply, defaults={"text": text})
