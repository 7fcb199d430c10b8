"""Web push: the key, the subscribed browsers and their messages; whether anybody looks at a match."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games_app", "0044_no_admin"),
    ]

    operations = [
        migrations.CreateModel(
            name="PushKey",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("private", models.CharField(max_length=43)),
                ("events_read", models.BigIntegerField(null=True)),
            ],
        ),
        migrations.AddField(
            model_name="presence",
            name="hidden",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.CreateModel(
            name="PushDevice",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("session_key", models.CharField(db_index=True, max_length=40)),
                ("endpoint", models.CharField(max_length=1000)),
                ("digest", models.CharField(max_length=64, unique=True)),
                ("p256dh", models.CharField(max_length=87)),
                ("auth", models.CharField(max_length=22)),
                ("language", models.CharField(max_length=12)),
                ("site", models.CharField(max_length=300)),
                ("zone", models.CharField(blank=True, default="", max_length=64)),
                ("quiet_from", models.PositiveSmallIntegerField(null=True)),
                ("quiet_until", models.PositiveSmallIntegerField(null=True)),
                ("created_at", models.DateTimeField()),
                ("failures", models.PositiveSmallIntegerField(default=0)),
                ("paused_until", models.DateTimeField(null=True)),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="push_devices",
                        to="games_app.player",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="PushMessage",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("kind", models.CharField(max_length=16)),
                ("seq", models.PositiveIntegerField()),
                ("at", models.DateTimeField()),
                ("next_at", models.DateTimeField(null=True)),
                ("tries", models.PositiveSmallIntegerField(default=0)),
                (
                    "device",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="messages",
                        to="games_app.pushdevice",
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="games_app.match"
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("next_at__isnull", False)), fields=["next_at"], name="push_due"
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("device", "match", "kind", "seq"), name="one_push_a_device"
                    )
                ],
            },
        ),
    ]
