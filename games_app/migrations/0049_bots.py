"""Bots, and the challenges that they take."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games_app", "0048_api_tokens")]
    operations = [
        migrations.AlterField(
            "uncountedmatch",
            "why",
            models.CharField(
                choices=[("shared", "Shared"), ("owner", "Owner"), ("short", "Short"), ("often", "Often")],
                max_length=8,
            ),
        ),
        migrations.CreateModel(
            "Bot",
            [
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("made_at", models.DateTimeField()),
                ("rule_sets", models.JSONField(default=list)),
                ("fastest", models.CharField(max_length=8)),
                ("slowest", models.CharField(max_length=8)),
                (
                    "stakes",
                    models.CharField(
                        choices=[("both", "Both"), ("rated", "Rated"), ("casual", "Casual")],
                        default="both",
                        max_length=8,
                    ),
                ),
                ("at_once", models.PositiveSmallIntegerField()),
                (
                    "owner",
                    models.ForeignKey(
                        "games_app.account",
                        django.db.models.deletion.SET_NULL,
                        null=True,
                        related_name="bots",
                    ),
                ),
                (
                    "player",
                    models.OneToOneField(
                        "games_app.player", django.db.models.deletion.CASCADE, related_name="bot"
                    ),
                ),
            ],
        ),
    ]
