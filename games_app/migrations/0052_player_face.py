from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games_app', '0051_seat_level'),
    ]

    operations = [
        migrations.AddField(
            model_name='player',
            name='face',
            field=models.CharField(blank=True, db_default='', default='', max_length=12),
        ),
    ]
