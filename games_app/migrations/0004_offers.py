from __future__ import annotations

from typing import Any

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def keep_what_stands(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    matches: Any = apps.get_model("games_app", "Match")._default_manager
    matches.update(last_number=models.F("ply"))
    for match in matches.exclude(rematch_by=""):
        match.dealings = {"offers": {"rematch": {"by": match.rematch_by, "seq": match.seq}}}
        match.save(update_fields=["dealings"])


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ("games_app", "0003_clocks"),
    ]

    operations = [
        migrations.AddField(model_name="match", name="dealings", field=models.JSONField(default=dict)),
        migrations.AddField(
            model_name="match", name="last_number", field=models.PositiveIntegerField(default=0)
        ),
        migrations.RunPython(keep_what_stands, migrations.RunPython.noop),
        migrations.RemoveField(model_name="match", name="rematch_by"),
    ]
