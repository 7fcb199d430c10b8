"""Rated matches that don't count, with the reason, and marks of the clients from which rated matches are played."""

from __future__ import annotations

import django.db.models.deletion
from django.db import migrations, models

WHY = [("shared", "Shared"), ("short", "Short"), ("often", "Often")]


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
    ]
