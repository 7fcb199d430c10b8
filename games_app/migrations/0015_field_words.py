"""Rename columns. Both databases update the indexes by themselves; only Django's state has to be updated."""

from django.db import migrations, models
from django.db.models import Q

INDEXES = {
    "seat_listed": (
        ["listed_at", "match", "game", "how", "time_control", "plies", "outcome", "variant"],
        Q(first=True, listed=True),
    ),
    "seat_listed_of_game": (
        [
            "game",
            "listed_at",
            "match",
            "how",
            "time_control",
            "plies",
            "outcome",
            "variant",
            "opening",
            "first",
            "listed",
        ],
        Q(first=True, listed=True),
    ),
    "seat_listed_by_name": (
        [
            *("folded", "listed_at", "match", "game", "how", "time_control", "plies", "outcome"),
            *("opponent_folded", "listed"),
        ],
        Q(listed=True),
    ),
}


class Migration(migrations.Migration):
    dependencies = [("games_app", "0014_senders")]
    operations = [
        migrations.RenameField("match", "dealings", "pending"),
        migrations.SeparateDatabaseAndState(
            database_operations=[migrations.RenameField("seat", "pace", "time_control")],
            state_operations=[
                *(migrations.RemoveIndex("seat", name) for name in INDEXES),
                migrations.RenameField("seat", "pace", "time_control"),
                *(
                    migrations.AddIndex("seat", models.Index(fields=fields, condition=condition, name=name))
                    for name, (fields, condition) in INDEXES.items()
                ),
            ],
        ),
    ]
