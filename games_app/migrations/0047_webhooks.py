"""Webhooks, which share the outbox of web push."""

import django.db.models.deletion
from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [("games_app", "0046_friends")]
    operations = [
        migrations.CreateModel(
            "Webhook",
            [
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("endpoint", models.CharField(max_length=1000)),
                (
                    "style",
                    models.CharField(
                        choices=[
                            ("discord", "Discord"),
                            ("slack", "Slack"),
                            ("matrix", "Matrix"),
                            ("json", "Json"),
                        ],
                        max_length=8,
                    ),
                ),
                ("secret", models.CharField(max_length=43)),
                ("language", models.CharField(max_length=12)),
                ("site", models.CharField(max_length=300)),
                ("created_at", models.DateTimeField()),
                ("failing_since", models.DateTimeField(null=True)),
                ("switched_off_at", models.DateTimeField(null=True)),
                ("problem", models.CharField(blank=True, default="", max_length=8)),
                ("paused_until", models.DateTimeField(null=True)),
                ("test_asked_at", models.DateTimeField(null=True)),
                ("tested_at", models.DateTimeField(null=True)),
                (
                    "account",
                    models.OneToOneField(
                        "games_app.account", django.db.models.deletion.CASCADE, related_name="webhook"
                    ),
                ),
            ],
        ),
        migrations.AlterField(
            "PushMessage",
            "device",
            models.ForeignKey(
                "games_app.pushdevice",
                django.db.models.deletion.CASCADE,
                null=True,
                related_name="messages",
            ),
        ),
        migrations.AddField(
            "PushMessage",
            "webhook",
            models.ForeignKey(
                "games_app.webhook", django.db.models.deletion.CASCADE, null=True, related_name="messages"
            ),
        ),
        migrations.AddField("PushMessage", "tried_at", models.DateTimeField(null=True)),
        migrations.AddConstraint(
            "PushMessage",
            models.UniqueConstraint(fields=["webhook", "match", "kind", "seq"], name="one_push_a_webhook"),
        ),
        migrations.AddConstraint(
            "PushMessage",
            models.CheckConstraint(
                condition=Q(device__isnull=True) ^ Q(webhook__isnull=True), name="one_receiver_a_push"
            ),
        ),
    ]
