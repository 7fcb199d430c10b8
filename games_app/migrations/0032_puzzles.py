"""Puzzles, and people's results with them."""

import django.db.models.deletion
import games_app.lib.ids
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games_app", "0031_mail_choices"),
    ]

    operations = [
        migrations.CreateModel(
            name="Puzzle",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "public_id",
                    models.CharField(default=games_app.lib.ids.new_public_id, max_length=10, unique=True),
                ),
                ("key", models.TextField(unique=True)),
                ("game", models.CharField(max_length=16)),
                ("facts", models.JSONField()),
                ("role", models.CharField(max_length=8)),
                ("scope", models.CharField(max_length=8)),
                ("unit", models.CharField(max_length=8)),
                ("steps", models.JSONField()),
                ("themes", models.CharField(blank=True, max_length=80)),
                ("engine", models.CharField(max_length=24)),
                ("found_at", models.DateTimeField(null=True)),
                ("rating", models.FloatField()),
                ("deviation", models.FloatField(default=350.0)),
                ("volatility", models.FloatField(default=0.06)),
                ("tried", models.PositiveIntegerField(default=0)),
                ("solved", models.PositiveIntegerField(default=0)),
                ("at", models.DateTimeField(null=True)),
            ],
            options={
                "indexes": [models.Index(fields=["game", "rating"], name="puzzle_rating")],
            },
        ),
        migrations.CreateModel(
            name="PuzzleAttempt",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("solved", models.BooleanField()),
                ("shown", models.BooleanField(default=False)),
                ("at", models.DateTimeField()),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="games_app.player",
                    ),
                ),
                (
                    "puzzle",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="attempts",
                        to="games_app.puzzle",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("player", "puzzle"), name="one_first_attempt_a_puzzle")
                ],
            },
        ),
        migrations.CreateModel(
            name="PuzzleDay",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("day", models.DateField()),
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
                "constraints": [models.UniqueConstraint(fields=("player", "day"), name="one_puzzle_a_day")],
            },
        ),
        migrations.CreateModel(
            name="PuzzleRating",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("game", models.CharField(max_length=16)),
                ("rating", models.FloatField(default=1500.0)),
                ("deviation", models.FloatField(default=350.0)),
                ("volatility", models.FloatField(default=0.06)),
                ("tried", models.PositiveIntegerField(default=0)),
                ("at", models.DateTimeField()),
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
                "constraints": [
                    models.UniqueConstraint(fields=("player", "game"), name="one_puzzle_rating_a_game")
                ],
            },
        ),
    ]
