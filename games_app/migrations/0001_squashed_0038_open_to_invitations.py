"""The tables of 0.9.0, whose last migration was 0038, and the triggers of the audit log.

Migrations up to 0.10.0 are squashed by release, so that a database of either release upgrades.
"""

from typing import Any

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import CASCADE, PROTECT, SET_NULL

from games_app.lib.ids import new_public_id

ACCOUNT, CHATMESSAGE, MATCH = "games_app.account", "games_app.chatmessage", "games_app.match"
MEMBERLINK, PLAYER, PUZZLE = "games_app.memberlink", "games_app.player", "games_app.puzzle"

REPLACED = [
    "0001_initial",
    "0002_terms",
    "0003_clocks",
    "0004_offers",
    "0005_absence",
    "0006_series",
    "0007_player_public_id",
    "0008_match_of_its_seats",
    "0009_listing",
    "0010_match_origin",
    "0011_presence_name",
    "0012_note",
    "0013_event_sender",
    "0014_senders",
    "0015_field_words",
    "0016_coming_back",
    "0017_accounts",
    "0018_ratings",
    "0019_open_offers",
    "0020_chat",
    "0021_lobby_presence",
    "0022_computer",
    "0023_mail_addresses",
    "0024_moderation",
    "0025_invitations",
    "0026_roles",
    "0027_ended_by_a_moderator",
    "0028_warnings",
    "0029_audit_log",
    "0030_membership",
    "0031_mail_choices",
    "0032_puzzles",
    "0033_merging",
    "0034_indexes_of_moves",
    "0035_passkeys",
    "0036_appeals",
    "0037_rating_range",
    "0038_open_to_invitations",
]

REASONS = ["abuse", "spam", "name", "unfair", "other"]

REFUSE = "BEGIN SELECT RAISE(ABORT, 'The audit log is never changed'); END"
SQLITE = {
    "changed": "BEFORE UPDATE ON games_app_auditentry",
    "deleted": "BEFORE DELETE ON games_app_auditentry",
    # INSERT OR REPLACE deletes the earlier row without a trigger.
    "replaced": "BEFORE INSERT ON games_app_auditentry "
    "WHEN EXISTS (SELECT 1 FROM games_app_auditentry WHERE id = NEW.id)",
}
POSTGRESQL = """
CREATE FUNCTION refuse_change_of_audit_log() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION 'The audit log is never changed'; END $$;
CREATE TRIGGER audit_log_is_not_changed BEFORE UPDATE OR DELETE OR TRUNCATE ON games_app_auditentry
FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_audit_log()
"""


def key() -> Any:
    return models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")


def choices(*values: str) -> list[tuple[str, str]]:
    return [(value, value.capitalize()) for value in values]


def compare_bytes(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    """Sort names by bytes: a prefix search is a range, which a language's collation could split."""
    if editor.connection.vendor == "postgresql":
        for name in ("folded", "opponent_folded"):
            editor.execute(f'ALTER TABLE games_app_seat ALTER COLUMN {name} TYPE varchar(80) COLLATE "C"')


def rename_constraint(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    """Give a constraint the name that it has in upgraded databases."""
    if editor.connection.vendor == "postgresql":
        name = "games_app_player_public_id"
        editor.execute(f"ALTER TABLE games_app_player RENAME CONSTRAINT {name}_key TO {name}_591e10c5_uniq")


def refuse_changes(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    """Let the database itself refuse to change or delete what moderators did."""
    if editor.connection.vendor == "postgresql":
        editor.execute(POSTGRESQL, params=None)
        return
    for done, when in SQLITE.items():
        editor.execute(f"CREATE TRIGGER audit_log_is_not_{done} {when} {REFUSE}", params=None)


def allow_changes(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    if editor.connection.vendor == "postgresql":
        editor.execute("DROP FUNCTION refuse_change_of_audit_log CASCADE", params=None)
        return
    for done in SQLITE:
        editor.execute(f"DROP TRIGGER audit_log_is_not_{done}", params=None)


class Migration(migrations.Migration):
    initial = True
    replaces = [("games_app", name) for name in REPLACED]
    dependencies = [("auth", "0012_alter_user_first_name_max_length")]
    operations = [
        migrations.CreateModel(
            "Alive",
            [
                ("id", key()),
                ("at", models.DateTimeField()),
                ("since", models.DateTimeField(null=True)),
            ],
        ),
        migrations.CreateModel(
            "Player",
            [
                ("id", key()),
                ("name", models.CharField(max_length=20)),
                ("chose_name", models.BooleanField(default=False)),
                ("created_at", models.DateTimeField()),
                ("public_id", models.CharField(default=new_public_id, max_length=10, unique=True)),
                ("computer", models.CharField(blank=True, default="", max_length=16)),
                ("level", models.CharField(blank=True, default="", max_length=16)),
                ("warning", models.CharField(blank=True, default="", max_length=8)),
                (
                    "merged_into",
                    models.ForeignKey(PLAYER, SET_NULL, db_index=False, null=True, related_name="+"),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("level", ""), _negated=True),
                        fields=("computer", "level"),
                        name="one_computer_a_level",
                    ),
                ]
            },
        ),
        migrations.CreateModel(
            "Match",
            [
                ("id", key()),
                ("public_id", models.CharField(default=new_public_id, max_length=10, unique=True)),
                ("game", models.CharField(max_length=16)),
                ("options", models.JSONField(default=dict)),
                ("rules_version", models.PositiveSmallIntegerField()),
                ("visibility", models.CharField(choices=choices("public", "link", "seats"), max_length=8)),
                (
                    "status",
                    models.CharField(
                        choices=choices("waiting", "playing", "over", "cancelled", "expired"),
                        default="waiting",
                        max_length=10,
                    ),
                ),
                ("facts", models.JSONField()),
                ("ply", models.PositiveIntegerField(default=0)),
                ("seq", models.PositiveIntegerField(default=0)),
                ("bases", models.JSONField(default=dict)),
                ("unrevealed", models.JSONField(default=list)),
                ("winner", models.CharField(blank=True, max_length=8)),
                (
                    "how",
                    models.CharField(
                        blank=True,
                        choices=choices(
                            "rules", "time", "resignation", "agreement", "absence", "aborted", "moderator"
                        ),
                        max_length=16,
                    ),
                ),
                ("goals", models.JSONField(null=True)),
                ("successor", models.CharField(blank=True, max_length=10)),
                ("created_at", models.DateTimeField()),
                ("started_at", models.DateTimeField(null=True)),
                ("acted_at", models.DateTimeField()),
                ("ended_at", models.DateTimeField(null=True)),
                ("maker", models.ForeignKey(PLAYER, PROTECT, related_name="made")),
                ("terms", models.JSONField(default=dict)),
                ("deadline", models.DateTimeField(null=True)),
                ("clocks", models.JSONField(null=True)),
                ("last_number", models.PositiveIntegerField(default=0)),
                ("series", models.JSONField(null=True)),
                ("opening", models.JSONField(default=list)),
                ("origin", models.JSONField(null=True)),
                ("pending", models.JSONField(default=dict)),
                ("open_offer", models.BooleanField(default=False)),
                ("players_chat", models.PositiveIntegerField(default=0)),
                ("watchers_chat", models.PositiveIntegerField(default=0)),
                ("invited", models.ForeignKey(PLAYER, PROTECT, db_index=False, null=True, related_name="+")),
                ("within", models.SmallIntegerField(null=True)),
            ],
            options={
                "indexes": [
                    models.Index(fields=["status", "visibility", "-acted_at"], name="match_going_on"),
                    models.Index(
                        condition=models.Q(("deadline__isnull", False)),
                        fields=["deadline"],
                        name="match_deadline",
                    ),
                    models.Index(
                        condition=models.Q(("open_offer", True), ("status", "waiting")),
                        fields=["game", "created_at"],
                        name="match_open_offer",
                    ),
                    models.Index(
                        condition=models.Q(("invited__isnull", False)),
                        fields=["invited", "created_at"],
                        name="match_invited",
                    ),
                ],
                "verbose_name_plural": "matches",
            },
        ),
        migrations.CreateModel(
            "Presence",
            [
                ("id", key()),
                ("process", models.CharField(max_length=12)),
                ("person", models.CharField(max_length=40)),
                ("roles", models.CharField(blank=True, max_length=20)),
                ("until", models.DateTimeField()),
                ("match", models.ForeignKey(MATCH, CASCADE, related_name="presences")),
                ("name", models.CharField(blank=True, max_length=20)),
                ("network", models.CharField(blank=True, default="", max_length=32)),
            ],
            options={
                "indexes": [
                    models.Index(fields=["until"], name="presence_until"),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("match", "process", "person"), name="one_lease_a_person"),
                ],
            },
        ),
        migrations.CreateModel(
            "Seat",
            [
                ("id", key()),
                ("role", models.CharField(max_length=8)),
                ("name", models.CharField(blank=True, max_length=20)),
                (
                    "outcome",
                    models.CharField(blank=True, choices=choices("won", "lost", "drawn"), max_length=8),
                ),
                ("match", models.ForeignKey(MATCH, CASCADE, related_name="seats")),
                ("first", models.BooleanField(default=False)),
                ("folded", models.CharField(blank=True, default="", max_length=80)),
                ("game", models.CharField(default="", max_length=16)),
                ("how", models.CharField(blank=True, default="", max_length=16)),
                ("listed", models.BooleanField(default=False)),
                ("listed_at", models.DateTimeField(null=True)),
                ("opening", models.CharField(blank=True, default="", max_length=60)),
                ("opponent", models.ForeignKey(PLAYER, PROTECT, db_index=False, null=True, related_name="+")),
                ("opponent_folded", models.CharField(blank=True, default="", max_length=80)),
                ("time_control", models.CharField(blank=True, default="", max_length=8)),
                ("plies", models.PositiveIntegerField(null=True)),
                ("unfinished", models.BooleanField(default=True)),
                ("variant", models.CharField(blank=True, default="", max_length=60)),
                (
                    "player",
                    models.ForeignKey(PLAYER, PROTECT, db_index=False, null=True, related_name="seats"),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        fields=["player", "unfinished", "listed_at", "match"], name="seat_of_player"
                    ),
                    models.Index(
                        fields=["player", "opponent", "unfinished", "listed_at", "match"], name="seat_of_two"
                    ),
                    models.Index(
                        condition=models.Q(("first", True), ("listed", True)),
                        fields=[
                            "listed_at",
                            "match",
                            "game",
                            "how",
                            "time_control",
                            "plies",
                            "outcome",
                            "variant",
                        ],
                        name="seat_listed",
                    ),
                    models.Index(
                        condition=models.Q(("first", True), ("listed", True)),
                        fields=[
                            "game",
                            "listed_at",
                            "match",
                            "how",
                            "time_control",
                            "plies",
                            "outcome",
                            "variant",
                            "opening",
                            "first",
                            "listed",
                        ],
                        name="seat_listed_of_game",
                    ),
                    models.Index(
                        condition=models.Q(("listed", True)),
                        fields=[
                            "folded",
                            "listed_at",
                            "match",
                            "game",
                            "how",
                            "time_control",
                            "plies",
                            "outcome",
                            "opponent_folded",
                            "listed",
                        ],
                        name="seat_listed_by_name",
                    ),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("match", "role"), name="one_seat_a_role"),
                ],
            },
        ),
        migrations.CreateModel(
            "Event",
            [
                ("id", key()),
                ("seq", models.PositiveIntegerField()),
                ("what", models.CharField(max_length=16)),
                ("role", models.CharField(blank=True, max_length=8)),
                ("cmd", models.CharField(max_length=40, null=True)),
                ("at", models.DateTimeField()),
                ("ply", models.PositiveIntegerField()),
                ("frame", models.TextField()),
                ("match", models.ForeignKey(MATCH, CASCADE, db_index=False, related_name="events")),
                ("sender", models.ForeignKey(PLAYER, PROTECT, db_index=False, null=True, related_name="+")),
            ],
            options={
                "indexes": [
                    models.Index(fields=["match", "ply"], name="event_by_ply"),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("match", "seq"), name="one_event_a_seq"),
                    models.UniqueConstraint(fields=("match", "sender", "cmd"), name="a_command_once"),
                ],
            },
        ),
        migrations.CreateModel(
            "Move",
            [
                ("id", key()),
                ("seq", models.PositiveIntegerField()),
                ("number", models.PositiveIntegerField()),
                ("after", models.PositiveIntegerField()),
                ("role", models.CharField(max_length=8)),
                ("action", models.CharField(max_length=40)),
                ("match", models.ForeignKey(MATCH, CASCADE, db_index=False, related_name="moves")),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("match", "number"), name="one_move_a_number"),
                    models.CheckConstraint(
                        condition=models.Q(("after__lt", models.F("number"))),
                        name="a_move_follows_an_earlier_one",
                    ),
                ]
            },
        ),
        migrations.CreateModel(
            "Note",
            [
                ("id", key()),
                ("ply", models.PositiveIntegerField()),
                ("text", models.CharField(max_length=500)),
                ("match", models.ForeignKey(MATCH, CASCADE, related_name="notes")),
                ("player", models.ForeignKey(PLAYER, CASCADE, related_name="notes")),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("match", "player", "ply"), name="one_note_a_person_and_ply"
                    ),
                ]
            },
        ),
        migrations.CreateModel(
            "Device",
            [
                ("id", key()),
                ("session_key", models.CharField(max_length=40, unique=True)),
                ("title", models.CharField(max_length=60)),
                ("begun_at", models.DateTimeField()),
                ("ended_at", models.DateTimeField(null=True)),
                ("player", models.ForeignKey(PLAYER, CASCADE, related_name="devices")),
            ],
        ),
        migrations.CreateModel(
            "ReturnPhrase",
            [
                ("id", key()),
                ("digest", models.CharField(max_length=64, unique=True)),
                ("made_at", models.DateTimeField()),
                ("player", models.OneToOneField(PLAYER, CASCADE, related_name="return_phrase")),
            ],
        ),
        migrations.CreateModel(
            "Account",
            [
                ("id", key()),
                ("password", models.CharField(max_length=128, verbose_name="password")),
                ("last_login", models.DateTimeField(blank=True, null=True, verbose_name="last login")),
                ("name", models.CharField(max_length=20, unique=True)),
                ("created_at", models.DateTimeField()),
                ("player", models.OneToOneField(PLAYER, CASCADE, related_name="account")),
                ("groups", models.ManyToManyField(blank=True, related_name="accounts", to="auth.group")),
                ("open_to_invitations", models.BooleanField(db_default=False, default=False)),
            ],
        ),
        migrations.CreateModel(
            "AccountLook",
            [
                ("id", key()),
                ("look", models.CharField(max_length=400, unique=True)),
                ("account", models.ForeignKey(ACCOUNT, CASCADE, related_name="looks")),
            ],
        ),
        migrations.CreateModel(
            "RatedResult",
            [
                ("id", key()),
                ("game", models.CharField(max_length=16)),
                ("pace", models.CharField(max_length=8)),
                ("score", models.FloatField()),
                ("at", models.DateTimeField()),
                ("rating", models.FloatField()),
                ("deviation", models.FloatField()),
                ("volatility", models.FloatField()),
                ("match", models.ForeignKey(MATCH, PROTECT, related_name="rated")),
                ("opponent", models.ForeignKey(PLAYER, PROTECT, db_index=False, related_name="+")),
                ("player", models.ForeignKey(PLAYER, PROTECT, related_name="rated")),
            ],
            options={
                "indexes": [
                    models.Index(fields=["player", "game", "pace", "at"], name="rated_course"),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("match", "player"), name="rated_once_a_player"),
                ],
            },
        ),
        migrations.CreateModel(
            "Rating",
            [
                ("id", key()),
                ("game", models.CharField(max_length=16)),
                ("pace", models.CharField(max_length=8)),
                ("rating", models.FloatField()),
                ("deviation", models.FloatField()),
                ("volatility", models.FloatField()),
                ("games", models.PositiveIntegerField(default=0)),
                ("at", models.DateTimeField()),
                ("player", models.ForeignKey(PLAYER, CASCADE, related_name="ratings")),
            ],
            options={
                "indexes": [
                    models.Index(fields=["game", "pace", "-rating"], name="rating_list"),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("player", "game", "pace"), name="one_rating_a_game_and_pace"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            "ChatMessage",
            [
                ("id", key()),
                ("room", models.CharField(choices=choices("players", "watchers"), max_length=8)),
                ("number", models.PositiveIntegerField()),
                ("role", models.CharField(blank=True, max_length=8)),
                ("name", models.CharField(blank=True, max_length=20)),
                ("text", models.CharField(blank=True, max_length=200)),
                ("phrase", models.CharField(blank=True, max_length=16)),
                ("hides", models.PositiveIntegerField(null=True)),
                ("hidden", models.BooleanField(default=False)),
                ("cmd", models.CharField(max_length=40, null=True)),
                ("at", models.DateTimeField()),
                ("match", models.ForeignKey(MATCH, CASCADE, related_name="chat")),
                ("player", models.ForeignKey(PLAYER, PROTECT, db_index=False, null=True, related_name="+")),
            ],
            options={
                "indexes": [
                    models.Index(fields=["player", "at"], name="chat_of_player"),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("match", "room", "number"), name="one_chat_message_a_number"
                    ),
                    models.UniqueConstraint(fields=("match", "player", "cmd"), name="a_chat_message_once"),
                ],
            },
        ),
        migrations.CreateModel(
            "LobbyPresence",
            [
                ("id", key()),
                ("process", models.CharField(max_length=12)),
                ("person", models.CharField(max_length=40)),
                ("until", models.DateTimeField()),
            ],
            options={
                "indexes": [
                    models.Index(fields=["until"], name="lobby_presence_until"),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("process", "person"), name="one_lobby_lease_a_person"),
                ],
            },
        ),
        migrations.CreateModel(
            "MailAddress",
            [
                ("id", key()),
                ("address", models.EmailField(max_length=254)),
                ("language", models.CharField(max_length=12)),
                ("confirmed_at", models.DateTimeField()),
                ("sent_at", models.DateTimeField(null=True)),
                ("player", models.OneToOneField(PLAYER, CASCADE, related_name="mail")),
                ("turns", models.BooleanField(default=True)),
                ("invitations", models.BooleanField(default=True)),
                ("rematches", models.BooleanField(default=True)),
                ("next_games", models.BooleanField(default=True)),
            ],
            options={
                "indexes": [
                    models.Index(fields=["sent_at"], name="mail_sent"),
                ]
            },
        ),
        migrations.CreateModel(
            "AuditEntry",
            [
                ("id", key()),
                ("at", models.DateTimeField()),
                ("who", models.CharField(max_length=80)),
                ("what", models.CharField(max_length=16)),
                ("whom", models.CharField(max_length=80)),
                ("why", models.CharField(blank=True, max_length=200)),
            ],
            options={"verbose_name_plural": "audit entries"},
        ),
        migrations.CreateModel(
            "Report",
            [
                ("id", key()),
                ("reason", models.CharField(choices=choices(*REASONS), max_length=8)),
                ("at", models.DateTimeField()),
                ("open", models.BooleanField(default=True)),
                ("about", models.ForeignKey(PLAYER, CASCADE, db_index=False, related_name="+")),
                (
                    "message",
                    models.ForeignKey(CHATMESSAGE, CASCADE, db_index=False, null=True, related_name="+"),
                ),
                ("reporter", models.ForeignKey(PLAYER, CASCADE, related_name="+")),
            ],
        ),
        migrations.CreateModel(
            "Sanction",
            [
                ("id", key()),
                ("network", models.CharField(blank=True, max_length=43)),
                ("kind", models.CharField(choices=choices("mute", "bar"), max_length=8)),
                ("until", models.DateTimeField()),
                ("person", models.ForeignKey(PLAYER, CASCADE, db_index=False, null=True, related_name="+")),
                (
                    "reason",
                    models.CharField(
                        choices=choices(*REASONS), db_default="other", default="other", max_length=8
                    ),
                ),
                ("appeal", models.CharField(blank=True, db_default="", default="", max_length=500)),
                ("appealed_at", models.DateTimeField(null=True)),
                ("answered_at", models.DateTimeField(null=True)),
                ("lifted", models.BooleanField(db_default=False, default=False)),
            ],
            options={
                "indexes": [
                    models.Index(fields=["person", "until"], name="sanction_of_person"),
                ]
            },
        ),
        migrations.CreateModel(
            "Block",
            [
                ("id", key()),
                ("player", models.ForeignKey(PLAYER, CASCADE, db_index=False, related_name="+")),
                ("blocked", models.ForeignKey(PLAYER, CASCADE, related_name="+")),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("player", "blocked"), name="one_block_a_pair"),
                ]
            },
        ),
        migrations.CreateModel(
            "MemberLink",
            [
                ("id", key()),
                ("digest", models.CharField(max_length=64, unique=True)),
                ("made_at", models.DateTimeField()),
                ("until", models.DateTimeField()),
                ("places", models.PositiveIntegerField()),
            ],
        ),
        migrations.CreateModel(
            "Member",
            [
                ("id", key()),
                ("since", models.DateTimeField()),
                ("player", models.OneToOneField(PLAYER, CASCADE, related_name="membership")),
                (
                    "link",
                    models.ForeignKey(
                        MEMBERLINK, SET_NULL, db_index=False, null=True, related_name="members"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            "Puzzle",
            [
                ("id", key()),
                ("public_id", models.CharField(default=new_public_id, max_length=10, unique=True)),
                ("key", models.TextField(unique=True)),
                ("game", models.CharField(max_length=16)),
                ("facts", models.JSONField()),
                ("role", models.CharField(max_length=8)),
                ("scope", models.CharField(max_length=8)),
                ("unit", models.CharField(max_length=8)),
                ("steps", models.JSONField()),
                ("themes", models.CharField(blank=True, max_length=80)),
                ("engine", models.CharField(max_length=24)),
                ("found_at", models.DateTimeField(null=True)),
                ("rating", models.FloatField()),
                ("deviation", models.FloatField(default=350.0)),
                ("volatility", models.FloatField(default=0.06)),
                ("tried", models.PositiveIntegerField(default=0)),
                ("solved", models.PositiveIntegerField(default=0)),
                ("at", models.DateTimeField(null=True)),
            ],
            options={
                "indexes": [
                    models.Index(fields=["game", "rating"], name="puzzle_rating"),
                ]
            },
        ),
        migrations.CreateModel(
            "PuzzleAttempt",
            [
                ("id", key()),
                ("solved", models.BooleanField()),
                ("shown", models.BooleanField(default=False)),
                ("at", models.DateTimeField()),
                ("player", models.ForeignKey(PLAYER, CASCADE, db_index=False, related_name="+")),
                ("puzzle", models.ForeignKey(PUZZLE, CASCADE, related_name="attempts")),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("player", "puzzle"), name="one_first_attempt_a_puzzle"),
                ]
            },
        ),
        migrations.CreateModel(
            "PuzzleDay",
            [
                ("id", key()),
                ("day", models.DateField()),
                ("player", models.ForeignKey(PLAYER, CASCADE, db_index=False, related_name="+")),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("player", "day"), name="one_puzzle_a_day"),
                ]
            },
        ),
        migrations.CreateModel(
            "PuzzleRating",
            [
                ("id", key()),
                ("game", models.CharField(max_length=16)),
                ("rating", models.FloatField(default=1500.0)),
                ("deviation", models.FloatField(default=350.0)),
                ("volatility", models.FloatField(default=0.06)),
                ("tried", models.PositiveIntegerField(default=0)),
                ("at", models.DateTimeField()),
                ("player", models.ForeignKey(PLAYER, CASCADE, db_index=False, related_name="+")),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("player", "game"), name="one_puzzle_rating_a_game"),
                ]
            },
        ),
        migrations.CreateModel(
            "Passkey",
            [
                ("id", key()),
                ("credential_id", models.CharField(max_length=1364, unique=True)),
                ("public_key", models.BinaryField()),
                ("sign_count", models.BigIntegerField()),
                ("name", models.CharField(max_length=60)),
                ("created_at", models.DateTimeField()),
                ("used_at", models.DateTimeField(null=True)),
                ("account", models.ForeignKey(ACCOUNT, CASCADE, related_name="passkeys")),
            ],
        ),
        migrations.RunPython(compare_bytes, migrations.RunPython.noop),
        migrations.RunPython(rename_constraint, migrations.RunPython.noop),
        migrations.RunPython(refuse_changes, allow_changes),
    ]
