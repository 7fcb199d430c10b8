from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import Case, Value, When

LEVELS = ["beginner", "easy", "medium", "hard", "expert", "master"]


def copy_levels(apps: Apps, _: BaseDatabaseSchemaEditor) -> None:
    """Set the level of seats by the name under which it has played so far; no person has such a name."""
    names = {f"Computer ({level.capitalize()})": level for level in LEVELS}
    level = Case(*(When(name=name, then=Value(level)) for name, level in names.items()))
    apps.get_model("games_app", "Seat").objects.filter(name__in=names).update(level=level)


class Migration(migrations.Migration):

    dependencies = [
        ('games_app', '0050_web_process'),
    ]

    operations = [
        migrations.AddField(
            model_name='seat',
            name='level',
            field=models.CharField(blank=True, db_default='', default='', max_length=16),
        ),
        migrations.RunPython(copy_levels, migrations.RunPython.noop, elidable=True),
    ]
