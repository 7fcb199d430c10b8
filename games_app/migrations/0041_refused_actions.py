"""Time since when actions that can't be stored are refused, for the other processes."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games_app", "0040_device_network")]
    operations = [migrations.AddField("Alive", "refused", models.DateTimeField(null=True))]
