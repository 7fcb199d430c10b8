"""Friendships between accounts, and whether friends see when somebody is here."""

import django.db.models.deletion
from django.db import migrations, models
from django.db.models.functions import Greatest, Least


class Migration(migrations.Migration):
    dependencies = [("games_app", "0045_web_push")]
    operations = [
        migrations.AddField("Account", "shows_presence", models.BooleanField(default=True, db_default=True)),
        migrations.CreateModel(
            "Friendship",
            [
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("asked_at", models.DateTimeField()),
                ("agreed_at", models.DateTimeField(null=True)),
                ("declined", models.BooleanField(default=False)),
                ("withdrawn", models.BooleanField(default=False)),
                (
                    "asked",
                    models.ForeignKey(
                        "games_app.account", django.db.models.deletion.CASCADE, related_name="+"
                    ),
                ),
                (
                    "asker",
                    models.ForeignKey(
                        "games_app.account", django.db.models.deletion.CASCADE, related_name="+"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        Least("asker", "asked"), Greatest("asker", "asked"), name="one_friendship_a_pair"
                    )
                ],
            },
        ),
    ]
