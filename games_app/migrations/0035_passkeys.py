"""Passkeys of accounts."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games_app", "0034_indexes_of_moves")]
    operations = [
        migrations.CreateModel(
            "Passkey",
            [
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("credential_id", models.CharField(max_length=1364, unique=True)),
                ("public_key", models.BinaryField()),
                ("sign_count", models.BigIntegerField()),
                ("name", models.CharField(max_length=60)),
                ("created_at", models.DateTimeField()),
                ("used_at", models.DateTimeField(null=True)),
                (
                    "account",
                    models.ForeignKey(
                        "games_app.account",
                        django.db.models.deletion.CASCADE,
                        related_name="passkeys",
                    ),
                ),
            ],
        ),
    ]
