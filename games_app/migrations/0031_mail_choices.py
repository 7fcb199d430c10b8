"""Choices of the news to get by mail. Addresses that were confirmed for turns keep only turns."""

from django.db import migrations, models

CHOICES = ("invitations", "rematches", "next_games")


class Migration(migrations.Migration):
    dependencies = [("games_app", "0030_membership")]
    operations = [
        migrations.AddField("mailaddress", "turns", models.BooleanField(default=True)),
        *(migrations.AddField("mailaddress", name, models.BooleanField(default=False)) for name in CHOICES),
        *(migrations.AlterField("mailaddress", name, models.BooleanField(default=True)) for name in CHOICES),
    ]
