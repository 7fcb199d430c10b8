"""Invitations of one person, and blocks."""

import django.db.models.deletion
from django.db import migrations, models

PLAYER = "games_app.player"


class Migration(migrations.Migration):
    dependencies = [("games_app", "0024_moderation")]
    operations = [
        migrations.AddField(
            "match",
            "invited",
            models.ForeignKey(
                PLAYER, django.db.models.deletion.PROTECT, db_index=False, null=True, related_name="+"
            ),
        ),
        migrations.AddIndex(
            "match",
            models.Index(
                fields=["invited", "created_at"],
                name="match_invited",
                condition=models.Q(invited__isnull=False),
            ),
        ),
        migrations.CreateModel(
            name="Block",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        PLAYER, django.db.models.deletion.CASCADE, db_index=False, related_name="+"
                    ),
                ),
                ("blocked", models.ForeignKey(PLAYER, django.db.models.deletion.CASCADE, related_name="+")),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("player", "blocked"), name="one_block_a_pair")
                ],
            },
        ),
    ]
