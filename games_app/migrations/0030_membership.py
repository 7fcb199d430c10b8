"""Members of a closed site, and the links by which people become members."""

from typing import Any

import django.db.models.deletion
from django.db import migrations, models


def key() -> Any:
    return models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")


class Migration(migrations.Migration):
    dependencies = [("games_app", "0029_audit_log")]
    operations = [
        migrations.CreateModel(
            name="MemberLink",
            fields=[
                ("id", key()),
                ("digest", models.CharField(max_length=64, unique=True)),
                ("made_at", models.DateTimeField()),
                ("until", models.DateTimeField()),
                ("places", models.PositiveIntegerField()),
            ],
        ),
        migrations.CreateModel(
            name="Member",
            fields=[
                ("id", key()),
                ("since", models.DateTimeField()),
                (
                    "player",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="membership",
                        to="games_app.player",
                    ),
                ),
                (
                    "link",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="members",
                        to="games_app.memberlink",
                    ),
                ),
            ],
        ),
    ]
