"""The reason of a sanction, and the appeal against it.

Processes of the previous release continue meanwhile: the database fills in the columns that they don't know.
"""

from django.db import migrations, models

REASONS = ["abuse", "spam", "name", "unfair", "other"]


class Migration(migrations.Migration):
    dependencies = [("games_app", "0035_passkeys")]
    operations = [
        migrations.AddField(
            "Sanction",
            "reason",
            models.CharField(
                choices=[(one, one.capitalize()) for one in REASONS],
                default="other",
                db_default="other",
                max_length=8,
            ),
        ),
        migrations.AddField(
            "Sanction", "appeal", models.CharField(blank=True, default="", db_default="", max_length=500)
        ),
        migrations.AddField("Sanction", "appealed_at", models.DateTimeField(null=True)),
        migrations.AddField("Sanction", "answered_at", models.DateTimeField(null=True)),
        migrations.AddField("Sanction", "lifted", models.BooleanField(default=False, db_default=False)),
    ]
