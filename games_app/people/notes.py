"""Notes of players at plies of a match: words, arrows and rings, for the readers that the author chooses.

Private notes are in no record, match file or picture, and every access names their author. Notes that others
read wait for the end of the match, so that nobody advises a player, and follow the rules of the chat.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import groupby

from django.db.models import Q, QuerySet

from games_app import site_settings
from games_app.drawing.annotations import BadAnnotation, joined
from games_app.lib.chat_text import cleaned
from games_app.lib.refusals import Refusal, Refused
from games_app.match.terms import read
from games_app.models import Match, Note, Player, Seat
from games_app.people import friends, locked, sanctions

MAX_NOTES = 1000
"""Maximum number of one player's notes on one match."""
MOST_IN_ALL = 10_000
"""Maximum number of one player's notes: about 5 MB."""
MOST_SHARED_A_DAY = 100
"""Maximum number of notes for others that one player changes within 24 hours."""
SHOWN = 500
"""Maximum number of notes of other people that a reader gets on one match, the newest."""

Audience = Note.Audience


@dataclass(frozen=True, slots=True)
class Noted:
    """A note as its author writes it."""

    ply: int
    text: str
    annotations: Sequence[str] = ()
    audience: str = Audience.PRIVATE


def notes_of(match: Match, player: Player) -> list[Note]:
    """Return the player's own notes on a match."""
    return list(Note.objects.filter(match=match, player=player).order_by("ply"))


def notes_for(match: Match, reader: int | None) -> list[Note]:
    """Return the notes of other people on a match that the reader may see, the first ply first.

    The reader may see the match. They get nothing of people whom they have blocked.
    """
    notes = shown_notes(match, reader).exclude(player=reader)
    if reader is not None:
        notes = notes.exclude(player__in=[person.pk for person in friends.blocked_people(reader)])
    newest = notes.select_related("player").order_by("-at", "-pk")[:SHOWN]
    return sorted(newest, key=lambda note: (note.ply, note.pk))


def shown_notes(match: Match, reader: int | None) -> QuerySet[Note]:
    """Return the notes on a match for others that the reader, who may see it, may read."""
    seated = reader is not None and match.seats.filter(player=reader).exists()
    allowed = [Audience.PUBLIC, *([Audience.PLAYERS] if seated else [])]
    return Note.objects.filter(match=match, audience__in=allowed, hidden=False)


def comments(match: Match, reader: int | None) -> dict[int, str]:
    """Return the notes for others that the reader may see, as comments of a match file: ply -> text."""
    notes = shown_notes(match, reader).select_related("player").order_by("ply", "at", "pk")[:SHOWN]
    return {
        ply: "\n".join(f"{note.player.name}: {_written(note)}" for note in same)
        for ply, same in groupby(notes, key=lambda note: note.ply)
    }


def listed(player: Player) -> Iterator[str]:
    """Yield a line for each note of the player, for their own files: match, ply, readers and text."""
    notes = Note.objects.filter(player=player).select_related("match").order_by("match", "ply")
    for note in notes.iterator():
        readers = "" if note.audience == Audience.PRIVATE else f" ({note.audience})"
        yield f"{note.match.public_id} {note.ply}{readers}: {_written(note)}\n"


def _written(note: Note) -> str:
    drawn = f"[{note.annotations}]" if note.annotations else ""
    return " ".join(filter(None, (note.text, drawn)))


def write(match: Match, player: Player, noted: Noted, address: str, now: datetime) -> bool:
    """Store the player's note at a ply, replacing an earlier one; an empty one is deleted. Raises Refused.

    Return whether others may see the change. ``address``: rate limit key of the author.
    """
    if not 0 <= noted.ply <= match.last_number:
        raise Refused(Refusal("no_note.no_ply", {"ply": noted.ply}))
    own = Note.objects.filter(match=match, player=player)
    text, drawn = noted.text if noted.text.strip() else "", _drawn(match, noted)
    was_shown = own.filter(ply=noted.ply).exclude(audience=Audience.PRIVATE).exists()
    if not text and not drawn:
        own.filter(ply=noted.ply).delete()
        return was_shown
    if len(text) > Note.LONGEST:
        raise Refused(Refusal("no_note.too_long", {"most": Note.LONGEST}))
    if "\x00" in text:
        raise Refused(Refusal("no_note.unreadable"))
    if noted.audience != Audience.PRIVATE:
        text = _for_others(match, player, noted, text, address, now)
    if own.exclude(ply=noted.ply).count() >= MAX_NOTES:
        raise Refused(Refusal("no_note.match_full", {"most": MAX_NOTES}))
    notes = Note.objects.filter(player=player)
    if notes.count() >= MOST_IN_ALL and not own.filter(ply=noted.ply).exists():
        raise Refused(Refusal("no_note.full", {"most": MOST_IN_ALL}))
    content = {"text": text, "annotations": drawn, "audience": noted.audience, "at": now}
    Note.objects.update_or_create(match=match, player=player, ply=noted.ply, defaults=content)
    return was_shown or noted.audience != Audience.PRIVATE


def _drawn(match: Match, noted: Noted) -> str:
    try:
        return joined(match.game, noted.annotations)
    except BadAnnotation as error:
        raise Refused(Refusal("bad_annotation")) from error


def _for_others(match: Match, player: Player, noted: Noted, text: str, address: str, now: datetime) -> str:
    """Return the text of a note that others shall read. Raises Refused."""
    if match.status != Match.Status.OVER:
        raise Refused(Refusal("no_note.running"))
    sitters = set(Seat.objects.filter(match=match).exclude(player=None).values_list("player", flat=True))
    if noted.audience == Audience.PLAYERS and player.pk not in sitters:
        raise Refused(Refusal("no_note.not_seated"))
    if locked.has_locked({*sitters, player.pk}):
        raise Refused(Refusal("no_note.children"))
    if refusal := sanctions.refusal(player.pk, address, now, chats=True):
        raise Refused(refusal)
    if text and {read(match.terms).talk, site_settings.current().talk} != {"words"}:
        raise Refused(Refusal("no_note.no_words"))
    today = Note.objects.filter(~Q(audience=Audience.PRIVATE), player=player, at__gt=now - timedelta(days=1))
    if today.exclude(match=match, ply=noted.ply).count() >= MOST_SHARED_A_DAY:
        raise Refused(Refusal("no_note.too_many", {"limit": MOST_SHARED_A_DAY}))
    line = cleaned(text, Note.LONGEST) if text else ""
    if isinstance(line, Refusal):
        raise Refused(line)
    return line
