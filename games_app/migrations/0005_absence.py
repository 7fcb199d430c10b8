from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games_app", "0004_offers"),
    ]

    operations = [
        migrations.AddField(model_name="alive", name="since", field=models.DateTimeField(null=True)),
    ]
