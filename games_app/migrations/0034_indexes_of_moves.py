"""Drop the indexes on the match alone: a unique index of each table also begins with the match."""

import django.db.models.deletion
from django.db import migrations, models

MATCH = "games_app.match"


def drop(table: str, index: str) -> migrations.RunSQL:
    """Drop an index by its name: Django would copy a whole SQLite table for it."""
    return migrations.RunSQL(f"DROP INDEX IF EXISTS {index}", f"CREATE INDEX {index} ON {table} (match_id)")


class Migration(migrations.Migration):
    dependencies = [("games_app", "0033_merging")]

    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[
                drop("games_app_event", "games_app_event_match_id_6f96447a"),
                drop("games_app_move", "games_app_move_match_id_6444deee"),
            ],
            state_operations=[
                migrations.AlterField(
                    model,
                    "match",
                    models.ForeignKey(
                        MATCH, django.db.models.deletion.CASCADE, db_index=False, related_name=related
                    ),
                )
                for model, related in (("event", "events"), ("move", "moves"))
            ],
        ),
    ]
