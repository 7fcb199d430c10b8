"""Jobs that search matches for puzzles."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("engine_jobs", "0001_initial"),
    ]

    operations = [
        migrations.AlterField(
            model_name="job",
            name="kind",
            field=models.CharField(
                choices=[
                    ("reply", "Reply"),
                    ("position", "Position"),
                    ("review", "Review"),
                    ("puzzles", "Puzzles"),
                ],
                max_length=10,
            ),
        ),
    ]
