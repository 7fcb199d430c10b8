"""Remove Django's admin, which is no longer installed: its table, always empty here, and its records.

The table refers to accounts, so it would have to be kept consistent with them for nothing.
"""

from django.apps.registry import Apps as StateApps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def forget(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Delete what Django stores about the admin, with its permissions."""
    content_types = apps.get_model("contenttypes", "ContentType").objects.using(
        schema_editor.connection.alias
    )
    content_types.filter(app_label="admin").delete()


class Migration(migrations.Migration):
    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
        ("games_app", "0043_plies"),
    ]
    operations = [
        migrations.RunSQL("DROP TABLE IF EXISTS django_admin_log", migrations.RunSQL.noop),
        migrations.RunSQL("DELETE FROM django_migrations WHERE app = 'admin'", migrations.RunSQL.noop),
        migrations.RunPython(forget, migrations.RunPython.noop, elidable=True),
    ]
