from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games_app", "0010_match_origin"),
    ]

    operations = [
        migrations.AddField(
            model_name="presence", name="name", field=models.CharField(blank=True, max_length=20)
        ),
    ]
