"""Let the database itself refuse to change or delete what moderators did."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

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


def refuse_changes(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
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
    dependencies = [
        ("games_app", "0028_warnings"),
    ]

    operations = [
        migrations.AlterModelOptions("auditentry", {"verbose_name_plural": "audit entries"}),
        migrations.AlterModelOptions("match", {"verbose_name_plural": "matches"}),
        migrations.RunPython(refuse_changes, allow_changes),
    ]
