from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import OuterRef, Subquery
from django.db.models.functions import Coalesce

from games_app.lib import clock

SENT_AGAIN = timedelta(days=1)
"""Age above which no command is resent: no client waits so long for its answer."""


def say_who_sent(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    """Set the senders of recent events: the player of the event's role, or the maker.

    An accepted takeback has the role of the other player, so its sender stays unknown.
    """
    events: Any = apps.get_model("games_app", "Event")._default_manager
    seats: Any = apps.get_model("games_app", "Seat")._default_manager
    matches: Any = apps.get_model("games_app", "Match")._default_manager
    sitter = seats.filter(match=OuterRef("match"), role=OuterRef("role")).values("player")
    maker = matches.filter(pk=OuterRef("match")).values("maker")
    sent = events.filter(cmd__isnull=False, at__gt=clock.now() - SENT_AGAIN).exclude(what="taken_back")
    sent.update(sender=Coalesce(Subquery(sitter), Subquery(maker)))


class Migration(migrations.Migration):
    dependencies = [
        ("games_app", "0013_event_sender"),
    ]

    operations = [
        migrations.RunPython(say_who_sent, migrations.RunPython.noop),
    ]
