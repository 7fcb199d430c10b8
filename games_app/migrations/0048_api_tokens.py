"""Personal tokens of the API."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games_app", "0047_webhooks")]
    operations = [
        migrations.CreateModel(
            "ApiToken",
            [
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("digest", models.CharField(max_length=64, unique=True)),
                ("name", models.CharField(max_length=60)),
                ("scopes", models.CharField(max_length=20)),
                ("created_at", models.DateTimeField()),
                ("expires_at", models.DateTimeField()),
                ("used_at", models.DateTimeField(null=True)),
                (
                    "account",
                    models.ForeignKey(
                        "games_app.account", django.db.models.deletion.CASCADE, related_name="api_tokens"
                    ),
                ),
            ],
        ),
    ]
