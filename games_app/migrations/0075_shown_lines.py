from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games_app', '0074_question_sown'),
    ]

    operations = [
        migrations.AddField(
            model_name='sharedreview',
            name='lines',
            field=models.JSONField(db_default=models.Value([], models.JSONField()), default=list),
        ),
        migrations.AddField(
            model_name='sharedreview',
            name='notes',
            field=models.PositiveIntegerField(db_default=0, default=0),
        ),
    ]
