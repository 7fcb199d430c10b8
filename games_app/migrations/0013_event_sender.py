import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games_app", "0012_note"),
    ]

    operations = [
        migrations.AddField(
            model_name="event",
            name="sender",
            field=models.ForeignKey(
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="games_app.player",
            ),
        ),
        migrations.RemoveConstraint(model_name="event", name="a_command_once"),
        migrations.AddConstraint(
            model_name="event",
            constraint=models.UniqueConstraint(fields=("match", "sender", "cmd"), name="a_command_once"),
        ),
    ]
