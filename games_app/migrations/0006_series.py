from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games_app", "0005_absence"),
    ]

    operations = [
        migrations.AddField(model_name="match", name="series", field=models.JSONField(null=True)),
    ]
