from django.db import migrations, models

HOW = [
    ("rules", "Rules"),
    ("time", "Time"),
    ("resignation", "Resignation"),
    ("agreement", "Agreement"),
    ("absence", "Absence"),
    ("aborted", "Aborted"),
    ("moderator", "Moderator"),
]


class Migration(migrations.Migration):
    dependencies = [
        ("games_app", "0026_roles"),
    ]

    operations = [
        migrations.AlterField(
            model_name="match",
            name="how",
            field=models.CharField(blank=True, choices=HOW, max_length=16),
        ),
    ]
