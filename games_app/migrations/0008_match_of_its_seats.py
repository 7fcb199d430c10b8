from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games_app", "0007_player_public_id"),
    ]

    operations = [
        migrations.AlterField(
            model_name="match",
            name="visibility",
            field=models.CharField(
                choices=[("public", "Public"), ("link", "Link"), ("seats", "Seats")], max_length=8
            ),
        ),
    ]
