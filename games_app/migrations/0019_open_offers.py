"""Open offers: waiting matches that the lobby shows to everybody."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games_app", "0018_ratings")]
    operations = [
        migrations.AddField("match", "open_offer", models.BooleanField(default=False)),
        migrations.AddIndex(
            "match",
            models.Index(
                fields=["game", "created_at"],
                name="match_open_offer",
                condition=models.Q(open_offer=True, status="waiting"),
            ),
        ),
    ]
