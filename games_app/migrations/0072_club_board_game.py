from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games_app', '0071_missed_puzzles'),
    ]

    operations = [
        migrations.AddField(
            model_name='clubboard',
            name='game',
            field=models.CharField(blank=True, default='', max_length=16),
        ),
    ]
