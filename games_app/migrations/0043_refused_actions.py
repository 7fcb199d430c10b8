"""Time since when actions are refused that can't be stored, for the other processes."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games_app", "0038_open_to_invitations")]
    operations = [migrations.AddField("Alive", "refused", models.DateTimeField(null=True))]
