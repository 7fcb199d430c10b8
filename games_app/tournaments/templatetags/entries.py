"""Template filter for the people of a tournament."""

from __future__ import annotations

from django import template

from games_app.lib.names import WITHDRAWN
from games_app.models import Entry
from games_app.people import faces

register = template.Library()


@register.filter
def entry_face(entry: Entry) -> str:
    """Return the key of a person's face, as beside their name in a match; empty once they have withdrawn."""
    if entry.name == WITHDRAWN:
        return ""
    return faces.face_of(entry.name, entry.player.face if entry.player else "")
