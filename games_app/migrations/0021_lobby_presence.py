"""Leases of people who have the lobby open."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games_app", "0020_chat")]
    operations = [
        migrations.CreateModel(
            name="LobbyPresence",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("process", models.CharField(max_length=12)),
                ("person", models.CharField(max_length=40)),
                ("until", models.DateTimeField()),
            ],
            options={
                "indexes": [models.Index(fields=["until"], name="lobby_presence_until")],
                "constraints": [
                    models.UniqueConstraint(fields=("process", "person"), name="one_lobby_lease_a_person")
                ],
            },
        ),
    ]
