"""Guests whose matches were moved to an account."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games_app", "0032_puzzles")]
    operations = [
        migrations.AddField(
            "player",
            "merged_into",
            models.ForeignKey(
                "games_app.player",
                django.db.models.deletion.SET_NULL,
                db_index=False,
                null=True,
                related_name="+",
            ),
        ),
    ]
