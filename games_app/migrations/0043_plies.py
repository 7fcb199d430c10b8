"""Rename the table of plies: a move is what players read for a decision, which may be several plies.

The table is renamed in place; no row is written. Its constraints keep their names, since new ones would be
checked against every row.
"""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games_app", "0042_reporting_networks")]
    operations = [
        migrations.RenameModel("Move", "Ply"),
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AlterField(
                    "Ply",
                    "match",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="plies",
                        to="games_app.match",
                    ),
                )
            ]
        ),
    ]
