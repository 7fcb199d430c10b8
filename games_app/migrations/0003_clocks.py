from __future__ import annotations

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

AT_ONCE = 1000


def only_invitations_expire(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    begun = (
        apps.get_model("games_app", "Match").objects.exclude(status="waiting").filter(deadline__isnull=False)
    )
    # A few at a time: a move waits until the statement that changes its match has ended.
    while some := list(begun.values_list("pk", flat=True)[:AT_ONCE]):
        begun.filter(pk__in=some).update(deadline=None)


class Migration(migrations.Migration):
    # PostgreSQL can't update rows and create their index in one transaction.
    atomic = False

    dependencies = [
        ("games_app", "0002_terms"),
    ]

    operations = [
        migrations.RenameField(model_name="match", old_name="expires_at", new_name="deadline"),
        migrations.AlterField(model_name="match", name="deadline", field=models.DateTimeField(null=True)),
        migrations.RunPython(only_invitations_expire, migrations.RunPython.noop),
        migrations.AddField(model_name="match", name="clocks", field=models.JSONField(null=True)),
        migrations.AlterField(
            model_name="match",
            name="how",
            field=models.CharField(
                blank=True,
                choices=[
                    ("rules", "Rules"),
                    ("time", "Time"),
                    ("resignation", "Resignation"),
                    ("agreement", "Agreement"),
                    ("absence", "Absence"),
                    ("aborted", "Aborted"),
                ],
                max_length=16,
            ),
        ),
        migrations.AddIndex(
            model_name="match",
            index=models.Index(
                condition=models.Q(("deadline__isnull", False)), fields=["deadline"], name="match_deadline"
            ),
        ),
    ]
