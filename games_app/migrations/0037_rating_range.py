"""Rating bounds of an open offer. The column has no default, so no row is written."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games_app", "0036_appeals")]
    operations = [migrations.AddField("Match", "within", models.SmallIntegerField(null=True))]
