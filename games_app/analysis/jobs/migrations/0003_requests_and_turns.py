"""Requests of browsers for jobs, turns of addresses, and jobs that were cut short."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("engine_jobs", "0002_puzzles"),
    ]

    operations = [
        migrations.CreateModel(
            name="Turn",
            fields=[
                ("address", models.CharField(max_length=32, primary_key=True, serialize=False)),
                ("served_at", models.DateTimeField()),
            ],
        ),
        migrations.AddField(
            model_name="job",
            name="short",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.CreateModel(
            name="Request",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("browser", models.CharField(max_length=32)),
                ("address", models.CharField(max_length=32)),
                ("until", models.DateTimeField()),
                (
                    "job",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="requests",
                        to="engine_jobs.job",
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["address", "until"], name="request_address")],
                "constraints": [
                    models.UniqueConstraint(fields=("job", "browser"), name="one_request_a_browser")
                ],
            },
        ),
    ]
