"""Networks from which people report, so that reports from one network count once."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games_app", "0041_refused_actions")]
    operations = [
        migrations.AddField(
            "Report", "network", models.CharField(blank=True, db_default="", default="", max_length=32)
        ),
    ]
