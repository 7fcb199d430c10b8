"""Accounts that everybody with an account may invite."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games_app", "0037_rating_range")]
    operations = [
        migrations.AddField(
            "Account", "open_to_invitations", models.BooleanField(default=False, db_default=False)
        ),
    ]
