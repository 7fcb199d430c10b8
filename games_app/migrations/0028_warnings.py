from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games_app", "0027_ended_by_a_moderator"),
    ]

    operations = [
        migrations.AddField(
            model_name="player",
            name="warning",
            field=models.CharField(blank=True, default="", max_length=8),
        ),
    ]
