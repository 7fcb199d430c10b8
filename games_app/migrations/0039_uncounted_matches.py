"""Rated matches that don't count, with the reason, and marks of the clients from which rated matches are played."""

from __future__ import annotations

from typing import Any

import django.db.models.deletion
from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

VOID = ("aborted", "moderator")
WHY = [("shared", "Shared"), ("short", "Short"), ("often", "Often"), ("unknown", "Unknown")]


def note_earlier_ones(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    """Note the rated matches that have ended without changing a rating; why is not known any more."""
    matches: Any = apps.get_model("games_app", "Match")._default_manager
    uncounted: Any = apps.get_model("games_app", "UncountedMatch")
    ended = matches.filter(terms__rated=True, status="over", rated=None, origin__isnull=True).exclude(
        how__in=VOID
    )
    rows = (uncounted(match_id=pk, why="unknown", at=at) for pk, at in ended.values_list("pk", "ended_at"))
    uncounted._default_manager.bulk_create(rows, batch_size=500)


class Migration(migrations.Migration):
    dependencies = [("games_app", "0038_open_to_invitations")]
    operations = [
        migrations.CreateModel(
            "ClientMark",
            [
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("mark", models.CharField(max_length=32)),
                ("until", models.DateTimeField()),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="games_app.player",
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["until"], name="client_mark_until")],
                "constraints": [
                    models.UniqueConstraint(fields=["player", "mark"], name="one_client_mark_a_player")
                ],
            },
        ),
        migrations.CreateModel(
            "UncountedMatch",
            [
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("why", models.CharField(choices=WHY, max_length=8)),
                ("at", models.DateTimeField()),
                (
                    "match",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="uncounted",
                        to="games_app.match",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "uncounted matches",
                "indexes": [models.Index(fields=["at"], name="uncounted_lately")],
            },
        ),
        migrations.AddIndex("RatedResult", models.Index(fields=["at"], name="rated_lately")),
        migrations.RunPython(note_earlier_ones, migrations.RunPython.noop),
    ]
