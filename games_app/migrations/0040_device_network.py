"""The network from which a device logged in to its account."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games_app", "0039_uncounted_matches")]
    operations = [
        migrations.AddField(
            "Device", "network", models.CharField(blank=True, db_default="", default="", max_length=32)
        ),
    ]
