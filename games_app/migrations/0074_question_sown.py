from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games_app", "0073_reported_clubs")]

    operations = [
        migrations.AddField(
            "clubquestion", "sown", models.CharField(blank=True, db_default="", default="", max_length=64)
        )
    ]
