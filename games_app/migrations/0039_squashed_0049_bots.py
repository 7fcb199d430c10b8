"""What 0.10.0, whose last migration was 0049, added to the tables of 0.9.0.

The columns that it adds to tables in use have defaults in the database, for processes of 0.9.0 that continue
meanwhile.
"""

from typing import Any

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import CASCADE, SET_NULL, Q
from django.db.models.functions import Greatest, Least

ACCOUNT, MATCH, PLAYER = "games_app.account", "games_app.match", "games_app.player"

REPLACED = [
    "0039_uncounted_matches",
    "0040_device_network",
    "0041_refused_actions",
    "0042_reporting_networks",
    "0043_plies",
    "0044_no_admin",
    "0045_web_push",
    "0046_friends",
    "0047_webhooks",
    "0048_api_tokens",
    "0049_bots",
]


def key() -> Any:
    return models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")


def choices(*values: str) -> list[tuple[str, str]]:
    return [(value, value.capitalize()) for value in values]


def forget_admin(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    """Delete what Django stores about its admin, which is no longer installed, with its permissions."""
    content_types = apps.get_model("contenttypes", "ContentType").objects.using(editor.connection.alias)
    content_types.filter(app_label="admin").delete()


class Migration(migrations.Migration):
    replaces = [("games_app", name) for name in REPLACED]
    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
        ("games_app", "0001_squashed_0038_open_to_invitations"),
    ]
    operations = [
        # Rated matches that don't count, and marks of the clients from which rated matches are played.
        migrations.CreateModel(
            "ClientMark",
            [
                ("id", key()),
                ("mark", models.CharField(max_length=32)),
                ("until", models.DateTimeField()),
                ("player", models.ForeignKey(PLAYER, CASCADE, db_index=False, related_name="+")),
            ],
            options={
                "indexes": [models.Index(fields=["until"], name="client_mark_until")],
                "constraints": [
                    models.UniqueConstraint(fields=["player", "mark"], name="one_client_mark_a_player")
                ],
            },
        ),
        migrations.CreateModel(
            "UncountedMatch",
            [
                ("id", key()),
                (
                    "why",
                    models.CharField(choices=choices("shared", "owner", "short", "often"), max_length=8),
                ),
                ("at", models.DateTimeField()),
                ("match", models.OneToOneField(MATCH, CASCADE, related_name="uncounted")),
            ],
            options={
                "verbose_name_plural": "uncounted matches",
                "indexes": [models.Index(fields=["at"], name="uncounted_lately")],
            },
        ),
        migrations.AddField(
            "Device", "network", models.CharField(blank=True, db_default="", default="", max_length=32)
        ),
        migrations.AddField("Alive", "refused", models.DateTimeField(null=True)),
        migrations.AddField(
            "Report", "network", models.CharField(blank=True, db_default="", default="", max_length=32)
        ),
        # The table is renamed in place. Its constraints keep their names, since new ones would be checked
        # against every row.
        migrations.RenameModel("Move", "Ply"),
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AlterField(
                    "Ply", "match", models.ForeignKey(MATCH, CASCADE, db_index=False, related_name="plies")
                )
            ]
        ),
        # Django's admin: its table, always empty here, refers to accounts.
        migrations.RunSQL("DROP TABLE IF EXISTS django_admin_log", migrations.RunSQL.noop),
        migrations.RunSQL("DELETE FROM django_migrations WHERE app = 'admin'", migrations.RunSQL.noop),
        migrations.RunPython(forget_admin, migrations.RunPython.noop, elidable=True),
        # Web push, and whether anybody looks at a match.
        migrations.CreateModel(
            "PushKey",
            [
                ("id", key()),
                ("private", models.CharField(max_length=43)),
                ("events_read", models.BigIntegerField(null=True)),
            ],
        ),
        migrations.AddField("Presence", "hidden", models.BooleanField(db_default=False, default=False)),
        migrations.CreateModel(
            "PushDevice",
            [
                ("id", key()),
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
                ("player", models.ForeignKey(PLAYER, CASCADE, related_name="push_devices")),
            ],
        ),
        # Friendships between accounts, and whether friends see when somebody is here.
        migrations.AddField("Account", "shows_presence", models.BooleanField(default=True, db_default=True)),
        migrations.CreateModel(
            "Friendship",
            [
                ("id", key()),
                ("asked_at", models.DateTimeField()),
                ("agreed_at", models.DateTimeField(null=True)),
                ("declined", models.BooleanField(default=False)),
                ("withdrawn", models.BooleanField(default=False)),
                ("asked", models.ForeignKey(ACCOUNT, CASCADE, related_name="+")),
                ("asker", models.ForeignKey(ACCOUNT, CASCADE, related_name="+")),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        Least("asker", "asked"), Greatest("asker", "asked"), name="one_friendship_a_pair"
                    )
                ],
            },
        ),
        # Webhooks, which share the outbox of web push.
        migrations.CreateModel(
            "Webhook",
            [
                ("id", key()),
                ("endpoint", models.CharField(max_length=1000)),
                (
                    "style",
                    models.CharField(choices=choices("discord", "slack", "matrix", "json"), max_length=8),
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
                ("account", models.OneToOneField(ACCOUNT, CASCADE, related_name="webhook")),
            ],
        ),
        migrations.CreateModel(
            "PushMessage",
            [
                ("id", key()),
                ("kind", models.CharField(max_length=16)),
                ("seq", models.PositiveIntegerField()),
                ("at", models.DateTimeField()),
                ("next_at", models.DateTimeField(null=True)),
                ("tries", models.PositiveSmallIntegerField(default=0)),
                (
                    "device",
                    models.ForeignKey("games_app.pushdevice", CASCADE, null=True, related_name="messages"),
                ),
                ("match", models.ForeignKey(MATCH, CASCADE, related_name="+")),
                (
                    "webhook",
                    models.ForeignKey("games_app.webhook", CASCADE, null=True, related_name="messages"),
                ),
                ("tried_at", models.DateTimeField(null=True)),
            ],
            options={
                "indexes": [
                    models.Index(condition=Q(next_at__isnull=False), fields=["next_at"], name="push_due")
                ],
                "constraints": [
                    models.UniqueConstraint(
                        fields=["device", "match", "kind", "seq"], name="one_push_a_device"
                    ),
                    models.UniqueConstraint(
                        fields=["webhook", "match", "kind", "seq"], name="one_push_a_webhook"
                    ),
                    models.CheckConstraint(
                        condition=Q(device__isnull=True) ^ Q(webhook__isnull=True), name="one_receiver_a_push"
                    ),
                ],
            },
        ),
        # Personal tokens of the API, bots, and the challenges that bots take.
        migrations.CreateModel(
            "ApiToken",
            [
                ("id", key()),
                ("digest", models.CharField(max_length=64, unique=True)),
                ("name", models.CharField(max_length=60)),
                ("scopes", models.CharField(max_length=20)),
                ("created_at", models.DateTimeField()),
                ("expires_at", models.DateTimeField()),
                ("used_at", models.DateTimeField(null=True)),
                ("account", models.ForeignKey(ACCOUNT, CASCADE, related_name="api_tokens")),
            ],
        ),
        migrations.CreateModel(
            "Bot",
            [
                ("id", key()),
                ("made_at", models.DateTimeField()),
                ("rule_sets", models.JSONField(default=list)),
                ("fastest", models.CharField(max_length=8)),
                ("slowest", models.CharField(max_length=8)),
                (
                    "stakes",
                    models.CharField(
                        choices=choices("both", "rated", "casual"), default="both", max_length=8
                    ),
                ),
                ("at_once", models.PositiveSmallIntegerField()),
                ("owner", models.ForeignKey(ACCOUNT, SET_NULL, null=True, related_name="bots")),
                ("player", models.OneToOneField(PLAYER, CASCADE, related_name="bot")),
            ],
        ),
    ]
